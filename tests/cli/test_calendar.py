"""Deadlines in a game's own zone, reminders, seats that are open, holidays that are left: what the commands say."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from shutil import copytree

import pytest

from genetess_cli.store.league import League
from tests.kit.command import DEADLINE, LATER, START, git, run, tree

BERLIN = f"{DEADLINE} (Tue 24 Nov 2026, 01:00 in Europe/Berlin)"


def _set(league: Path, **fields: str) -> Path:
    """The league with fields of riot's game.yaml written anew."""
    path = league / "games/riot/game.yaml"
    rows = [row for row in path.read_text().splitlines() if row.partition(":")[0] not in fields]
    path.write_text("\n".join([*(f"{name}: {value}" for name, value in fields.items()), *rows]) + "\n")
    return league


def _orders(league: Path, seat: str, text: str) -> None:
    (league / "games/riot/orders").mkdir(exist_ok=True)
    (league / f"games/riot/orders/{seat}.txt").write_text(text)


# The zone


def test_a_deadline_is_told_in_the_games_zone_beside_utc(started: Path) -> None:
    _set(started, timezone="Europe/Berlin")
    assert f"red is to move until {BERLIN}" in run(started, "show", "riot").out
    assert f"until {BERLIN}" in run(started, "resolve", "riot", "--now", LATER).err
    _orders(started, "red", "PASS\n")
    done = run(started, "resolve", "riot", "--now", LATER)
    assert "until 2026-11-25T00:00:00Z (Wed 25 Nov 2026, 01:00 in Europe/Berlin)" in done.out


def test_json_has_utc_and_the_zones_name(started: Path) -> None:
    assert "timezone" not in run(started, "show", "riot", "--json").json
    _set(started, timezone="Europe/Berlin")
    shown = run(started, "show", "riot", "--json").json
    assert (shown["deadline"], shown["timezone"]) == (DEADLINE, "Europe/Berlin")


def test_the_player_is_told_when_a_stored_order_goes_in_the_games_zone(started: Path) -> None:
    _set(started, timezone="Europe/Berlin")
    _orders(started, "green", "PASS\n")
    _orders(started, "red", "PASS\n")
    run(started, "resolve", "riot", "--now", LATER)
    done = run(started, "order", "riot", "green", "PASS")
    assert "2026-11-25 00:00 UTC (Wed 25 Nov 2026, 01:00 in Europe/Berlin)" in done.out


def test_check_names_an_unknown_zone(started: Path) -> None:
    done = run(_set(started, timezone="Europe/Berln"), "check")
    assert done.status == 1
    assert "game.yaml:1: timezone: there is no time zone 'Europe/Berln'; write one such as" in done.err


def _session(folder: Path, zone: str) -> dict[str, bytes]:
    """A game of three turns, carried out by the program as its own process on a machine of that zone."""
    _set(folder, timezone="America/New_York", quiet="[sun]", remind="[1d]", holiday="2d")
    _orders(folder, "red", "PASS\n")
    _orders(folder, "green", "PASS\n")
    for words in (["tick", "--now", LATER], ["tick", "--now", "2026-11-26T05:00:00Z"], ["build"]):
        command = [sys.executable, "-m", "genetess_cli", *words]
        subprocess.run(command, cwd=folder, env=_environment(zone), capture_output=True, check=True)
    return tree(folder)


def _environment(zone: str) -> dict[str, str]:
    return os.environ | {"TZ": zone}


@pytest.mark.exhaustive
def test_machines_of_other_zones_write_the_same_bytes(started: Path, tmp_path: Path) -> None:
    """Files, pages and the commit: everything that a run leaves behind."""
    other = Path(copytree(started, tmp_path / "other", symlinks=True))
    assert _session(started, "Pacific/Kiritimati") == _session(other, "America/Los_Angeles")


# Reminders


def test_reminders_are_listed_with_whom_to_write_to(started: Path) -> None:
    _set(started, remind="[1d, 2h]")
    done = run(started, "reminders", "--now", "2026-11-23T12:00:00Z", "--json")
    assert done.status == 0
    assert done.json == [
        {
            "game": "riot", "turn": "1a", "seat": "red", "name": "Ragnar", "login": "ragnar42",
            "deadline": DEADLINE, "remind": "1d", "at": "2026-11-23T00:00:00Z", "left": 43200, "holiday": False,
        }
    ]  # fmt: skip
    done = run(started, "reminders", "--now", "2026-11-23T23:00:00Z", "--since", "2026-11-23T12:00:00Z")
    assert done.out == f"riot 1a red (Ragnar, ragnar42): 1 hour to the deadline, {DEADLINE}\n"


def test_a_late_look_tells_the_last_reminder_alone_and_the_time_that_is_left(started: Path) -> None:
    _set(started, remind="[2h, 1d, 12h]")
    done = run(started, "reminders", "--now", "2026-11-23T22:35:00Z")
    assert done.out == f"riot 1a red (Ragnar, ragnar42): 1 hour 25 minutes to the deadline, {DEADLINE}\n"


