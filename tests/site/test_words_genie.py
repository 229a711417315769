"""Every event of Genie of the Lamp as a sentence, for the one who did it and for others."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.genie import tell
from genetess_cli.rules.genie.events import (
    Accepted,
    Began,
    Claimed,
    Left,
    Moved,
    Offered,
    Resigned,
    Took,
)
from genetess_cli.rules.turn import Ended, Lapsed, TimedOut
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games import sentence
from tests.rules.genie.positions import game


@pytest.mark.parametrize(
    ("event", "viewer", "text"),
    [
        (Began(), PUBLIC, "The game began, white to move."),
        (Moved("white", "Nf3", "g1", "f3", "N", ""), PUBLIC,
         "Wendy (white) moved the knight from g1 to f3 (Nf3)."),
        (Moved("white", "Gd4+", "d2", "d4", "G", ""), "white",
         "You moved the Genie from d2 to d4, giving check (Gd4+)."),
        (Moved("white", "Gd2", "d2", "d2", "P", "", "G"), PUBLIC,
         "Wendy (white) flipped the pawn on d2: the Genie entered (Gd2)."),
        (Moved("white", "O-O", "e1", "g1", "K", ""), PUBLIC,
         "Wendy (white) castled, the king going from e1 to g1 (O-O)."),
        (Moved("white", "e8=Q#", "e7", "e8", "P", "", "Q"), PUBLIC,
         "Wendy (white) moved the pawn from e7 to e8, where it became a queen, checkmate (e8=Q#)."),
        (Took("white", "P", "e5"), PUBLIC, "Wendy (white) took the pawn on e5."),
        (Offered("white"), PUBLIC, "Wendy (white) offered a draw."),
        (Accepted("white"), "white", "You accepted the draw."),
        (Claimed("white"), PUBLIC, "Wendy (white) claimed a draw."),
        (Claimed("white", "Nf3"), "white", "You claimed a draw with Nf3."),
        (Resigned("white"), PUBLIC, "Wendy (white) resigned."),
        (TimedOut("white"), "white", "You missed your deadline."),
        (Lapsed("white", left=True), PUBLIC, "Wendy (white) missed the deadline."),
        (Left("white"), PUBLIC, "Wendy (white) left the game."),
        (Ended((), "black was stalemated"), PUBLIC, "The game is over, black was stalemated: it is a draw."),
        (Ended(("white",), "black resigned"), "white", "The game is over, black resigned: you won."),
    ],
)  # fmt: skip
def test_an_event_is_a_sentence(event: Any, viewer: str, text: str) -> None:
    (told,) = tell(game(), [event], viewer)
    assert sentence("genie", told, Voice(viewer, {"white": "Wendy"})) == text
