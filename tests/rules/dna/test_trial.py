"""What is tried out on a board of DNA: pyramids come from the gene pools, and go back to them."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.errors import MISFITS
from genetess_cli.rules import dna
from tests.rules.dna.positions import done, laid, piece, pool, started

TRIAL: Any = dna.RULES.offering().trial
CENTRE = {"D4": "S red", "E4": "S green"}


def test_all_is_known_but_what_the_last_turn_did() -> None:
    game = done(started(), "PLACE S A1")
    known = TRIAL.known(game, "red", None)
    assert game.last
    assert not known.last
    assert known.pieces == game.pieces


def test_pieces_are_named_by_size_and_colour() -> None:
    assert TRIAL.pieces(laid(started(), CENTRE)) == CENTRE


def test_a_piece_that_is_put_comes_from_its_pool() -> None:
    after = TRIAL.lay(laid(started(), CENTRE), {**CENTRE, "A1": "L blue"}, "red")
    assert piece(after, "A1") == "L blue"
    assert pool(after, "blue") == "5 S, 5 M, 4 L"


def test_a_piece_that_is_removed_goes_back_to_its_pool() -> None:
    after = TRIAL.lay(laid(started(), CENTRE), {"E4": "S green"}, "red")
    assert pool(after, "red") == "5 S, 5 M, 5 L"


def test_a_piece_that_only_moves_takes_none_from_its_pool() -> None:
    after = TRIAL.lay(laid(started(), CENTRE), {"A1": "S red", "E4": "S green"}, "red")
    assert pool(after, "red") == "4 S, 5 M, 5 L"


def test_more_pieces_than_there_are_make_a_position_that_cannot_be() -> None:
    six = {f"A{row}": "L red" for row in range(1, 7)}
    assert list(dna.unsound(TRIAL.lay(laid(started(), {}), six, "red")))


def test_any_seat_can_be_to_move() -> None:
    assert TRIAL.lay(started(), {}, "blue").to_move == "blue"


@pytest.mark.parametrize("text", ["red", "S", "S pink", "X red", "S red red"])
def test_what_is_no_pyramid_is_not_put(text: str) -> None:
    with pytest.raises(MISFITS):
        TRIAL.lay(started(), {"A1": text}, "red")


def test_the_example_can_be_put() -> None:
    assert TRIAL.pieces(TRIAL.lay(started(), {"A1": TRIAL.example}, "red")) == {"A1": TRIAL.example}
