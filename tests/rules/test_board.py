"""Squares, directions and grids: names, areas, rays (rulings G1, G2, G23)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules.board import LARGEST, Direction, Grid, Square, column_name

squares = st.builds(Square, st.integers(0, 9998), st.integers(0, 18000))
grids = st.builds(Grid, st.integers(1, 12), st.integers(1, 12))


@given(squares)
def test_a_squares_name_reads_back(square: Square) -> None:
    assert Square.named(str(square)) == square
    assert Square.named(str(square).lower()) == square
    assert repr(square) == str(square)


@pytest.mark.parametrize(
    ("name", "row", "column"),
    [
        ("A1", 0, 0),
        ("b2", 1, 1),
        ("Z1", 0, 25),
        ("AA10", 9, 26),
        ("AZ1", 0, 51),
        ("BA1", 0, 52),
        ("AAA1", 0, 702),
    ],
)
def test_columns_are_lettered_a_to_z_then_aa(name: str, row: int, column: int) -> None:
    square = Square.named(name)  # ruling G1
    assert (square.row, square.column) == (row, column)


@pytest.mark.parametrize(
    "name", ["", "A", "1", "A0", "A01", "1A", "A-1", "ABCD1", "A10000", "Ä1", "A1 ", "A１"]
)
def test_what_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a square"):
        Square.named(name)


def test_sorted_squares_go_across_then_down() -> None:
    names = ["B1", "A2", "A1", "AA1", "Z1"]
    assert [str(square) for square in sorted(map(Square.named, names))] == ["A1", "B1", "Z1", "AA1", "A2"]


def test_column_names_never_repeat() -> None:
    assert len({column_name(column) for column in range(1000)}) == 1000


def test_north_is_towards_row_1() -> None:
    assert [str(Square.named("C3").step(direction)) for direction in Direction] == [
        "C2", "D2", "D3", "D4", "C4", "B4", "B3", "B2",
    ]  # fmt: skip


@pytest.mark.parametrize("direction", Direction)
def test_the_opposite_leads_back(direction: Direction) -> None:
    square = Square(5, 5)
    assert square.step(direction).step(direction.opposite) == square
    assert direction.diagonal == (len(str(direction)) == 2)


def test_grids_of_one_size_are_one_object() -> None:
    assert Grid(4, 7) is Grid(4, 7)
    assert repr(Grid(4, 7)) == "Grid(4, 7)"


@pytest.mark.parametrize(("columns", "rows"), [(0, 1), (1, 0), (LARGEST + 1, 1), (1, LARGEST + 1), (-1, 3)])
def test_a_grid_has_its_limits(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="a board has 1 to"):
        Grid(columns, rows)


@given(grids, st.data())
def test_an_area_is_every_square_within_its_radius(grid: Grid, data: st.DataObject) -> None:
    centre, radius = data.draw(st.sampled_from(grid.squares)), data.draw(st.integers(0, 13))
    expected = [
        square
        for square in grid.squares
        if max(abs(square.row - centre.row), abs(square.column - centre.column)) <= radius
    ]
    assert grid.of(grid.area(centre, radius)) == expected  # ruling G2
    assert grid.area(centre, radius) == grid.area(centre, radius)


@given(grids, st.data())
def test_neighbours_are_the_squares_around(grid: Grid, data: st.DataObject) -> None:
    centre = data.draw(st.sampled_from(grid.squares))
    assert set(grid.neighbours(centre)) == {
        square for square in map(centre.step, Direction) if square in grid
    }  # ruling G16


@given(grids, st.data())
def test_masks_hold_exactly_their_squares(grid: Grid, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(grid.squares)))
    assert grid.of(grid.mask([*chosen, Square(-1, 0), Square(0, 99)])) == sorted(set(chosen))
    assert grid.of(grid.everything) == list(grid.squares)


def test_a_ray_runs_to_the_grids_edge() -> None:
    grid = Grid(5, 4)
    assert [str(square) for square in grid.ray(Square.named("B2"), Direction.SE)] == ["C3", "D4"]
    assert list(grid.ray(Square.named("A1"), Direction.N)) == []
