"""A board and its figures on the terminal: the map with starts and specials, a row for each start, the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from genetess_cli.cli.pictures import squares
from genetess_cli.cli.terminal import safe
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.boards.fairness import CLOSE, NEAR, BoardSurvey, StartSurvey
from genetess_cli.rules.genetess.setup import Board

_GROUND = {"#": "grey50", "+": "yellow4", ".": "grey42"}


def draw(board: Board, survey: BoardSurvey) -> None:
    console, marks = show(board, survey)
    _print_figures(console, survey, marks)
    for line in (*_specials(survey), *_notes(survey)):
        _say(console, line)
    console.print()
    for line in survey.verdict:
        _say(console, safe(line), style="bold")


def show(board: Board, survey: BoardSurvey) -> tuple[Console, Mapping[str, str]]:
    """Draw a board; gives where it is drawn, and what stands for each start."""
    console = Console(highlight=False, markup=False, emoji=False)
    size = f"{survey.columns} columns, {survey.rows} rows"
    areas = f"{survey.floor} squares of floor, {survey.walls} of interior wall"
    _say(console, f"{size}: {areas}, {survey.starts} starts")
    console.print()
    names = [safe(start.name) for start in survey.measured]
    width = squares.fitting(console, survey.columns, [*names, *(special.type for special in survey.specials)])
    marks = squares.marks(names, width)
    for row in _picture(board, survey, marks, width):
        console.print(row, soft_wrap=True)
    console.print()
    return console, marks


def _say(console: Console, line: str, style: str = "") -> None:
    """Print a sentence, on a terminal wrapped between words."""
    console.print(Text(line, style=style), soft_wrap=not console.is_terminal)


# The picture


def _picture(board: Board, survey: BoardSurvey, marks: Mapping[str, str], width: int) -> squares.Lines:
    cells = {}
    for special in survey.specials:
        sign = special.type if len(special.type) < width else "*"
        cells[Square.named(special.at)] = (sign, "bold cyan")
    for start in survey.measured:
        cells |= {Square.named(at): (marks[safe(start.name)], "bold red") for at in board.starts[start.name]}
    lines = board.map.splitlines()

    def cell(square: Square) -> squares.Cell:
        sign = lines[square.row][square.column]
        return cells.get(square, (sign, _GROUND[sign]))

    return squares.board(cell, len(lines), survey.columns, width)


# The figures


def _print_figures(console: Console, survey: BoardSurvey, marks: Mapping[str, str]) -> None:
    headings = (
        "start", "at", "pieces", "reaches", "nearest", f"open {CLOSE}", f"open {NEAR}", "special",
        f"specials {NEAR}",
    )  # fmt: skip
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        justify: JustifyMethod = "right" if heading in headings[4:-1] else "left"
        table.add_column(heading, overflow="fold", min_width=len(heading), justify=justify)
    for start in survey.measured:
        own = dict.fromkeys((marks[safe(start.name)], safe(start.name)))
        table.add_row(" ".join(own), *_row(start))
    console.print(table, soft_wrap=True)
    _say(console, "nearest, special: steps to the nearest start, and to the nearest special")
    within = f"open {CLOSE}, open {NEAR}, specials {NEAR}"
    _say(console, f"{within}: what is within so many steps")


def _row(start: StartSurvey) -> Iterator[str]:
    reached = sum(way is not None for way in start.ways.values())
    yield start.at
    yield " ".join(start.pieces)
    if reached == len(start.ways):
        yield "all"
    else:
        yield f"{reached} of {len(start.ways)}"
    yield _steps(start.nearest)
    yield from (str(start.open[str(reach)]) for reach in (CLOSE, NEAR))
    yield _steps(start.nearest_special)
    types = (f"{type_}×{count}".removesuffix("×1") for type_, count in start.specials.items())
    yield " ".join(types) or "none"


def _steps(way: int | None) -> str:
    return "-" if way is None else str(way)


def _specials(survey: BoardSurvey) -> Iterator[str]:
    """Return what players read at the specials, those of one type and text together."""
    squares_of: dict[tuple[str, str], list[str]] = {}
    for special in sorted(survey.specials, key=lambda special: int(special.type[1:])):
        squares_of.setdefault((special.type, special.text), []).append(special.at)
    if squares_of:
        yield "\nSpecials"
    for (type_, text), at in squares_of.items():
        yield f"{type_} on {', '.join(at)}: {safe(text)}"


def _notes(survey: BoardSurvey) -> Iterator[str]:
    if survey.starts > len(survey.measured):
        yield f"\nOnly the first {len(survey.measured)} starts are measured, as many as a game can use."
    if survey.rooms or survey.buried:
        yield ""
    for room in survey.rooms:
        squares = "1 square" if room.squares == 1 else f"{room.squares} squares"
        specials = f", with {', '.join(room.specials)}" if room.specials else ""
        yield f"Cut off from every start: the room at {room.at}, {squares}{specials}."
    if survey.buried:
        yield f"Under interior wall until somebody digs: {', '.join(survey.buried)}."
