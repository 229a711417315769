"""Settings, clocks and records with types: every mistake with its line, in words for a GM."""

from __future__ import annotations

import pytest

from genetess_cli.errors import InvalidFile, WrongUsage
from genetess_cli.store import schema
from genetess_cli.store.times import Time, duration, to_time
from genetess_cli.store.yaml.api import convert, read, read_program
from genetess_cli.store.yaml.write import dump

GAME = """\
ruleset: genetess
name: Riot
number: 9999
secrecy: open
deadline: 3d
grace: 0h
drop_after: 0
holiday: 10d
timeout: pass
players:
  - {seat: red, name: Ragnar, github: ragnar42, start: K1}
  - {seat: green, name: Gwen, github: gwen-g, start: K2}
rules:
  specials: "1.00"
id: 5b0c5b0c5b0c5b0c5b0c5b0c5b0c5b0c
version: 1
"""


def load(text: str) -> schema.GameFile:
    return schema.load_game(read(text.encode(), "g.yaml"))


def test_the_contracts_example_is_read() -> None:
    game = load(GAME)
    assert game.seats == ["red", "green"]
    assert (game.deadline_seconds, game.grace_seconds, game.holiday_seconds) == (259_200, 0, 864_000)
    assert game.rules == {"specials": "1.00"}


def test_a_game_needs_little() -> None:
    game = load("ruleset: dna\nname: x\nplayers: [{seat: red, name: R}, {seat: blue, name: B}]\n")
    assert (game.deadline_seconds, game.spectators, game.id) == (None, "public", None)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "name: Riot",
            "name: 1.00",
            '2: name: expected one line of 1 to 80 characters, got `1.00`; put it in quotes: "1.00"',
        ),
        (
            "holiday: 10d",
            "holiday: 12",
            "8: holiday: expected a time such as `90m`, `12h` or `3d`, or `none`, got `12`",
        ),
        ("name: Riot", "name: ''", "2: name: expected one line of 1 to 80 characters, got ``"),
        ("name: Riot", 'name: "a\\nb"', "2: name: expected one line"),
        ("name: Riot\n", "", "1: `name` is missing; add `name: ...` here"),
        (
            "number: 9999",
            'number: "12"',
            "3: number: expected a whole number from 0 to 999999, got the text `12`; write it without quotes",
        ),
        ("number: 9999", "number: no", "3: number: expected a whole number from 0 to 999999, got `no`"),
        ("number: 9999", "number: -1", "3: number: expected a whole number from 0 to 999999, got `-1`"),
        ("number: 9999", "number: 1000000", "3: number: expected a whole number"),
        (
            "number: 9999",
            "number: true",
            "3: number: expected a whole number from 0 to 999999, got `true`",
        ),
        (
            "secrecy: open",
            "secrecy: opne",
            "4: secrecy: expected `open` or `sealed`, got `opne` (did you mean `open`?)",
        ),
        (
            "deadline: 3d",
            "deadline: 3",
            "5: deadline: expected a time such as `90m`, `12h` or `3d`, or `none`, got `3`",
        ),
        ("deadline: 3d", "deadline: 0m", "5: deadline: a deadline of zero is"),
        (
            "holiday: 10d",
            "holiday: 4000d",
            "8: holiday: expected a time such as",
        ),
        (
            "drop_after: 0",
            "drop_afer: 0",
            "7: drop_afer: there is no such field (did you mean `drop_after`?)",
        ),
        (
            "seat: red",
            "seat: 7",
            "11: players[0].seat: expected up to 40 characters from a-z, 0-9 and `-`, "
            "and none that Windows keeps, like `con`, got `7`",
        ),
        (
            "seat: red",
            "seat: Red",
            "11: players[0].seat: expected up to 40 characters from a-z, 0-9 and `-`, "
            "and none that Windows keeps, like `con`, got `Red`",
        ),
        (
            "seat: red",
            "seat: aux",
            "11: players[0].seat: expected up to 40 characters from a-z, 0-9 and `-`, "
            "and none that Windows keeps, like `con`, got `aux`",
        ),
        (
            "seat: green",
            "seat: red",
            "12: players[1].seat: two players have the seat `red`; give one of them another",
        ),
        (
            "start: K2",
            "start: K1",
            "12: players[1].start: two players have the start `K1`; give one of them another",
        ),
        (
            "start: K2",
            "colour: red",
            "12: players[1].colour: two players have the colour `red`; give one of them another",
        ),
        (
            "start: K1",
            "colour: green",
            "12: players[1].colour: two players have the colour `green`; give one of them another",
        ),
        (
            "deadline: 3d",
            "deadline:",
            "5: deadline: expected a time such as `90m`, `12h` or `3d`, or `none`, got nothing; "
            "write it after the `:` or `-`",
        ),
        (
            "name: Riot",
            "name:",
            "2: name: expected one line of 1 to 80 characters, got nothing; write it after",
        ),
        ("name: Gwen, ", "", "12: players[1]: `name` is missing"),
        ("github: gwen-g", "github: gwen+g", "12: players[1].github: expected a login"),
        (
            "  - {seat: green, name: Gwen, github: gwen-g, start: K2}\n",
            "",
            "10: players: a game has 2 to 100 players, this one 1",
        ),
        (
            "ruleset: genetess",
            "ruleset: genetes",
            "1: ruleset: there is no ruleset `genetes` (did you mean `genetess`?)",
        ),
        ("id: 5b", "id: 5", "15: id: expected 32 characters from 0-9 and a-f"),
        (
            "version: 1",
            "version: 4\nfuture: 1",
            "16: version: the file has version 4, and this program reads version 3; bring the program up to date",
        ),
        (
            'rules:\n  specials: "1.00"',
            "rules: []",
            "13: rules: expected a mapping of `key: value`, got a list",
        ),
    ],
)
def test_a_mistake_is_named_with_line_field_and_mend(old: str, new: str, expected: str) -> None:
    assert old in GAME
    with pytest.raises(InvalidFile) as caught:
        load(GAME.replace(old, new))
    assert [str(fault).removeprefix("g.yaml:")[: len(expected)] for fault in caught.value.findings] == [
        expected
    ]


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(InvalidFile) as caught:
        load(GAME.replace("Riot", "1").replace("seat: red", "seat: R").replace("3d", "x"))
    assert [finding.line for finding in caught.value.findings] == [2, 5, 11]


