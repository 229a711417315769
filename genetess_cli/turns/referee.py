"""Resolve what is due in one game: read → parse → check → play → save, one commit a turn.

`due` finds what has to be carried out, `step.advance` says what comes of it; this module reads, calls and writes. The
time is an argument. Nothing is printed here: what was carried out comes back as records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from genetess_cli.errors import (
    Fault,
    GameRefused,
    InvalidFile,
    Note,
    NothingDue,
    Refused,
    Stalled,
    WrongUsage,
    ignore_note,
)
from genetess_cli.rules import orders
from genetess_cli.rules.base import Reading
from genetess_cli.rules.dice import START, Dice
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import join_words, render
from genetess_cli.store.files import Files
from genetess_cli.store.league import League, tell_edited, tell_kept
from genetess_cli.store.people.names import bot_of
from genetess_cli.store.records import Failed, Record
from genetess_cli.store.schema import DROP, Clock
from genetess_cli.store.timeline import Timeline
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns import bots, simultaneous
from genetess_cli.turns import queue as queues
from genetess_cli.turns.acts import AgreedDraw, Cancel, Drop, Extend, Pause, Replace, Resume
from genetess_cli.turns.acts.absence import absence_due, absences, followed
from genetess_cli.turns.acts.act import Act
from genetess_cli.turns.acts.asked import wish_in
from genetess_cli.turns.acts.back import Undo
from genetess_cli.turns.acts.seats import holder_of
from genetess_cli.turns.acts.wishes import settled, time_to_give
from genetess_cli.turns.bots.memories import Memories
from genetess_cli.turns.queue import read_one
from genetess_cli.turns.saving import SavedStep, write_step
from genetess_cli.turns.standing import (
    BotNext,
    Holiday,
    OtherRules,
    Over,
    PassedBy,
    Paused,
    Together,
    ToMove,
    standing,
    until_words,
)
from genetess_cli.turns.state import (
    GameState,
    GmOrder,
    Step,
    has_left,
    queue_of,
    read_state,
    too_early_reason,
    uncommitted,
)
from genetess_cli.turns.step import (
    Input,
    Missed,
    Order,
    Start,
    UnreadableFile,
    advance,
    retry_source,
    unreadable,
    with_grace,
)
from genetess_cli.turns.timeline import positions, records_of
from genetess_cli.turns.wishes.votes import Choice, agreed, voters

Key = Callable[[], bytes]
"""Gives the key of a game's draws; asked only if something is drawn."""
ByBot = Callable[[GameState], Order | Missed]
"""Gives what the bot to move does."""


def resolve(
    league: League,
    slug: str,
    now: int,
    gm_order: GmOrder | None = None,
    dry_run: bool = False,
    note: Note = ignore_note,
    stop: Callable[[], bool] = lambda: False,
) -> list[Record]:
    """Carry out everything that is due in a game at the time `now`, and give the records of it.

    `gm_order`, which reached the GM by other means, goes first. `stop` is asked after each turn. Raise Refused for the
    order, NothingDue, Busy, InvalidFile.
    """
    with league.at_work(note) as league:
        tip = league.snapshot.commit
        state = read_state(league, slug, note)
        check_rules(league, state)
        if early := too_early_reason(state.clock, now):
            way = _way_out(league, state, now, state.clock.last_time)
            note(f"{slug}: {early}. Until then the game acts as if it were that time. {way}")
            now = int(state.clock.last_time)
        if state.clock.together:
            state = simultaneous.freeze_queues(state, league)
        done: list[SavedStep] = []
        state = state.replace(away=absences(league, state.file))
        follow = partial(followed, league)
        key = partial(league.dice_key, state.terms)
        for step in _steps(state, now, key, gm_order, memories(league, state), note, follow):
            if not dry_run:
                try:
                    tip = save(league, tip, step, now, note)
                except Fault:
                    tell_kept(slug, [before.record for before in done], note)
                    raise
            done.append(step)
            if stop():
                break
    if not done:
        raise _nothing_due(state)
    return [step.record for step in done]


