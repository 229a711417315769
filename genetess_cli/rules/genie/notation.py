"""A move as it is written, found among those that a position allows (ruling L6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import chess
from chess import Move, Status

from genetess_cli.rules.genie.board import GENIE, Board, letter_of, piece_words
from genetess_cli.rules.genie.game import INVENTORY
from genetess_cli.rules.genie.reading import LONG, SHORT, Written, fault_of, refusal
from genetess_cli.rules.problems import Problem, join_words


def find(board: Board, written: Written) -> Move | Problem:
    untrue = _way(board, written)
    if untrue:
        return Problem("no-way", f"{written}: {untrue}.")
    moves = [move for move in board.generate_legal_moves() if fits(board, written, move)]
    if not moves:
        return refusal(board, written)
    if len(moves) > 1:
        return _ambiguous(board, written, moves)
    if written.captures and not board.is_capture(moves[0]):
        message = f"{written}: nothing can be captured on {written.to}."
        return Problem("no-capture", message, hint=f"Without a capture it is {board.san(moves[0])}.")
    return moves[0]


def fits(board: Board, written: Written, move: Move) -> bool:
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
    """Return whether it is the piece that is written; where its square is given whole, its name can be left out."""
    letter = letter_of(board.piece_type_at(move.from_square))
    return written.piece == letter or (not written.piece and (letter == "P" or bool(written.origin)))


def _way(board: Board, written: Written) -> str | None:
    if not written.via or not written.origin:
        return "the way of a double jump needs the square where it begins" if written.via else None
    origin, via, to = map(chess.parse_square, (written.origin, written.via, written.to))
    if board.pieces_mask(GENIE, board.turn) != chess.BB_SQUARES[origin]:
        return f"your Genie is not on {written.origin}, and no other piece makes two leaps"
    return fault_of(board, origin, via, to)


def _ambiguous(board: Board, written: Written, moves: Sequence[Move]) -> Problem:
    which = join_words((piece_words(board, move.from_square) for move in moves), "or")
    exact = join_words((board.san(move) for move in moves), "or")
    return Problem("ambiguous", f"{written}: it can be {which}.", hint=f"Write {exact}.")


FIELDS: Final = ("pieces", "w or b", "castling", "en passant", "half moves", "move", "Gg, G, g or -")
_WRONG: Final = {
    Status.NO_WHITE_KING: "White has no king",
    Status.NO_BLACK_KING: "Black has no king",
    Status.TOO_MANY_KINGS: "a side has more than one king",
    Status.TOO_MANY_WHITE_PAWNS: "White has more than eight pawns",
    Status.TOO_MANY_BLACK_PAWNS: "Black has more than eight pawns",
    Status.PAWNS_ON_BACKRANK: "a pawn stands on the first or the last rank",
    Status.TOO_MANY_WHITE_PIECES: "White has more than sixteen pieces",
    Status.TOO_MANY_BLACK_PIECES: "Black has more than sixteen pieces",
    Status.BAD_CASTLING_RIGHTS: "the right to castle (the third field) needs king and rook on their first squares",
    Status.INVALID_EP_SQUARE: "no pawn has just passed the square of the fourth field",
    Status.OPPOSITE_CHECK: "the king of the side that is not to move is in check",
    Status.TOO_MANY_CHECKERS: "the king to move is in check from more than two pieces",
}
"""What the library finds wrong with a position, in words."""


def read(fen: str, promotion: str = INVENTORY) -> Board:
    """Return the board of a FEN with seven fields. Raise ValueError, in words, for any other text or position."""
    fields = fen.split()
    if len(fields) != len(FIELDS):
        count = f"{len(fields)} field{'s'[: len(fields) != 1]}"
        raise ValueError(
            f"a FEN of this game has seven fields ({', '.join(FIELDS)}), and this one has {count}"
        )
    if fields[6] not in ("Gg", "G", "g", "-"):
        raise ValueError(
            f"the seventh field tells who may still enter a Genie: Gg, G, g or -, not {fields[6][:20]!r}"
        )
    try:
        board = Board(" ".join(fields), promotion=promotion)
    except ValueError as error:
        raise ValueError(str(error).split(": '")[0].replace(" fen", " FEN")) from None
    for fault in faults(board):
        raise ValueError(fault)
    return board


def faults(board: Board) -> Iterator[str]:
    """Yield what cannot be, in any position of a game. The library's check of who gives check does not know Genies."""
    status = board.status()
    yield from (words for flag, words in _WRONG.items() if status & flag)
    for name, own in (("White", board.occupied_co[chess.WHITE]), ("Black", board.occupied_co[chess.BLACK])):
        if chess.popcount(board.genies & own) > 1:
            yield f"{name} has more than one Genie"
