"""`--push` while others push as well, and a power cut in the middle of it, with a remote beside the league."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from genetess_cli.store.league import find
from tests.crash.faults import Fault, disturbed, genetess
from tests.kit.command import LATER, commit, git, with_clone
from tests.kit.reading import records_in
from tests.kit.verified import verified

AT = ("--push", "--now", LATER)
EXTEND = ("extend", "riot", "--by", "1h", *AT)
UNDO = ("undo", "riot", *AT)
BRANCH = ".git/refs/heads/main"


@pytest.fixture
def here(waiting: Path, tmp_path: Path) -> Path:
    """A league after a turn, with a remote; another clone of it lies beside it, in `there`."""
    shutil.copytree(waiting, tmp_path / "all")
    league = tmp_path / "all" / "league"
    assert genetess(league, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER).status == 0
    with_clone(league)
    return league


def races(league: Path, preload: Path, words: tuple[str, ...], others: Callable[[Path], None]) -> str:
    """A command that stands still as it moves the branch, while others push. How it ended."""
    met = Fault(at=1, act="stop", part=BRANCH)
    done = disturbed(league, preload, met, *words, meanwhile=lambda: others(league.parent / "there"))
    assert "Traceback" not in done.err
    return f"{done.status} {done.err}"


def push_note(there: Path) -> None:
    (there / "note.md").write_text("hi\n")
    commit(there, "a note")
    git(there, "push", "--quiet")


def pause(there: Path) -> None:
    assert genetess(there, "pause", "riot", "--open-end", *AT).status == 0


def is_synced(league: Path) -> bool:
    git(league, "fetch", "--quiet")
    return git(league, "status", "--porcelain", "--branch", "--untracked-files=no") == "## main...origin/main"


@pytest.mark.parametrize("words", [EXTEND, UNDO], ids=["extend", "undo"])
def test_what_others_push_meanwhile_is_below_it(here: Path, preload: Path, words: tuple[str, ...]) -> None:
    count = len(records_in(here))
    told = races(here, preload, words, push_note)
    assert told.startswith("0 "), told
    assert "the remote had moved; this is done again on top of it" in told
    assert len(records_in(here)) == count + 1
    assert git(here, "log", "--format=%s", "-1", "main~1") == "a note"
    assert is_synced(here)


@pytest.mark.parametrize("words", [EXTEND, UNDO], ids=["extend", "undo"])
def test_an_act_is_not_done_in_a_game_that_went_on_meanwhile(
    here: Path, preload: Path, words: tuple[str, ...]
) -> None:
    """It would be another turn that is undone, or another player's deadline."""
    told = races(here, preload, words, pause)
    assert told.startswith("1 "), told
    assert "nothing was done, because riot has moved on since you looked" in told
    assert git(here, "log", "--format=%s", "-1").startswith("riot 2a: pause")
    assert is_synced(here)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("words", [EXTEND, UNDO], ids=["extend", "undo"])
def test_a_power_cut_leaves_it_done_or_not_done(
    here: Path, preload: Path, tmp_path: Path, words: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    """What is done and not pushed is pushed by hand: a second `undo` is refused until then."""
    counted = tmp_path / "counted"
    shutil.copytree(here.parent, counted)
    calls = disturbed(counted / "league", preload, Fault(), *words).calls
    before = len(records_in(here))
    stride = 1 if request.config.getoption("--crash") else max(1, len(calls) // 6)
    for call in range(1 + stride // 2, len(calls) + 1, stride):
        league = tmp_path / str(call) / "league"
        shutil.copytree(here.parent, league.parent)
        done = disturbed(league, preload, Fault(at=call, act="kill"), *words)
        assert "Traceback" not in done.err
        for lock in league.joinpath(".git").rglob("*.lock"):
            lock.unlink()
        assert genetess(league, "resolve", "riot", "--dry-run", "--now", LATER).status in (0, 3)
        is_done = len(records_in(league)) > before
        is_pushed = git(league, "ls-remote", "origin", "main").split()[0] == git(league, "rev-parse", "main")
        if words == UNDO and is_done and not is_pushed:
            again = genetess(league, *words)
            assert (again.status, "run `git push`, then this again" in again.err) == (1, True)
        git(league, "push", "--quiet")
        assert len(records_in(league)) == before + is_done, calls[call - 1]
        assert is_synced(league), calls[call - 1]
        assert verified(find(league), "riot", []).difference is None
