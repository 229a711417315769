"""Squares, directions and the geometry of a rectangular board, for any game played on one.

What stands on a square (walls, pieces, specials) belongs to the games. Sets of squares are Python integers
used as bitboards ("masks"): bit `row * columns + column`, so that a union of views is one `|`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property, lru_cache
from operator import itemgetter

NAME = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,3})")
LARGEST = 200
"""The most rows, and the most columns, that a board may have."""
SEEN = ".#+"
"""The signs of floor, exterior and interior wall in view."""
NEVER = "?hb"
"""Those of the same that was never seen (as at the start)."""


class Square(tuple[int, int]):
    """A row and a column, both counted from 0; sorted() gives A1 first, then across, then down."""

    __slots__ = ()

    def __new__(cls, row: int, column: int) -> Square:
        return tuple.__new__(cls, (row, column))

    row = property(itemgetter(0))
    column = property(itemgetter(1))

    def step(self, direction: Direction) -> Square:
        """Return the next square in a direction; it may lie off the grid."""
        return Square(self[0] + direction.down, self[1] + direction.right)

    def apart(self, other: Square) -> int:
        """Return the square of the straight-line distance to another square."""
        return (self[0] - other[0]) ** 2 + (self[1] - other[1]) ** 2

    @classmethod
    @lru_cache(maxsize=4096)
    def named(cls, name: str) -> Square:
        """Return the square of a name in either case (`b2`, `AA10`).

        Raise ValueError for anything that is no square's name.
        """
        match = NAME.fullmatch(name)
        if not match:
            raise ValueError(f"{name!r} is not the name of a square")
        column = 0
        for letter in match[1].upper():
            column = column * 26 + ord(letter) - 64
        return cls(int(match[2]) - 1, column - 1)

    @lru_cache(maxsize=4096)  # noqa: B019
    def __str__(self) -> str:
        return column_name(self[1]) + str(self[0] + 1)

    __repr__ = __str__


def find_square(text: str) -> Square | None:
    try:
        return Square.named(text)
    except ValueError:
        return None


def column_name(column: int) -> str:
    """Return a, B … Z, AA, AB … for columns 0, 1 …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(65 + letter) + name
    return name


class Direction(Enum):
    """The eight directions, in the order in which waves are resolved (ruling G23); row 1 is the north edge."""

    N = (-1, 0)
    NE = (-1, 1)
    E = (0, 1)
    SE = (1, 1)
    S = (1, 0)
    SW = (1, -1)
    W = (0, -1)
    NW = (-1, -1)

    def __init__(self, down: int, right: int) -> None:
        self.down = down
        self.right = right

    @property
    def diagonal(self) -> bool:
        return bool(self.down and self.right)

    @property
    def opposite(self) -> Direction:
        return next(other for other in Direction if (other.down, other.right) == (-self.down, -self.right))

    def __str__(self) -> str:
        return self.name


class Grid:
    """The geometry of a board of `columns` × `rows` squares. Grids of one size are one object."""

    def __new__(cls, columns: int, rows: int) -> Grid:
        return _grid(columns, rows)

    columns: int
    rows: int

    def __repr__(self) -> str:
        return f"Grid({self.columns}, {self.rows})"

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Return every square, A1 first, then across, then down."""
        return tuple(Square(row, column) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def everything(self) -> int:
        return (1 << self.columns * self.rows) - 1

    @cached_property
    def bits(self) -> dict[Square, int]:
        """Return the mask of each single square; a square off the grid is not in it."""
        return {square: 1 << index for index, square in enumerate(self.squares)}

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.columns

    def mask(self, squares: Iterable[Square]) -> int:
        """Return the mask of some squares; those off the grid are left out."""
        mask = 0
        for square in squares:
            mask |= self.bits.get(square, 0)
        return mask

    def of(self, mask: int) -> list[Square]:
        """Return the squares of a mask, A1 first, then across, then down."""
        squares = []
        while mask:
            low = mask & -mask
            squares.append(self.squares[low.bit_length() - 1])
            mask ^= low
        return squares

    def area(self, centre: Square, radius: int) -> int:
        """Return the mask of the square of squares around a centre, cut at the grid's edge (ruling G2)."""
        mask = self._areas.get((centre, radius))
        if mask is None:
            mask = self._areas[centre, radius] = self._area(centre, radius)
        return mask

    @cached_property
    def _areas(self) -> dict[tuple[Square, int], int]:
        return {}

    def _area(self, centre: Square, radius: int) -> int:
        left = max(0, centre[1] - radius)
        width = min(self.columns, centre[1] + radius + 1) - left
        top = max(0, centre[0] - radius)
        bottom = min(self.rows, centre[0] + radius + 1)
        line = ((1 << width) - 1) << left
        return sum(line << row * self.columns for row in range(top, bottom))

    def spread(self, mask: int, diagonal: bool) -> int:
        """Return the squares that are one step from one of a mask, by a `diagonal` step too."""
        first, last = self._sides
        beside = (mask & ~last) << 1 | (mask & ~first) >> 1
        upright = mask | beside if diagonal else mask
        return (beside | upright << self.columns | upright >> self.columns) & self.everything

    @cached_property
    def _sides(self) -> tuple[int, int]:
        first = sum(1 << row * self.columns for row in range(self.rows))
        return first, first << self.columns - 1

    def ray(self, origin: Square, direction: Direction) -> Iterator[Square]:
        """Yield the squares from the one next to `origin` to the grid's edge."""
        square = origin.step(direction)
        while square in self:
            yield square
            square = square.step(direction)

    def neighbours(self, centre: Square) -> list[Square]:
        """Return the up to 8 squares around a centre, in row order."""
        return self.of(self.area(centre, 1) & ~self.bits[centre])


@lru_cache(maxsize=64)
def _grid(columns: int, rows: int) -> Grid:
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        raise ValueError(f"a board has 1 to {LARGEST} columns and rows, not {columns} by {rows}")
    grid = object.__new__(Grid)
    grid.columns = columns
    grid.rows = rows
    return grid
