"""A list of players written anew in game.yaml: what stays is left as it was."""

from __future__ import annotations

import pytest

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.yaml.edit import with_rows

Row = dict[str, str | int | None]
RED: Row = {"seat": "red", "name": "R"}
NEW: Row = {"seat": "p", "name": "A, {b}: c"}
LAST: Row = {"seat": "z", "name": "Z"}
FLOW = "a: 1\nplayers:  # all\n  - {seat: red, name: R}  # he\n  - {seat: z, name: Z}\n# the rest\nb: 2\n"


def _set(text: str, *rows: Row) -> str:
    return with_rows(text.encode(), "players", list(rows), "game.yaml").decode()


def test_a_new_row_stands_where_it_belongs() -> None:
    row = '  - {seat: p, name: "A, {b}: c"}\n'
    assert _set(FLOW, RED, NEW, LAST) == FLOW.replace("  - {seat: z", f"{row}  - {{seat: z")
    assert _set(FLOW, RED, LAST, NEW) == FLOW.replace("# the rest", f"{row}# the rest")


def test_a_row_that_is_not_wanted_goes() -> None:
    assert _set(FLOW, LAST) == FLOW.replace("  - {seat: red, name: R}  # he\n", "")


def test_rows_on_several_lines_stay_as_they_are() -> None:
    text = "players:\n- seat: red # he\n  name: R\n- seat: z\n  name: Z"
    assert _set(text, RED, NEW, LAST) == text.replace(
        "- seat: z", '- {seat: p, name: "A, {b}: c"}\n- seat: z'
    )
    assert _set(text, LAST, RED) == "players:\n- seat: z\n  name: Z\n- seat: red # he\n  name: R"


def test_a_row_may_end_in_an_empty_field() -> None:
    text = "players:\n  - seat: red\n    name: R\n    github:\n# the rest\nb: 2\n"
    assert _set(text, {**RED, "github": None}, LAST) == text.replace("# the", "  - {seat: z, name: Z}\n# the")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_empty_list_gets_its_first_rows(end: str) -> None:
    text = f"players: []  # none yet{end}b: 2{end}"
    assert _set(text, RED) == f"players:  # none yet{end}  - {{seat: red, name: R}}{end}b: 2{end}"


def test_a_list_in_brackets_stays_one() -> None:
    text = "players: [{seat: red, name: R}] # two\n"
    assert _set(text, RED, LAST) == "players: [{seat: red, name: R}, {seat: z, name: Z}] # two\n"


def test_a_list_in_brackets_with_comments_between_its_rows_is_left_alone() -> None:
    with pytest.raises(Refused, match="has comments between its rows"):
        _set("players: [ # one\n  {seat: red, name: R}]\n", RED, LAST)


@pytest.mark.parametrize("text", ["players: 3\n", "b: 1\n", "- 1\n"])
def test_what_is_no_list_is_told(text: str) -> None:
    with pytest.raises(InvalidFile, match="expected a list"):
        _set(text, RED)
