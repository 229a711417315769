"""`--push`: the remote's commits first, then the command, then its commits on the remote; or nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import (
    DEADLINE,
    LATER,
    Unchanged,
    commit,
    git,
    run,
    with_clone,
    with_remote,
)
from tests.kit.reading import records_in

PUSH = "push: true\n"
SYNCED = "## main...origin/main"


def push_note(league: Path) -> None:
    """Something else happens on the remote."""
    (league / "note.md").write_text("hi\n")
    commit(league, "a note")
    git(league, "push", "--quiet")


def status(league: Path) -> str:
    return git(league, "status", "--porcelain", "--branch")


@pytest.mark.parametrize(
    "words",
    [
        "pause riot --open-end",
        "say riot Well",
        "people set new --name Rolf",
        "people set p1 --notices daily",
        "wish riot green RESIGN",
        "extend riot --by 1h",
        "drop riot green",
        "replace riot green Rolf@rolf-h",
        "finish riot --reason over",
        "draw riot --agreed red,green",
        "order riot red PASS --commit",
        "simulate riot --turns 2 --commit",
        "resolve riot --order PASS --seat red",
        "new cave --ruleset dna --player red=Ann --player green=Bo",
    ],
)
def test_a_command_that_commits_does_so_on_top_of_the_remote_and_pushes(started: Path, words: str) -> None:
    push_note(with_clone(started))
    at = [] if words.startswith("new") else ["--now", LATER]
    done = run(started, *words.split(), "--push", *at)
    assert done.status == 0, done.err
    assert status(started) == SYNCED
    assert "a note" in git(started, "log", "--format=%s", "-4").splitlines()[1:]


def test_a_start_is_pushed(founded: Path) -> None:
    with_clone(founded)
    assert run(founded, "start", "riot", "--push", "--now", LATER).status == 0
    assert status(founded) == SYNCED


@pytest.mark.parametrize(
    "words", ["undo riot", "extend riot --by 1h", "draw riot --agreed red,green", "wish riot green RESIGN"]
)
def test_an_act_is_refused_once_where_the_pull_brings_what_the_gm_has_not_seen(
    started: Path, words: str
) -> None:
    there = with_clone(started)
    assert run(started, "say", "riot", "Well", "--push", "--now", LATER).status == 0
    git(there, "pull", "--quiet")
    assert (
        run(there, "resolve", "riot", "--order", "PASS", "--seat", "red", "--push", "--now", LATER).status
        == 0
    )
    act = [*words.split(), "--push", "--now", LATER]
    done = run(started, *act)
    assert done.status == 1
    assert "riot has moved on since you looked (riot 1b: green is to move until" in done.err
    assert [type(record).__name__ for record in records_in(started)] == ["Begun", "RulingPublished", "Played"]
    done = run(started, *act)
    assert done.status == 0, done.err
    assert status(started) == SYNCED


def test_the_league_may_say_that_all_is_pushed(started: Path) -> None:
    settings = started / "genetess.yaml"
    settings.write_text(settings.read_text() + PUSH)
    commit(started)
    remote = with_remote(started)
    assert run(started, "pause", "riot", "--open-end", "--now", LATER).status == 0
    assert git(remote, "rev-parse", "main") == git(started, "rev-parse", "main")
    assert run(started, "resume", "riot", "--no-push", "--now", LATER).status == 0
    assert status(started) == f"{SYNCED} [ahead 1]"
    assert run(started, "order", "riot", "red", "PASS").status == 0, "what commits nothing pushes nothing"
    assert status(started).startswith(f"{SYNCED} [ahead 1]")


@pytest.mark.parametrize(
    "words", ["order riot red PASS", "invite riot red", "simulate riot --turns 2", "resolve riot --dry-run"]
)
def test_what_commits_nothing_has_nothing_to_push(started: Path, refused: Unchanged, words: str) -> None:
    done = refused(started, *words.split(), "--push", status=2)
    assert "nothing to push; leave out --push" in done.err


def test_without_a_remote_nothing_is_done(started: Path, refused: Unchanged) -> None:
    done = refused(started, "pause", "riot", "--open-end", "--push", "--now", LATER)
    assert "there is no remote to push to; name one with `git remote add origin ADDRESS`" in done.err


def test_a_remote_that_does_not_answer_leaves_all_as_it_was(started: Path, refused: Unchanged) -> None:
    with_remote(started).rename(started.parent / "away.git")
    done = refused(started, "pause", "riot", "--open-end", "--push", "--now", LATER, status=4)
    assert done.err.startswith("the remote could not be asked, and nothing was done: ")


def test_a_remote_that_takes_nothing_leaves_all_as_it_was(started: Path, refused: Unchanged) -> None:
    """An order that was never committed is in its file again."""
    hook = with_remote(started) / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho closed for the night >&2\nexit 1\n")
    hook.chmod(0o755)
    assert run(started, "order", "riot", "red", "MOVE B2 S").status == 0
    for words in ("resolve riot", "order riot red PASS --commit", "finish riot --reason over"):
        done = refused(started, *words.split(), "--push", "--now", DEADLINE, status=4)
        assert "nothing was done, because it could not be pushed" in done.err
        assert "closed for the night" in done.err
    assert (started / "games/riot/orders/red.txt").read_text() == "MOVE B2 S\n"


def test_the_first_push_makes_the_branch(started: Path) -> None:
    git(started.parent, "init", "--quiet", "--bare", "--initial-branch=main", "remote.git")
    git(started, "remote", "add", "origin", "../remote.git")
    assert run(started, "pause", "riot", "--open-end", "--push", "--now", LATER).status == 0
    assert git(started, "rev-parse", "origin/main") == git(started, "rev-parse", "main")


@pytest.mark.parametrize(
    "words", ["undo riot", "extend riot --by 1h", "tick", "order riot green PASS --commit"]
)
def test_nothing_is_pushed_over_an_undo_that_was_not(started: Path, refused: Unchanged, words: str) -> None:
    """A second `undo` would take the first one back; a tick on a forge may play on meanwhile."""
    with_remote(started)
    assert (
        run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--push", "--now", LATER).status
        == 0
    )
    assert run(started, "undo", "riot", "--now", LATER).status == 0
    done = refused(started, *words.split(), "--push", "--now", LATER)
    assert "is not on the remote" in done.err
    assert "run `git push`, then this again" in done.err
    git(started, "push", "--quiet")
    assert run(started, *words.split(), "--push", "--now", LATER).status in (0, 3)


def test_commits_here_that_are_not_on_a_remote_that_moved_are_left_to_the_gm(
    started: Path, refused: Unchanged
) -> None:
    there = with_clone(started)
    assert run(started, "pause", "riot", "--open-end", "--now", LATER).status == 0
    push_note(there)
    assert "commits here are not on it" in refused(started, "resume", "riot", "--push", "--now", LATER).err


def test_an_edit_that_the_remote_has_otherwise_is_left_to_the_gm(started: Path, refused: Unchanged) -> None:
    there = with_clone(started)
    assert run(there, "order", "riot", "red", "PASS", "--commit", "--push").status == 0
    assert run(started, "order", "riot", "red", "MOVE B2 S").status == 0
    done = refused(started, "pause", "riot", "--open-end", "--push", "--now", LATER)
    assert "edited and not committed: games/riot/orders/red.txt" in done.err


def test_files_are_migrated_and_pushed(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    older = game.read_text().replace("version: 3", "version: 2")
    game.write_text(older.replace("person: p1", "name: Ragnar").replace("person: p2", "name: Gwen"))
    commit(founded)
    push_note(with_clone(founded))
    done = run(founded, "migrate", "--yes", "--push")
    assert (done.status, status(founded)) == (0, SYNCED), done.err
    assert "Next:" not in done.out


def test_a_renewed_link_and_a_key_are_pushed(sealed: Path, gm: None) -> None:
    with_remote(sealed)
    for words in ("invite riot red --renew", "finish riot --reason over", "reveal riot"):
        done = run(sealed, *words.split(), "--push", "--now", LATER)
        assert done.status == 0, done.err
    assert status(sealed) == SYNCED
