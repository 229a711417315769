"""Repositories of every kind: subfolders, worktrees, shallow clones, odd settings, and those that are no use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.store.git.repository import Repository
from tests.store.conftest import committed, git, names
from tests.store.test_git import RED, STATE, TURN, play, take_order


def test_a_league_may_lie_in_a_subfolder(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    below = tmp_path / "my leagues" / "-é"
    (below / "games").mkdir(parents=True)
    (below / "games/a.txt").write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    with Repository.open(below) as league:
        assert names(league, "games") == ["a.txt"]
        assert play(league, {"games/a.txt": b"2\n", "games/b.txt": b"3\n"}) == []
    assert git(below, "rev-list", "--count", "HEAD", "--", "games/a.txt") == "2"
    assert (below / "games/b.txt").read_text() == "3\n"
    assert git(tmp_path, "status", "--porcelain") == ""


@pytest.mark.parametrize("setting", ["core.worktree", "include.path"])
def test_a_repository_with_settings_that_move_things_is_left_to_git_to_find(top: Path, setting: str) -> None:
    git(top, "config", setting, str(top) if setting == "core.worktree" else "elsewhere")
    with Repository.open(top / "games") as league:
        assert (league.top, league.prefix) == (top, "games/")
        assert names(league, "riot/orders") == ["red.txt"]


def test_a_folder_that_only_looks_like_a_repository_is_passed_over(top: Path) -> None:
    (top / "games/.git").mkdir()
    with Repository.open(top / "games") as league:
        assert league.top == top


def test_a_worktree_of_another_repository_works(top: Path, tmp_path: Path) -> None:
    git(top, "worktree", "add", "-q", "-b", "second", str(tmp_path / "second"))
    with Repository.open(tmp_path / "second") as league:
        assert play(league) == []
    assert git(tmp_path / "second", "status", "--porcelain") == ""
    assert git(top, "rev-list", "--count", "second") == "2"


def test_a_shallow_clone_works(league: Repository, top: Path, tmp_path: Path) -> None:
    play(league)
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{top}", "shallow")
    with Repository.open(tmp_path / "shallow") as shallow:
        assert play(shallow, {STATE: b"turn: 2\n"}) == []
    git(tmp_path / "shallow", "push", "-q", "origin", "HEAD:refs/heads/other")


def test_packed_refs_and_objects_work(top: Path) -> None:
    git(top, "gc", "-q")
    with Repository.open(top) as league:
        assert play(league) == []


@pytest.mark.parametrize("value", ["true", "input"])
def test_windows_line_ends_are_no_edit(top: Path, value: str) -> None:
    git(top, "config", "core.autocrlf", value)
    (top / STATE).write_bytes(b"turn: 0\r\n")
    (top / RED).write_bytes(b"MOVE B2 E\r\nPASS\r\n")
    with Repository.open(top) as league:
        assert take_order(league) == []
        assert committed(league, RED) == [b"PASS\n"]
    assert git(top, "status", "--porcelain") == ""


def test_a_repository_with_sha_256_works(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main", "--object-format=sha256")
    with Repository.open(tmp_path) as league:
        assert league.commit(None, {STATE: b"turn: 0\n"}, "first", 0)[1] == []
        assert play(league) == []
        assert play(league, {STATE: None}) == []
    git(tmp_path, "fsck", "--strict")
    assert git(tmp_path, "status", "--porcelain") == ""


def test_a_new_repository_gets_its_first_commit(tmp_path: Path) -> None:
    with Repository.init(tmp_path / "new") as league:
        with pytest.raises(Refused, match="no commit here yet"):
            league.tip()
        assert league.commit(None, {"genetess.yaml": b"title: T\n"}, "league", 0)[1] == []
    assert git(tmp_path / "new", "status", "--porcelain", "--branch") == "## main"


def test_a_repository_is_not_made_twice(top: Path) -> None:
    with pytest.raises(Refused, match="already"):
        Repository.init(top)


def test_without_a_branch_reading_works_and_writing_is_refused(top: Path) -> None:
    git(top, "checkout", "-q", "--detach")
    with Repository.open(top) as league:
        tip = league.tip()
        assert committed(league, STATE) == [b"turn: 0\n"]
        with pytest.raises(Refused, match="git switch main"), league.lock():
            pass
        with pytest.raises(Refused, match="git switch main"):
            league.commit(tip, TURN, "turn", 0)


def test_in_the_middle_of_a_merge_nothing_is_written(top: Path) -> None:
    git(top, "switch", "-q", "-c", "side")
    (top / STATE).write_text("turn: side\n")
    git(top, "commit", "-q", "-a", "-m", "side")
    git(top, "switch", "-q", "main")
    git(top, "merge", "-q", "--no-commit", "--no-ff", "side")
    with Repository.open(top) as league, pytest.raises(Refused, match="git merge --abort"), league.lock():
        pass


def test_in_the_middle_of_a_rebase_nothing_is_written(top: Path) -> None:
    (top / ".git/rebase-merge").mkdir()
    with Repository.open(top) as league, pytest.raises(Refused, match="rebase --abort"), league.lock():
        pass


def test_a_folder_without_git_is_told_how_to_become_a_league(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="genetess init DIR"):
        Repository.open(tmp_path)


def test_a_bare_repository_is_to_be_cloned(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare")
    with pytest.raises(Refused, match="clone it"):
        Repository.open(tmp_path / "bare")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no folder"):
        Repository.open(tmp_path / "none")


@pytest.mark.parametrize("name", ["nothing", "", "a\nb", "--all", "HEAD:games"])
def test_a_name_that_means_no_commit_is_refused(league: Repository, name: str) -> None:
    with pytest.raises(WrongUsage, match="no commit"):
        league.resolve(name)


def test_a_hook_or_monitor_of_the_repository_is_not_run(league: Repository, top: Path) -> None:
    for name in ("reference-transaction", "post-index-change", "pre-push"):
        hook = top / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {top}/ran\n")
        hook.chmod(0o755)
    git(top, "config", "core.fsmonitor", f"touch {top}/ran; false")
    play(league)
    assert not (top / "ran").exists()


def test_the_daily_way_does_not_import_gitpython(top: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from genetess_cli.store.git.repository import Repository\n"
        f"with Repository.open(Path({str(top)!r})) as league, league.lock():\n"
        "    tip = league.tip(); league.snapshot(tip).find('games/riot/state.yaml')\n"
        "    league.commit(tip, {'x': b'y'}, 'turn', 0)\n"
        "print('git' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
