"""A game's past: which records hold, who played, and every position, replayed from the opening.

Nothing is drawn or judged again here: the events of the records are applied, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar

import msgspec

from genetess_cli.errors import Finding, InvalidFile
from genetess_cli.rules import codec
from genetess_cli.rules.base import Position, Told, View
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.rules.turn import Fact, Lapsed, TimedOut
from genetess_cli.store.league import League
from genetess_cli.store.schema import GRACE, RecordFile
from genetess_cli.store.terms import Terms
from genetess_cli.turns.acts import ACTIONS, absent_after, called, new_player

T = TypeVar("T")


class Timeline:
    """The records of a game in order, with undo, the players' names and their absences resolved.

    `players` are the names of game.yaml by seat; a name that was changed there by hand is the same person's from the
    beginning. What undo, names and absences tell needs the GM's records alone.
    """

    def __init__(self, records: Iterable[RecordFile], players: Mapping[str, str] | None = None) -> None:
        self.records = [*records]
        self._players = players or {}
        self._backs = {record.number: record.back_to for record in self.records if record.back_to is not None}

    def live(self, before: int | None = None) -> list[RecordFile]:
        """Return the records that lead to the present position, or to that before a record; no undos."""
        numbers = self._chain(self.records[-1].number if self.records else -1, before)
        return [record for record in self.records if record.number in numbers and record.back_to is None]

    @cached_property
    def undone(self) -> set[int]:
        last = max(self._backs, default=-1)
        return {*range(last + 1)} - self._chain(last)

    def undone_by(self, number: int) -> list[RecordFile]:
        """Return the live records that an undo to before the one of a number takes back."""
        kept = {record.number for record in self.live(before=number)}
        return [record for record in self.live() if record.number not in kept]

    def names(self, number: int) -> dict[str, str]:
        """Return the players' names by seat as they were once the record of a number had been made."""
        return _at(self._names, number)

    def absent(self, number: int) -> frozenset[str]:
        """Return the seats whose players had left once the record of a number had been made."""
        return _at(self._absences, number)

    def _chain(self, last: int, before: int | None = None) -> set[int]:
        """Return the numbers, up to the last, of the records that hold, or held before one of them."""
        numbers = set()
        number = last if before is None else before - 1
        while number >= 0:
            numbers.add(number)
            number = min(number, self._backs.get(number, number)) - 1
        return numbers

    @cached_property
    def _names(self) -> list[tuple[int, dict[str, str]]]:
        replaced = [record for record in self.records if new_player(record)]
        first = dict(self._players) | {str(record.seat): called(record.was) for record in reversed(replaced)}
        states = self._states(first, _with_new_player)
        last = states[-1][1]
        return [
            (since, names | {seat: name for seat, name in self._players.items() if names[seat] == last[seat]})
            for since, names in states
        ]

    @cached_property
    def _absences(self) -> list[tuple[int, frozenset[str]]]:
        return self._states(frozenset(), absent_after)

    def _states(self, first: T, change: Callable[[T, RecordFile], T]) -> list[tuple[int, T]]:
        """Return what the GM's records make of a value, each with the number from which on it holds."""
        states = [(0, first)]
        for record in self.records:
            if record.desk:
                back = self._backs.get(record.number)
                before = states[-1][1] if back is None else _at(states, back - 1)
                states.append((record.number, change(before, record)))
        return states


def _at(states: Sequence[tuple[int, T]], number: int) -> T:
    return next(state for since, state in reversed(states) if since <= max(number, 0))


def _with_new_player(names: dict[str, str], record: RecordFile) -> dict[str, str]:
    name = new_player(record)
    return names if name is None else {**names, str(record.seat): name}


class Moment(msgspec.Struct, frozen=True):
    """A record, its events as the ruleset's own values, the position before and after it, and what its timeline tells.

    `names` are the players' by seat, `absent` the seats that were left, `is_undone`: it was taken back later.
    """

    record: RecordFile
    before: Position
    after: Position
    events: list[Fact]
    names: dict[str, str]
    absent: frozenset[str]
    is_undone: bool


