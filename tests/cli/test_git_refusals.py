"""What git cannot do is said in its own words, with no way out that belongs to another mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, Done, commit, git, run, with_remote
from tests.kit.forge import GREEN


@pytest.fixture
def league(started: Path) -> Path:
    """A league after two turns, and its remote."""
    for seat in ("red", "green"):
        assert run(started, "order", "riot", seat, "PASS", "--commit").status == 0
        assert run(started, "tick", "--now", LATER).status == 0
    with_remote(started)
    return started


def cloned(league: Path, *how: str) -> Path:
    """A clone of what the league pushed, made in a way."""
    remote = league.parent / "remote.git"
    git(
        league.parent,
        "clone",
        "--quiet",
        *how,
        f"file://{remote}" if "--shared" not in how else str(remote),
        "clone",
    )
    return league.parent / "clone"


def without_remote(clone: Path) -> Path:
    (clone.parent / "remote.git").rename(clone.parent / "gone.git")
    return clone


def undo(league: Path, *to: str) -> Done:
    return run(league, "undo", "riot", *to, "--now", LATER)


@pytest.mark.parametrize("left_out", ["blob:none", "tree:0"])
def test_what_a_partial_clone_cannot_get_any_more_is_said_as_git_says_it(league: Path, left_out: str) -> None:
    clone = without_remote(cloned(league, f"--filter={left_out}"))
    done = undo(clone)
    assert done.status == 1
    assert "does not appear to be a git repository" in done.err
    assert "shallow" not in done.err


def test_a_shallow_clone_is_told_how_it_gets_the_rest(league: Path) -> None:
    done = undo(cloned(league, "--depth=1"))
    assert done.err.endswith("This clone is shallow. Run `git fetch --unshallow`, then this again.\n")


def test_an_old_commit_that_is_lost_is_no_shallow_clone(league: Path) -> None:
    oid = git(league, "rev-parse", "HEAD~1")
    (league / ".git/objects" / oid[:2] / oid[2:]).unlink()
    done = undo(league, "--to", "1a")
    assert oid in done.err
    assert "shallow" not in done.err


def test_a_history_squashed_into_one_commit_is_no_shallow_clone(league: Path) -> None:
    git(league, "checkout", "--quiet", "--orphan", "squashed")
    commit(league, "all of it")
    done = undo(league)
    assert "rewritten" in done.err
    assert "shallow" not in done.err


def test_objects_that_are_elsewhere_and_gone_are_no_lost_branch(league: Path) -> None:
    clone = without_remote(cloned(league, "--shared"))
    done = undo(clone)
    assert "alternate" in done.err
    assert "update-ref" not in done.err


@pytest.mark.parametrize("doing", ["rebase", "am"])
def test_what_is_under_way_is_ended_by_the_command_that_is_named(league: Path, doing: str) -> None:
    patch = league.parent / "patch"
    patch.write_text(git(league, "format-patch", "--stdout", "-1") + "\n")
    git(league, "switch", "--quiet", "--create", "side", "HEAD~1")
    (league / GREEN).write_text("MOVE H3 N\n")
    commit(league)
    words = {"rebase": ["rebase", "main"], "am": ["am", "--3way", str(patch)]}[doing]
    with pytest.raises(AssertionError):
        git(league, *words)
    done = undo(league)
    assert done.status == 1
    assert f"git {doing} --abort" in done.err
    git(league, doing, "--abort")
    assert "in progress" not in undo(league).err


def test_a_setting_that_git_cannot_read_is_named(league: Path) -> None:
    with (league / ".git/config").open("a") as settings:
        settings.write("[core]\n\tfileMode = maybe\n")
    done = undo(league)
    assert "core.filemode" in done.err
    assert "no work tree" not in done.err


def test_a_work_tree_that_git_has_elsewhere_is_no_missing_git(league: Path) -> None:
    git(league, "config", "core.worktree", "/nowhere")
    assert undo(league).err == "there is no folder /nowhere\n"


def test_a_signature_that_fails_is_said_as_git_says_it(league: Path) -> None:
    git(league, "config", "commit.gpgsign", "true")
    git(league, "config", "gpg.program", "/nowhere")
    assert "signed as commit.gpgsign asks: fatal: cannot run /nowhere" in undo(league).err


@pytest.mark.parametrize("command", ["verify", "check", "build", "tick", "show riot", "undo riot"])
def test_a_newest_commit_that_is_lost_is_no_missing_first_one(league: Path, command: str) -> None:
    oid = git(league, "rev-parse", "HEAD")
    (league / ".git/objects" / oid[:2] / oid[2:]).unlink()
    done = run(league, *command.split())
    assert done.status == 1
    assert f"git cannot read {oid}, the newest commit of main" in done.err


@pytest.mark.parametrize("command", ["check", "show riot", "log riot", "undo riot"])
def test_a_position_that_git_has_lost_is_no_missing_file(league: Path, command: str) -> None:
    oid = git(league, "rev-parse", "HEAD:games/riot/state.yaml")
    (league / ".git/objects" / oid[:2] / oid[2:]).unlink()
    done = run(league, *command.split())
    assert done.status == 1
    assert "there is no such file" not in done.err
    assert "games/riot/state.yaml: it is missing in git" in done.err


def test_verify_reads_no_index(league: Path) -> None:
    (league / ".git/index").write_bytes(b"")
    done = run(league, "verify")
    assert "cannot list the history" not in done.err
    assert "index file smaller than expected" in done.err


@pytest.mark.parametrize("command", ["build", "check", "tick"])
def test_on_a_branch_without_a_commit_nothing_is_to_be_deleted(league: Path, command: str) -> None:
    git(league, "checkout", "--quiet", "--orphan", "new")
    done = run(league, command)
    assert "delete" not in done.err


@pytest.mark.parametrize("command", ["start", "resolve", "resume"])
def test_without_a_commit_it_says_how_to_make_one(founded: Path, command: str) -> None:
    git(founded, "update-ref", "-d", "HEAD")
    done = run(founded, command, "riot")
    assert done.status == 1
    assert "there is no commit here yet; make one" in done.err
