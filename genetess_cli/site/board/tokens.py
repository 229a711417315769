"""SHAPES: the silhouette of each seat, by which it is told without its colour too.

Drawings are around their own middle, in the units of which a square of a board has 60.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from markupsafe import Markup

from genetess_cli.site.board.frame import Lettering, middle
from genetess_cli.site.board.layers import Thing, thing

_SQUARE = "M-21.5-16.5a5 5 0 0 1 5-5h33a5 5 0 0 1 5 5v33a5 5 0 0 1-5 5h-33a5 5 0 0 1-5-5z"
_CIRCLE = "M-23.5 0a23.5 23.5 0 1 1 47 0a23.5 23.5 0 1 1-47 0z"
_HEXAGON = "M-26 0L-13.5-22H13.5L26 0 13.5 22H-13.5z"
_SHIELD = "M-22-21H22V0A22 22 0 0 1-22 0z"
_DIAMOND = "M0-28L28 0 0 28-28 0z"
SHAPES = {
    "c-red": _SQUARE,
    "c-green": _CIRCLE,
    "c-blue": _HEXAGON,
    "c-yellow": _DIAMOND,
    "c-purple": "M-22-22H4A18 18 0 0 1 22-4V22H-4A18 18 0 0 1-22 4z",
    "c-orange": "M-22 22V-1A22 22 0 0 1 22-1V22z",
    "c-cyan": _SHIELD,
    "c-pink": "M-14-23H14A9 9 0 0 0 23-14V14A9 9 0 0 0 14 23H-14A9 9 0 0 0-23 14V-14A9 9 0 0 0-14-23z",
    # More than eight seats repeat shapes, each in a colour that is far from the first one's.
    "c-white": _SQUARE,
    "c-black": _DIAMOND,
    "c-brown": _SHIELD,
    "c-grey": _HEXAGON,
}
"""The outline of each seat, as a path, by its class in the style sheet."""


def shape(ink: str, look: str, scale: float = 1) -> str:
    """Return a seat's silhouette; `look` is the class of the path, of whose size `scale` is the share."""
    size = f' transform="scale({scale:g})"' if scale != 1 else ""
    return f'<path class="{look}" d="{SHAPES[ink]}"{size}/>'


@lru_cache(maxsize=1024)
def token(ink: str, mark: str) -> Markup:
    """Return a seat as a small picture for lists: its letter on its shape in its colour. Its name stands beside it."""
    letter = f"<text>{mark}</text>" if mark.isalnum() else ""
    return Markup(
        f'<svg class="tok {ink}" viewBox="-30 -30 60 60" width="22" height="22" aria-hidden="true">'
        f"{shape(ink, 'b')}{letter}</svg>"
    )


def token_on(square: str, ink: str, mark: str, is_out: bool) -> Thing:
    """Return a seat's token on a square of a board; that of a seat that is out is grey."""
    x, y = middle(square)
    colour = "c-grey" if is_out else ink
    letter = Lettering(f"<text>{escape(mark)}</text>")
    return thing(f'<g class="tok {colour}" transform="translate({x} {y})">{shape(ink, "b")}', letter, "</g>")
