"""What may be hidden of an event stands in its types; what is open to all who hear of it stands here, by name."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from genetess_cli.rules.base import Told
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import Befell, Event, Overviewed, Private
from genetess_cli.rules.genetess.game import Piece
from genetess_cli.rules.genetess.sight.told import (
    GenetessTold,
    Glimpse,
    SeenCreated,
    SeenDisplaced,
    SeenOnBoard,
    SeenTaken,
    SeenWallOpened,
)
from genetess_cli.rules.turn import Lapsed, Open
from tests.house.tree import imports, modules, name

MASKED: dict[Any, Any] = {Square: str | None, Piece: Glimpse}
"""How a type is told whose values may be hidden."""
OPEN = {
    "displaced": {"by"},
    "taken": {"by"},
    "mutated": {"lost", "gained", "why"},
    "surfaced": {"bumped"},
    "converted": {"to"},
    "fired": {"special"},
    "blocked": {"ended"},
    "shifted": {"special"},
}
"""What everybody knows who hears of an event on the board at all. To add a name here is to make it so (ruling G43)."""
PUBLIC = {
    "seated": {"order"},
    "turn began": {"seat", "round"},
    "timed out": {"seat"},
    "eliminated": {"seat", "by"},
    "dropped": {"seat"},
    "scored": {"seat", "points"},
    "ended": {"winners", "survivor", "reason"},
}
"""What everybody knows, spectators too."""
TOLD_OTHERWISE = {"allotted": {"stake", "preferences", "lot", "tied"}}
"""What a seat alone is told of what everybody hears of."""


GREEN = Glimpse("green", "A")


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def _fields(kind: Any) -> set[str]:
    return {*kind.__struct_fields__} - {"joined"}


@pytest.mark.parametrize("event", get_args(Befell), ids=_tag)
def test_each_field_of_what_happens_on_the_board_is_masked_or_open_by_name(event: Any) -> None:
    told = {_tag(kind): kind for kind in get_args(SeenOnBoard)}[_tag(event)]
    given, heard = get_type_hints(event), get_type_hints(told)
    assert _fields(told) == _fields(event)
    for field in _fields(event):
        masked = MASKED.get(given[field])
        assert heard[field] == (masked or given[field])
        assert masked or field in OPEN.get(_tag(event), ()), f"{_tag(event)}: who may know {field}?"


def test_each_field_of_a_public_event_is_public_by_name() -> None:
    public = [
        event for event in get_args(Event) if issubclass(event, Open) and not issubclass(event, Private)
    ]
    assert {_tag(event): _fields(event) for event in public} == PUBLIC


def test_of_what_everybody_hears_of_some_is_its_seats_alone() -> None:
    told = {_tag(kind): _fields(kind) for kind in get_args(GenetessTold) if not issubclass(kind, Lapsed)}
    others = {_tag(event): _fields(event) for event in get_args(Event) if not issubclass(event, Told)}
    hidden = {kind: fields - told[kind] for kind, fields in others.items()}
    assert {kind: fields for kind, fields in hidden.items() if fields} == TOLD_OTHERWISE


def test_every_event_is_told_as_itself_or_as_a_class_of_its_own() -> None:
    own = {_tag(event) for event in get_args(Event) if not issubclass(event, Told)}
    made = {_tag(kind) for kind in get_args(GenetessTold) if kind not in get_args(Event)}
    assert made - {_tag(Lapsed)} == own


@pytest.mark.parametrize(
    ("told", "doer"),
    [
        (SeenDisplaced("B2", GREEN, "B3", "red"), "red"),
        (SeenTaken("B2", GREEN, "red"), "red"),
        (SeenCreated("B2", GREEN), "green"),
        (SeenCreated("B2", Glimpse(None, None)), None),
        (Overviewed("red", "plain"), "red"),
        (SeenWallOpened("B2"), None),
    ],
)
def test_whose_doing_it_was_is_known_as_far_as_it_is_told(told: Told, doer: str | None) -> None:
    assert told.doer() == doer


def test_pages_know_no_event_that_hides_anything() -> None:
    hidden = {event.__name__ for event in get_args(Event) if not issubclass(event, Told)}
    for path in modules():
        if name(path).startswith(("site.", "notices.", "cli.", "intake.")):
            known = {one for module, one in imports(path) if module.endswith("rules.genetess.events")}
            assert not known & hidden, name(path)
