"""What is known of a position of Genetess to try it out, and how its pieces are put."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.codes import LETTERS, body, sequence
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.order import MOST_CODES
from genetess_cli.rules.genetess.sight import SeatMemory, recalled
from genetess_cli.rules.ruleset import Trial

_PHASED = "phased"
_ASSUMES = (
    "What was out of sight is empty floor, codes that were not seen are A, the others have no E, and special squares "
    "do nothing."
)


def _known(game: Game, seat: str, memory: SeatMemory | None) -> Game:
    """Return what is recalled, without what specials did to pieces for others to see."""
    believed = recalled(game, seat, memory)
    pieces = {square: _as_seen(piece, seat) for square, piece in believed.pieces.items()}
    return replace(believed, pieces=pieces, round_zero=None)


def _as_seen(piece: Piece, seat: str) -> Piece:
    seen = {name: (seat,) * (seat in getattr(piece, name)) for name in ("targeted", "matched", "read")}
    return replace(piece, blocked=False, **seen)


def _kinds(game: Game) -> list[str]:
    return [f"{seat} {codes}" for seat in game.players for codes in ("K", "A")]


def _piece(game: Game, at: str) -> str:
    piece = game.pieces.get(_square(game, at))
    if piece is None:
        return ""
    return " ".join([piece.owner, piece.codes, *[_PHASED] * piece.phased])


def _put(game: Game, at: str, text: str) -> Game:
    square = _square(game, at)
    pieces = {other: piece for other, piece in game.pieces.items() if other != square}
    if text:
        if game.is_wall(square):
            raise ValueError(f"{square} is wall.")
        pieces[square] = _read(game, text)
    return replace(game, pieces=dict(sorted(pieces.items())))


def _square(game: Game, at: str) -> Square:
    square = Square.named(at)
    if square not in game.grid:
        raise ValueError(f"{square} is not on the board.")
    return square


def _read(game: Game, text: str) -> Piece:
    owner, codes, *more = [*text.split(), ""][:4]
    owner = owner.lower()
    codes = codes.upper()
    if owner not in game.players:
        raise ValueError(f"Write a piece as a seat and its codes, such as {next(iter(game.players))} ABK.")
    if not codes.isascii() or not set(codes) <= set(LETTERS) or len(codes) > MOST_CODES:
        raise ValueError("The codes of a piece are letters from A to Z.")
    if not body(sequence(codes)).viable:
        raise ValueError("A piece needs an A or a K to live.")
    return Piece(owner, sequence(codes), phased=_PHASED in more)


def _turned(game: Game, seat: str) -> Game:
    return replace(game, to_move=seat)


TRIAL: Trial[Game, SeatMemory] = Trial(
    known=_known, assumes=_ASSUMES, kinds=_kinds, piece=_piece, put=_put, turned=_turned
)
