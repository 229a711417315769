"""Icehouse pyramids as SVG: three sizes, drawn once a page and used wherever one stands or lies.

A pyramid is told by its height and by the pips at its foot, one for each point that it is worth, and takes its ink from
the class around it; the letter of its colour is for whoever places it to write beside it.
"""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.rules.dna.game import SIZES, VALUES

NAMES = {"S": "small", "M": "medium", "L": "large"}

_TIPS = {"S": 17, "M": 9.5, "L": 2}
"""How far below the upper edge of a square of 30 units the tip is."""
_HALVES = {"S": 6, "M": 9, "L": 12}
"""Half of how wide it is."""
_STEPS = {"S": 9, "M": 13, "L": 17}
"""How far one stands beside the other in a row."""
_SPREAD = 5
"""More than so many of a size stand closer together."""
_GAP = 8
_EM = 20
"""Units of the drawing in the height of a letter, for rows."""


def shapes() -> str:
    """Return the definitions that `pyramid` and `row` refer to: one element for each page that has any of them."""
    return f"<defs>{''.join(map(_shape, SIZES))}</defs>"


def _shape(size: str) -> str:
    tip, half = _TIPS[size], _HALVES[size]
    left, near, right = 15 - half, 15 + half * 0.3, 15 + half
    lit = f'<path d="M15 {tip}L{left} 25L{near:g} 28.5z"/>'
    shaded = f'<path d="M15 {tip}L{near:g} 28.5L{right} 24z"/><path class="d" d="M15 {tip}L{near:g} 28.5L{right} 24z"/>'
    count = VALUES[size]
    places = [(number + 1) / (count + 1) for number in range(count)]
    pips = "".join(
        f'<circle cx="{left + (near - left) * place:.3g}" cy="{25 + 3.5 * place - 1.9:.3g}" r="1.2"/>'
        for place in places
    )
    return f'<g id="p{size}" class="py">{lit}{shaded}{pips}</g>'


def pyramid(size: str, x: float, y: float) -> str:
    """Return a pyramid in the square whose upper left corner is given."""
    return f'<use href="#p{size}" x="{x:g}" y="{y:g}"/>'


def row(stock: Mapping[str, int], ink: str) -> str:
    """Return all pyramids of a stock in one row, for those who can see it; the numbers are told beside it."""
    x, pieces = -3.0, []
    for size in SIZES:
        step = _STEPS[size] * min(1, _SPREAD / max(1, stock[size]))
        start = x + _HALVES[size] - 12
        pieces += [pyramid(size, start + number * step, 0) for number in range(stock[size])]
        if stock[size]:
            x += step * (stock[size] - 1) + 2 * _HALVES[size] + _GAP
    width = max(x, 1)
    return (
        f'<svg class="row {ink}" aria-hidden="true" width="{width / _EM:.3g}em" height="{30 / _EM:g}em"'
        f' viewBox="0 0 {width:g} 30">{"".join(pieces)}</svg>'
    )
