"""Every turn is told to every seat as ruling G43 has it: nothing that it may not hear, and all that it must.

The two bounds are worked out in `hearing.py`, from the ruling alone.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from genetess_cli.rules import genetess
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import bots
from genetess_cli.rules.genetess.codes import plus
from genetess_cli.rules.genetess.events import Event, Fired, Taken
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order
from tests.rules.genetess.hearing import bounds
from tests.rules.genetess.strategies import crowded


def _turn(seed: int) -> tuple[Game, str, list[Event]]:
    """A position, the verb of an order that was carried out there or failed, and what happened."""
    luck = Random(seed)
    game = crowded(luck)
    seat = str(game.to_move)
    dice = Dice(lambda: seed.to_bytes(32), seed)
    order = bots.sample(game, seat, dice)
    assert isinstance(order, Order)
    able = [each for each in game.of(seat) if game.controls(seat, each[1])]
    if able and luck.random() < 0.5:
        code, verb = luck.choice([("T", "REPULSE"), ("X", "ATTRACT"), ("M", "RADIATE")])
        at, piece = luck.choice(able)
        game = replace(game, pieces={**game.pieces, at: replace(piece, codes=plus(piece.codes, code))})
        order = Order(verb, at)
    return game, order.verb, list(genetess.play(game, seat, order, dice).events)


def _check(game: Game, verb: str, events: list[Event], viewer: str) -> None:
    heard = genetess.tell(game, events, viewer)
    for bound in bounds(game, verb, events, viewer):
        is_it = bool(heard) and bound.may and bound.holds(heard[0])
        assert is_it or not bound.must, (
            f"{viewer} must hear of {bound.event}, {bound.least}; next is {heard[:1]}"
        )
        heard = heard[is_it:]
    assert not heard, f"{viewer} hears too much: {heard[0]}"


def _check_all(seeds: range) -> Counter[str]:
    """Check turns; gives how often what is hard to tell has happened."""
    happened: Counter[str] = Counter()
    for seed in seeds:
        game, verb, events = _turn(seed)
        for viewer in game.players:
            _check(game, verb, events, viewer)
        happened[verb] += 1
        happened.update(event.special for event in events if isinstance(event, Fired))
        happened["taken"] += sum(isinstance(event, Taken) for event in events)
    return happened


@pytest.mark.no_cover
def test_a_turn_is_told_as_the_ruling_has_it() -> None:
    happened = _check_all(range(300))  # ruling G43
    assert (
        min(happened[one] for one in ("taken", "REPULSE", "ATTRACT", "RADIATE", "S6", "S7", "S9", "S15")) > 0
    )


@pytest.mark.exhaustive
def test_very_many_turns_are_told_as_the_ruling_has_it() -> None:
    happened = _check_all(range(1000, 21_000))  # ruling G43
    assert (
        min(happened[one] for one in ("taken", "REPULSE", "ATTRACT", "RADIATE", "S6", "S7", "S9", "S15"))
        > 100
    )
