"""Events, and the turn in which they happen: the only mutable object of the rules, and the one door for change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_args

import msgspec

from genetess_cli.rules.base import plain, square_hook
from genetess_cli.rules.dice import Dice


class Fact(msgspec.Struct, frozen=True, tag_field="kind"):
    """Something that happened: an event of a game, in the past tense and without prose."""

    def change(self, game: Any) -> Any:
        """Return the position after it."""
        return game


Game = TypeVar("Game")
Event = TypeVar("Event", bound=Fact)


def apply(game: Game, event: Fact) -> Game:
    after: Game = event.change(game)
    return after


def reader(events: Any) -> Callable[[Any], Any]:
    """Return the `event` of a ruleset with a union of events.

    An event is read by its own type alone: to read all that there are takes longer than to read a turn's few events.
    """
    types = {struct.__struct_config__.tag: struct for struct in get_args(events)}

    def event(data: Any) -> Any:
        kind = data.get("kind") if isinstance(data, dict) else None
        return msgspec.convert(data, types.get(str(kind), events), dec_hook=square_hook)

    return event


def codec(game: type[Any], events: Any) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """Return the `dump`, `load` and `event` of a ruleset whose position is one struct, with the field `settings`."""

    def dump(position: Any) -> dict[str, Any]:
        return {name: value for name, value in plain(position).items() if name != "settings"}

    def load(settings: Any, data: Any) -> Any:
        return msgspec.convert(
            {**msgspec.convert(data, dict), "settings": settings}, game, dec_hook=square_hook
        )

    return dump, load, reader(events)


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

    def emit(self, event: Event) -> None:
        """Apply an event and record it, in one step."""
        self.game = apply(self.game, event)
        self.events.append(event)
