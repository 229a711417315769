"""Deadlines as calendars, read by a calendar's own parser (RFC 5545)."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import icalendar
import pytest

from genetess_cli.site.pages.feeds import Calendar, Date
from genetess_cli.site.pages.page import PageRenderer, Site
from genetess_cli.site.places import key_of
from genetess_cli.turns.acts import Extend, Pause, Resume
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, League, wide

EVIL = "<script>a,b;c</script>&\\\\" + "ä" * 40
DAY = 24 * HOUR


def _events(site: League, place: str) -> list[Any]:
    found = icalendar.Calendar.from_ical((site.out / place).read_bytes())
    assert not found.errors
    assert (found["version"], found["prodid"]) == ("2.0", "-//genetess//deadlines//EN")
    # RFC 5545, 3.6: at least one component. A calendar without events has the time zone of all its times.
    assert found.subcomponents
    events = found.walk("VEVENT")
    assert not [error for event in events for error in event.errors]
    return events


def _of(name: str) -> str:
    return f"player-{key_of(name, None)}.ics"


def _at(seconds: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC)


@pytest.fixture
def site(tmp_path: Path) -> League:
    made = wide(tmp_path).start()
    made.build()
    return made


def test_the_deadline_of_now_is_an_event_in_every_calendar_it_concerns(site: League) -> None:
    for place in ("deadlines.ics", "riot/deadlines.ics", _of("Ragnar")):
        [event] = _events(site, place)
        assert event["dtstart"].dt == _at(BEGIN + 3 * DAY)
        assert event["dtstamp"].dt == _at(BEGIN)
        assert str(event["summary"]) == "Riot 1a: Ragnar (red)"
    assert _events(site, _of("Gwen")) == []


def test_a_turn_that_is_over_has_no_event_any_more(site: League) -> None:
    [before] = _events(site, "riot/deadlines.ics")
    site.order("PASS").build()
    [now] = _events(site, "riot/deadlines.ics")
    assert now["uid"] != before["uid"]
    assert _events(site, _of("Ragnar")) == []


def test_a_deadline_that_is_put_off_stays_the_same_event(site: League) -> None:
    [before] = _events(site, "riot/deadlines.ics")
    act(site.league, "riot", Extend(DAY), BEGIN + HOUR)
    site.build()
    [after] = _events(site, "riot/deadlines.ics")
    assert after["uid"] == before["uid"]
    assert after["dtstart"].dt == _at(BEGIN + 4 * DAY)
    assert after["sequence"] == before["sequence"] + 1


def test_a_pause_takes_the_deadline_away_until_the_game_goes_on(site: League) -> None:
    [before] = _events(site, "riot/deadlines.ics")
    act(site.league, "riot", Pause(), BEGIN + HOUR)
    site.build()
    assert _events(site, "riot/deadlines.ics") == []
    act(site.league, "riot", Resume(), BEGIN + DAY)
    site.build()
    [after] = _events(site, "riot/deadlines.ics")
    assert (after["uid"], after["status"]) == (before["uid"], "CONFIRMED")
    assert after["sequence"] > before["sequence"]


def test_the_calendar_of_a_game_without_deadlines_has_no_event(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.edit("deadline: 3d\ngrace: 12h\n", "")
    site.start().order("PASS").build()
    assert _events(site, "riot/deadlines.ics") == []


def test_a_calendar_stays_where_it_is_between_turns(site: League) -> None:
    assert _events(site, _of("Gwen")) == []
    [zone] = icalendar.Calendar.from_ical((site.out / _of("Gwen")).read_bytes()).timezones
    assert zone.to_tz(lookup_tzid=False).utcoffset(_at(BEGIN).replace(tzinfo=None)) == datetime.timedelta()
    assert "VTIMEZONE" not in (site.out / _of("Ragnar")).read_text()


def test_who_has_two_seats_has_one_event_for_a_deadline_of_both(tmp_path: Path) -> None:
    site = wide(tmp_path, red="Gwen")
    site.edit("rules: {", "rules: {gamble: [order], ")
    site.start().build()
    [event] = _events(site, _of("Gwen"))
    assert str(event["summary"]) == "Riot 0: Gwen (red), Gwen (green) and Bo (blue)"


def test_a_players_calendar_rings_at_the_reminders(tmp_path: Path) -> None:
    site = wide(tmp_path, more="remind: [1d, 2h]\n").start()
    site.build()
    [event] = _events(site, _of("Ragnar"))
    rings = [alarm["trigger"].dt for alarm in event.walk("VALARM")]
    assert rings == [_at(BEGIN + 2 * DAY), _at(BEGIN + 3 * DAY - 2 * HOUR)]
    [event] = _events(site, "riot/deadlines.ics")
    assert not event.walk("VALARM")


def test_lines_are_folded_and_end_as_they_must(tmp_path: Path) -> None:
    site = wide(tmp_path, name=f"Riot {EVIL}"[:80], red=EVIL[:80]).start().order("PASS")
    site.build()
    for place in ("deadlines.ics", "riot/deadlines.ics"):
        data = (site.out / place).read_bytes()
        assert data.endswith(b"END:VCALENDAR\r\n")
        assert b"\n" not in data.replace(b"\r\n", b"")
        for line in data.split(b"\r\n"):
            assert len(line) <= 75
            line.decode()  # no letter is torn apart


def test_a_name_is_text_wherever_it_stands(tmp_path: Path) -> None:
    site = wide(tmp_path, name="a,b;c\\\\d", red=EVIL).start()
    site.build()
    [event] = _events(site, "riot/deadlines.ics")
    assert str(event["summary"]).startswith("a,b;c\\\\d 1a: ‹script›a,b;c‹/script›&\\ää")
    data = (site.out / "riot/deadlines.ics").read_text()
    assert "<" not in data


def test_no_line_of_a_value_can_be_broken_into_another() -> None:
    date = Date(
        "u", "2027-01-01T00:00:00Z", 0, "2027-01-02T00:00:00Z", "a\r\nSTATUS:X", "b\u2028\x85c", "x.html"
    )
    text = PageRenderer(Site("", "https://example.org/")).render(Calendar(title="t\nX:1", dates=[date]))
    assert "\r\nSTATUS:X" not in text
    assert "\r\nX:1" not in text
    assert "URL:https://example.org/x.html\r\n" in text
    icalendar.Calendar.from_ical(text)
