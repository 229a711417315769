"""`genetess verify`: whatever was changed after it was committed is found, and named with its commit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command import commit
from tests.kit.history import DAYS, GAME, TURNS, edit, record, verify

# What was changed after it was committed

CHANGED: dict[str, tuple[str, str, str, str]] = {
    "an order": (
        f"{TURNS}/0001-1a.yaml",
        "MOVE B2 S",
        "MOVE B2 E",
        "order: expected MOVE B2 S, found MOVE B2 E",
    ),
    "an outcome": (
        f"{TURNS}/0001-1a.yaml",
        "outcome: done",
        "outcome: failed",
        "outcome: expected done, found failed",
    ),
    "an event": (f"{TURNS}/0001-1a.yaml", "to: B3", "to: C3", "events[0].to: expected B3, found C3"),
    "a draw": (f"{TURNS}/0017-5a.yaml", r"number: \d+}", "number: 7}", "draws[0].number: expected "),
    "a time": (f"{TURNS}/0002-1b.yaml", "at: .*", f'at: "{DAYS[3]}"', "at: expected "),
    "its layout": (f"{TURNS}/0002-1b.yaml", r"\Z", "\n# Nothing.\n", "only its layout differs"),
    "all of it": (f"{TURNS}/0002-1b.yaml", r"(?s).*", "{", "expected "),
}


@pytest.mark.parametrize(("file", "old", "new", "words"), CHANGED.values(), ids=CHANGED)
def test_a_record_that_was_changed_is_named_with_the_commit(
    played: Path, file: str, old: str, new: str, words: str
) -> None:
    """Also where a later commit takes it back: records are only ever added."""
    before = (played / file).read_text()
    edit(played / file, old, new)
    commit(played, "a small improvement")
    (played / file).write_text(before)
    commit(played, "taken back")
    done = verify(played)
    assert done.status == 1
    assert f"riot: {file} in commit " in done.err
    assert "“a small improvement”: the record was changed after it was added: " in done.err
    assert words in done.err


def test_a_record_that_was_deleted_is_named(played: Path) -> None:
    path = record(played, 4)
    path.unlink()
    commit(played, "away with it")
    done = verify(played)
    assert done.status == 1
    assert f"{path.relative_to(played)} in commit " in done.err
    assert "found it deleted" in done.err


def test_a_record_that_was_renumbered_is_named(played: Path) -> None:
    path = record(played, 4)
    path.rename(path.with_name(path.name.replace("0004", "0099")))
    commit(played)
    assert f"{path.relative_to(played)} in commit " in verify(played).err


def test_records_that_changed_places_are_named(played: Path) -> None:
    one, other = record(played, 3), record(played, 4)
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])
    commit(played)
    done = verify(played)
    assert f"{one.relative_to(played)} in commit " in done.err
    assert "number: expected 3, found 4" in done.err


def test_a_record_that_was_slipped_in_is_named(played: Path) -> None:
    last = max((played / TURNS).iterdir())
    number = int(last.name[:4])
    text = re.sub(r"number: \d+", f"number: {number + 1}", last.read_text())
    (played / TURNS / f"{number + 1:04}-9a.yaml").write_text(text.replace('turn: "', 'turn: "9a" # "'))
    commit(played)
    done = verify(played)
    assert f"{TURNS}/{number + 1:04}-9a.yaml: expected {TURNS}/{number + 1:04}-6b.yaml next" in done.err


def test_two_records_of_one_number_are_named(played: Path) -> None:
    (played / TURNS / "0003-9z.yaml").write_bytes(record(played, 3).read_bytes())
    commit(played)
    done = verify(played)
    assert f"{TURNS}/0003-9z.yaml: expected {TURNS}/0004-2b.yaml next, found this file" in done.err


def test_a_gap_is_named(played: Path) -> None:
    (played / TURNS / "0090-9z.yaml").write_bytes(record(played, 3).read_bytes())
    commit(played)
    assert f"{TURNS}/0090-9z.yaml: expected {TURNS}/0021-6b.yaml next" in verify(played).err


@pytest.mark.parametrize("name", ["0001-1a.txt", "0101-9a.yaml", "note.md"])
def test_what_is_no_record_has_no_place_among_them(played: Path, name: str) -> None:
    (played / TURNS / name).write_text("x\n")
    commit(played)
    assert f"{TURNS}/{name}: expected {TURNS}/00" in verify(played).err


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("state.yaml", r"(?m)e: \d+", "e: 99", r"players\.\w+\.e: expected \d+, found 99"),
        ("state.yaml", r"at: B3", "at: D3", r"pieces\[\d\]\.at: expected "),
        ("state.yaml", r"(?s).*", "{", "expected "),
        ("clock.yaml", "number: ", "number: 1", r"number: expected \d+, found 1\d+"),
        ("clock.yaml", r"to_move: .*", "to_move: [blue]", r"to_move\[0\]: expected \w+, found blue"),
        ("clock.yaml", r'turn: ".*"', 'turn: "9z"', "turn: expected .*, found 9z"),
        ("clock.yaml", r"phase: \w+", "phase: finished", "phase: expected .*, found finished"),
    ],
)
def test_a_position_or_clock_that_was_changed_is_named_with_the_commit(
    played: Path, file: str, old: str, new: str, words: str
) -> None:
    """In the middle of the game, even where the next turn wrote the file anew."""
    path = played / GAME / file
    before = path.read_text()
    edit(path, old, new)
    commit(played, "a small improvement")
    path.write_text(before)
    commit(played, "taken back")
    done = verify(played)
    assert done.status == 1
    assert re.search(rf"{GAME}/{file} in commit \w+ “a small improvement”: {words}", done.err), done.err


@pytest.mark.parametrize("file", ["state.yaml", "clock.yaml"])
def test_a_file_of_the_program_that_is_gone_is_named(played: Path, file: str) -> None:
    (played / GAME / file).unlink()
    commit(played)
    done = verify(played)
    assert done.status == 1
    assert f"{GAME}/{file} in commit " in done.err
    assert "found no such file" in done.err


FIXED = "it cannot change once a game has started; write "


@pytest.mark.by_day(2, ci=6)
@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "board.yaml",
            "amount: 5",
            "amount: 6",
            "changed after the start: specials[0].amount: expected 5, found 6",
        ),
        ("board.yaml", r"#\.\.\.\+", "#....", "changed after the start: map: expected "),
        (
            "game.yaml",
            "starting_e: 400",
            "starting_e: 401",
            f"rules.starting_e: {FIXED}`starting_e: 400` again",
        ),
        ("game.yaml", "start: K1", "start: K2", f"players[0].start: {FIXED}`start: K1` again"),
        ("game.yaml", r"(?m)^id: .*", f'id: "{"cd" * 16}"', f"id: {FIXED}`id: "),
        (
            "game.yaml",
            r"(?m)^commitment: .*",
            f'commitment: "{"cd" * 32}"',
            f"commitment: {FIXED}`commitment: ",
        ),
        ("game.yaml", r"(?m)^commitment: .*\n", "", f"commitment: {FIXED}`commitment: "),
    ],
)
@pytest.mark.parametrize("committed", [True, False])
def test_a_board_or_rules_that_changed_after_the_start_are_named(
    played: Path, file: str, old: str, new: str, words: str, committed: bool
) -> None:
    if new == "start: K2":
        edit(played / GAME / "game.yaml", "start: K2", "start: K9")
        edit(played / GAME / "game.yaml", "start: K1", "start: K2")
        edit(played / GAME / "game.yaml", "start: K9", "start: K1")
    else:
        edit(played / GAME / file, old, new)
    if committed:
        commit(played)
    done = verify(played)
    assert done.status == 1
    assert re.search(rf"{GAME}/{file}:(\d+:)? {re.escape(words)}", done.err), done.err


@pytest.mark.parametrize("file", ["state.yaml", "clock.yaml", "turns/00xx/0001-1a.yaml"])
def test_a_file_of_the_program_that_was_edited_and_not_committed_is_named(played: Path, file: str) -> None:
    edit(played / GAME / file, r"\Z", "# mine\n")
    done = verify(played)
    assert (
        f"{GAME}/{file}: changed in the work tree; the committed one counts. Restore it with `git restore -SW"
        in done.err
    )
    (played / GAME / file).unlink()
    assert "deleted in the work tree" in verify(played).err
