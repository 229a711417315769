"""Ways that are to be gone, drawn over a board as the order builder draws them: on the examples of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist

from genetess_cli.rules.board import Square
from genetess_cli.site.svg.frame import CELL

_EDGE, _ASIDE, _SHORT, _TIP = CELL * 0.4, CELL * 0.37, CELL * 0.5, CELL * 0.13
"""How far from the middle of a square a way keeps so that what is drawn there can be read: where it begins, goes past
and ends; and how large its tip is."""
_DRAWN = re.compile("<title>([A-Z]+[0-9]+): ")

Point = tuple[float, float]


def led(board: str, ways: Iterable[Sequence[str]]) -> str:
    """A drawing with ways on it, each the names of the squares from first to last; pieces can still be read.

    The first square of a way holds what goes there.
    """
    full = set(_DRAWN.findall(board))
    drawn = "".join(_way(way, full) for way in ways)
    return f"{board.removesuffix('</svg>')}{drawn}</svg>" if drawn else board


def _way(way: Sequence[str], full: set[str]) -> str:
    middles = [_middle(name) for name in way]
    points = [_towards(middles[0], middles[1], _EDGE)]
    for (before, here), name in zip(pairwise(middles[:-1]), way[1:], strict=False):
        points.append(_beside(before, here) if name in full else here)
    end = _towards(middles[-1], middles[-2], _SHORT) if way[-1] in full else middles[-1]
    line = "L".join(f"{x:g} {y:g}" for x, y in (*points, end))
    return f'<g class="go"><path d="M{line}"/><circle class="tip" cx="{end[0]:g}" cy="{end[1]:g}" r="{_TIP:g}"/></g>'


def _middle(name: str) -> Point:
    square = Square.named(name)
    return square[1] * CELL + CELL / 2, square[0] * CELL + CELL / 2


def _towards(here: Point, there: Point, far: float) -> Point:
    """The point so far from one in the direction of another."""
    share = far / dist(here, there)
    return tuple(a + share * (b - a) for a, b in zip(here, there, strict=True))  # type: ignore[return-value]


def _beside(before: Point, here: Point) -> Point:
    """A point to the left of the middle of a square, on the way that leads there."""
    x, y = _towards(here, before, _ASIDE)
    return here[0] - (y - here[1]), here[1] + (x - here[0])
