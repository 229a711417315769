"""A game's past: which records hold, who played, and every position, replayed from the opening.

Nothing is drawn or judged again here: the events of the records are applied, one after the other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from genetess_cli.errors import Finding, InvalidFile, Refused
from genetess_cli.rules import codec
from genetess_cli.rules.base import Position, Told, View
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.rules.turn import Fact, Lapsed, TimedOut
from genetess_cli.store.git.history import birth
from genetess_cli.store.league import League
from genetess_cli.store.records import Record, read_record
from genetess_cli.store.terms import Terms
from genetess_cli.store.timeline import Timeline
from genetess_cli.store.yaml.api import Tree
from genetess_cli.turns.acts import KINDS, with_names
from genetess_cli.values import Value


def record_in(tree: Tree) -> Record:
    """Return the record that a file says. Raise InvalidFile."""
    return read_record(tree, KINDS)


def records_of(league: League, terms: Terms, first: int = 0) -> Iterator[Record]:
    """Yield a game's records from the number `first` on. Raise InvalidFile, Closed."""
    return map(record_in, league.records(terms, first))


def told_of(league: League, terms: Terms, first: int = 0) -> Iterator[Record]:
    """Yield as `records_of`; where seats name persons, those who had them are called as pages call them now."""
    records = records_of(league, terms, first)
    if not terms.file.names_persons:
        return records
    return (with_names(record, league.people.told) for record in records)


class Moment(Value):
    """A record with what was around it."""

    record: Record
    before: Position
    after: Position
    events: list[Fact]  # the record's, as the ruleset's own values
    names: dict[str, str]  # the players', by seat
    absent: frozenset[str]  # the seats that were left
    is_undone: bool  # it was taken back later


def walk(
    rules: AnyRuleset,
    timeline: Timeline,
    records: Iterable[Record],
    position: Position,
) -> Iterator[Moment]:
    """Yield the moments of some records that follow each other, from the position before the first of them.

    None of them goes back behind that. Raise LookupError, ValueError, TypeError.
    """
    befores: dict[int, Position] = {}
    for record in records:
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


class _Stand(Value):
    """How a game stood before some records that follow each other up to the newest one."""

    position: Position
    absent: frozenset[str]
    records: Sequence[Record]


def positions(league: League, terms: Terms, position: Position, first: int = 0) -> Iterator[Moment]:
    """Yield the records from that of a number on; at the very end they have to have led to the position of now.

    Earlier ones come too where those go back behind it, or where git does not tell how the game stood then: at worst
    all from the start's on. Raise InvalidFile.
    """
    stand = _before(league, terms, first)
    game = stand.position
    timeline = Timeline(stand.records, terms.file.names, stand.absent)
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


def _before(league: League, terms: Terms, first: int) -> _Stand:
    """Return how a game stood before the record of a number, or earlier."""
    records = [*told_of(league, terms, first)]
    backs = [record.back_to for record in records if record.back_to is not None]
    earliest = min([first, *backs])
    if earliest < first:
        return _before(league, terms, earliest)
    if not first:
        setup = league.setup(terms)
        setup.check(is_open=False)
        return _Stand(setup.opening(), frozenset(), records)
    path = terms.paths.record(first, records[0].turn)
    with suppress(Refused, InvalidFile):
        then = league.at(birth(league.repository, path, league.snapshot.commit)[1])
        clock = then.clock(terms.slug).clock
        if clock and clock.number == first:
            return _Stand(then.position(terms), frozenset(clock.absent), records)
    return _before(league, terms, 0)


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
def _fitting(terms: Terms, record: Record) -> Iterator[None]:
    try:
        yield
    except (LookupError, ValueError, TypeError) as error:
        path = terms.paths.record(record.number, record.turn)
        what = f"its events do not fit the game ({type(error).__name__}: {str(error)[:120]})"
        mend = f"restore it from git, or {terms.paths.game} and {terms.paths.board}"
        raise InvalidFile(Finding(path, f"{what}; {mend}")) from None
