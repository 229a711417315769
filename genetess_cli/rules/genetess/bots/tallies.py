"""What of a turn of Genetess a simulation counts."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.genetess.events import Created, Eliminated, Event, Fired, Overviewed, Taken

TALLIES = {"captures": False, "eliminations": False, "specials": True, "codes": True}
"""Codes are those of pieces that came into being."""


def tally(event: Event) -> Iterator[tuple[str, str]]:
    if isinstance(event, Taken):
        yield "captures", ""
    elif isinstance(event, Eliminated):
        yield "eliminations", ""
    elif isinstance(event, Created):
        yield from (("codes", code) for code in event.piece.codes)
    elif isinstance(event, Fired):
        yield "specials", event.special
    elif isinstance(event, Overviewed) and event.how:
        yield "specials", "S5"