def check_rules(league: League, state: GameState, made: Act[Any] | None = None) -> None:
    """Raise InvalidFile where another version of the rules plays a game, with the ways out.

    So it is where the newest record cannot be read, as a newer program may have written it. Newer rules may tell of a
    game that is over, undo, and be adopted; older ones do nothing.
    """
    for _ in records_of(league, state.terms, state.clock.number - 1):
        pass
    other = state.terms.other_rules
    if other is None:
        return
    may_be_done = state.clock.is_over or (made is not None and made.any_rules)
    if state.terms.is_ahead or state.file.rules_version is None or not may_be_done:
        raise InvalidFile(other)


def _nothing_due(state: GameState) -> NothingDue:
    stand = standing(state.clock, state.terms, state.view)
    match stand:
        case Paused():
            return Stalled(state.slug, state.clock.turn, stand.since, stand.until)
        case Over():
            words = "the game is over"
        case OtherRules():
            raise AssertionError("a run of a game of other rules ends before it")
        case Together():
            words = f"waiting for {_missing_words(state)}{until_words(stand.deadline, state.file)}"
        case ToMove(seat=seat) | Holiday(seat=seat) | BotNext(seat=seat) | PassedBy(seat=seat):
            words = f"{seat} is to move{until_words(stand.deadline, state.file)}"
    return NothingDue(f"{state.slug} {state.clock.turn}: nothing is due; {words}")


def _missing_words(state: GameState) -> str:
    missing = simultaneous.missing_of(state, simultaneous.answers(state))
    if missing.orders:
        return f"the orders of {', '.join(missing.orders)}"
    return f"{join_words(missing.saves)} to save again what an undo put back"


Make = Callable[[GameState, League], Act[Any]]
"""What the GM does, made from the game as it stands in the league's commit."""


def act(
    league: League,
    slug: str,
    asked: Act[Any] | Make,
    now: int,
    note: Note = ignore_note,
) -> Record:
    """Do and save what the GM does. Raise Refused, WrongUsage for its reason, Busy, InvalidFile."""
    if isinstance(asked, Act):
        check_reason(asked.reason, asked.longest)
    with league.at_work(note) as league:
        state = read_state(league, slug, note)
        files = {state.paths.orders(seat): data for seat, data in state.files.items()}
        state = state.replace(edited=[*state.edited, *uncommitted(league, files)])
        league.repository.author()  # before the game is read further
        made = asked if isinstance(asked, Act) else asked(state, league)
        check_rules(league, state, made)
        if not isinstance(made, Undo):  # which may take back what happened later
            check_time(league, state, state.clock, now)
        key = partial(league.dice_key, state.terms)
        step = followed(league, advance(state, made, now, dice_of(state, made, key)), made, now)
        written = write_step(step)
        tip = save(league, league.snapshot.commit, written, now, note)
        after = written.state
        if not after.clock.is_over and (voted := _carried(after)):
            save(league, tip, write_step(advance(after, voted, now, dice_of(after, voted, key))), now, note)
    for words in step.notes:
        note(words)
    return written.record


def check_reason(reason: str | None, most: int = Act.longest) -> None:
    """Raise WrongUsage for a reason that is not one line."""
    if reason is not None and not (0 < len(reason.strip()) <= most and reason.isprintable()):
        raise WrongUsage(
            f"what you say or give as a reason is one line of 1 to {most} characters that can all be seen"
        )


def check_time(league: League, state: GameState, clock: Clock, now: int) -> None:
    """Raise Refused where `now` is before what has happened in a game by a clock of it."""
    if early := too_early_reason(clock, now):
        way = _way_out(league, state, now, clock.last_time)
        raise GameRefused(state.slug, f"{state.clock.turn}: {early}. {way}")


