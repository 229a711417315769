"""What a fact is: the three kinds of audience that an event can have (ruling G43). The events are in `events.py`.

A `Public` one is for everybody, a `Private` one for its seat alone, and one `OnBoard` for those who see a square of
it; how much of it they see is decided in `sight.py`.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.game import Game, Piece, Player


def darkened(game: Game, seat: str, **fields: object) -> Game:
    """A seat without its flare and what S17 and S18 show it (rulings G6, G24, G35), and with other fields besides."""
    pieces = {square: _unmarked(piece, seat) for square, piece in game.pieces.items()}
    player: Player = replace(game.players[seat], flare="", **fields)
    return replace(game, pieces=pieces, players={**game.players, seat: player})


def _unmarked(piece: Piece, seat: str) -> Piece:
    if piece.flare and piece.owner == seat:
        piece = replace(piece, flare=False)
    if seat in piece.targeted:
        piece = replace(piece, targeted=less(piece.targeted, seat))
    if seat in piece.matched:
        piece = replace(piece, matched=less(piece.matched, seat), read=less(piece.read, seat))
    return piece


def less(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """Seats without one of them."""
    return tuple(other for other in seats if other != seat)


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all events share. `change` gives the position after it from the one before it.

    `joined`: it happens at the same instant as the event before it, and is told in the same light (ruling G43).
    """

    joined: bool = False

    def change(self, game: Game) -> Game:
        raise AssertionError(f"{type(self).__name__} does not say what it changes")


class Public(Fact, frozen=True):
    """Told to everybody, spectators too."""


class Private(Fact, frozen=True):
    """Told to one seat only."""

    seat: str


class OnBoard(Fact, frozen=True):
    """Told to those who see a square of it. `decoded_only` ones speak of codes, so only to those who see codes."""

    decoded_only: ClassVar[bool] = False

    at: Square

    def squares(self) -> tuple[Square, ...]:
        """The squares of the event."""
        return (self.at,)


Places = tuple[tuple[Square, ...], tuple[Square, ...]]
"""The square of a piece just before and just after an event; none where it is not on the board then."""


class OfPiece(OnBoard, frozen=True):
    """Something that befell `piece`, given as it was just before, on the square `at`."""

    piece: Piece

    def owners(self) -> tuple[str, ...]:
        """The seats to whom the piece was or is their own."""
        return (self.piece.owner,)

    def places(self) -> dict[str, Places]:
        """Where each piece of the event, by its field, was just before and is just after it."""
        return {"piece": ((self.at,), (self.at,))}

    def veils(self, piece: Piece) -> bool:
        """Whether only its owner can notice one of the pieces: it is phased before and after (ruling G5)."""
        return piece.phased
