"""Positions and events as plain data for state.yaml and the records, and back: the same for all rulesets.

A field of the position with the type `dict[Square, …]` is a list in row order, each item with its square as `at`. A
value of a class with the method `named`, such as a square, is its text. Fields at their defaults are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from genetess_cli.rules.base import Event, Game, Order, plain, written_fields
from genetess_cli.rules.board import Square
from genetess_cli.rules.ruleset import Board, Ruleset, Settings


def dump(game: object) -> dict[str, Any]:
    """Return the whole position as plain data; its settings are in game.yaml."""
    assert isinstance(game, msgspec.Struct)
    kind: Any = type(game)
    placed = _placed(kind)
    fields = written_fields(game) | {name: getattr(game, name) for name in placed}
    del fields["settings"]
    return {name: _rows(value) if name in placed else plain(value) for name, value in fields.items()}


def _rows(items: Mapping[Square, Any]) -> list[dict[str, Any]]:
    return [{"at": str(square)} | plain(item) for square, item in sorted(items.items())]


def load(rules: Ruleset[Settings, Board, Game, Order, Event], settings: Settings, data: object) -> Game:
    """Return the position that `dump` gave. Raise ValueError where the data is none."""
    values: dict[str, Any] = {**msgspec.convert(data, dict), "settings": settings}
    kind: Any = rules.game
    for name in _placed(kind).intersection(values):
        items = msgspec.convert(values[name], list[dict[str, Any]])
        values[name] = {_read(Square, item.pop("at", None)): item for item in items}
        if len(values[name]) < len(items):
            raise ValueError(f"there are two {name} on one square")
    game: Game = msgspec.convert(values, kind, dec_hook=_read)
    for fault in rules.unsound(game):
        raise ValueError(fault)
    return game


def event(rules: Ruleset[Settings, Board, Game, Order, Event], data: object) -> Event:
    """Return an event from the plain data that `plain` made of it. Raise ValueError where it is none."""
    # By its own type alone: to read the types of all takes longer than to read a turn's few events.
    kind = data.get("kind") if isinstance(data, dict) else None
    read: Event = msgspec.convert(data, _kinds(rules.events).get(str(kind), rules.events), dec_hook=_read)
    return read


@cache
def _placed(game: type[msgspec.Struct]) -> frozenset[str]:
    types = {field.name: field.type for field in msgspec.structs.fields(game)}
    return frozenset(
        name for name, kind in types.items() if get_origin(kind) is dict and get_args(kind)[0] is Square
    )


@cache
def _kinds(events: object) -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(events)}


def _read(expected: type[Any], value: object) -> Any:
    if isinstance(value, expected):  # a key that `load` has read
        return value
    if isinstance(value, str) and hasattr(expected, "named"):
        return expected.named(value)
    raise ValueError(f"expected {expected.__name__}, got {value!r}")
