"""Boards for 3, 5 and 6, whose starts no turn or mirror makes alike: made by trial, and judged by their figures.

Around each King lie the same squares, as far as no other King is nearer. What lies between belongs to nobody.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.boards.fairness import survey, unlike
from genetess_cli.rules.genetess.boards.generate import TooFull, Wish, make
from genetess_cli.rules.genetess.boards.symmetry import Plan
from genetess_cli.rules.genetess.setup import Board

BOUND = 15
"""By how many percent a figure of one start may lie below that of another."""
_TRIES = 10_000
_BOARDS = 60
"""How many boards are judged at most; to place Kings alone takes little time."""
_REACH = 0.33
_JITTER = 2


class Unfair(Exception):
    """No board that was tried is fair enough, or has room for the specials."""


def search(players: int, columns: int, rows: int, wish: Wish, key: Callable[[], bytes]) -> tuple[Board, int]:
    """Return the first fair board that comes of a key, and how unlike its starts are, in percent. Raise Unfair."""
    for dice, kings in islice(_rings(players, columns, rows, key), _BOARDS):
        with suppress(TooFull):
            board = make(_plan(kings, columns, rows), wish, dice)
            differ = survey(board).unlike
            if differ <= BOUND:
                return board, differ
    raise Unfair


def _rings(
    players: int, columns: int, rows: int, key: Callable[[], bytes]
) -> Iterator[tuple[Dice, list[Square]]]:
    """Yield places for Kings with ways of about the same length to each other, and the dice they were drawn from."""
    for attempt in range(_TRIES):
        dice = Dice(key, attempt)
        kings = _kings(players, columns, rows, dice)
        ways = [sorted(_steps(king, other) for other in kings if other is not king) for king in kings]
        is_inside = all(1 < king.row < rows - 2 and 1 < king.column < columns - 2 for king in kings)
        if is_inside and ways[0][0] > 2 and unlike([(way[0], sum(way)) for way in ways]) <= BOUND:
            yield dice, kings


def _kings(players: int, columns: int, rows: int, dice: Dice) -> list[Square]:
    """Return places in a ring around the middle, each a little beside its place."""
    turn = dice.number(360, "the first start")
    places = []
    for player in range(players):
        angle = math.radians(turn + 360 * player / players)
        row, column = (
            round((side - 1) * (0.5 + _REACH * part)) + dice.number(2 * _JITTER + 1, "a start") - _JITTER
            for side, part in ((rows, math.sin(angle)), (columns, math.cos(angle)))
        )
        places.append(Square(row, column))
    return places


def _steps(square: Square, other: Square) -> int:
    down: int = abs(square.row - other.row)
    right: int = abs(square.column - other.column)
    return down + right


def _plan(kings: Sequence[Square], columns: int, rows: int) -> Plan:
    squares = [Square(row, column) for row in range(1, rows - 1) for column in range(1, columns - 1)]
    owners = {square: _owner(square, kings) for square in squares}
    orbits = []
    for square in (kings[0], *squares):
        down = square.row - kings[0].row
        right = square.column - kings[0].column
        orbit = tuple(Square(king.row + down, king.column + right) for king in kings)
        if [owners.get(each) for each in orbit] == [*range(len(kings))]:
            orbits.append(orbit)
    shared = {*squares}.difference(*orbits)
    orbits = [*dict.fromkeys(orbits), *((square,) * len(kings) for square in squares if square in shared)]
    turns = [*range(len(kings))]
    after = [turns[start:] + turns[:start] for start in turns]
    return Plan(columns, rows, orbits, after, kings=(0,))


def _owner(square: Square, kings: Sequence[Square]) -> int | None:
    """Return the place of the King that is nearest to a square; None where several are."""
    steps = [_steps(square, king) for king in kings]
    return steps.index(min(steps)) if steps.count(min(steps)) == 1 else None
