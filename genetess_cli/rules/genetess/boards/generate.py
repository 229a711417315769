"""New boards: a plan filled with starts, interior walls and specials, each for every start alike.

What is drawn, is drawn once and put in the place of every start. The same dice give the same board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.boards.symmetry import Plan
from genetess_cli.rules.genetess.game import EXTERIOR, FLOOR, INTERIOR
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import NAMES, RANDOM
from genetess_cli.values import Value

MOST_SPECIALS = 60
"""The most special squares for each start."""
_LONGEST_STROKE = 4
_NEARLY_FARTHEST = 0.75


class TooFull(Exception):
    """The board has no room for so many specials; `room` is the number for each start that it has room for."""

    def __init__(self, room: int) -> None:
        super().__init__(room)
        self.room = room


class Wish(Value):
    """What a board is to hold: the share of interior walls in percent, and for each start the types of its specials.

    `drawn` is how many types of specials are drawn besides those that are named.
    """

    walls: int = 0
    specials: tuple[str, ...] = ()
    drawn: int = 0


def make(plan: Plan, wish: Wish, dice: Dice) -> Board:
    """Return a board without faults, all of its floor joined. Raise TooFull where it has no room for the specials."""
    start = _start(plan, dice)
    # Nothing is put at the Kings: their owners create pieces there.
    yard = {near for king in plan.orbits[start] for near in _around(king)}
    ground = _Ground(plan, yard)
    _raise_walls(ground, wish.walls, dice)
    specials = list(_specials(ground, [*wish.specials, *_types(wish.drawn, dice)], dice))
    starts = {f"K{place + 1}": {str(square): "K"} for place, square in enumerate(plan.orbits[start])}
    return Board(map="".join(f"{line}\n" for line in ground.lines()), starts=starts, specials=specials)


# Starts


def _start(plan: Plan, dice: Dice) -> int:
    """Return an orbit for the Kings: their neighbours are floor, and they are nearly as far apart as can be."""
    apart = {
        index: _apart(orbit)
        for index, orbit in enumerate(plan.orbits)
        if index in (plan.kings or range(len(plan.orbits)))
        if len(set(orbit)) == plan.players and all(near in plan.places for near in _around(orbit[0]))
    }
    enough = max(apart.values()) * _NEARLY_FARTHEST
    return dice.choice([index for index, distance in apart.items() if distance >= enough], "a start")


def _around(square: Square) -> Iterator[Square]:
    return (Square(square.row + down, square.column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))


def _apart(orbit: Sequence[Square]) -> int:
    """Return how far the nearest two of some squares are apart, the steps counted as a view is."""
    return min(
        max(abs(square[0] - other[0]), abs(square[1] - other[1]))
        for index, square in enumerate(orbit)
        for other in orbit[:index]
    )


# Walls


class _Ground:
    """A plan's squares while walls are raised on them: floor, interior wall, and what may be built on."""

    def __init__(self, plan: Plan, yard: set[Square]) -> None:
        self.plan = plan
        self.yard = yard
        self.walls: set[Square] = set()
        self.floor = set(plan.places)

    def raise_on(self, index: int) -> bool:
        """Make an orbit wall, unless it holds a start's yard, is wall already, or the floor would come apart."""
        orbit = dict.fromkeys(self.plan.orbits[index])
        raised: list[Square] = []
        for square in orbit:
            if square not in self.floor or square in self.yard or not self._spared(square):
                self.floor.update(raised)
                return False
            self.floor.discard(square)
            raised.append(square)
        self.walls.update(raised)
        return True

    def _spared(self, square: Square) -> bool:
        """Return whether the floor around a square hangs together without it: then nothing else comes apart either."""
        row, column = square
        north = (row - 1, column) in self.floor
        east = (row, column + 1) in self.floor
        south = (row + 1, column) in self.floor
        west = (row, column - 1) in self.floor
        links = (
            (north and east and (row - 1, column + 1) in self.floor)
            + (east and south and (row + 1, column + 1) in self.floor)
            + (south and west and (row + 1, column - 1) in self.floor)
            + (west and north and (row - 1, column - 1) in self.floor)
        )
        return north + east + south + west - links <= 1

    def lines(self) -> list[str]:
        rows = [[EXTERIOR] * self.plan.columns for _ in range(self.plan.rows)]
        for squares, sign in ((self.floor, FLOOR), (self.walls, INTERIOR)):
            for row, column in squares:
                rows[row][column] = sign
        return ["".join(row) for row in rows]

    @cached_property
    def free(self) -> list[int]:
        """Return the orbits of floor with a square of its own for each start, away from the Kings."""
        return [
            index
            for index, orbit in enumerate(self.plan.orbits)
            if len(set(orbit)) == self.plan.players and orbit[0] in self.floor and not self.yard & set(orbit)
        ]


