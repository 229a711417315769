"""A file that the program wrote and somebody deleted or damaged by hand: every command says so, none is silent."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

from tests.kit.command import DEADLINE, LATER, git, run, tree

CLOCK = "games/riot/clock.yaml"
RESTORE = f"`git restore -SW {CLOCK}`"


@pytest.mark.parametrize("command", [("tick",), ("resolve", "riot")], ids=" ".join)
@pytest.mark.parametrize("damage", ["deleted", "changed"])
def test_what_is_due_goes_by_the_last_commit_and_the_damage_is_told(
    started: Path, command: tuple[str, ...], damage: str
) -> None:
    clock = started / CLOCK
    if damage == "deleted":
        clock.unlink()
    else:
        clock.write_text(clock.read_text().replace("phase: playing", "phase: finished"))
    done = run(started, *command, "--now", DEADLINE)
    assert done.status == 0, done
    assert "riot 1a red: timed out" in done.out
    assert (
        f"{CLOCK}: {damage} in the work tree; the committed one counts. Restore it with {RESTORE}"
        in " ".join(done.err.split())
    )
    assert "has not started" not in done.out + done.err


@pytest.mark.parametrize("command", [("tick",), ("resolve", "riot")], ids=" ".join)
def test_it_is_told_where_nothing_is_due(started: Path, command: tuple[str, ...]) -> None:
    (started / CLOCK).unlink()
    done = run(started, *command, "--now", LATER)
    assert done.status == 3
    assert f"{CLOCK}: deleted in the work tree" in done.err


@pytest.mark.parametrize(
    "command",
    [
        ("show", "riot"), ("log", "riot"), ("legal", "riot"), ("check",), ("build",), ("start", "riot"),
        ("order", "riot", "red", "PASS"), ("verify",),
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_command_takes_the_game_for_one_that_has_not_started(
    started: Path, command: tuple[str, ...]
) -> None:
    (started / CLOCK).unlink()
    done = run(started, *command)
    assert "not started" not in done.out + done.err
    assert RESTORE in done.err


@pytest.mark.parametrize("command", [("show", "riot"), ("log", "riot"), ("start", "riot")], ids=" ".join)
def test_nor_where_all_that_the_program_wrote_is_gone(started: Path, command: tuple[str, ...]) -> None:
    rmtree(started / "games/riot/turns")
    for name in ("clock.yaml", "state.yaml"):
        (started / "games/riot" / name).unlink()
    before = tree(started)
    done = run(started, *command)
    assert "not started" not in done.out + done.err
    assert RESTORE in done.err
    assert tree(started) == before


@pytest.mark.parametrize("command", [("tick",), ("resolve", "riot")], ids=" ".join)
def test_a_clock_whose_deletion_was_committed_is_told(started: Path, command: tuple[str, ...]) -> None:
    (started / CLOCK).unlink()
    git(started, "commit", "--quiet", "--all", "--message", "away with it")
    done = run(started, *command, "--now", DEADLINE)
    assert done.status == 1, done
    assert f"{CLOCK}: there is no such file" in done.err


@pytest.mark.parametrize("command", [("show", "riot"), ("log", "riot"), ("check",), ("build",)], ids=" ".join)
def test_a_missing_position_is_told(started: Path, command: tuple[str, ...]) -> None:
    (started / "games/riot/state.yaml").unlink()
    git(started, "commit", "--quiet", "--all", "--message", "away with it")
    done = run(started, *command)
    assert done.status == 1, done
    assert "games/riot/state.yaml" in done.err


@pytest.mark.parametrize("command", [("log", "riot"), ("check",)], ids=" ".join)
def test_a_missing_record_is_told(started: Path, command: tuple[str, ...]) -> None:
    run(started, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--now", LATER)
    (started / "games/riot/turns/00xx/0001-1a.yaml").unlink()
    git(started, "commit", "--quiet", "--all", "--message", "away with it")
    done = run(started, *command)
    assert done.status == 1, done
    assert "games/riot" in done.err


@pytest.mark.parametrize("name", ["state.yaml", "clock.yaml"])
def test_a_broken_file_that_was_committed_is_told_with_how_to_get_it_back(started: Path, name: str) -> None:
    path = f"games/riot/{name}"
    (started / path).write_text("turn: [\n")
    git(started, "commit", "--quiet", "--all", "--message", "a slip")
    done = run(started, "resolve", "riot", "--now", LATER)
    assert done.status == 1
    assert f"`git checkout COMMIT -- {path}`" in done.err
