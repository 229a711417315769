"""Resolve what is due in one game: read → parse → check → play → save, one commit a turn.

The rules decide what an order does and `clock.py` what is due; this module reads, calls and writes. The time is an
argument. Nothing is printed here: what was carried out comes back as records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from genetess_cli.errors import Fault, Note, NothingDue, Refused
from genetess_cli.rules import orders
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import render
from genetess_cli.store.files import Files
from genetess_cli.store.game import load
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.times import from_time, to_time
from genetess_cli.turns import clock as clocks
from genetess_cli.turns import queue as folding
from genetess_cli.turns import simultaneous
from genetess_cli.turns import step as carried
from genetess_cli.turns import step as holidays
from genetess_cli.turns import step as lateness
from genetess_cli.turns.clock import Clock, Queue, Source
from genetess_cli.turns.state import (
    Brought,
    Step,
    Table,
    awaited,
    has_left,
    idle_edits,
    last_time,
    place,
    queue_of,
    read_one,
    read_table,
    silent,
    step_of,
    too_early,
)
from genetess_cli.turns.timeline import standing

Keys = Callable[[str, str | None], bytes]
"""Gives a game's dice key for its id and its commitment; asked only if something is drawn."""


def resolve(
    league: League,
    slug: str,
    now: int,
    keys: Keys,
    brought: Brought | None = None,
    dry_run: bool = False,
    note: Note = silent,
) -> list[RecordFile]:
    """Carry out everything that is due in a game at the time `now`, and give the records of it.

    `brought` is an order that reached the GM by other means; it goes first. Raises Refused where that cannot be
    carried out, NothingDue where nothing is due, Busy, InvalidFile.
    """
    with Repository.open(league.root) as repository, repository.lock() as left:
        tell_edited(left, note)
        tip = repository.tip()
        table = read_table(league, slug, repository, tip, note)
        if table.loose:
            tip, table = _folded(table, repository, tip, now, dry_run, note)
        if table.edited:
            _tell_idle(table, repository, tip, note)
        if early := too_early(table.file, now):
            note(f"{slug}: {early}; the later time is used. {way_out(table, now)}")
            now = last_time(table.file)
        if table.phase == "gambling":
            table = simultaneous.as_begun(table, repository, tip, note)
        if brought:
            brought = replace(brought, by=repository.author())
        done: list[Step] = []
        for step in _steps(table, now, keys, brought):
            if not dry_run:
                tip = _saved(repository, tip, step, now, note, done)
            done.append(step)
    if not done:
        waits = (simultaneous.awaited if table.phase == "gambling" else awaited)(table)
        raise NothingDue(f"{slug} {table.label}: nothing is due; {waits}")
    return [step.record for step in done]


def way_out(table: Table, now: int) -> str:
    """What can be done in a game where the last thing happened later than `now`."""
    slug = table.hosted.slug
    late = [one for one in standing([*table.hosted.records()]) if to_time(one.at) > now]
    if not late or not late[0].number:
        return f"Give `--now {from_time(last_time(table.file))}` or a later time."
    to = "" if len(late) == 1 and late[0].outcome != "failed" else f" --to {late[0].turn}"
    return f"If that time was a mistake, take back what was done then: `genetess undo {slug}{to}`."


def _tell_idle(table: Table, repository: Repository, tip: str, note: Note) -> None:

    for words in idle_edits(load(table.hosted.league, table.hosted.slug), repository, tip):
        note(words)


def _folded(
    table: Table, repository: Repository, tip: str, now: int, dry_run: bool, note: Note
) -> tuple[str, Table]:
    """The tip and the table once queues that came as files of their own are in their places."""
    hosted = table.hosted
    if dry_run:
        note(f"not looked at, as this is a dry run: {', '.join(table.loose)}")
        return tip, table
    changes, words = folding.fold(hosted, repository, tip, table.loose, note)
    if not changes:
        return tip, table
    tip = commit(repository, tip, changes, repository.read_worktree([*changes]), words, now, note)
    return tip, read_table(hosted.league, hosted.slug, repository, tip, silent)  # what is amiss was told


