"""Round 0 taken back with all gambles in: the next run does not draw them again before anybody could mend anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import NothingDue
from genetess_cli.turns import submit
from genetess_cli.turns.simultaneous import awaited
from tests.kit.history import verify
from tests.kit.league import League, at, small


def gambling(folder: Path) -> League:
    return small(folder).edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()


@pytest.fixture
def back(tmp_path: Path) -> League:
    """A round 0 that was drawn at hour 1 and taken back at hour 2."""
    story = gambling(tmp_path)
    story.writes("red", "GAMBLE 3E on 2nd\n").writes("green", "GAMBLE 1E on 1st\n").run(1)
    story.undo(2)
    return story


@pytest.mark.exhaustive
def test_the_same_gambles_wait(back: League) -> None:
    words = "waiting for red and green to save again what an undo put back until 2027-01-16T10:00:00Z"
    with pytest.raises(NothingDue, match=words):
        back.records(3)
    assert back.waits() == "0 red green gambling until 26"


def test_they_go_when_every_player_has_saved_again(back: League) -> None:
    back.writes("green", "GAMBLE 2E on 1st\n")
    assert back.run(3) == []
    submit.write(back.league, back.game, "red", "GAMBLE 3E on 2nd\n", at(4))
    assert back.run(4) == ["0 red: GAMBLE 3E on 2nd (live, done)", "0 green: GAMBLE 2E on 1st (live, done)"]


def test_whoever_is_awaited_includes_those_who_have_to_save_again(back: League) -> None:
    assert awaited(back.game) == ["red", "green"]


def test_they_go_when_the_deadline_has_passed(back: League) -> None:
    assert back.run(25) == []
    assert len(back.run(26)) == 2


def test_gambles_that_were_written_meanwhile_stay_behind_those_that_come_back(tmp_path: Path) -> None:
    story = gambling(tmp_path)
    story.writes("red", "GAMBLE 3E on 2nd\nPASS # for 1a\n").writes("green", "GAMBLE 1E on 1st\n").run(1)
    story.writes("red", "MOVE B2 E # another\n").commit("games/riot/orders/red.txt")
    story.undo(2)
    assert story.file("red") == "GAMBLE 3E on 2nd\nMOVE B2 E # another\n"
    assert verify(story.repository.top).status == 0
