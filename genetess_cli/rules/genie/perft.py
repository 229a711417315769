"""Counts of the tree of moves below a position: how the rules are held against other programs."""

from __future__ import annotations

from genetess_cli.rules.genie.board import Board


def perft(board: Board, depth: int) -> int:
    """How many lines of so many moves there are from a position."""
    if depth < 2:
        return board.legal_moves.count() if depth else 1
    count = 0
    for move in board.generate_legal_moves():
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def divide(board: Board, depth: int) -> dict[str, int]:
    """The count below each move, by its long algebraic name, in order of the alphabet; `depth` is 1 or more."""
    counts = {}
    for move in board.generate_legal_moves():
        board.push(move)
        counts[move.uci()] = perft(board, depth - 1)
        board.pop()
    return dict(sorted(counts.items()))
