"""What came of an order: the clock and the table after it, its record, and the step of both.

What is due is decided in `turns/referee.py`; `admin/verify/__init__.py` counts the clocks again with what stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec.structs import replace

from genetess_cli.rules.base import PUBLIC, Outcome, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY, PASS, no_holiday
from genetess_cli.rules.problems import Problem
from genetess_cli.store.codec import ids_of
from genetess_cli.store.schema import GRACE, RecordFile
from genetess_cli.store.times import from_time
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.clock import Clock, Queue, Source
from genetess_cli.turns.state import Brought, Retry, Step, Table, spent, step_of


def ordered(table: Table, now: int) -> Table:
    """The table once the seat to move has given an order that can be carried out."""
    return replace(table, clock=clocks.ordered(table.clock, table.seat, spent=spent(table, now)))


def done(
    table: Table,
    order: str | None,
    source: Source,
    outcome: Outcome,
    dice: Dice,
    now: int,
    rest: bytes | None = None,
    reason: str | None = None,
) -> Step:
    """The step of an order that was carried out: the next seat's turn begins, or goes on where all order together.

    `rest` is what is left of the seat's order file (None: all of it), `reason` what its player has to hear besides.
    """
    outcome = table.hosted.award(outcome, table.clock.absent)
    view = table.hosted.ruleset.view(outcome.game, PUBLIC)
    queues = table.queues if rest is None else table.queues | {table.seat: rest}
    goes_on = keeps_turn(table, view.turn, view.phase)
    assert not (goes_on and dice.draws), "what comes next in the turn would draw the same"
    if order and goes_on:
        clock = clock_of_kept(table, source, rest or b"", now)
    else:
        clock = clock_of_next(table, view.phase, queues, now)
    after = replace(
        table,
        game=outcome.game,
        clock=clock,
        label=table.label if view.result else view.turn,
        to_move=tuple(view.to_move),
        phase=view.phase,
        number=table.number + 1,
        queues=queues,
        retry=None,
    )
    record = record_of(table, order, source, "done" if order else "timed out", now, after, outcome)
    record = replace(record, draws=[plain(draw) for draw in dice.draws], reason=reason)
    return step_of(table, after, record)


def clock_of_next(table: Table, phase: str, queues: Mapping[str, bytes | None], now: int) -> Clock:
    """The clock of the turn that begins behind an order; it goes on where all order together, and ends with the game.

    `phase` is that of the position after the order.
    """
    if phase == "gambling":
        return table.clock
    deadline = None if phase == "finished" else table.hosted.file.deadline_from(now)
    return clocks.begin(table.clock, ids_of(table.hosted.papers, queues), now, deadline=deadline)


def keeps_turn(table: Table, label: str, phase: str) -> bool:
    """Whether an order, after which the turn and the phase are these, was not the end of its seat's turn."""
    return label == table.label and phase == "playing"


def clock_of_kept(table: Table, source: Source, rest: bytes, now: int) -> Clock:
    """The clock of a turn that goes on behind an order: its deadline stays, or an order would be more time.

    A holiday ends by any order, and leaves a full deadline.
    """
    clock = clocks.stays(table.clock, table.seat, source, table.hosted.papers.queue_id(table.seat, rest))
    if table.phase != "suspended":
        return clock
    return clocks.fresh(clock, deadline=table.hosted.file.deadline_from(now))


def clock_of_failed(table: Table, source: Source, rest: bytes, now: int, in_view: bool) -> Clock:
    """The clock once an order has failed: a fresh deadline if its player saw all of it and no other is left (G44)."""
    clock = clocks.stays(table.clock, table.seat, source, table.hosted.papers.queue_id(table.seat, rest))
    over = not clock.suspended or clock.late(now)  # a holiday that goes on has a time of its own
    if rest or not over or not in_view:
        return clock
    clock = clocks.rested(clock, table.seat, spent=spent(table, now))
    return clocks.fresh(clock, deadline=table.hosted.file.deadline_from(now))


def brought_by(before: Table, step: Step, brought: Brought) -> Step:
    """The step of an order that the GM brings, whose record says who that was and why."""
    record = replace(step.record, by=brought.by, reason=brought.reason)
    return step_of(before, step.table, record)


