"""The order on a turnsheet that shows how one is written: a whole one that can be carried out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.rules import dna
from genetess_cli.rules.dna import offering
from genetess_cli.rules.dna.game import Game, Settings, Stock
from tests.rules.dna.positions import archived, emptied, laid, read, started

DOUBLE = Settings(two_player="double")


@pytest.mark.parametrize(
    ("game", "order"),
    [
        (started(), "PLACE S C3; SCORE TAKE M FROM green; MUTATE D4 TO green"),
        (
            started("red", "green", settings=DOUBLE),
            "PLACE S red C3; SCORE TAKE M green FROM green; MUTATE D4 TO green",
        ),
        (
            archived(emptied(started(), "red"), "red", "M green"),
            "PLACE M C3 FROM ARCHIVE; SCORE TAKE M FROM green; MUTATE",
        ),
        (laid(started(), {}), "PLACE S A1"),
    ],
)
def test_it_is_placed_beside_a_piece_with_all_that_must_follow(game: Game, order: str) -> None:
    # rulings D5 and D9
    told = offering.example(game, "red")
    assert told.startswith(order)
    assert dna.check(game, "red", read(told)) is None


def test_a_seat_that_is_not_to_move_has_one_too() -> None:
    game = started()
    assert dna.check(game, "blue", read(offering.example(game, "blue"))) is None


def test_who_has_nothing_to_place_sees_how_it_would_be_written() -> None:
    game = emptied(started(settings=Settings(stash=Stock(1, 0, 0))), "red")
    assert offering.example(game, "red") == "PLACE S A1"  # ruling D6


def test_a_full_board_changes_nothing_of_that() -> None:
    from genetess_cli.rules.dna.game import GRID, Piece

    game = replace(started(), pieces=dict.fromkeys(GRID.squares, Piece("S", "red")))
    assert offering.example(game, "red") == "PLACE S A1"
