"""What a fact is: the three kinds of audience that an event can have (ruling G43). The events are in `events.py`.

A `Public` one is for everybody, a `Private` one for its seat alone, and one `OnBoard` for those who see a square of
it; how much of it they see is decided in `sight.py`.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.game import Game, Piece


class Fact(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all events share. `change` gives the position after it from the one before it."""

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


class OfPiece(OnBoard, frozen=True):
    """Something that befell `piece`, given as it was just before, on the square `at`."""

    piece: Piece

    def owners(self) -> tuple[str, ...]:
        """The seats to whom the piece was or is their own."""
        return (self.piece.owner,)

    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the event."""
        return (self.piece,)

    def veils(self, piece: Piece) -> bool:
        """Whether only its owner can notice one of the pieces: it is phased before and after (ruling G5)."""
        return piece.phased
