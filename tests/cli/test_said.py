"""What a command says was done, was done: it is said once the commit stands, and of that commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, git, run, with_remote

RED = "games/riot/orders/red.txt"


@pytest.fixture
def unsigned(started: Path) -> Path:
    """A league after one turn, in which git refuses every commit, as it cannot sign it."""
    assert run(started, "order", "riot", "red", "PASS", "--commit").status == 0
    assert run(started, "tick", "--now", LATER).status == 0
    git(started, "config", "commit.gpgsign", "true")
    git(started, "config", "gpg.program", "false")
    return started


@pytest.mark.parametrize(
    "words",
    [
        ["undo", "riot"],
        ["replace", "riot", "red", "Rolf"],
        ["drop", "riot", "red"],
        ["extend", "riot", "--by", "1d"],
        ["pause", "riot", "--open-end"],
        ["finish", "riot", "--reason", "x"],
        ["resolve", "riot", "--order", "PASS", "--seat", "green"],
    ],
)
def test_nothing_is_said_to_be_done_where_the_commit_is_refused(unsigned: Path, words: list[str]) -> None:
    done = run(unsigned, *words, "--now", LATER)
    assert done.status == 1
    assert done.out == ""
    assert done.err.startswith("git cannot make a commit, signed as commit.gpgsign asks: ")


def test_whose_turn_it_is_comes_from_the_commit_that_was_made(started: Path) -> None:
    """The work tree is older than its commit: the turn goes by the commit, and so does what is said of it."""
    assert run(started, "order", "riot", "red", "PASS", "--commit").status == 0
    assert run(started, "tick", "--now", LATER).status == 0
    for path in ("games/riot/clock.yaml", "games/riot/state.yaml"):
        (started / path).write_text(git(started, "show", f"HEAD~1:{path}") + "\n")
    done = run(started, "tick", "--now", "2026-11-26T00:00:00Z")
    assert done.out.splitlines() == [
        "riot 1b green: timed out",
        "riot 2a: red is to move until 2026-11-29T00:00:00Z",
    ]


def test_what_could_not_be_pushed_is_not_said_to_be_done(started: Path) -> None:
    hook = with_remote(started) / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    (started / RED).write_text("PASS\n")
    board = started / "games/riot/game.yaml"
    board.write_text(board.read_text() + "# mine\n")
    done = run(started, "tick", "--push", "--now", LATER)
    assert done.status == 4
    assert "part of this commit" not in done.err
    assert done.err.startswith("nothing was done, because it could not be pushed: ")


def test_a_lock_at_the_remote_is_no_remote_that_moved(started: Path) -> None:
    (with_remote(started) / "refs/heads/main.lock").touch()
    assert run(started, "order", "riot", "red", "PASS", "--commit").status == 0
    done = run(started, "tick", "--push", "--now", LATER)
    assert done.status == 4
    assert "cannot lock ref" in done.err
    assert "moved" not in done.err
