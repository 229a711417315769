"""The game played again: what was due before each record is given to `advance` once more, and all of it is compared.

Where a commit tells the clock before a record, the referee finds what was due by the order files of then, and the
record, the order files and the clock after it have to come out as committed. Where none does, as after a squash, an
order is taken on its record's word, and so is what the settings or order files of then decide. What other rules than
those of this program made is passed over: the game goes on as it was committed behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import Any, TypeVar

import msgspec

from genetess_cli.admin.verify.evidence import Differs, Evidence, clock_of, difference
from genetess_cli.errors import MISFITS, Fault, InvalidFile, Refused
from genetess_cli.rules import codec
from genetess_cli.rules.base import plain
from genetess_cli.rules.dice import Dice, Draw, Recorded
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import Problem
from genetess_cli.store import schema
from genetess_cli.store.codec import print_of
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.git.history import Version
from genetess_cli.store.layout import seat_of
from genetess_cli.store.records import (
    FORM,
    SENTENCES_KEPT,
    Acted,
    Begun,
    Failed,
    Graced,
    Handover,
    Played,
    Record,
    TimeOut,
    Wished,
)
from genetess_cli.store.records import plain as plain_record
from genetess_cli.store.schema import Clock
from genetess_cli.store.terms import Terms
from genetess_cli.store.yaml import api
from genetess_cli.turns import bots, referee
from genetess_cli.turns.acts import ACTS, Replaced
from genetess_cli.turns.acts.absence import Rested
from genetess_cli.turns.acts.act import Act
from genetess_cli.turns.acts.adopt import Adopted
from genetess_cli.turns.acts.asked import wish_in
from genetess_cli.turns.acts.back import Earlier, Undo, Undone, moves
from genetess_cli.turns.acts.seats import holder_of
from genetess_cli.turns.acts.wishes import Misread
from genetess_cli.turns.bots.memories import Memories
from genetess_cli.turns.queue import read_files, with_noted_queues, without_saved
from genetess_cli.turns.saving import queue_before, takes_from_file
from genetess_cli.turns.start import RENEWED, opening_clock
from genetess_cli.turns.state import GameState, GmOrder, Step, mask_ids, too_early_reason
from genetess_cli.turns.step import Input, Missed, Order, Start, UnreadableFile, advance
from genetess_cli.turns.timeline import positions, record_in

T = TypeVar("T")
_Orders = Mapping[str, str | None]
"""The order files of a commit by path, by git's ids; None or nothing for one that is not there."""
_BY_RECORDS = ("turn", "to_move", "phase", "number", "attempts")
"""What the records alone tell of a clock."""
_TRUSTED = ("opened", "rested", "fresh", "was", "now")
"""What no record proves where no commit tells the clock before it."""


class _Lost(Exception):
    """Nothing here tells how the game went on after a record of other rules, of this turn."""


def _place(number: int, turn: str) -> dict[str, Any]:
    return {"number": number, "turn": turn}


def _next(clock: Clock) -> dict[str, Any]:
    return {"turn": clock.turn, "to_move": clock.to_move, "number": clock.number}


def _unplayable(path: str, error: Exception) -> Differs:
    return Differs(path, f"cannot be played again ({type(error).__name__}: {str(error)[:120]})")


