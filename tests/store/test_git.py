"""One commit a turn, whole or not at all, and nothing that a user has in hand is lost.

Real repositories, real git. Several writers at once, kills and the remote are in the files beside this one.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from genetess_cli.errors import Busy, Refused
from genetess_cli.store.git.index import MARK
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.worktree import Pending, object_id, write_pending
from tests.store.conftest import committed, git, names

STATE = "games/riot/state.yaml"
RED = "games/riot/orders/red.txt"
RECORD = "games/riot/turns/00xx/0001-1.yaml"
TURN = {STATE: b"turn: 1\n", RECORD: b"number: 1\n"}


def play(league: Repository, changes: dict[str, bytes | None] | None = None) -> list[str]:
    """A turn as `resolve` makes one; the paths that could not follow."""
    with league.lock():
        tip = league.tip()
        message = "riot 1 red: PASS\n\nGenetess-Turn: 1\n"
        return league.commit(tip, changes or TURN, message, 1_700_000_000)[1]


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


def test_the_environments_name_counts_first(
    league: Repository, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Robot")
    play(league)
    assert git(top, "log", "-1", "--format=%an %cn") == "Robot Test"


def test_reading_gives_bytes_and_none_for_what_is_missing(league: Repository) -> None:
    assert committed(league, STATE, "games/none", f"{STATE}/x") == [b"turn: 0\n", None, None]


def test_folders_are_listed(league: Repository) -> None:
    assert names(league, "games/riot") == ["orders", "state.yaml"]
    assert (names(league, "nowhere"), names(league, STATE)) == ([], [])
    assert "straße" in names(league, "")


def test_a_thousand_files_are_read_at_once(league: Repository) -> None:
    changes: dict[str, bytes | None] = {
        f"games/riot/f{number}": b"%d" % number * 200 for number in range(1_200)
    }
    play(league, changes)
    assert committed(league, *changes) == [*changes.values()]


def test_a_deleted_file_goes_with_the_folder_it_leaves_empty(league: Repository, top: Path) -> None:
    assert play(league, {RED: None}) == []
    assert not (top / RED).parent.exists()
    assert git(top, "status", "--porcelain") == ""


def test_a_turn_has_the_time_that_it_was_given(league: Repository, top: Path) -> None:
    play(league)
    assert git(top, "log", "--format=%s %ct", "--", STATE).splitlines()[0] == "riot 1 red: PASS 1700000000"
    assert git(top, "rev-list", "--count", "HEAD", "--", RED) == "1"


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


def test_a_staged_change_to_a_file_of_the_turn_is_left_in_the_file(league: Repository, top: Path) -> None:
    (top / STATE).write_text("turn: staged\n")
    git(top, "add", STATE)
    assert play(league) == [STATE]
    assert ((top / STATE).read_text(), git(top, "status", "--porcelain")) == ("turn: staged\n", f" M {STATE}")


def take_order(league: Repository, meanwhile: str | None = None) -> list[str]:
    """Carry out the first line of red's queue, as it lies in the work tree."""
    with league.lock():
        tip = league.tip()
        seen = {RED: league.checkout().read(RED)}
        rest = (seen[RED] or b"").replace(b"\r\n", b"\n").split(b"\n", 1)[1]
        if meanwhile is not None:
            (league.top / RED).write_text(meanwhile)
        return league.commit(tip, {**TURN, RED: rest}, "turn", 0, seen=seen)[1]


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
    seen = {green: league.checkout().read(green)}
    tip = league.tip()
    assert league.commit(tip, {green: b"PASS\n"}, "turn", 0, seen=seen)[1] == []
    assert ((top / green).read_text(), git(top, "status", "--porcelain")) == ("PASS\n", "")


def test_an_order_edited_while_the_turn_was_made_is_kept(league: Repository, top: Path) -> None:
    (top / RED).write_text("MOVE B2 E\nPASS\n")
    assert take_order(league, meanwhile="TURN\n") == [RED]
    assert (top / RED).read_text() == "TURN\n"


