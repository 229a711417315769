"""Plans of boards: every start can be put in the place of every other, and no way on foot tells them apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from genetess_cli.rules.board import LARGEST, Square
from genetess_cli.rules.genetess.boards.symmetry import (
    BOTH,
    Plan,
    corners,
    fits,
    image,
    larger,
    least,
    nearest,
    plan,
    usual,
)

EVERY_NUMBER = pytest.mark.parametrize("players", range(2, 27))
SIZES = {2: (31, 12), 4: (14, 14), 8: (18, 18), 6: (24, 24), 3: (24, 24), 5: (43, 43), 25: (178, 178)}


def _plans(players: int) -> list[Plan]:
    sizes = {usual(players), *nearest(players, 1, 1), SIZES.get(players, usual(players))}
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


@pytest.mark.parametrize("breadth", range(3, 26))
def test_a_ring_turns_at_every_corner_and_meets_itself_nowhere(breadth: int) -> None:
    ring = list(corners(breadth))
    assert len(ring) == len({corner for corner, _, _ in ring}) == 4 * breadth
    for (corner, down, right), (following, turned_down, _) in zip(ring, [*ring[1:], ring[0]], strict=True):
        assert following == (corner.row + down, corner.column + right)
        assert bool(down) != bool(turned_down)


@EVERY_NUMBER
@pytest.mark.parametrize("size", [(1, 1), (30, 20), (20, 30), (57, 57), (200, 3), (400, 400)])
def test_a_size_that_does_not_fit_has_a_near_one_that_does(players: int, size: tuple[int, int]) -> None:
    assert all(fits(players, *near) for near in nearest(players, *size))
    assert nearest(players, *size)


@EVERY_NUMBER
def test_the_usual_size_fits(players: int) -> None:
    assert fits(players, *usual(players))


def test_sizes_grow_from_the_least_to_the_largest() -> None:
    for players in range(2, 27):
        size: tuple[int, int] | None = least(players)
        while size is not None:
            assert fits(players, *size)
            last, size = size, larger(players, *size)
        assert last[0] + 30 > LARGEST or players > 8
        assert not fits(players, least(players)[0] - 1, least(players)[1])
        assert not fits(players, least(players)[0], least(players)[1] - 1)


def test_the_nearest_sizes_are_the_next_smaller_and_the_next_larger() -> None:
    assert nearest(6, 29, 28) == [(27, 27), (30, 30)]
    assert nearest(8, 20, 30) == [(25, 25), (26, 26)]
    assert nearest(2, 3, 4) == [(9, 5)]
    assert nearest(2, 4, 8) == [(5, 9)]
    assert nearest(4, 300, 7) == [(LARGEST, 9)]


@pytest.mark.parametrize(
    ("players", "size"), [(1, (21, 21)), (27, (57, 57)), (4, (8, 21)), (6, (25, 25)), (2, (201, 9))]
)
def test_there_is_no_plan_for_what_does_not_fit(players: int, size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no plan"):
        plan(players, *size)


@pytest.mark.parametrize("players", [number for number in range(3, 25) if number not in (4, 8)])
def test_each_start_of_a_ring_has_as_many_rooms_as_the_guide_says(players: int) -> None:
    sides, rooms = (2, 1) if players % 2 == 0 else (4, 2) if players == 3 else (4, 3)
    corridor, room_with_gates = 8, 5 * 5 + 2
    assert len(plan(players, *usual(players)).orbits) == sides * corridor + rooms * room_with_gates