def test_no_reminder_comes_of_a_deadline_that_has_passed(started: Path) -> None:
    _set(started, remind="[2h]")
    assert run(started, "reminders", "--now", "2026-11-23T23:59:59Z", "--json").json[0]["left"] == 1
    assert ": 1 minute to the deadline" in run(started, "reminders", "--now", "2026-11-23T23:59:59Z").out
    assert run(started, "reminders", "--now", DEADLINE, "--json").json == []


def test_intervals_that_follow_one_another_say_each_reminder_once(started: Path) -> None:
    _set(started, remind="[1d, 2h]")
    ends = [START, "2026-11-22T23:59:59Z", "2026-11-23T00:00:00Z", "2026-11-23T22:00:00Z", DEADLINE]
    said = [
        [one["remind"] for one in run(started, "reminders", "--since", a, "--now", b, "--json").json]
        for a, b in pairwise(ends)
    ]
    assert said == [[], ["1d"], ["2h"], []]


def test_a_reminder_passes_over_quiet_days(started: Path) -> None:
    """From a Saturday on, with a quiet Sunday and Monday, three days end with Wednesday, two with Tuesday."""
    _set(started, remind="[1d]", quiet="[sun, mon]")
    _orders(started, "red", "PASS\n")
    run(started, "tick", "--now", START)
    found = run(started, "reminders", "--now", "2026-11-25T01:00:00Z", "--json").json
    assert [(one["seat"], one["deadline"], one["at"]) for one in found] == [
        ("green", "2026-11-26T00:00:00Z", "2026-11-25T00:00:00Z")
    ]


def test_nobody_is_reminded_of_a_turn_that_is_over(started: Path) -> None:
    _set(started, remind="[1d]")
    _orders(started, "red", "PASS\n")
    run(started, "tick", "--now", "2026-11-23T12:00:00Z")
    done = run(started, "reminders", "--since", START, "--now", "2026-11-23T13:00:00Z")
    assert (done.status, done.out) == (
        0,
        "Nobody needs a reminder now. (`remind:` in game.yaml says when a game reminds.)\n",
    )


def test_nobody_is_reminded_who_has_left(started: Path) -> None:
    _set(started, remind="[1d]")
    run(started, "drop", "riot", "red", "--now", LATER)
    assert run(started, "reminders", "--now", "2026-11-23T12:00:00Z", "--json").json == []


def test_the_end_of_a_holiday_is_reminded_of_too(started: Path) -> None:
    _set(started, remind="[1d]")
    _orders(started, "red", "HOLIDAY\n")
    run(started, "tick", "--now", LATER)
    done = run(started, "reminders", "--now", "2026-12-01T12:00:00Z")
    assert (
        done.out
        == "riot 1a red (Ragnar, ragnar42): 12 hours to the end of the holiday, 2026-12-02T00:00:00Z\n"
    )


def test_nobody_is_reminded_whose_order_is_in(started: Path) -> None:
    _set(started, remind="[1d]")
    remind = ("reminders", "--now", "2026-11-23T12:00:00Z", "--json")
    assert [row["seat"] for row in run(started, *remind).json] == ["red"]
    _orders(started, "red", "MOOVE\n")
    assert [row["seat"] for row in run(started, *remind).json] == ["red"]
    _orders(started, "red", "MOVE B2 S\n")
    assert run(started, *remind).json == []


@pytest.mark.parametrize("remind", ["3d", "0h", "none"])
def test_a_reminder_that_is_never_sent_is_noted_and_stops_nothing(started: Path, remind: str) -> None:
    _set(started, remind=f"[{remind}, 2h]")
    told = f"games/riot/game.yaml:1: remind[0]: a reminder {remind} ahead is never sent when a turn lasts 3d"
    done = run(started, "check")
    assert (done.status, told in done.err) == (0, True), done.err
    _orders(started, "red", "PASS\n")
    assert run(started, "resolve", "riot", "--now", LATER).status == 0
    assert run(started, "reminders", "--now", LATER).status == 0


def test_what_is_shorter_than_the_gap_between_runs_is_noted_where_it_is_known(started: Path) -> None:
    _set(started, remind="[2h]", deadline="4h")
    assert run(started, "check").err.count("hours apart") == 0
    with League(started) as league:
        database = league.repository.database
        tree = database.write_tree(None, {"kept.json": b'{"gap": 18000, "notices": []}'})
        commit = league.repository.git.commit(tree, None, "told\n", 0)
    git(started, "update-ref", "refs/genetess/told", commit)
    told = run(started, "check").err
    assert "remind[0]: a reminder 2h ahead may come that much earlier, as the last runs" in told
    assert (
        "deadline: turns of 4h may be carried out late, as the last runs on the forge came up to 5 hours"
        in told
    )


