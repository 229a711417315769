"""Whose order is due and until when: pure arithmetic on values. The time is an argument; nothing here reads a clock.

Times are seconds since 1970, UTC.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from genetess_cli.rules.orders import Entry

Source = Literal["live", "stored", "timeout", "gm"]

HOUR = 3600


class Queue(msgspec.Struct, frozen=True):
    """A seat's order file: its bytes' id ("" for none), what it says, and the entries still to be carried out.

    `holiday`: the first entry asks for a holiday.
    """

    id: str = ""
    text: str = ""
    entries: Sequence[Entry] = ()
    holiday: bool = False


class Pause(msgspec.Struct, frozen=True):
    """A pause of the GM's: since when, and what was left of the deadline in seconds (None: there is none).

    `holiday`: the seat to move was on holiday as it began.
    """

    since: int
    left: int | None
    holiday: bool = False


class Clock(msgspec.Struct, frozen=True):
    """The clock of one turn: when it began, its deadline (None: none), and each seat's queue at that moment.

    `holiday` is what each seat has left, in seconds, and `missed` how many deadlines in a row it has missed. While
    `paused`, nothing is due; `suspended` is a holiday alone. `was_paused`: earlier in this turn. `absent` are the seats
    whose players have left.
    """

    since: int
    deadline: int | None
    queues: dict[str, str]
    suspended: bool = False
    grace_used: bool = False
    holiday: dict[str, int] = {}
    missed: dict[str, int] = {}
    paused: Pause | None = None
    was_paused: bool = False
    absent: tuple[str, ...] = ()

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
    return Clock(now, deadline, queues, holiday=clock.holiday, missed=clock.missed, absent=clock.absent)


def fresh(clock: Clock, now: int, length: int | None) -> Clock:
    """The clock of a seat that gets a full deadline again (ruling G44)."""
    return msgspec.structs.replace(clock, deadline=None if length is None else now + length)


def ordered(clock: Clock, seat: str, now: int) -> Clock:
    """The clock once the seat has given an order: a holiday ends, and what was used of it is gone."""
    missed = {name: count for name, count in clock.missed.items() if name != seat}
    return msgspec.structs.replace(rested(clock, seat, now), missed=missed)


def timed_out(clock: Clock, seat: str, now: int) -> Clock:
    """The clock once the seat has missed its deadline; after a pause that is not held against it."""
    missed = clock.missed if clock.was_paused else clock.missed | {seat: clock.missed.get(seat, 0) + 1}
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


def pause(clock: Clock, seat: str, now: int) -> Clock:
    """The clock stopped by the GM: a holiday of the seat to move uses no days meanwhile."""
    left = None if clock.deadline is None else max(0, clock.deadline - now)
    pause = Pause(now, left, clock.suspended)
    return msgspec.structs.replace(rested(clock, seat, now), deadline=None, paused=pause)


def resume(clock: Clock, pause: Pause, now: int, length: int | None) -> Clock:
    """The clock going on after a pause, with what was left of the deadline: an hour at least, as nobody could order.

    Where the whole deadline of the game, `length`, is shorter than an hour, that is the least.
    """
    least = HOUR if length is None else min(HOUR, length)
    return msgspec.structs.replace(
        clock,
        since=now if pause.holiday else clock.since,
        deadline=None if pause.left is None else now + max(pause.left, least),
        suspended=pause.holiday,
        paused=None,
        was_paused=True,
    )


def extended(clock: Clock, seat: str, now: int, by: int) -> Clock | None:
    """The clock with more time until its deadline, or since now where that has passed; None where there is none.

    A holiday of the seat to move lasts longer by as much.
    """
    if clock.paused and clock.paused.left is not None:
        longer = msgspec.structs.replace(clock.paused, left=clock.paused.left + by)
        given, clock = by, msgspec.structs.replace(clock, paused=longer)
    elif clock.deadline is not None:
        later = max(clock.deadline, now) + by
        given, clock = later - clock.deadline, msgspec.structs.replace(clock, deadline=later)
    else:
        return None
    if not (clock.suspended or (clock.paused and clock.paused.holiday)):
        return clock
    return msgspec.structs.replace(clock, holiday=clock.holiday | {seat: clock.holiday.get(seat, 0) + given})


def afresh(clock: Clock, seat: str, queues: dict[str, str], then: int, now: int, length: int | None) -> Clock:
    """The clock of a position of the time `then` to which a game goes back now, with a full deadline.

    A holiday goes on with what was left of it then, and a pause stays one.
    """
    left = rested(clock, seat, then)
    fresh = begin(left, queues, now, length)
    if clock.suspended:
        return suspend(fresh, seat, now)
    return paused_anew(fresh, clock.paused, seat, now) if clock.paused else fresh


def paused_anew(clock: Clock, pause: Pause, seat: str, now: int) -> Clock:
    """A clock that has just begun, stopped by a pause that lasts."""
    if pause.holiday:
        clock = suspend(clock, seat, now)
    left = None if clock.deadline is None else clock.deadline - now
    return msgspec.structs.replace(
        clock, deadline=None, suspended=False, paused=msgspec.structs.replace(pause, left=left)
    )


def graced(clock: Clock, now: int, grace: int) -> Clock | None:
    """The clock with its grace added, where a deadline is about to be missed and grace would still help."""
    if not grace or clock.grace_used or clock.suspended or clock.deadline is None:
        return None
    later = clock.deadline + grace
    return msgspec.structs.replace(clock, deadline=later, grace_used=True) if now < later else None
