"""Deadlines as a calendar (iCalendar, RFC 5545): of the league, of a game, of a player.

A turn's deadline is one event with one UID, however often it is put off. When the turn is over the event is told once
more, cancelled, so that calendars that have it forget it. Times of change are those of the records, never of the build.
A calendar stays where it is while it has no event: who has subscribed to it would be told of an error otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from genetess_cli.site.annals import Annals, Span
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.feeds import named
from genetess_cli.site.words import listed, shown

_WIDTH = 75
"""Octets of a line, its end not counted (RFC 5545, 3.1)."""
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "<": "‹", ">": "›"})
"""Some calendars take a description for markup, so that the signs of tags become quotes."""


_UTC = [
    "BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "TZNAME:UTC", "END:STANDARD", "END:VTIMEZONE",
]  # fmt: skip
"""The zone of all times here. It is what a calendar without events has, as none may be empty (RFC 5545, 3.6)."""


class Date(msgspec.Struct, frozen=True):
    """One event: when it is `due`, what it is, the place of its page, and the moments at which to ring."""

    uid: str
    at: str
    sequence: int
    due: str
    title: str
    text: str
    place: str
    cancelled: bool = False
    alarms: Sequence[str] = ()


def dates(game: GameFacts, annals: Annals, seat: str | None = None) -> list[Date]:
    """The deadlines of a game, of one seat if it is named: that of now, and those that are over, cancelled."""
    found = [
        _date(game, span, span.due, cancelled=True)
        for span in annals.passed
        if span.due and (seat is None or seat in span.seats)
    ]
    now = annals.span
    # To whom it falls to order is the clock's to say: of several who gamble some may be in.
    if now and (seat is None or seat in game.to_move):
        if game.deadline:
            alarms = [each.at for each in game.reminders] if seat else []
            found.append(_date(game, now, game.deadline, alarms=alarms, place=seat))
        elif now.due:
            found.append(_date(game, now, now.due, cancelled=True))
    return found


def calendar(title: str, found: Iterable[Date], address: str | None) -> str:
    """A calendar of that title; without the site's `address` its events lead nowhere."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//genetess//deadlines//EN", "CALSCALE:GREGORIAN"]
    lines += [f"NAME:{_text(title)}", f"X-WR-CALNAME:{_text(title)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    events = [_event(date, address) for date in sorted(found, key=lambda each: (each.due, each.uid))]
    for each in events or [_UTC]:
        lines += each
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _date(
    game: GameFacts,
    span: Span,
    due: str,
    cancelled: bool = False,
    alarms: Sequence[str] = (),
    place: str | None = None,
) -> Date:
    whose = listed(
        f"{seat} ({game.seats[seat].name})" for seat in (span.seats if cancelled else game.to_move)
    )
    what = "gambles of" if span.turn == "0" else "order of"
    text = f"The deadline of turn {span.turn} in {game.name}: the {what} {whose}."
    page = f"{game.slug}/sheet/{place}/index.html" if place else f"{game.slug}/index.html"
    uid, title = named(game, f"deadline/{span.number}"), f"{game.name} {span.turn}: {whose}"
    return Date(uid, span.at, span.changes, due, title, text, page, cancelled, alarms)


def _event(date: Date, address: str | None) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{date.uid}",
        f"DTSTAMP:{_time(date.at)}",
        f"LAST-MODIFIED:{_time(date.at)}",
        f"SEQUENCE:{date.sequence}",
        f"DTSTART:{_time(date.due)}",
        f"SUMMARY:{_text(date.title)}",
        f"DESCRIPTION:{_text(date.text)}",
        f"STATUS:{'CANCELLED' if date.cancelled else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
    ]
    if address:
        lines.append(f"URL:{address.rstrip('/')}/{date.place}")
    for at in date.alarms:
        ring = f"TRIGGER;VALUE=DATE-TIME:{_time(at)}"
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(date.title)}", ring, "END:VALARM"]
    return [*lines, "END:VEVENT"]


def _time(time: str) -> str:
    """A time as calendars write it: `20261124T180000Z`."""
    return time.replace("-", "").replace(":", "")


def _text(text: str) -> str:
    """A value of the type TEXT: characters that structure lines escaped, controls left out."""
    return shown(text).translate(_ESCAPES)


def _folded(line: str) -> str:
    """A line in pieces of at most 75 octets, none of them ending within a character."""
    pieces, room = [""], _WIDTH
    for letter in line:
        size = len(letter.encode())
        if size > room:
            pieces.append(" ")
            room = _WIDTH - 1
        pieces[-1] += letter
        room -= size
    return "\r\n".join(pieces)
