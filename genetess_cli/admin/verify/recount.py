"""The clock counted again: what clock.yaml has to say after a record, from the one before it, and the record itself.

The functions are those of a run. Only `verify` asks; what is compared with what was committed is its matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.verify import sources
from genetess_cli.admin.verify.replay import Standing, Unplayable, difference
from genetess_cli.rules.base import PUBLIC, Outcome
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store.codec import ids_of
from genetess_cli.store.game import GameFolder
from genetess_cli.store.schema import GRACE, Clock, RecordFile
from genetess_cli.turns import clock as clocks
from genetess_cli.turns import gm_actions, simultaneous, step
from genetess_cli.turns import queue as queues
from genetess_cli.turns.gm_actions import back_in_time, clock_again, moves, since_then, undone_range
from genetess_cli.turns.start import waiting
from genetess_cli.turns.state import (
    GameState,
    has_left,
    mask_ids,
    name_of,
    queue_of,
    too_early_reason,
    with_last_time,
)
from genetess_cli.turns.timeline import Timeline


class Scene(msgspec.Struct, frozen=True):
    """A record, and what it met.

    `folder` is the game with the settings of the record's commit, `queues` the order files in that; `before` is the
    clock before the record (of the start: none) and `stand` how the game stood then, `after` how it stands now. `found`
    are all records before it, `clocks` the clock after each of them that is known, by number; with the keys of `epochs`
    the order files are sealed. `earlier` are the order files before the record, as far as a commit has them; None where
    the record's commit holds others as well.
    """

    folder: GameFolder
    queues: Mapping[str, bytes]
    record: RecordFile
    before: Clock
    stand: Standing
    after: Standing
    found: Sequence[RecordFile] = ()
    clocks: Mapping[int, Clock] = {}
    epochs: Mapping[str, int] = {}
    earlier: Mapping[str, bytes] | None = None

    @property
    def now(self) -> int:
        """When it happened."""
        return self.record.at


def clock_after(scene: Scene) -> Clock:
    """The clock after a record, its `attempts` as before.

    Raises Unplayable for a record that cannot have come about with the clock before it; the text says which field,
    what was expected and what was found.
    """
    state, record = _table(scene), scene.record
    if record.source == "start":
        return mask_ids(scene.folder.codec, _first_state(scene, state).clock)
    before = scene.clocks.get((record.back_to or 0) - 1) if record.desk == "undo" else scene.before
    if before and (early := too_early_reason(before, scene.now)):
        raise Unplayable(f"at: {early}")
    if scene.earlier is not None:
        last = scene.found[-1]
        again = last.outcome == "failed" and last.seat == record.seat
        sources.hold(state, record, scene.earlier, again, scene.now)
    after = _after_gm_action(scene, state) if record.desk else _after_order(scene, state)
    if what := difference(_opened_seat(state, after, record), record.opened):
        raise Unplayable(f"opened: {what}")
    if record.rested and not (record.outcome == "timed out" and step.holiday_ran_out(state)):
        raise Unplayable("rested: expected nothing, as no holiday had run out, found true")
    clock = with_last_time(replace(after.clock, number=record.number + 1), record.at)
    return mask_ids(scene.folder.codec, clock)


def _table(scene: Scene) -> GameState:
    """The game before the record, but with the order files as they are after it."""
    file = scene.before
    files: dict[str, bytes | None] = {**scene.queues}
    said, closed, _ = queues.read_files(scene.folder, files, replace(file, epochs=scene.epochs))
    return GameState(scene.folder, scene.stand.game, mask_ids(scene.folder.codec, file), said, files, closed)


def _first_state(scene: Scene, state: GameState) -> GameState:
    """The state at the first turn, in which all may order together."""
    clock, deadline = waiting(scene.folder, scene.now), scene.folder.file.deadline_from(scene.now)
    begun = clocks.begin(clock, ids_of(state.folder.codec, state.queues), scene.now, deadline=deadline)
    return _after_move(scene, replace(state, clock=replace(begun, phase=scene.after.phase, number=1)))


# Orders and time-outs


def _after_order(scene: Scene, state: GameState) -> GameState:
    record = scene.record
    if state.clock.paused:
        raise Unplayable(f"expected no order of turn {record.turn}, as the game was paused")
    if record.order == HOLIDAY:
        return _holiday(scene, state)
    if record.outcome == "failed":
        return _after_failed_order(scene, state)
    if record.outcome == "timed out":
        return _next_turn_state(scene, _late(scene, state), state.clock.on_holiday)
    return _next_turn_state(scene, step.charge_holiday_time(state, scene.now), state.clock.on_holiday)


def _next_turn_state(scene: Scene, state: GameState, was_on_holiday: bool) -> GameState:
    """The state once the next turn has begun, which the rules name."""
    phase, record = scene.after.phase, scene.record
    assert phase is not None
    if record.outcome == "done" and step.keeps_turn(state, scene.after.label, phase):
        assert record.source != "start"
        clock = step.clock_of_kept(state, record.source, state.queue, scene.now, was_on_holiday)
    else:
        clock = step.clock_of_next(state, phase, state.queues, scene.now)
    return _after_move(scene, replace(state, clock=replace(clock, phase=phase, retry=None)))


def _after_move(scene: Scene, state: GameState) -> GameState:
    after = scene.after
    return replace(
        state, game=after.game, clock=replace(state.clock, turn=after.label, to_move=after.to_move)
    )


def _late(scene: Scene, state: GameState) -> GameState:
    """The state of a missed deadline, which has to be one."""
    deadline = state.clock.deadline
    if not (state.clock.is_late(scene.now) or has_left(state, state.seat)):
        until = "there is no deadline" if deadline is None else f"the deadline was {deadline}"
        raise Unplayable(f"outcome: expected no time-out at {scene.record.at}, as {until}, found one")
    left, alone = has_left(state, state.seat), not state.clock.together
    if alone and not left and step.with_grace(state, scene.now, [state.seat]):
        raise Unplayable("outcome: expected the grace first, found a time-out")
    if alone:
        problem = None if left else queue_of(state, state.seat).problem
        _reason(scene.record, step.unreadable_reason(state, state.seat, problem) if problem else None)
    return step.with_missed_deadline(state, scene.now)


def _holiday(scene: Scene, state: GameState) -> GameState:
    """A holiday, or an order for one that failed, as none was left."""
    clock, record = step.begin_holiday(state, scene.now), scene.record
    if record.outcome == "failed":
        _reason(record, "a holiday" if isinstance(clock, Clock) else clock.message)
        return _after_failed_order(scene, state)
    if not isinstance(clock, Clock):
        raise Unplayable(f"outcome: expected failed ({clock.message}), found done")
    return step.with_holiday(state, clock, state.queue)


def _after_failed_order(scene: Scene, state: GameState) -> GameState:
    record = scene.record
    if record.order is None:
        return _unread(state, record)
    assert record.source in ("live", "stored")
    clock = step.clock_of_failed(state, record.source, state.queue, scene.now, scene.after.in_view)
    return replace(state, clock=replace(clock, retry=step.retry_of_rest(record.source, state.queue)))


def _unread(state: GameState, record: RecordFile) -> GameState:
    """An order file that could not be read as a whole: it stayed where it was."""
    queue = queue_of(state, state.seat)
    problem = queue.problem
    if problem is None:
        raise Unplayable("order: expected an order, as the order file can be read, found nothing")
    _reason(record, step.fault_of(state, state.seat, problem))
    return replace(state, clock=step.clock_of_unread(state, queue.id))


def _reason(record: RecordFile, expected: str | None) -> None:
    """Hold a reason against the one that it has to be."""
    if what := difference(expected, record.reason, "reason"):
        raise Unplayable(what)


def _opened_seat(before: GameState, after: GameState, record: RecordFile) -> str | None:
    """The seat that a record has to call open from here on."""
    return before.seat if record.outcome == "timed out" and step.opens_seat(before, after) else None


# What the GM did


def _after_gm_action(scene: Scene, state: GameState) -> GameState:
    record = scene.record
    after, was, now = ACTS[record.desk or ""](scene, state)
    if what := difference(was, record.was, "was") or difference(now, record.now, "now"):
        raise Unplayable(what)
    return after


Act = tuple[GameState, dict[str, Any], dict[str, Any]]
"""A state after what the GM did, and what its record has to say of it: what was, and what is now."""


def _pause(scene: Scene, state: GameState) -> Act:
    if state.clock.paused:
        raise Unplayable("desk: expected no pause, as the game was paused already")
    return gm_actions.with_pause(state, scene.now), {}, {}


def _resume(scene: Scene, state: GameState) -> Act:
    if not state.clock.paused:
        raise Unplayable("desk: expected no resume, as the game was not paused")
    after = gm_actions.without_pause(state, state.clock.paused, scene.now)
    return after, {}, gm_actions.deadline(after.clock)


def _extend(scene: Scene, state: GameState) -> Act:
    by = scene.record.now.get("by")
    if type(by) is not int or by <= 0:
        raise Unplayable(f"now.by: expected a number of seconds, found {by}")
    after = gm_actions.with_extension(state, by, scene.now)
    if after is None:
        raise Unplayable("desk: expected no extend, as there was no deadline")
    return after, gm_actions.deadline(state.clock), {"by": by, **gm_actions.deadline(after.clock)}


def _replace(scene: Scene, state: GameState) -> Act:
    """Who had the seat before is in the record alone: the work tree told it, which was never committed."""
    seat = _seat(scene)
    now = next(name_of(player) for player in scene.folder.file.players if player.seat == seat)
    return gm_actions.seat_given(state, seat), scene.record.was, now


def _drop(scene: Scene, state: GameState) -> Act:
    seat = _seat(scene)
    if scene.record.now.get("orphans"):
        outcome = Outcome(scene.after.game, [])
        return gm_actions.seat_removed(state, seat, outcome, scene.now), {}, {"orphans": True}
    if seat in state.clock.absent:
        raise Unplayable(f"desk: expected no drop, as {seat} had left already")
    return gm_actions.player_left(state, seat), {}, {}


def _finish(scene: Scene, state: GameState) -> Act:
    return gm_actions.position_changed(state, Outcome(scene.after.game, []), scene.now), {}, {}


def _draw(scene: Scene, state: GameState) -> Act:
    """Of those who were in, all have to have agreed who had a player: of a seat without one nobody could."""
    view = scene.folder.ruleset.view(state.game, PUBLIC)
    still_in = [seat for seat, player in view.players.items() if player.status == "in"]
    limit, clock = scene.folder.file.drop_after, state.clock
    vacant = {*clock.absent, *clocks.open_seats(clock.missed, limit, view, clock.absent)}
    agreed = scene.record.now.get("agreed")
    needed = [seat for seat in still_in if seat not in vacant or seat in (agreed or ())]
    return (
        gm_actions.position_changed(state, Outcome(scene.after.game, []), scene.now),
        {},
        {"agreed": needed},
    )


def _undo(scene: Scene, state: GameState) -> Act:
    back_to = scene.record.back_to or 0
    first, past = scene.found[back_to], scene.clocks.get(back_to - 1)
    if past is None:
        raise Unknown
    past = mask_ids(scene.folder.codec, past)
    clock = replace(past, retry=state.clock.retry)
    told: dict[str, Any] = since_then(state.clock, clock)
    if moves(scene.found, back_to) or "since" not in scene.record.now:  # as `undo --to` begins it afresh
        stored = ids_of(state.folder.codec, state.queues)
        clock, told = clock_again(scene.folder, past, first.at, stored, scene.now), {}
    after = replace(state, clock=back_in_time(state.clock, clock))
    kept = scene.record.now.get("kept") or ()
    edited = [seat for seat in scene.folder.file.seats if seat in kept]
    was = undone_range(first, Timeline(scene.found).undone_by(back_to))
    return after, was, told | ({"kept": edited} if edited else {})


def _grace(scene: Scene, state: GameState) -> Act:
    """Who was not in where all order together is told by the order files, which a grace leaves as they are."""
    seats = simultaneous.missing_seats(simultaneous.answers(state)) if state.clock.together else [state.seat]
    after = step.with_grace(state, scene.now, seats) if state.clock.is_late(scene.now) else None
    if after is None:
        raise Unplayable(f"desk: expected no grace at {scene.record.at}")
    if what := difference(None if state.clock.together else state.seat, scene.record.seat, "seat"):
        raise Unplayable(what)
    return after, *step.grace_record_fields(state, after)


class Unknown(Exception):
    """The history does not tell what a clock has to be counted from."""


def _seat(scene: Scene) -> str:
    seat = scene.record.seat
    if seat is None or seat not in scene.folder.file.seats:
        raise Unplayable(f"seat: expected one of {', '.join(scene.folder.file.seats)}, found {seat}")
    return seat


ACTS: Final[dict[str, Callable[[Scene, GameState], Act]]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "replace": _replace,
    "drop": _drop,
    "finish": _finish,
    "draw": _draw,
    "undo": _undo,
    GRACE: _grace,
}
"""Everything that a record of the desk can be of."""
