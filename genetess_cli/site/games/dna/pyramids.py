"""Icehouse pyramids as SVG: three sizes, drawn once a page and used wherever one stands or lies.

A pyramid is told by its width and by the rings below its tip, one for each point that it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.rules.dna.game import SIZES, VALUES

NAMES = {"S": "small", "M": "medium", "L": "large"}

SCALES = {"S": 0.5, "M": 0.75, "L": 1.0}
"""How large each is drawn; a large one fills its square."""
LETTERS = {"S": 10.5, "M": 14, "L": 18}
"""How large the letter on its front is."""
_PLACES = {"S": (16, 38), "M": (80, 110), "L": (150, 188)}
"""Where in a row one of each size stands, and how many there are."""


def shapes() -> str:
    """Return the definitions that `pyramid` and `row` refer to: one element for each page that has any of them."""
    return f"<defs>{''.join(map(_shape, SIZES))}</defs>"


def _shape(size: str) -> str:
    """Return a pyramid seen from the front: the face with its rings, a lighter one, a darker one, and its shadow."""
    scale = SCALES[size]
    drop = 12 * (1 - scale)  # small ones stand lower

    def at(x: float, y: float) -> str:
        return f"{30 + x * scale:g} {30 + y * scale + drop:g}"

    tip = at(0, -24)
    left = f"{at(-25, 7)}L{at(-20, 24)}"
    right = f"{at(20, 24)}L{at(25, 7)}"
    shade = "L".join((at(-14, 26), at(24, 26), at(36, 12), at(25, 7)))
    body = f"M{tip}L{left}L{right}z"
    tops = [0.3 * 48 * scale + 5 * number for number in range(VALUES[size])]
    rings = "".join(
        f"M{31.6 - top * 5 / 12:.4g} {6 + top + 24 * (1 - scale) + drop:.4g}h{top * 5 / 6 - 3.2:.4g}"
        for top in tops
    )
    return (
        f'<g id="p{size}" class="py"><path class="sd" d="M{shade}z"/><path class="fc" d="{body}"/>'
        f'<path class="lf" d="M{tip}L{left}z"/><path class="rt" d="M{tip}L{right}z"/><path class="rg" d="{rings}"/>'
        f'<path class="eg" d="{body}M{at(-20, 24)}L{tip}L{at(20, 24)}"/></g>'
    )


def pyramid(size: str, x: float, y: float) -> str:
    """Return a pyramid in the square whose upper left corner is given."""
    return f'<use href="#p{size}" x="{x:g}" y="{y:g}"/>'


def row(stock: Mapping[str, int], ink: str) -> str:
    words = ", ".join(f"{stock[size]} {NAMES[size]}" for size in SIZES)
    pieces = "".join(_pile(size, stock[size]) for size in SIZES)
    return f'<svg class="row {ink}" role="img" aria-label="{words}" viewBox="0 0 210 60">{pieces}</svg>'


def _pile(size: str, count: int) -> str:
    at, beside = _PLACES[size]
    look = "some" if count else "none"
    number = f'<text x="{beside}" y="42">{count}</text>'
    return f'<g class="{look}">{pyramid(size, at - 30, -2)}{number}</g>'
