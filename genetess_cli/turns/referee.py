"""Resolve what is due in one game: read → parse → check → play → save, one commit a turn.

The rules decide what an order does and `clock.py` what is due; this module reads, calls and writes. The time is an
argument. Nothing is printed here: what was carried out comes back as records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from genetess_cli.errors import Fault, Note, NothingDue, Refused
from genetess_cli.rules import extras, orders
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import render
from genetess_cli.store.files import Files
from genetess_cli.store.game import load
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.schema import Clock, RecordFile
from genetess_cli.turns import simultaneous
from genetess_cli.turns.clock import Source
from genetess_cli.turns.queue import Queue, due, fold, locate
from genetess_cli.turns.state import (
    GameState,
    GmOrder,
    Step,
    has_left,
    idle_edits,
    ignore_note,
    queue_of,
    read_one,
    read_state,
    step_of,
    too_early_reason,
    waiting_words,
)
from genetess_cli.turns.step import (
    begin_holiday,
    failed_order_step,
    grace_step,
    order_step,
    record_of,
    retry_source,
    timeout_step,
    unreadable_file_step,
    unreadable_reason,
    with_holiday,
)
from genetess_cli.turns.timeline import Timeline

Keys = Callable[[str, str | None], bytes]
"""Gives a game's dice key for its id and its commitment; asked only if something is drawn."""


def resolve(
    league: League,
    slug: str,
    now: int,
    keys: Keys,
    gm_order: GmOrder | None = None,
    dry_run: bool = False,
    note: Note = ignore_note,
) -> list[RecordFile]:
    """Carry out everything that is due in a game at the time `now`, and give the records of it.

    `gm_order` is an order that reached the GM by other means; it goes first. Raises Refused where that cannot be
    carried out, NothingDue where nothing is due, Busy, InvalidFile.
    """
    with Repository.open(league.root) as repository, repository.lock() as left:
        tell_edited(left, note)
        tip = repository.tip()
        state = read_state(league, slug, repository, tip, note)
        if state.loose:
            tip, state = _fold(state, repository, tip, now, dry_run, note)
        if state.edited:
            for finding in idle_edits(load(league, slug), repository, tip):
                note(str(finding))
        if early := too_early_reason(state.clock, now):
            note(f"{slug}: {early}; the later time is used. {way_out(state, now)}")
            now = int(state.clock.last_time)
        if state.clock.together:
            state = simultaneous.freeze_queues(state, repository, tip, note)
        if gm_order:
            gm_order = replace(gm_order, by=repository.author())
        done: list[Step] = []
        for step in _steps(state, now, keys, gm_order):
            if not dry_run:
                tip = _save(repository, tip, step, now, note, done)
            done.append(step)
    if not done:
        waits = (simultaneous.waiting_words if state.clock.together else waiting_words)(state)
        raise NothingDue(f"{slug} {state.clock.turn}: nothing is due; {waits}")
    return [step.record for step in done]


def way_out(state: GameState, now: int) -> str:
    """What can be done in a game where the last thing happened later than `now`."""
    slug = state.folder.slug
    late = [record for record in Timeline(state.folder.records()).live() if record.at > now]
    if not late or not late[0].number:
        return f"Give `--now {state.clock.last_time}` or a later time."
    to = "" if len(late) == 1 and late[0].outcome != "failed" else f" --to {late[0].turn}"
    return f"If that time was a mistake, take back what was done then: `genetess undo {slug}{to}`."


def _fold(
    state: GameState, repository: Repository, tip: str, now: int, dry_run: bool, note: Note
) -> tuple[str, GameState]:
    """The tip and the state once queues that came as files of their own are in their places."""
    folder = state.folder
    if dry_run:
        note(f"not looked at, as this is a dry run: {', '.join(state.loose)}")
        return tip, state
    changes, words = fold(folder, repository, tip, state.loose, note)
    if not changes:
        return tip, state
    tip = commit(repository, tip, changes, repository.read_worktree([*changes]), words, now, note)
    return tip, read_state(folder.league, folder.slug, repository, tip, ignore_note)  # what is amiss was told


def _save(repository: Repository, tip: str, step: Step, now: int, note: Note, done: Sequence[Step]) -> str:
    """What `save` gives; where that fails, what was `done` before in the same run is told."""
    try:
        return save(repository, tip, step, now, note)
    except Fault:
        for before in done:
            note(
                f"{before.state.folder.slug} {before.record.turn}: carried out and committed, before what follows"
            )
        raise


def save(repository: Repository, tip: str | None, step: Step, now: int, note: Note) -> str:
    """Commit a step on top of `tip` and let the work tree follow; gives the new tip."""
    new = commit(repository, tip, step.changes, step.seen, step.message, now, note)
    for path in step.along:
        note(f"{path} was edited: it is committed along with this")
    return new


def commit(
    repository: Repository, tip: str | None, changes: Files, seen: Files, message: str, now: int, note: Note
) -> str:
    """Commit files on top of `tip` and let the work tree follow, as far as it holds what was `seen`; the new tip."""
    new, left = repository.commit(tip, changes, message, now, seen)
    tell_edited(left, note)
    return new


def tell_edited(left: Sequence[str], note: Note) -> None:
    """Tell of the files that could not follow a commit."""
    for path in left:
        note(
            f"{path} was edited and is left as it is; the commit has another version (see `git diff {path}`)"
        )


# What is due


def _steps(state: GameState, now: int, keys: Keys, gm_order: GmOrder | None) -> Iterator[Step]:
    if gm_order is not None:
        step = _by_gm(state, now, keys, gm_order)
        yield step
        state = step.state
    while state.clock.phase != "finished" and (found := _due(state, now, keys)):
        yield found
        state = found.state


