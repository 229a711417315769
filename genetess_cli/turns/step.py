"""What comes of an input to a game: the record, and the state after it. Pure; what is due, `turns/referee.py` finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from genetess_cli.rules import extras
from genetess_cli.rules.base import PUBLIC, TOGETHER, Outcome, Reading, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY, PASS, Entry, no_holiday
from genetess_cli.rules.problems import Problem
from genetess_cli.store.codec import ids_of
from genetess_cli.store.schema import GRACE, Clock, Phase, RecordFile
from genetess_cli.store.times import Time
from genetess_cli.turns import gm_actions
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
from genetess_cli.turns.gm_actions import GmAction
from genetess_cli.turns.queue import Queue, locate
from genetess_cli.turns.state import GameState, Step, count_time, with_last_time


class Start(msgspec.Struct, frozen=True):
    """A game begins."""


class Order(msgspec.Struct, frozen=True):
    """An order for the seat to move: its text, what it says, where it came from, and what is left of the order file.

    `remaining` is None where the file stays. `reason` is what the player hears, or why the GM, `by` name, gave it.
    """

    text: str
    reading: Reading
    source: Source
    remaining: bytes | None = None
    entry: Entry | None = None
    reason: str | None = None
    by: str | None = None


class Missed(msgspec.Struct, frozen=True):
    """The deadline has passed, or the player of the seat to move has left: `seats` get the grace if there is one."""

    seats: tuple[str, ...] = ()
    remaining: bytes | None = None
    reason: str | None = None


class Unreadable(msgspec.Struct, frozen=True):
    """The order file of the seat to move, of this id, cannot be read as a queue."""

    id: str
    problem: Problem


Input = Start | Order | Missed | Unreadable | GmAction
"""Whatever moves a game on; an order may be one for a holiday."""


def advance(state: GameState, event: Input, at: int, dice: Dice) -> Step:
    """Return what comes of an input, and nothing else: no file, clock or key is asked for.

    Raise Refused for what the GM cannot do here.
    """
    match event:
        case Start():
            step = _start(state, at, dice)
        case Order() if event.reading.order is not None and event.reading.order.verb == HOLIDAY:
            step = _go_on_holiday(state, event, at)
        case Order():
            step = _play(state, event, at, dice)
        case Missed():
            step = _give_grace(state, event, at) or _time_out(state, event, at, dice)
        case Unreadable():
            step = _leave_unread(state, event, at)
        case GmAction():
            step = _act(state, event, at, dice)
    clock = replace(step.state.clock, number=state.clock.number + 1)
    return replace(step, state=replace(step.state, clock=with_last_time(clock, step.record.at)))


def _record(state: GameState, after: GameState, at: int, **fields: Any) -> RecordFile:
    return RecordFile(
        number=state.clock.number,
        turn=state.clock.turn,
        at=Time(at),
        to_move=after.clock.to_move,
        next=after.clock.turn,
        rules_version=state.folder.ruleset.VERSION,
        **fields,
    )


def _event_fields(outcome: Outcome | None, dice: Dice | None = None) -> dict[str, Any]:
    events = [plain(event) for event in outcome.events] if outcome else []
    return {"draws": [plain(draw) for draw in dice.draws] if dice else [], "events": events}


def _start(state: GameState, at: int, dice: Dice) -> Step:
    outcome = state.folder.setup.begin(dice)
    view = state.folder.ruleset.view(outcome.game, PUBLIC)
    ids, deadline = ids_of(state.folder.codec, state.queues), state.folder.file.deadline_from(at)
    clock = begin(state.clock, ids, at, deadline=deadline)
    clock = replace(clock, turn=view.turn, to_move=tuple(view.to_move), phase=view.phase)
    after = replace(state, game=outcome.game, clock=clock)
    record = _record(state, after, at, source="start", outcome="done", **_event_fields(outcome, dice))
    return Step(record, state, after)


def _play(state: GameState, order: Order, at: int, dice: Dice) -> Step:
    """Play an order; one that fails leaves the file, and the same seat is to move (ruling G44)."""
    reading, rules = order.reading, state.folder.ruleset
    if reading.problem:
        in_view = order.entry is None or extras.in_view(rules, state.game, state.seat, order.entry)
        outcome = Outcome(state.game, [], locate(reading.problem, reading), in_view=in_view)
    else:
        outcome = rules.play(state.game, state.seat, reading.order, dice)
    text = order.text if reading.problem else str(reading.order)
    fields: dict[str, Any] = {"seat": state.seat, "order": text, "source": order.source}
    if outcome.problem:
        return _fail(state, order, at, outcome, fields)
    charged = charge_holiday_time(state, at)
    after, outcome = _carry_out(charged, order, outcome, dice, at, state.clock.on_holiday)
    fields |= {"outcome": "done", "reason": order.reason, "by": order.by}
    return Step(_record(state, after, at, **fields, **_event_fields(outcome, dice)), charged, after)


def _fail(state: GameState, order: Order, at: int, outcome: Outcome, fields: dict[str, Any]) -> Step:
    problem, remaining = outcome.problem, order.remaining or b""
    assert problem is not None
    clock = clock_of_failed(state, order.source, remaining, at, outcome.in_view)
    clock = replace(clock, retry=retry_of_remaining(order.source, remaining))
    after = replace(state, game=outcome.game, clock=clock, queues=state.queues | {state.seat: remaining})
    fields = {**fields, "outcome": "failed", "reason": problem.told}
    record = _record(state, after, at, **fields, **_event_fields(outcome))
    return Step(record, state, after, problem=outcome.truth or problem)


def _go_on_holiday(state: GameState, order: Order, at: int) -> Step:
    """Begin a holiday: the same seat is to move, as soon as it wants to (ruling G44)."""
    clock = begin_holiday(state, at)
    fields: dict[str, Any] = {"seat": state.seat, "order": HOLIDAY, "source": order.source}
    if isinstance(clock, Problem):
        return _fail(state, order, at, Outcome(state.game, [], clock, in_view=True), fields)
    after = with_holiday(state, clock, state.queue if order.remaining is None else order.remaining)
    fields |= {"outcome": "done", "reason": order.reason, "by": order.by}
    return Step(_record(state, after, at, **fields), state, after)


def _time_out(state: GameState, missed: Missed, at: int, dice: Dice) -> Step:
    """Time a seat out: the record says where a holiday ran out, and whose seat is open from here on."""
    left = state.seat in state.clock.absent
    outcome = state.folder.setup.timed_out(state.game, state.seat, dice, left=left)
    late = with_missed_deadline(state, at)
    after, outcome = _carry_out(late, missed, outcome, dice, at)
    fields: dict[str, Any] = {"seat": state.seat, "source": "timeout", "outcome": "timed out"}
    fields |= {
        "reason": missed.reason,
        "opened": state.seat if opens_seat(state, after) else None,
        "rested": holiday_ran_out(state),
    }
    return Step(_record(state, after, at, **fields, **_event_fields(outcome, dice)), late, after)


def _carry_out(
    state: GameState,
    event: Order | Missed,
    outcome: Outcome,
    dice: Dice,
    at: int,
    was_on_holiday: bool = False,
) -> tuple[GameState, Outcome]:
    """Return the state after an outcome: the next turn begins, or goes on where all order together."""
    outcome = state.folder.setup.award(outcome, state.clock.absent)
    view = state.folder.ruleset.view(outcome.game, PUBLIC)
    queues = state.queues if event.remaining is None else state.queues | {state.seat: event.remaining}
    goes_on = keeps_turn(state, view.turn, view.phase)
    assert not (goes_on and dice.draws), "what comes next in the turn would draw the same"
    if goes_on and isinstance(event, Order):
        clock = clock_of_kept(state, event.source, event.remaining or b"", at, was_on_holiday)
    else:
        clock = clock_of_next(state, view.phase, queues, at)
    turn = state.clock.turn if view.result else view.turn
    clock = replace(clock, turn=turn, to_move=tuple(view.to_move), phase=view.phase, retry=None)
    return replace(state, game=outcome.game, clock=clock, queues=queues), outcome


def _give_grace(state: GameState, missed: Missed, at: int) -> Step | None:
    """Return the step of a grace: its record has the form of what the GM does, but nobody did it."""
    after = with_grace(state, at, missed.seats)
    if after is None:
        return None
    was, now = grace_record_fields(state, after)
    seat = None if state.clock.together else state.seat
    fields: dict[str, Any] = {
        "seat": seat,
        "source": "timeout",
        "outcome": "done",
        "desk": GRACE,
        "was": was,
        "now": now,
    }
    return Step(_record(state, after, at, **fields), state, after)


def _leave_unread(state: GameState, file: Unreadable, at: int) -> Step:
    """Tell the owner, once, of a file that cannot be read as a queue; it stays to be mended."""
    source = "stored" if file.id == state.clock.queues.get(state.seat, "") else "live"
    after = replace(state, clock=clock_of_unread(state, file.id))
    fields: dict[str, Any] = {"seat": state.seat, "source": source, "outcome": "failed"}
    fields["reason"] = fault_of(state, state.seat, file.problem)
    return Step(_record(state, after, at, **fields), state, after)


def _act(state: GameState, action: GmAction, at: int, dice: Dice) -> Step:
    effect = gm_actions.apply(state, action, at, dice)
    fields: dict[str, Any] = {
        "desk": action.name,
        "source": "gm",
        "outcome": "done",
        "reason": action.reason,
        "by": action.by,
    }
    fields |= {
        "seat": action.seat,
        "was": dict(effect.was),
        "now": dict(effect.now),
        "back_to": effect.back_to,
    }
    record = _record(state, effect.state, at, **fields, **_event_fields(effect.outcome, dice))
    return Step(record, state, effect.state, effect.notes, effect.told, effect.settings)


def charge_holiday_time(state: GameState, now: int) -> GameState:
    """Return the state once the seat to move has given an order that can be carried out."""
    return replace(state, clock=end_holiday_by_order(state.clock, state.seat, spent=count_time(state, now)))


def clock_of_next(state: GameState, phase: Phase, queues: Mapping[str, bytes | None], now: int) -> Clock:
    """Return the clock of the turn that begins behind an order; it goes on where all order together.

    `phase` is that of the position after the order.
    """
    if phase == TOGETHER:
        return state.clock
    deadline = None if phase == "finished" else state.folder.file.deadline_from(now)
    return begin(state.clock, ids_of(state.folder.codec, queues), now, deadline=deadline)


def keeps_turn(state: GameState, label: str, phase: str) -> bool:
    """Return whether an order, after which the turn and the phase are these, was not the end of its seat's turn."""
    return label == state.clock.turn and phase == "playing"


