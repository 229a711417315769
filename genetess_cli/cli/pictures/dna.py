"""A DNA position on the terminal: the pieces by size and colour, the gene pools and the archives in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from genetess_cli.cli.pictures import squares
from genetess_cli.cli.pictures.squares import Cell, Lines, Picture, Shown, Signs, ink
from genetess_cli.rules.board import Square
from genetess_cli.rules.colours import marks_besides

_WIDTH = 3
_SIZES = ("S", "M", "L")


def picture(shown: Shown, seats: Signs, console: Console) -> Picture:
    """Return the board, and what lies in gene pools and archives; nothing where the game's files cannot be read."""
    if not shown.get("board"):
        return [], []
    marks = marks_besides(seats, shown["pools"])
    legend = Text("Signs: a piece’s size (S, M or L) and the letter of its colour, as below; . empty square.")
    return [*_rows(shown, marks, console), legend], [*_pools(shown, marks), *_archives(shown)]


def _rows(shown: Shown, marks: Signs, console: Console) -> Lines:
    """Return each piece as its size and the mark of its colour: `Lr`."""
    board = shown["board"]
    pieces = {piece["at"]: piece for piece in shown["pieces"]}
    width = squares.width(console, board["columns"], _WIDTH)

    def cell(square: Square) -> Cell:
        piece = pieces.get(str(square))
        if piece is None:
            return ".", "grey42"
        return f"{piece['size']}{marks[piece['colour']]}"[:width], ink(piece["colour"])

    return squares.board(cell, board["rows"], board["columns"], width)


def _pools(shown: Shown, marks: Signs) -> Lines:
    still_in = {seat for seat, player in shown["players"].items() if player["status"] == "in"}
    owners = {colour: seat for seat in still_in for colour in shown["colours"][seat]}
    yield Text("\nGene pools", style="bold")
    for colour, stock in shown["pools"].items():
        owner = owners.get(colour, "neutral")
        whose = "" if owner == colour else f" ({owner})"
        yield (
            Text(f"  {marks[colour]} ").append(colour, style=ink(colour)).append(f"{whose}: {_counts(stock)}")
        )


def _archives(shown: Shown) -> Lines:
    if shown["archives"]:
        yield Text("\nArchives", style="bold")
    for seat, archive in shown["archives"].items():
        held = "; ".join(f"{colour} {_counts(stock)}" for colour, stock in archive.items()) or "empty"
        yield Text("  ").append(seat, style=ink(seat)).append(f": {held}")


def _counts(stock: Mapping[str, int]) -> str:
    return ", ".join(f"{stock[size]} {size}" for size in _SIZES if stock[size]) or "empty"
