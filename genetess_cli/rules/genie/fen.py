"""FEN with its seventh field read with care (ruling L7): what is wrong with it is told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess
from chess import Status

from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import INVENTORY

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
    """The board of a FEN with seven fields. Raises ValueError, in words, for any other text or position."""
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
    """What cannot be, in any position of a game. The library's check of who gives check does not know Genies."""
    status = board.status()
    yield from (words for flag, words in _WRONG.items() if status & flag)
    for name, own in (("White", board.occupied_co[chess.WHITE]), ("Black", board.occupied_co[chess.BLACK])):
        if chess.popcount(board.genies & own) > 1:
            yield f"{name} has more than one Genie"