@pytest.mark.parametrize("data", ["[]", "x", "1", "null", "- a", '"x"'])
def test_a_file_that_is_no_mapping_is_refused(data: str) -> None:
    with pytest.raises(InvalidFile, match=r"g.yaml:1: "):
        load(data)


def test_a_leagues_settings_are_read() -> None:
    text = b"title: Test\nsite: {base_url: 'https://example.org/l', repository: o/n}\n"
    assert schema.load_league(read(text, "genetess.yaml")).site.repository == "o/n"


@pytest.mark.parametrize("url", ["ftp://x", "javascript:x", "https://a b", 'https://x"y', "https://"])
def test_a_site_has_a_web_address(url: str) -> None:
    text = dump({"title": "T", "site": {"base_url": url}})
    with pytest.raises(InvalidFile, match=r"genetess.yaml:2: site.base_url: expected an address"):
        schema.load_league(read(text.encode(), "genetess.yaml"))


CLOCK = schema.Clock(
    turn="3b", phase="playing", to_move=("red",), since=Time(to_time("2026-11-24T18:00:00Z")), number=7
)


def test_a_clock_is_read_back() -> None:
    text = dump(schema.plain(CLOCK))
    assert convert(read_program(text.encode(), "clock.yaml"), schema.Clock) == CLOCK


def test_a_clock_with_a_day_that_does_not_exist_is_refused() -> None:
    text = dump(schema.plain(CLOCK)).replace("11-24", "11-31")
    with pytest.raises(InvalidFile, match="since: '2026-11-31T18:00:00Z' is not a time: day"):
        convert(read_program(text.encode(), "clock.yaml"), schema.Clock)


@pytest.mark.parametrize(
    ("text", "seconds"), [("none", None), ("90m", 5_400), ("12h", 43_200), ("3d", 259_200), ("0h", 0)]
)
def test_a_duration_is_minutes_hours_or_days(text: str, seconds: int | None) -> None:
    assert duration(text) == seconds


@pytest.mark.parametrize("text", ["", "3", "3w", "-1d", "1.5h", "3d ", "99999999d", "٣d"])
def test_another_text_is_no_duration(text: str) -> None:
    with pytest.raises(WrongUsage, match=r"write (one|a shorter)"):
        duration(text)


@pytest.mark.parametrize(
    "text",
    ["2026-11-24T18:00:00Z", "2026-11-24T18:00:00+00:00", "2026-11-24T18:00:00.999Z", "2026-11-24 18:00:00Z"],
)
def test_a_time_is_read_and_printed_in_utc(text: str) -> None:
    assert str(Time(to_time(text))) == "2026-11-24T18:00:00Z"


@pytest.mark.parametrize(
    "text", ["", "now", "2026-11-24", "2026-02-30T00:00:00Z", "2026-11-24T18:00:00", "0000-01-01T00:00:00Z"]
)
def test_another_text_is_no_time(text: str) -> None:
    with pytest.raises(WrongUsage, match="is not a time"):
        to_time(text)


def test_a_time_beyond_the_calendar_is_refused() -> None:
    with pytest.raises(WrongUsage, match="years 1 to 9999"):
        str(Time(10**15))


@pytest.mark.parametrize("gone", ["id:", "commitment:"])
def test_a_sealed_game_without_an_id_or_commitment_has_no_keys(gone: str) -> None:
    text = GAME.replace("secrecy: open", f"secrecy: sealed\ncommitment: {'5b' * 32}")
    assert load(text).secrecy == "sealed"
    with pytest.raises(InvalidFile) as refused:
        load("".join(line for line in text.splitlines(keepends=True) if not line.startswith(gone)))
    assert "4: secrecy: a sealed game has an `id` and a `commitment`" in str(refused.value)


def test_what_becomes_of_a_resigned_seat_is_a_bot_of_the_game_or_drop() -> None:
    text = (
        "ruleset: dna\nname: x\nversion: 3\nresigned: {}\n"
        "players: [{{seat: red, person: p1}}, {{seat: blue, person: p2}}]\n"
    )
    assert load(text.format("greedy")).resigned == "greedy"
    with pytest.raises(InvalidFile, match=r"resigned: there is no bot `greddy`.*or write `drop`"):
        load(text.format("greddy"))