def _way_out(league: League, state: GameState, now: int, last: Time) -> str:
    """Return what can be done in a game where the last thing happened later than `now`, at `last`."""
    live = [record for record in Timeline(records_of(league, state.terms)).live() if record.number]
    late = [record for record in live if record.at > now]
    if not live:
        return f"Wait until then, or give `--now {last}` or later."
    first = late[0] if late else live[-1]
    to = "" if late == [first] and not isinstance(first, Failed) else f" --to {first.turn}"
    undo = f"`genetess undo {state.slug}{to}`"
    why = "If that time was a mistake, undo what was done then" if late else "To go further back"
    return f"{why}: {undo}. Otherwise give `--now {last}` or later."


def save(league: League, tip: str, step: SavedStep, now: int, note: Note) -> str:
    """Commit a step on top of `tip` and let the work tree follow; gives the new tip."""
    for path, values in step.values.items():
        api.remember(league.cache, step.changes[path] or b"", values)
    new = commit(league, step.changes, step.seen, step.message, now, note, tip)
    for path in step.along:
        note(f"{path} was edited; it is part of this commit")
    return new


def commit(
    league: League, changes: Files, seen: Files, message: str, now: int, note: Note, tip: str = ""
) -> str:
    """Commit files on top of the league's commit, or of `tip`, and let the work tree follow; gives the new tip.

    It follows as far as it holds what was `seen`.
    """
    new, left = league.repository.commit(tip or league.snapshot.commit, changes, message, now, seen)
    tell_edited(left, note)
    return new


# What is due


def memories(league: League, state: GameState) -> Memories:
    """Return what the seats of a game remember, of which nothing is read before a bot asks."""
    terms = state.terms
    return Memories(terms.ruleset, lambda: league.setup(terms).board, positions(league, terms, state.game))


def _steps(
    state: GameState,
    now: int,
    key: Key,
    gm_order: GmOrder | None,
    memories: Memories,
    note: Note = ignore_note,
    follow: Callable[[Step, Input, int], Step] = lambda step, event, now: step,
) -> Iterator[SavedStep]:
    by_bots = 0
    if gm_order is not None:
        step = write_step(_by_gm(state, now, key, gm_order))
        memories.add(step.record, state.game, step.state.game)
        yield step
        state = step.state

    def answer(state: GameState) -> Order | Missed:
        return bots.answer(state, bots.dice(state, key), lambda: memories.of(state.seat))

    while event := due(state, now, answer):
        is_bots = state.seat in state.file.bots
        if is_bots and by_bots == bots.MOST_IN_A_RUN:
            note(f"{state.slug}: bots have played {by_bots} turns; the next run goes on")
            return
        step = write_step(follow(advance(state, event, now, dice_of(state, event, key)), event, now))
        by_bots += is_bots and not isinstance(step.record, Failed)
        memories.add(step.record, state.game, step.state.game)
        yield step
        state = step.state


def due(state: GameState, now: int, answer: ByBot) -> Input | None:
    """Return what is to be carried out, if anything: wishes first."""
    return _wish_due(state) or absence_due(state, now) or turn_due(state, now, answer)


def _wish_due(state: GameState) -> Input | None:
    if state.clock.is_over or state.begun:
        return None
    wishes = (wish_in(state, seat) for seat in state.queues)
    return next(filter(None, wishes), None)


def turn_due(state: GameState, now: int, answer: ByBot) -> Input | None:
    """Return what is to be carried out, wishes and absences aside."""
    if state.clock.is_over:
        return None
    if voted := _carried(state):
        return voted
    if pause := state.clock.paused:
        return Resume(source="timeout") if pause.is_past(now) else None
    if state.clock.together:
        return _due_together(state, now, answer)
    if seat := settled(state, now):
        return _settle(state, seat)
    if has_left(state, state.seat):
        return Missed()
    if state.seat in state.file.bots:
        waits = bots.gives_up(state) and state.terms.waits and not state.clock.is_late(now)
        return None if waits else answer(state)
    queue = queue_of(state, state.seat)
    if queue.problem and queue.id != state.clock.unread.get(state.seat):
        return UnreadableFile(queue.id, queue.problem)
    source = retry_source(state, queue) or queues.due(state.clock, state.seat, queue, now)
    if source is None:
        return None
    if source == "timeout":
        why = (unreadable(queue.problem),) if queue.problem else ()
        return Missed((state.seat,), problems=why)
    entry, reading = queue.readings[0]
    return Order(entry.text, reading, source, orders.without(queue.text, entry).encode())


