"""A disk that is full, broken, read-only or not the user’s: said as it is, nothing done twice, healed by a next run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.crash.faults import ALL, BROKEN, DENIED, FULL, READ_ONLY, Fault, disturbed, genetess
from tests.kit.command import LATER, git
from tests.kit.reading import records_in

TICK = ("tick", "--now", LATER)
EXTEND = ("extend", "riot", "--by", "1h", "--now", LATER)
SENTENCES = {
    FULL: "no space left on device; see that the disk has room",
    READ_ONLY: "read-only file system; see that",
    DENIED: "permission denied; see that the disk has room and that you may write there",
    BROKEN: "input/output error; see that",
}


@pytest.fixture
def league(waiting: Path, tmp_path: Path) -> Path:
    """A league of the test's own."""
    shutil.copytree(waiting, tmp_path / "own")
    return tmp_path / "own" / "league"


def _turn(league: Path) -> tuple[str, int]:
    return git(league, "rev-parse", "HEAD"), len(records_in(league))


def test_what_is_committed_is_not_denied_where_git_cannot_write_its_reflog(
    league: Path, preload: Path
) -> None:
    done = disturbed(league, preload, Fault(1, BROKEN, ALL, ".git/logs/HEAD"), *EXTEND)
    assert done.calls, "git wrote no reflog"
    assert done.status == 0
    assert (git(league, "status", "--porcelain", "games/riot/clock.yaml"), _turn(league)[1]) == ("", 2)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("error", SENTENCES)
def test_a_file_that_cannot_follow_is_an_error_and_follows_later(
    league: Path, preload: Path, error: str
) -> None:
    done = disturbed(league, preload, Fault(1, error, ALL, ".half"), *TICK)
    assert done.status == 1
    assert "cannot be written: " in done.err
    assert SENTENCES[error] in done.err
    assert "is committed; the next command finishes" in done.err
    assert "was edited" not in done.err
    assert not list(league.rglob("*.half"))
    assert genetess(league, *TICK).status in (0, 3)
    assert (git(league, "status", "--porcelain"), _turn(league)[1]) == ("", 3)


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("place", "error"),
    [
        *((".git/objects", error) for error in SENTENCES),
        (".git/genetess/pending", FULL),
        (".git/index", BROKEN),
        ("!.git/logs", READ_ONLY),
    ],
)
def test_a_git_folder_that_cannot_be_written_leaves_everything_as_it_was(
    league: Path, preload: Path, place: str, error: str
) -> None:
    before, status = _turn(league), git(league, "status", "--porcelain")
    done = disturbed(league, preload, Fault(1, error, ALL, place), *EXTEND)
    assert done.status == 1
    assert SENTENCES[error] in done.err
    assert (_turn(league), git(league, "status", "--porcelain")) == (before, status)
    assert genetess(league, *EXTEND).status == 0
    assert _turn(league)[1] == before[1] + 1


@pytest.mark.parametrize("setting", ["core.fsync", "core.fsyncObjectFiles"])
def test_git_s_settings_of_fsync_hold_for_what_is_written_here(
    league: Path, preload: Path, setting: str
) -> None:
    git(league, "config", setting, "all" if setting == "core.fsync" else "true")
    done = disturbed(league, preload, Fault(), *EXTEND)
    forced = [call for call in done.calls if call.startswith("fsync .git/objects")]
    made = [call for call in done.calls if call.startswith(("link .git/objects", "rename .git/objects"))]
    assert done.status == 0
    assert len(forced) >= len(made) > 4
