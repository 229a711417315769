"""A board and its figures on the terminal: the map with starts and specials, a row for each start, the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from genetess_cli.cli.terminal import safe
from genetess_cli.rules.board import Square, column_name
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.survey import CLOSE, NEAR, Start, Survey

_GROUND = {"#": "grey50", "+": "yellow4", ".": "grey42"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST_MARK = 3
_EDGE = 4
_MOST_ROOMS = 20


def draw(board: Board, found: Survey) -> None:
    """Print a board and what was found about it."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(_counted(found)), soft_wrap=True)
    console.print()
    width = _width(board, found, console)
    marks = _marks(found, width)
    for row in _picture(board, found, marks, width):
        console.print(row, soft_wrap=True)
    console.print()
    console.print(_table(found, marks))
    for line in (*_legend(found), *_ways(found.measured, marks), *_notes(found)):
        console.print(Text(line), soft_wrap=True)
    console.print()
    for line in found.verdict:
        console.print(Text(safe(line), style="bold"), soft_wrap=True)


def _counted(found: Survey) -> str:
    size = f"{found.columns} columns, {found.rows} rows"
    return f"{size}: {found.floor} squares of floor, {found.walls} of interior wall, {found.starts} starts"


# The picture


def _width(board: Board, found: Survey, console: Console) -> int:
    """The columns of a square: enough for names and types, or one where they would not fit on the terminal."""
    words = [*(start.name for start in found.measured), *(special["type"] for special in board.specials)]
    longest = max(
        len(word) for word in (column_name(found.columns - 1), *words) if len(word) <= _LONGEST_MARK
    )
    fits = not console.is_terminal or _EDGE + found.columns * (longest + 1) <= console.width
    return longest + 1 if fits else 1


def _marks(found: Survey, width: int) -> dict[str, str]:
    """What stands for each start: its name where there is room for all of them, else a letter."""
    names = [start.name for start in found.measured]
    if all(0 < len(safe(name)) < width for name in names):
        return {name: safe(name) for name in names}
    return dict(zip(names, _LETTERS, strict=False))


def _picture(board: Board, found: Survey, marks: Mapping[str, str], width: int) -> Iterator[Text]:
    cells = {
        Square.named(special["at"]): (special["type"] if width > 1 else "*", "bold cyan")
        for special in board.specials
    }
    for start in found.measured:
        cells |= {Square.named(at): (marks[start.name], "bold red") for at in board.starts[start.name]}
    if width > 1:
        yield Text(" " * _EDGE + "".join(column_name(column).rjust(width) for column in range(found.columns)))
    for row, line in enumerate(board.map.splitlines()):
        text = Text(str(row + 1).rjust(_EDGE) + ("" if width > 1 else " "))
        for column, sign in enumerate(line):
            mark, style = cells.get(Square(row, column), (sign, _GROUND[sign]))
            text.append(mark.rjust(width), style=style)
        yield text


# The figures


def _table(found: Survey, marks: Mapping[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("start", "at", "pieces", "reaches"):
        table.add_column(heading, overflow="fold")
    for heading in ("nearest", f"open {CLOSE}", f"open {NEAR}", "special"):
        table.add_column(heading, justify="right")
    table.add_column(f"specials {found.within}", overflow="fold")
    for start in found.measured:
        mark, name = marks[start.name], safe(start.name)
        table.add_row(name if mark == name else f"{mark} {name}", *_row(start))
    return table


def _row(start: Start) -> Iterator[str]:
    reached = sum(way is not None for way in start.ways.values())
    yield start.at
    yield " ".join(start.pieces)
    yield "all" if reached == len(start.ways) else f"{reached} of {len(start.ways)}"
    yield _steps(start.nearest)
    yield from (str(start.open[str(reach)]) for reach in (CLOSE, NEAR))
    yield _steps(start.nearest_special)
    types = (type_ if count == 1 else f"{type_}×{count}" for type_, count in start.specials.items())
    yield " ".join(types) or "none"


def _legend(found: Survey) -> Sequence[str]:
    return (
        "nearest, special: steps to the nearest start, and to the nearest special",
        f"open {CLOSE}, open {NEAR}, specials {found.within}: what lies within so many steps",
    )


def _steps(way: int | None) -> str:
    return "-" if way is None else str(way)


def _ways(measured: Sequence[Start], marks: Mapping[str, str]) -> Iterator[str]:
    """The steps from every start to every other."""
    yield "\nSteps from start to start"
    figures = (_steps(way) for start in measured for way in start.ways.values())
    label = max(map(len, marks.values()))
    width = 2 + max(map(len, (*marks.values(), *figures)))
    yield " " * label + "".join(mark.rjust(width) for mark in marks.values())
    for start in measured:
        ways = ("" if other == start.name else _steps(start.ways[other]) for other in marks)
        yield (marks[start.name].rjust(label) + "".join(way.rjust(width) for way in ways)).rstrip()


def _notes(found: Survey) -> Iterator[str]:
    if found.starts > len(found.measured):
        yield f"\nMeasured are the first {len(found.measured)} starts, as many as a game can use."
    if found.rooms or found.buried:
        yield ""
    for room in found.rooms[:_MOST_ROOMS]:
        squares = "1 square" if room.squares == 1 else f"{room.squares} squares"
        there = f", with {', '.join(room.specials)}" if room.specials else ""
        yield f"Cut off from every start: the room at {room.at}, {squares}{there}."
    if len(found.rooms) > _MOST_ROOMS:
        yield f"And {len(found.rooms) - _MOST_ROOMS} rooms more; --json lists them all."
    if found.buried:
        yield f"Under interior wall until somebody digs: {', '.join(found.buried)}."
