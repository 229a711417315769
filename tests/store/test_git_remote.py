"""Pushing, and starting again from what others pushed: with a remote that is a folder beside."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store.git.remote import Rejected
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.run import sanitize
from tests.store.conftest import git

STATE = "games/riot/state.yaml"
RED = "games/riot/orders/red.txt"


@pytest.fixture
def far(top: Path, tmp_path: Path) -> Path:
    """The remote of `top`, with all it has."""
    far = tmp_path / "far.git"
    git(tmp_path, "clone", "-q", "--bare", str(top), str(far))
    git(top, "remote", "add", "origin", str(far))
    return far


def others_push(far: Path, tmp_path: Path) -> str:
    """Somebody else pushes a commit; its id."""
    git(tmp_path, "clone", "-q", str(far), "theirs")
    theirs = tmp_path / "theirs"
    (theirs / RED).write_text("TURN\n")
    git(theirs, "commit", "-q", "-a", "-m", "their orders")
    git(theirs, "push", "-q")
    return git(theirs, "rev-parse", "HEAD")


def turn(league: Repository) -> None:
    """Carry out red's whole queue."""
    tip = league.tip()
    seen = {RED: league.checkout().read(RED)}
    message = "turn 1\n\nGenetess-Turn: 1"
    assert league.commit(tip, {STATE: b"turn: 1\n", RED: b""}, message, 1, seen=seen)[1] == []


def fetched(league: Repository) -> str:
    tip = league.fetch()
    assert tip
    return tip


def test_a_turn_is_pushed(league: Repository, far: Path) -> None:
    turn(league)
    league.push()
    assert git(far, "rev-parse", "main") == league.tip()


def test_a_remote_that_moved_rejects_and_the_turn_is_made_again_on_top(
    league: Repository, far: Path, top: Path, tmp_path: Path
) -> None:
    (top / RED).write_text("live and never committed\n")
    theirs = others_push(far, tmp_path)
    with league.lock():
        turn(league)
        with pytest.raises(Rejected, match="fetch first"):
            league.push()
        assert league.fetch() == theirs
        league.reset_to(theirs)
        assert league.tip() == theirs
        assert (top / STATE).read_bytes() == b"turn: 0\n"
        assert (top / RED).read_bytes() == b"live and never committed\n"
        assert git(top, "status", "--porcelain") == f" M {RED}"
        turn(league)
        league.push()
    assert git(far, "rev-parse", "main") == league.tip()
    assert git(top, "status", "--porcelain") == ""


def test_a_commit_that_is_no_turn_is_never_dropped(league: Repository, far: Path, top: Path) -> None:
    (top / "mine").write_text("x")
    git(top, "add", "mine")
    git(top, "commit", "-q", "-m", "my work")
    before = league.tip()
    with pytest.raises(Refused, match="my work' is not on the remote"):
        league.reset_to(fetched(league))
    assert league.tip() == before


def test_an_edited_file_is_never_reset(league: Repository, far: Path, top: Path) -> None:
    turn(league)
    (top / STATE).write_text("by hand\n")
    before = league.tip()
    with pytest.raises(Refused, match=f"edited and not committed: {STATE}"):
        league.reset_to(fetched(league))
    assert (league.tip(), (top / STATE).read_text()) == (before, "by hand\n")


def test_unrelated_edits_survive_a_reset(league: Repository, far: Path, top: Path) -> None:
    turn(league)
    (top / "other file.txt").write_text("edited\n")
    league.reset_to(fetched(league))
    assert git(top, "status", "--porcelain") == ' M "other file.txt"'


def test_a_remote_that_refuses_says_why(league: Repository, far: Path) -> None:
    hook = far / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho closed for the night >&2\nexit 1\n")
    hook.chmod(0o755)
    turn(league)
    with pytest.raises(Refused, match=r"hook declined.*closed for the night"):
        league.push()


def test_a_remote_that_is_not_there_is_named(league: Repository) -> None:
    for call in (league.push, league.fetch):
        with pytest.raises(Refused, match="origin"):
            call()


def test_a_remote_that_would_start_a_program_is_refused(league: Repository, top: Path) -> None:
    git(top, "remote", "add", "origin", f"ext::touch {top}/ran")
    with pytest.raises(Refused, match="not allowed"):
        league.fetch()
    assert not (top / "ran").exists()


def test_no_password_is_shown() -> None:
    assert sanitize("fatal: https://me:secret@host/x\x1b[31m\nno") == "fatal: https://host/x [31m\nno"
