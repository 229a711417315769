"""What happened on a board, drawn over it: where pieces came from and went to, and where something was lost.

It is made of what the page's viewer was told, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from genetess_cli.rules.base import Told
from genetess_cli.rules.board import Square
from genetess_cli.site.svg.frame import CELL

Marks = dict[str, str]
"""What is marked where: `from` and `to` by squares, `lost` by the square and that word: `B2 lost`."""

_LOST = ("taken", "destroyed")
_MADE = ("created", "mutated", "converted")
_INKS = {"from": ("fr",), "to": ("to",), "lost": ("lo u", "lo")}
"""The classes that each kind of mark is drawn in, one over the other."""


def marks(told: Iterable[Told]) -> Marks:
    """The marks of what was told; squares that the viewer was not told of have none."""
    found: Marks = {}
    for each in told:
        at = each.facts.get("at")
        if each.kind in ("displaced", "swapped"):
            to = each.facts.get("to")
            found |= {at: "from"} if at else {}
            found |= {to: "to"} if to else {}
        elif at and each.kind in _LOST:
            found[f"{at} lost"] = "lost"
        elif at and each.kind in _MADE:
            found[at] = "to"
    return found


def merged(several: Iterable[Mapping[str, str]]) -> Marks:
    """The marks of turn after turn: what came last of a square holds."""
    found: Marks = {}
    for each in several:
        found |= each
    return found


def drawn(found: Mapping[str, str]) -> str:
    """Marks as SVG, "" where there are none: a path for each kind."""
    return _paths(tuple(found.items()))


@lru_cache(maxsize=1024)
def _paths(found: tuple[tuple[str, str], ...]) -> str:
    paths: dict[str, list[str]] = {}
    for name, kind in found:
        paths.setdefault(kind, []).append(_mark(name, kind))
    return "".join(
        f'<path class="tr {ink}" d="{"".join(paths[kind])}"/>'
        for kind, inks in _INKS.items()
        if kind in paths
        for ink in inks
    )


def traced(board: str, found: Mapping[str, str]) -> str:
    """A drawing with marks on it."""
    return f"{board.removesuffix('</svg>')}{drawn(found)}</svg>" if found else board


@lru_cache(maxsize=4096)
def _mark(name: str, kind: str) -> str:
    square = Square.named(name.partition(" ")[0])
    x, y = square[1] * CELL, square[0] * CELL
    if kind == "lost":  # in the corner that pieces leave to it
        return f"M{x + 22} {y + 2}l6 6m0 -6l-6 6"
    return f"M{x + 1} {y + 1}h28v28h-28z"
