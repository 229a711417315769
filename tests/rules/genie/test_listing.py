"""The orders of a seat as things stand, whoever is to move, and the one that its turnsheet shows."""

from __future__ import annotations

import pytest

from genetess_cli.rules import genie
from genetess_cli.rules.genie import offering
from tests.rules.genie.positions import done, game, read

CHECKED = "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1 -"


def test_the_seat_that_is_not_to_move_has_its_orders_as_things_stand() -> None:
    start = game()
    listed = genie.legal(start, "black")
    assert len(listed) == 28 + 2
    assert listed[0] == "Nh6"
    assert all(genie.check(start, "black", read(order)) is None for order in listed)


def test_no_order_takes_a_king_whose_turn_it_really_is() -> None:
    listed = genie.legal(game(CHECKED), "white")
    assert "Qe3+" in listed
    assert not [order for order in listed if order.startswith("Qxe8")]


def test_once_the_game_is_over_nobody_has_any() -> None:
    over = done(game(), "RESIGN")
    assert genie.legal(over, "white") == genie.legal(over, "black") == genie.legal(game(), "red") == []


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        (game().fen, "Nf3", "Nf6"),
        ("4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1 Gg", "Kf2", "Kf8"),  # ruling L1
        ("7k/8/8/8/8/1p6/pP6/K7 w - - 0 1 Gg", "Gb2", "Kg8"),  # nothing but the entrance
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1 -", "Kf2", "Kf8"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 -", "Qg8+", "Nf6"),  # nothing can be moved
    ],
)
def test_the_example_spends_no_genie_where_there_is_another_move(fen: str, white: str, black: str) -> None:
    assert (offering.example(game(fen), "white"), offering.example(game(fen), "black")) == (white, black)
