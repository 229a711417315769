"""What came of an order: the clock and the state after it, its record, and the step of both.

What is due is decided in `turns/referee.py`; `admin/verify/__init__.py` counts the clocks again with what stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from genetess_cli.rules.base import PUBLIC, TOGETHER, Outcome, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY, PASS, no_holiday
from genetess_cli.rules.problems import Problem
from genetess_cli.store.codec import ids_of
from genetess_cli.store.schema import GRACE, Clock, Phase, RecordFile
from genetess_cli.store.times import Time
from genetess_cli.turns.clock import (
    Source,
    begin,
    can_be_graced,
    end_holiday,
    end_holiday_by_order,
    forgive_missed,
    give_grace,
    keep_turn,
    open_seats,
    suspend,
    time_out,
    with_full_deadline,
)
from genetess_cli.turns.queue import Queue
from genetess_cli.turns.state import GameState, Step, count_time, step_of


def charge_holiday_time(state: GameState, now: int) -> GameState:
    """The state once the seat to move has given an order that can be carried out."""
    return replace(state, clock=end_holiday_by_order(state.clock, state.seat, spent=count_time(state, now)))


def order_step(
    state: GameState,
    order: str,
    source: Source,
    outcome: Outcome,
    dice: Dice,
    now: int,
    rest: bytes | None = None,
    reason: str | None = None,
    by: str | None = None,
) -> Step:
    """Return the step of an order that was carried out.

    `rest` is what is left of the seat's order file (None: all of it), `reason` what its player has to hear, or why the
    GM, `by` name, gave the order.
    """
    charged = charge_holiday_time(state, now)
    after, record = _carry_out(charged, order, source, outcome, dice, now, rest, state.clock.on_holiday)
    return step_of(charged, after, replace(record, reason=reason, by=by))


def timeout_step(
    state: GameState,
    outcome: Outcome,
    dice: Dice,
    now: int,
    rest: bytes | None = None,
    reason: str | None = None,
) -> Step:
    """Return the step of a time-out: its record says where a holiday ran out, and whose seat is open from here on."""
    late = with_missed_deadline(state, now)
    after, record = _carry_out(late, None, "timeout", outcome, dice, now, rest)
    opened = state.seat if opens_seat(state, after) else None
    return step_of(late, after, replace(record, reason=reason, opened=opened, rested=holiday_ran_out(state)))


def _carry_out(
    state: GameState,
    order: str | None,
    source: Source,
    outcome: Outcome,
    dice: Dice,
    now: int,
    rest: bytes | None,
    was_on_holiday: bool = False,
) -> tuple[GameState, RecordFile]:
    """Return the state and the record after an outcome: the next turn begins, or goes on where all order together."""
    outcome = state.folder.setup.award(outcome, state.clock.absent)
    view = state.folder.ruleset.view(outcome.game, PUBLIC)
    queues = state.queues if rest is None else state.queues | {state.seat: rest}
    goes_on = keeps_turn(state, view.turn, view.phase)
    assert not (goes_on and dice.draws), "what comes next in the turn would draw the same"
    if order and goes_on:
        clock = clock_of_kept(state, source, rest or b"", now, was_on_holiday)
    else:
        clock = clock_of_next(state, view.phase, queues, now)
    clock = replace(
        clock,
        turn=state.clock.turn if view.result else view.turn,
        to_move=tuple(view.to_move),
        phase=view.phase,
        number=state.clock.number + 1,
        retry=None,
    )
    after = replace(state, game=outcome.game, clock=clock, queues=queues)
    record = record_of(state, order, source, "done" if order else "timed out", now, after, outcome)
    return after, replace(record, draws=[plain(draw) for draw in dice.draws])


def clock_of_next(state: GameState, phase: Phase, queues: Mapping[str, bytes | None], now: int) -> Clock:
    """The clock of the turn that begins behind an order; it goes on where all order together, and ends with the game.

    `phase` is that of the position after the order.
    """
    if phase == TOGETHER:
        return state.clock
    deadline = None if phase == "finished" else state.folder.file.deadline_from(now)
    return begin(state.clock, ids_of(state.folder.codec, queues), now, deadline=deadline)


def keeps_turn(state: GameState, label: str, phase: str) -> bool:
    """Whether an order, after which the turn and the phase are these, was not the end of its seat's turn."""
    return label == state.clock.turn and phase == "playing"


