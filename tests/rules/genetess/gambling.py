"""A small game in round 0 and its players' files: what the tests of round 0 share. Nothing here judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Muster, Outcome, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Allotted, Event
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.orders import entries
from tests.rules.genetess.cases import Loaded

STARTS = {"K1": {"A1": "k"}, "K2": {"C1": "K", "C2": "ba"}, "K3": {"E1": "K"}, "K4": {"G1": "K"}}
SEATS = ("p1", "p2", "p3")
Answers = Mapping[str, str]


def new(*gamble: str, seats: tuple[str, ...] = SEATS, specials: Sequence[dict[str, Any]] = ()) -> Game:
    starts = [None] * len(seats) if "start" in gamble else list(STARTS)
    placed = [Seat(name, name, start) for name, start in zip(seats, starts, strict=False)]
    rules, board = Settings(gamble=gamble), Board("........\n" * 3, STARTS, list(specials))
    assert genetess.faults(rules, board, placed) == []
    outcome = genetess.new(rules, board, placed, Loaded([]))
    assert outcome.events == []
    game = outcome.game
    assert isinstance(game, Game)
    return game


def muster(game: Game, text: str, seat: str = "p1") -> Muster[Gambles]:
    return genetess.muster(game, seat, entries(text))


def play_all(game: Game, answers: Answers, dice: Dice) -> list[Outcome[Game, Event]]:
    """Every seat's file in turn; a seat that is not in is timed out."""
    outcomes = []
    for seat in game.awaited:
        order = muster(game, answers.get(seat, ""), seat).order
        outcomes.append(genetess.play(game, seat, order, dice))
        assert outcomes[-1].problem is None
        game = outcomes[-1].game
    return outcomes


def allotted(game: Game, answers: Answers, numbers: list[int]) -> dict[str, str]:
    """What each seat got of each kind, by the draws given: `p1 K2` and so on."""
    dice = Loaded(numbers)
    last = play_all(game, answers, dice)[-1]
    assert not dice.numbers
    return {
        f"{event.seat} {event.prize}": f"{event.got}{' by lot' if event.lot else ''}"
        for event in last.events
        if isinstance(event, Allotted)
    }
