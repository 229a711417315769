"""A run that stops between an order that failed and the next one: that is tried in its place by the next run (G44)."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store import league as stored
from genetess_cli.turns import referee
from tests.kit.boards import SMALL
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, HOUR, League, small
from tests.kit.verified import verified

FAILS, DRAWS = "MOVE B2 N", "RADIATE B3"


def _no_key(game_id: str, promised: str | None) -> bytes:
    raise Refused("the master key is missing")


def _cut_short(story: League, hour: int) -> None:
    """A run that commits the failed order, and stops at the first draw."""
    with pytest.raises(Refused, match="the master key"):
        referee.resolve(stored.League(story.root, _no_key), "riot", BEGIN + hour * HOUR)


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path, board=SMALL.replace("B3: AB", "B3: MAB"))


def test_a_live_queue_is_gone_on_with_at_once(story: League) -> None:
    story.start().writes("red", f"{FAILS} / {DRAWS}")
    _cut_short(story, 1)
    assert story.run(2) == ["1a red: RADIATE B3 (live, done)"]
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_a_starred_queue_too(story: League) -> None:
    story.writes("red", f"* {FAILS} / {DRAWS}").start()
    _cut_short(story, 1)
    assert story.run(2) == ["1a red: RADIATE B3 (stored, done)"]
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_what_is_left_is_live_even_where_it_says_what_was_stored(story: League) -> None:
    story.writes("red", DRAWS).start().writes("red", f"{FAILS}\n{DRAWS}")
    _cut_short(story, 1)
    assert story.run(2) == ["1a red: RADIATE B3 (live, done)"]


def test_a_file_that_is_changed_meanwhile_is_live(story: League) -> None:
    story.writes("red", f"* {FAILS} / {DRAWS}").start()
    _cut_short(story, 1)
    story.writes("red", "PASS")
    assert story.run(2) == ["1a red: PASS (live, done)"]


def test_a_cleared_file_leaves_nothing_to_be_tried(story: League) -> None:
    story.start().writes("red", f"{FAILS} / {DRAWS}")
    _cut_short(story, 1)
    story.writes("red", "")
    assert story.run(2) == []
