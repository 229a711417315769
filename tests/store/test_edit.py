"""Setting fields of a file that a person wrote: nothing else changes, to the byte."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.yaml.api import read
from genetess_cli.store.yaml.edit import with_fields, with_rows
from tests.kit.shares import examples

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


def test_a_new_field_stands_before_the_end_of_the_document() -> None:
    assert with_fields(b"a: 1\n...\n", {"new": "v"}, "g") == b"a: 1\nnew: v\n...\n"


def test_comments_between_the_rows_of_a_list_in_brackets_are_not_lost() -> None:
    with pytest.raises(Refused, match="give each row a line with a dash"):
        with_rows(b"a: [{b: 1}, # one\n  {b: 2}]\n", "a", [{"b": 2}], "g")


COMMENT = st.from_regex(r"( {0,3}#[ -~]{0,20})?", fullmatch=True)
VALUES = st.sampled_from(
    ["1", "'x'", '"y # z"', "[a,  b]", "{ c: d }", "\n  - 1\n  - e: f", "|\n  t\n  u", "", "é"]
)


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.tuples(COMMENT, VALUES), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_only_the_added_line_differs(rows: list[tuple[str, str]], end: str) -> None:
    text = "".join(f"{comment}\nk{number}: {value}\n" for number, (comment, value) in enumerate(rows))
    data = text.replace("\n", end).encode()
    assert with_fields(data, {"version": 1}, "g") == data + f"version: 1{end}".encode()


# A game.yaml as people and their editors write it: whatever of it can be read, the program writes its own into

GAP = st.sampled_from(["", "", " # why", "\t# why", " \t # why", "   ", "\t"])
EMPTY = st.sampled_from(["", "~", "null"])
SCALAR = st.sampled_from(["{}", "{}", "'{}'", '"{}"']).flatmap(
    lambda quoted: st.sampled_from(["some", "Bo the Bold", "é"]).map(quoted.format)
)
FIELDS = st.fixed_dictionaries(
    {"name": SCALAR},
    optional={
        "github": SCALAR | EMPTY,
        "github_id": st.just("12"),
        "start": SCALAR,
        "notices": st.just("own"),
    },
)


@st.composite
def players(draw: st.DrawFn, seat: str, indent: int) -> str:
    """One row of a list of players: in braces on one line or on several, or a field a line."""
    rows = [f"seat: {seat}", *(f"{name}: {value}" for name, value in draw(FIELDS).items())]
    between = f"{draw(GAP)}\n{' ' * (indent + 2)}"
    match draw(st.sampled_from(["braces", "wide", "long", "block"])):
        case "braces":
            return "{" + ", ".join(rows) + draw(st.sampled_from(["}", ",}", " }"]))
        case "wide":
            return "{  " + " , ".join(rows) + "  }"
        case "long":
            return "{" + between + f",{between}".join(rows) + between + "}"
        case _:
            return between.join(rows)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    indent = draw(st.sampled_from([0, 2, 4]))
    listed = [f"{' ' * indent}- {draw(players(seat, indent))}{draw(GAP)}" for seat in ("red", "green")]
    lines = [f"ruleset: genetess{draw(GAP)}", f"players:{draw(GAP)}", listed[0], draw(GAP).strip(), listed[1]]
    lines += draw(st.lists(st.sampled_from(["", "# the end", "rules: {e: 1}"]), max_size=3, unique=True))
    lines += draw(st.sampled_from([[], ["id:"], ["id: ~ # none"]]))
    lines = [
        *draw(st.lists(st.sampled_from(["# top", "---"]), max_size=1)),
        *lines,
        *draw(st.sampled_from([[], ["..."]])),
    ]
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))
    return (
        draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
        + text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode()
    )


NEW = st.sampled_from(
    [
        {"name": "Ann", "github": "ann"},
        {"name": "A: n", "github": None},
        {"name": "Ann", "github": None, "github_id": None, "notices": None},
        {"github": "ann", "github_id": 77},
    ]
)


@given(files(), NEW, st.sampled_from([0, 1]))
def test_a_player_is_replaced_in_every_form_and_all_else_stays(
    data: bytes, fields: dict[str, str | int | None], index: int
) -> None:
    before: Any = read(data, "g").data
    written = with_fields(data, fields, "g", ("players", index))
    after: Any = read(written, "g").data
    other = 1 - index
    assert after["players"][other] == before["players"][other]
    assert {name: after["players"][index].get(name) for name in fields} == fields
    assert written.count(b"# ") == data.count(b"# ")


@given(files(), st.permutations([0, 1, 2]))
def test_rows_are_put_among_others_in_every_form(data: bytes, order: list[int]) -> None:
    before: Any = read(data, "g").data
    rows = [*before["players"], {"seat": "blue", "name": "B: o", "github_id": 12}]
    written = with_rows(data, "players", [rows[index] for index in order], "g")
    after: Any = read(written, "g").data
    assert after == {**before, "players": [rows[index] for index in order]}
    assert written.count(b"# ") == data.count(b"# ")


@given(files())
def test_the_programs_own_lines_go_behind_every_form(data: bytes) -> None:
    before: Any = read(data, "g").data
    written = with_fields(data, {"id": "ab", "version": 1}, "g")
    assert read(written, "g").data == {**before, "id": "ab", "version": 1}
    assert written.count(b"# ") == data.count(b"# ")
