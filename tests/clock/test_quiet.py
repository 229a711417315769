"""Quiet days: on these no time counts, whatever the machine's own zone says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.errors import WrongUsage
from genetess_cli.store import times

DAY = 86_400
WEEKENDS = times.quiet_days(["sat", "sun"], "UTC")
IN_BERLIN = times.quiet_days(["sun"], "Europe/Berlin")


def at(text: str) -> int:
    """The seconds of `2026-11-27 18:00`, in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def text(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        ("2026-11-23 18:00", 3, "2026-11-26 18:00"),  # Monday to Thursday
        ("2026-11-26 18:00", 3, "2026-12-01 18:00"),  # Thursday to Tuesday, over a weekend
        ("2026-11-27 18:00", 1, "2026-11-30 18:00"),  # Friday to Monday
        ("2026-11-28 12:00", 1, "2026-12-01 00:00"),  # begun on a Saturday, counted from Monday's midnight
        ("2026-11-27 00:00", 1, "2026-11-30 00:00"),  # all of Friday: not at the first moment of the quiet
        ("2026-11-23 18:00", 10, "2026-12-07 18:00"),
        ("2026-11-28 12:00", 0, "2026-11-30 00:00"),
    ],
)
def test_a_deadline_passes_over_quiet_days(start: str, days: int, end: str) -> None:
    assert text(WEEKENDS.later(at(start), days * DAY)) == end


def test_dates_and_times_of_several_days_are_quiet_too() -> None:
    days = times.quiet_days(["2026-12-24..2026-12-26", "2027-01-01"], "UTC")
    assert text(days.later(at("2026-12-23 12:00"), DAY)) == "2026-12-27 12:00"
    assert text(days.later(at("2026-12-31 12:00"), DAY)) == "2027-01-02 12:00"


def test_a_day_is_one_of_the_games_zone() -> None:
    """Sunday in Berlin begins at 23:00 UTC on Saturday, in winter."""
    assert text(IN_BERLIN.later(at("2026-11-28 22:00"), 2 * 3600)) == "2026-11-30 00:00"


def test_a_quiet_day_has_23_hours_where_clocks_go_forward() -> None:
    """The last Sunday of March in Berlin: 23:00 UTC to 22:00 UTC."""
    assert IN_BERLIN.count_seconds(at("2026-03-28 22:00"), at("2026-03-29 23:00")) == 2 * 3600


def test_a_quiet_day_has_25_hours_where_clocks_go_back() -> None:
    """The last Sunday of October in Berlin: 22:00 UTC to 23:00 UTC."""
    assert IN_BERLIN.count_seconds(at("2026-10-24 21:00"), at("2026-10-26 00:00")) == 2 * 3600


def test_a_deadline_of_a_day_is_24_hours_where_clocks_are_changed() -> None:
    monday = times.quiet_days(["mon"], "Europe/Berlin")
    assert monday.later(at("2026-10-24 12:00"), DAY) == at("2026-10-25 12:00")


@pytest.mark.parametrize(
    ("zone", "word", "begins", "ends"),
    [
        ("America/Santiago", "2026-09-06", "2026-09-06 04:00", "2026-09-07 03:00"),  # its midnight is skipped
        ("Pacific/Apia", "2011-12-30", "2011-12-30 10:00", "2011-12-30 10:00"),  # the whole day is skipped
    ],
)
def test_a_day_without_a_midnight_begins_after_the_gap(zone: str, word: str, begins: str, ends: str) -> None:
    days = times.quiet_days([word], zone)
    whole = at(ends) - at(begins)
    since, until = at(begins) - 3600, at(ends) + 3600
    assert days.count_seconds(since, until) == until - since - whole


