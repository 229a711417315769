"""How the pieces of a position of DNA are put, to try it out: from the gene pools, and back to them."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import GRID, SIZES, Game
from genetess_cli.rules.dna.setup import piece_named
from genetess_cli.rules.ruleset import Trial


def _known(game: Game, seat: str, memory: object) -> Game:
    return replace(game, last=None)


def _kinds(game: Game) -> list[str]:
    return [f"{size} {colour}" for colour, stock in game.pools.items() for size in SIZES if stock.of(size)]


def _piece(game: Game, at: str) -> str:
    piece = game.pieces.get(_square(at))
    return str(piece) if piece else ""


def _put(game: Game, at: str, text: str) -> Game:
    square = _square(at)
    pieces = dict(game.pieces)
    pools = dict(game.pools)
    if old := pieces.pop(square, None):
        pools[old.colour] = pools[old.colour].plus(old.size)
    if text:
        piece = piece_named(text, game.colours)
        if piece is None:
            raise ValueError(f"Write a piece as its size and colour, such as S {game.colours[0]}.")
        if not pools[piece.colour].of(piece.size):
            raise ValueError(f"The gene pool has no {piece} left.")
        pools[piece.colour] = pools[piece.colour].plus(piece.size, -1)
        pieces[square] = piece
    return replace(game, pieces=pieces, pools=pools)


def _square(at: str) -> Square:
    square = Square.named(at)
    if square not in GRID:
        raise ValueError(f"{square} is not on the board.")
    return square


def _turned(game: Game, seat: str) -> Game:
    return replace(game, to_move=seat)


TRIAL = Trial(known=_known, kinds=_kinds, piece=_piece, put=_put, turned=_turned)
