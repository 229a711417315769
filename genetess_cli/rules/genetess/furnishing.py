"""The parameters of specials on a new board: what is drawn for each type, in amounts that make a game.

Squares are those of start 0; `atlas.py` moves them to the other starts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.specials.growth import RANDOM

Details = Mapping[str, Any]
"""Parameters as board.yaml has them, squares not yet written as text."""

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


class Site(msgspec.Struct, frozen=True):
    """What specials may act on: floor that is neither special nor at a King, and interior walls; in row order."""

    floor: Sequence[Square]
    walls: Sequence[Square]


def details(type_: str, at: Square, site: Site, dice: Dice) -> Details:
    """The parameters of a special of a type on a square, drawn."""
    draw = _DRAWN.get(type_)
    return draw(at, site, dice) if draw else {}


def _fixed_bonus(at: Square, site: Site, dice: Dice) -> Details:
    return {"amount": 2 + dice.number(4, "the amount of an S1")}


def _percentage(at: Square, site: Site, dice: Dice) -> Details:
    whose = dice.choice(("own", "all"), "whose E an S2 counts")
    return {"percent": dice.choice((5, 10, 20), "the percentage of an S2"), "of": whose}


def _duplication(at: Square, site: Site, dice: Dice) -> Details:
    return {"target": _some(_close(at, site.floor) or site.floor or [at], 1, "the target of an S3", dice)[0]}


def _adder(at: Square, site: Site, dice: Dice) -> Details:
    codes, most = dice.choice(_CODES, "the codes of an S4")
    return {"codes": codes, "max": most} if most else {"codes": codes}


def _killer(at: Square, site: Site, dice: Dice) -> Details:
    return {
        "squares": _some(
            _close(at, site.floor) or site.floor or [at], _MOST_TARGETS, "the squares of an S6", dice
        )
    }


def _teleport(at: Square, site: Site, dice: Dice) -> Details:
    return {"targets": _some(site.floor or [at], _MOST_TARGETS, "the targets of an S8", dice)}


def _opener(at: Square, site: Site, dice: Dice) -> Details:
    near = _close(at, site.walls) or site.walls
    return {"walls": _some(near, _MOST_WALLS, "the walls of an S10", dice)} if near else {"random": 1}


def _decay(at: Square, site: Site, dice: Dice) -> Details:
    return dice.choice(({"amount": 1}, {"amount": 2}, {"amount": 3}, {"percent": 10}), "the loss of an S12")


def _close(at: Square, squares: Sequence[Square]) -> list[Square]:
    """Those of the squares that are near."""
    return [
        square
        for square in squares
        if abs(square.row - at.row) <= _NEAR and abs(square.column - at.column) <= _NEAR
    ]


def _some(squares: Sequence[Square], most: int, what: str, dice: Dice) -> list[Square]:
    """One to `most` of the squares, in row order."""
    left = list(squares)
    number = min(1 + dice.number(most, what), len(left)) if most > 1 else 1
    return sorted(left.pop(dice.number(len(left), what)) for _ in range(number))


_DRAWN: Mapping[str, Callable[[Square, Site, Dice], Details]] = {
    "S1": _fixed_bonus,
    "S2": _percentage,
    "S3": _duplication,
    "S4": _adder,
    "S6": _killer,
    "S8": _teleport,
    "S10": _opener,
    "S12": _decay,
}
