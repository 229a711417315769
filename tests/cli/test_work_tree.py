"""What lies in the work tree otherwise than it is committed: said alike by all commands, and played by none."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from genetess_cli.store.git.index import MARK
from tests.kit.command import START, Done, commit, git, run

GAME = "games/riot"
CLOCK, STATE = f"{GAME}/clock.yaml", f"{GAME}/state.yaml"
ADDED = "it is in no commit, so nothing reads it. Delete it, or put back what was taken out of git"
FIRST, NEXT = f"{GAME}/turns/00xx/0001-1a.yaml", f"{GAME}/turns/00xx/0002-1b.yaml"
RESTORE = "the committed one counts. Restore it with `git restore -SW {path}`"


@pytest.fixture
def played(started: Path) -> Path:
    """A game in which one turn was played."""
    assert run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", START).status == 0
    return started


def _crlf(league: Path) -> None:
    git(league, "config", "core.autocrlf", "true")
    for path in (league / GAME).rglob("*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def _sparse(*kept: str) -> Callable[[Path], None]:
    def leave_out(league: Path) -> None:
        git(league, "status")  # which notes that all files are as they were written
        git(league, "sparse-checkout", "set", "--no-cone", "/*", *kept)

    return leave_out


def _skip(league: Path) -> None:
    git(league, "update-index", "--skip-worktree", STATE)
    (league / STATE).unlink()


def _no_bits(league: Path) -> None:
    """A disk that keeps no executable bits, and a clone where git does not know that."""
    for path in (STATE, FIRST):
        (league / path).chmod(0o755)


def _put(*paths: str) -> Callable[[Path], None]:
    def put(league: Path) -> None:
        for path in paths:
            (league / path).write_bytes(b"anything\n")

    return put


HARMLESS: dict[str, Callable[[Path], None]] = {
    "line ends of another system": _crlf,
    "no records in a sparse checkout": _sparse(f"!/{GAME}/turns/"),
    "no folder of the game in one": _sparse(f"!/{GAME}/"),
    "a position that git is to skip": _skip,
    "executable bits": _no_bits,
    "an editor's files": _put(f"{GAME}/orders/.red.txt.swp", f"{GAME}/turns/00xx/.0001-1a.yaml.swp"),
    "a file manager's": _put(f"{GAME}/turns/.DS_Store", f"{GAME}/turns/Thumbs.db"),
    "a sync program's": _put(f"{GAME}/orders/red (conflicted copy).txt"),
}


@pytest.mark.parametrize("change", [*HARMLESS.values()], ids=[*HARMLESS])
def test_what_is_harmless_is_neither_a_problem_nor_a_note(
    played: Path, change: Callable[[Path], None]
) -> None:
    before = run(played, "log", "riot", "--json")
    change(played)
    for command in (("check",), ("verify",), ("log", "riot", "--json"), ("tick", "--now", START)):
        done = run(played, *command)
        assert done.err.replace("nothing is due in any game\n", "") == "", command
        assert done.status == (3 if command[0] == "tick" else 0), command
    assert run(played, "log", "riot", "--json") == before


def _edit(path: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(league: Path) -> None:
        text = (league / path).read_text()
        assert old in text
        (league / path).write_text(text.replace(old, new))

    return edit


def _add_record(league: Path) -> None:
    shutil.copy(league / FIRST, league / NEXT)


def _delete(path: str) -> Callable[[Path], None]:
    return lambda league: (league / path).unlink()


def _stage(league: Path) -> None:
    _edit(STATE, "round: 1", "round: 2")(league)
    git(league, "add", STATE)
    git(league, "show", f"HEAD:{STATE}")
    (league / STATE).write_text(git(league, "show", f"HEAD:{STATE}") + "\n")


CHANGED: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "an added record": (_add_record, NEXT, ADDED),
    "an edited clock": (
        _edit(CLOCK, "phase: playing", "phase: finished"), CLOCK, f"changed in the work tree; {RESTORE}",
    ),
    "an edited position": (_edit(STATE, "round: 1", "round: 2"), STATE, f"changed in the work tree; {RESTORE}"),
    "an edited record": (_edit(FIRST, "PASS", "MOVE B2 E"), FIRST, f"changed in the work tree; {RESTORE}"),
    "a deleted clock": (_delete(CLOCK), CLOCK, f"deleted in the work tree; {RESTORE}"),
    "a deleted record": (_delete(FIRST), FIRST, f"deleted in the work tree; {RESTORE}"),
    "a position that is staged": (
        _stage, STATE,
        "changed in git's index; the committed one counts. Restore it with `git restore -SW {path}`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "path", "words"), [*CHANGED.values()], ids=[*CHANGED])
@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_file_of_the_programs_is_named_with_the_way_back(
    played: Path, command: str, change: Callable[[Path], None], path: str, words: str
) -> None:
    before = _shown(played)
    change(played)
    done = run(played, command)
    assert done.status == 1
    assert f"{path}: {words.format(path=path)}" in done.err
    assert _shown(played) == before


def _shown(league: Path) -> list[str]:
    return [run(league, *command, "riot", "--json").out for command in (("show",), ("log",))]


def test_a_turn_that_is_played_in_a_sparse_tree_keeps_its_marks(played: Path) -> None:
    _sparse(f"!/{GAME}/turns/", f"!/{STATE}")(played)
    left_out = _skipped(played)
    assert STATE in left_out
    assert run(played, "resolve", "riot", "--order", "PASS", "--seat", "green", "--now", START).status == 0
    assert left_out <= _skipped(played)
    assert not (played / STATE).exists()
    assert git(played, "status", "--porcelain") == ""


def _skipped(league: Path) -> set[str]:
    rows = git(league, "ls-files", "-t").splitlines()
    return {row[2:] for row in rows if row.startswith("S ")}


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_file_that_is_out_of_the_index_alone_is_in_a_commit(played: Path, command: str) -> None:
    git(played, "rm", "--cached", "--quiet", STATE)
    done = run(played, command)
    assert done.status == 1
    assert f"{STATE}: deleted in git's index; the committed one counts" in done.err
    assert "it is in no commit" not in done.err


def test_files_that_are_taken_out_of_git_and_left_on_the_disk_are_a_problem(played: Path) -> None:
    git(played, "rm", "-r", "--cached", "--quiet", GAME)
    (played / ".gitignore").write_text("games\n")
    commit(played, "taken out")
    done = run(played, "check")
    assert done.status == 1
    assert f"{CLOCK}: it is in no commit, so nothing reads it" in done.err


def test_a_game_that_is_deleted_in_the_work_tree_is_missed(played: Path) -> None:
    shutil.rmtree(played / GAME)
    for command in (("check",), ("show", "riot"), ("tick", "--now", START)):
        done: Done = run(played, *command)
        assert done.status in (1, 2)
        assert f"git restore -SW {GAME}/game.yaml" in done.err, command


def _removed(path: str) -> Callable[[Path], None]:
    def remove(league: Path) -> None:
        git(league, "rm", "--quiet", path)

    return remove


def _out_of_the_index(league: Path) -> None:
    git(league, "rm", "--quiet", "--cached", STATE)


def _staged(league: Path) -> None:
    _edit(STATE, "round: 1", "round: 2")(league)
    git(league, "add", STATE)


WAYS: dict[str, Callable[[Path], None]] = {
    "edited": _edit(STATE, "round: 1", "round: 2"),
    "deleted": _delete(STATE),
    "edited and staged": _staged,
    "staged, and edited back": _stage,
    "removed": _removed(STATE),
    "taken out of the index": _out_of_the_index,
    "game.yaml removed": _removed(f"{GAME}/game.yaml"),
    "a record removed": _removed(FIRST),
}


@pytest.mark.parametrize("change", [*WAYS.values()], ids=[*WAYS])
def test_the_advice_works_as_it_is_given(played: Path, change: Callable[[Path], None]) -> None:
    """Whoever types what stands between the marks has the league as it was."""
    change(played)
    for told in set(re.findall(r"`git (restore [^`]*)`", run(played, "check").err)):
        git(played, *told.split())
    assert git(played, "status", "--porcelain") == ""
    assert run(played, "check").status == 0


def test_an_executable_bit_in_the_index_is_no_difference(played: Path) -> None:
    git(played, "update-index", "--chmod=+x", STATE)
    for command in ("check", "verify"):
        assert run(played, command).err == ""


def test_a_game_that_was_taken_out_of_git_is_not_started_over(played: Path) -> None:
    git(played, "rm", "-r", "--cached", "--quiet", GAME)
    git(played, "commit", "--quiet", "--message", "taken out")
    done = run(played, "start", "riot", "--now", START)
    assert done.status == 1
    assert f"{CLOCK} lies there and is in no commit" in done.err


@pytest.mark.parametrize("name", ["0000-0", "0001-1a", "0002-1b"])
def test_a_record_whose_deletion_was_committed_is_missed(played: Path, name: str) -> None:
    assert run(played, "resolve", "riot", "--order", "PASS", "--seat", "green", "--now", START).status == 0
    git(played, "rm", "--quiet", f"{GAME}/turns/00xx/{name}.yaml")
    git(played, "commit", "--quiet", "--message", "a slip")
    for command in (("log", "riot"), ("check",), ("build",), ("verify",)):
        done = run(played, *command)
        assert done.status == 1, command
        assert f"{GAME}/turns" in done.err, command


def test_a_run_that_was_killed_before_its_commit_has_done_nothing(played: Path) -> None:
    (played / ".git/index.lock").write_bytes(MARK)
    for command in (("show", "riot"), ("log", "riot"), ("check",), ("verify",)):
        done = run(played, *command)
        assert (done.status, done.err) == (0, ""), command


def test_a_sealed_position_is_not_told_without_the_records_since(sealed: Path, gm: None) -> None:
    assert run(sealed, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", START).status == 0
    git(sealed, "rm", "--quiet", f"{GAME}/turns/00xx/0001-1a.sealed")
    git(sealed, "commit", "--quiet", "--message", "a slip")
    for command in (("show", "riot"), ("tick", "--now", "2026-12-24T00:00:00Z"), ("build",)):
        done = run(sealed, *command)
        assert done.status == 1, command
        assert "record 1 is missing" in done.err, command