def clock_of_kept(state: GameState, source: Source, rest: bytes, now: int, was_on_holiday: bool) -> Clock:
    """The clock of a turn that goes on behind an order: its deadline stays, or an order would be more time.

    A holiday ends by any order, and leaves a full deadline.
    """
    clock = keep_turn(state.clock, state.seat, source, state.folder.codec.queue_id(state.seat, rest))
    if not was_on_holiday:
        return clock
    return with_full_deadline(clock, deadline=state.folder.file.deadline_from(now))


def clock_of_failed(state: GameState, source: Source, rest: bytes, now: int, in_view: bool) -> Clock:
    """The clock once an order has failed: a fresh deadline if its player saw all of it and no other is left (G44)."""
    clock = keep_turn(state.clock, state.seat, source, state.folder.codec.queue_id(state.seat, rest))
    over = not clock.on_holiday or clock.is_late(now)  # a holiday that goes on has a time of its own
    if rest or not over or not in_view:
        return clock
    clock = end_holiday(clock, state.seat, spent=count_time(state, now))
    return with_full_deadline(clock, deadline=state.folder.file.deadline_from(now))


def failed_order_step(
    state: GameState,
    order: str,
    problem: Problem,
    source: Source,
    rest: bytes,
    now: int,
    outcome: Outcome | None = None,
) -> Step:
    """The step of an order that failed: it leaves the file, and the same seat is to move (ruling G44)."""
    clock = clock_of_failed(state, source, rest, now, outcome is None or outcome.in_view)
    after = replace(
        state,
        game=outcome.game if outcome else state.game,
        clock=replace(clock, number=state.clock.number + 1, retry=retry_of_rest(source, rest)),
        queues=state.queues | {state.seat: rest},
    )
    record = record_of(state, order, source, "failed", now, after, outcome)
    return step_of(state, after, replace(record, reason=problem.told))


def retry_of_rest(source: Source, rest: bytes) -> Literal["live", "stored"] | None:
    """How what is left behind an order that failed is tried in its place (ruling G44); None where nothing is left."""
    return "live" if rest and source == "live" else "stored" if rest else None


def retry_source(state: GameState, queue: Queue) -> Source | None:
    """How the orders behind one that failed are due: at once, as that came in, unless the file was changed since."""
    same = queue.id == state.clock.queues.get(state.seat, "")
    return state.clock.retry if queue.entries and (state.clock.retry == "live" or same) else None


def unreadable_file_step(state: GameState, queue: Queue, problem: Problem, now: int) -> Step:
    """The step of a file that cannot be read as a queue: it stays for its owner to mend, who is told of it once."""
    source: Source = "stored" if queue.id == state.clock.queues.get(state.seat, "") else "live"
    after = replace(state, clock=clock_of_unread(state, queue.id))
    record = record_of(state, None, source, "failed", now, after, None)
    return step_of(state, after, replace(record, reason=fault_of(state, state.seat, problem)))


def clock_of_unread(state: GameState, name: str) -> Clock:
    """The clock once the seat to move was told that its file, of git's name `name`, cannot be read."""
    clock, file = state.clock, {state.seat: name}
    return replace(clock, queues=clock.queues | file, unread=clock.unread | file, number=clock.number + 1)


def fault_of(state: GameState, seat: str, problem: Problem) -> str:
    """What is wrong with a seat's order file as a whole, and where."""
    line = f", line {problem.span.line}" if problem.span else ""
    return f"{problem.message} See {state.folder.paths.orders(seat)}{line}."


def unreadable_reason(state: GameState, seat: str, problem: Problem) -> str:
    """Why nothing in a seat's order file was used as its deadline had passed."""
    return f"The order file cannot be read, so that nothing in it was used: {fault_of(state, seat, problem)}"


def record_of(
    state: GameState,
    order: str | None,
    source: Source,
    outcome: Any,
    now: int,
    after: GameState,
    played: Outcome | None,
) -> RecordFile:
    """The record of an order that leads from one state to the next."""
    return RecordFile(
        number=state.clock.number,
        turn=state.clock.turn,
        seat=state.seat,
        order=order,
        source=source,
        outcome=outcome,
        at=Time(now),
        to_move=after.clock.to_move,
        next=after.clock.turn,
        events=[plain(event) for event in played.events] if played else [],
        rules_version=state.folder.ruleset.VERSION,
    )


