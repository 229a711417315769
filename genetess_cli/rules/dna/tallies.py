"""What a simulation counts in a game of DNA."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.dna.events import Altered, Captured, Counted, Event

TALLIES = {"strands": False, "mutations": False, "captures": False, "bonuses": True}


def tally(event: Event) -> Iterator[tuple[str, str]]:
    """Strands that scored and each of their bonuses, steps of mutation, pieces captured."""
    if isinstance(event, Counted):
        for strand in event.strands:
            yield "strands", ""
            yield from (("bonuses", bonus) for bonus in strand.bonuses)
    elif isinstance(event, Altered):
        yield "mutations", ""
    elif isinstance(event, Captured):
        yield "captures", ""
