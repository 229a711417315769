"""What is tried out on a board of Genie of the Lamp: any pieces on any squares, with either side to move."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from genetess_cli.errors import MISFITS
from genetess_cli.rules import genie
from tests.rules.genie.positions import done, game

TRIAL: Any = genie.RULES.offering().trial
KINGS = {"e1": "white king", "e8": "black king"}


def rights(fen: str) -> list[str]:
    """Whose turn it is, who may castle, and the square that a pawn has passed."""
    return fen.split()[1:4]


def test_all_is_known_but_what_came_before_the_last_move() -> None:
    played = done(game(), "e4", "e5", "Nf3", "Nc6")
    known = TRIAL.known(played, "white", None)
    assert known.fen == played.fen
    assert known.sheet == ["Nc6"]
    assert known.earlier == ()


def test_pieces_are_named_by_side_and_kind() -> None:
    assert TRIAL.pieces(game("4k3/8/8/8/8/8/6g1/4K2N b - - 0 1 G")) == {
        "e8": "black king",
        "g2": "black Genie",
        "e1": "white king",
        "h1": "white knight",
    }


def test_pieces_stand_where_they_are_put() -> None:
    laid = KINGS | {"d4": "white Genie", "a7": "black pawn"}
    assert TRIAL.pieces(TRIAL.lay(game(), laid, "white")) == laid


def test_a_king_castles_with_the_rooks_that_still_stand() -> None:
    pieces = TRIAL.pieces(game())
    del pieces["h1"]
    assert rights(TRIAL.lay(game(), pieces, "white").fen) == ["w", "Qkq", "-"]


def test_nothing_of_the_moves_before_holds_on_a_board_that_was_changed() -> None:
    offered = replace(done(game(), "e4", "e5"), offer="black")
    after = TRIAL.lay(offered, KINGS, "white")
    assert (after.moves, after.last, after.earlier, after.offer) == ("", (), (), None)


def test_either_side_can_be_to_move() -> None:
    assert TRIAL.lay(game(), KINGS, "black").to_move == "black"
    assert TRIAL.lay(TRIAL.lay(game(), KINGS, "black"), KINGS, "white").to_move == "white"


def test_no_pawn_is_taken_in_passing_once_the_turn_was_given_away() -> None:
    passed = game("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1 Gg")
    assert rights(TRIAL.lay(passed, TRIAL.pieces(passed), "black").fen) == ["b", "-", "-"]


@pytest.mark.parametrize(
    ("at", "text"), [("e4", "white knightmare"), ("e4", "knight"), ("e4", ""), ("i9", "white pawn")]
)
def test_what_is_no_piece_or_no_square_is_not_put(at: str, text: str) -> None:
    with pytest.raises(MISFITS):
        TRIAL.lay(game(), {at: text}, "white")


def test_the_example_can_be_put() -> None:
    laid = KINGS | {"c3": TRIAL.example}
    assert TRIAL.pieces(TRIAL.lay(game(), laid, "white")) == laid
