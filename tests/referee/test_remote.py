"""Turns pushed to a remote that others push to as well: nothing is lost, and no order goes to the wrong player."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from genetess_cli import desk, store, tick
from genetess_cli.errors import Busy, NothingDue, Refused
from genetess_cli.store.schema import RecordFile
from genetess_cli.table import Brought
from tests.referee.timelines import BEGIN, HOUR, Story, dice_key, line


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A league with a remote; another clone of it lies beside it, in `there`."""
    story = Story(tmp_path / "here").start()
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "remote.git")
    git(story.repository.top, "remote", "add", "origin", "../remote.git")
    git(story.repository.top, "push", "--quiet", "--set-upstream", "origin", "main")
    git(tmp_path, "clone", "--quiet", "remote.git", "there")
    return story.repository.top


def run(league: Path, hour: float = 1) -> list[str]:
    now = BEGIN + int(hour * HOUR)
    done = tick.tick(store.find(league), now, dice_key, push=True).done.get("riot", [])
    return [line(record) for record in done]


def bring(league: Path, order: str, hour: int) -> list[RecordFile]:
    """What the GM does with an order that came by other means."""
    return tick.resolve_and_push(store.find(league), "riot", BEGIN + hour * HOUR, dice_key, Brought(order))


def write(league: Path, seat: str, text: str) -> None:
    (league / "games/riot/orders").mkdir(exist_ok=True)
    (league / f"games/riot/orders/{seat}.txt").write_text(text)


def push_note(league: Path) -> None:
    """Something else happens on the remote."""
    (league / "note.md").write_text("hi\n")
    git(league, "add", "note.md")
    git(league, "commit", "--quiet", "--message", "a note")
    git(league, "push", "--quiet")


def test_a_turn_is_carried_out_again_on_top_of_what_came_in_between(here: Path) -> None:
    push_note(here.parent / "there")
    write(here, "red", "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert git(here, "log", "--format=%s", "-2").splitlines() == ["riot 1a red: MOVE B2 E", "a note"]
    assert git(here, "status", "--porcelain", "--branch") == "## main...origin/main"


def test_an_edit_that_was_never_committed_survives(here: Path) -> None:
    """It is taken into the turn, on top of the remote's commit as it was without it."""
    push_note(here.parent / "there")
    game = here / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("24h", "48h"))
    write(here, "red", "PASS\n")
    run(here)
    assert "deadline: 48h" in git(here, "show", "origin/main:games/riot/game.yaml")


def test_an_order_that_was_never_committed_replaces_what_the_remote_has(here: Path) -> None:
    write(here, "red", "# nothing yet\n")
    git(here, "add", ".")
    git(here, "commit", "--quiet", "--message", "a file")
    git(here, "push", "--quiet")
    git(here.parent / "there", "pull", "--quiet")
    push_note(here.parent / "there")
    write(here, "red", "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]


def test_a_file_that_changed_on_both_sides_is_left_to_the_gm(here: Path) -> None:
    there = here.parent / "there"
    write(there, "red", "MOVE B2 S\n")
    git(there, "add", ".")
    git(there, "commit", "--quiet", "--message", "red's orders")
    git(there, "push", "--quiet")
    write(here, "red", "MOVE B2 E\n")
    tip = git(here, "rev-parse", "HEAD")
    with pytest.raises(Refused, match=r"games/riot/orders/red\.txt; pull"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
    assert (here / "games/riot/orders/red.txt").read_text() == "MOVE B2 E\n"


def test_an_own_commit_that_is_no_turn_is_never_dropped(here: Path) -> None:
    push_note(here.parent / "there")
    (here / "mine.md").write_text("mine\n")
    git(here, "add", "mine.md")
    git(here, "commit", "--quiet", "--message", "mine")
    write(here, "red", "PASS\n")
    tip = git(here, "rev-parse", "HEAD")
    with pytest.raises(Refused, match="mine"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
    assert (here / "games/riot/orders/red.txt").read_text() == "PASS\n"


def test_what_is_done_on_top_of_the_remote_is_told_once_it_can_be(here: Path) -> None:
    """A run that is refused does not announce first what it then does not do."""
    told: list[str] = []
    there = here.parent / "there"
    push_note(there)
    write(here, "red", "PASS\n")
    tick.tick(store.find(here), BEGIN + HOUR, dice_key, push=True, note=told.append)
    assert [text for text in told if "what is due is resolved on top" in text] == told
    write(there, "green", "MOVE H3 W\n")
    git(there, "pull", "--quiet")
    git(there, "add", ".")
    git(there, "commit", "--quiet", "--message", "green's orders")
    git(there, "push", "--quiet")
    write(here, "green", "PASS\n")
    told.clear()
    with pytest.raises(Refused, match=r"orders/green\.txt; pull"):
        tick.tick(store.find(here), BEGIN + 2 * HOUR, dice_key, push=True, note=told.append)
    assert told == []


def test_an_order_by_other_means_goes_to_nobody_else(here: Path) -> None:
    """Two GMs bring red's PASS at once: the second must not pass for green."""
    bring(here.parent / "there", "PASS", hour=1)
    with pytest.raises(Refused, match="went on from 1a to 1b"):
        bring(here, "PASS", hour=2)


def test_turns_that_could_not_be_pushed_are_pushed_by_the_next_run(here: Path) -> None:
    url = git(here, "remote", "get-url", "origin")
    git(here, "remote", "set-url", "origin", "../gone.git")
    write(here, "red", "PASS\n")
    with pytest.raises(Busy, match="committed here, but not pushed"):
        run(here)
    git(here, "remote", "set-url", "origin", url)
    assert run(here) == []
    assert git(here, "status", "--porcelain", "--branch") == "## main...origin/main"
    with pytest.raises(NothingDue):
        run(here)


def test_what_the_gm_did_at_the_desk_is_never_dropped(here: Path) -> None:
    """Nobody would do it again on top of what came in between."""
    desk.pause(store.find(here), "riot", BEGIN)
    tip = git(here, "rev-parse", "HEAD")
    push_note(here.parent / "there")
    with pytest.raises(Refused, match=r"pause .* is not on the remote and no turn"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
