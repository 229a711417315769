"""One commit a turn, whole or not at all, and nothing that a user has in hand is lost.

Real repositories, real git. Several writers at once, kills and the remote are in the files beside this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.errors import Busy, Refused, WrongUsage
from genetess_cli.store.git import Repository
from tests.store.conftest import git

STATE = "games/riot/state.yaml"
RED = "games/riot/orders/red.txt"
RECORD = "games/riot/turns/00xx/0001-1.yaml"
TURN = {STATE: b"turn: 1\n", RECORD: b"number: 1\n"}


def play(league: Repository, changes: dict[str, bytes | None] | None = None) -> list[str]:
    """A turn as `resolve` makes one; the paths that could not follow."""
    with league.lock():
        tip = league.tip()
        made = league.commit(tip, changes or TURN, "riot 1 red: PASS\n\nGenetess-Turn: 1\n", 1_700_000_000)
        return league.refresh(tip, made)


def test_a_turn_is_one_commit_and_leaves_a_clean_work_tree(league: Repository, top: Path) -> None:
    assert play(league) == []
    assert (git(top, "status", "--porcelain"), git(top, "rev-list", "--count", "HEAD")) == ("", "2")
    assert (top / STATE).read_bytes() == b"turn: 1\n"
    git(top, "fsck", "--strict")


def test_a_commit_carries_its_message_its_time_and_the_users_name(top: Path) -> None:
    git(top, "config", "user.name", "Ursula <Ü>")
    with Repository.open(top) as league:
        play(league)
    shown = git(top, "log", "-1", "--format=%an|%ae|%ad|%cd|%B", "--date=iso")
    time = "2023-11-14 22:13:20 +0000"
    assert shown == f"Ursula Ü|test@example.org|{time}|{time}|riot 1 red: PASS\n\nGenetess-Turn: 1"


def test_without_a_name_the_program_signs(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with Repository.open(top) as league:
        play(league)
    assert git(top, "log", "-1", "--format=%an <%ae>") == "genetess <genetess@localhost>"


def test_the_environments_name_counts_first(
    league: Repository, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Robot")
    play(league)
    assert git(top, "log", "-1", "--format=%an %cn") == "Robot Test"


def test_reading_gives_bytes_and_none_for_what_is_missing(league: Repository) -> None:
    assert league.read(league.tip(), [STATE, "games/none", f"{STATE}/x"]) == {
        STATE: b"turn: 0\n", "games/none": None, f"{STATE}/x": None,
    }  # fmt: skip


def test_folders_are_listed(league: Repository) -> None:
    tip = league.tip()
    assert league.list(tip, "games") == [RED, STATE]
    assert league.names(tip, "games/riot") == ["orders", "state.yaml"]
    assert (league.list(tip, "nowhere"), league.names(tip, STATE)) == ([], [])
    assert "straße" in league.list(tip, "")


def test_a_thousand_files_are_read_at_once(league: Repository) -> None:
    changes: dict[str, bytes | None] = {
        f"games/riot/f{number}": b"%d" % number * 200 for number in range(1_200)
    }
    play(league, changes)
    assert league.read(league.tip(), [*changes]) == changes


def test_a_deleted_file_goes_with_the_folder_it_leaves_empty(league: Repository, top: Path) -> None:
    assert play(league, {RED: None}) == []
    assert not (top / RED).parent.exists()
    assert git(top, "status", "--porcelain") == ""


def test_the_log_tells_newest_first(league: Repository) -> None:
    play(league)
    assert [commit.message.split("\n")[0] for commit in league.log()] == ["riot 1 red: PASS", "league"]
    assert [commit.when for commit in league.log(STATE, most=1)] == [1_700_000_000]
    assert len(league.log(RED)) == 1


# What the user has in hand


def test_staged_edited_and_untracked_files_survive(league: Repository, top: Path) -> None:
    (top / "other file.txt").write_text("edited\n")
    (top / "straße").write_text("staged\n")
    git(top, "add", "straße")
    (top / "straße").write_text("staged and edited\n")
    (top / "new").write_text("untracked\n")
    before = git(top, "-c", "core.quotePath=false", "status", "--porcelain")
    assert play(league) == []
    assert git(top, "-c", "core.quotePath=false", "status", "--porcelain") == before
    assert git(top, "show", ":straße") == "staged"
    assert git(top, "show", "--stat=200", "--format=", "HEAD").count("|") == 2


def test_an_edited_file_is_left_as_it_is_and_named(league: Repository, top: Path) -> None:
    (top / STATE).write_text("turn: by hand\n")
    assert play(league) == [STATE]
    assert (top / STATE).read_text() == "turn: by hand\n"
    assert git(top, "status", "--porcelain") == f" M {STATE}"
    assert (top / RECORD).exists()


def test_an_untracked_file_in_the_way_is_left_as_it_is(league: Repository, top: Path) -> None:
    (top / RECORD).parent.mkdir(parents=True)
    (top / RECORD).write_text("mine\n")
    assert play(league) == [RECORD]
    assert (top / RECORD).read_text() == "mine\n"


def test_a_staged_change_to_a_file_of_the_turn_is_left_staged(league: Repository, top: Path) -> None:
    (top / STATE).write_text("turn: staged\n")
    git(top, "add", STATE)
    assert play(league) == [STATE]
    assert git(top, "show", f":{STATE}") == "turn: staged"


def take_order(league: Repository, meanwhile: str | None = None) -> list[str]:
    """Carry out the first line of red's queue, as it lies in the work tree."""
    with league.lock():
        tip = league.tip()
        seen = league.read_worktree([RED])
        rest = (seen[RED] or b"").split(b"\n", 1)[1]
        made = league.commit(tip, {**TURN, RED: rest}, "turn", 0, seen=seen)
        if meanwhile is not None:
            (league.top / RED).write_text(meanwhile)
        return league.refresh(tip, made)


