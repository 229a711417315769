"""What is tried out on a board of Genetess: what a seat knows of it, and any pieces on any squares."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from genetess_cli.errors import MISFITS
from genetess_cli.rules import genetess
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.sight import SeatMemory
from tests.rules.genetess.cases import drawn
from tests.rules.genetess.gambling import new

TRIAL: Any = genetess.RULES.offering().trial
BOARD = drawn("before:\n    k...\n    ####\n    .a.g\nk: red AHKT\na: red AM phased\ng: green K")
STANDING = {"A1": "red AHKT", "B3": "red AM phased", "D3": "green K"}


# What is known


def test_pieces_out_of_sight_are_not_known() -> None:
    far = drawn("before:\n    k..g\nk: red K\ng: green K")
    assert TRIAL.pieces(TRIAL.known(far, "red", None)) == {"A1": "red K"}


def test_codes_that_were_not_seen_are_assumed() -> None:
    beside = drawn("before:\n    kg\nk: red K\ng: green BCK")
    assert TRIAL.pieces(TRIAL.known(beside, "red", None)) == {"A1": "red K", "B1": "green A"}


def test_walls_that_are_remembered_are_known() -> None:
    dark = drawn("before:\n    k..+g\nk: red K\ng: green K")
    remembered = TRIAL.known(dark, "red", SeatMemory(["...+."]))
    assert remembered.is_interior(Square.named("D1"))
    assert not TRIAL.known(dark, "red", None).is_interior(Square.named("D1"))


def test_whom_else_a_special_shows_a_piece_is_not_known() -> None:
    at = Square.named("A1")
    marked = replace(
        BOARD.pieces[at], targeted=("green", "red"), matched=("green",), read=("red",), blocked=True
    )
    known = TRIAL.known(replace(BOARD, pieces={**BOARD.pieces, at: marked}), "red", None)
    assert known.pieces[at] == replace(BOARD.pieces[at], targeted=("red",), read=("red",))


def test_gambles_of_round_zero_are_not_known() -> None:
    gambling = new("start")
    assert gambling.round_zero
    assert TRIAL.known(gambling, "p1", None).round_zero is None


# What is laid


def test_pieces_are_named_by_owner_and_codes() -> None:
    assert TRIAL.pieces(BOARD) == STANDING


def test_pieces_stand_where_they_are_put() -> None:
    laid = {"A1": "red AHKT", "B1": "green ABK", "C3": "blue A phased"}
    assert TRIAL.pieces(TRIAL.lay(BOARD, laid, "red")) == laid


def test_a_piece_is_read_in_either_case_and_any_order() -> None:
    assert TRIAL.pieces(TRIAL.lay(BOARD, {"B1": "Green kba"}, "red")) == {"B1": "green ABK"}


def test_a_piece_that_was_not_touched_is_the_same_in_all() -> None:
    at = Square.named("A1")
    burning = replace(BOARD, pieces={**BOARD.pieces, at: replace(BOARD.pieces[at], flare=True)})
    assert TRIAL.lay(burning, {"A1": "red AHKT"}, "red").pieces[at].flare
    assert not TRIAL.lay(burning, {"A1": "red AHK"}, "red").pieces[at].flare


def test_any_seat_can_be_to_move() -> None:
    assert TRIAL.lay(BOARD, STANDING, "green").to_move == "green"


@pytest.mark.parametrize(
    ("at", "text"), [("B1", "red"), ("B1", "red A K"), ("B1", " phased"), ("?", "red A")]
)
def test_what_is_no_piece_or_no_square_is_not_put(at: str, text: str) -> None:
    with pytest.raises(MISFITS):
        TRIAL.lay(BOARD, {at: text}, "red")


def test_the_example_can_be_put() -> None:
    assert TRIAL.pieces(TRIAL.lay(BOARD, {"B1": TRIAL.example}, "red")) == {"B1": TRIAL.example}
