"""A deadline that is about to be missed: whether the grace helps, whose fault it is, and what follows from that.

Loaded only by a run that finds a deadline passed. What such a turn then does is decided in `referee.py`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from genetess_cli import clock as clocks
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.orders import HOLIDAY, PASS
from genetess_cli.store.schema import GRACE, RecordFile
from genetess_cli.store.times import from_time
from genetess_cli.table import Step, Table, spent, step_of


def graced(table: Table, now: int, seats: list[str]) -> Step | None:
    """The step that gives `seats` the grace of the game; None where `put_off` says so."""
    after = put_off(table, now, seats)
    if after is None:
        return None
    return step_of(table, after, _record(table, after, now))


def put_off(table: Table, now: int, seats: list[str]) -> Table | None:
    """The table with the grace given to `seats`; None where it is used up, comes too late, or helps nobody."""
    clock, grace = table.clock, table.hosted.file.grace_seconds
    if not grace or clock.deadline is None or not clocks.can_be_graced(clock):
        return None
    later = table.hosted.file.later(clock.deadline, grace)
    if now >= later or all(idle(table, seat) for seat in seats):
        return None
    return replace(table, clock=clocks.graced(clock, deadline=later), number=table.number + 1)


def facts(table: Table, after: Table) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record of a grace says of the deadline before and after it, and whom it is for.

    Where all order together it names nobody: who is not in yet is not to be known before all are (ruling G39).
    """
    seats = {} if table.phase == "gambling" else {"for": [table.seat]}
    was, now = (from_time(each.clock.deadline or 0) for each in (table, after))
    return {"deadline": was}, {"by": table.hosted.file.grace_seconds, "deadline": now, **seats}


def _record(table: Table, after: Table, now: int) -> RecordFile:
    """The record of a grace: in the form of what the GM does at the desk, but nobody did it."""
    was, then = facts(table, after)
    return RecordFile(
        number=table.number,
        turn=table.label,
        seat=None if table.phase == "gambling" else table.seat,
        source="timeout",
        outcome="done",
        at=from_time(now),
        to_move=after.to_move,
        next=after.label,
        rules_version=table.hosted.ruleset.VERSION,
        desk=GRACE,
        was=was,
        now=then,
    )


def charged(table: Table, now: int) -> Table:
    """The table once the seat to move has missed its deadline.

    Who had nothing to order is not charged with it, nor is a seat whose player has left.
    """
    free = table.seat in table.clock.absent or idle(table, table.seat)
    clock = clocks.timed_out(table.clock, table.seat, spent=spent(table, now), idle=free)
    return replace(table, clock=clock)


def idle(table: Table, seat: str) -> bool:
    """Whether a seat has nothing to order, as far as it can know: nothing but to pass or to take a holiday.

    Where that is secret, nobody is: everybody sees who is given the grace and who is charged.
    """
    if table.hosted.is_sealed and table.hosted.ruleset.HIDDEN:
        return False
    legal = table.hosted.ruleset.legal(table.game, seat)
    return all(order in (PASS, HOLIDAY) for order in legal)


def opening(before: Table, step: Step) -> Step:
    """The step of a time-out, whose record says where a holiday ran out, and where the seat is open from here on."""
    opened, rested = before.seat if opens(before, step.table) else None, ended(before)
    if not (opened or rested):
        return step
    return step_of(before, step.table, replace(step.record, opened=opened, rested=rested))


def ended(before: Table) -> Literal[True] | None:
    """True where a deadline that was missed is the end of a holiday."""
    return True if before.clock.suspended and before.seat not in before.clock.absent else None


def opens(before: Table, after: Table) -> bool:
    """Whether the seat that was to move is open for replacement from its time-out on."""
    limit, seat = before.hosted.file.drop_after, before.seat
    was, missed = (each.clock.missed.get(seat, 0) for each in (before, after))
    if not was < missed == limit:
        return False
    view = before.hosted.ruleset.view(after.game, PUBLIC)
    return seat in clocks.open_seats(after.clock.missed, limit, view, after.clock.absent)