def _saved(repository: Repository, tip: str, step: Step, now: int, note: Note, done: Sequence[Step]) -> str:
    """What `save` gives; where that fails, what was `done` before in the same run is told."""
    try:
        return save(repository, tip, step, now, note)
    except Fault:
        for before in done:
            note(
                f"{before.table.hosted.slug} {before.record.turn}: carried out and committed, before what follows"
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


def _steps(table: Table, now: int, keys: Keys, brought: Brought | None) -> Iterator[Step]:
    if brought is not None:
        step = carried.brought_by(table, _by_gm(table, now, keys, brought), brought)
        yield step
        table = step.table
    while table.phase != "finished" and (found := _due(table, now, keys)):
        yield found
        table = found.table


def _due(table: Table, now: int, keys: Keys) -> Step | None:
    if table.clock.paused:
        return None
    if table.phase == "gambling":
        return _together(table, now, keys)
    if has_left(table, table.seat):
        return _timed_out(table, now, keys)
    queue, problem = queue_of(table, table.seat)
    if problem and queue.id != table.clock.unread.get(table.seat):
        return carried.unreadable(table, queue, problem, now)
    source = carried.tried_again(table, queue) or clocks.due(table.clock, table.seat, queue, now)
    if source is None:
        return None
    if source == "timeout":
        why = carried.unused(table, table.seat, problem) if problem else None
        return _graced(table, now, [table.seat]) or _timed_out(table, now, keys, why)
    return _from_file(table, queue, source, now, keys)


def _together(table: Table, now: int, keys: Keys) -> Step | None:
    """What is due where all order at the same time: nothing until all are in or the deadline has passed (ruling G39).

    Then it is one seat after the other, a step each; a run that was killed in between is gone on with by the next.
    """
    answers = simultaneous.answers(table)
    late = simultaneous.missing(answers)
    if (late or simultaneous.taken_back(table, answers)) and not table.clock.late(now):
        return None
    if late and (graced := _graced(table, now, late)):
        return graced
    answer = answers[table.seat]
    dice = dice_of(table, keys, table.seat)
    outcome = table.hosted.ruleset.play(table.game, table.seat, answer.order, dice)
    if answer.order is None:
        return _late(table, outcome, dice, now, answer.rest, answer.reason)
    order = str(answer.order)
    return carried.done(
        carried.ordered(table, now), order, answer.source, outcome, dice, now, answer.rest, answer.reason
    )


def _from_file(table: Table, queue: Queue, source: Source, now: int, keys: Keys) -> Step:
    entry = queue.entries[0]
    reading = table.hosted.ruleset.parse(entry)
    rest = orders.without(queue.text, entry).encode()
    if reading.order is not None and reading.order.verb == HOLIDAY:
        return _holiday(table, source, rest, now)
    if reading.problem:
        problem = place(reading.problem, reading)
        in_view = table.hosted.ruleset.in_view(table.game, table.seat, entry)
        outcome = Outcome(table.game, [], problem, in_view=in_view)
        return carried.failed(table, entry.text, problem, source, rest, now, outcome)
    dice = dice_of(table, keys)
    outcome = table.hosted.ruleset.play(table.game, table.seat, reading.order, dice)
    if outcome.problem:
        return carried.failed(table, str(reading.order), outcome.problem, source, rest, now, outcome)
    return carried.done(carried.ordered(table, now), str(reading.order), source, outcome, dice, now, rest)


def _by_gm(table: Table, now: int, keys: Keys, brought: Brought) -> Step:
    """An order that the GM brings: what cannot be carried out is refused whole."""
    slug, text, seat = table.hosted.slug, brought.order, brought.seat
    if brought.turn not in (None, table.label):
        raise Refused(
            f"{slug} went on from {brought.turn} to {table.label} meanwhile; the order was not carried out"
        )
    if table.phase == "finished":
        raise Refused(f"{slug} is over; no order can be carried out any more")
    if table.clock.paused:
        raise Refused(f"{slug} is paused; let it go on with `genetess resume {slug}`")
    if table.phase == "gambling":
        raise Refused(
            f"{slug} {table.label}: all order at the same time, so that nothing can be carried out for one alone; "
            f"write it into the file with `genetess order {slug} {seat} TEXT --commit`"
        )
    if seat != table.seat:
        raise Refused(f"{slug} {table.label}: {table.seat} is to move, not {seat}")
    reading = read_one(table.hosted, text)
    if reading.order.verb == HOLIDAY:
        return _holiday(table, "gm", table.queue, now)
    dice = dice_of(table, keys)
    outcome = table.hosted.ruleset.play(table.game, table.seat, reading.order, dice)
    if outcome.truth:
        raise Refused(render(place(outcome.truth, reading), text))
    return carried.done(carried.ordered(table, now), str(reading.order), "gm", outcome, dice, now)


def dice_of(table: Table, keys: Keys, *more: str) -> Dice:
    """The dice of a turn; `more` tells what else draws in it, so that no two draws of a game come from the same."""
    hosted = table.hosted
    attempt = table.file.attempts.get(table.label, 0)
    return Dice(
        lambda: keys(hosted.file.id or "", hosted.commitment), " ".join((table.label, *more)), attempt
    )


# A deadline that was missed: most runs find none, and load nothing for it


def _graced(table: Table, now: int, seats: list[str]) -> Step | None:

    return lateness.graced(table, now, seats)


def _timed_out(table: Table, now: int, keys: Keys, reason: str | None = None) -> Step:
    dice = dice_of(table, keys)
    left = table.seat in table.clock.absent
    outcome = table.hosted.timed_out(table.game, table.seat, dice, left=left)
    return _late(table, outcome, dice, now, reason=reason)


def _late(
    table: Table,
    outcome: Outcome,
    dice: Dice,
    now: int,
    rest: bytes | None = None,
    reason: str | None = None,
) -> Step:

    charged = lateness.charged(table, now)
    return lateness.opening(table, carried.done(charged, None, "timeout", outcome, dice, now, rest, reason))


def _holiday(table: Table, source: Source, rest: bytes, now: int) -> Step:
    """The step into a holiday: the same seat is to move, as soon as it wants to (ruling G44)."""
    clock = holidays.begin(table, now)
    if isinstance(clock, Clock):
        after = holidays.after(table, clock, rest)
        return step_of(table, after, carried.record_of(table, HOLIDAY, source, "done", now, after, None))
    if source == "gm":
        raise Refused(clock.message)
    return carried.failed(table, HOLIDAY, clock, source, rest, now)
