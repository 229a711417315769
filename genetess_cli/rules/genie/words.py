"""Words that refusals share: pieces on their squares, lists."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import BLACK, PIECES, WHITE


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words as people list them: `e4, e5 and e6`."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def letter_of(piece_type: chess.PieceType | None) -> str:
    """The capital of a kind of piece, "" for none."""
    return chess.piece_symbol(piece_type).upper() if piece_type else ""


def kind(board: Board, square: chess.Square) -> str:
    """What stands on an occupied square: `rook`."""
    return PIECES[letter_of(board.piece_type_at(square))]


def named(board: Board, square: chess.Square) -> str:
    """The piece on an occupied square: `the rook on e8`."""
    return f"the {kind(board, square)} on {chess.SQUARE_NAMES[square]}"


def all_named(board: Board, squares: chess.Bitboard) -> str:
    """Some pieces with their squares: `the rook on e8 and the Genie on e3`."""
    return listed(named(board, square) for square in chess.scan_forward(squares))


def side(color: chess.Color) -> str:
    """The seat of a side."""
    return WHITE if color else BLACK