def test_a_game_without_reminders_deadline_or_start_says_nothing(founded: Path) -> None:
    _set(founded, remind="[1d]")
    assert run(founded, "reminders", "--json").json == []
    _set(founded, deadline="none")
    assert run(founded, "start", "riot", "--now", START).status == 0
    assert run(founded, "reminders", "--json").json == []


def test_reminders_write_nothing_and_a_broken_game_does_not_stop_the_others(started: Path) -> None:
    _set(started, remind="[1d]")
    copytree(started / "games/riot", started / "games/cave")
    (started / "games/cave/game.yaml").write_text("ruleset: [\n")
    before = tree(started)
    done = run(started, "reminders", "--now", "2026-11-23T23:00:00Z")
    assert done.status == 1
    assert "riot 1a red" in done.out
    assert "cave: " in done.err
    assert tree(started) == before


# Open seats and holidays


@pytest.fixture
def opened(started: Path) -> Path:
    """The game riot after red's first turn, whose deadline was missed, in a game that asks no more of a seat."""
    _set(started, drop_after="1")
    assert "genetess replace riot red NAME" in run(started, "tick", "--now", DEADLINE).out
    return started


def test_a_seat_that_missed_too_many_deadlines_is_open(opened: Path) -> None:
    players = run(opened, "show", "riot", "--json").json["players"]
    assert players["red"]["open"] is True
    assert "open" not in players["green"]
    shown = run(opened, "show", "riot", "--as", "green").out
    assert "The seat red is open" in shown
    assert "genetess replace riot red NAME" in shown


@pytest.mark.parametrize("viewer", [(), ("--as", "green"), ("--as", "red")])
def test_everybody_is_told_of_it_once(opened: Path, viewer: tuple[str, ...]) -> None:
    _orders(opened, "green", "PASS\n")
    run(opened, "tick", "--now", DEADLINE)
    run(opened, "tick", "--now", "2026-11-28T00:00:00Z")
    log = run(opened, "log", "riot", "--json", *viewer).json
    told = [event["text"] for turn in log for event in turn["events"] if event["kind"] == "seat opened"]
    assert [turn["outcome"] for turn in log] == ["timed out", "done", "timed out"]
    assert len(told) == 1
    assert ("your seat" in told[0]) == (viewer == ("--as", "red"))


def test_an_order_closes_it_again(opened: Path) -> None:
    _orders(opened, "green", "PASS\n")
    run(opened, "tick", "--now", DEADLINE)
    _orders(opened, "red", "MOVE B2 S\n")
    run(opened, "tick", "--now", DEADLINE)
    assert "open" not in run(opened, "show", "riot", "--json").json["players"]["red"]


def test_what_is_left_of_a_holiday_is_shown(founded: Path) -> None:
    _set(founded, holiday="10d")
    run(founded, "start", "riot", "--now", START)
    assert run(founded, "show", "riot", "--json").json["players"]["red"]["holiday"] == 864_000
    _orders(founded, "red", "HOLIDAY\n")
    assert "red is to move, on holiday until 2026-12-01T00:00:00Z" in run(founded, "tick", "--now", START).out
    assert "red is to move, on holiday until 2026-12-01T00:00:00Z" in run(founded, "show", "riot").out
    assert "paused" not in run(founded, "show", "riot", "--json").json
    _orders(founded, "red", "PASS\n")
    run(founded, "tick", "--now", "2026-11-22T05:30:00Z")
    shown = run(founded, "show", "riot").out
    assert "holiday left" in shown
    assert "8 days 18 hours" in shown


def test_the_log_says_of_a_holiday_in_words_that_it_began_and_not_where_it_failed(founded: Path) -> None:
    _set(founded, holiday="1d")
    assert run(founded, "start", "riot", "--now", START).status == 0
    _orders(founded, "red", "HOLIDAY\n")
    assert run(founded, "tick", "--now", START).status == 0
    told = "Ragnar (red) takes a holiday; the game is suspended."
    assert f"1a red: HOLIDAY\n    {told}\n" in run(founded, "log", "riot").out
    assert told in run(founded, "log", "riot", "--as", "green").out
    assert (
        "    You take a holiday; the game is suspended.\n" in run(founded, "log", "riot", "--as", "red").out
    )
    assert run(founded, "log", "riot", "--json").json[-1]["events"] == [{"kind": "holiday", "text": told}]
    assert run(founded, "tick", "--now", "2026-11-22T00:00:00Z").status == 0
    _orders(founded, "green", "HOLIDAY\n")
    run(founded, "tick", "--now", "2026-11-22T00:00:00Z")
    _orders(founded, "green", "PASS\n")
    run(founded, "tick", "--now", "2026-11-23T00:00:00Z")
    _orders(founded, "red", "HOLIDAY\n")
    assert run(founded, "tick", "--now", "2026-11-23T00:00:00Z").status == 1
    for viewer, order in (("red", "HOLIDAY"), ("green", None)):
        last = run(founded, "log", "riot", "--json", "--as", viewer).json[-1]
        assert ([event["kind"] for event in last["events"]], last["order"]) == (["fresh deadline"], order)
