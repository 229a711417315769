"""Chessmen and the Genie as SVG: each defined once a page and used wherever one stands.

The shapes are the chess library's, but for the Genie: a figure with folded arms and a turban that rises out of a lamp.
Their inks are tokens of the design.
"""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

from genetess_cli.rules.genie.game import WHITE
from genetess_cli.site.board.frame import CELL
from genetess_cli.site.board.layers import Thing, thing

_INKS = {
    **dict.fromkeys(("#000", "#000000"), "var(--edge)"),
    **dict.fromkeys(("#fff", "#ffffff", "#ececec"), "var(--white)"),
}
_PLAIN = {"stroke": "var(--edge)", "stroke-width": "1.5"}
"""What the style sheet says of every man."""
_FINE_LINES = ("stroke-linecap", "stroke-linejoin")
"""Ends and corners of lines, which nobody tells apart in so small a shape."""
_FINE = re.compile(r"-?\d*\.\d\d+")
_APART = re.compile(r"[ ,]+(?=[-A-Za-z])|(?<=[A-Za-z])[ ,]+")
_LAMP = (
    '<path d="M4.5 31.2c3.2-.6 5.2.6 7.6 2.3h16.4c2.8 0 4.6-1 6.2-2.2 1-3 6.6-2.6 6.4 1.2-.2 3.2-3.6 4.6-7 4.3'
    '-1.8 2.2-4.6 3.3-7.6 3.7l1.8 2.2h-13l1.8-2.2c-6-.7-9.6-4-12.6-9.3z" class="lamp"/>'
    '<path d="M36.9 33.5c.8-1.6 2.5-1.2 2.3.1-.2 1.1-1.7 1.6-3.3 1.5" fill="none"/>'
)
_SMOKE = (
    "M18.6 33.6c-1.9-3.1 2.3-3.7 2-6.2-.3-2-3.5-3-6-5.2-1.9-1.6-3-3.3-2.6-5.3.5-2.4 3.3-3.3 6.3-3.5h8.4"
    "c3 .2 5.8 1.1 6.3 3.5.4 2-.7 3.7-2.6 5.3-2 1.8-3.3 3.6-4.3 5.5-.9 1.8.2 3.3.4 5.9z"
)
_ARMS_AND_TURBAN = (
    "M11.9 17c-2 2.8-.4 5.9 4.1 6.1 4 .1 8-1 11.7-2.5 1.5-.7.8-2.6-.9-2.3-3 .6-6 1-8.5.9"
    "M33.1 17c2 2.8.4 5.9-4.1 6.1-4 .1-8-1-11.7-2.5-1.5-.7-.8-2.6.9-2.3 3 .6 6 1 8.5.9"
    "M22.5 14.7c-2.9 0-4.6-2.2-4.6-4.9h9.2c0 2.7-1.7 4.9-4.6 4.9z"
    "M16.7 9.6c-.8-3.3 2.3-5.9 5.8-5.9s6.6 2.6 5.8 5.9c-3.7 1.3-7.9 1.3-11.6 0z"
)
_JEWEL = "M22.5 9.2l-1.7-2.1 1.7-2.6 1.7 2.6zM22.5 3.7c-.4-.9-.1-1.7.8-2.3"
FIGURES = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "G": "◉"}
"""What stands for a piece in a line of text."""


def man(seat: str, letter: str, x: int, y: int) -> str:
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
    figures = re.sub("[KQRBNG]", lambda match: FIGURES[match[0]], san)
    if figures == san:
        return san
    return f'<span role="img" aria-label="{san}" title="{san}">{figures}</span>'


@cache
def shape(seat: str, letter: str) -> Thing:
    if letter == "G":
        fill, inside = _genie(seat)
    else:
        symbol = letter if seat == WHITE else letter.lower()
        fill, inside = _library(symbol)
    place = 'transform="translate(2 1) scale(1.245)"'
    return thing(f'<defs><g id="{_id(seat, letter)}" class="man" {fill} {place}>{inside}</g></defs>')


def _id(seat: str, letter: str) -> str:
    return f"{seat[0]}{letter}"


def _genie(seat: str) -> tuple[str, str]:
    body, line = ("--white", "--edge") if seat == WHITE else ("--edge", "--white")
    return f'fill="var({body})"', (
        f'{_LAMP}<path d="{_SMOKE}"/><path d="{_ARMS_AND_TURBAN}" stroke="var({line})"/>'
        f'<path d="{_JEWEL}" class="lamp" stroke="var({line})" stroke-width="1.1"/>'
    )


def _library(symbol: str) -> tuple[str, str]:
    """Return the fill of a piece of the library's and what is in it, in our inks."""
    from chess.svg import PIECES

    man = ElementTree.fromstring(PIECES[symbol])
    ink = _looks(man).get("fill")
    fill = f'fill="{ink}"' if ink else ""
    return fill, "".join(map(_drawn, man))


def _drawn(shape: ElementTree.Element) -> str:
    looks = "".join(f' {name}="{value}"' for name, value in _looks(shape).items())
    inside = "".join(map(_drawn, shape))
    if not inside:
        return f"<{shape.tag}{looks}/>"
    return f"<{shape.tag}{looks}>{inside}</{shape.tag}>"


def _looks(shape: ElementTree.Element) -> dict[str, str]:
    """Return the attributes of a shape of the library's that a man of ours needs."""
    looks: dict[str, str] = {}
    for name, value in shape.attrib.items():
        if name == "style":
            looks |= _declared(value)
        elif name == "d":
            looks["d"] = _rounded(value)
        else:
            looks[name] = _INKS.get(value, value)
    return {
        name: value for name, value in looks.items() if name not in _FINE_LINES and _PLAIN.get(name) != value
    }


def _declared(style: str) -> dict[str, str]:
    """Return what a style declares, such as `fill:#ffffff; stroke:#000000;`."""
    pairs = [each.split(":") for each in style.split(";") if each.strip()]
    return {name.strip(): _INKS.get(value.strip(), value.strip()) for name, value in pairs}


def _rounded(outline: str) -> str:
    return _APART.sub("", _FINE.sub(lambda number: f" {float(number[0]):.1f}", outline))
