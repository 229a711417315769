"""Round 0 taken back with all gambles in: the next run does not draw them again before anybody could mend anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import NothingDue
from tests.kit.league import League, small


@pytest.fixture
def back(tmp_path: Path) -> League:
    """A round 0 that was drawn at hour 1 and taken back at hour 2."""
    story = small(tmp_path).edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()
    story.writes("red", "GAMBLE 3E on 2nd\n").writes("green", "GAMBLE 1E on 1st\n").run(1)
    story.undo(2)
    return story


@pytest.mark.exhaustive
def test_the_same_gambles_wait(back: League) -> None:
    with pytest.raises(NothingDue, match="waiting for a changed file until 2027-01-16T10:00:00Z"):
        back.records(3)
    assert back.waits() == "0 red green gambling until 26"


def test_they_go_when_one_of_them_is_changed(back: League) -> None:
    back.writes("green", "GAMBLE 2E on 1st\n")
    assert back.run(3) == ["0 red: GAMBLE 3E on 2nd (stored, done)", "0 green: GAMBLE 2E on 1st (live, done)"]


def test_they_go_when_the_deadline_has_passed(back: League) -> None:
    assert back.run(25) == []
    assert len(back.run(26)) == 2


def test_without_a_deadline_a_change_is_what_they_wait_for(back: League) -> None:
    back.edit("deadline: 24h", "deadline: none")
    back.undo(4)
    back.undo(5)
    with pytest.raises(NothingDue, match="waiting for a changed file: there is no deadline"):
        back.records(6)
