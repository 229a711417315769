"""Pictures of boards as wide as the terminal: inks, how many columns a square gets, the letters above."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from genetess_cli.rules.board import Square, column_name

INKS = {
    "red": "red", "green": "green", "blue": "bright_blue", "yellow": "yellow", "purple": "magenta",
    "orange": "dark_orange", "cyan": "cyan", "white": "black on white", "black": "bright_black", "pink": "hot_pink",
    "brown": "orange4", "grey": "grey62", "gray": "grey62",
}  # fmt: skip
"""The ink of each colour."""
Shown = Mapping[str, Any]
"""A game as `genetess show --json` has it."""
Signs = Mapping[str, str]
"""What stands for each seat or start."""
Cell = tuple[str, str]
"""What stands on a square, and its style."""
Lines = Iterator[Text]
Picture = tuple[list[Text], list[Text]]
"""The lines above and below the players."""
_LONGEST_MARK = 3
_ROWS = 4
"""Columns of the row numbers."""


def ink(colour: str) -> str:
    return f"bold {INKS.get(colour, 'default')}"


def width(console: Console, columns: int, widest: int) -> int:
    """The columns of a square: as wide as asked for where they fit or the output is no terminal, else two or one."""
    if not console.is_terminal:
        return widest
    fitting = (size for size in (widest, 2) if _ROWS + columns * size <= console.width)
    return next(fitting, 1)


def fitting(console: Console, columns: int, words: Iterable[str]) -> int:
    """Return the columns of a square in which words stand apart, except those that are too long for any."""
    lengths = [len(word) for word in words if len(word) <= _LONGEST_MARK]
    return width(console, columns, max(1, len(column_name(columns - 1)), *lengths) + 1)


def marks(names: Iterable[str], width: int) -> dict[str, str]:
    """Return what stands for each name on a board: itself where there is room for all of them, else a letter."""
    own = {name: name for name in names}
    if all(0 < len(name) < width for name in own):
        return own
    return {name: column_name(index) for index, name in enumerate(own)}


def board(cell: Callable[[Square], Cell], rows: int, columns: int, width: int) -> Lines:
    """Yield the lines of a board, columns' letters above and numbers before the rows; `cell` gives mark and style.

    Letters of columns go downwards where two do not fit beside each other.
    """
    edge = _ROWS if width > 1 else _ROWS + 1
    names = [column_name(column) for column in range(columns)]
    longest = max(map(len, names))
    if longest < max(2, width):
        yield Text(" " * edge + "".join(name.rjust(width) for name in names))
    else:
        for line in range(longest):
            yield Text(" " * edge + "".join(name.rjust(longest)[line].rjust(width) for name in names))
    for row in range(rows):
        text = Text(str(row + 1).rjust(_ROWS).ljust(edge))
        for column in range(columns):
            mark, style = cell(Square(row, column))
            text.append(mark.rjust(width), style=style)
        yield text