@pytest.mark.parametrize("staged", [False, True])
def test_an_order_that_was_never_committed_leaves_the_queue(
    league: Repository, top: Path, staged: bool
) -> None:
    (top / RED).write_text("MOVE B2 E\nPASS\n")
    if staged:
        git(top, "add", RED)
    assert take_order(league) == []
    assert ((top / RED).read_text(), git(top, "status", "--porcelain")) == ("PASS\n", "")


def test_a_queue_that_ends_as_it_was_committed_is_shortened_all_the_same(
    league: Repository, top: Path
) -> None:
    (top / RED).write_text("MOVE B2 E\nPASS\n")
    take_order(league)
    (top / RED).write_text("MOVE B3 E\nPASS\n")
    assert take_order(league) == []
    assert (top / RED).read_text() == "PASS\n"


def test_an_untracked_queue_is_taken_in(league: Repository, top: Path) -> None:
    green = "games/riot/orders/green.txt"
    (top / green).write_text("PASS\nPASS\n")
    seen = league.read_worktree([green])
    tip = league.tip()
    made = league.commit(tip, {green: b"PASS\n"}, "turn", 0, seen=seen)
    assert league.refresh(tip, made) == []
    assert ((top / green).read_text(), git(top, "status", "--porcelain")) == ("PASS\n", "")


def test_an_order_edited_while_the_turn_was_made_is_kept(league: Repository, top: Path) -> None:
    (top / RED).write_text("MOVE B2 E\nPASS\n")
    assert take_order(league, meanwhile="TURN\n") == [RED]
    assert (top / RED).read_text() == "TURN\n"


def test_only_what_is_in_the_commit_can_have_been_seen(league: Repository) -> None:
    with pytest.raises(ValueError, match="seen, but not in the commit"):
        league.commit(league.tip(), TURN, "turn", 0, seen={RED: b""})


def test_several_turns_are_followed_in_one_go(league: Repository, top: Path) -> None:
    (top / RED).write_text("A\nB\nC\n")
    seen = league.read_worktree([RED])
    with league.lock():
        first = league.tip()
        one = league.commit(first, {RED: b"B\nC\n"}, "1", 1, seen=seen)
        two = league.commit(one, {RED: b"C\n"}, "2", 2)
        assert league.refresh(first, two) == []
    assert ((top / RED).read_text(), git(top, "status", "--porcelain")) == ("C\n", "")


def test_a_locked_index_is_finished_by_the_next_command(league: Repository, top: Path) -> None:
    (top / ".git/index.lock").touch()
    with pytest.raises(Busy, match="another git"):
        play(league)
    (top / ".git/index.lock").unlink()
    with league.lock() as left:
        assert left == []
    assert git(top, "status", "--porcelain") == ""


def test_files_are_written_and_deleted_without_a_commit(league: Repository, top: Path) -> None:
    league.write_worktree({RED: b"X\n", "games/riot/orders/blue.txt": b"Y\n", STATE: None})
    assert league.read_worktree([RED, "games/riot/orders/blue.txt", STATE]) == {
        RED: b"X\n", "games/riot/orders/blue.txt": b"Y\n", STATE: None,
    }  # fmt: skip


# Compare and swap


