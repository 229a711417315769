"""A time before what has happened already: a clock that is wrong, or `--now` with a slip in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import run
from tests.referee.desks import Desk

BEFORE = "lies before the last thing that happened"


@pytest.fixture
def story(tmp_path: Path) -> Desk:
    """A game in which red has moved at hour 5."""
    story = Desk(tmp_path / "league").start()
    story.writes("red", "PASS\n").run(5)
    return story


@pytest.mark.parametrize("act", ["pause", "extend", "replaced", "drop", "finish", "draw", "undo"])
def test_the_gm_does_nothing_then(story: Desk, act: str) -> None:
    rest = {"extend": (5,), "replaced": ("red", "Rolf"), "drop": ("red",), "draw": ("red", "green")}
    story.refused(BEFORE, getattr(story, act), 4, *rest.get(act, ()))


def test_a_pause_does_not_end_before_it_began(story: Desk) -> None:
    story.pause(6)
    story.refused(f"{BEFORE}, at 2027-01-15T14:00:00Z", story.resume, 5.5)


def test_orders_are_carried_out_as_if_it_were_then(story: Desk) -> None:
    """Nobody's order waits for a clock that is wrong, and no time runs backwards."""
    story.writes("green", "PASS\n")
    record = story.records(4)[0]
    assert (record.seat, record.at) == ("green", "2027-01-15T13:00:00Z")


def test_what_the_gm_brings_is_so_too(story: Desk) -> None:
    assert story.records(4, "PASS")[0].at == "2027-01-15T13:00:00Z"


def test_no_time_runs_backwards_behind_an_order_that_failed(story: Desk) -> None:
    story.writes("green", "MOVE A1 N\n").run(9)
    story.refused(f"{BEFORE}, at 2027-01-15T17:00:00Z", story.extend, 8, 5)
    assert story.writes("green", "PASS\n").records(8)[0].at == "2027-01-15T17:00:00Z"
    assert run(story.repository.top, "verify", "riot").status == 0


@pytest.mark.parametrize("act", ["extend", "replaced", "drop"])
def test_no_time_runs_backwards_behind_what_the_gm_did(story: Desk, act: str) -> None:
    rest = {"extend": (5,), "replaced": ("red", "Rolf"), "drop": ("red",)}
    getattr(story, act)(9, *rest[act])
    story.refused(f"{BEFORE}, at 2027-01-15T17:00:00Z", story.pause, 8)


def test_a_new_turn_tells_its_beginning_alone(story: Desk) -> None:
    story.writes("green", "MOVE A1 N\n").run(9)
    assert story.clock.last == "2027-01-15T17:00:00Z"
    story.writes("green", "PASS\n").run(10)
    assert story.clock.last is None
