"""A player's fields set in game.yaml: the value changes and every other character stays."""

from __future__ import annotations

import pytest

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.yaml.edit import with_fields

FLOW = "players:  # all\n  - {seat: red, name: Ragnar, start: K1}  # the first\n  - {seat: green, name: 'Gwen'}\n"
BLOCK = "players:\n- seat: red\n  name: Ragnar # he\n  start: K1\n- name: Gwen\n  seat: green"


def _set(text: str, index: int, **fields: str | None) -> str:
    return with_fields(text.encode(), fields, "game.yaml", ("players", index)).decode()


def test_a_value_in_braces() -> None:
    assert _set(FLOW, 0, name="Rolf") == FLOW.replace("Ragnar", "Rolf")
    assert _set(FLOW, 1, name="Ø: {}") == FLOW.replace("'Gwen'", '"Ø: {}"')


def test_a_value_on_a_line_of_its_own() -> None:
    assert _set(BLOCK, 0, name="Rolf") == BLOCK.replace("Ragnar", "Rolf")


def test_a_new_field_stands_behind_the_name() -> None:
    assert _set(FLOW, 0, name="Rolf", github="rolf") == FLOW.replace("Ragnar", "Rolf, github: rolf")
    assert _set(BLOCK, 0, name="Rolf", github="rolf") == BLOCK.replace(
        "Ragnar # he", "Rolf # he\n  github: rolf"
    )
    assert _set(BLOCK, 1, name="Gwen", github="gwen") == BLOCK.replace(
        "name: Gwen", "name: Gwen\n  github: gwen"
    )


def test_line_ends_of_another_system_stay() -> None:
    text = BLOCK.replace("\n", "\r\n")
    assert _set(text, 0, name="Ragnar", github="r") == text.replace("# he\r\n", "# he\r\n  github: r\r\n")


def test_a_mark_at_the_beginning_stays() -> None:
    assert _set(f"\ufeff{FLOW}", 0, name="Rolf") == f"\ufeff{FLOW}".replace("Ragnar", "Rolf")


def test_what_is_so_already_is_not_written() -> None:
    assert _set(FLOW, 0, name="Ragnar", github=None) == FLOW
    null = FLOW.replace("start: K1", "github: null")
    assert _set(null, 0, github=None) == null


def test_a_field_that_is_to_be_nothing_leaves_the_line() -> None:
    logins = FLOW.replace("Ragnar", "Ragnar, github: 'r{,}'").replace("'Gwen'", "'Gwen', github: g")
    assert _set(logins, 0, name="Ragnar", github=None) == logins.replace(", github: 'r{,}'", "")
    assert _set(logins, 1, name="Rolf", github=None).endswith("name: Rolf}\n")


def test_fields_leave_and_come_at_the_same_place() -> None:
    text = FLOW.replace("Ragnar,", "Ragnar, github_id: 7, mail: r@n.example,").replace("name: Ragnar, ", "")
    changed = _set(text, 0, github_id=None, mail=None, name="Rolf")
    assert changed == FLOW.replace("name: Ragnar, start", "name: Rolf, start")


@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_a_field_on_a_line_of_its_own_leaves_with_its_line(line: str) -> None:
    text = BLOCK.replace("\n", line)
    logins = text.replace("  start", f"  github: r{line}  start") + f"{line}  github: g"
    assert _set(logins, 0, github=None) == logins.replace(f"  github: r{line}", "")
    assert _set(logins, 1, name="Gwen", github=None) == logins.removesuffix(f"{line}  github: g")


@pytest.mark.parametrize(
    "text",
    [
        "players:\n- github: r\n  name: Ragnar\n",
        "players:\n- name: Ragnar\n  github: r # he\n",
        "players:\n- {github: r, name: Ragnar}\n",
    ],
)
def test_a_field_that_shares_its_line_is_written_as_nothing(text: str) -> None:
    assert _set(text, 0, name="Ragnar", github=None) == text.replace("github: r", "github: null")


def test_a_field_that_is_empty_is_filled_and_has_others_behind_it() -> None:
    text = "players:\n- name: R\n  github:  # nobody\n# all\n- name: Z\n"
    assert _set(text, 0, github="r") == text.replace("github: ", "github: r ")
    bare = text.replace("  # nobody", "")
    assert _set(bare, 0, mail="m", github="r") == bare.replace("github:", "github: r\n  mail: m")
    assert _set(text, 0, github=None, mail="m") == text.replace("# nobody", "# nobody\n  mail: m")


def test_a_list_leaves_with_its_lines() -> None:
    text = "players:\n- name: R\n  mail:  # two\n  - a\n  - b\n  # he\n  seat: red\n"
    assert _set(text, 0, mail=None) == "players:\n- name: R\n  # he\n  seat: red\n"


def test_where_the_field_beside_is_no_plain_value_comments_still_stay() -> None:
    text = "players:\n  - seat: [red]  # odd\n"
    assert "# odd" in _set(text, 0, github="r")


@pytest.mark.parametrize("text", ["players: 3\n", "- a\n", "players: []\n", "players: [red]\n"])
def test_a_file_without_such_a_mapping_is_named(text: str) -> None:
    with pytest.raises(InvalidFile, match=r"game\.yaml: expected a mapping at players\[0\]"):
        _set(text, 0, name="Rolf")


def test_what_cannot_be_written_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises((Refused, ValueError)):
        _set(FLOW, 0, name="\ud800")
