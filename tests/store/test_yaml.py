"""Reading what people wrote: the guard, the lines, and that no bytes at all get past with a crash."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.errors import Finding, InvalidFile
from genetess_cli.store.yaml.api import read, read_program
from genetess_cli.store.yaml.read import fault
from tests.kit.shares import examples

WHERE = "games/riot/game.yaml"


@pytest.fixture(params=["C", "Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all of this hold for the parser in C and, where there is none, as in a browser, for that in Python."""
    if request.param == "Python":
        monkeypatch.setitem(sys.modules, "ruamel.yaml.cyaml", None)


def complaint(data: bytes) -> str:
    with pytest.raises(InvalidFile) as caught:
        read(data, WHERE)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1), ("-7", -7), ("007", 7), ("0x1F", 31), ("1.5", 1.5), ("true", True), ("FALSE", False),
        ("null", None), ("~", None), ("", None), ('"1.00"', "1.00"), ("yes", "yes"), ("2026-11-24", "2026-11-24"),
        ("12:30", "12:30"), ("1_000", "1_000"), ("K1", "K1"), ("'null'", "null"), ("[]", []), ("{}", {}),
        ("{a: [b, 1]}", {"a": ["b", 1]}), ("|\n  ab\n  c", "ab\nc\n"), (">-\n  ab\n  c", "ab c"),
    ],
)  # fmt: skip
def test_a_value_means_what_yaml_1_2_says(text: str, value: object) -> None:
    assert read(f"a: {text}\n".encode(), WHERE).data == {"a": value}


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", 1, "empty"),
        (b"# nothing\n", 1, "empty"),
        (b"a: 1\nb: *x\n", 2, "refers to another value"),
        (b"a: 1\nb: &x 1\n", 2, "names a value"),
        (b"a: !!python/object:os.system {}\n", 1, "the tag"),
        (b"%YAML 1.1\n---\na: 1\n", 1, "directive"),
        (b"%FOO\n---\na: 1\n", 1, "directive"),
        (b"a: 1\n---\nb: 1\n", 2, "second document"),
        (b"a: 1\nb: 2\na: 3\n", 3, "given twice, first in line 1"),
        (b"a: 1\n1: 2\n", 2, 'put it in quotes: "1"'),
        (b"? [a]\n: b\n", 1, "cannot be a key"),
        (b"a: .nan\n", 1, "put it in quotes"),
        (b"a: 1e999\n", 1, "put it in quotes"),
        (b"a: 9999999999999999999\n", 1, "19 digits"),
        (b"a: 1\n\xff\xfe", 2, "not UTF-8"),
        (b"a: 1\nb: \0\n", 2, "U+0000"),
        (b"a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", 2, "the line is left over from a merge"),
        (b"a: 1\nb: 2\n=======\n", 3, "the line is left over from a merge"),
        (b"a: b: c\n", 1, "put text with signs in quotes"),
        (b"\ta: 1\n", 1, "indent with spaces"),
        (b'a: 1\nb: "x\n', 2, "close quotes and brackets"),
        (b'a: "x\nb: 1\nc: 2\n', 1, "close quotes and brackets"),
        (b"a: 1\ngrace:12h\nb: 2\n", 2, "close quotes and brackets"),
        (b'a: "\\uD800"\n', 1, "escape"),
        (b"a:\n - 1\n  - 2\n b: 3\n", 4, "close quotes and brackets"),
    ],
)
def test_what_the_guard_refuses_is_named_with_its_line(data: bytes, line: int, words: str) -> None:
    text = complaint(data)
    assert text.startswith(f"{WHERE}:{line}: ")
    assert words in text


@pytest.mark.parametrize("start", [b"[", b"{a: ", b"- ", b"? ", b"a:\n- ", b'"', b"!", b"&a ", b"|\n "])
def test_no_nesting_exhausts_the_machine(start: bytes) -> None:
    assert complaint(start * 30_000 if start != b"|\n " else start + b"\n" * 300_000)


def test_a_file_that_explodes_when_walked_is_refused_at_its_first_name() -> None:
    rows = ["a: &a [x, x, x]"] + [
        f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]" for i in range(9)
    ]
    assert ":1: `&a` names a value" in complaint("\n".join(rows).encode())


def test_the_size_is_bounded_before_anything_is_parsed() -> None:
    assert "262,144" in complaint(b"a: " + b"x" * 262_144)


def test_the_number_of_values_is_bounded() -> None:
    assert "20,000 values" in complaint(b"[" + b"1," * 20_001 + b"]")


def test_a_byte_order_mark_at_the_start_is_taken_for_what_it_is() -> None:
    assert read(b"\xef\xbb\xbfa: 1\n", WHERE).data == {"a": 1}


def test_windows_line_ends_change_nothing() -> None:
    tree = read(b"a: 1\r\nb: |\r\n  x\r\n  y\r\n", WHERE)
    assert tree.data == {"a": 1, "b": "x\ny\n"}
    assert tree.line(("b", 1)) == 4


@settings(max_examples=examples(400), deadline=None)
@given(
    st.binary(max_size=120)
    | st.text("{}[]:,-?&*!|>'\"%@`#ab1 \n\t\r\\\ufeff\u2028", max_size=80).map(str.encode)
)
def test_any_bytes_give_values_or_a_complaint_with_the_files_name(data: bytes) -> None:
    faults: Sequence[Finding] = ()
    try:
        read(data, WHERE)
    except InvalidFile as error:
        faults = error.findings
    assert all(fault.path == WHERE for fault in faults)


TREE = read(b"""\
name: Riot
players:
  - {seat: red,
     name: Ragnar}
  - seat: green
    name: Gwen
map: |
  ###

  #.#
""", WHERE)  # fmt: skip


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1), (("name",), 1), (("players",), 2), (("players", 0), 3), (("players", 0, "name"), 4),
        (("players", 1, "name"), 6), (("players", 1, "github"), 5), (("players", 9), 2), (("nothing",), 1),
        (("map",), 7), (("map", 0), 8), (("map", 2), 10), (("name", 3), 1),
    ],
)  # fmt: skip
def test_every_value_knows_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert TREE.line(path) == line


def test_a_fault_names_file_line_and_field() -> None:
    assert str(fault(TREE, ("players", 1, "seat"), "no")) == f"{WHERE}:5: players[1].seat: no"


def test_what_the_program_wrote_may_be_larger() -> None:
    data = b"a: " + b"x" * 300_000
    assert read_program(data, WHERE).data == {"a": "x" * 300_000}
