"""How the clock of a turn changes by orders, time-outs, holidays and pauses: pure arithmetic on clock.yaml's values.

How long a deadline is, game.yaml says (`schema.GameFile.deadline_from`). The time is an argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

from genetess_cli.rules.base import View
from genetess_cli.store.records import Way
from genetess_cli.store.schema import Clock, ClockPause, GameFile, Phase
from genetess_cli.store.times import Time

T = TypeVar("T")
Source = Way | Literal["timeout"]

HOUR = 3600


def begin(clock: Clock, queues: dict[str, str], now: int, *, deadline: Time | None) -> Clock:
    """Begin a turn now; whose it is, the rules say."""
    return clock.replace(
        since=Time(now),
        deadline=deadline,
        queues=queues,
        grace_used=False,
        fresh=0,
        paused=None,
        was_paused=False,
        unread={seat: name for seat, name in clock.unread.items() if queues.get(seat) == name},
        tries=0,
        away=False,
        given={},
        gift=0,
    )


def follow(clock: Clock, view: View) -> Clock:
    """Return the clock with the turn of a position, and who is to move in it; a game that is over stays in its last."""
    turn = clock.turn if view.result else view.turn
    return clock.replace(turn=turn, to_move=tuple(view.to_move), phase=view.phase)


def keep_turn(clock: Clock, seat: str, source: Source, queue_id: str) -> Clock:
    """Return the clock where the same seat is still to move after an order.

    What is left of the order file, by its id, is live only behind an order that was; the GM's and a bot's come not out
    of it.
    """
    if source in ("gm", "bot") or (source == "live" and queue_id):
        return clock
    return clock.replace(queues=clock.queues | {seat: queue_id})


def without(known: Mapping[str, T], seat: str) -> dict[str, T]:
    """Return what is known of seats, but nothing of one."""
    return {name: what for name, what in known.items() if name != seat}


def given_back(clock: Clock, seat: str) -> Clock:
    """Return the clock of a seat that nobody has left, or nobody can take any more."""
    absent = tuple(name for name in clock.absent if name != seat)
    return clock.replace(absent=absent, resigned=without(clock.resigned, seat))


def forgive_missed(clock: Clock, seat: str) -> Clock:
    """Return the clock of a seat that has missed no deadline, whatever it missed before."""
    return clock.replace(missed=without(clock.missed, seat))


def time_out(clock: Clock, seat: str, now: int, days: GameFile, *, idle: bool) -> Clock:
    """Return the clock once a seat has missed its deadline; an `idle` seat had nothing to order, and is not charged."""
    after = end_holiday(clock, seat, now, days)
    if idle or clock.was_paused:
        return after
    return after.replace(missed=clock.missed | {seat: clock.missed.get(seat, 0) + 1})


def end_holiday(clock: Clock, seat: str, now: int, days: GameFile) -> Clock:
    """Return the clock without a holiday: the seconds that count since `clock.since` are used of it."""
    if not clock.on_holiday:
        return clock
    left = max(0, clock.holiday.get(seat, 0) - days.count_seconds(clock.since, now))
    return clock.replace(phase="playing", away=False, holiday=clock.holiday | {seat: left})


def suspend(clock: Clock, now: int, left: int, days: GameFile) -> Clock:
    """Return the clock of a seat on holiday from now for what is left; without a deadline it merely waits."""
    deadline = None if clock.deadline is None else days.slot(days.later(now, left))
    return clock.replace(since=Time(now), deadline=deadline, phase="suspended")


def absence(deadline: Time, now: int, end: Time, left: int, days: GameFile) -> Time | None:
    """Return the deadline of a turn whose player is away from now to the `end`, as holiday.

    That lasts to the `end` or to that of what is `left` of the holiday; the deadline is as long after it as it was to
    be after now, or at the first of the game's slots, where there are any. None where there is nothing left.
    """
    spent = min(left, days.count_seconds(now, end))
    if spent <= 0:
        return None
    rest = 0 if days.at else days.count_seconds(now, deadline)
    return days.slot(days.later(now, spent + rest))


def pause(clock: Clock, seat: str, now: int, days: GameFile, until: Time | None = None) -> Clock:
    """Return the clock stopped: a holiday of the seat to move uses no days meanwhile."""
    left = None if clock.deadline is None else max(0, days.count_seconds(now, clock.deadline))
    pause = ClockPause(since=Time(now), left=left, holiday=clock.on_holiday and not clock.away, until=until)
    stopped = end_holiday(clock, seat, now, days)
    return stopped.replace(deadline=None, phase="suspended", paused=pause)


def resume(clock: Clock, pause: ClockPause, phase: Phase, now: int, days: GameFile) -> Clock:
    """Return the clock after a pause, with what was left of the deadline: an hour at least, as nobody could order.

    Where the game's deadline is shorter than an hour, that is the least. `phase` is that of the position.
    """
    length = days.deadline_seconds
    least = HOUR if length is None else min(HOUR, length)
    deadline = None if pause.left is None else days.slot(days.later(now, max(pause.left, least)))
    resumed = clock.replace(deadline=deadline, phase=phase, paused=None, was_paused=True)
    return resumed.replace(since=Time(now), phase="suspended") if pause.holiday else resumed


def extend(clock: Clock, seat: str, now: int, by: int, days: GameFile) -> Clock | None:
    """Return the clock, and a holiday, with more time until the deadline, or since now if past; None without one."""
    if clock.paused and clock.paused.left is not None:
        longer = clock.paused.replace(left=clock.paused.left + by)
        given = by
        clock = clock.replace(paused=longer)
    elif clock.deadline is not None:
        later = days.later(max(clock.deadline, now), by)
        given = days.count_seconds(clock.deadline, later)
        clock = clock.replace(deadline=later)
    else:
        return None
    if not (clock.on_holiday or (clock.paused and clock.paused.holiday)):
        return clock
    return clock.replace(holiday=clock.holiday | {seat: clock.holiday.get(seat, 0) + given})


def restart(
    clock: Clock, seat: str, queues: dict[str, str], past_time: int, now: int, days: GameFile
) -> Clock:
    """Return the clock of a position of the time `past_time` to which a game goes back now, with a full deadline.

    What players had given the turn stays. A holiday goes on for what was left of it then, if that was anything, and a
    pause stays one.
    """
    awake = end_holiday(clock, seat, past_time, days)
    full = days.deadline_from(now)
    deadline = None if full is None else days.later(full, clock.gift)
    fresh = begin(awake, queues, now, deadline=deadline).replace(gift=clock.gift)
    if clock.on_holiday and not clock.away and awake.holiday.get(seat):
        return _resting(fresh, seat, now, days)
    return keep_paused(fresh, clock.paused, seat, now, days) if clock.paused else fresh


def keep_paused(clock: Clock, pause: ClockPause, seat: str, now: int, days: GameFile) -> Clock:
    """Return a clock that has just begun, stopped by a pause that lasts."""
    if pause.holiday:
        clock = _resting(clock, seat, now, days)
    left = None if clock.deadline is None else days.count_seconds(now, clock.deadline)
    return clock.replace(deadline=None, phase="suspended", paused=pause.replace(left=left))


def _resting(clock: Clock, seat: str, now: int, days: GameFile) -> Clock:
    return suspend(clock, now, clock.holiday.get(seat, 0), days)


def open_seats(clock: Clock, file: GameFile, view: View) -> list[str]:
    """Return the seats that are open for replacement: those in, whose players missed so many deadlines in a row.

    `view` is the public one. A seat that its player has left is none: no order of its player closes it.
    """
    most = file.drop_after
    if not most:
        return []
    return [seat for seat in _in(view) if clock.missed.get(seat, 0) >= most and seat not in clock.absent]


def left_seats(clock: Clock, view: View) -> list[str]:
    """Return the seats that their players have left, and that somebody else could still go on with."""
    return [seat for seat in _in(view) if seat in clock.absent]


def is_passed_by(seat: str, clock: Clock, view: View) -> bool:
    """Return whether nobody waits for a seat, as its player has left and others are there."""
    return seat in clock.absent and any(name not in clock.absent for name in _in(view))


def _in(view: View) -> list[str]:
    return [] if view.result else view.still_in
