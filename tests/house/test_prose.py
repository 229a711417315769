"""The files of the rules in words: how they are read, and that a mistake in one is told with file and entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.manual import prose
from genetess_cli.manual.article import Explanation, lines
from genetess_cli.manual.books import book
from genetess_cli.manual.bots import bot_words
from genetess_cli.rules import RULESETS, ruleset


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the files, empty as yet."""
    monkeypatch.setattr(prose, "FOLDER", tmp_path)
    return tmp_path


def _read(folder: Path, text: str) -> dict[str, Explanation]:
    (folder / "codes.toml").write_text(text)
    return prose.tables(
        "codes.toml", Explanation, {"most": "1,000"}, {"HOLIDAY": {"brief": "The game waits."}}
    )


def test_a_line_break_is_a_space_and_a_blank_line_begins_a_paragraph(folder: Path) -> None:
    found = _read(folder, "[K]\nbrief = 'A King.'\nsays = '''\nIt\nearns.\n\nIt\n  creates.\n'''")
    assert [line.text for line in lines(found["K"].says)] == ["It earns.", "It creates."]


def test_a_name_in_braces_stands_for_a_value_or_a_text_of_the_file(folder: Path) -> None:
    found = _read(
        folder, "walls = 'Walls stop it.'\n[B]\nbrief = 'At most {most} of {S: 5}.'\nsays = '{walls}'"
    )
    assert list(found) == ["B"]
    assert (found["B"].brief, found["B"].says) == ("At most 1,000 of {S: 5}.", "Walls stop it.")


def test_what_an_entry_does_not_say_is_taken_from_the_shared_one(folder: Path) -> None:
    found = _read(folder, "[HOLIDAY]\nrulings = [43]")
    assert found["HOLIDAY"] == Explanation(brief="The game waits.", rulings=(43,))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[K]\nbrief = A King.", "codes.toml: .*line 2"),
        ("[K]\nsays = 'It earns.'", "codes.toml: K: Object missing required field `brief`"),
        ("[K]\nbrief = 'A King.'\nsay = 'It earns.'", "codes.toml: K: Object contains unknown field `say`"),
        ("[K]\nbrief = 'A King.'\nrulings = ['G8']", r"codes.toml: K: Expected `int`.*rulings"),
        ("[K]\nbrief = 'At most {least}.'", "codes.toml: K: nothing is called least"),
    ],
)
def test_a_mistake_is_told_with_file_and_entry(folder: Path, text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        _read(folder, text)


@pytest.mark.parametrize("name", RULESETS)
def test_of_each_bot_is_said_how_it_plays_and_how_often_it_beats_each_other_one(name: str) -> None:
    told = bot_words(name)
    assert (*told,) == ruleset(name).bots().names
    assert all({bot, *words.wins} == {*told} for bot, words in told.items())
    pairs = [(one, other) for one in told for other in told[one].wins]
    assert all(told[one].wins[other] + told[other].wins[one] <= 100 for one, other in pairs)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_file_of_a_game_is_in_its_book(ruleset: str) -> None:
    files = {path.stem for path in (prose.FOLDER / ruleset).glob("*.toml")}
    assert files - {"hints", "bots"} == {"book", "boards", "lesson", *book(ruleset).files}


def test_lines_of_files_have_at_most_120_characters() -> None:
    for path in prose.FOLDER.rglob("*.toml"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert len(line) <= 120, f"{path}: {line}"
