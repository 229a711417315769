"""What is wrong with a game's time zone and quiet days; loaded only for games that have any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from genetess_cli import quiet as days
from genetess_cli import zones
from genetess_cli.errors import WrongUsage

MOST: Final = 100

Fault = tuple[tuple[str | int, ...], str]


def faults(timezone: str, quiet: Sequence[str]) -> Iterator[Fault]:
    """Every mistake, with its place in game.yaml."""
    zone_fault = _said(lambda: zones.zone(timezone))
    if zone_fault:
        yield ("timezone",), zone_fault
    elif quiet:
        yield from _quiet(quiet, timezone)


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


def _said(attempt: Callable[[], object]) -> str | None:
    """The words of the refusal of what was attempted, None where it went well."""
    try:
        attempt()
    except WrongUsage as error:
        return str(error)
    return None
