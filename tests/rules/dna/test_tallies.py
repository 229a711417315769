"""What a simulation counts in a game of DNA."""

from __future__ import annotations

from genetess_cli.rules.dna import bots
from tests.rules.dna.positions import play, started


def test_strands_and_their_bonuses_mutations_and_captures_are_counted() -> None:
    outcome = play(started(), "PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO red")
    found = [each for event in outcome.events for each in bots.tally(event)]
    assert found == [("strands", ""), ("bonuses", "one size"), ("captures", ""), ("mutations", "")]
    assert {what for what, _ in found} == bots.BOTS.tallies.keys()
