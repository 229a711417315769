"""Times and durations between text and seconds, in UTC and nothing else.

No clock is read here: what is due when is worked out in `turns/clock.py`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from genetess_cli.errors import WrongUsage

# Patterns as text: `re` compiles each when it is first used.
_WRITTEN: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_SECONDS: Final = {"d": 86_400, "h": 3_600, "m": 60}
DURATION: Final = "[0-9]{1,3}d|[0-9]{1,5}h|[0-9]{1,6}m"
_GIVEN: Final = r"([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?(?:[Zz]|\+00:00)"


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
    """Read a time of a file, for msgspec: raise TypeError for another form, ValueError for no day or hour."""
    assert kind is Time
    if not isinstance(value, str) or not re.fullmatch(_WRITTEN, value):
        raise TypeError("Expected a time")
    try:
        return Time(to_time(value))
    except WrongUsage as error:
        raise ValueError(str(error)) from None


def encode_time(value: object) -> str:
    if isinstance(value, Time):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written")


def in_words(time: Time | str, local: str | None = None) -> str:
    """Return a time as pages and mail have it, `2026-11-24 18:00 UTC`; behind it `local`, what it is elsewhere."""
    text = str(time)
    return f"{text[:10]} {text[11:16]} UTC" + (f" ({local})" if local else "")