def _due(state: GameState, now: int, keys: Keys) -> Step | None:
    if state.clock.paused:
        return None
    if state.clock.together:
        return _together(state, now, keys)
    if has_left(state, state.seat):
        return _time_out(state, now, keys)
    queue = queue_of(state, state.seat)
    if queue.problem and queue.id != state.clock.unread.get(state.seat):
        return unreadable_file_step(state, queue, queue.problem, now)
    source = retry_source(state, queue) or due(state.clock, state.seat, queue, now)
    if source is None:
        return None
    if source == "timeout":
        why = unreadable_reason(state, state.seat, queue.problem) if queue.problem else None
        return grace_step(state, now, [state.seat]) or _time_out(state, now, keys, why)
    return _from_file(state, queue, source, now, keys)


def _together(state: GameState, now: int, keys: Keys) -> Step | None:
    """What is due where all order at the same time: nothing until all are in or the deadline has passed (ruling G39).

    Then it is one seat after the other, a step each; a run that was killed in between is gone on with by the next.
    """
    answers = simultaneous.answers(state)
    late = simultaneous.missing_seats(answers)
    if (late or simultaneous.has_withdrawn(state, answers)) and not state.clock.is_late(now):
        return None
    if late and (graced := grace_step(state, now, late)):
        return graced
    answer = answers[state.seat]
    dice = dice_of(state, keys, state.seat)
    outcome = state.folder.ruleset.play(state.game, state.seat, answer.order, dice)
    if answer.order is None:
        return timeout_step(state, outcome, dice, now, answer.rest, answer.reason)
    return order_step(state, str(answer.order), answer.source, outcome, dice, now, answer.rest, answer.reason)


def _from_file(state: GameState, queue: Queue, source: Source, now: int, keys: Keys) -> Step:
    entry, reading = queue.readings[0]
    rest = orders.without(queue.text, entry).encode()
    if reading.order is not None and reading.order.verb == HOLIDAY:
        return _holiday(state, source, rest, now)
    if reading.problem:
        problem = locate(reading.problem, reading)
        in_view = extras.in_view(state.folder.ruleset, state.game, state.seat, entry)
        outcome = Outcome(state.game, [], problem, in_view=in_view)
        return failed_order_step(state, entry.text, problem, source, rest, now, outcome)
    dice = dice_of(state, keys)
    outcome = state.folder.ruleset.play(state.game, state.seat, reading.order, dice)
    if outcome.problem:
        return failed_order_step(state, str(reading.order), outcome.problem, source, rest, now, outcome)
    return order_step(state, str(reading.order), source, outcome, dice, now, rest)


def _by_gm(state: GameState, now: int, keys: Keys, gm_order: GmOrder) -> Step:
    """An order that the GM brings: what cannot be carried out is refused whole."""
    slug, text, seat = state.folder.slug, gm_order.order, gm_order.seat
    if gm_order.turn not in (None, state.clock.turn):
        raise Refused(
            f"{slug} went on from {gm_order.turn} to {state.clock.turn} meanwhile; the order was not carried out"
        )
    if state.clock.phase == "finished":
        raise Refused(f"{slug} is over; no order can be carried out any more")
    if state.clock.paused:
        raise Refused(f"{slug} is paused; let it go on with `genetess resume {slug}`")
    if state.clock.together:
        raise Refused(
            f"{slug} {state.clock.turn}: all order at the same time, so that nothing can be carried out for one alone; "
            f"write it into the file with `genetess order {slug} {seat} TEXT --commit`"
        )
    if seat != state.seat:
        raise Refused(f"{slug} {state.clock.turn}: {state.seat} is to move, not {seat}")
    reading = read_one(state.folder, text)
    if reading.order.verb == HOLIDAY:
        return _holiday(state, "gm", state.queue, now, gm_order)
    dice = dice_of(state, keys)
    outcome = state.folder.ruleset.play(state.game, state.seat, reading.order, dice)
    if outcome.truth:
        raise Refused(render(locate(outcome.truth, reading), text))
    return order_step(
        state, str(reading.order), "gm", outcome, dice, now, reason=gm_order.reason, by=gm_order.by
    )


def dice_of(state: GameState, keys: Keys, *more: str) -> Dice:
    """The dice of a turn; `more` tells what else draws in it, so that no two draws of a game come from the same."""
    folder = state.folder
    attempt = state.clock.attempts.get(state.clock.turn, 0)
    return Dice(
        lambda: keys(folder.file.id or "", folder.file.commitment),
        " ".join((state.clock.turn, *more)),
        attempt,
    )


def _time_out(state: GameState, now: int, keys: Keys, reason: str | None = None) -> Step:
    dice = dice_of(state, keys)
    left = state.seat in state.clock.absent
    outcome = state.folder.setup.timed_out(state.game, state.seat, dice, left=left)
    return timeout_step(state, outcome, dice, now, reason=reason)


def _holiday(
    state: GameState, source: Source, rest: bytes, now: int, gm_order: GmOrder | None = None
) -> Step:
    """The step into a holiday: the same seat is to move, as soon as it wants to (ruling G44)."""
    clock = begin_holiday(state, now)
    if isinstance(clock, Clock):
        after = with_holiday(state, clock, rest)
        record = record_of(state, HOLIDAY, source, "done", now, after, None)
        if gm_order:
            record = replace(record, reason=gm_order.reason, by=gm_order.by)
        return step_of(state, after, record)
    if gm_order:
        raise Refused(clock.message)
    return failed_order_step(state, HOLIDAY, clock, source, rest, now)
