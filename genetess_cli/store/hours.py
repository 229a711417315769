"""What is wrong with a game's time zone, quiet days and reminders; loaded only for games that have any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from genetess_cli import quiet as days
from genetess_cli import zones
from genetess_cli.errors import WrongUsage
from genetess_cli.store.times import duration

MOST: Final = 100

Fault = tuple[tuple[str | int, ...], str]


def faults(timezone: str, quiet: Sequence[str], remind: Sequence[str], deadline: str) -> Iterator[Fault]:
    """Every mistake, with its place in game.yaml."""
    zone_fault = _said(lambda: zones.zone(timezone))
    if zone_fault:
        yield ("timezone",), zone_fault
    elif quiet:
        yield from _quiet(quiet, timezone)
    if len(remind) > MOST:
        yield ("remind",), f"more than {MOST} reminders for one deadline"
    for index, each in enumerate(remind[:MOST]):
        if fault := _reminder(each, deadline):
            yield ("remind", index), fault


def _quiet(words: Sequence[str], timezone: str) -> Iterator[Fault]:
    if len(words) > MOST:
        yield ("quiet",), f"more than {MOST} entries; write neighbouring days as one, `FIRST..LAST`"
        return
    found = [(index, fault) for index, word in enumerate(words) if (fault := _days([word], timezone))]
    for index, fault in found:
        yield ("quiet", index), fault
    if not found and (fault := _days(words, timezone)):
        yield ("quiet",), fault


def _days(words: Sequence[str], timezone: str) -> str | None:
    return _said(lambda: days.read(words, timezone))


def _reminder(text: str, deadline: str) -> str | None:
    """Why a reminder so long before the deadline would never come; None where it comes."""
    if fault := _said(lambda: duration(text)):
        return fault
    before = duration(text)
    if not before:
        return "a reminder comes some time before the deadline; write that time, such as `1d` or `2h`"
    length = None if _said(lambda: duration(deadline)) else duration(deadline)
    if length is not None and before >= length:
        return f"`{text}` before a deadline of {deadline} the turn has not begun; write a shorter time"
    return None


def _said(attempt: Callable[[], object]) -> str | None:
    """The words of the refusal of what was attempted, None where it went well."""
    try:
        attempt()
    except WrongUsage as error:
        return str(error)
    return None