def _carried(state: GameState) -> Act[Any] | None:
    """Return what all have voted for, if it can be done now; not between the gambles of a round 0."""
    clock = state.clock
    if not clock.votes or (clock.together and len(clock.to_move) < len(state.file.seats)):
        return None
    view = state.view
    vote = agreed(clock, state.file, view)
    match vote:
        case Choice(what="DRAW"):
            return AgreedDraw(voters(clock, state.file, view), source="vote")
        case Choice(what="CANCEL"):
            return Cancel(source="vote")
        case Choice(what="PAUSE") if not clock.paused:
            return Pause(seconds=vote.seconds, source="vote")
        case Choice(what="EXTEND") if clock.is_timed and (left := time_to_give(state)):
            return Extend(min(vote.seconds, left), source="vote")
    return None


def _settle(state: GameState, seat: str) -> Act[Any]:
    """Return what becomes of a resigned seat that nobody has taken, as game.yaml says."""
    bot = state.file.resigned
    if bot == DROP:
        return Drop(seat, orphans=True, source="timeout")
    return Replace(seat, holder_of(bot_of(seat, bot)), source="timeout")


def _due_together(state: GameState, now: int, by_bot: ByBot) -> Input | None:
    """Return what is due where all order together: nothing until all are in or the deadline has passed (ruling G39).

    Then it is one seat after the other, a step each; a run that was killed in between is gone on with by the next.
    """
    answers = simultaneous.answers(state)
    missing = simultaneous.missing_of(state, answers)
    late = missing.orders
    if missing.seats and not state.clock.is_late(now):
        return None
    answer = answers[state.seat]
    if answer.source == "bot" and not (late and with_grace(state, now, late)):
        return by_bot(state)
    if answer.order is None or (late and with_grace(state, now, late)):
        return Missed(late, answer.remaining, answer.problems)
    reading = Reading(answer.order)
    return Order(str(answer.order), reading, answer.source, answer.remaining, answer.problems)


def _by_gm(state: GameState, now: int, key: Key, gm_order: GmOrder) -> Step:
    """Play an order that the GM brings: what cannot be carried out is refused whole."""
    order = brought(state, gm_order)
    step = advance(state, order, now, dice_of(state, order, key))
    if step.problem is None:
        return step
    if order.reading.order and order.reading.order.verb == HOLIDAY:
        raise Refused(step.problem.message)
    raise Refused(render(order.reading.locate(step.problem), order.text))


def brought(state: GameState, gm_order: GmOrder) -> Order:
    """Return an order that the GM brings. Raise Refused where it is none of the seat to move, now."""
    slug = state.slug
    text = gm_order.order
    seat = gm_order.seat
    if gm_order.turn not in (None, state.clock.turn):
        raise Refused(
            f"{slug} moved from {gm_order.turn} to {state.clock.turn} meanwhile; the order was not played"
        )
    if state.clock.is_over:
        raise Refused(f"{slug} is over; it takes no more orders")
    if state.clock.paused:
        raise Refused(f"{slug} is paused; resume it with `genetess resume {slug}`")
    if state.clock.together:
        raise Refused(
            f"{slug} {state.clock.turn}: all players order at the same time, so no single order can run; "
            f"write it into the file with `genetess order {slug} {seat} TEXT --commit`"
        )
    if seat != state.seat:
        raise Refused(f"{slug} {state.clock.turn}: {state.seat} is to move, not {seat}")
    return Order(text, read_one(state.ruleset, text), "gm", reason=gm_order.reason)


def dice_of(state: GameState, event: Input, key: Key) -> Dice:
    attempt = state.clock.attempts.get(state.clock.turn, 0)
    label = f"{state.clock.turn} {state.seat}" if state.clock.together else state.clock.turn
    if isinstance(event, Start):
        label = START
    elif isinstance(event, Act):
        label = f"{state.clock.turn} {event.label}"
    return Dice(key, label, attempt)
