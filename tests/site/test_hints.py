"""The hints of a first game: each until it was followed, as far as the seat itself was told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from genetess_cli.manual import hints
from genetess_cli.rules import RULESETS
from genetess_cli.rules.base import Told
from genetess_cli.rules.genetess import sight
from genetess_cli.rules.genetess.events import Event, Overviewed
from genetess_cli.rules.genetess.offering import alarms as alarms_in
from genetess_cli.rules.genetess.sight.told import Glimpse, SeenCreated, SeenDisplaced, SeenFired, SeenTaken
from genetess_cli.site import build
from tests.kit.command import commit
from tests.kit.league import wide
from tests.rules.genetess.cases import drawn

OWN = Glimpse("red", "A")
CREATED = SeenCreated("B3", OWN)
MOVED = SeenDisplaced("B3", OWN, "B4", "red")
FIRED = SeenFired("B4", OWN, "S1")
OVERVIEWED = Overviewed("red", "plain")
TAKEN = SeenTaken("B5", Glimpse("green", None), "red")


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ([], "created"),
        ([CREATED], "displaced"),
        ([MOVED], "created"),
        ([CREATED, MOVED], "fired"),
        ([CREATED, MOVED, FIRED], "taken"),
        ([TAKEN, MOVED, CREATED], "fired"),
        ([CREATED, MOVED, OVERVIEWED], "taken"),
    ],
)
def test_the_first_hint_is_given_that_was_not_followed(told: list[Told], kind: str) -> None:
    hint = hints.next_hint("genetess", "red", told)
    assert hint is not None
    assert kind in hint.done


def test_hints_end_once_all_were_followed_and_no_more_is_looked_at() -> None:
    told: Iterator[Told] = iter([CREATED, MOVED, FIRED, TAKEN, CREATED])
    assert hints.next_hint("genetess", "red", told) is None
    assert [*told] == [CREATED]


@pytest.mark.parametrize(("board", "title"), [("k..b", "An enemy"), ("k...b", "Your King")])
def test_an_enemy_in_sight_of_the_king_goes_first(board: str, title: str) -> None:
    game = drawn(f"before:\n    {board}...g\nk: red DDK\nb: green A\ng: green K")
    alarms = alarms_in(sight.view(game, "red"))
    hint = hints.next_hint("genetess", "red", [], alarms)
    assert hint is not None
    assert hint.title.startswith(title)


def test_what_others_do_follows_no_hint() -> None:
    told: list[Told] = [CREATED, MOVED, OVERVIEWED]
    assert hints.next_hint("genetess", "green", told) == hints.next_hint("genetess", "green", [])


def test_hints_name_events_that_there_are() -> None:
    kinds = {event.__struct_config__.tag for event in get_args(Event)}
    assert {kind for hint in hints.hints("genetess") for kind in hint.done} <= kinds
    assert [*filter(hints.hints, RULESETS)] == ["genetess"]


def test_only_a_first_game_that_is_played_here_has_hints(tmp_path: Path) -> None:
    made = wide(tmp_path).start()
    build.build(made.league, made.out, here=True)
    assert 'id="hint"' not in made.page("riot/sheet/red/index.html")
    made.folder.rename(made.folder.with_name("first"))
    commit(made.root, "another name")
    for here in (True, False):
        build.build(made.league, made.out, here=here)
        assert ('id="hint"' in made.page("first/sheet/red/index.html")) == here
