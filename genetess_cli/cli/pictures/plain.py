"""A position on the terminal of a ruleset of another package: the rows and lines of its PlainView."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from genetess_cli.cli.pictures import squares
from genetess_cli.cli.pictures.squares import Picture, Shown
from genetess_cli.rules.board import Square

_WIDTH = 2


def picture(shown: Shown, seats: Mapping[str, str], console: Console) -> Picture:
    rows = shown.get("rows") or []
    columns = max(map(len, rows), default=0)

    def cell(square: Square) -> tuple[str, str]:
        sign = rows[square.row][square.column]
        return sign, "grey42" if sign in ".?" else "bold"

    above = squares.board(cell, len(rows), columns, squares.width(console, columns, _WIDTH)) if rows else ()
    return [*above], [Text(f"\n{line}") for line in shown.get("lines") or []]
