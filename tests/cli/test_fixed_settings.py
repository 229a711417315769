"""What of game.yaml is fixed once a game has started: every command refuses to go on with an edit of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command import START, Unchanged, commit, run

FILE = "games/riot/game.yaml"
FIXED = "it cannot change once a game has started;"
EDITS = {
    "ruleset": ("ruleset: genetess", "ruleset: dna", "ruleset", "write `ruleset: genetess` again"),
    "secrecy": ("secrecy: open", "secrecy: sealed", "secrecy", "write `secrecy: open` again"),
    "holiday": ("holiday: 10d", "holiday: 9d", "holiday", 'write `holiday: "10d"` again'),
    "rules": ("starting_e: 10", "starting_e: 20", "rules.starting_e", "write `starting_e: 10` again"),
    "start": ("p1, start: K1", "p1", "players[0].start", "write `start: K1` again"),
    "seat": ("seat: red", "seat: blue", "players[0].seat", "write `seat: red` again"),
    "colour": ("seat: red", "seat: red, colour: blue", "players[0].colour", "write `colour: red` again"),
}


def edited(league: Path, name: str) -> str:
    """Edit what is fixed in game.yaml, and give what is said of it."""
    old, new, field, way = EDITS[name]
    file = league / FILE
    before = file.read_text()
    assert old in before
    after = before.replace(old, new, 1)
    file.write_text(after)
    line = next(number for number, text in enumerate(after.splitlines(), 1) if new in text)
    return f"{FILE}:{line}: {field}: {FIXED} {way}"


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_named_with_what_to_write_again_and_nothing_else_is(
    started: Path, refused: Unchanged, name: str
) -> None:
    words = edited(started, name)
    assert refused(started, "check").err.splitlines() == [words]
    assert refused(started, "check", "games/riot/board.yaml").err.splitlines() == [words]


@pytest.mark.parametrize(
    "command",
    [
        ("order", "riot", "red", "PASS"),
        ("resolve", "riot"),
        ("resolve", "riot", "--order", "PASS", "--seat", "red"),
        ("pause", "riot", "--open-end"),
        ("undo", "riot"),
        ("tick",),
    ],
)
def test_no_command_goes_on_with_it(started: Path, refused: Unchanged, command: tuple[str, ...]) -> None:
    words = edited(started, "rules")
    assert words in refused(started, *command, "--now", START).err


@pytest.mark.parametrize("name", ["holiday", "rules"])
def test_an_edit_that_was_committed_is_found(started: Path, refused: Unchanged, name: str) -> None:
    words = edited(started, name)
    commit(started, "by hand")
    assert refused(started, "check").err.splitlines() == [words]
    assert words in refused(started, "verify").err


def test_other_settings_can_change(started: Path) -> None:
    file = started / FILE
    file.write_text(re.sub("deadline: 3d", "deadline: 1d", file.read_text()))
    assert run(started, "check").status == 0
    assert run(started, "pause", "riot", "--open-end", "--now", START).status == 0
