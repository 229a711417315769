"""What the order builder is offered: the moves that are listed, with their squares and the ways of double jumps."""

from __future__ import annotations

from itertools import chain

import pytest

from genetess_cli.rules import genie
from genetess_cli.rules.genie import offering
from genetess_cli.rules.genie.game import FIDE, STARTING_FEN, Settings
from tests.rules.genie.positions import USUAL, done, game, read

LEAPS = "4k3/5p2/3p4/4p3/3G4/4P3/8/4K3 w - - 0 1 Gg"
FENS = [STARTING_FEN, LEAPS, *(f"{fen} Gg" for fen in USUAL.values())]


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_every_move_that_is_listed_is_offered_by_its_squares(fen: str, seat: str) -> None:
    now = game(fen, Settings(promotion=FIDE))
    offered = offering.offers(now, seat)
    squares, sans = zip(*(each.split() for each in offered["moves"]), strict=True)
    assert [*sans, *offered["claims"], "DRAW", "RESIGN"] == genie.legal(now, seat)
    assert all(genie.check(now, seat, read(each)) is None for each in squares)
    assert offered["seat"] == seat


def test_a_draw_can_be_claimed_by_a_button_where_the_position_allows_it() -> None:
    now = game(STARTING_FEN)
    assert offering.offers(now, "white")["plain"] == ["DRAW", "RESIGN"]
    often = done(now, *(("Nf3", "Nf6", "Ng1", "Ng8") * 2))
    assert offering.offers(often, "white")["plain"] == ["DRAW", "CLAIM", "RESIGN"]


# ruling L3
def test_a_double_jump_has_every_way_that_it_can_take() -> None:
    ways = offering.offers(game(LEAPS), "white")["ways"]
    assert ways == {"d4f8": ["f6"]}
    two = done(game(), "Gd2", "c5", "Gc3", "Qb6", "Qd4", "cxd4", "a3", "Nf6", "b4", "d6")
    found = offering.offers(two, "white")["ways"]
    assert found["c3c7"] == ["a5", "e5"]
    orders = chain.from_iterable(
        [f"G{move[:2]}-{via}-{move[2:]}" for via in vias] for move, vias in found.items()
    )
    assert all(genie.check(two, "white", read(order)) is None for order in orders)


# ruling L5
def test_claims_that_hold_and_an_offer_that_stands_are_told() -> None:
    third = done(game(), "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
    assert "CLAIM" in offering.offers(third, "white")["claims"]
    assert offering.offers(game(), "white")["offer"] == ""
    assert offering.offers(done(game(), "DRAW"), "black")["offer"] == "white"


def test_once_the_game_is_over_nothing_is_offered() -> None:
    assert offering.offers(done(game(), "RESIGN"), "white") == offering.offers(game(), "red") == {}
