"""Boards in small, for cards: the drawing of a board without what only a large one can show.

Names of squares, words and titles go; whoever cannot see the picture is told in the card what is on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from genetess_cli.rules.board import Square
from genetess_cli.site.draw.frame import CELL
from genetess_cli.site.draw.tokens import shape

_UNSEEN = re.compile(r'<title>[^<]*</title>| data-[a-z]+="[^"]*"')
_WORDS = re.compile(r"<text\b[^>]*>[^<]*</text>")
_HEAD = re.compile(r'<svg [^>]*viewBox="([^"]+)">')
_EMPTY = re.compile(r"<g\b[^>]*></g>")
_DEFINED = re.compile(r"<defs>.*?</defs>", re.DOTALL)


def crop(board: str) -> tuple[str, float, float]:
    """Return what is inside a drawing of a board, and its width and height without the edge of coordinates."""
    head = _HEAD.match(board)
    assert head, board[:100]
    x, y, width, height = map(float, head[1].split())
    return board[head.end() :].removesuffix("</svg>"), width + 2 * x, height + 2 * y


def token_on(square: str, ink: str, mark: str, is_out: bool) -> str:
    """Return a seat's token on a square of a board; that of a seat that is out is grey."""
    at = Square.named(square)
    middle = f"{at.column * CELL + CELL // 2} {at.row * CELL + CELL // 2}"
    look = f"tok {'c-grey' if is_out else ink}"
    return (
        f'<g class="{look}" transform="translate({middle})">{shape(ink, "b")}<text>{escape(mark)}</text></g>'
    )


def thumbnail(board: str, has_pictures: bool = True) -> str:
    """Return a board in small; on one without pictures the pieces are words, and stay."""
    if not board:
        return ""
    inside, width, height = crop(board)
    inside = _UNSEEN.sub("", inside)
    inside = _EMPTY.sub("", _WORDS.sub("", inside) if has_pictures else inside)
    return f'<svg class="board" aria-hidden="true" viewBox="0 0 {width:g} {height:g}">{inside}</svg>'


def share_definitions(drawings: Iterable[str]) -> tuple[str, list[str]]:
    """Return what several drawings define, once, and the drawings without: one page may define a name but once."""
    texts = [*drawings]
    defined = dict.fromkeys(part for text in texts for part in _DEFINED.findall(text))
    return "".join(defined), [_DEFINED.sub("", text) for text in texts]