def walk(
    rules: AnyRuleset,
    timeline: Timeline,
    records: Iterable[RecordFile],
    position: Position,
) -> Iterator[Moment]:
    """Yield the moments of some records that follow each other, from the position before the first of them.

    None of them goes back behind that. Raise LookupError, ValueError, TypeError.
    """
    befores: dict[int, Position] = {}
    for record in records:
        if record.desk not in (None, GRACE, *ACTIONS):
            raise LookupError(f"desk: there is no act {record.desk}")
        before = befores[record.number] = position
        events = [codec.event(rules, event) for event in record.events]
        for event in events:
            position = rules.apply(position, event)
        if record.back_to is not None:
            position = befores[record.back_to]
        yield Moment(
            record,
            before,
            position,
            events,
            timeline.names(record.number),
            timeline.absent(record.number),
            record.number in timeline.undone,
        )


def positions(league: League, terms: Terms, position: Position) -> Iterator[Moment]:
    """Yield every record from the start's on; at the very end they have to have led to the position of now.

    Raise InvalidFile.
    """
    setup = league.setup(terms)
    setup.check(is_open=False)
    game = setup.opening()
    timeline = Timeline(league.records(terms), terms.file.names)
    moments = walk(terms.ruleset, timeline, timeline.records, game)
    for record in timeline.records:
        with _fitting(terms, record):
            moment = next(moments)
        game = moment.after
        yield moment
    if codec.dump(game) != codec.dump(position):
        words = (
            "this position does not follow from the records: a file of the game was changed after the start. Find it "
            f"with `git status` and `git log {terms.paths.folder}`, and restore it from git"
        )
        raise InvalidFile(Finding(terms.paths.state, words))


def view(terms: Terms, moment: Moment, viewer: str) -> View:
    """Return the position before a record as a viewer sees it. Raise InvalidFile where it cannot be one."""
    with _fitting(terms, moment.record):
        return terms.ruleset.view(moment.before, viewer)


def hear(terms: Terms, moment: Moment, viewer: str) -> Sequence[Told]:
    """Return what a viewer heard of a record's events. Raise InvalidFile where they do not fit the game."""
    with _fitting(terms, moment.record):
        return mark_absent(terms.ruleset.tell(moment.before, moment.events, viewer), moment.absent)


def mark_absent(told: Sequence[Told], absent: Container[str]) -> list[Told]:
    """Mark the time-outs of players who have left: they missed no deadline."""
    return [_mark_absent(event, absent) for event in told]


def _mark_absent(event: Told, absent: Container[str]) -> Told:
    match event:
        case TimedOut() if event.seat in absent:
            return Lapsed(event.seat, left=True)
        case Lapsed() if event.seat in absent:
            return Lapsed(event.seat, event.together, left=True)
        case _:
            return event


@contextmanager
def _fitting(terms: Terms, record: RecordFile) -> Iterator[None]:
    try:
        yield
    except (LookupError, ValueError, TypeError) as error:
        path = terms.paths.record(record.number, record.turn)
        what = f"its events do not fit the game ({type(error).__name__}: {str(error)[:120]})"
        mend = f"restore it from git, or {terms.paths.game} and {terms.paths.board}"
        raise InvalidFile(Finding(path, f"{what}; {mend}")) from None


def attempts_after(attempts: Mapping[str, int], undone: Iterable[RecordFile]) -> dict[str, int]:
    """Return how often each turn has been taken back, once these records are: it draws under the next attempt then.

    A turn in which nothing was carried out has drawn nothing, and is the same turn still.
    """
    turns = dict.fromkeys(record.turn for record in undone if is_of_turn(record))
    return {**attempts, **{turn: attempts.get(turn, 0) + 1 for turn in turns}}


def is_of_turn(record: RecordFile) -> bool:
    """Return whether a turn was carried out by the rules: no failed order, no holiday, no act of the GM's."""
    moved = record.outcome != "failed" and record.order != HOLIDAY
    return moved and record.source != "start" and record.desk is None
