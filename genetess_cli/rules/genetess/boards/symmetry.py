"""Plans of boards that treat all starts alike: which squares there are, and which of them answer to each other.

The symmetries of a rectangle of squares number 1, 2, 4 or 8, so that 2, 4 and 8 starts can be images of each other
under turns and mirrors. For any other number no turn of the board does it. There the plan is a ring: a corridor that
turns after every so many squares, with the same rooms beside it again and again. Shifted along the ring it looks the
same to whoever walks, straight or diagonally, though not to who looks or jumps over walls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from genetess_cli.rules.board import LARGEST, Square
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.genetess.game import MOST_SEATS
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import fields

FEWEST, MOST = 2, MOST_SEATS
NARROWEST = 5
"""The shortest side of a board for two."""
SMALLEST = {2: 9, 4: 9, 8: 17}
"""For as many players: the shortest long side (2), or any side (4, 8), that keeps starts from standing together."""
_USUAL = {2: 15, 4: 21, 8: 31}

SHORTEST_SIDE = 7
"""Of a ring: fewer squares leave no room for a King and the eight squares around it."""
_USUAL_SIDE = 8
_TWO_GATES = 8
_WALL_AND_CORRIDOR = 3
"""What a ring's board has beyond its sides: the outer walls, and the last corridor's own square."""

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

EQUAL_BY_IMAGE = "turned or mirrored onto another start, the board is the same board"
EQUAL_ON_FOOT = (
    "every way on foot is as long from each, and the rooms hold the same; what passes over walls is not"
)


class Plan:
    """The squares of a board in orbits: the i-th square of each orbit is to start i what the first is to start 0.

    Only squares in orbits can be floor. `after[i][j]` tells which image image j becomes when start 0 is put in the
    place of start i. `equal` says in words what the starts have in common.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        orbits: Sequence[tuple[Square, ...]],
        after: Sequence[Sequence[int]],
        equal: str,
    ) -> None:
        self.columns, self.rows = columns, rows
        self.orbits, self.after, self.equal = orbits, after, equal
        self.players = len(after)

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
    if players == 4:
        return min(columns, rows) >= SMALLEST[4]
    return columns == rows and columns in _sides(players)


def usual(players: int) -> tuple[int, int]:
    side = _USUAL.get(players) or min(_side(players, _USUAL_SIDE), max(_sides(players)))
    return side, side


def nearest(players: int, columns: int, rows: int) -> list[tuple[int, int]]:
    """Return the sizes with a plan that are most like one without: one or two, smaller ones first."""
    if players in (2, 4):
        columns, rows = (min(max(side, least(players)[1]), LARGEST) for side in (columns, rows))
        if not fits(players, columns, rows):
            columns, rows = (SMALLEST[2], rows) if columns >= rows else (columns, SMALLEST[2])
        return [(columns, rows)]
    sides = _sides(players)
    middle = (columns + rows) / 2
    below = [side for side in sides if side <= middle][-1:]
    above = [side for side in sides if side > middle][:1]
    return [(side, side) for side in below + above]


def larger(players: int, columns: int, rows: int) -> tuple[int, int] | None:
    """Return the next larger size with a plan, of one that has a plan; None for the largest."""
    if players in (2, 4):
        next_ = min(columns + 1, LARGEST), min(rows + 1, LARGEST)
        return None if next_ == (columns, rows) else next_
    side = next((side for side in _sides(players) if side > columns), None)
    return None if side is None else (side, side)


def least(players: int) -> tuple[int, int]:
    """Return the longer and the shorter side of the smallest board for so many players."""
    if players == 2:
        return SMALLEST[2], NARROWEST
    side = SMALLEST[4] if players == 4 else _sides(players)[0]
    return side, side


def _sides(players: int) -> range:
    if players == 8:
        return range(SMALLEST[8], LARGEST + 1)
    return range(_side(players, SHORTEST_SIDE), LARGEST + 1, _breadth(players))


def _side(players: int, length: int) -> int:
    return _breadth(players) * length + _WALL_AND_CORRIDOR


def _breadth(players: int) -> int:
    """Return the sides of the ring across the board: a ring of 4 × as many has a multiple of `players` sides."""
    return players // 2 if players % 2 == 0 else players


def plan(players: int, columns: int, rows: int) -> Plan:
    """Return the plan for so many players on a board of that size. Raise ValueError where there is none (`fits`)."""
    if not FEWEST <= players <= MOST or not fits(players, columns, rows):
        raise ValueError(f"no plan for {players} players on {columns} by {rows} squares")
    if players == 2:
        return _by_images((_STILL, _HALF), columns, rows)
    if players == 4:
        return _by_images(TURNS if columns == rows else MIRRORS, columns, rows)
    return _by_images(BOTH, columns, rows) if players == 8 else _by_ring(players, columns)


# Turned and mirrored boards


def image(which: Image, square: Square, columns: int, rows: int) -> Square:
    """Return where a square comes to lie when a board is turned or mirrored."""
    exchanged, rows_reversed, columns_reversed = which
    row, column = (square.column, square.row) if exchanged else (square.row, square.column)
    return Square(
        rows - 1 - row if rows_reversed else row, columns - 1 - column if columns_reversed else column
    )


