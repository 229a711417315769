"""Times and durations between text and seconds, time zones, and the quiet days by which time is counted.

No clock is read here: what is due when is worked out in `turns/clock.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice

from genetess_cli.errors import WrongUsage
from genetess_cli.values import Value

# Patterns as text: `re` compiles each when it is first used.
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60}
DURATION = "[0-9]{1,3}d|[0-9]{1,5}h|[0-9]{1,6}m"
_GIVEN = r"([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?(?:[Zz]|\+00:00)"


def duration(text: str) -> int | None:
    """Return the seconds of `3d`, `12h` or `90m`; None for `none`. Raise WrongUsage for others."""
    if text == "none":
        return None
    if not re.fullmatch(DURATION, text):
        raise WrongUsage(
            f"{text[:40]!r} is not a duration; write one such as `90m`, `12h` or `3d`, or `none`"
        )
    return int(text[:-1]) * _SECONDS[text[-1]]


class Time(int):
    """A moment in seconds since 1970; as text, in files and messages, `2026-11-24T18:00:00Z`."""

    __slots__ = ()

    def __str__(self) -> str:
        """Raise WrongUsage for a time outside the years 1 to 9999."""
        try:
            return datetime.fromtimestamp(self, UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
        except (ValueError, OverflowError, OSError):
            words = f"{int(self)} seconds since 1970 are outside the years 1 to 9999"
            raise WrongUsage(words) from None


def to_time(text: str) -> int:
    """Return the seconds since 1970 of a time such as `2026-11-24T18:00:00Z`. Raise WrongUsage for no such time."""
    match = re.fullmatch(_GIVEN, text)
    if not match:
        raise WrongUsage(f"{text[:40]!r} is not a time; write one in UTC such as `2026-11-24T18:00:00Z`")
    try:
        return int(datetime.fromisoformat(match[1].upper()).replace(tzinfo=UTC).timestamp())
    except ValueError as error:
        raise WrongUsage(f"{text[:40]!r} is not a time: {error}") from None


def decode_time(kind: type, value: object) -> Time:
    """Read a time of a file, for msgspec: raise TypeError for what is no text, ValueError for another text."""
    assert kind is Time
    if not isinstance(value, str):
        raise TypeError("Expected a time")
    try:
        return Time(to_time(value))
    except WrongUsage as error:
        raise ValueError(str(error)) from None


def encode_time(value: object) -> str:
    if isinstance(value, Time):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


def in_words(time: Time | str, local: str | None) -> str:
    """Return a time as pages and mail have it, `2026-11-24 18:00 UTC`; behind it `local`, what it is elsewhere."""
    text = str(time)
    elsewhere = f" ({local})" if local else ""
    return f"{text[:10]} {text[11:16]} UTC{elsewhere}"


# Quiet days and zones

Fault = tuple[tuple[str | int, ...], str]
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST_SPAN = 366
"""Days from the first to the last of a span, so that every deadline comes at last."""

_DAY = timedelta(days=1)
_DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


class Quiet(Value):
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

    def slot(self, hours: Sequence[str], moment: int) -> int:
        """Return when clocks first show one of these hours on a day that counts, at or after a moment."""
        for begin, _ in self._stretches(moment, 1):
            day = datetime.fromtimestamp(begin, self.zone).date()
            shown = [first_shown(day, time.fromisoformat(hour), self.zone) for hour in hours]
            if max(shown) >= moment:
                return min(slot for slot in shown if slot >= moment)
        raise AssertionError("the days end with an error")  # pragma: no cover

    def days_later(self, start: int, days: int) -> int:
        """Return when clocks show the same hour, so many days that count later. Raise WrongUsage as `later` does."""
        hour = datetime.fromtimestamp(start, self.zone).time()
        begin, _ = next(islice(self._stretches(start, 1), days, None))
        return first_shown(datetime.fromtimestamp(begin, self.zone).date(), hour, self.zone)

    def _stretches(self, moment: int, step: int) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each day that counts, from the one of a moment on, or (a step of -1) back."""
        try:
            day = datetime.fromtimestamp(moment, UTC).astimezone(self.zone).date()
            while True:
                if not self.holds(day):
                    yield first_shown(day, time(), self.zone), first_shown(day + _DAY, time(), self.zone)
                day += step * _DAY
        except (ValueError, OverflowError, OSError):
            raise WrongUsage("the time is outside the years 1 to 9999") from None


