"""Whose order is due and until when: pure arithmetic on values. The time is an argument; nothing here reads a clock.

Times are seconds since 1970, UTC.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from genetess_cli.rules.orders import Entry

Source = Literal["live", "stored", "timeout", "gm"]


class Queue(msgspec.Struct, frozen=True):
    """A seat's order file: its bytes' id ("" for none), what it says, and the entries still to be carried out.

    `holiday`: the first entry asks for a holiday.
    """

    id: str = ""
    text: str = ""
    entries: Sequence[Entry] = ()
    holiday: bool = False


class Clock(msgspec.Struct, frozen=True):
    """The clock of one turn: when it began, its deadline (None: none), and each seat's queue at that moment.

    `holiday` is what each seat has left, in seconds, and `missed` how many deadlines in a row it has missed.
    """

    since: int
    deadline: int | None
    queues: dict[str, str]
    suspended: bool = False
    grace_used: bool = False
    holiday: dict[str, int] = {}
    missed: dict[str, int] = {}

    def late(self, now: int) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and now >= self.deadline


def due(clock: Clock, seat: str, queue: Queue, now: int) -> Source | None:
    """What has to be carried out for the seat to move: a live or stored order, the time-out, or nothing yet.

    A file that changed during the seat's turn is live as a whole; a stored order waits for its star or the
    deadline, but a HOLIDAY begins as the turn comes (ruling G44).
    """
    if queue.entries:
        if queue.id != clock.queues.get(seat, ""):
            return "live"
        first = queue.entries[0]
        at_once = first.starred or (queue.holiday and not clock.suspended)
        return "stored" if at_once or clock.late(now) else None
    return "timeout" if clock.late(now) else None


def begin(clock: Clock, queues: dict[str, str], now: int, length: int | None) -> Clock:
    """The clock of a turn that begins now; `length` of its deadline in seconds, None for none."""
    deadline = None if length is None else now + length
    return Clock(now, deadline, queues, holiday=clock.holiday, missed=clock.missed)


def fresh(clock: Clock, now: int, length: int | None) -> Clock:
    """The clock of a seat that gets a full deadline again (ruling G44)."""
    return msgspec.structs.replace(clock, deadline=None if length is None else now + length)


def ordered(clock: Clock, seat: str, now: int) -> Clock:
    """The clock once the seat has given an order: a holiday ends, and what was used of it is gone."""
    missed = {name: count for name, count in clock.missed.items() if name != seat}
    return msgspec.structs.replace(rested(clock, seat, now), missed=missed)


def timed_out(clock: Clock, seat: str, now: int) -> Clock:
    """The clock once the seat has missed its deadline."""
    missed = clock.missed | {seat: clock.missed.get(seat, 0) + 1}
    return msgspec.structs.replace(rested(clock, seat, now), missed=missed)


def rested(clock: Clock, seat: str, now: int) -> Clock:
    """The clock after a holiday of the seat, if it was on one."""
    if not clock.suspended:
        return clock
    left = max(0, clock.holiday.get(seat, 0) - (now - clock.since))
    return msgspec.structs.replace(clock, suspended=False, holiday=clock.holiday | {seat: left})


def suspend(clock: Clock, seat: str, now: int) -> Clock:
    """The clock of a seat that goes on holiday now; without a deadline it merely waits."""
    left = clock.holiday.get(seat, 0)
    deadline = None if clock.deadline is None else now + left
    return msgspec.structs.replace(clock, since=now, deadline=deadline, suspended=True)


def graced(clock: Clock, now: int, grace: int) -> Clock | None:
    """The clock with its grace added, where a deadline is about to be missed and grace would still help."""
    if not grace or clock.grace_used or clock.suspended or clock.deadline is None:
        return None
    later = clock.deadline + grace
    return msgspec.structs.replace(clock, deadline=later, grace_used=True) if now < later else None
