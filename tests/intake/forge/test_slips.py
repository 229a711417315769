"""The first thing that a newcomer types: read where it is YAML, else answered with what is wrong."""

from __future__ import annotations

import msgspec
import pytest

from genetess_cli.errors import Finding
from genetess_cli.intake.judge import judge_wish
from genetess_cli.store.schema import GameFile

PATH = "games/riot/signups/me.yaml"
SEATS = ["red", "green", "blue", "yellow"]
GAME = msgspec.convert(
    {
        "ruleset": "genetess",
        "name": "Riot",
        "number": 1,
        "players": [{"seat": "red", "name": "Ragnar", "start": "K1"}],
        "signup": {"seats": SEATS},
    },
    GameFile,
)


def read(text: str | bytes) -> tuple[str, str | None] | list[Finding]:
    data = text if isinstance(text, bytes) else text.encode()
    assert GAME.signup is not None
    found = judge_wish(data, PATH, GAME, GAME.signup, ["Ragnar", "Gwen"])
    return found if isinstance(found, list) else (found.name, found.seat)


def refused(text: str | bytes) -> str:
    """What is said of a file that is none."""
    found = read(text)
    assert isinstance(found, list)
    return "\n".join(map(str, found))


@pytest.mark.parametrize(
    "text",
    [
        "name: Bob\nseat: Blue\n",
        "name : Bob\nseat:  blue",
        "name: Bob\r\nseat: blue\r\n",
        "\ufeffname: Bob\nseat: blue\n",
        "# Your name\nname: 'Bob'\n\n# and a seat\nseat: \"blue\" # mine\n",
        "{name: Bob, seat: blue}\n",
        "---\nname: Bob\nseat: blue\n",
        "seat: blue\nname: >-\n  Bob\n",
    ],
)
def test_name_and_seat_are_read_however_yaml_writes_them(text: str) -> None:
    assert read(text) == ("Bob", "blue")


@pytest.mark.parametrize("seat", ["", "seat:\n", "seat: ~\n", "seat: # blue\n"])
def test_a_seat_left_empty_is_no_wish(seat: str) -> None:
    assert read(f"name: Bob\n{seat}") == ("Bob", None)


@pytest.mark.parametrize("name", ["2026-01-01", "Zoë", "Jörg-Uwe", "李", "Zoe\u0308", "O’Brien (Jr.)"])
def test_a_name_may_have_letters_of_any_script(name: str) -> None:
    assert read(f"name: {name}\n") == (name.replace("e\u0308", "ë"), None)


def test_a_name_on_several_lines_is_read_as_ever() -> None:
    assert read("name: Bob\n  the Bold\n") == ("Bob the Bold", None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bob\n", "expected a mapping of `key: value`"),
        ("name:Bob\nseat:blue\n", "expected a mapping of `key: value`"),
        ("Name: Bob\nSeat: blue\n", "2: Seat: there is no such field (did you mean `seat`?)"),
        ("name: Bob\nadmin: yes\n", "admin: there is no such field"),
        ("name: @bob\nseat: blue\n", "put text with signs in quotes"),
        ("name: Bob\n  seat: blue\n", "indent with spaces"),
        ("name: Bob seat: blue\n", "mapping values are not allowed"),
        ("name: 'Bob\nseat: blue\n", "close quotes and brackets"),
        ("name: Bob\nname: Bert\n", "given twice"),
        ("name: 7\n", "expected a name"),
        ("name: Bob\nseat: I would like blue\n", "the name of a seat"),
        ("seat: blue\n", "`name` is missing"),
        ("name:\nseat: blue\n", "write it after the `:`"),
        ("name: C#\nseat: blue\n", "letters, digits"),
        ("name: “Bob”\n", "letters, digits"),
        ("name: Bob\nseat: bleu\n", "no seat bleu"),
        ("name: Bob\nseat: red\n", "or none; there is green, blue, yellow"),
        ("name: ragnar\nseat: blue\n", "the name `ragnar` is taken"),
        ("name: Blue\n", "a seat's name"),
        ("", "the file is empty"),
        ("# name: Kim\n", "the file is empty"),
        (f"name: {'x' * 41}\n", "1 to 40"),
        ("name: Jörg\n".encode("cp1252"), "save the file as UTF-8"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str | bytes, words: str) -> None:
    assert words in refused(text)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("&a Bob", "names a value"),
        ("*a", "refers to another value"),
        ("!!str Bob", "the tag"),
        ("Bob\n---\nname: Bert", "second document"),
        ("Bob\n%YAML 1.1", "document start"),
        ("Bob\nseat: &b blue", "names a value"),
        ("\n  <<: {a: b}", "a name on one line"),
        ('"a\\nb"', "a name on one line"),
    ],
)
def test_what_nobody_should_write_is_refused(value: str, words: str) -> None:
    assert words in refused(f"name: {value}\n")
