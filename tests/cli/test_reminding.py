"""Who is reminded by the runs of a forge, one after the other: at what time, and how long before the next one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from genetess_cli.intake.forge.untold import Untold, dated, find_new
from genetess_cli.store.forges.told import HandedOn
from genetess_cli.store.league import League
from genetess_cli.store.times import to_time
from tests.cli.test_calendar import _set
from tests.kit.command import DEADLINE, bring, git, run

HOUR = 3600


class Runs:
    """The runs of a forge on a league, each with what the ones before it handed on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told = HandedOn(at=1, reached=1)
        self.found = Untold([], [])

    def tick(self, now: str, gap: int = 0, fails: bool = False) -> list[str]:
        """Who is reminded by a run at that time; what one that `fails` found is not handed on."""
        with League(self.folder) as league:
            told = replace(self.told, gap=gap)
            self.found = find_new(league, told, to_time(now), lambda words: None)
            if (self.found.reminders or self.found.comments) and not fails:
                self.told = dated(told, to_time(now), league.snapshot.commit)
        return [f"{each.seat} {each.remind}" for each in self.found.reminders]


@pytest.fixture
def runs(started: Path) -> Runs:
    _set(started, remind="[1d, 2h]")
    git(started, "commit", "--quiet", "--all", "-m", "remind")
    return Runs(started)


def test_every_reminder_is_listed_by_one_run(runs: Runs) -> None:
    assert runs.tick("2026-11-22T23:59:00Z") == []
    assert runs.tick("2026-11-23T00:07:00Z") == ["red 1d"]
    assert runs.tick("2026-11-23T00:07:00Z") == []
    assert runs.tick("2026-11-23T00:22:00Z") == []
    assert runs.tick("2026-11-23T22:07:00Z") == ["red 2h"]
    assert runs.tick(DEADLINE) == []


def test_what_dropped_runs_would_have_listed_is_in_the_next_list_where_it_is_still_true(runs: Runs) -> None:
    assert runs.tick("2026-11-23T12:00:00Z") == ["red 1d"]
    assert runs.tick("2026-11-23T22:30:00Z") == ["red 2h"]


def test_of_several_the_last_alone_is_still_true(runs: Runs) -> None:
    assert runs.tick("2026-11-23T22:30:00Z") == ["red 2h"]
    assert runs.tick("2026-11-23T22:45:00Z") == []


def test_a_list_that_was_not_handed_on_is_made_again(runs: Runs) -> None:
    assert runs.tick("2026-11-23T00:07:00Z", fails=True) == ["red 1d"]
    assert runs.tick("2026-11-23T00:22:00Z") == ["red 1d"]
    assert runs.tick("2026-11-23T00:37:00Z") == []


def test_what_is_due_before_the_next_run_that_can_be_relied_on_is_listed_now(runs: Runs) -> None:
    assert runs.tick("2026-11-23T12:00:00Z") == ["red 1d"]
    assert runs.tick("2026-11-23T16:59:00Z", 5 * HOUR) == []
    assert runs.tick("2026-11-23T17:00:00Z", 5 * HOUR) == ["red 2h"]
    assert runs.tick("2026-11-23T17:15:00Z", 5 * HOUR) == []
    assert runs.tick("2026-11-23T22:15:00Z", 2 * HOUR) == []


def test_a_longer_gap_than_a_turn_reminds_at_once(runs: Runs) -> None:
    assert runs.tick("2026-11-21T00:07:00Z", 96 * HOUR) == ["red 2h"]
    assert runs.tick("2026-11-21T00:22:00Z", 96 * HOUR) == []


def test_a_game_that_cannot_be_read_does_not_keep_the_others_from_it(runs: Runs) -> None:
    shutil.copytree(runs.folder / "games/riot", runs.folder / "games/cave")
    (runs.folder / "games/cave/game.yaml").write_text("ruleset: [\n")
    git(runs.folder, "add", "games")
    git(runs.folder, "commit", "--quiet", "-m", "a cave")
    assert runs.tick("2026-11-23T00:07:00Z") == ["red 1d"]
    assert runs.found.broken


def test_the_next_turn_has_reminders_of_its_own(runs: Runs) -> None:
    assert runs.tick("2026-11-23T00:07:00Z") == ["red 1d"]
    bring(runs.folder, "riot", "PASS", now="2026-11-23T12:00:00Z")
    assert runs.tick("2026-11-23T12:07:00Z") == []
    assert runs.tick("2026-11-25T12:07:00Z") == ["green 1d"]
    assert runs.tick("2026-11-25T12:22:00Z") == []


def test_a_command_lists_what_is_due_before_the_next_run(started: Path) -> None:
    """Three hours before the deadline, with runs up to five hours apart, `2h` is due."""
    _set(started, remind="[2h]")
    then = "2026-11-23T21:00:00Z"
    assert "riot 1a red" in run(started, "reminders", "--since", then, "--now", then, "--gap", "5h").out
    assert "Nobody" in run(started, "reminders", "--since", then, "--now", then).out