def clock_of_kept(
    state: GameState, source: Source, remaining: bytes, now: int, was_on_holiday: bool
) -> Clock:
    """Return the clock of a turn that goes on behind an order: its deadline stays, or an order would be more time.

    A holiday ends by any order, and leaves a full deadline.
    """
    clock = keep_turn(state.clock, state.seat, source, state.folder.codec.queue_id(state.seat, remaining))
    if not was_on_holiday:
        return clock
    return with_full_deadline(clock, deadline=state.folder.file.deadline_from(now))


def clock_of_failed(state: GameState, source: Source, remaining: bytes, now: int, in_view: bool) -> Clock:
    """Return the clock once an order failed: a fresh deadline if its player saw all and no other is left (G44)."""
    clock = keep_turn(state.clock, state.seat, source, state.folder.codec.queue_id(state.seat, remaining))
    over = not clock.on_holiday or clock.is_late(now)  # a holiday that goes on has a time of its own
    if remaining or not over or not in_view:
        return clock
    clock = end_holiday(clock, state.seat, spent=count_time(state, now))
    return with_full_deadline(clock, deadline=state.folder.file.deadline_from(now))


def retry_of_remaining(source: Source, remaining: bytes) -> Literal["live", "stored"] | None:
    """Return how what is left behind an order that failed is tried in its place (ruling G44)."""
    return "live" if remaining and source == "live" else "stored" if remaining else None


