"""The orders that a seat may give: every move in SAN, what can be claimed, DRAW and RESIGN; and trees of moves."""

from __future__ import annotations

from collections.abc import Iterator

import chess
from chess import Move

from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import SEATS, Game, key_of
from genetess_cli.rules.genie.reading import CLAIM, DRAW, RESIGN
from genetess_cli.rules.genie.turn import board_for, claimable

FEWEST = 7
"""Half moves without a capture or a pawn's move before any claim can hold: twice there and back, but for the last."""


def legal(game: Game, seat: str) -> list[str]:
    """Return the orders of a seat, moves first, as if it were to move now; none once the game is over."""
    if game.result or seat not in SEATS:
        return []
    board = board_for(game, seat)
    offered = [] if game.offer == seat else [DRAW]
    return [*sans(board), *claims(game, board), *offered, RESIGN]


def sans(board: Board) -> list[str]:
    return [board.san(move) for move in moves(board)]


def moves(board: Board) -> Iterator[Move]:
    """Return the legal moves; none that takes a king, which is in check where the other seat is really to move."""
    return (
        move for move in board.generate_legal_moves() if not board.kings & chess.BB_SQUARES[move.to_square]
    )


def claims(game: Game, board: Board) -> Iterator[str]:
    if board.halfmove_clock < FEWEST:
        return
    if claimable(board, game.earlier):
        yield CLAIM
    earlier = (*game.earlier, key_of(game.fen))
    for move in board.generate_legal_moves():
        if board.is_zeroing(move):
            continue
        san = board.san_and_push(move)
        if claimable(board, earlier):
            yield f"{CLAIM} {san}"
        board.pop()


# Trees of moves: how the rules are held against other programs


def perft(board: Board, depth: int) -> int:
    if depth < 2:
        return board.legal_moves.count() if depth else 1
    count = 0
    for move in board.generate_legal_moves():
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def divide(board: Board, depth: int) -> dict[str, int]:
    """Return the count below each move, by its long algebraic name, in order of the alphabet; `depth` is 1 or more."""
    counts = {}
    for move in board.generate_legal_moves():
        board.push(move)
        counts[move.uci()] = perft(board, depth - 1)
        board.pop()
    return dict(sorted(counts.items()))
