"""What a simulation counts in a game of Genetess."""

from __future__ import annotations

import pytest

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import bots
from genetess_cli.rules.genetess.events import Created, Eliminated, Event, Fired, Overviewed, Taken
from genetess_cli.rules.genetess.game import Piece

AT, PIECE = Square(1, 1), Piece("red", "K")


@pytest.mark.parametrize(
    ("event", "counted"),
    [
        (Taken(AT, PIECE, "green"), [("captures", "")]),
        (Eliminated("red", "green"), [("eliminations", "")]),
        (Fired(AT, PIECE, "S7"), [("specials", "S7")]),
        (Created(AT, Piece("red", "ABB")), [("codes", "A"), ("codes", "B"), ("codes", "B")]),
        (Overviewed("red", "plain"), [("specials", "S5")]),
        (Overviewed("red", ""), []),
    ],
)
def test_captures_eliminations_and_specials_are_counted(event: Event, counted: list[tuple[str, str]]) -> None:
    assert list(bots.tally(event)) == counted
