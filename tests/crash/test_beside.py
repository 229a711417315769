"""A person's `git commit` at any moment of a turn that is carried out: it has the whole turn or none of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from genetess_cli.store.league import find
from tests.crash.faults import Fault, disturbed, genetess
from tests.kit.command import LATER, git
from tests.kit.reading import records_in
from tests.kit.verified import verified

WORDS = ("resolve", "riot", "--now", LATER)
# Where branch, index and files change: everything else happens in files that only the program knows.
PLACES = [".git/index", "refs/heads/main", ".git/HEAD", "games/riot", ".git/genetess/pending"]


def _calls(league: Path, preload: Path) -> Sequence[str]:
    again = league.parent.with_name("counted")
    shutil.copytree(league.parent, again)
    return disturbed(again / "league", preload, Fault(), *WORDS).calls


def _moments(calls: Sequence[str]) -> list[int]:
    """The calls of the first turn that is carried out, from its note to the end of that and of the index's lock."""
    first = next(at for at, call in enumerate(calls, 1) if "genetess/pending." in call)
    end = (
        next(at for at, call in enumerate(calls, 1) if at > first and call == "unlink .git/genetess/pending")
        + 3
    )
    return [at for at in range(first - 2, end + 1) if any(place in calls[at - 1] for place in PLACES)]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("part", range(4))
def test_a_commit_by_hand_has_the_whole_turn_or_none_of_it(
    waiting: Path, preload: Path, tmp_path: Path, part: int, request: pytest.FixtureRequest
) -> None:
    league = tmp_path / "first" / "league"
    shutil.copytree(waiting, league.parent)
    (league / "README.md").write_text("mine\n")
    git(league, "add", "README.md")
    moments = _moments(_calls(league, preload))
    assert len(moments) > 20
    for moment in moments[part :: 4 if request.config.getoption("--crash") else 16]:
        here = tmp_path / str(moment) / "league"
        shutil.copytree(league.parent, here.parent)
        commits: list[subprocess.CompletedProcess[str]] = []

        def commit(here: Path = here, commits: list[subprocess.CompletedProcess[str]] = commits) -> None:
            words = ["git", "commit", "--quiet", "--message", "by hand"]
            commits.append(subprocess.run(words, cwd=here, capture_output=True, text=True, check=False))

        done = disturbed(here, preload, Fault(at=moment, act="stop"), *WORDS, meanwhile=commit)
        assert commits, f"it was not stopped: {done.err}"
        if commits[0].returncode:
            assert "index.lock" in commits[0].stderr
            commit()
        assert commits[-1].returncode == 0, commits
        assert git(here, "log", "--format=", "--name-only", "--grep=by hand") == "README.md"
        assert done.status == 0 or "run it again" in done.err
        assert genetess(here, *WORDS).status in (0, 3)
        assert git(here, "status", "--porcelain") == "", moment
        assert len(records_in(here)) == 3
        assert verified(find(here), "riot", []).difference is None


def test_an_index_that_a_killed_run_changed_is_put_back_where_its_lock_was_taken_away(
    waiting: Path, preload: Path, tmp_path: Path
) -> None:
    """As git itself advises whoever finds the lock."""
    league = tmp_path / "here" / "league"
    shutil.copytree(waiting, league.parent)
    moment = next(at for at, call in enumerate(_calls(league, preload), 1) if "refs/heads/main.lock" in call)
    disturbed(league, preload, Fault(at=moment, act="kill"), *WORDS)
    (league / ".git/index.lock").unlink()
    assert genetess(league, *WORDS).status == 0
    assert git(league, "status", "--porcelain") == ""
    assert verified(find(league), "riot", []).difference is None