def retry_source(state: GameState, queue: Queue) -> Source | None:
    """Return how the orders behind one that failed are due: as that came in, unless the file was changed since."""
    same = queue.id == state.clock.queues.get(state.seat, "")
    return state.clock.retry if queue.entries and (state.clock.retry == "live" or same) else None


def clock_of_unread(state: GameState, name: str) -> Clock:
    """Return the clock once the seat to move was told that its file, of git's name `name`, cannot be read."""
    clock, file = state.clock, {state.seat: name}
    return replace(clock, queues=clock.queues | file, unread=clock.unread | file)


def fault_of(state: GameState, seat: str, problem: Problem) -> str:
    """Return what is wrong with a seat's order file as a whole, and where."""
    line = f", line {problem.span.line}" if problem.span else ""
    return f"{problem.message} See {state.folder.paths.orders(seat)}{line}."


def unreadable_reason(state: GameState, seat: str, problem: Problem) -> str:
    """Return why nothing in a seat's order file was used as its deadline had passed."""
    return f"The order file cannot be read, so that nothing in it was used: {fault_of(state, seat, problem)}"


def with_grace(state: GameState, now: int, seats: Sequence[str]) -> GameState | None:
    """Return the state with the grace given to `seats`; None where it is used up, comes too late, or helps nobody."""
    clock, grace = state.clock, state.folder.file.grace_seconds
    if not grace or clock.deadline is None or not can_be_graced(clock):
        return None
    later = state.folder.file.later(clock.deadline, grace)
    if now >= later or all(idle(state, seat) for seat in seats):
        return None
    return replace(state, clock=give_grace(clock, deadline=later))