def failed(
    table: Table,
    order: str,
    problem: Problem,
    source: Source,
    rest: bytes,
    now: int,
    outcome: Outcome | None = None,
) -> Step:
    """The step of an order that failed: it leaves the file, and the same seat is to move (ruling G44)."""
    clock = clock_of_failed(table, source, rest, now, outcome is None or outcome.in_view)
    after = replace(
        table,
        game=outcome.game if outcome else table.game,
        clock=clock,
        phase=phase_of(table, clock),
        number=table.number + 1,
        queues=table.queues | {table.seat: rest},
        retry=retried(source, rest),
    )
    record = record_of(table, order, source, "failed", now, after, outcome)
    return step_of(table, after, replace(record, reason=problem.told))


def retried(source: Source, rest: bytes) -> Retry | None:
    """How what is left behind an order that failed is tried in its place (ruling G44); None where nothing is left."""
    return "live" if rest and source == "live" else "stored" if rest else None


def tried_again(table: Table, queue: Queue) -> Source | None:
    """How the orders behind one that failed are due: at once, as that came in, unless the file was changed since."""
    same = queue.id == table.clock.queues.get(table.seat, "")
    return table.retry if queue.entries and (table.retry == "live" or same) else None


def phase_of(table: Table, clock: Clock) -> str:
    """The phase once the clock of the seat to move is another one: a holiday may be over."""
    return "playing" if table.phase == "suspended" and not clock.suspended else table.phase


def unreadable(table: Table, queue: Queue, problem: Problem, now: int) -> Step:
    """The step of a file that cannot be read as a queue: it stays for its owner to mend, who is told of it once."""
    source: Source = "stored" if queue.id == table.clock.queues.get(table.seat, "") else "live"
    after = replace(table, clock=clock_of_unread(table, queue.id), number=table.number + 1)
    record = record_of(table, None, source, "failed", now, after, None)
    return step_of(table, after, replace(record, reason=fault_of(table, table.seat, problem)))


def clock_of_unread(table: Table, name: str) -> Clock:
    """The clock once the seat to move was told that its file, of git's name `name`, cannot be read."""
    clock, file = table.clock, {table.seat: name}
    return replace(clock, queues=clock.queues | file, unread=clock.unread | file)


def fault_of(table: Table, seat: str, problem: Problem) -> str:
    """What is wrong with a seat's order file as a whole, and where."""
    line = f", line {problem.span.line}" if problem.span else ""
    return f"{problem.message} See {table.hosted.paths.orders(seat)}{line}."


def unused(table: Table, seat: str, problem: Problem) -> str:
    """Why nothing in a seat's order file was used as its deadline had passed."""
    return f"The order file cannot be read, so that nothing in it was used: {fault_of(table, seat, problem)}"


def record_of(
    table: Table,
    order: str | None,
    source: Source,
    outcome: Any,
    now: int,
    after: Table,
    played: Outcome | None,
) -> RecordFile:
    """The record of an order that leads from one table to the next."""
    return RecordFile(
        number=table.number,
        turn=table.label,
        seat=table.seat,
        order=order,
        source=source,
        outcome=outcome,
        at=from_time(now),
        to_move=after.to_move,
        next=after.label,
        events=[plain(event) for event in played.events] if played else [],
        rules_version=table.hosted.ruleset.VERSION,
    )


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


NONE_LEFT: Final = no_holiday(had=True)
"""Why no holiday can begin where there were some; older programs said so wherever game.yaml had any."""


def begin(table: Table, now: int) -> Clock | Problem:
    """The clock of a holiday that begins now, after one that may be under way; or why none can begin."""
    file, seat = table.hosted.file, table.seat
    clock = clocks.rested(table.clock, seat, spent=file.counted(table.clock.since, now))
    left = clock.holiday.get(seat)
    if not left:
        return Problem("no-holiday", none_left(clock, seat))
    return clocks.suspend(clocks.forgiven(clock, seat), now, end=file.later(now, left))


def none_left(clock: Clock, seat: str) -> str:
    """Why a seat can begin no holiday: what was granted at the start counts, not what game.yaml says since."""
    return no_holiday(had=seat in clock.holiday)


def after(table: Table, clock: Clock, rest: bytes) -> Table:
    """The table while the holiday lasts; `rest` is what is left of the order file."""
    return replace(
        table,
        clock=replace(
            clock,
            queues=clock.queues | {table.seat: table.hosted.papers.queue_id(table.seat, rest)},
        ),
        phase="suspended",
        number=table.number + 1,
        queues=table.queues | {table.seat: rest},
        retry=None,
    )
