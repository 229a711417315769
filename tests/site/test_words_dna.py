"""Every event of DNA as a sentence, for the one who did it and for others."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna import tell
from genetess_cli.rules.dna.events import (
    Altered,
    Captured,
    Counted,
    HadNothing,
    Laid,
    Placed,
    RanOut,
    TurnBegan,
)
from genetess_cli.rules.dna.game import Piece, Strand
from genetess_cli.rules.turn import Ended
from genetess_cli.rules.voice import Voice
from genetess_cli.site.facts import TurnFacts
from genetess_cli.site.games import sentence
from genetess_cli.site.past.log import PublicLog, what_happened
from tests.rules.dna.positions import started

D4, D5, D6 = map(Square.named, ("D4", "D5", "D6"))
RED = Piece("S", "red")


@pytest.mark.parametrize(
    ("event", "viewer", "text"),
    [
        (Laid(("red", "green", "blue", "yellow")), PUBLIC,
         "The game began with a small red, green, blue and yellow on D4, E4, D5 and E5."),
        (Laid(pieces={"A1": RED, "B2": Piece("M", "green")}), PUBLIC,
         "The game began with an S red on A1 and an M green on B2."),
        (Laid(pieces={"A1": RED}), PUBLIC, "The game began with an S red on A1."),
        (Laid(pieces={}), PUBLIC, "The game began with an empty board."),
        (HadNothing("red"), PUBLIC, "Ragnar (red) had nothing to place."),
        (HadNothing("red"), "red", "You had nothing to place."),
        (Placed("red", D4, RED), PUBLIC, "Ragnar (red) placed an S red on D4."),
        (Placed("red", D4, RED, True), "red", "You placed an S red on D4 from your archive."),
        (Altered("red", D4, RED, Piece("L", "red"), 2), PUBLIC,
         "Ragnar (red) mutated the S red on D4 into an L red (2 points)."),
        (Counted("red", (Strand((D4, D5, D6)),), 1), "red", "You scored 1 point: 1 for the strand D4-D5-D6."),
        (Counted("red", (Strand((D4, D5, D6), ("one colour", "one size")),), 3), PUBLIC,
         "Ragnar (red) scored 3 points: 1 for the strand D4-D5-D6, 1 for one colour, 1 for one size."),
        (Captured("red", RED, "green", False, 1), "green",
         "Ragnar (red) captured an S red from your gene pool (1 point)."),
        (Captured("red", RED, "green", True, 3), PUBLIC,
         "Ragnar (red) captured an S red from green’s archive (3 points)."),
        (RanOut(), PUBLIC, "No player has a piece left in a gene pool, so this round is the last."),
        (Ended(("red",), "nobody could place a piece in a whole round"), PUBLIC,
         "The game is over, nobody could place a piece in a whole round: Ragnar (red) won."),
    ],
)  # fmt: skip
def test_an_event_is_a_sentence(event: Any, viewer: str, text: str) -> None:
    (told,) = tell(started(), [event], viewer)
    assert sentence("dna", told, Voice(viewer, {"red": "Ragnar"})) == text


def test_whose_turn_begins_is_told_in_no_words() -> None:
    """Each page shows it."""
    told = [Placed("red", D4, RED), TurnBegan("green", 1)]
    turn = TurnFacts(1, "1a", "red", "PLACE S A1", "live", "done", "", "2026-06-01T00:00:00Z")
    names = {"red": "Ann", "green": "Bo"}
    assert len(what_happened("dna", turn, told, Voice(PUBLIC, names))) == 1
    (sheet,) = PublicLog().hear("dna", turn, "green", told, names).since
    assert len(sheet.sentences) == 1
