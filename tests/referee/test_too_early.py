"""A time before what has happened already: a clock that is wrong, or `--now` with a slip in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import NothingDue
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


def test_no_order_is_due_then(story: Desk) -> None:
    story.writes("green", "PASS\n")
    with pytest.raises(NothingDue, match=BEFORE):
        story.records(4)
    assert story.run(5) == ["1b green: PASS (live, done)"]


def test_no_order_is_brought_then(story: Desk) -> None:
    story.refused(BEFORE, story.records, 4, "PASS")
