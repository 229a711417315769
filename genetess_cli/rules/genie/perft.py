"""Counts of the tree of moves below a position: how the rules are held against other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chess
from chess import Move

from genetess_cli.rules.genie import reading
from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.bots import claims, moves
from genetess_cli.rules.genie.game import BLACK, PIECES, SEATS, Game
from genetess_cli.rules.genie.reading import CASTLING, MOVE_PATTERN, WORDS
from genetess_cli.rules.genie.turn import board_for


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


def offers(game: Game, seat: str) -> dict[str, Any]:
    """What a seat may order as if it were to move now; {} once the game is over.

    `moves` are squares and SAN (`e7e8q e8=Q`, of an entrance `d2d2g Gd2`), `ways` the squares between the leaps of
    double jumps, by the squares of the move. `claims` hold now. `offer` is the seat whose offer of a draw stands.
    `forms` are the regular expressions of moves, as scripts read them, and `words` what else an order can be.
    """
    if game.result or seat not in SEATS:
        return {}
    board = board_for(game, seat)
    found = list(moves(board))
    return {
        "seat": seat,
        "turned": seat == BLACK,
        "moves": [f"{move.uci()} {board.san(move)}" for move in found],
        "ways": _ways(board, found),
        "claims": list(claims(game, board)),
        "offer": game.offer or "",
        "men": PIECES,
        "forms": [form.replace("(?P<", "(?<") for form in (CASTLING, MOVE_PATTERN)],
        "words": WORDS,
    }


def _ways(board: Board, found: Sequence[Move]) -> dict[str, list[str]]:
    """The squares on which a Genie can come down in the middle of each double jump (ruling L3)."""
    return {
        move.uci(): _between(board, move)
        for move in found
        if board.genies & chess.BB_SQUARES[move.from_square]
        and not board.attacks_mask(move.from_square) & chess.BB_SQUARES[move.to_square]
    }


def _between(board: Board, move: Move) -> list[str]:
    start, end = move.from_square, move.to_square
    return [
        chess.SQUARE_NAMES[via]
        for via in reading.ways(start, end)
        if reading.fault_of(board, start, via, end) is None
    ]
