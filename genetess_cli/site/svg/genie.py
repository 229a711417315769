"""A board of Genie of the Lamp as SVG and the tables beside it: letters on squares, as the viewer sits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from genetess_cli.rules.genie.game import FIDE, PIECES, Settings
from genetess_cli.rules.genie.setup import opening
from genetess_cli.rules.genie.sight import GenieView, PieceView, view
from genetess_cli.site.facts import SeatFacts
from genetess_cli.site.svg import frame
from genetess_cli.site.svg.frame import CELL, EDGE

Seats = Mapping[str, SeatFacts]

PANEL = "panels/genie.html"
_FILES = "abcdefgh"
_ACROSS = 8


def board(view: GenieView, seats: Seats, label: str) -> str:
    """The board with its pieces as letters on discs, Black's side below for Black."""
    turned = view.viewer == "black"
    pieces = "".join(_piece(piece, seats[piece.owner].ink, turned) for piece in view.pieces)
    return frame.svg(_ACROSS, _ACROSS, label, f"{_ground(view.last, turned)}{pieces}")


def _corner(square: str, turned: bool) -> tuple[int, int]:
    """Where a square is drawn."""
    x, y = _FILES.index(square[0]), _ACROSS - int(square[1])
    return ((7 - x) * CELL, (7 - y) * CELL) if turned else (x * CELL, y * CELL)


def _ground(last: list[str], turned: bool) -> str:
    squares = [f"{file}{rank}" for rank in range(1, _ACROSS + 1) for file in _FILES]
    fields = "".join(_field(square, square in last, turned) for square in squares)
    return f'{fields}<g class="t">{"".join(_coordinates(turned))}</g>'


def _field(square: str, is_last: bool, turned: bool) -> str:
    x, y = _corner(square, turned)
    is_dark = (_FILES.index(square[0]) + int(square[1])) % 2
    ink = "#d9b44a" if is_last else "#8a9aa8" if is_dark else "#dfe5ea"
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{ink}"/>'


def _coordinates(turned: bool) -> Iterator[str]:
    half, gap = CELL // 2, EDGE // 2
    for number, file in enumerate(_FILES, start=1):
        x, y = _corner(f"{file}{number}", turned)
        yield f'<text x="{x + half}" y="{_ACROSS * CELL + gap}">{file}</text>'
        yield f'<text x="{-gap}" y="{y + half}">{number}</text>'


def _piece(piece: PieceView, ink: str, turned: bool) -> str:
    x, y = _corner(piece.at, turned)
    half = CELL // 2
    return (
        f'<g class="p {ink}"><title>{piece.at}: {piece.owner} {PIECES[piece.letter]}</title>'
        f'<circle cx="{x + half}" cy="{y + half}" r="{half - 3}"/>'
        f'<text x="{x + half}" y="{y + half}" font-size="14">{piece.letter}</text></g>'
    )


def blank(files: Any, seats: Seats, label: str) -> str:
    """The first position."""
    return board(view(opening(Settings(), None, ()), "white"), seats, label)


def tables(view: GenieView, seats: Seats) -> dict[str, Any]:
    """What is told beside the board: the score sheet by moves, and the kinds of pieces that each seat has lost."""
    moves = [
        {
            "number": start // 2 + 1,
            "white": view.sheet[start],
            "black": "".join(view.sheet[start + 1 : start + 2]),
        }
        for start in range(0, len(view.sheet), 2)
    ]
    captured = {seat: [PIECES[letter] for letter in letters] for seat, letters in view.captured.items()}
    return {"moves": moves, "captured": captured}


def example(view: GenieView) -> str:
    """An order that the viewer might give: an entrance on its own half."""
    return "Gd7" if view.viewer == "black" else "Gd2"


def terms(settings: Settings, seats: int) -> list[str]:
    """The settings of a game in words."""
    become = "any piece" if settings.promotion == FIDE else "a piece that is missing of a chess set"
    late = "loses the game" if settings.timeout == "forfeit" else "changes nothing: the deadline begins again"
    return [f"A pawn becomes {become}, or the Genie.", f"A missed deadline {late}."]