def first_shown(day: date, hour: time, where: tzinfo) -> int:
    """Return when clocks first show an hour of a day, or, where they skip it, the first moment after that."""
    shown = datetime.combine(day, hour)
    first, again = (int(shown.replace(tzinfo=where, fold=fold).timestamp()) for fold in (0, 1))
    if first <= again:
        return first
    skipped = range(again, first)
    return again + bisect_left(
        skipped, shown, key=lambda at: datetime.fromtimestamp(at, where).replace(tzinfo=None)
    )


def on_clock(text: str, zone_name: str) -> int:
    """Return when the clocks of a zone show a time such as `2026-12-24 20:00`. Raise WrongUsage for another text."""
    try:
        if not re.fullmatch(f"{_DATE} [0-9]{{2}}:[0-9]{{2}}", text):
            raise ValueError("it has another form")
        shown = datetime.fromisoformat(text)
        return first_shown(shown.date(), shown.time(), zone(zone_name))
    except (ValueError, OverflowError) as error:
        words = f"{text[:40]!r} is not a time: {error}; write one such as `2026-12-24 20:00`"
        raise WrongUsage(words) from None


def calendar_faults(timezone: str, quiet: Sequence[str]) -> Iterator[Fault]:
    """Return the first mistake, if any, with its place in game.yaml."""
    path: tuple[str | int, ...] = ("timezone",)
    try:
        zone(timezone)
        for index, day in enumerate(quiet):
            path = ("quiet", index)
            quiet_days([day], timezone)
        path = ("quiet",)
        quiet_days(quiet, timezone)
    except WrongUsage as error:
        yield path, str(error)


def quiet_days(words: Sequence[str], zone_name: str) -> Quiet:
    """Return what `quiet:` in game.yaml names. Raise WrongUsage for other words, all seven days and an unknown zone."""
    weekdays = frozenset(WEEKDAYS.index(word) for word in words if word in WEEKDAYS)
    if len(weekdays) == len(WEEKDAYS):
        raise WrongUsage("all seven days of the week are quiet, so no deadline would ever come; remove one")
    spans = tuple(span(word) for word in words if word not in WEEKDAYS)
    return Quiet(weekdays, spans, zone(zone_name))


def span(word: str) -> tuple[date, date]:
    try:
        return days_in(word)
    except ValueError as error:
        known = (
            "write a weekday (`sat`), a date (`2026-12-24`), or first and last day (`2026-12-24..2026-12-26`)"
        )
        raise WrongUsage(f"{word[:40]!r} is not a quiet day: {error}; {known}") from None


def days_in(word: str) -> tuple[date, date]:
    """Return the first and the last day that a word says. Raise ValueError with what is wrong."""
    first, dots, last = word.partition("..")
    if not dots:
        last = first
    days = _date(first), _date(last)
    if days[1] < days[0]:
        raise ValueError("the last day is before the first")
    if (days[1] - days[0]).days >= LONGEST_SPAN:
        raise ValueError("the last day must be within a year after the first")
    return days


def _date(text: str) -> date:
    if not re.fullmatch(_DATE, text):  # Python reads other forms too, of weeks for instance
        raise ValueError(f"“{text[:40]}” is not written as 2026-12-24")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"there is no day {text}") from None


# Files that lie beside the zones on some machines and mean another place, or another count of seconds, on each.
_NO_ZONES = ("localtime", "posixrules", "Factory", "posix/", "right/")


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
