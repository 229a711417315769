"""Events, and the turn in which they happen: the only mutable object of the rules, and the one door for change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.base import Game, Outcome
from genetess_cli.rules.dice import Dice


class Fact(msgspec.Struct, frozen=True, tag_field="kind"):
    """Something that happened: an event of a game, in the past tense and without prose."""

    def change(self, game: Any) -> Any:
        """Return the position after it."""
        return game


class Result(msgspec.Struct, frozen=True):
    """How a game ended: who won, nobody for a draw, and why."""

    winners: tuple[str, ...]
    reason: str


class Ended(Fact, frozen=True, tag="ended"):
    """The game is over; without winners it is a draw."""

    winners: tuple[str, ...]
    reason: str

    def change(self, game: Any) -> Any:
        return replace(game, result=Result(self.winners, self.reason))


Event = TypeVar("Event", bound=Fact)


def apply(game: Game, event: Fact) -> Game:
    after: Game = event.change(game)
    return after


class Turn(Generic[Game, Event]):
    """A position on its way through a turn of `seat`, and everything that has happened to it since.

    `events`, applied in order to the position that the turn began with, give `game`: so a record of events is a
    replay.
    """

    def __init__(self, game: Game, seat: str, dice: Dice) -> None:
        self.game = game
        self.seat = seat
        self.dice = dice
        self.events: list[Event] = []

    @property
    def outcome(self) -> Outcome[Game, Event]:
        return Outcome(self.game, self.events)

    def emit(self, event: Event) -> None:
        """Apply an event and record it, in one step."""
        self.game = apply(self.game, event)
        self.events.append(event)


def present(winners: tuple[str, ...], left: Collection[str]) -> tuple[str, ...]:
    return tuple(seat for seat in winners if seat not in left)
