"""`timezone:`, `quiet:` and `remind:` in game.yaml: every mistake is told with its line and what was meant."""

from __future__ import annotations

import pytest

from genetess_cli.errors import InvalidFile
from genetess_cli.store import schema
from genetess_cli.store.schema import GameFile
from genetess_cli.store.times import Time, to_time
from genetess_cli.store.yaml.api import read

GAME = """\
ruleset: genetess
name: Riot
players:
  - {seat: red, name: Ragnar, start: K1}
  - {seat: green, name: Gwen, start: K2}
"""


def load(more: str) -> GameFile:
    return schema.load_game(read(f"{GAME}{more}\n".encode(), "game.yaml"))


def test_a_game_without_them_counts_every_hour_in_utc() -> None:
    game = load("deadline: 3d")
    assert game.deadline_from(0) == 3 * 86_400
    assert game.count_seconds(0, 9) == 9
    assert game.earlier(100, 60) == 40
    assert game.format_time(Time(to_time("2026-11-24T18:00:00Z"))) == "2026-11-24T18:00:00Z"
    assert load("deadline: none").deadline_from(0) is None


def test_quiet_days_and_a_zone_are_read() -> None:
    game = load("deadline: 1d\ntimezone: Europe/Berlin\nquiet: [sat, 2026-12-24, 2026-12-26..2026-12-31]")
    assert game.quiet == ("sat", "2026-12-24", "2026-12-26..2026-12-31")
    assert game.format_time(Time(to_time("2026-11-24T18:00:00Z"))) == (
        "2026-11-24T18:00:00Z (Tue 24 Nov 2026, 19:00 in Europe/Berlin)"
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("timezone: Europe/Berln", r"game\.yaml:6: timezone: there is no time zone 'Europe/Berln'; write one such as"),
        ("timezone: 7", "6: timezone: expected one line"),
        ("quiet: sat", "6: quiet: expected a list of at most 100 days"),
        ("quiet: [sat, sunday]", r"6: quiet\[1\]: 'sunday' is not a quiet day: “sunday” is not written as 2026-12-24"),
        ("quiet: [mon, tue, wed, thu, fri, sat, sun]", "6: quiet: all seven days"),
        (f"quiet: [{', '.join(['sat'] * 101)}]", "6: quiet: expected a list of at most 100 days"),
        ("quiet: [moon]\ntimezone: Moon/Base", "7: timezone: there is no time zone"),
        ("remind: 1d", "6: remind: expected a list"),
        ("remind: [1w, 2h]", r"6: remind\[0\]: expected a time such as"),
        ("remind: [2h, {}]", r"6: remind\[1\]: expected a time such as"),
        ("remind: [9999d]", r"6: remind\[0\]: expected a time such as"),
        (f"remind: [{', '.join(['1h'] * 101)}]", "6: remind: expected a list of at most 100 reminders"),
        ("remind:", "6: remind: expected a list of at most 100 reminders, got nothing"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(more: str, words: str) -> None:
    with pytest.raises(InvalidFile, match=words):
        load(more)
