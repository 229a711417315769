"""A time before what has happened already: a clock that is wrong, or `--now` with a slip in it."""

from __future__ import annotations

from pathlib import Path
from time import time

import pytest

from genetess_cli.store.times import Time, to_time
from tests.kit.command import run
from tests.kit.history import replaced, tamper, verify
from tests.kit.league import League, small

BEFORE = "is before the game's last event"


@pytest.fixture
def story(tmp_path: Path) -> League:
    """A game in which red has moved at hour 5."""
    story = small(tmp_path).start()
    story.writes("red", "PASS\n").run(5)
    return story


@pytest.mark.parametrize("act", ["pause", "extend", "replaced", "drop", "finish", "draw"])
def test_the_gm_does_nothing_then(story: League, act: str) -> None:
    rest = {"extend": (5,), "replaced": ("red", "Rolf"), "drop": ("red",), "draw": ("red", "green")}
    story.refused(BEFORE, getattr(story, act), 4, *rest.get(act, ()))


def test_the_refusal_names_the_way_out_and_that_is_one(story: League) -> None:
    """What was done too early is taken back as of now, and from then on the desk is open."""
    story.refused("what was done then: `genetess undo riot`\\.", story.pause, 4)
    story.undo(4)
    assert story.waits() == "1a red playing until 28"
    story.pause(4.5)
    assert run(story.repository.top, "verify").status == 0
    assert run(story.repository.top, "build").status == 0


def test_the_way_out_leads_past_everything_that_was_done_too_early(story: League) -> None:
    story.writes("green", "PASS\n").run(6)
    story.refused("`genetess undo riot --to 1a`", story.pause, 4)
    story.refused("`genetess undo riot --to 1a`", story.undo, 4)
    story.undo(4, to="1a")
    story.pause(4.5)


def test_the_way_out_leads_past_what_failed_in_the_same_turn(story: League) -> None:
    story.writes("green", "MOVE A1 N\nPASS\n").run(8)
    story.refused("`genetess undo riot --to 1b`", story.undo, 6)
    story.undo(6, to="1b")
    assert story.waits() == "1b green playing until 30"


def test_an_undo_of_what_was_done_too_early_is_not_undone_then(story: League) -> None:
    """The words lead to the turn before, not to the same command again."""
    top, now = story.repository.top, "2027-01-15T13:30:00Z"
    story.writes("green", "PASS\n").run(50)
    assert "To take this undo back" not in run(top, "undo", "riot", "--now", now).out
    story.refused(
        "To go further back: `genetess undo riot --to 1a`\\. Otherwise give `--now", story.undo, 5.5
    )
    assert (
        "To take this undo back: `genetess undo riot`."
        in run(top, "undo", "riot", "--now", "2027-01-30T13:30:00Z").out
    )


def test_before_the_start_nothing_is_done(story: League) -> None:
    story.refused("give `--now 2027-01-15T13:00:00Z` or later", story.pause, -1)
    story.refused("give `--now", story.undo, -1)


def test_verify_finds_an_undo_before_what_it_goes_back_to(story: League) -> None:
    story.undo(6)
    tamper(story.repository.top, 2, "", replaced('at: ".*"', 'at: "2027-01-15T07:59:00Z"'))
    assert "at: 2027-01-15T07:59:00Z is before" in verify(story.repository.top).err


def test_a_time_far_ahead_of_the_machines_clock_is_noted(story: League) -> None:
    soon, later = (str(Time(int(time()) + ahead)) for ahead in (1800, 2 * 86_400))
    top = story.repository.top
    assert "is ahead of this machine's clock" not in run(top, "resolve", "riot", "--now", soon).err
    done = run(top, "resolve", "riot", "--now", later)
    assert f"--now {later} is ahead of this machine's clock" in done.err
    assert "ahead" not in run(top, "reminders", "--now", later).err


def test_a_pause_does_not_end_before_it_began(story: League) -> None:
    story.pause(6)
    story.refused(f"{BEFORE}, at 2027-01-15T14:00:00Z", story.resume, 5.5)


def test_orders_are_carried_out_as_if_it_were_then(story: League) -> None:
    """Nobody's order waits for a clock that is wrong, and no time runs backwards."""
    story.writes("green", "PASS\n")
    record = story.records(4)[0]
    assert (record.seat, str(record.at)) == ("green", "2027-01-15T13:00:00Z")


def test_what_the_gm_brings_is_so_too(story: League) -> None:
    assert story.records(4, "PASS")[0].at == to_time("2027-01-15T13:00:00Z")


def test_no_time_runs_backwards_behind_an_order_that_failed(story: League) -> None:
    story.writes("green", "MOVE A1 N\n").run(9)
    story.refused(f"{BEFORE}, at 2027-01-15T17:00:00Z", story.extend, 8, 5)
    assert story.writes("green", "PASS\n").records(8)[0].at == to_time("2027-01-15T17:00:00Z")
    assert run(story.repository.top, "verify", "riot").status == 0


@pytest.mark.parametrize("act", ["extend", "replaced", "drop"])
def test_no_time_runs_backwards_behind_what_the_gm_did(story: League, act: str) -> None:
    rest = {"extend": (5,), "replaced": ("red", "Rolf"), "drop": ("red",)}
    getattr(story, act)(9, *rest[act])
    story.refused(f"{BEFORE}, at 2027-01-15T17:00:00Z", story.pause, 8)


def test_a_new_turn_tells_its_beginning_alone(story: League) -> None:
    story.writes("green", "MOVE A1 N\n").run(9)
    assert story.clock.last == to_time("2027-01-15T17:00:00Z")
    story.writes("green", "PASS\n").run(10)
    assert story.clock.last is None
