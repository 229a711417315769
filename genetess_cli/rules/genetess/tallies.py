"""What a simulation counts in a game of Genetess."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.genetess.events import Eliminated, Event, Fired, Overviewed, Taken

TALLIES = {"captures": False, "eliminations": False, "specials": True}


def tally(event: Event) -> Iterator[tuple[str, str]]:
    """Pieces taken, players eliminated, specials that fired; of an S5 nothing is told but that somebody sees more."""
    if isinstance(event, Taken):
        yield "captures", ""
    elif isinstance(event, Eliminated):
        yield "eliminations", ""
    elif isinstance(event, Fired):
        yield "specials", event.special
    elif isinstance(event, Overviewed) and event.how:
        yield "specials", "S5"
