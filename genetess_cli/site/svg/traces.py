"""What a turn did to a board, drawn over it: where pieces came from and went to, and where something was lost.

It is made of what the page's viewer was told, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from genetess_cli.rules.base import Told
from genetess_cli.rules.board import Square
from genetess_cli.site.svg.frame import CELL

_LOST = ("taken", "destroyed")
_MADE = ("created", "mutated", "converted")


def traced(board: str, told: Iterable[Told]) -> str:
    """A drawing with the traces of what was told; squares that the viewer was not told of have none."""
    kinds: dict[str, str] = {}
    for each in told:
        at, to = each.facts.get("at"), each.facts.get("to")
        if each.kind in ("displaced", "swapped"):
            kinds |= {at: "from"} if at else {}
            kinds |= {to: "to"} if to else {}
        elif at and each.kind in _LOST:
            kinds[f"{at} lost"] = "lost"
        elif at and each.kind in _MADE:
            kinds[at] = "to"
    marks = "".join(_mark(name.partition(" ")[0], kind) for name, kind in kinds.items())
    return f"{board.removesuffix('</svg>')}{marks}</svg>" if marks else board


def _mark(at: str, kind: str) -> str:
    square = Square.named(at)
    x, y = square[1] * CELL, square[0] * CELL
    if kind == "lost":
        return f'<path class="tr" d="M{x + 3} {y + 3}l6 6m0 -6l-6 6"/>'
    dash = ' stroke-dasharray="4 3"' if kind == "from" else ""
    return f'<rect class="tr" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}"{dash}/>'
