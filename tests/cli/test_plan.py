"""Deadlines at a time of day, and games that start and end by a plan: what the commands and the pages make of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, START, Done, bring, commit, run
from tests.kit.reading import game_in

BERLIN = "timezone: Europe/Berlin\n"
SLOTS = f'{BERLIN}deadline: 1d\nat: ["20:00"]\n'


def _set(league: Path, lines: str) -> Path:
    """The league with lines of riot's game.yaml written anew, and committed."""
    path = league / "games/riot/game.yaml"
    names = {line.partition(":")[0] for line in lines.splitlines()}
    rows = [row for row in path.read_text().splitlines() if row.partition(":")[0] not in names]
    path.write_text("\n".join([lines, *rows]) + "\n")
    commit(league)
    return league


def _start(league: Path, lines: str, now: str = START) -> Path:
    assert run(_set(league, lines), "start", "riot", "--now", now).status == 0
    return league


def _page(league: Path, *names: str) -> str:
    assert run(league, "build", "--out", "../site").status == 0
    return "".join((league.parent / "site/riot" / name).read_text() for name in names)


def _is_well(league: Path) -> bool:
    done = run(league, "verify", "riot")
    return done.status == 0


# Times of day


def test_new_writes_the_times_of_day_and_the_days(empty: Path) -> None:
    players = ("--player", "red=Ann", "--player", "green=Bo")
    done = run(
        empty, "new", "helix", "--ruleset", "dna", "--at", "08:00,20:00", "--days", "mon,thu", *players
    )
    assert done.status == 0, done.err
    file = game_in(empty, "helix").file
    assert (file.at, file.days) == (("08:00", "20:00"), ("mon", "thu"))
    assert run(empty, "check").status == 0


@pytest.mark.parametrize(
    ("option", "words"), [(("--at", "25:00"), "at[0]"), (("--days", "mon"), "days: it says")]
)
def test_new_refuses_times_that_are_none(empty: Path, option: tuple[str, str], words: str) -> None:
    players = ("--player", "red=Ann", "--player", "green=Bo")
    done = run(empty, "new", "helix", "--ruleset", "dna", *option, *players)
    assert done.status != 0
    assert words in done.err


def test_a_change_holds_from_the_next_turn(started: Path) -> None:
    _set(started, SLOTS)
    run(started, "tick", "--now", LATER)
    clock = game_in(started, "riot").clock
    assert clock
    assert str(clock.deadline) == "2026-11-24T00:00:00Z"
    bring(started, "riot", "PASS")
    clock = game_in(started, "riot").clock
    assert clock
    assert str(clock.deadline) == "2026-11-22T19:00:00Z"
    assert _is_well(started)


def test_pages_say_when_deadlines_are(founded: Path) -> None:
    _start(founded, f"{SLOTS}days: [mon, thu]\n")
    assert "Deadlines are every Mon and Thu at 20:00 (Europe/Berlin). Each turn lasts about 1 day." in _page(
        founded, "index.html"
    )
    _set(founded, "days: []\n")
    assert "Deadlines are every day at 20:00 (Europe/Berlin)." in _page(founded, "index.html")


@pytest.mark.parametrize(
    ("lines", "is_odd"),
    [
        (f"{SLOTS}remind: [23h]\n", False),
        (f"{SLOTS}remind: [41h]\n", False),  # a turn that begins at 02:00 lasts 42 hours
        (f"{SLOTS}remind: [43h]\n", True),
        (f"{SLOTS}days: [mon]\nremind: [3d]\n", False),
    ],
)
def test_check_tells_a_reminder_that_is_longer_than_any_turn(founded: Path, lines: str, is_odd: bool) -> None:
    done = run(_set(founded, lines), "check")
    assert ("is never sent" in done.out + done.err) == is_odd


# More time


def _extend(league: Path, *options: str) -> Done:
    return run(league, "extend", "riot", *options, "--now", LATER)