def test_a_branch_that_moved_is_left_alone(league: Repository, top: Path) -> None:
    old = league.tip()
    git(top, "commit", "-q", "--allow-empty", "-m", "meanwhile")
    before = git(top, "rev-parse", "HEAD")
    with pytest.raises(Busy, match="moved underneath"):
        league.commit(old, TURN, "turn", 0)
    assert (git(top, "rev-parse", "HEAD"), git(top, "status", "--porcelain")) == (before, "")
    assert league.finish_pending() == []


@pytest.mark.parametrize("kind", ["link", "folder link", "folder"])
def test_what_is_no_ordinary_file_is_never_written_through(top: Path, kind: str) -> None:
    target = top / RED
    target.unlink()
    if kind == "link":
        target.symlink_to("../state.yaml")
    elif kind == "folder link":
        target.parent.rmdir()
        target.parent.symlink_to(top.parent)
    else:
        target.mkdir()
        (target / "x").touch()
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", kind)
    with Repository.open(top) as league, pytest.raises(Refused, match="games/riot/orders"):
        league.commit(league.tip(), {RED: b"x"}, "turn", 0)
    with Repository.open(top) as league, pytest.raises(Refused, match="games/riot/orders"):
        league.write_worktree({RED: b"x"})


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", ".git/config", "a/.GIT/x", "a/./b", "a\0b"])
def test_a_path_that_git_would_refuse_is_a_mistake_of_ours(league: Repository, path: str) -> None:
    with pytest.raises(ValueError, match="no path"):
        league.commit(league.tip(), {path: b"x"}, "turn", 0)


def test_an_executable_file_stays_one(league: Repository, top: Path) -> None:
    (top / STATE).chmod(0o755)
    git(top, "commit", "-q", "-a", "-m", "mode")
    assert play(league) == []
    assert (os.access(top / STATE, os.X_OK), git(top, "status", "--porcelain")) == (True, "")


# Repositories of every kind


def test_a_league_may_lie_in_a_subfolder(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    below = tmp_path / "my leagues" / "-é"
    (below / "games").mkdir(parents=True)
    (below / "games/a.txt").write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    with Repository.open(below) as league:
        assert league.list(league.tip(), "") == ["games/a.txt"]
        assert play(league, {"games/a.txt": b"2\n", "games/b.txt": b"3\n"}) == []
        assert len(league.log("games/a.txt")) == 2
    assert (below / "games/b.txt").read_text() == "3\n"
    assert git(tmp_path, "status", "--porcelain") == ""


@pytest.mark.parametrize("setting", ["core.worktree", "include.path"])
def test_a_repository_with_settings_that_move_things_is_left_to_git_to_find(top: Path, setting: str) -> None:
    git(top, "config", setting, str(top) if setting == "core.worktree" else "elsewhere")
    with Repository.open(top / "games") as league:
        assert (league.top, league.prefix) == (top, "games/")
        assert league.list(league.tip(), "riot/orders") == ["riot/orders/red.txt"]


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
        assert league.read(league.tip(), [RED])[RED] == b"PASS\n"
    assert git(top, "status", "--porcelain") == ""


def test_a_repository_with_sha_256_works(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main", "--object-format=sha256")
    with Repository.open(tmp_path) as league:
        first = league.commit(None, {STATE: b"turn: 0\n"}, "first", 0)
        assert league.refresh(None, first) == []
        assert play(league) == []
    git(tmp_path, "fsck", "--strict")
    assert git(tmp_path, "status", "--porcelain") == ""


def test_a_new_repository_gets_its_first_commit(tmp_path: Path) -> None:
    with Repository.init(tmp_path / "new") as league:
        with pytest.raises(Refused, match="no commit here yet"):
            league.tip()
        first = league.commit(None, {"genetess.yaml": b"title: T\n"}, "league", 0)
        assert league.refresh(None, first) == []
    assert git(tmp_path / "new", "status", "--porcelain", "--branch") == "## main"


def test_a_repository_is_not_made_twice(top: Path) -> None:
    with pytest.raises(Refused, match="already"):
        Repository.init(top)


def test_without_a_branch_reading_works_and_writing_is_refused(top: Path) -> None:
    git(top, "checkout", "-q", "--detach")
    with Repository.open(top) as league:
        tip = league.tip()
        assert league.read(tip, [STATE]) == {STATE: b"turn: 0\n"}
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
    with Repository.open(top) as league, pytest.raises(Refused, match="merge is under way"), league.lock():
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
        "import sys; from pathlib import Path; from genetess_cli.store.git import Repository\n"
        f"with Repository.open(Path({str(top)!r})) as league, league.lock():\n"
        "    tip = league.tip(); league.read(tip, ['games/riot/state.yaml'])\n"
        "    league.refresh(tip, league.commit(tip, {'x': b'y'}, 'turn', 0))\n"
        "print('git' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
