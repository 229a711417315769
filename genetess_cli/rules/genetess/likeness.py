"""Whether a board is the same from every start: turns and mirrors that leave it as it is lead from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.body import sequence
from genetess_cli.rules.genetess.plans import BOTH, Image, image
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import parameters


def same_by_image(board: Board) -> bool:
    """Whether the turns and mirrors that leave the board as it is lead from its first start to every other."""
    here = _looks(board, BOTH[0])
    same = [which for which in BOTH if _looks(board, which) == here]
    first = _squares_of(next(iter(board.starts.values())))
    reached = {_images(first, which, board) for which in same}
    return all(frozenset(_squares_of(pieces)) in reached for pieces in board.starts.values())


def _images(squares: Sequence[Square], which: Image, board: Board) -> frozenset[Square]:
    lines = board.map.splitlines()
    return frozenset(image(which, square, len(lines[0]), len(lines)) for square in squares)


def _squares_of(pieces: Mapping[str, str]) -> list[Square]:
    return [Square.named(name) for name in pieces]


def _looks(board: Board, which: Image) -> Any:
    """The board as it looks turned or mirrored: its map, its starts without their names, its specials."""
    lines = board.map.splitlines()
    columns, rows = len(lines[0]), len(lines)

    def moved(name: str) -> Square:
        return image(which, Square.named(name), columns, rows)

    starts = {
        frozenset((moved(name), sequence(codes)) for name, codes in pieces.items())
        for pieces in board.starts.values()
    }
    return (
        _map(lines, which),
        starts,
        {moved(given["at"]): _parameters(given, moved) for given in board.specials},
    )


def _map(lines: Sequence[str], which: Image) -> list[str]:
    exchanged, rows_reversed, columns_reversed = which
    rows = ["".join(row) for row in zip(*lines, strict=True)] if exchanged else list(lines)
    rows = rows[::-1] if rows_reversed else rows
    return [row[::-1] for row in rows] if columns_reversed else rows


def _parameters(given: Mapping[str, Any], moved: Callable[[str], Square]) -> Any:
    """What a special does, its squares moved; the text that players read is no part of it."""
    tidy = parameters.tidy(given)
    return given["type"], {key: _parameter(key, value, moved) for key, value in tidy.items()}


def _parameter(key: str, value: Any, moved: Callable[[str], Square]) -> Any:
    if isinstance(value, list):
        return frozenset(map(moved, value))
    return moved(value) if key == "target" else value