@pytest.mark.parametrize(
    ("end", "days", "start"),
    [
        ("2026-12-01 18:00", 1, "2026-11-30 18:00"),
        ("2026-11-30 18:00", 1, "2026-11-27 18:00"),  # a reminder before Monday's deadline comes on Friday
        ("2026-11-30 00:00", 1, "2026-11-27 00:00"),
        ("2026-11-30 00:00", 0, "2026-11-30 00:00"),
    ],
)
def test_a_time_before_a_deadline_passes_over_quiet_days(end: str, days: int, start: str) -> None:
    assert text(WEEKENDS.earlier(at(end), days * DAY)) == start


WORDS = st.lists(st.sampled_from([*times.WEEKDAYS, "2026-03-29", "2026-10-20..2026-10-31"]), max_size=6)
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/Santiago", "Asia/Kathmandu", "Pacific/Apia"])
MOMENTS = st.integers(at("2026-01-01 00:00"), at("2026-12-31 00:00"))


@given(WORDS, ZONES, MOMENTS, st.integers(0, 40 * DAY))
def test_what_is_added_is_what_is_counted(words: list[str], zone: str, start: int, seconds: int) -> None:
    if len({*words} & {*times.WEEKDAYS}) == 7:
        return
    days = times.quiet_days(words, zone)
    end = days.later(start, seconds)
    assert end >= start + seconds
    assert days.count_seconds(start, end) == seconds
    assert days.count_seconds(days.earlier(end, seconds), end) == seconds


def test_no_time_counts_backwards() -> None:
    assert WEEKENDS.count_seconds(at("2026-11-27 18:00"), at("2026-11-27 17:00")) == 0


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("saturday", r"write a weekday \(`sat`\)"),
        ("Sat", r"write a weekday \(`sat`\)"),
        ("weekend", "write a weekday"),
        ("2026-12-32", "there is no day 2026-12-32"),
        ("2026-W51-4", "write a weekday"),
        ("20261224", "write a weekday"),
        ("2026-12-26..2026-12-24", "before the first"),
        ("2026-01-01..2028-01-01", "within a year"),
        ("2026-12-24..", "write a weekday"),
    ],
)
def test_another_word_is_no_quiet_day(word: str, said: str) -> None:
    with pytest.raises(WrongUsage, match=said):
        times.quiet_days([word], "UTC")


def test_not_all_days_can_be_quiet() -> None:
    with pytest.raises(WrongUsage, match="remove one"):
        times.quiet_days(times.WEEKDAYS, "UTC")


@pytest.mark.parametrize(
    ("step", "time"),
    [
        (WEEKENDS.later, at("9999-12-30 00:00")),
        (WEEKENDS.earlier, at("0001-01-02 00:00")),
        (WEEKENDS.later, 10**15),
        (WEEKENDS.earlier, 10**15),
    ],
)
def test_beyond_the_calendar_is_refused(step: Callable[..., int], time: int) -> None:
    with pytest.raises(WrongUsage, match="years 1 to 9999"):
        step(time, 10 * DAY)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Berlin", "write one such as `Europe/Berlin`"),
        ("../UTC", "UTC|write one"),
        ("Europe", "Europe|write one"),
        ("localtime", "no time zone"),
        ("right/UTC", "no time zone"),
        ("", "write one"),
    ],
)
def test_an_unknown_zone_is_refused(name: str, said: str) -> None:
    with pytest.raises(WrongUsage, match=said):
        times.zone(name)


def test_a_time_is_told_as_clocks_in_the_zone_show_it() -> None:
    assert times.local(at("2026-11-24 18:00"), "Europe/Berlin") == "Tue 24 Nov 2026, 19:00 in Europe/Berlin"
    with pytest.raises(WrongUsage, match="years 1 to 9999"):
        times.local(10**15, "Europe/Berlin")


def test_the_machines_own_zone_does_not_matter() -> None:
    program = (
        "from genetess_cli.store.times import local, quiet_days as read; "
        "print(read(['sun'], 'Asia/Kathmandu').later(1795802400, 86400), local(0, 'Asia/Kathmandu'))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"TZ": zone}, capture_output=True, check=True
        ).stdout
        for zone in ("UTC", "America/New_York", "Pacific/Kiritimati")
    }
    assert len(told) == 1
