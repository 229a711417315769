"""A double jump told leap by leap: what is wrong with one (ruling L3). Where one may end is in `leaps.py`."""

from __future__ import annotations

import chess
from chess import SQUARE_NAMES, Square

from genetess_cli.rules.genie.board import Board


def fault_of(board: Board, origin: Square, via: Square, to: Square) -> str | None:
    """What is wrong with two leaps from `origin` by `via`; None where they can be made."""
    if to == origin:
        return "a double jump ends on another square than it began"
    return _leap(board, origin, via) or _leap(board, via, to)


def ways(origin: Square, to: Square) -> list[Square]:
    """The squares by which two leaps lead from one square to another, whatever stands there."""
    return [via for via in chess.SQUARES if _is_leap(origin, via) and _is_leap(via, to)]


def _is_leap(start: Square, end: Square) -> bool:
    across = abs(chess.square_file(start) - chess.square_file(end))
    up = abs(chess.square_rank(start) - chess.square_rank(end))
    return {across, up} in ({0, 2}, {2})


def _leap(board: Board, start: Square, end: Square) -> str | None:
    if not _is_leap(start, end):
        return (
            f"from {SQUARE_NAMES[start]} to {SQUARE_NAMES[end]} is no leap of two squares in a straight line"
        )
    over = (start + end) // 2
    if board.piece_type_at(over) is None:
        return f"{SQUARE_NAMES[over]} is empty, and a double jump leaps over pieces alone"
    if board.piece_type_at(end) is not None:
        return f"{SQUARE_NAMES[end]} is occupied, and a double jump captures nothing"
    return None
