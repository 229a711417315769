"""Time zones by their names, and a time as people there read it: for games that name one, and loaded by those alone.

Only the zone that a game names is ever asked for, never the machine's own.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, tzinfo
from typing import Final

from genetess_cli.errors import WrongUsage

_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

# Files that lie beside the zones on some machines and mean another place, or another count of seconds, on each.
_NO_ZONES: Final = ("localtime", "posixrules", "Factory", "posix/", "right/")


def zone(name: str) -> tzinfo:
    """The zone of a name such as `Europe/Berlin`. Raises WrongUsage, with near names, where there is none."""
    if not name.startswith(_NO_ZONES):
        try:
            return zoneinfo.ZoneInfo(name)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            pass
    raise WrongUsage(f"there is no time zone {name[:40]!r}; {_hint(name)}") from None


def local(seconds: int, name: str) -> str:
    """A time as a clock in the zone shows it: `Tue 24 Nov 2026, 19:00 in Europe/Berlin`.

    Raises WrongUsage for a zone that does not exist, or a time outside the years 1 to 9999.
    """
    try:
        there = datetime.fromtimestamp(seconds, UTC).astimezone(zone(name))
    except (ValueError, OverflowError, OSError):
        raise WrongUsage(f"{seconds} seconds since 1970 lie outside the years 1 to 9999") from None
    day = f"{_DAYS[there.weekday()]} {there.day} {_MONTHS[there.month - 1]} {there.year}"
    return f"{day}, {there:%H:%M} in {name}"


def _hint(name: str) -> str:
    """Names that may be meant: spelt alike, or of a city in the right region."""
    import difflib

    known = {each.lower(): each for each in zoneinfo.available_timezones() if not each.startswith(_NO_ZONES)}
    cities = {each.rpartition("/")[2]: each for each in known if "/" in each}
    wanted = name.lower().replace(" ", "_")
    alike = difflib.get_close_matches(wanted, known, n=3)
    if not alike:
        alike = [cities[each] for each in difflib.get_close_matches(wanted.rpartition("/")[2], cities, n=3)]
    if not alike:
        return "write one such as `Europe/Berlin` or `UTC`"
    return f"did you mean {' or '.join(known[each] for each in dict.fromkeys(alike))}?"