def test_until_is_a_time_on_the_clocks_of_the_games_zone(started: Path) -> None:
    _set(started, BERLIN)
    done = _extend(started, "--until", "2026-12-24 20:00")
    assert "until 2026-12-24 19:00 UTC (Thu 24 Dec 2026, 20:00 in Europe/Berlin)" in done.out
    assert _is_well(started)


def test_days_keep_the_hour_where_clocks_change_and_hours_are_exact(founded: Path) -> None:
    _start(founded, SLOTS, "2026-10-22T18:05:00Z")
    for by, deadline in (("2d", "2026-10-25T19:00:00Z"), ("48h", "2026-10-27T19:00:00Z")):
        run(founded, "extend", "riot", "--by", by, "--now", "2026-10-22T19:00:00Z")
        clock = game_in(founded, "riot").clock
        assert clock
        assert str(clock.deadline) == deadline
    run(founded, "undo", "riot", "--now", "2026-10-22T20:00:00Z")
    run(founded, "undo", "riot", "--now", "2026-10-22T20:00:00Z")
    run(founded, "extend", "riot", "--by", "48h", "--now", "2026-10-22T21:00:00Z")
    assert _is_well(founded)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--until", "2026-11-23 20:00"), "is not after the deadline, 2026-11-24T00:00:00Z"),
        (("--until", "2026-11-28 20:00"), "is on a quiet day"),
        (("--until", "2026-12-32 20:00"), "is not a time: "),
        (("--until", "tomorrow"), "is not a time: it has another form; write one such as `2026-12-24 20:00`"),
        (("--until", "2026-12-24 20:00", "--by", "2d"), "say how much with --by"),
        ((), "say how much with --by"),
        (("--by", "2 days"), "write a time such as 90m"),
    ],
)
def test_more_time_that_cannot_be_is_refused(started: Path, options: tuple[str, ...], words: str) -> None:
    _set(started, f"{BERLIN}quiet: [sat]\n")
    done = _extend(started, *options)
    assert done.status != 0
    assert words in done.err


def test_a_paused_game_is_not_extended_until_a_time(started: Path) -> None:
    run(started, "pause", "riot", "--open-end", "--now", LATER)
    done = _extend(started, "--until", "2026-12-24 20:00")
    assert "riot is paused; resume it first" in done.err


# A start by a date


def test_the_first_run_after_it_starts_the_game(founded: Path) -> None:
    _set(founded, f'{BERLIN}plan: {{start: "2026-11-21 20:00"}}\n')
    assert "begins at" in _page(founded, "index.html")
    early = run(founded, "tick", "--now", "2026-11-21T18:59:59Z")
    assert (early.status, early.err) == (3, "nothing is due in any game\n")
    done = run(founded, "tick", "--now", "2026-11-21T22:40:00Z")
    assert done.status == 0
    assert done.out.startswith("riot 1a: red is to move until 2026-11-24T22:40:00Z")
    assert run(founded, "tick", "--now", "2026-11-21T22:40:00Z").status == 3
    assert _is_well(founded)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("plan: {rounds: 9}", "is started by its GM"),
        ('plan: {start: "2026-11-23 20:00"}', "starts at 2026-11-23T20:00:00Z"),
    ],
)
def test_a_plan_that_was_edited_and_not_committed_counts(founded: Path, plan: str, words: str) -> None:
    path = _set(founded, 'plan: {start: "2026-11-21 20:00"}\n') / "games/riot/game.yaml"
    path.write_text(path.read_text().replace('plan: {start: "2026-11-21 20:00"}', plan))
    done = run(founded, "tick", "--now", LATER)
    assert done.status == 3
    assert words in done.err


def test_a_game_that_cannot_start_says_why_and_stops_no_other_run(empty: Path) -> None:
    players = ("--player", "red=Ann", "--signup", "green,blue", "--minimum", "3")
    run(empty, "new", "riot", "--ruleset", "dna", *players)
    _set(empty, 'plan: {start: "2026-11-21 20:00"}\n')
    done = run(empty, "tick", "--now", LATER)
    assert done.status == 3
    assert "riot cannot start: riot needs 3 players and has 1" in done.err


