"""What is known of a position of Genetess to try it out, and how its pieces are put."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.sight import SeatMemory, recalled
from genetess_cli.rules.ruleset import Trial

_PHASED = " phased"
_ASSUMES = (
    "What was out of sight is empty floor, codes that were not seen are A, the others have no E, and special squares "
    "do nothing."
)


def _known(game: Game, seat: str, memory: SeatMemory | None) -> Game:
    """Return what is recalled, without what specials did to pieces for others to see."""
    believed = recalled(game, seat, memory)
    pieces = {square: _as_seen(piece, seat) for square, piece in believed.pieces.items()}
    return believed.replace(pieces=pieces, round_zero=None)


def _as_seen(piece: Piece, seat: str) -> Piece:
    seen = {name: (seat,) * (seat in getattr(piece, name)) for name in ("targeted", "matched", "read")}
    return piece.replace(blocked=False, **seen)


def _pieces(game: Game) -> dict[str, str]:
    return {
        str(at): f"{piece.owner} {piece.codes}{_PHASED * piece.phased}" for at, piece in game.in_row_order()
    }


def _lay(game: Game, texts: Mapping[str, str], seat: str) -> Game:
    stood = _pieces(game)
    pieces = {}
    for at, text in texts.items():
        square = Square.named(at)
        pieces[square] = game.pieces[square] if stood.get(at) == text else _read(text)
    return game.replace(pieces=dict(sorted(pieces.items())), to_move=seat)


def _read(text: str) -> Piece:
    owner, codes = text.removesuffix(_PHASED).split()
    return Piece(owner.lower(), sequence(codes.upper()), phased=text.endswith(_PHASED))


TRIAL: Trial[Game, SeatMemory] = Trial(
    known=_known, assumes=_ASSUMES, example="red AHKT", pieces=_pieces, lay=_lay
)
