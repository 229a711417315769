"""A game's time zone and quiet days: what is wrong with them, and how time is counted by them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final

import msgspec

from genetess_cli.errors import WrongUsage

Fault = tuple[tuple[str | int, ...], str]


def faults(timezone: str, quiet: Sequence[str]) -> Iterator[Fault]:
    """Return the first mistake, if any, with its place in game.yaml."""
    days = [(("quiet", index), (day,)) for index, day in enumerate(quiet)]
    places: list[tuple[tuple[str | int, ...], Sequence[str]]] = [
        (("timezone",), ()),
        *days,
        (("quiet",), quiet),
    ]
    for path, words in places:
        try:
            read(words, timezone)
        except WrongUsage as error:
            yield path, str(error)
            return


WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST_SPAN: Final = 366
"""Days from the first to the last of a span, so that every deadline comes at last."""

_DAY = timedelta(days=1)
_WRITTEN: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


class Quiet(msgspec.Struct, frozen=True):
    """The quiet days of a game: weekdays (Monday is 0), spans of dates (first and last day), and the zone."""

    weekdays: frozenset[int]
    spans: tuple[tuple[date, date], ...]
    zone: tzinfo

    def holds(self, day: date) -> bool:
        return day.weekday() in self.weekdays or any(first <= day <= last for first, last in self.spans)

    def later(self, start: int, seconds: int) -> int:
        """Return when so many seconds that count have passed since `start`. Raise WrongUsage beyond the year 9999."""
        for begin, end in self._stretches(start, 1):
            begin = max(begin, start)
            if seconds < end - begin:
                return begin + seconds
            seconds -= end - begin
        raise AssertionError("the days end with an error")  # pragma: no cover

    def earlier(self, end: int, seconds: int) -> int:
        """Return the last moment from which so many counted seconds lead to `end`. Raise WrongUsage before year 1."""
        for begin, finish in self._stretches(end, -1):
            finish = min(finish, end)
            if seconds <= finish - begin:
                return finish - seconds
            seconds -= finish - begin
        raise AssertionError("the days end with an error")  # pragma: no cover

    def count_seconds(self, since: int, until: int) -> int:
        """Return how many seconds that count lie between two moments; 0 where the second is not after the first."""
        seconds = 0
        for begin, end in self._stretches(since, 1):
            if begin >= until:
                break
            seconds += max(0, min(end, until) - max(begin, since))
        return seconds

    def _stretches(self, time: int, step: int) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each day that counts, from the one of a time on, or (a step of -1) back."""
        try:
            day = datetime.fromtimestamp(time, UTC).astimezone(self.zone).date()
            while True:
                if not self.holds(day):
                    yield _midnight(day, self.zone), _midnight(day + _DAY, self.zone)
                day += step * _DAY
        except (ValueError, OverflowError, OSError):
            raise WrongUsage("the time is outside the years 1 to 9999") from None


def read(words: Sequence[str], zone_name: str) -> Quiet:
    """Return what `quiet:` in game.yaml names. Raise WrongUsage for other words, all seven days and an unknown zone."""
    weekdays = frozenset(WEEKDAYS.index(word) for word in words if word in WEEKDAYS)
    if len(weekdays) == len(WEEKDAYS):
        raise WrongUsage("all seven days of the week are quiet, so no deadline would ever come; remove one")
    spans = tuple(_span(word) for word in words if word not in WEEKDAYS)
    return Quiet(weekdays, spans, zone(zone_name))


def _midnight(day: date, where: tzinfo) -> int:
    """Return when a day begins: where clocks skip midnight the moment after the gap."""
    return int(datetime(day.year, day.month, day.day, tzinfo=where).timestamp())


def _span(word: str) -> tuple[date, date]:
    first, dots, last = word.partition("..")
    try:
        days = _date(first), _date(last if dots else first)
    except ValueError as error:
        known = (
            "write a weekday (`sat`), a date (`2026-12-24`), or first and last day (`2026-12-24..2026-12-26`)"
        )
        raise WrongUsage(f"{word[:40]!r} is not a quiet day: {error}; {known}") from None
    if not 0 <= (days[1] - days[0]).days < LONGEST_SPAN:
        raise WrongUsage(
            f"{word[:40]!r} is not a quiet time: the last day must be within a year after the first"
        )
    return days


def _date(text: str) -> date:
    if not re.fullmatch(_WRITTEN, text):  # Python reads other forms too, of weeks for instance
        raise ValueError("it has another form")
    return date.fromisoformat(text)


# Files that lie beside the zones on some machines and mean another place, or another count of seconds, on each.
_NO_ZONES: Final = ("localtime", "posixrules", "Factory", "posix/", "right/")


def zone(name: str) -> tzinfo:
    """Return the zone of a name such as `Europe/Berlin`. Raise WrongUsage, with near names, where there is none."""
    from zoneinfo import ZoneInfo

    if not name.startswith(_NO_ZONES):
        try:
            return ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            pass
    raise WrongUsage(
        f"there is no time zone {name[:40]!r}; write one such as `Europe/Berlin` or `UTC`"
    ) from None


def local(seconds: int, name: str) -> str:
    """Return a time as `Tue 24 Nov 2026, 19:00 in Europe/Berlin`. Raise WrongUsage for no such zone or year."""
    try:
        moment = datetime.fromtimestamp(seconds, UTC).astimezone(zone(name))
    except (ValueError, OverflowError, OSError):
        raise WrongUsage(f"{seconds} seconds since 1970 are outside the years 1 to 9999") from None
    return f"{moment:%a} {moment.day} {moment:%b} {moment.year}, {moment:%H:%M} in {name}"
