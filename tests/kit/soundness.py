"""What must hold of any order that was played: the rules of its game, and that its record and position are kept."""

from __future__ import annotations

from functools import reduce
from importlib import import_module

import msgspec

from genetess_cli.admin.simulate import PlayedOrder
from genetess_cli.rules import codec
from genetess_cli.rules.base import Event, Game, Order, plain
from genetess_cli.rules.ruleset import Board, Ruleset, Settings


def faults(
    rules: Ruleset[Settings, Board, Game, Order, Event],
    settings: Settings,
    played: PlayedOrder[Game, Order, Event],
) -> list[str]:
    """What is wrong: a broken rule, a record that leads elsewhere, or a position that is lost by saving."""
    after = played.outcome.game
    state = _state(after)
    wrong: list[str] = import_module(f"tests.rules.{rules.name}.soundness").flaws(
        played.before, played.outcome
    )
    recorded = msgspec.json.decode(msgspec.json.encode(plain(played.outcome.events)))
    events = [codec.event(rules, data) for data in recorded]
    if _state(reduce(rules.apply, events, played.before)) != state:
        wrong.append("the events, read back from a record, lead to another position")
    if codec.load(rules, settings, msgspec.json.decode(state)) != after:
        wrong.append("the position is another one when it is saved and read back")
    return wrong


def _state(game: object) -> bytes:
    return msgspec.json.encode(codec.dump(game))
