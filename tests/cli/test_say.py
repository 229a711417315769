"""`genetess say`: a ruling that everybody reads, and that changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, Unchanged, run


def test_a_ruling_is_published_and_the_clock_goes_on(started: Path) -> None:
    before = run(started, "show", "riot", "--json").json
    done = run(started, "say", "riot", "Turn 1a stands.", "--now", LATER)
    assert done.status == 0
    assert "ruled: Turn 1a stands." in done.out
    assert "ruled: Turn 1a stands." in run(started, "log", "riot").out
    after = run(started, "show", "riot", "--json").json
    assert {**after, "number": 0} == {**before, "number": 0}
    assert run(started, "verify").status == 0
    assert run(started, "undo", "riot", "--now", LATER).status == 0
    assert "undid the ruling" in run(started, "log", "riot").out


def test_a_ruling_can_come_after_the_end(started: Path) -> None:
    assert run(started, "finish", "riot", "--reason", "the season has ended", "--now", LATER).status == 0
    done = run(started, "say", "riot", "Both did well.", "--now", LATER)
    assert done.status == 0, done.err
    assert "the game is over" in done.out
    assert run(started, "verify").status == 0
    assert run(started, "build").status == 0
    assert run(started, "undo", "riot", "--now", LATER).status == 0
    assert run(started, "show", "riot", "--json").json["result"]


def test_before_the_start_the_page_has_room_for_it(founded: Path, refused: Unchanged) -> None:
    assert "`about:` in games/riot/game.yaml" in refused(founded, "say", "riot", "Be kind.").err


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001, "two\nlines", "\u202eturned"])
def test_a_ruling_is_one_line(started: Path, text: str) -> None:
    done = run(started, "say", "riot", text, "--now", LATER)
    assert done.status == 2
    assert "one line of 1 to 1000 characters" in done.err