def grace_step(state: GameState, now: int, seats: list[str]) -> Step | None:
    """The step that gives `seats` the grace of the game; None where `put_off` says so."""
    after = with_grace(state, now, seats)
    if after is None:
        return None
    return step_of(state, after, _record(state, after, now))


def with_grace(state: GameState, now: int, seats: list[str]) -> GameState | None:
    """The state with the grace given to `seats`; None where it is used up, comes too late, or helps nobody."""
    clock, grace = state.clock, state.folder.file.grace_seconds
    if not grace or clock.deadline is None or not can_be_graced(clock):
        return None
    later = state.folder.file.later(clock.deadline, grace)
    if now >= later or all(idle(state, seat) for seat in seats):
        return None
    return replace(state, clock=replace(give_grace(clock, deadline=later), number=clock.number + 1))


def grace_record_fields(state: GameState, after: GameState) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record of a grace says of the deadline before and after it, and whom it is for.

    Where all order together it names nobody: who is not in yet is not to be known before all are (ruling G39).
    """
    seats = {} if state.clock.together else {"for": [state.seat]}
    was, now = (str(each.clock.deadline) for each in (state, after))
    return {"deadline": was}, {"by": state.folder.file.grace_seconds, "deadline": now, **seats}


def _record(state: GameState, after: GameState, now: int) -> RecordFile:
    """The record of a grace: in the form of what the GM does at the desk, but nobody did it."""
    was, then = grace_record_fields(state, after)
    return RecordFile(
        number=state.clock.number,
        turn=state.clock.turn,
        seat=None if state.clock.together else state.seat,
        source="timeout",
        outcome="done",
        at=Time(now),
        to_move=after.clock.to_move,
        next=after.clock.turn,
        rules_version=state.folder.ruleset.VERSION,
        desk=GRACE,
        was=was,
        now=then,
    )


def with_missed_deadline(state: GameState, now: int) -> GameState:
    """The state once the seat to move has missed its deadline.

    Who had nothing to order is not charged with it, nor is a seat whose player has left.
    """
    free = state.seat in state.clock.absent or idle(state, state.seat)
    clock = time_out(state.clock, state.seat, spent=count_time(state, now), idle=free)
    return replace(state, clock=clock)


def idle(state: GameState, seat: str) -> bool:
    """Whether a seat has nothing to order, as far as it can know: nothing but to pass or to take a holiday.

    Where that is secret, nobody is: everybody sees who is given the grace and who is charged.
    """
    if state.folder.is_sealed and state.folder.ruleset.HIDDEN:
        return False
    legal = state.folder.ruleset.legal(state.game, seat)
    return all(order in (PASS, HOLIDAY) for order in legal)


def holiday_ran_out(before: GameState) -> Literal[True] | None:
    """True where a deadline that was missed is the end of a holiday."""
    return True if before.clock.on_holiday and before.seat not in before.clock.absent else None


def opens_seat(before: GameState, after: GameState) -> bool:
    """Whether the seat that was to move is open for replacement from its time-out on."""
    limit, seat = before.folder.file.drop_after, before.seat
    was, missed = (each.clock.missed.get(seat, 0) for each in (before, after))
    if not was < missed == limit:
        return False
    view = before.folder.ruleset.view(after.game, PUBLIC)
    return seat in open_seats(after.clock.missed, limit, view, after.clock.absent)


def begin_holiday(state: GameState, now: int) -> Clock | Problem:
    """The clock of a holiday that begins now, after one that may be under way; or why none can begin."""
    file, seat = state.folder.file, state.seat
    clock = end_holiday(state.clock, seat, spent=file.counted(state.clock.since, now))
    left = clock.holiday.get(seat)
    if not left:
        return Problem("no-holiday", no_holiday_reason(clock, seat))
    return suspend(forgive_missed(clock, seat), now, end=file.later(now, left))


def no_holiday_reason(clock: Clock, seat: str) -> str:
    """Why a seat can begin no holiday: what was granted at the start counts, not what game.yaml says since."""
    return no_holiday(had=seat in clock.holiday)


def with_holiday(state: GameState, clock: Clock, rest: bytes) -> GameState:
    """The state while the holiday lasts; `rest` is what is left of the order file."""
    left = {state.seat: state.folder.codec.queue_id(state.seat, rest)}
    clock = replace(clock, queues=clock.queues | left, number=clock.number + 1, retry=None)
    return replace(state, clock=clock, queues=state.queues | {state.seat: rest})
