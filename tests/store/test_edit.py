"""Setting fields of a file that a person wrote: nothing else changes, to the byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.yaml.api import read
from genetess_cli.store.yaml.edit import with_fields

GAME = b"""\
# Riot, the third of its name
ruleset:   genetess            # genetess | dna | genie
name: 'Riot'    # quotes stay
players:
    -   { seat: red,   name: "Ragnar" }   # odd spaces stay
    # a comment between
    - {seat: green, name: Gwen}
note: a long line that nobody wants folded, however many words somebody happened to put into it and into it and into it
id:   # still empty
rules:

  specials: "1.00"
# the end"""


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [b"", b"\n"])
def test_new_fields_are_lines_at_the_end_and_nothing_else_changes(
    end: bytes, mark: bytes, last: bytes
) -> None:
    data = mark + (GAME + last).replace(b"\n", end)
    added = (b"\nversion: 1\nrules_version: 2" + last).replace(b"\n", end)
    assert with_fields(data, {"version": 1, "rules_version": 2}, "g") == data.rstrip(b"\r\n") + added


def test_a_changed_value_keeps_its_comment_and_its_place() -> None:
    changed = with_fields(GAME, {"ruleset": "dna", "name": "a: b"}, "g")
    assert changed == GAME.replace(b":   genetess  ", b":   dna  ").replace(b"'Riot'", b'"a: b"')


def test_an_empty_value_is_filled_in() -> None:
    assert with_fields(GAME, {"id": "abc"}, "g") == GAME.replace(b"id:  ", b"id: abc  ")


def test_what_is_already_said_changes_nothing() -> None:
    assert with_fields(GAME, {"name": "Riot"}, "g") == GAME


@pytest.mark.parametrize(
    "data",
    [
        b"{a: 1, b: [2]}\n",
        b"---\na: |+\n  x\n\n",
        b"  a: 1\n  b:\n    c: 2\n",
        b'"a": "1"\n',
        b"a:\n- 1\n",
    ],
)
def test_however_the_file_is_written_its_values_stay(data: bytes) -> None:
    before = read(data, "g").data
    assert isinstance(before, dict)
    assert read(with_fields(data, {"new": "v"}, "g"), "g").data == {**before, "new": "v"}


def test_a_file_that_cannot_be_read_is_not_written() -> None:
    with pytest.raises(InvalidFile, match="g: expected a mapping at its top"):
        with_fields(b"- 1\n", {"a": 1}, "g")


def test_what_cannot_be_written_without_other_changes_is_refused() -> None:
    with pytest.raises(Refused, match="g: cannot write `new` without changing the rest"):
        with_fields(b"a: 1\n...\n", {"new": "v"}, "g")


COMMENT = st.from_regex(r"( {0,3}#[ -~]{0,20})?", fullmatch=True)
VALUES = st.sampled_from(
    ["1", "'x'", '"y # z"', "[a,  b]", "{ c: d }", "\n  - 1\n  - e: f", "|\n  t\n  u", "", "é"]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(COMMENT, VALUES), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_only_the_added_line_differs(rows: list[tuple[str, str]], end: str) -> None:
    text = "".join(f"{comment}\nk{number}: {value}\n" for number, (comment, value) in enumerate(rows))
    data = text.replace("\n", end).encode()
    assert with_fields(data, {"version": 1}, "g") == data + f"version: 1{end}".encode()
