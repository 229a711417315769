"""Chessmen and the Genie as SVG: each defined once a page and used wherever one stands.

The shapes are the chess library's, but for the Genie: a ring around a ring, the circle by which its inventor pictures
it. Their inks are attributes, as pages allow no styles but those of the style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from genetess_cli.rules.genie.game import WHITE
from genetess_cli.site.draw.frame import CELL

_STYLE = re.compile(r'style="fill:\s*([^;"]+);\s*stroke:\s*([^;"]+);?\s*"')
_NAMES = re.compile(r'id="[^"]*" class="[^"]*"\s*')
_GENIE = (
    '<g stroke="#000" stroke-width="1.5"><circle cx="22.5" cy="22.5" r="15" fill="{body}"/>'
    '<circle cx="22.5" cy="22.5" r="8.5" fill="none" stroke="{ring}"/>'
    '<circle cx="22.5" cy="22.5" r="3" fill="{ring}" stroke="none"/></g>'
)
_FIGURES = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "G": "◉"}
"""What stands for a piece in a line of text."""


def shapes(men: Iterable[tuple[str, str]]) -> str:
    """Return the definitions of some chessmen, each a seat and a letter; an element for each, none of them twice."""
    return "".join(shape(seat, letter) for seat, letter in sorted(set(men)))


def man(seat: str, letter: str, x: int, y: int) -> str:
    """Return a chessman in the square whose upper left corner is given."""
    return f'<use href="#{_id(seat, letter)}" x="{x}" y="{y}"/>'


def row(seat: str, letters: str) -> str:
    """Return chessmen of a seat beside each other, for those who can see it; in words they are told beside it."""
    step = CELL - 16
    men = "".join(man(seat, letter, number * step - 8, -4) for number, letter in enumerate(letters))
    width = len(letters) * step
    return (
        f'<svg class="men" aria-hidden="true" width="{width / 40:g}em" height="1.3em" viewBox="0 0 {width} 52">'
        f"{men}</svg>"
    )


def figured(san: str) -> str:
    """Return a move with figures in place of letters, as HTML; its SAN is its title, and what is read aloud."""
    figures = re.sub("[KQRBNG]", lambda match: _FIGURES[match[0]], san)
    if figures == san:
        return san
    return f'<span role="img" aria-label="{san}" title="{san}">{figures}</span>'


def figure(letter: str) -> str:
    return _FIGURES[letter]


@cache
def shape(seat: str, letter: str) -> str:
    """Return the definition of a chessman, to be put where it is used."""
    inside = _genie(seat) if letter == "G" else _library(letter if seat == WHITE else letter.lower())
    return f'<defs><g id="{_id(seat, letter)}"><g transform="scale({CELL / 45:.4g})">{inside}</g></g></defs>'


def _id(seat: str, letter: str) -> str:
    return f"{seat[0]}{letter}"


def _genie(seat: str) -> str:
    body, ring = ("#fff", "#000") if seat == WHITE else ("#000", "#fff")
    return _GENIE.format(body=body, ring=ring)


def _library(symbol: str) -> str:
    """Return a piece of the library's, without names of its own and with attributes in place of styles."""
    from chess.svg import PIECES

    return _NAMES.sub("", _STYLE.sub(r'fill="\1" stroke="\2"', PIECES[symbol]), count=1)
