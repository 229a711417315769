"""Times and durations between text and seconds, in UTC and nothing else.

No clock is read here: what is due when is worked out in `turns/clock.py`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from genetess_cli.errors import WrongUsage

TIME: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z"
LONGEST: Final = 10 * 366 * 86_400

_SECONDS: Final = {"d": 86_400, "h": 3_600, "m": 60}
_DURATION = re.compile(r"([0-9]{1,9})([dhm])")
_GIVEN = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?(?:[Zz]|\+00:00)"
)


def duration(text: str) -> int | None:
    """The seconds of `3d`, `12h` or `90m`; None for `none`.

    Raises WrongUsage for anything else and for more than ten years.
    """
    if text == "none":
        return None
    found = _DURATION.fullmatch(text)
    if not found:
        raise WrongUsage(f"{text[:40]!r} is no duration; write one such as `90m`, `12h` or `3d`, or `none`")
    seconds = int(found[1]) * _SECONDS[found[2]]
    if seconds > LONGEST:
        raise WrongUsage(f"`{text}` is more than ten years; write a shorter time, or `none`")
    return seconds


def to_time(text: str) -> int:
    """The seconds since 1970 of a time in UTC, such as `2026-11-24T18:00:00Z`; fractions are cut off.

    Raises WrongUsage for any other text, and for days and hours that do not exist.
    """
    found = _GIVEN.fullmatch(text)
    if not found:
        raise WrongUsage(f"{text[:40]!r} is no time; write one in UTC such as `2026-11-24T18:00:00Z`")
    try:
        return int(datetime.fromisoformat(found[1].upper()).replace(tzinfo=UTC).timestamp())
    except ValueError as error:
        raise WrongUsage(f"{text[:40]!r} is no time: {error}") from None


def in_words(time: str, local: str | None = None) -> str:
    """A time of a file as pages and mail have it, `2026-11-24 18:00 UTC`; behind it `local`, what it is elsewhere."""
    return f"{time[:10]} {time[11:16]} UTC" + (f" ({local})" if local else "")


def from_time(seconds: int) -> str:
    """The text of a time: `2026-11-24T18:00:00Z`.

    Raises WrongUsage for a time outside the years 1 to 9999.
    """
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
    except (ValueError, OverflowError, OSError):
        raise WrongUsage(f"{seconds} seconds since 1970 lie outside the years 1 to 9999") from None
