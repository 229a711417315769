"""A DNA board as SVG and the tables beside it: a letter for the size on each square, in the ink of the colour."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import GRID, SIZES, Settings
from genetess_cli.rules.dna.sight import DnaView, PieceView
from genetess_cli.site.facts import SeatFacts, inks, marks
from genetess_cli.site.svg import frame
from genetess_cli.site.svg.frame import CELL

Seats = Mapping[str, SeatFacts]

PANEL = "panels/dna.html"
_LINES = ("." * GRID.columns,) * GRID.rows


def board(view: DnaView, seats: Seats, label: str) -> str:
    """The board with all its pieces: size and the colour's mark, so that no ink is needed to read it."""
    shown = marks(list(view.pools))
    classes = dict(zip(view.pools, inks(list(view.pools)), strict=True))
    pieces = "".join(_piece(piece, classes[piece.colour], shown[piece.colour]) for piece in view.pieces)
    return frame.svg(view.board.columns, view.board.rows, label, f"{frame.ground(_LINES)}{pieces}")


def _piece(piece: PieceView, ink: str, mark: str) -> str:
    square = Square.named(piece.at)
    x, y, half = square.column * CELL, square.row * CELL, CELL // 2
    return (
        f'<g class="p {ink}"><title>{piece.at}: {piece.size} {escape(piece.colour)}</title>'
        f'<circle cx="{x + half}" cy="{y + half}" r="{half - 2}"/>'
        f'<text x="{x + half}" y="{y + half}" font-size="11">{piece.size}{escape(mark)}</text></g>'
    )


def blank(files: Any, seats: Seats, label: str) -> str:
    """The empty board."""
    return frame.svg(GRID.columns, GRID.rows, label, frame.ground(_LINES))


def tables(view: DnaView) -> dict[str, Any]:
    """What is told beside the board: the gene pools, and the archives of all seats."""
    owners = {colour: seat for seat, colours in view.colours.items() for colour in colours}
    pools = [
        {"colour": colour, "owner": owners.get(colour), "counts": [stock[size] for size in SIZES]}
        for colour, stock in view.pools.items()
    ]
    archives = [
        {"owner": seat, "colour": colour, "counts": [stock[size] for size in SIZES]}
        for seat, archive in view.archives.items()
        for colour, stock in archive.items()
    ]
    return {"sizes": SIZES, "pools": pools, "archives": archives}


def example(view: DnaView) -> str:
    """An order that the viewer might give: a small on the first empty square."""
    taken = {piece.at for piece in view.pieces}
    free = next((str(square) for square in GRID.squares if str(square) not in taken), "A1")
    return f"PLACE S {free}"


def terms(settings: Settings) -> list[str]:
    """The settings of a game in words."""
    stash = settings.stash
    neutral = "count" if settings.neutral_counts else "do not count"
    return [
        f"Of each colour there are {stash.S} small, {stash.M} medium and {stash.L} large pieces.",
        f"The four in the centre are laid {'by lot' if settings.centre == 'drawn' else 'in seat order'}.",
        f"The gene pools of neutral colours {neutral} for the end of the game.",
    ]
