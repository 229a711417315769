"""Plans of boards that treat all starts alike: which squares there are, and which of them answer to each other.

The symmetries of a rectangle of squares number 1, 2, 4 or 8, so that 2, 4 and 8 starts can be images of each other
under turns and mirrors. For any other number no turn of the board does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from genetess_cli.rules.board import LARGEST, Square
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import fields
from genetess_cli.values import Value

PLAYERS = (2, 4, 8)
"""For how many there are plans."""
NARROWEST = 5
"""The shortest side of a board for two."""
SMALLEST = {2: 9, 3: 15, 4: 9, 5: 23, 6: 27, 8: 17}
"""For as many players: the shortest long side (2), or any side, that keeps starts from standing together."""
_USUAL = {2: 15, 3: 19, 4: 21, 5: 25, 6: 31, 8: 31}

Image = tuple[bool, bool, bool]
"""A turn or mirror of the board: rows and columns exchanged, then rows reversed, then columns reversed."""
_STILL: Image = (False, False, False)
_HALF: Image = (False, True, True)
# In each the images of a square near the upper left corner go round the board.
TURNS: tuple[Image, ...] = (_STILL, (True, False, True), _HALF, (True, True, False))
MIRRORS: tuple[Image, ...] = (_STILL, (False, False, True), _HALF, (False, True, False))
BOTH: tuple[Image, ...] = (
    _STILL, (False, False, True), (True, False, True), (True, True, True),
    _HALF, (False, True, False), (True, True, False), (True, False, False),
)  # fmt: skip


class Plan(Value, dict=True):
    """The squares of a board in orbits: the i-th square of each orbit is to start i what the first is to start 0.

    Only squares in orbits can be floor. `after[i][j]` tells which image image j becomes when start 0 is put in the
    place of start i.
    """

    columns: int
    rows: int
    orbits: Sequence[tuple[Square, ...]]
    after: Sequence[Sequence[int]]
    kings: Sequence[int] = ()  # the orbits that Kings may stand in; (): any

    @property
    def players(self) -> int:
        return len(self.after)

    @cached_property
    def places(self) -> dict[Square, tuple[int, int]]:
        """Return the orbit of each square, and its place in it (the first, where an orbit names a square twice)."""
        return {
            square: (index, image)
            for index, orbit in enumerate(self.orbits)
            for image, square in reversed(list(enumerate(orbit)))
        }

    def moved(self, square: Square, start: int) -> Square:
        """Return the square that is to a start what `square` is to start 0."""
        orbit, image = self.places[square]
        return self.orbits[orbit][self.after[start][image]]


# Which sizes there are


def fits(players: int, columns: int, rows: int) -> bool:
    if max(columns, rows) > LARGEST:
        return False
    if players == 2:
        return min(columns, rows) >= NARROWEST and max(columns, rows) >= SMALLEST[2]
    return min(columns, rows) >= SMALLEST[players] and (players < 8 or columns == rows)


def usual(players: int) -> tuple[int, int]:
    return _USUAL[players], _USUAL[players]


def least(players: int) -> tuple[int, int]:
    """Return the longer and the shorter side of the smallest board for so many players."""
    longer = SMALLEST[players]
    shorter = NARROWEST if players == 2 else longer
    return longer, shorter


def plan(players: int, columns: int, rows: int) -> Plan:
    """Return the plan for so many players on a board of that size. Raise ValueError where there is none (`fits`)."""
    if players not in PLAYERS or not fits(players, columns, rows):
        raise ValueError(f"no plan for {players} players on {columns} by {rows} squares")
    turned = TURNS if columns == rows else MIRRORS
    images = {2: (_STILL, _HALF), 4: turned, 8: BOTH}[players]
    return _by_images(images, columns, rows)


# Turned and mirrored boards


def image(which: Image, square: Square, columns: int, rows: int) -> Square:
    """Return where a square comes to lie when a board is turned or mirrored."""
    exchanged, rows_reversed, columns_reversed = which
    row, column = square
    if exchanged:
        row, column = column, row
    if rows_reversed:
        row = rows - 1 - row
    if columns_reversed:
        column = columns - 1 - column
    return Square(row, column)


def _by_images(images: Sequence[Image], columns: int, rows: int) -> Plan:
    seen: set[Square] = set()
    orbits = []
    for row in range(1, rows - 1):
        for column in range(1, columns - 1):
            if (row, column) not in seen:
                orbit = tuple(image(which, Square(row, column), columns, rows) for which in images)
                seen.update(orbit)
                orbits.append(orbit)
    return Plan(columns, rows, orbits, _after(images))


def _after(images: Sequence[Image]) -> list[list[int]]:
    # On a board of 4 by 4 no turn or mirror but the first leaves this square where it is.
    where = [image(which, Square(0, 1), 4, 4) for which in images]
    return [[where.index(image(which, square, 4, 4)) for square in where] for which in images]


def same_by_image(board: Board) -> bool:
    """Return whether the turns and mirrors that leave the board as it is lead from its first start to every other."""
    here = _looks(board, BOTH[0])
    same = [which for which in BOTH if _looks(board, which) == here]
    first = _squares_of(next(iter(board.starts.values())))
    lines = board.map.splitlines()
    extent = len(lines[0]), len(lines)
    reached = {frozenset(image(which, square, *extent) for square in first) for which in same}
    return all(frozenset(_squares_of(pieces)) in reached for pieces in board.starts.values())


def _squares_of(pieces: Mapping[str, str]) -> list[Square]:
    return [Square.named(name) for name in pieces]


def _looks(board: Board, which: Image) -> Any:
    lines = board.map.splitlines()
    columns = len(lines[0])
    rows = len(lines)

    def moved(name: str) -> Square:
        return image(which, Square.named(name), columns, rows)

    starts = {
        frozenset((moved(name), sequence(codes)) for name, codes in pieces.items())
        for pieces in board.starts.values()
    }
    return (
        _map(lines, which),
        starts,
        {moved(given["at"]): _parameters(given, moved) for given in board.specials},
    )


def _map(lines: Sequence[str], which: Image) -> list[str]:
    exchanged, rows_reversed, columns_reversed = which
    rows = ["".join(row) for row in zip(*lines, strict=True)] if exchanged else list(lines)
    rows = rows[::-1] if rows_reversed else rows
    return [row[::-1] for row in rows] if columns_reversed else rows


def _parameters(given: Mapping[str, Any], moved: Callable[[str], Square]) -> Any:
    """Return what a special does, its squares moved; the text that players read is no part of it."""
    parameters = fields.tidy(given)
    for key, value in parameters.items():
        if isinstance(value, list):
            parameters[key] = frozenset(map(moved, value))
        elif key == "target":
            parameters[key] = moved(value)
    return given["type"], parameters
