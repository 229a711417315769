"""A move as it is written, found among those that a position allows (ruling L6)."""

from __future__ import annotations

from collections.abc import Sequence

import chess
from chess import Move

from genetess_cli.problems import Problem
from genetess_cli.rules.genie.board import GENIE, Board
from genetess_cli.rules.genie.jumps import fault_of
from genetess_cli.rules.genie.order import LONG, SHORT, Written
from genetess_cli.rules.genie.refusals import refusal
from genetess_cli.rules.genie.words import letter_of, listed, named


def find(board: Board, written: Written) -> Move | Problem:
    """The legal move that is meant, or why there is none."""
    untrue = _way(board, written)
    if untrue:
        return Problem("no-way", f"{written}: {untrue}.")
    found = [move for move in board.generate_legal_moves() if fits(board, written, move)]
    if not found:
        return refusal(board, written)
    if len(found) > 1:
        return _ambiguous(board, written, found)
    if written.captures and not board.is_capture(found[0]):
        message = f"{written}: nothing can be captured on {written.to}."
        return Problem("no-capture", message, hint=f"Without a capture it is {board.san(found[0])}.")
    return found[0]


def fits(board: Board, written: Written, move: Move) -> bool:
    """Whether a move can be meant by what is written."""
    if board.is_castling(move) and not written.origin:
        return written.castling == (SHORT if board.is_kingside_castling(move) else LONG)
    origin = chess.SQUARE_NAMES[move.from_square]
    if chess.SQUARE_NAMES[move.to_square] != written.to:
        return False
    if written.is_push and origin[0] != written.to[0]:
        return False
    if written.file not in ("", origin[0]) or written.rank not in ("", origin[1]):
        return False
    if move.from_square == move.to_square:
        return written.can_enter
    return written.becomes == letter_of(move.promotion) and _is_meant(board, written, move)


def _is_meant(board: Board, written: Written, move: Move) -> bool:
    """Whether it is the piece that is written; where its square is given whole, its name can be left out."""
    letter = letter_of(board.piece_type_at(move.from_square))
    return written.piece == letter or (not written.piece and (letter == "P" or bool(written.origin)))


def _way(board: Board, written: Written) -> str | None:
    """What is wrong with the way of a double jump, where all of it is written."""
    if not written.via or not written.origin:
        return "the way of a double jump needs the square where it begins" if written.via else None
    origin, via, to = map(chess.parse_square, (written.origin, written.via, written.to))
    if board.pieces_mask(GENIE, board.turn) != chess.BB_SQUARES[origin]:
        return f"your Genie is not on {written.origin}, and no other piece makes two leaps"
    return fault_of(board, origin, via, to)


def _ambiguous(board: Board, written: Written, found: Sequence[Move]) -> Problem:
    which = listed((named(board, move.from_square) for move in found), "or")
    exact = listed((board.san(move) for move in found), "or")
    return Problem("ambiguous", f"{written}: it can be {which}.", hint=f"Write {exact}.")
