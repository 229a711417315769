"""Events, and the turn in which they happen: the only mutable object of the rules, and the one door for change."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from genetess_cli.rules.base import Ends, Game, Outcome, Told
from genetess_cli.rules.dice import Dice
from genetess_cli.values import Value


class Fact(Value, kw_only=True, tag_field="kind"):
    """Something that happened: an event of a game, in the past tense and without prose."""

    # It happens at the same instant as the event before it, and is told in the same light (ruling G43).
    joined: bool = False

    def change(self, game: Any) -> Any:
        """Return the position after it."""
        return game


class Open(Fact, Told):
    """An event that is told as it is to everybody who hears of it."""


class Result(Value):
    """How a game ended: who won, nobody for a draw, and why."""

    winners: tuple[str, ...]
    reason: str


# What several games have, and all that is said of it in the same words. A ruleset adds what an event changes.


class TurnBegan(Open, tag="turn began"):
    """A seat's turn came."""

    seat: str
    round: int


class TimedOut(Open, tag="timed out"):
    """A seat missed its deadline."""

    seat: str


class Lapsed(Told, tag="timed out"):
    """A time-out as it is told where a missed deadline and a skipped turn is not what it was."""

    seat: str
    # All order at the same time: no turn was skipped.
    together: bool = False
    # The player has left, and missed no deadline.
    left: bool = False


class Passed(Open, tag="passed"):
    """A seat chose to do nothing."""

    seat: str


class Scored(Open, tag="scored"):
    """A seat scored points."""

    seat: str
    points: int


class Eliminated(Open, tag="eliminated"):
    """A King of `seat` was taken by `by`."""

    seat: str
    by: str


class Dropped(Open, tag="dropped"):
    """A seat's player left the game; its pieces belong to nobody."""

    seat: str


class Ended(Open, tag="ended"):
    """The game is over; without winners it is a draw."""

    winners: tuple[str, ...]
    reason: str

    def change(self, game: Any) -> Any:
        return replace(
            game, result=Result(self.winners, self.reason)
        )  # a game of another package is any struct


Common = TurnBegan | TimedOut | Lapsed | Passed | Scored | Eliminated | Dropped | Ended
"""What can be told of any game."""


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


Over = TypeVar("Over", bound=Ends)


def award(
    outcome: Outcome[Over, Event],
    left: Collection[str],
    end: type[Event],
    others: Callable[[], tuple[str, ...]],
) -> Outcome[Over, Event]:
    """Take the win from the seats of `left` by its event of the kind `end`; if only they had won, `others` do."""
    game = outcome.game
    if game.result is None or set(left).isdisjoint(game.result.winners):
        return outcome
    winners = tuple(seat for seat in game.result.winners if seat not in left) or others()
    events = list(outcome.events)
    for place, event in enumerate(events):
        if isinstance(event, end):
            events[place] = event.replace(winners=winners)
            game = apply(game, events[place])
    return outcome.replace(game=game, events=events)
