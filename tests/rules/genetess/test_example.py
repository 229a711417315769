"""The order on a turnsheet that shows how one is written: such as the seat may give, as far as it can know."""

from __future__ import annotations

import pytest

from genetess_cli.rules.genetess import offering
from genetess_cli.rules.genetess.sight import SeatMemory
from tests.rules.genetess import gambling
from tests.rules.genetess.cases import drawn


@pytest.mark.parametrize(
    ("board", "order"),
    [
        ("    a..\na: red AB", "MOVE A1 E-E"),
        ("    a#\n    .#\na: red A", "MOVE A1 S"),
        ("    a#\n    .#\na: red AB", "MOVE A1 S-N"),
        ("    a\n    #\na: red A", "PASS"),
        ("    b\nb: green A", "PASS"),
    ],
)
def test_it_is_the_first_move_that_can_be_made(board: str, order: str) -> None:
    assert offering.example(drawn(f"before:\n{board}"), "red") == order


def test_it_leads_through_no_wall_that_the_seat_remembers_out_of_sight() -> None:
    game = drawn("before:\n    a..\n    ...\na: red AB")
    assert offering.example(game, "red", SeatMemory(["??b", "???"])) == "MOVE A1 E-S"


def test_in_round_zero_it_is_a_gamble_that_can_be_taken() -> None:
    game = gambling.new("start")
    order = offering.example(game, "p1")
    assert order == "GAMBLE 3E on K1, K2"
    taken = gambling.muster(game, order)
    assert taken.order is not None
    assert not taken.failed