def grace_record_fields(state: GameState, after: GameState) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the record of a grace says of the deadline before and after it, and whom it is for.

    Where all order together it names nobody: who is not in yet is not to be known before all are (ruling G39).
    """
    seats = {} if state.clock.together else {"for": [state.seat]}
    was, now = str(state.clock.deadline), str(after.clock.deadline)
    return {"deadline": was}, {"by": state.folder.file.grace_seconds, "deadline": now, **seats}


def with_missed_deadline(state: GameState, now: int) -> GameState:
    """Return the state once the seat to move has missed its deadline.

    Who had nothing to order is not charged with it, nor is a seat whose player has left.
    """
    free = state.seat in state.clock.absent or idle(state, state.seat)
    clock = time_out(state.clock, state.seat, spent=count_time(state, now), idle=free)
    return replace(state, clock=clock)


def idle(state: GameState, seat: str) -> bool:
    """Return whether a seat has nothing to order, as far as it can know: nothing but to pass or to take a holiday.

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
    """Return whether the seat that was to move is open for replacement from its time-out on."""
    limit, seat = before.folder.file.drop_after, before.seat
    was, missed = (clock.missed.get(seat, 0) for clock in (before.clock, after.clock))
    if not was < missed == limit:
        return False
    view = before.folder.ruleset.view(after.game, PUBLIC)
    return seat in open_seats(after.clock.missed, limit, view, after.clock.absent)


def begin_holiday(state: GameState, now: int) -> Clock | Problem:
    """Return the clock of a holiday that begins now, after one that may be under way; or why none can begin."""
    file, seat = state.folder.file, state.seat
    clock = end_holiday(state.clock, seat, spent=file.counted(state.clock.since, now))
    left = clock.holiday.get(seat)
    if not left:
        return Problem("no-holiday", no_holiday_reason(clock, seat))
    return suspend(forgive_missed(clock, seat), now, end=file.later(now, left))


def no_holiday_reason(clock: Clock, seat: str) -> str:
    """Return why a seat can begin no holiday: what was granted at the start counts, not what game.yaml says since."""
    return no_holiday(had=seat in clock.holiday)


def with_holiday(state: GameState, clock: Clock, remaining: bytes) -> GameState:
    """Return the state while the holiday lasts; `remaining` is what is left of the order file."""
    left = {state.seat: state.folder.codec.queue_id(state.seat, remaining)}
    clock = replace(clock, queues=clock.queues | left, retry=None)
    return replace(state, clock=clock, queues=state.queues | {state.seat: remaining})
