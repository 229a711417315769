"""How a game begins: the settings and seats checked, and the first position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from genetess_cli.rules.base import Fault, Outcome, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.events import Began, apply
from genetess_cli.rules.genie.game import PROMOTIONS, SEATS, Game, Settings

BOARD = None
"""There is no board.yaml: every game has the same board."""


def faults(settings: Settings, board: Any, seats: Sequence[Seat]) -> list[Fault]:
    """What is wrong with the settings and the seats."""
    return [*_settings(settings), *_seats(seats)]


def _settings(settings: Settings) -> Iterator[Fault]:
    if settings.promotion not in PROMOTIONS:
        yield Fault(("rules", "promotion"), f"expected {' or '.join(PROMOTIONS)}")


def _seats(seats: Sequence[Seat]) -> Iterator[Fault]:
    names = [seat.name for seat in seats]
    if names != list(SEATS):
        yield Fault(("players",), f"the seats of this game are {' and '.join(SEATS)}, in this order")
    for index, seat in enumerate(seats):
        if seat.start is not None:
            yield Fault(("players", index, "start"), "there are no starts in this game; take this away")
        if seat.colour != seat.name:
            yield Fault(("players", index, "colour"), "a seat's name is its colour here; take this away")


def new(settings: Settings, board: Any, seats: Sequence[Seat], dice: Dice) -> Outcome:
    """The position as White's first turn begins. The settings and seats must be without faults."""
    began = Began()
    return Outcome(apply(opening(settings, board, seats), began), [began])


def opening(settings: Settings, board: Any, seats: Sequence[Seat]) -> Game:
    """The position before anything has happened."""
    return Game(settings)
