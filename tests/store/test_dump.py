"""Writing: every loader reads back what was dumped, and a position reads as one piece a line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from genetess_cli.store.yaml.api import read_program
from genetess_cli.store.yaml.write import dump
from tests.kit.shares import examples

AWKWARD = [
    "", " ", "yes", "No", "on", "OFF", "y", "null", "~", "true", "NULL", "1e3", "0x10", "0o7", "1_000", "12:30:00",
    "2026-11-24", "2026-11-24T18:00:00Z", "=", "<<", "-", "?", "|", ">", "a: b", "a #b", "#a", "a:", " a", "a ",
    ".inf", ".nan", "---", "...", "- a", "[a]", "{a}", "a, b", "a?", "'a", '"a', "\\", "\t", "a\tb", "\x7f", "\x85",
    "\u2028", "\ufeff", "\xa0", "é", "日本", "😀", "a\n", "a\nb", "\na", " a\nb\n", "a\n\nb\n", "a\n\n", "a \nb\n",
    "###\n#.#\n###\n", "*MOVE B2 E", "MOVE B2 E", "%a", "@a", "`a", "!a", "&a", "\r", "a\r\nb", "\x00", "a\n\tb\n",
]  # fmt: skip
TEXT = st.text(max_size=20) | st.from_regex(r"[ -~\n]{0,30}", fullmatch=True) | st.sampled_from(AWKWARD)
SCALAR = st.none() | st.booleans() | st.integers(1 - 10**18, 10**18 - 1) | TEXT
VALUE = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=5),
    max_leaves=25,
)


def load(text: str, pure: bool, version: tuple[int, int] | None) -> Any:
    yaml = YAML(typ="safe", pure=pure)
    if version:
        yaml.version = version
    return yaml.load(text)


def everyone_reads(value: object) -> None:
    text = dump({"value": value})
    assert read_program(text.encode(), "x").data == {"value": value}
    for pure in (False, True):
        for version in (None, (1, 1)):
            assert load(text, pure, version) == {"value": value}


@pytest.mark.exhaustive
@settings(max_examples=examples(300), deadline=None)
@given(VALUE)
def test_every_loader_reads_back_what_was_dumped(value: object) -> None:
    everyone_reads(value)


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_text_stays_what_it_is(text: str) -> None:
    everyone_reads([text, {text: text}])


def test_a_position_reads_as_one_piece_a_line() -> None:
    state = {
        "turn": "3b",
        "map": "###\n#.#\n",
        "pieces": [
            {"at": "B2", "owner": "red", "codes": "K", "phased": False},
            {"at": "C2", "owner": None, "codes": "ON", "seen": ["green", "red"]},
        ],
        "none": [],
    }
    assert dump(state) == (
        'turn: "3b"\n'
        "map: |\n  ###\n  #.#\n"
        "pieces:\n"
        "  - {at: B2, owner: red, codes: K, phased: false}\n"
        '  - {at: C2, owner: null, codes: "ON", seen: [green, red]}\n'
        "none: []\n"
    )


def test_what_does_not_fit_one_line_becomes_a_block() -> None:
    assert dump({"a": ["x" * 60, "y" * 60]}) == f"a:\n  - {'x' * 60}\n  - {'y' * 60}\n"


@pytest.mark.parametrize(
    ("value", "error"),
    [(1.5, TypeError), ({1: 2}, TypeError), (b"", TypeError), ("\ud800", ValueError), (10**18, ValueError),
     ({"k" * 1001: 1}, ValueError)],
)  # fmt: skip
def test_what_cannot_be_read_back_is_not_written(value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        dump([value])