def test_files_are_written_and_deleted_without_a_commit(league: Repository, top: Path) -> None:
    league.write_worktree({RED: b"X\n", "games/riot/orders/blue.txt": b"Y\n", STATE: None})
    assert (top / RED).read_bytes() == b"X\n"
    assert (top / "games/riot/orders/blue.txt").read_bytes() == b"Y\n"
    assert not (top / STATE).exists()


# Compare and swap


def test_a_branch_that_moved_is_left_alone(league: Repository, top: Path) -> None:
    old = league.tip()
    git(top, "commit", "-q", "--allow-empty", "-m", "meanwhile")
    before = git(top, "rev-parse", "HEAD")
    with pytest.raises(Busy, match="moved meanwhile"):
        league.commit(old, TURN, "turn", 0)
    assert (git(top, "rev-parse", "HEAD"), git(top, "status", "--porcelain")) == (before, "")
    with league.lock() as left:
        assert left == []


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


# Git's locks


@pytest.mark.parametrize("lock", ["index.lock", "HEAD.lock", "refs/heads/main.lock"])
def test_a_lock_that_stays_is_named_with_what_to_do(league: Repository, top: Path, lock: str) -> None:
    file = top / ".git" / lock
    file.touch()
    before = git(top, "rev-parse", "HEAD")
    with pytest.raises(Busy, match=rf"(?s){lock}.* delete that file first|{lock}': File exists"):
        play(league)
    assert file.exists()
    assert git(top, "rev-parse", "HEAD") == before
    file.unlink()
    assert play(league) == []
    assert git(top, "status", "--porcelain") == ""


def test_a_lock_on_packed_branches_is_in_nobodys_way(league: Repository, top: Path) -> None:
    git(top, "pack-refs", "--all")
    (top / ".git/packed-refs.lock").touch()
    assert play(league) == []


def _killed(top: Path, moved: bool) -> None:
    """As if a turn was killed as the branch moved: all its locks are left."""
    old = git(top, "rev-parse", "HEAD")
    before = (top / ".git/index").read_bytes()
    with Repository.open(top) as league:
        play(league)
    new = git(top, "rev-parse", "HEAD")
    (top / STATE).write_text("turn: 0\n")
    (top / RECORD).unlink()
    own = top / ".git/genetess"
    (own / "index.before").write_bytes(before)
    (top / ".git/index.lock").write_bytes(MARK)
    write_pending(top / ".git" / "genetess" / "pending", Pending("main", old, new))
    if not moved:
        (top / ".git/refs/heads/main").write_text(f"{old}\n")
        (top / ".git/refs/heads/main.lock").write_text(f"{new}\n")
        (top / ".git/HEAD.lock").touch()


@pytest.mark.parametrize("moved", [False, True])
def test_the_locks_of_a_killed_run_of_ours_are_removed(top: Path, moved: bool) -> None:
    _killed(top, moved)
    with Repository.open(top) as league, league.lock() as left:
        assert left == []
    assert git(top, "status", "--porcelain") == ""
    assert (top / STATE).read_text() == ("turn: 1\n" if moved else "turn: 0\n")
    assert not [*(top / ".git").rglob("*.lock")]
    with Repository.open(top) as league:
        assert play(league, {STATE: b"turn: 2\n"}) == []


def test_the_lock_of_another_git_stays_beside_a_killed_run(top: Path) -> None:
    _killed(top, moved=False)
    (top / ".git/refs/heads/main.lock").write_text("0" * 40)
    with Repository.open(top) as league, pytest.raises(Busy, match=r"main\.lock"):
        play(league)
    assert (top / ".git/HEAD.lock").exists()


# What a power cut leaves


def test_an_empty_object_is_written_anew(league: Repository, top: Path) -> None:
    old = league.tip()
    play(league)
    git(top, "reset", "-q", "--hard", old)
    blob = object_id("blob", TURN[STATE])
    file = top / ".git/objects" / blob[:2] / blob[2:]
    file.chmod(0o644)
    file.write_bytes(b"")
    assert play(league) == []
    git(top, "fsck", "--strict")