class Fold:
    """One game, record by record, as it went on where an `earlier` fold of it ended, or from its `first` record on.

    By the `number` of the next record: `states` are how it stood then, `rules` by which version it was played; and
    `records` are these. For those that are `compared` there is a position that was committed with them. Only those of
    the `numbers` of the evidence are played again, and only by their own rules: `foreign` are those of others, and
    `lost` says from where on none can be read. With the `key` of its dice, all is drawn once more, and bots give their
    orders. `at` is the number of the record that is compared now, None before and after all of them.
    """

    def __init__(
        self,
        evidence: Evidence,
        key: bytes | None = None,
        earlier: Fold | None = None,
        first: int = 0,
    ) -> None:
        """Believe what comes before a `first` record other than 0. Raise Differs, InvalidFile."""
        self._terms = terms = evidence.terms
        self._evidence = evidence
        self._paths = terms.paths
        self._key = key
        self._clocks: dict[int, Clock] = {}
        self._positions: set[str | None] = set()
        self._begun: GameState | None = None
        self.number = 0
        self.at: int | None = None
        self.states = {0: GameState(terms, evidence.start.opening(), opening_clock(terms, 0), {})}
        self.records: dict[int, Record] = {}
        self.rules = {0: evidence.start.terms.file.rules_version}
        self.foreign: list[Record] = []
        self.lost: str | None = None
        self.compared: set[int] = set()
        self._memories = Memories(terms.ruleset, lambda: evidence.start.board)
        if earlier:
            self.compared |= earlier.compared
            self._clocks |= [*earlier._clocks.items()][-1:]
        if first:
            self._go_on(first)

    @property
    def stand(self) -> GameState:
        return self.states[self.number]

    def _go_on(self, first: int) -> None:
        terms = self._terms
        evidence = self._evidence
        version = evidence.versions[first - 1][-1]
        then = evidence.league.committed(version.commit)
        clock = clock_of(evidence.past, terms.paths, version)
        position = then.position(terms)
        self.number = first
        self.states = {first: GameState(terms, position, mask_ids(terms.codec, clock), {})}
        self.rules = {first: evidence.terms_of(version).file.rules_version}
        self.compared = {number for number, rows in evidence.versions.items() if rows and number < first}
        self._clocks = {first - 1: clock}
        self._memories = Memories(
            terms.ruleset, lambda: evidence.start.board, positions(then, terms, position)
        )
        if terms.is_sealed:  # it lies there with later records too
            self._positions.add(version.files.get(terms.paths.state))

    def play(self) -> Iterator[tuple[Record, str]]:
        """Play the records again, and compare them and the clocks and positions of their commits.

        Yield each with its path, also those that are passed over. Raise Differs, InvalidFile.
        """
        try:
            yield from self._records()
        except _Lost as lost:
            words = "this program cannot read what other rules made; nothing there was played again"
            self.lost = f"from {lost} on: {words}"
        self.at = None
        self._check_rules()

    def _records(self) -> Iterator[tuple[Record, str]]:
        numbers = self._evidence.numbers
        last = numbers.stop if numbers else None
        for path in self._evidence.records[self.number : last]:
            self.at = self.number
            record = self.read(path)
            if self.is_played(record):
                self.add(record, path)
            else:
                self._pass_over(record, path)
            yield record, path

    def _is_asked_for(self, record: Record) -> bool:
        numbers = self._evidence.numbers
        return numbers is None or record.number in numbers

    def is_played(self, record: Record) -> bool:
        return self._is_asked_for(record) and record.rules_version == self._terms.ruleset.version

    def add(self, record: Record, path: str) -> None:
        number = self.number
        try:
            state = self._play(record, path)
        except Fault as fault:
            raise Differs(path, f"cannot be played again: {fault}") from None
        except MISFITS as error:
            raise _unplayable(path, error) from None
        self._append(record, state)
        for version in self._evidence.versions[number]:
            if version.files.get(self._paths.state) not in self._positions:
                self._compare_position(version)
            self.compared.add(number)

    def _append(self, record: Record, state: GameState) -> None:
        self._memories.add(record, self.stand.game, state.game)
        rules = self._rules_after(record)
        self.records[self.number] = record
        self.number += 1
        self.states[self.number] = state
        self.rules[self.number] = rules

    def _rules_after(self, record: Record) -> int | None:
        if record.back_to is not None:
            return self.rules[record.back_to]
        return record.now.rules_version if isinstance(record, Adopted) else self.rules[self.number]

    def read(self, path: str) -> Record:
        """Return the record of a file, which has to be the next one. Raise Differs, InvalidFile."""
        expected = self._paths.record(self.number, self.stand.clock.turn)
        entry = self._evidence.files[path]
        if path != expected or not entry.is_file:
            found = "this file" if entry.is_file else entry.words
            raise Differs(path, f"expected {expected} next, found {found}")
        data = self._evidence.past.read(entry.oid)
        tree = self._terms.codec.record(data, path, self._evidence.league.cache)
        record = self._record_in(tree)
        self._check_version(record, path)
        last = self.number - 1
        if record.back_to is not None and not (0 in self.states and 1 <= record.back_to <= last):
            raise Differs(path, f"back_to: expected a number from 1 to {last}, found {record.back_to}")
        return record

    def _record_in(self, tree: api.Tree) -> Record:
        """Return the record that a file says. Raise InvalidFile, _Lost where it came with a game of newer rules."""
        try:
            return record_in(tree)
        except InvalidFile:
            version = next(row for row in self._evidence.life.versions if row.last >= self.number)
            if self._evidence.terms_of(version).is_ahead:
                raise _Lost(self.stand.clock.turn) from None
            raise

    def _check_version(self, record: Record, path: str) -> None:
        """Raise Differs where a record is of other rules than the acts of the GM lead to."""
        expected = self.rules[self.number]
        if expected is None:
            raise Differs(self._paths.game, "rules_version: expected that of the start, found nothing")
        if isinstance(record, Adopted):
            was = record.was.rules_version
            now = record.now.rules_version
            if not expected == was < now:
                words = f"expected the way from {expected} to newer rules, found that from {was} to {now}"
                raise Differs(path, f"rules_version: {words}")
            expected = now
        # Before there was `adopt`, newer rules took a game over by themselves.
        is_early = (
            record.form <= SENTENCES_KEPT and expected <= record.rules_version <= self._terms.ruleset.version
        )
        if record.rules_version != expected and not is_early:
            raise Differs(path, f"rules_version: expected {expected}, found {record.rules_version}")

    def _check_rules(self) -> None:
        """Raise Differs where a game.yaml names another version of the rules than the acts of the GM lead to."""
        evidence = self._evidence
        path = self._paths.game
        for version in evidence.settled:
            if version.last + 1 in self.rules:
                with suppress(InvalidFile):  # no run reads such a file
                    terms = evidence.terms_of(version)
                    evidence.hold(path, *self._rules_of(version.last + 1, terms), version)
        if self.number == len(evidence.records):
            evidence.hold(path, *self._rules_of(self.number, self._terms))

    def _rules_of(self, number: int, terms: Terms) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"rules_version": self.rules[number]}, {"rules_version": terms.file.rules_version}

    # What other rules made, or what is not asked for

    def _pass_over(self, record: Record, path: str) -> None:
        """Go on behind a record as its commit has the game, or else as its events lead on. Raise Differs, _Lost."""
        number = self.number
        terms = self._terms
        evidence = self._evidence
        stand = self.stand
        clock = stand.clock.replace(turn=record.next or "", to_move=record.to_move, number=number + 1)
        is_foreign = record.rules_version != terms.ruleset.version
        evidence.hold(path, _place(number, stand.clock.turn), _place(record.number, record.turn))
        try:
            for version in evidence.versions[number]:
                self._clocks[number] = committed = clock_of(evidence.past, terms.paths, version)
                evidence.hold(terms.paths.clock, _next(clock), _next(committed), version)
                clock = mask_ids(terms.codec, committed)
            state = stand.replace(game=self._position_after(record), clock=clock)
            self._append(record, state)
        except (InvalidFile, *MISFITS) as error:
            if is_foreign:
                raise _Lost(record.turn) from None
            if isinstance(error, InvalidFile):
                raise
            raise _unplayable(path, error) from None
        if is_foreign and self._is_asked_for(record):
            self.foreign.append(record)

    def _position_after(self, record: Record) -> Any:
        number = self.number
        terms = self._terms
        path = terms.paths.state
        for version in self._evidence.versions[number]:
            oid = version.files.get(path, "")
            data = self._evidence.past.read(oid) if oid else b""
            if data and terms.codec.state_since(data, path) in (None, number + 1):
                self._positions.add(oid)
                return codec.load(terms.ruleset, terms.settings, terms.codec.state(data, path).data)
        if record.back_to is not None:
            return self.states[record.back_to].game
        rules = terms.ruleset
        events = [codec.event(rules, event) for event in record.events]
        return reduce(rules.apply, events, self.stand.game)

    def _play(self, record: Record, path: str) -> GameState:
        """Return the state after a record, once that and the clocks of its commits have come out as committed."""
        number = self.number
        evidence = self._evidence
        versions = evidence.versions[number]
        commits = [(version, clock_of(evidence.past, evidence.paths, version)) for version in versions]
        needed = {number - 1, (record.back_to or 0) - 1} - {-1}
        if commits and all(evidence.versions[earlier] for earlier in needed):
            state = self._as_seen(*commits[0], partial(self._play_with, record, path, *commits[0]))
        else:
            state = self._play_untold(record, path, next(iter(versions), None))
            if commits:
                self._compare_untold(state.clock, *commits[0])
        for version, clock in commits:
            if number in self._clocks:
                self._compare_saved(self._clocks[number], version, clock)
            self._clocks[number] = clock
        if number not in self._clocks:
            return state
        return state.replace(clock=mask_ids(self._terms.codec, self._clocks[number]))

    # Where commits tell the clock and the order files before a record

    def _as_seen(self, version: Version, clock: Clock, attempt: Callable[[_Orders], T]) -> T:
        """Return what comes of the order files of a commit, where need be of those that its run saw."""
        try:
            return attempt(version.orders)
        except Differs:
            with suppress(Differs):
                return attempt(self._seen_orders(version, clock))
            raise

    def _play_with(
        self, record: Record, path: str, version: Version, clock: Clock, orders: _Orders
    ) -> GameState:
        terms = self._terms_before(record, version)
        stand = self.stand
        before = stand.clock if self.number else opening_clock(terms, record.at)
        lay = self._files(orders)
        after, closed, opened = read_files(terms.codec, lay, before.replace(epochs=clock.epochs))
        said = dict(after)
        olds = {change.path: change.old_oid for change in version.changes}
        undone = olds if record.back_to is not None else {}
        for seat in after:
            file = self._paths.orders(seat)
            if lay[seat] and seat not in opened:
                continue  # no run wrote what cannot be opened: it lay there
            if seat == record.seat or file in undone:
                oid = olds.get(file, orders.get(file))
                body = self._body(oid)
                then = read_files(terms.codec, {seat: body}, before)[2].get(seat)
                was = then.text if then else None
                said[seat] = queue_before(record, seat, after[seat], was)
                is_left = said[seat] == after[seat] and before.epochs.get(seat) == clock.epochs.get(seat)
                if not is_left:
                    is_later = then and seat in opened and then.number > opened[seat].number
                    is_known = record.queue is None and said[seat] == was and not is_later
                    lay[seat] = body if is_known else None  # else it was not committed
        before = self._noted(without_saved(before, lay), lay)
        if terms.is_sealed and not lay.get(record.seat or "") and not after.get(record.seat or ""):
            before = self._with_number(before, record, clock)
        still = {seat: why for seat, why in closed.items() if said[seat] == after[seat]}
        is_begun = before.together and len(before.to_move) < len(terms.file.seats)
        begun = self._begun if is_begun else None
        state = GameState(self._as_played(terms), stand.game, before, said, closed=still, begun=begun)
        event = self._input(state, record, after)
        if event is None:
            raise Differs(path, f"expected no such record, as nothing was due at {record.at}")
        step = self._advance(state, event, record)
        self._hold(path, step.record, record)
        self._evidence.hold(path, self._texts(step.state.queues), self._texts(after))
        expected = self._noted(self._renewed(step.state.clock, version, clock), self._files(orders))
        self._compare(version, mask_ids(self._terms.codec, expected), clock)
        if before.together and not is_begun and not isinstance(record, Acted | Graced):
            self._begun = step.state.replace(queues=after, closed=closed)
        return step.state

    def _input(self, state: GameState, record: Record, after: Contents) -> Input | None:
        """Return what was due, or what the GM did; the order files `after` it are those that an undo left."""
        if not self.number:
            return Start(self._evidence.start.board)
        match record:
            case Wished() | Failed(source="wish") if wish := wish_in(state, record.seat):
                return wish
            case Acted(was_due=False) | Handover() | Rested():
                return self._act(state, record, after)
            case Played(source="gm"):
                brought = GmOrder(record.order, record.seat, reason=record.reason)
                return referee.brought(state, brought)
            case _:
                return self._due(state, record)

    def _due(self, state: GameState, record: Record) -> Input | None:

        def answer(state: GameState) -> Order | Missed:
            key = self._key
            if key is None:
                return Missed() if bots.gives_up(state) else bots.ordered(state, str(record.order))
            return bots.answer(state, bots.dice(state, lambda: key), lambda: self._memories.of(state.seat))

        return referee.turn_due(state, record.at, answer)

    def _act(self, state: GameState, record: Acted, after: Contents | None) -> Act[Any]:
        """Return the act of a record; the order files `after` it are those that an undo left, None where none tells."""
        if record.seat is not None:
            state.terms.check_seat(record.seat)
        if isinstance(record, Replaced) and after is not None:  # who has the seat, game.yaml tells
            record = record.replace(now=holder_of(state.file.player(record.seat)))
        if not isinstance(record, Undone):
            again = ACTS[record.act].again(record)
            return again.replace(reason=record.reason, source=record.source)
        then = self.states[record.back_to]
        first = self.records[record.back_to]
        earlier = Earlier(then.game, then.clock, dict(after or {}), state.terms.source)
        records = [*self.records.values()]
        is_anew = moves(records, first.number) or record.now.since is None  # as `undo --to` begins it
        return Undo(earlier, first, records, is_anew, reason=record.reason, source=record.source)

    def _as_played(self, terms: Terms) -> Terms:
        """Return terms with the version of the rules before a record: an act may be what changes it."""
        return terms.replace(file=terms.file.replace(rules_version=self.rules[self.number]))

    def _terms_before(self, record: Record, version: Version) -> Terms:
        """Return the terms that a run saw; of an undo, which may change the players, with those of before."""
        terms = self._evidence.terms_of(version)
        path = self._paths.game
        olds = [row.old.oid for row in version.changes if row.path == path and row.old]
        if record.back_to is None or not olds:
            return terms
        return terms.replace(file=terms.file.replace(players=self._evidence.terms_in(olds[0]).file.players))

    def _advance(self, state: GameState, event: Input, record: Record) -> Step:
        """Give an input to `advance` once more, with the luck of the game's key, or else of its record."""
        past = state.clock if record.back_to is None else self.states[record.back_to].clock
        if early := too_early_reason(past, record.at):
            raise Refused(f"at: {early}")
        if (key := self._key) is not None:
            dice = referee.dice_of(state, event, lambda *_: key)
        elif isinstance(record, Failed):  # no matter of luck, and it records none
            dice = Dice(bytes, 0)
        else:
            dice = Recorded([msgspec.convert(draw, Draw) for draw in record.draws])
        return advance(state, event, record.at, dice)

    def _hold(self, path: str, expected: Record, record: Record, trusted: Sequence[str] = ()) -> None:
        """Raise Differs where a record is not as expected; what a file said before it, it alone tells."""
        alone = ("queue", "rules_version", *trusted)
        earlier = self.records.get(self.number - 1)
        if record.form < FORM and (earlier is None or earlier.form <= record.form):
            alone += ("form", "by")
            if record.form <= SENTENCES_KEPT and expected.problems and record.problems:
                alone += ("problems",)
        said = plain_record(record)
        known = {name: value for name, value in plain_record(expected).items() if name not in alone}
        told = {name: value for name, value in said.items() if name in alone}
        if what := difference(known | told, said):
            is_bots = isinstance(record, Played | Failed) and record.source == "bot"
            if self._key and (what.startswith("draws") or is_bots):
                what = f"{what}, by the dice of the game's key"
            raise Differs(path, what)

    # Where none does

    def _play_untold(self, record: Record, path: str, version: Version | None) -> GameState:
        terms = self._evidence.terms_of(version)
        stand = self.stand
        clock = stand.clock if self.number else opening_clock(terms, record.at)
        clock = clock.replace(grace_used=not isinstance(record, Graced))
        state = GameState(self._as_played(terms), stand.game, clock, {})
        event = self._untold(state, record) if self.number else Start(self._evidence.start.board)
        step = self._advance(state, event, record)
        is_of_file = record.order in (None, HOLIDAY) or record.source == "wish"
        of_file = ("problems", "source") if is_of_file else ()
        self._hold(path, step.record, record, (*_TRUSTED, *of_file))
        return step.state

    def _untold(self, state: GameState, record: Record) -> Input:
        """Return what moved the game on, on the record's word."""
        match record:
            case Begun():
                return Start(self._evidence.start.board)
            case Acted():
                return self._act(state, record, None)
            case TimeOut() | Graced():
                return Missed(state.clock.to_move, problems=record.problems)
            case Failed(source="wish", order=str(text)):
                return Misread(
                    seat=record.seat, text=text, remaining=b"", problem=Problem(record.problems[0].key, "")
                )
            case Failed(order=None):
                return UnreadableFile("", Problem("closed", ""))
            case Failed() | Played():
                event = bots.ordered(state, str(record.order))
                return event.replace(source=record.source, problems=record.problems, reason=record.reason)

    # What was committed with it

    def _compare(self, version: Version, expected: Clock, clock: Clock) -> None:
        """Compare the clock of a commit with the one that it has to be; once the game is over its key may come."""
        path = self._paths.clock
        if clock.key != expected.key and (expected.key or clock.phase != "finished"):
            allowed = expected.key or "none before the game is over"
            where = self._evidence.describe(path, version)
            raise Differs(where, f"key: expected {allowed}, found another")
        expected = expected.replace(key=clock.key)
        self._evidence.hold(path, schema.plain(expected), schema.plain(clock), version)

    def _compare_untold(self, expected: Clock, version: Version, clock: Clock) -> None:
        """Compare what records tell of a clock; what it says of keys and sealed orders must only have grown."""
        known = {name: getattr(expected, name) for name in _BY_RECORDS}
        before = self._clocks[max(self._clocks)] if self._clocks else clock
        for name in ("epochs", "numbers"):
            now = getattr(clock, name)
            least = getattr(before, name)
            known[name] = now | {seat: max(count, now.get(seat, 0)) for seat, count in least.items()}
        self._compare(version, clock.replace(key=before.key, **known), clock)

    def _compare_saved(self, before: Clock, version: Version, clock: Clock) -> None:
        """Compare a clock that came without a record: with a key that was revealed, or another key for a seat."""

        def save(orders: _Orders) -> None:
            files = self._files(orders)
            after = self._renewed(before, version, clock)
            lay = dict(files)
            for change in version.changes:
                seat = seat_of(change.path)
                if seat in clock.put_back and change.old:  # sealed again for another key, it still waits
                    lay[seat] = self._body(change.old.oid)
            self._compare(version, self._noted(without_saved(after, lay), files), clock)

        if clock != before:
            self._as_seen(version, clock, save)

    def _noted(self, clock: Clock, files: Contents) -> Clock:
        """Return a clock once order files were read, or written."""
        _, _, opened = read_files(self._terms.codec, files, clock)
        return with_noted_queues(clock, files, opened)

    def _renewed(self, clock: Clock, version: Version, committed: Clock) -> Clock:
        """Return a clock with the other keys that a commit says it gave to seats."""
        if committed.epochs == clock.epochs:
            return clock
        said = self._evidence.past.message(version.commit)
        epochs = dict(clock.epochs)
        for seat in self._terms.file.seats:
            if count := said.count(RENEWED.format(self._terms.slug, seat)):
                epochs[seat] = epochs.get(seat, 0) + count
        return clock.replace(epochs=epochs)

    def _with_number(self, clock: Clock, record: Record, committed: Clock) -> Clock:
        """Return a clock after a sealed order file of which nothing tells the number, as no commit has it."""
        seat = record.seat or ""
        is_used = takes_from_file(record) or record.queue is not None
        number = committed.numbers.get(seat, 0)
        if not is_used or number <= clock.numbers.get(seat, 0):
            return clock
        return clock.replace(numbers=clock.numbers | {seat: number})

    def _compare_position(self, version: Version) -> None:
        """Compare a position with how the game stands, or stood before the record that it was written before."""
        evidence = self._evidence
        path = self._paths.state
        last = self.number
        oid = version.files.get(path)
        if oid is None:
            raise Differs(evidence.describe(path, version), "expected the position, found no such file")
        data = evidence.past.read(oid)
        since = self._terms.codec.state_since(data, path)
        if since is not None and not (since and since in self.states):
            words = f"expected a position from before record {last} at the latest, found {since}"
            raise Differs(evidence.describe(path, version), words)
        number = last if since is None else since
        expected = codec.dump(self.states[number].game)
        if data != api.dump(expected).encode():
            evidence.hold(path, plain(expected), evidence.values(data, path), version)
        if since is not None:  # it lies there with later records too
            self._positions.add(oid)

    # The files of a commit

    def _texts(self, queues: Contents) -> dict[str, str]:
        return {
            self._paths.orders(seat): (text or b"").decode("utf-8", "replace")
            for seat, text in queues.items()
        }

    def _body(self, oid: str | None) -> bytes | None:
        return self._evidence.past.read(oid) if oid else None

    def _files(self, orders: _Orders) -> Files:
        return {seat: self._body(orders.get(self._paths.orders(seat))) for seat in self._terms.file.seats}

    def _seen_orders(self, version: Version, clock: Clock) -> _Orders:
        """Return the order files that the run of a commit saw, where a rebase brought others in under it.

        Only what the commit itself leaves alone can be another one, and only what lay there earlier.
        """
        touched = {change.path for change in version.changes}
        seen: dict[str, str | None] = {**version.orders}
        for seat in self._terms.file.seats:
            path = self._paths.orders(seat)
            earlier = [] if path in touched else self._evidence.earlier(path, version)
            fitting = (oid for oid in earlier if self._is_seen(seat, oid, clock))
            seen[path] = next(fitting, seen.get(path))
        return seen

    def _is_seen(self, seat: str, oid: str | None, clock: Clock) -> bool:
        """Return whether a seat's order file is the one that the run of a committed clock saw."""
        codec = self._terms.codec
        data = self._body(oid)
        if self._terms.is_sealed:
            return print_of(data or b"") == clock.noted.get(seat, "")
        [said] = read_files(codec, {seat: data}, clock)[0].values()
        return codec.queue_id(seat, said or b"") == clock.queues.get(seat, "")
