"""How the pieces of a position of Genie of the Lamp are put, to try it out."""

from __future__ import annotations

import chess
from msgspec.structs import replace

from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import BLACK, PIECES, SEATS, WHITE, Game
from genetess_cli.rules.genie.turn import board_of
from genetess_cli.rules.ruleset import Trial


def _known(game: Game, seat: str, memory: object) -> Game:
    """Return the position without its past, but for the last move: what came up before is counted from here on."""
    return replace(game, moves=" ".join(game.sheet[-1:]), earlier=())


def _kinds(game: Game) -> list[str]:
    return [f"{seat} {name}" for seat in SEATS for name in PIECES.values()]


def _piece(game: Game, at: str) -> str:
    letter = game.pieces().get(chess.SQUARE_NAMES[_square(at)], "")
    if not letter:
        return ""
    seat = WHITE if letter.isupper() else BLACK
    return f"{seat} {PIECES[letter.upper()]}"


def _put(game: Game, at: str, text: str) -> Game:
    board = board_of(game)
    board.set_piece_at(_square(at), _read(text) if text else None)
    return _after(game, board)


def _square(at: str) -> chess.Square:
    if at.lower() not in chess.SQUARE_NAMES:
        raise ValueError("The squares of the board are a1 to h8.")
    return chess.parse_square(at.lower())


def _read(text: str) -> chess.Piece:
    for letter, name in PIECES.items():
        for seat in SEATS:
            if text.lower().split() in ([seat, name.lower()], [seat, letter.lower()]):
                return chess.Piece.from_symbol(letter if seat == WHITE else letter.lower())
    raise ValueError("Write a piece as its side and its name, such as white knight.")


def _turned(game: Game, seat: str) -> Game:
    board = board_of(game)
    board.turn = seat == WHITE
    return _after(game, board)


def _after(game: Game, board: Board) -> Game:
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    return replace(game, fen=board.fen(), moves="", last=(), earlier=(), offer=None)


TRIAL: Trial[Game, object] = Trial(known=_known, kinds=_kinds, piece=_piece, put=_put, turned=_turned)
