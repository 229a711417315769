"""The drawing of a `PlainView`: its rows as a board of letters, and its lines beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import Any

import msgspec

from genetess_cli.rules.base import PlainView
from genetess_cli.rules.board import Square
from genetess_cli.site.board import Drawing, Seats, Table, frame
from genetess_cli.site.board.frame import Lettering, Size
from genetess_cli.site.board.layers import NO_BOARD, Board, Layer, Thing, thing

_GROUND = "#+?"
"""The signs of a row that are drawn as walls and fog; all others but `.` stand for what is on the square."""


def _draw(view: PlainView, seats: Seats) -> Board:
    lines = tuple("".join(map(_ground, row)) for row in view.rows)
    if not lines:
        return NO_BOARD
    ground = frame.ground(lines)
    drawn = {"": thing(*ground.patterns.values(), ground.shapes, ground.coordinates)}
    pieces = {str(at): _text(at, sign) for at, sign in _things(view)}
    size = Size(max(map(len, lines)), len(lines), zoom=1)
    return Board(size, (Layer(drawn),), (Layer(pieces),))


def _describe(view: PlainView, label: str) -> str:
    return f"{label}. {'; '.join(f'{at}: {sign}' for at, sign in _things(view)) or 'It is empty'}"


def _things(view: PlainView) -> Iterator[tuple[Square, str]]:
    for y, row in enumerate(view.rows):
        for x, sign in enumerate(row):
            if sign not in f"{_GROUND}. ":
                yield Square(y, x), sign


def _ground(sign: str) -> str:
    return sign if sign in _GROUND else "."


def _text(at: Square, sign: str) -> Thing:
    x, y = frame.middle(str(at))
    title = Lettering(f"<title>{at}: {escape(sign)}</title>")
    letter = f'<text x="{x}" y="{y}">{escape(sign)}</text>'  # it is the picture of the piece
    return thing("<g", frame.piece_on(str(at)), ">", title, letter, "</g>")


@lru_cache(maxsize=8192)
def overlaid(rows: tuple[str, ...]) -> str:
    """Return a row of squares as several viewers see it together, from what each sees of it."""
    return "".join(next((sign for sign in signs if sign != "?"), "?") for signs in zip(*rows, strict=True))


def _together(public: PlainView, views: Sequence[PlainView]) -> PlainView:
    rows = zip(*(view.rows for view in views), strict=True)
    return public.replace(rows=list(map(overlaid, rows)))


def _beside(view: PlainView, seats: Seats, rules: str) -> list[Table]:
    rows = {str(number): f"<tr><td>{escape(line)}</td></tr>" for number, line in enumerate(view.lines)}
    return [Table("Position", (), rows)]


def _tables(view: PlainView, seats: Seats, rules: str, replay: str) -> dict[str, Any]:
    return {"lines": view.lines}


PLAIN: Drawing[msgspec.Struct, object, PlainView, None] = Drawing(
    draw=_draw,
    describe=_describe,
    together=_together,
    panel="panel.html",
    tables=_tables,
    beside=_beside,
)
