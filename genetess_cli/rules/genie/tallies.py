"""What a simulation counts in a game of Genie of the Lamp."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from genetess_cli.rules.genie.events import Event, Moved, Took
from genetess_cli.rules.genie.game import PIECES

CAPTURES, ENTRANCES, PROMOTIONS = "captures", "entrances", "promotions"
TALLIES: Mapping[str, bool] = {CAPTURES: False, ENTRANCES: False, PROMOTIONS: True}
"""Pieces taken, pawns flipped, and promotions by what the pawn became."""


def tally(event: Event) -> Iterator[tuple[str, str]]:
    """What an event counts as."""
    if isinstance(event, Took):
        yield CAPTURES, ""
    elif isinstance(event, Moved) and event.became:
        yield (ENTRANCES, "") if event.start == event.end else (PROMOTIONS, PIECES[event.became])
