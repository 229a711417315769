"""What comes of an input to a game: the record, and the state after it. Pure; what is due, `turns/referee.py` finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from genetess_cli.rules.base import PUBLIC, TOGETHER, AnyOrder, Reading
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY, PASS, no_holiday
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.store.codec import ids_of
from genetess_cli.store.records import (
    Begun,
    Cause,
    Causes,
    Failed,
    Given,
    Graced,
    Played,
    TimeOut,
    Until,
    Way,
    causes_of,
)
from genetess_cli.store.schema import Clock
from genetess_cli.store.times import Time
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.acts.act import Act
from genetess_cli.turns.clock import Source
from genetess_cli.turns.queue import Queue
from genetess_cli.turns.state import About, GameState, Step, about, final
from genetess_cli.turns.wishes.votes import EXTEND, without_votes
from genetess_cli.values import Value


class Start(Value):
    """A game begins on a board, which nothing else in a step asks for."""

    board: Any


class Order(Value):
    """An order for the seat to move."""

    text: str
    reading: Reading[AnyOrder]
    source: Way
    remaining: bytes | None = None  # what is left of the order file; None: it stays, as behind a bot's order
    problems: Causes = ()  # why some orders of the file are no part of it
    reason: str | None = None  # why the GM brought it


class Missed(Value):
    """The deadline has passed, or the player of the seat to move has left."""

    seats: tuple[str, ...] = ()  # who get the grace, if there is one
    remaining: bytes | None = None
    problems: Causes = ()  # why nothing in the order file is used


class UnreadableFile(Value):
    """The order file of the seat to move cannot be read as a queue."""

    id: str  # of the file
    problem: Problem


Input = Start | Order | Missed | UnreadableFile | Act[Any]
"""Whatever moves a game on; an order may be one for a holiday."""


def advance(state: GameState, event: Input, at: int, dice: Dice) -> Step:
    """Return what comes of an input; no file, clock or key is asked for. Raise Refused for what the GM cannot do."""
    match event:
        case Start():
            step = _start(state, event, at, dice)
        case Order() if event.reading.order is not None and event.reading.order.verb == HOLIDAY:
            step = _go_on_holiday(state, event, at)
        case Order():
            step = _play(state, event, at, dice)
        case Missed():
            step = _give_grace(state, event, at) or _time_out(state, event, at, dice)
        case UnreadableFile():
            step = _leave_unread(state, event, at)
        case Act():
            step = event.carry_out(state, at, dice)
    last = Time(at) if at > step.state.clock.since else None  # where the turn began earlier
    clock = step.state.clock.replace(number=state.clock.number + 1, last=last)
    # What is left of an order file that an undo put back goes on to wait.
    ids = ids_of(state.codec, step.state.queues)
    back = {seat: ids[seat] for seat in clock.put_back if seat in ids}
    clock = clock.replace(put_back=tuple(back), queues=clock.queues | back)
    return step.replace(state=step.state.replace(clock=clock))


def _start(state: GameState, start: Start, at: int, dice: Dice) -> Step:
    outcome = state.terms.begin(start.board, dice)
    view = state.ruleset.view(outcome.game, PUBLIC)
    ids = ids_of(state.codec, state.queues)
    deadline = state.file.deadline_from(at)
    clock = clocks.begin(state.clock, ids, at, deadline=deadline)
    after = state.replace(game=outcome.game, clock=clocks.follow(clock, view))
    return Step(Begun(**about(state, after, at, outcome, dice)), state, after)


def _play(state: GameState, order: Order, at: int, dice: Dice) -> Step:
    """Play an order; one that fails leaves the file, and the same seat is to move (ruling G44)."""
    reading = order.reading
    rules = state.ruleset
    if reading.problem:
        outcome = AnyOutcome(state.game, [], reading.locate(reading.problem))
    else:
        outcome = rules.play(state.game, state.seat, reading.order, dice)
    if outcome.problem:
        return _fail(state, order, at, outcome)
    clock = clocks.end_holiday(state.clock, state.seat, at, state.file)
    clock = clocks.forgive_missed(clock, state.seat)
    charged = state.replace(clock=clock)
    after, outcome = _carry_out(charged, order, outcome, dice, at, state.clock.on_holiday)
    return Step(_played(state, order, about(charged, after, at, outcome, dice)), charged, after)


def _played(state: GameState, order: Order, head: About) -> Played:
    return Played(
        **head,
        seat=state.seat,
        order=_text(order),
        source=order.source,
        problems=order.problems,
        reason=order.reason,
    )


def _text(order: Order) -> str:
    return order.text if order.reading.problem else str(order.reading.order)


def _fail(state: GameState, order: Order, at: int, outcome: AnyOutcome) -> Step:
    """Fail an order; the next one in the file is tried in its place, unless the deadline was over (ruling G44)."""
    problem = outcome.problem
    is_bots = order.source == "bot"
    remaining = state.queue if is_bots else order.remaining or b""
    assert problem is not None
    clock = _keep_turn(state, order, remaining)
    clock = _after_failure(state, clock, at, outcome.foreseeable and not is_bots)
    retry: Literal["live", "stored"] | None
    retry = "live" if order.source == "live" else "stored"  # as the order that failed, where others are left
    if is_bots or not remaining:
        retry = None
    clock = clock.replace(retry=retry, tries=clock.tries + is_bots)
    after = state.replace(game=outcome.game, clock=clock, queues=state.queues | {state.seat: remaining})
    record = Failed(
        **about(state, after, at, outcome),
        seat=state.seat,
        order=_text(order),
        source=order.source,
        problems=causes_of(problem),
        fresh=_new_fresh(state, after),
    )
    return Step(record, state, after, problem=outcome.truth or problem)


def _new_fresh(before: GameState, after: GameState) -> int:
    """Return how many fresh deadlines the turn has had, if it has got one."""
    fresh = after.clock.fresh
    return fresh if fresh > before.clock.fresh else 0


def _after_failure(state: GameState, clock: Clock, at: int, foreseeable: bool) -> Clock:
    """Return the clock after a failure: a full deadline for who could foresee it, or was on holiday (ruling G44)."""
    most = state.file.fresh_deadlines
    full = state.file.deadline_from(at)
    is_left = most is None or clock.fresh < most
    is_fresh = foreseeable and is_left and full is not None
    if not (is_fresh or (clock.on_holiday and not clock.is_late(at))):
        return clock
    clock = clocks.end_holiday(clock, state.seat, at, state.file)
    return clock.replace(deadline=full, fresh=clock.fresh + is_fresh)


def _go_on_holiday(state: GameState, order: Order, at: int) -> Step:
    """Begin a holiday, after one that may be under way: the same seat is to move, as soon as it wants (ruling G44)."""
    seat = state.seat
    clock = clocks.end_holiday(state.clock, seat, at, state.file)
    left = clock.holiday.get(seat)  # what was granted at the start counts, not what game.yaml says since
    if not left:
        problem = no_holiday(had=left is not None)
        return _fail(state, order, at, AnyOutcome(state.game, [], problem))
    remaining = state.queue if order.remaining is None else order.remaining
    clock = clocks.suspend(clocks.forgive_missed(clock, seat), at, left, state.file)
    queues = clock.queues | {seat: state.codec.queue_id(seat, remaining)}
    clock = clock.replace(queues=queues, retry=None)
    after = state.replace(clock=clock, queues=state.queues | {seat: remaining})
    return Step(_played(state, order, about(state, after, at)), state, after)


def _time_out(state: GameState, missed: Missed, at: int, dice: Dice) -> Step:
    """Time a seat out: the record says where a holiday ran out, and whose seat is open from here on."""
    left = state.seat in state.clock.absent
    clock = state.clock
    if left and state.terms.forfeits:  # a time-out would lose the game for who has left it
        outcome = state.ruleset.drop(state.game, state.seat, dice)
    else:
        outcome = state.ruleset.play(state.game, state.seat, None, dice)
    is_free = left or _is_idle(state, state.seat)
    late = state.replace(clock=clocks.time_out(clock, state.seat, at, state.file, idle=is_free))
    after, outcome = _carry_out(late, missed, outcome, dice, at)
    opened = state.seat if _opens_seat(state, after) else None
    record = TimeOut(
        **about(late, after, at, outcome, dice),
        seat=state.seat,
        problems=missed.problems,
        opened=opened,
        rested=clock.on_holiday and not left,
    )
    return Step(record, late, after)


def _carry_out(
    state: GameState,
    event: Order | Missed,
    outcome: AnyOutcome,
    dice: Dice,
    at: int,
    was_on_holiday: bool = False,
) -> tuple[GameState, AnyOutcome]:
    """Return the state after an outcome: the next turn begins, or goes on where all order together."""
    outcome = final(state, outcome, at)
    view = state.ruleset.view(outcome.game, PUBLIC)
    queues = state.queues if event.remaining is None else state.queues | {state.seat: event.remaining}
    goes_on = view.turn == state.clock.turn and view.phase == "playing"
    assert not (goes_on and dice.draws), "what comes next in the turn would draw the same"
    end = None if view.phase == "finished" else state.file.deadline_from(at)
    tries = state.clock.tries + 1 if goes_on and isinstance(event, Order) and event.source == "bot" else 0
    if goes_on and isinstance(event, Order):  # the deadline stays, or an order would be more time
        clock = _keep_turn(state, event, event.remaining or b"")
        clock = clock.replace(deadline=end) if was_on_holiday else clock
    elif view.phase == TOGETHER:
        clock = state.clock
    else:
        clock = clocks.begin(state.clock, ids_of(state.codec, queues), at, deadline=end)
        clock = without_votes(clock, state.file, EXTEND)
    clock = clocks.follow(clock, view).replace(retry=None, tries=tries)
    return state.replace(game=outcome.game, clock=clock, queues=queues), outcome


def _keep_turn(state: GameState, order: Order, remaining: bytes) -> Clock:
    queue_id = state.codec.queue_id(state.seat, remaining)
    return clocks.keep_turn(state.clock, state.seat, order.source, queue_id)


def _give_grace(state: GameState, missed: Missed, at: int) -> Step | None:
    """Return the step of a grace: its record has the form of what the GM does, but nobody did it.

    Where all order together it names nobody: who is not in yet is not to be known before all are (ruling G39).
    """
    after = with_grace(state, at, missed.seats)
    if after is None:
        return None
    seat = None if state.clock.together else state.seat
    seats = [seat] if seat else []
    record = Graced(
        **about(state, after, at),
        seat=seat,
        was=Until(state.clock.deadline),
        now=Given(by=state.file.grace_seconds, deadline=after.clock.deadline, seats=seats),
    )
    return Step(record, state, after)


def _leave_unread(state: GameState, file: UnreadableFile, at: int) -> Step:
    """Tell the owner, once, of a file that cannot be read as a queue; it stays to be mended."""
    source: Way = "stored" if file.id == state.clock.queues.get(state.seat, "") else "live"
    clock = _after_failure(state, state.clock, at, foreseeable=True)
    ids = {state.seat: file.id}
    after = state.replace(clock=clock.replace(queues=clock.queues | ids, unread=clock.unread | ids))
    record = Failed(
        **about(state, after, at),
        seat=state.seat,
        source=source,
        problems=(unreadable(file.problem),),
        fresh=_new_fresh(state, after),
    )
    return Step(record, state, after)


def retry_source(state: GameState, queue: Queue) -> Source | None:
    """Return how the orders behind one that failed are due: as that came in, unless the file was changed since.

    Where that one failed when the deadline was over, it is the time-out that is due, and they stay (ruling G44).
    """
    clock = state.clock
    if clock.retry and clock.is_late(clock.last_time):
        return "timeout"
    same = queue.id == clock.queues.get(state.seat, "")
    return clock.retry if queue.entries and (clock.retry == "live" or same) else None


def unreadable(problem: Problem) -> Cause:
    """Return why an order file cannot be read."""
    line = problem.span.line if problem.span else 0
    return Cause(problem.key, problem.facts, line=line)


def with_grace(state: GameState, now: int, seats: Sequence[str]) -> GameState | None:
    """Return the state with the grace given to `seats`; None where it is used up, comes too late, or helps nobody."""
    clock = state.clock
    grace = state.file.grace_seconds
    if not grace or clock.deadline is None or clock.grace_used or clock.on_holiday:
        return None
    later = state.file.later(clock.deadline, grace)
    if now >= later or all(_is_idle(state, seat) for seat in seats):
        return None
    return state.replace(clock=clock.replace(deadline=later, grace_used=True))


def _is_idle(state: GameState, seat: str) -> bool:
    """Return whether a seat has nothing to order, as far as it can know: nothing but to pass or to take a holiday.

    Where that is secret, nobody is: everybody sees who is given the grace and who is charged.
    """
    if state.is_sealed and state.ruleset.hidden:
        return False
    legal = state.ruleset.legal(state.game, seat)
    return all(order in (PASS, HOLIDAY) for order in legal)


def _opens_seat(before: GameState, after: GameState) -> bool:
    """Return whether the seat that was to move is open for replacement from its time-out on."""
    seat = before.seat
    was, missed = (clock.missed.get(seat, 0) for clock in (before.clock, after.clock))
    if not was < missed == before.file.drop_after:
        return False
    return seat in clocks.open_seats(after.clock, before.file, after.view)
