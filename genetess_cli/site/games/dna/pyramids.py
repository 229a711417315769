"""Icehouse pyramids as SVG: three sizes, drawn once a page and used wherever one stands or lies.

A pyramid is told by its height and by the pips at its foot, one for each point that it is worth, and takes its ink from
the class around it; the letter of its colour is for whoever places it to write beside it.
"""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.rules.dna.game import SIZES, VALUES

NAMES = {"S": "small", "M": "medium", "L": "large"}

_TIPS = {"S": 34, "M": 19, "L": 4}
"""How far below the upper edge of a square of 60 units the tip is."""
_HALVES = {"S": 12, "M": 18, "L": 24}
"""Half of how wide it is."""
_STEPS = {"S": 18, "M": 26, "L": 34}
"""How far one stands beside the other in a row."""
_SPREAD = 5
"""More than so many of a size stand closer together."""
_GAP = 16
_EM = 40
"""Units of the drawing in the height of a letter, for rows."""


def shapes() -> str:
    """Return the definitions that `pyramid` and `row` refer to: one element for each page that has any of them."""
    return f"<defs>{''.join(map(_shape, SIZES))}</defs>"


def _shape(size: str) -> str:
    tip, half = _TIPS[size], _HALVES[size]
    left, near, right = 30 - half, 30 + half * 0.3, 30 + half
    lit = f'<path d="M30 {tip}L{left} 50L{near:g} 57z"/>'
    shaded = f'<path d="M30 {tip}L{near:g} 57L{right} 48z"/><path class="d" d="M30 {tip}L{near:g} 57L{right} 48z"/>'
    count = VALUES[size]
    places = [(number + 1) / (count + 1) for number in range(count)]
    pips = "".join(
        f'<circle cx="{left + (near - left) * place:.3g}" cy="{50 + 7 * place - 3.8:.3g}" r="2.4"/>'
        for place in places
    )
    return f'<g id="p{size}" class="py">{lit}{shaded}{pips}</g>'


def pyramid(size: str, x: float, y: float) -> str:
    """Return a pyramid in the square whose upper left corner is given."""
    return f'<use href="#p{size}" x="{x:g}" y="{y:g}"/>'


def row(stock: Mapping[str, int], ink: str) -> str:
    """Return all pyramids of a stock in one row, for those who can see it; the numbers are told beside it."""
    x, pieces = -6.0, []
    for size in SIZES:
        step = _STEPS[size] * min(1, _SPREAD / max(1, stock[size]))
        start = x + _HALVES[size] - 24
        pieces += [pyramid(size, start + number * step, 0) for number in range(stock[size])]
        if stock[size]:
            x += step * (stock[size] - 1) + 2 * _HALVES[size] + _GAP
    width = max(x, 1)
    return (
        f'<svg class="row {ink}" aria-hidden="true" width="{width / _EM:.3g}em" height="{60 / _EM:g}em"'
        f' viewBox="0 0 {width:g} 60">{"".join(pieces)}</svg>'
    )