def _raise_walls(ground: _Ground, percent: int, dice: Dice) -> None:
    """Raise walls in short strokes until they are the share asked for, or no more can be raised."""
    wanted = len(ground.plan.places) * percent // 100
    order = _shuffle(range(len(ground.plan.orbits)), dice) if wanted else []
    for index in order:
        if len(ground.walls) >= wanted:
            return
        _stroke(ground, index, wanted, dice)


def _stroke(ground: _Ground, index: int, wanted: int, dice: Dice) -> None:
    square = ground.plan.orbits[index][0]
    down, right = dice.choice(((-1, 0), (0, 1), (1, 0), (0, -1)), "the direction of a wall")
    for _ in range(1 + dice.number(_LONGEST_STROKE, "the length of a wall")):
        place = ground.plan.places.get(square)
        if place is None or len(ground.walls) >= wanted or not ground.raise_on(place[0]):
            return
        square = Square(square.row + down, square.column + right)


def _shuffle(items: Sequence[Any], dice: Dice) -> list[Any]:
    left = list(items)
    for end in range(len(left) - 1, 0, -1):
        chosen = dice.number(end + 1, "an order of squares")
        left[end], left[chosen] = left[chosen], left[end]
    return left


# Specials


def _types(number: int, dice: Dice) -> list[str]:
    drawn: list[str] = []
    while len(drawn) < number:
        drawn += _shuffle(list(NAMES), dice)[: number - len(drawn)]
    return drawn


def _specials(ground: _Ground, types: Sequence[str], dice: Dice) -> Iterator[dict[str, Any]]:
    """Yield the specials of all starts, every one with the parameters of the first moved to its own place."""
    free = list(ground.free)
    if len(types) > len(free):
        raise TooFull(len(free))
    chosen = dice.take(len(types), free, "a special square")
    # Specials act on floor that is neither at a King nor special itself.
    targets = sorted(square for index in free for square in ground.plan.orbits[index])
    walls = sorted(ground.walls)
    for type_, index in sorted(zip(types, chosen, strict=True), key=lambda pair: (int(pair[0][1:]), pair[1])):
        square = ground.plan.orbits[index][0]
        details = choose_parameters(type_, square, targets, walls, dice)
        for start in range(ground.plan.players):
            moved = {key: _move(ground.plan, value, start) for key, value in details.items()}
            yield {"at": str(ground.plan.moved(square, start)), "type": type_, **moved}


def _move(plan: Plan, value: object, start: int) -> object:
    if isinstance(value, list):
        return [_move(plan, item, start) for item in value]
    return str(plan.moved(value, start)) if isinstance(value, Square) else value


_NEAR = 3
_MOST_TARGETS = 3
_MOST_WALLS = 2
_CODES = (
    ("B", "BBB"),
    ("C", "C"),
    ("D", "DD"),
    ("E", "E"),
    ("F", "F"),
    ("N", "N"),
    ("W", "WW"),
    (RANDOM, ""),
)


def choose_parameters(
    type_: str, at: Square, floor: Sequence[Square], walls: Sequence[Square], dice: Dice
) -> Mapping[str, Any]:
    """Return parameters as in board.yaml, squares not yet as text, for what may act on `floor` and `walls`."""
    floor = floor or [at]
    walls = _close(at, walls) or walls
    near = _close(at, floor) or floor
    match type_:
        case "S1":
            return {"amount": 2 + dice.number(4, "the amount of an S1")}
        case "S2":
            whose = dice.choice(("own", "all"), "whose E an S2 counts")
            return {"percent": dice.choice((5, 10, 20), "the percentage of an S2"), "of": whose}
        case "S3":
            return {"target": _some(near, 1, "the target of an S3", dice)[0]}
        case "S4":
            codes, most = dice.choice(_CODES, "the codes of an S4")
            return {"codes": codes, "max": most} if most else {"codes": codes}
        case "S6":
            return {"squares": _some(near, _MOST_TARGETS, "the squares of an S6", dice)}
        case "S8":
            return {"targets": _some(floor, _MOST_TARGETS, "the targets of an S8", dice)}
        case "S10" if walls:
            return {"walls": _some(walls, _MOST_WALLS, "the walls of an S10", dice)}
        case "S10":
            return {"random": 1}
        case "S12":
            losses = ({"amount": 1}, {"amount": 2}, {"amount": 3}, {"percent": 10})
            return dice.choice(losses, "the loss of an S12")
        case _:
            return {}


def _close(at: Square, squares: Sequence[Square]) -> list[Square]:
    return [
        square
        for square in squares
        if abs(square.row - at.row) <= _NEAR and abs(square.column - at.column) <= _NEAR
    ]


def _some(squares: Sequence[Square], most: int, what: str, dice: Dice) -> list[Square]:
    number = min(1 + dice.number(most, what), len(squares)) if most > 1 else 1
    return sorted(dice.take(number, list(squares), what))