def _by_images(images: Sequence[Image], columns: int, rows: int) -> Plan:
    seen: set[Square] = set()
    orbits = []
    for row in range(1, rows - 1):
        for column in range(1, columns - 1):
            if (row, column) not in seen:
                orbit = tuple(image(which, Square(row, column), columns, rows) for which in images)
                seen.update(orbit)
                orbits.append(orbit)
    return Plan(columns, rows, orbits, _after(images), EQUAL_BY_IMAGE)


def _after(images: Sequence[Image]) -> list[list[int]]:
    # On a board of 4 by 4 no turn or mirror but the first leaves this square where it is.
    where = [image(which, Square(0, 1), 4, 4) for which in images]
    return [[where.index(image(which, square, 4, 4)) for square in where] for which in images]


# Rings

_Side = tuple[Square, int, int]
"""A side of a ring on the coarse lattice: the corner where it begins, and its step down and right."""


def corners(breadth: int) -> Iterator[_Side]:
    """Yield the sides of a ring that turns at every corner, clockwise: stairs up, over the top, and down again."""
    rising = breadth // 2
    falling = breadth - 1 - rising
    row, column = rising, 0
    for stairs, first, second in (
        (rising, (0, 1), (-1, 0)), (falling, (0, 1), (1, 0)), (1, (0, 1), (1, 0)),
        (rising, (0, -1), (1, 0)), (falling, (0, -1), (-1, 0)), (1, (0, -1), (-1, 0)),
    ):  # fmt: skip
        for down, right in (first, second) * stairs:
            yield Square(row, column), down, right
            row, column = row + down, column + right


def _by_ring(players: int, side: int) -> Plan:
    breadth = _breadth(players)
    length = (side - _WALL_AND_CORRIDOR) // breadth
    ring = list(corners(breadth))
    sides = len(ring) // players
    rooms = _rooms(ring, sides, breadth)
    orbits = []
    for index in range(sides):
        for along, away in _of_side(length, room=index in rooms):
            orbits.append(
                tuple(
                    _place(
                        ring[start * sides + index], rooms.get(index, {}).get(start, 1), length, along, away
                    )
                    for start in range(players)
                )
            )
    after = [[(start + other) % players for other in range(players)] for start in range(players)]
    return Plan(side, side, orbits, after, EQUAL_ON_FOOT)


def _of_side(length: int, room: bool) -> Iterator[tuple[int, int]]:
    """Yield the squares of a side, along it and away from it: the corridor, gates, and the room if there is one."""
    yield from ((along, 0) for along in range(length))
    if room:
        gates = (3, length - 3) if length >= _TWO_GATES else (length // 2,)
        yield from ((along, 1) for along in gates)
        yield from ((along, away) for away in range(2, length - 1) for along in range(2, length - 1))


def _place(side: _Side, hand: int, length: int, along: int, away: int) -> Square:
    """Return a square of a side on the board; `hand` is 1 for a room at the right of who walks the ring, else -1."""
    corner, down, right = side
    return Square(
        1 + corner.row * length + down * along + right * hand * away,
        1 + corner.column * length + right * along - down * hand * away,
    )


_Rooms = dict[int, dict[int, int]]
"""Which sides of each stretch have a room, and at which hand each start has it."""


def _rooms(ring: Sequence[_Side], sides: int, breadth: int) -> _Rooms:
    """Return as many rooms for each start as find a place between the corridors; at least the first side has one."""
    chosen: list[int] = []
    rooms: _Rooms = {}
    # A room at every second side leaves most of its neighbours free, so those are tried first.
    for index in sorted(range(sides), key=lambda side: (side % 2, side)):
        hands = _hands(ring, sides, breadth, [*chosen, index])
        if hands is not None:
            chosen.append(index)
            rooms = hands
    return rooms


def _hands(ring: Sequence[_Side], sides: int, breadth: int, chosen: Sequence[int]) -> _Rooms | None:
    """Return at which hand each of the chosen sides has its room, no two rooms in one place; None: impossible."""
    wanting = [index for index in range(len(ring)) if index % sides in chosen]
    holder: dict[Square, int] = {}

    def settle(index: int, tried: set[Square]) -> bool:
        for cell in _cells(ring[index], breadth):
            if cell not in tried:
                tried.add(cell)
                if cell not in holder or settle(holder[cell], tried):
                    holder[cell] = index
                    return True
        return False

    if not all(settle(index, set()) for index in wanting):
        return None
    rooms: _Rooms = {index: {} for index in chosen}
    for cell, index in holder.items():
        hand = 1 if cell == _cell(ring[index], 1) else -1
        rooms[index % sides][index // sides] = hand
    return rooms


def _cells(side: _Side, breadth: int) -> list[Square]:
    both = (_cell(side, 1), _cell(side, -1))
    return [cell for cell in both if 0 <= cell.row < breadth and 0 <= cell.column < breadth]


def _cell(side: _Side, hand: int) -> Square:
    """Return the lattice's cell at a hand of a side, named by its upper left corner."""
    corner, down, right = side
    twice_row = 2 * corner.row + down + right * hand
    twice_column = 2 * corner.column + right - down * hand
    return Square((twice_row - 1) // 2, (twice_column - 1) // 2)


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
    columns, rows = len(lines[0]), len(lines)

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
