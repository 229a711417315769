"""The turns of a game as the JSON list of `genetess log`: every record, or what one seat was told of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from genetess_cli.history import Moment, positions, told
from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.site.words import sentence
from genetess_cli.store import Hosted


def turns(hosted: Hosted, viewer: str | None) -> list[dict[str, Any]]:
    """The records of a game but that of its start; for a seat, only what it may know of them.

    Raises InvalidFile where a file cannot be read.
    """
    if hosted.clock is None:
        return []
    return [*_turns(hosted, viewer, {player.seat: player.name for player in hosted.file.players})]


def _turns(hosted: Hosted, viewer: str | None, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for moment in positions(hosted):
        if moment.record.source == "start":
            continue
        heard = told(hosted, moment, viewer or REFEREE)
        events = [{"kind": one.kind, "text": sentence(one, viewer or REFEREE, names)} for one in heard]
        if events or _is_known(moment, viewer):
            yield _turn(moment, viewer, events)


def _is_known(moment: Moment, viewer: str | None) -> bool:
    """Whether a seat knows of a turn of which it was told nothing: that another's order failed is not public."""
    return viewer in (None, moment.record.seat) or moment.record.outcome != "failed"


def _turn(moment: Moment, viewer: str | None, events: list[dict[str, str]]) -> dict[str, Any]:
    record = moment.record
    own = viewer in (None, record.seat)
    return {
        "turn": record.turn,
        "seat": record.seat,
        "order": record.order if own or record.order == HOLIDAY else None,
        "source": record.source if own or record.source == "timeout" else None,
        "outcome": record.outcome,
        "reason": record.reason if own else None,
        "events": events,
    }
