"""Plans of boards: every start can be put in the place of every other, and no way on foot tells them apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.boards.symmetry import (
    BOTH,
    PLAYERS,
    Plan,
    fits,
    image,
    least,
    plan,
    usual,
)

EVERY_NUMBER = pytest.mark.parametrize("players", PLAYERS)
SIZES = {2: (31, 12), 4: (14, 14), 8: (18, 18)}


def _plans(players: int) -> list[Plan]:
    sizes = {usual(players), least(players), SIZES[players]}
    return [plan(players, columns, rows) for columns, rows in sorted(sizes)]


def _straight(square: Square) -> set[Square]:
    return {
        Square(square.row + down, square.column + right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
    }


def _diagonal(square: Square) -> set[Square]:
    return {Square(square.row + down, square.column + right) for down in (-1, 1) for right in (-1, 1)}


@pytest.mark.by_day(10)
@pytest.mark.no_cover
@EVERY_NUMBER
@pytest.mark.parametrize("around", [_straight, _diagonal])
def test_put_in_the_place_of_another_a_start_has_the_same_ways(
    players: int, around: Callable[[Square], set[Square]]
) -> None:
    for made in _plans(players):
        squares = set(made.places)
        for start in range(players):
            to = {square: made.moved(square, start) for square in squares}
            assert set(to.values()) == squares
            assert all(
                {to[near] for near in around(square) & squares} == around(to[square]) & squares
                for square in squares
            )


@EVERY_NUMBER
def test_each_start_takes_the_place_of_the_first(players: int) -> None:
    for made in _plans(players):
        assert made.players == players
        assert all(
            made.moved(orbit[0], start) == square
            for orbit in made.orbits
            for start, square in enumerate(orbit)
        )


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("size", [(12, 17), (17, 17), (18, 18)])
def test_for_2_4_and_8_the_board_is_turned_or_mirrored(players: int, size: tuple[int, int]) -> None:
    if not fits(players, *size):
        assert players == 8
        return
    made = plan(players, *size)
    for start in range(players):
        assert any(
            all(made.moved(square, start) == image(which, square, *size) for square in made.places)
            for which in BOTH
        )


@EVERY_NUMBER
def test_the_edge_of_the_board_is_wall(players: int) -> None:
    for made in _plans(players):
        assert all(0 < row < made.rows - 1 and 0 < column < made.columns - 1 for row, column in made.places)


@EVERY_NUMBER
def test_the_usual_size_fits(players: int) -> None:
    assert fits(players, *usual(players))


def test_the_least_size_fits_and_no_smaller_one() -> None:
    for players in PLAYERS:
        long, short = least(players)
        assert fits(players, long, short)
        assert not fits(players, long - 1, short)
        assert not fits(players, long, short - 1)


@pytest.mark.parametrize(
    ("players", "size"), [(1, (21, 21)), (6, (27, 27)), (4, (8, 21)), (8, (25, 26)), (2, (201, 9))]
)
def test_there_is_no_plan_for_what_does_not_fit(players: int, size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no plan"):
        plan(players, *size)
