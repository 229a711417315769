"""A position of Genie of the Lamp on the terminal: the board as White sees it, what was captured, the score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

from genetess_cli.cli.pictures.squares import Cell, Lines, Picture, Shown, Signs

_INKS = {"white": "bold black on bright_white", "black": "bold bright_blue"}
_NOTED = "reverse"
_FILES = "abcdefgh"
_LINE = 72
_TIED = "\u00a0"


def picture(shown: Shown, seats: Signs, console: Console) -> Picture:
    """Return the board, and what belongs to it; nothing where the game's files cannot be read."""
    if not shown.get("fen"):
        return [], []
    return [*_rows(shown)], [*_state(shown), *_capture(shown), *_sheet(shown["sheet"])]


def _rows(shown: Shown) -> Lines:
    """Return White's pieces in capitals, Black's in small letters; the squares of the last move are reversed."""
    pieces = {piece["at"]: piece for piece in shown["pieces"]}
    for rank in range(8, 0, -1):
        line = Text(f"  {rank} ")
        for file in _FILES:
            square = f"{file}{rank}"
            line.append(" ").append(*_mark(pieces.get(square), square in shown["last"]))
        yield line
    yield Text("    " + "".join(f" {file}" for file in _FILES))


def _mark(piece: Mapping[str, Any] | None, is_last: bool) -> Cell:
    noted = f" {_NOTED}" if is_last else ""
    if piece is None:
        return ".", f"grey42{noted}"
    letter = piece["letter"] if piece["owner"] == "white" else piece["letter"].lower()
    return letter, f"{_INKS[piece['owner']]}{noted}"


def _state(shown: Shown) -> Lines:
    yield Text("\nWhite’s pieces are capitals, Black’s small letters; G and g are Genies.")
    if shown["sheet"]:
        number = (len(shown["sheet"]) + 1) // 2
        dots = "." if len(shown["sheet"]) % 2 else "..."
        yield Text(f"Last move: {number}{dots} {shown['sheet'][-1]}")
    if shown["check"]:
        mated = shown["sheet"][-1].endswith("#")
        what = "Checkmate: the king on {} cannot escape." if mated else "Check: the king on {} is attacked."
        yield Text(what.format(shown["check"]), style="bold")
    if shown["offer"]:
        yield Text(f"{shown['offer']} offers a draw.", style="bold")
    yield Text(f"FEN: {shown['fen']}")


def _capture(shown: Shown) -> Lines:
    for seat, letters in shown["captured"].items():
        if letters:
            shown_as = letters if seat == "white" else letters.lower()
            yield Text(f"Captured of {seat}: {' '.join(shown_as)}")


def _sheet(sans: Sequence[str]) -> Lines:
    if sans:
        yield Text("\nMoves", style="bold")
    words = [*sans]
    for index in range(0, len(sans), 2):
        words[index] = f"{index // 2 + 1}.{_TIED}{sans[index]}"
    for line in wrap(" ".join(words), _LINE):
        yield Text(f"  {line.replace(_TIED, ' ')}")
