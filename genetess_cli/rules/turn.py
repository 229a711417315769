"""One turn being played: the only mutable object of the rules, and the one door for change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from genetess_cli.rules.dice import Dice

Game = TypeVar("Game")
Event = TypeVar("Event")


class Turn(Generic[Game, Event]):
    """A position on its way through a turn, and everything that has happened to it since.

    `events`, applied in order to the position that the turn began with, give `game`: so a record of events is a
    replay.
    """

    def __init__(self, game: Game, dice: Dice, apply: Callable[[Game, Event], Game]) -> None:
        self.game = game
        self.dice = dice
        self.events: list[Event] = []
        self._apply = apply

    def emit(self, event: Event) -> None:
        """Apply an event and record it, in one step."""
        self.game = self._apply(self.game, event)
        self.events.append(event)
