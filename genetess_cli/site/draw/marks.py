"""Marks of what happened, drawn over a board: where pieces came from and went to, and where something was lost.

It is made of what the page's viewer was told, and of nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

from genetess_cli.rules.base import Told
from genetess_cli.rules.board import Square
from genetess_cli.site.draw.frame import CELL

Marks = dict[str, str]
"""Marks by place: `from` and `to` by squares, `lost` by the square and that word: `B2 lost`."""

_LOST = ("taken", "destroyed")
_MADE = ("created", "mutated", "converted")
_INKS = {"from": ("fr",), "to": ("to",), "lost": ("lo u", "lo")}
"""The classes that each kind of mark is drawn in, one over the other."""


def marks(told: Iterable[Told]) -> Marks:
    """Return the marks of what was told; squares that the viewer was not told of have none."""
    by_place: Marks = {}
    for event in told:
        at = event.facts.get("at")
        if event.kind in ("displaced", "swapped"):
            to = event.facts.get("to")
            by_place |= {at: "from"} if at else {}
            by_place |= {to: "to"} if to else {}
        elif at and event.kind in _LOST:
            by_place[f"{at} lost"] = "lost"
        elif at and event.kind in _MADE:
            by_place[at] = "to"
    return by_place


_GOES = {
    **dict.fromkeys(("displaced", "swapped"), ("at", "to")),
    **dict.fromkeys(("taken", "destroyed", "took"), ("at", "")),
    **dict.fromkeys(("created", "placed"), ("", "at")),
    "moved": ("start", "end"),
}
"""The facts of an event that have where a piece came from and where it went."""


def moves(told: Iterable[Told]) -> str:
    """Return what came and went, in order, for scripts that play it: `C2>E2>red,N9>>blue`.

    A side that the viewer was not told of is empty; behind it is whose the piece was.
    """
    found = []
    for event in told:
        ends = [event.facts.get(end) or "" for end in _GOES.get(event.kind, ())]
        piece = event.facts.get("piece")
        whose = piece.get("owner", "") if isinstance(piece, dict) else f"{event.facts.get('seat')} {piece}"
        if any(ends):
            found.append(">".join((*ends, whose if piece else "")))
    return ",".join(found)


def merge_marks(several: Iterable[Mapping[str, str]]) -> Marks:
    """Return the marks of turn after turn: what came last of a square holds."""
    by_place: Marks = {}
    for turn in several:
        by_place |= turn
    return by_place


def draw_marks(by_place: Mapping[str, str]) -> str:
    """Return marks as SVG, "" where there are none: a path for each kind."""
    return _paths(tuple(by_place.items()))


@lru_cache(maxsize=1024)
def _paths(by_place: tuple[tuple[str, str], ...]) -> str:
    paths: dict[str, list[str]] = {}
    for name, kind in by_place:
        paths.setdefault(kind, []).append(_mark(name, kind))
    return "".join(
        f'<path class="tr {ink}" d="{"".join(paths[kind])}"/>'
        for kind, inks in _INKS.items()
        if kind in paths
        for ink in inks
    )


def draw_marks_on(board: str, by_place: Mapping[str, str]) -> str:
    return f"{board.removesuffix('</svg>')}{draw_marks(by_place)}</svg>" if by_place else board


@lru_cache(maxsize=4096)
def _mark(name: str, kind: str) -> str:
    square = Square.named(name.partition(" ")[0])
    x, y = square[1] * CELL, square[0] * CELL
    if kind == "lost":  # in the corner that pieces leave to it
        return f"M{x + 44} {y + 4}l12 12m0 -12l-12 12"
    return f"M{x + 2} {y + 2}h56v56h-56z"


_EDGE, _ASIDE, _SHORT, _TIP = CELL * 0.4, CELL * 0.37, CELL * 0.5, CELL * 0.13
"""How far from the middle of a square a way keeps so that what is drawn there can be read: where it begins, goes past
and ends; and how large its tip is."""
_DRAWN = re.compile("<title>([A-Z]+[0-9]+): ")

Point = tuple[float, float]


def draw_ways_on(board: str, ways: Iterable[Sequence[str]]) -> str:
    """Return a drawing with ways on it, each the names of the squares from first to last; pieces can still be read.

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


def _towards(here: Point, target: Point, far: float) -> Point:
    share = far / dist(here, target)
    return tuple(a + share * (b - a) for a, b in zip(here, target, strict=True))  # type: ignore[return-value]


def _beside(before: Point, here: Point) -> Point:
    """Return a point to the left of the middle of a square, on the way that leads there."""
    x, y = _towards(here, before, _ASIDE)
    return here[0] - (y - here[1]), here[1] + (x - here[0])
