"""How the pieces of a position of Genie of the Lamp are laid, to try it out."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from genetess_cli.rules.genie.game import BLACK, PIECES, WHITE, Game
from genetess_cli.rules.genie.turn import board_of
from genetess_cli.rules.ruleset import Trial

_NAMES = {
    symbol: f"{seat} {name}"
    for letter, name in PIECES.items()
    for seat, symbol in ((WHITE, letter), (BLACK, letter.lower()))
}
"""By the letters of FEN."""
_SYMBOLS = {name: symbol for symbol, name in _NAMES.items()}


def _known(game: Game, seat: str, memory: object) -> Game:
    """Return the position without its past, but for the last move: what came up before is counted from here on."""
    return game.replace(moves=" ".join(game.sheet[-1:]), earlier=())


def _pieces(game: Game) -> dict[str, str]:
    return {at: _NAMES[letter] for at, letter in game.pieces().items()}


def _lay(game: Game, texts: Mapping[str, str], seat: str) -> Game:
    board = board_of(game)
    board.set_piece_map(
        {chess.parse_square(at): chess.Piece.from_symbol(_SYMBOLS[text]) for at, text in texts.items()}
    )
    board.turn = seat == WHITE
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    return game.replace(fen=board.fen(), moves="", last=(), earlier=(), offer=None)


TRIAL: Trial[Game, object] = Trial(known=_known, example="white knight", pieces=_pieces, lay=_lay)
