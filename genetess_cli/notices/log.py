"""The turns of a game as told: every record, or what one seat was told of it, as `genetess log` and notices have it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.site.games.sentences import sentence
from genetess_cli.site.gather import gm_action_of, turn_of
from genetess_cli.site.log import gm_order_words, holiday, open_seat_words, ran_out
from genetess_cli.site.words import gm_action_words
from genetess_cli.store.game import GameFolder
from genetess_cli.store.schema import RecordFile
from genetess_cli.turns.timeline import (
    Moment,
    absent_at,
    backs,
    hear,
    leaves,
    mark_absent,
    names_of,
    positions,
    undone_by,
)


def turns(folder: GameFolder, viewer: str | None) -> list[dict[str, Any]]:
    """The records of a game but that of its start; for a seat, only what it may know of them.

    Raises InvalidFile where a file cannot be read.
    """
    if folder.clock is None:
        return []
    return [*log_rows(folder, list(positions(folder)), viewer)]


def lines(turn: dict[str, Any]) -> list[str]:
    """A turn as lines for a person: what it was, and below it what happened."""
    texts = [event["text"] for event in turn["events"]]
    back = " (taken back)" if turn.get("taken_back") else ""
    if "desk" in turn:
        who = " GM" if turn["by"] else ""
        return [f"{turn['turn']}{who}: {turn['desk']}{back}", *(f"    {text}" for text in texts)]
    ending = "" if turn["outcome"] == "done" else f" ({turn['outcome']})"
    order = f": {turn['order']}" if turn["order"] else ""
    first = f"{turn['turn']} {turn['seat']}{order}{ending}{back}"
    reason = None if turn["source"] == "gm" else turn["reason"]
    return [first, *(f"    {text}" for text in filter(None, [reason, *texts]))]


def log_rows(
    folder: GameFolder, moments: Sequence[Moment], viewer: str | None, first: int = 0
) -> Iterator[dict[str, Any]]:
    """The same of all moments of a game, those from the record number `first` on."""
    found = [moment.record for moment in moments]
    gone, called = undone_by(found), names_of(folder, found)
    left = absent_at(leaves(found), backs(found))
    for moment in moments:
        if moment.record.source == "start" or moment.record.number < first:
            continue
        names = called(moment.record.number)
        heard = mark_absent(hear(folder, moment, viewer or REFEREE), left(moment.record.number))
        events = [{"kind": one.kind, "text": sentence(one, viewer or REFEREE, names)} for one in heard]
        if moment.record.desk:
            said = gm_action_words(gm_action_of(folder, moment.record), viewer or REFEREE, names)
            events = [{"kind": moment.record.desk, "text": said}, *events]
        elif moment.record.source == "gm":
            said = gm_order_words(turn_of(folder, moment.record, gone), viewer or REFEREE, names)
            events = [{"kind": "brought", "text": said}, *events]
        if moment.record.order == HOLIDAY and moment.record.outcome == "done":
            began = holiday(moment.record.seat, viewer or REFEREE, names)
            events.append({"kind": "holiday", "text": began})
        if moment.record.rested:
            ended = ran_out(moment.record.seat or "", viewer or REFEREE, names)
            events.append({"kind": "holiday over", "text": ended})
        if moment.record.opened:
            told_all = open_seat_words(moment.record.opened, viewer or REFEREE, names)
            events.append({"kind": "seat opened", "text": told_all})
        if events or _is_known(moment, viewer):
            yield _turn(moment, viewer, events) | _besides(moment.record, gone)


def _is_known(moment: Moment, viewer: str | None) -> bool:
    """Whether a seat knows of a turn of which it was told nothing: that another's order failed is not public."""
    return viewer in (None, moment.record.seat) or moment.record.outcome != "failed"


def _besides(record: RecordFile, gone: Container[int]) -> dict[str, Any]:
    """What only few records have: what the GM did and who that was, and that it was taken back."""
    done = {"desk": record.desk, "by": record.by} if record.desk else {}
    return done | ({"taken_back": True} if record.number in gone else {})


def _turn(moment: Moment, viewer: str | None, events: list[dict[str, str]]) -> dict[str, Any]:
    record = moment.record
    own = viewer in (None, record.seat) or record.desk is not None
    return {
        "turn": record.turn,
        "seat": record.seat,
        "order": record.order if own or record.order == HOLIDAY else None,
        "source": record.source if own or record.source in ("timeout", "gm") else None,
        "outcome": record.outcome,
        "reason": record.reason if own or record.source == "gm" else None,
        "events": events,
    }
