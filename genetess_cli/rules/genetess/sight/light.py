"""Which squares a viewer sees, on which it reads codes, and which pieces show themselves there."""

from __future__ import annotations

from genetess_cli.rules.base import PUBLIC, REFEREE
from genetess_cli.rules.genetess.codes import body
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.values import Value


class Sight(Value):
    """Masks of the squares that a viewer sees, and of those on which it reads the codes of any piece."""

    seen: int
    decoded: int


NOTHING = Sight(0, 0)


def sight(game: Game, viewer: str) -> Sight:
    """Return what a viewer sees (rulings G3, G4, G6, G24, G35)."""
    grid = game.grid
    everything = grid.everything
    if viewer == REFEREE:
        return Sight(everything, everything)
    if viewer == PUBLIC or not game.plays(viewer):
        return NOTHING
    player = game.players[viewer]
    lights = (player.flare, player.overview)
    if "decoded" in lights:
        return Sight(everything, everything)
    seen = everything if "plain" in lights else 0
    decoded = 0
    for square, piece in game.pieces.items():
        if piece.owner == viewer and not game.is_orphan(piece):
            area = grid.area(square, body(piece.codes).radius)
            seen |= area
            if "F" in piece.codes:
                decoded |= area
        elif viewer in piece.targeted + piece.matched and shows(piece, viewer):
            seen |= grid.bits[square]
    return Sight(seen, decoded)


def shows(piece: Piece, viewer: str) -> bool:
    """Return whether a piece on a square in view shows itself: a phased one only to its owner (ruling G5)."""
    return not piece.phased or viewer in (piece.owner, REFEREE)


def reads(piece: Piece, viewer: str, decoded: int) -> bool:
    """Return whether a viewer reads a piece's codes: its own, where it decodes, and what S18 shows it (ruling G4).

    `decoded` is not 0 where the viewer decodes the square of the piece.
    """
    return bool(decoded) or viewer in (piece.owner, REFEREE) or viewer in piece.read