# An end by a date, or by rounds


def test_no_turn_begins_after_the_date_and_the_one_that_runs_is_played_out(founded: Path) -> None:
    _start(founded, f'{BERLIN}plan: {{end: "2026-11-21 12:00"}}\n')
    words = "The game ends after 2026-11-21 11:00 UTC (Sat 21 Nov 2026, 12:00 in Europe/Berlin)"
    assert _page(founded, "index.html", "sheet/red/index.html", "sheet/green/index.html").count(words) == 3
    bring(founded, "riot", "PASS", now="2026-11-21T11:00:00Z")
    game = game_in(founded, "riot")
    assert game.clock
    assert not game.clock.is_over
    bring(founded, "riot", "PASS", now="2026-11-21T11:00:01Z")
    done = run(founded, "show", "riot")
    assert "its time was up" in done.out
    assert _is_well(founded)
    run(founded, "undo", "riot", "--now", LATER)
    assert _is_well(founded)


def test_no_turn_of_a_later_round_begins(founded: Path) -> None:
    _start(founded, "plan: {rounds: 2}\n")
    assert "The game ends after round 2: " in _page(founded, "sheet/green/index.html")
    bring(founded, "riot", "PASS", "PASS", "PASS")
    assert "is to move" in run(founded, "show", "riot").out
    bring(founded, "riot", "PASS")
    assert "round 2 was the last" in run(founded, "show", "riot").out
    assert _is_well(founded)


def test_a_time_out_ends_it_too(founded: Path) -> None:
    _start(founded, "plan: {rounds: 1}\ndeadline: 1h\n")
    run(founded, "tick", "--now", LATER)
    done = run(founded, "tick", "--now", "2026-11-22T02:00:00Z")
    assert "round 1 was the last" in done.out
    assert _is_well(founded)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("plan: {rounds: 2}\n", "plan: {rounds: 3}\n"),
        ("plan: {rounds: 2}\n", "plan: {}\n"),
        (f'{BERLIN}plan: {{end: "2027-01-01 12:00"}}\n', "timezone: UTC\n"),
        ("", 'plan: {end: "2027-01-01 12:00"}\n'),
    ],
)
def test_the_end_is_fixed_at_the_start(founded: Path, then: str, now: str) -> None:
    _start(founded, then)
    done = run(_set(founded, now), "check")
    assert "it cannot change once a game has started" in done.out + done.err


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('plan: {start: "2026-12-01"}\n', "start: '2026-12-01' is not a time"),
        ('plan: {start: "2026-12-01 25:00"}\n', "start: '2026-12-01 25:00' is not a time"),
        ('plan: {end: "2026-02-30 20:00"}\n', "end: '2026-02-30 20:00' is not a time"),
        ('plan: {start: "2026-12-01 20:00", end: "2026-12-01 20:00"}\n', "would end before it starts"),
        ("plan: {rounds: 0}\n", "rounds: expected a whole number from 1"),
        ("plan: {days: 3}\n", "days"),
        ("plan: 30\n", "plan"),
        ('timezone: Moon/Base\nplan: {end: "2026-12-01 20:00"}\n', "there is no time zone"),
    ],
)
def test_a_plan_that_cannot_be_is_told(founded: Path, lines: str, words: str) -> None:
    done = run(_set(founded, lines), "check")
    assert done.status != 0
    assert words in done.out + done.err


def test_a_launch_beside_a_start_is_told(empty: Path) -> None:
    launch = ("--signup", "green,blue", "--launch", "2027-01-01T12:00:00Z")
    run(empty, "new", "riot", "--ruleset", "dna", "--player", "red=Ann", *launch)
    done = run(_set(empty, 'plan: {start: "2026-12-01 20:00"}\n'), "check")
    assert "says already when the game starts; delete one of both" in done.out + done.err


def test_a_game_whose_end_is_past_does_not_start(founded: Path) -> None:
    done = run(_set(founded, 'plan: {end: "2026-11-20 12:00"}\n'), "start", "riot", "--now", START)
    assert "riot would end before it starts" in done.err
