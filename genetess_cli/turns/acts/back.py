"""An undo: the game goes on from an earlier position, and nothing is erased. Pure: `undo.py` reads how that was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.problems import join_words
from genetess_cli.store.codec import ids_of
from genetess_cli.store.files import Contents
from genetess_cli.store.git.commits import UNDO
from genetess_cli.store.people import NOBODY, People
from genetess_cli.store.records import (
    GRACE,
    Acted,
    Failed,
    Graced,
    Handover,
    Holder,
    Now,
    OfSeat,
    Record,
    TakenBack,
)
from genetess_cli.store.schema import Clock, FromFile, Version, Word
from genetess_cli.store.timeline import Timeline, attempts_after
from genetess_cli.store.times import Time
from genetess_cli.turns.acts.absence import PersonTold
from genetess_cli.turns.acts.act import MORE_TIME, Act, Telling, who
from genetess_cli.turns.acts.adopt import rules_at, set_rules
from genetess_cli.turns.acts.seats import holder_of, orders_left, set_players
from genetess_cli.turns.clock import restart
from genetess_cli.turns.state import GameState, Step, with_new_keys
from genetess_cli.values import Value


class Earlier(Value):
    """A game as it stood before a record."""

    game: Any
    clock: Clock
    queues: Contents  # what the order files say once all since then is taken back
    text: bytes  # game.yaml


class Extent(FromFile, omit_defaults=True):
    """What was taken back: turns, from the first to the last, and acts."""

    first: Word | None = None
    last: Word | None = None
    acts: list[TakenBack] = []


class Again(Now):
    """The clock that runs again as before; nothing where a full deadline begins."""

    since: Time | None = None
    deadline: Time | None = None  # where that is another one than just before the undo


class Undone(Acted, tag=UNDO):
    """The position after it is the one before the record `back_to`."""

    back_to: Version
    was: Extent = Extent()
    now: Again = Again()


class Undo(Act[Undone]):
    """Go back to how the game stood before a record."""

    earlier: Earlier
    first: Record  # the first of those that are taken back
    records: Sequence[Record]  # all of the game
    is_anew: bool  # a full deadline begins
    people: People = NOBODY  # among whom those are looked for whom older records name

    kind = Undone
    undone = "the last undo"
    over = True
    any_rules = True

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        past = self.earlier
        first = self.first
        timeline = Timeline(self.records)
        players = given_back(state, timeline, first.number)
        taken = timeline.undone_by(first.number)
        clock = past.clock.replace(retry=state.clock.retry)
        if self.is_anew:
            clock = past.clock.replace(retry=None)
            ids = ids_of(state.codec, past.queues)
            for seat in past.clock.to_move[:1]:  # nobody where the game was over
                clock = restart(clock, seat, ids, first.at, at, state.file)
        # What never goes back: keys and the numbers of queues, how often a turn was played.
        present = with_new_keys(state, *players).clock
        waiting = [seat for seat in past.queues if _waits(past, state, seat)]
        clock = clock.replace(
            epochs=present.epochs,
            numbers=present.numbers,
            noted=present.noted,
            key=present.key,
            last=present.last,
            attempts=attempts_after(present.attempts, taken),
            put_back=tuple(waiting),
        )
        now = Again()
        if not self.is_anew:
            is_same = clock.deadline == present.deadline
            deadline = None if is_same else clock.deadline
            now = Again(clock.since, deadline)
        step = self.step(state, clock, at, back_to=first.number, was=_extent(first, taken), now=now)
        after = step.state.replace(game=past.game, queues=dict(past.queues))
        notes = [*orders_left(state, players), *_notes(past, state, clock, waiting, at)]
        again = {seat: self.people.holder(who) for seat, who in players.items()}
        settings = _settings_again(state, past, again) if players else None
        rules = rules_at(timeline, before=first.number)
        if rules != rules_at(timeline):
            settings = set_rules(state.terms, settings or state.terms.source, rules)
            notes.append(f"{state.slug} is again played by version {rules} of the {state.ruleset.name} rules")
        return step.replace(state=after, notes=notes, settings=settings)

    @classmethod
    def words(cls, record: Undone, told: Telling) -> str:
        turn = record.next or record.turn
        time = told.with_time(record.until)
        parts = [*_turns_words(record.was), *_acts_words(record.was, told)]
        if not parts:
            return f"{who(record)} began turn {turn} again{time}"
        return f"{who(record)} undid {join_words(parts)}; the game goes on in turn {turn}{time}"


def _turns_words(undone: Extent) -> list[str]:
    if not undone.first:
        return []
    if undone.first == undone.last:
        return [f"turn {undone.first}"]
    return [f"turns {undone.first} to {undone.last}"]


def _acts_words(undone: Extent, told: Telling) -> list[str]:
    counts = Counter(_undone_words(act, told) for act in undone.acts)
    words = []
    for act, count in counts.items():
        often = f" ({count} times)" if count > 1 else ""
        words.append(f"{act}{often}")
    return words


def _undone_words(act: TakenBack, told: Telling) -> str:
    """Return the name of an act once it is undone."""
    if isinstance(act, OfSeat):
        return told.acts[act.act].undone_words(act)
    if act == GRACE:
        return "the grace"
    return told.acts[act].undone if act in told.acts else f"“{act}”"


def _notes(past: Earlier, state: GameState, clock: Clock, waiting: Sequence[str], at: int) -> list[str]:
    slug = state.slug
    notes = []
    if back := [seat for seat in waiting if past.queues[seat] != state.queues[seat]]:
        notes.append(
            f"{slug}: orders are again in the files of {join_words(back)}. They wait until their player saves them "
            "again, or for the deadline."
        )
    if clock.is_late(at):
        notes.append(
            f"{slug} {clock.turn}: the deadline is again {clock.deadline}, which has passed. {MORE_TIME.format(slug)}"
        )
    return notes


def _waits(past: Earlier, state: GameState, seat: str) -> bool:
    """Return whether a file waits: orders were put into it, or it waits as before an undo that is taken back."""
    more = len(past.queues[seat] or b"") - len(state.queues[seat] or b"")
    clock = past.clock if more < 0 else state.clock
    return more > 0 or seat in clock.put_back


def moves(records: Sequence[Record], number: int) -> bool:
    """Return whether turns go or come back before a record; acts that only clock and players know are none."""
    timeline = Timeline(records)
    before = [record.number for record in timeline.live(before=number) if _is_move(record)]
    now = [record.number for record in timeline.live() if _is_move(record)]
    return before != now


def _is_move(record: Record) -> bool:
    return not isinstance(record, Acted | Graced) or bool(record.events)


def _extent(first: Record, gone: Sequence[Record]) -> Extent:
    turns: list[str] = []
    acts: list[TakenBack] = []
    if isinstance(first, Acted) and first.back_to is not None:
        acts.append(first.taken_back)
    for record in gone:
        match record:
            case Failed() | PersonTold():  # the person's file stays as it is
                pass
            case Acted():
                acts.append(record.taken_back)
            case Graced():
                acts.append(GRACE)
            case _:
                turns.append(record.turn)
    if not turns:
        return Extent(acts=acts)
    return Extent(turns[0], turns[-1], acts)


def _settings_again(state: GameState, past: Earlier, players: Mapping[str, Holder]) -> bytes:
    """Put players back into game.yaml: with its text of then, where nothing else has changed."""
    terms = state.terms
    now = {seat: holder_of(terms.file.player(seat)) for seat in players}
    texts = set_players(terms, past.text, now), set_players(terms, past.text, players)
    if texts == (terms.source, past.text):
        return past.text
    return set_players(terms, terms.source, players)


def given_back(state: GameState, timeline: Timeline, before: int) -> dict[str, Holder]:
    """Return who gets a seat back: those whom it was taken from since, and whom game.yaml does not name."""
    given = [record for record in reversed(timeline.records) if isinstance(record, Handover)]
    first = {record.seat: record.was for record in given}
    kept = _given(timeline.live(before=before))
    now = _given(timeline.live())
    playing = {player.seat: holder_of(player) for player in state.file.players}
    wanted = {seat: kept.get(seat, was) for seat, was in first.items()}
    return {
        seat: who for seat, who in wanted.items() if now.get(seat) != kept.get(seat) and playing[seat] != who
    }


def _given(records: Sequence[Record]) -> dict[str, Holder]:
    return {record.seat: record.now for record in records if isinstance(record, Handover)}
