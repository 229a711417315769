"""The game played again: each record's input is given to `advance` once more, and what comes of it is compared.

Where a commit tells the clock before a record, all of the record and the clock after it have to come out as committed.
Where none does, as after a squash, the clock before it is the one that came out, and what settings or order files of
then decide is taken on the record's word.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.verify.difference import MISFITS, Unplayable, difference
from genetess_cli.admin.verify.evidence import Differs, Evidence
from genetess_cli.admin.verify.inputs import input_of
from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.rules import orders
from genetess_cli.rules.dice import Dice, Draw, Recorded
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store import schema
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import Version
from genetess_cli.store.schema import GRACE, Clock, RecordFile
from genetess_cli.store.yaml import api
from genetess_cli.turns import bots
from genetess_cli.turns.bots.memories import Memories
from genetess_cli.turns.gm_actions import (
    GmAction,
)
from genetess_cli.turns.queue import due, read_files, read_queue
from genetess_cli.turns.start import opening_clock
from genetess_cli.turns.state import (
    GameState,
    Step,
    has_left,
    mask_ids,
    takes_from_file,
    too_early_reason,
)
from genetess_cli.turns.step import Order, advance, retry_source
from genetess_cli.turns.undo import Past

_OF_KEYS: Final = ("numbers", "noted", "epochs", "key")
_BY_RECORDS: Final = ("turn", "to_move", "phase", "number", "attempts")
"""What the records alone tell of a clock."""
_TRUSTED: Final = ("opened", "rested", "was", "now")
"""What no record proves where no commit tells the clock before it."""


class Fold:
    """One game, record by record.

    `states` are how it stood before the first record and after each, `records` these. With the `key` of its dice, bots
    give their orders once more.
    """

    key: bytes | None = None

    def __init__(self, folder: GameFolder, evidence: Evidence) -> None:
        self._folder, self._evidence = folder, evidence
        self._clocks: dict[int, Clock] = {}
        self._with_settings = cache(evidence.with_settings)
        self._body = cache(evidence.past.read)
        self.states = [GameState(folder, folder.setup.opening(), opening_clock(folder, 0), {})]
        self.records: list[RecordFile] = []
        self._memories = Memories(folder)

    def add(self, record: RecordFile, path: str) -> None:
        """Play the next record again, and compare it and the clocks committed with it. Raise Differs."""
        versions = self._evidence.versions.get(len(self.records), [])
        clocks = [self.read_clock(version) for version in versions]
        state = self._play_as_seen(
            record, path, versions[0] if versions else None, clocks[0] if clocks else None
        )
        for version, clock in zip(versions, clocks, strict=True):
            self._check_promise(version)
            self._check_keys(version, clock, len(self.records))
            if version is not versions[0]:
                self._compare(version, clocks[0], clock)
            self._clocks[len(self.records)] = clock
        if clocks:
            state = replace(state, clock=mask_ids(self._folder.codec, clocks[-1]))
        self._memories.add(record, self.states[-1].game, state.game)
        self.records.append(record)
        self.states.append(state)

    def read_clock(self, version: Version) -> Clock:
        """Return the clock of a commit. Raise Differs where there is none."""
        where = self._evidence.paths.clock
        if version.clock is None:
            raise Differs(self._evidence.describe(where, version), "expected a clock, found no such file")
        return api.convert(api.read_program(self._evidence.past.read(version.clock), where), Clock)

    def _play_as_seen(
        self, record: RecordFile, path: str, version: Version | None, clock: Clock | None
    ) -> GameState:
        """Return the state after a record, where need be with the order files that its run saw."""
        try:
            return self._play(record, path, version, clock)
        except Differs as differs:
            seen = self._as_seen(version, clock) if version and clock else None
            if seen is None:
                raise
            with suppress(Differs):
                return self._play(record, path, seen, clock)
            raise differs from None

    def _play(self, record: RecordFile, path: str, version: Version | None, clock: Clock | None) -> GameState:
        """Return the state after a record, once that and the clock of its commit have come out as committed."""
        last = len(self.records) - 1
        if record.back_to is not None and not 1 <= record.back_to <= last:
            raise Differs(path, f"back_to: expected a number from 1 to {last}, found {record.back_to}")
        is_told = version is not None and self._is_told(record)
        state = self._state_before(record, version, clock)
        try:
            step = self._advance(state if is_told else _untold(state, record), record, is_told)
            if version and is_told:
                self._check_due(state, record, version)
        except Unplayable as words:
            raise Differs(path, str(words)) from None
        except Refused as refused:
            if not record.desk or isinstance(refused, InvalidFile):
                raise
            raise Differs(path, f"desk: expected no {record.desk} here: {refused}") from None
        except MISFITS as error:
            why = f"{type(error).__name__}: {str(error)[:120]}"
            raise Differs(path, f"cannot be played again ({why})") from None
        if version and clock:
            expected = mask_ids(self._folder.codec, step.state.clock)
            if not is_told:
                told = {name: getattr(expected, name) for name in _BY_RECORDS}
                expected = replace(clock, **told)
            self._compare(version, expected, clock)
        return step.state

    def _is_told(self, record: RecordFile) -> bool:
        """Return whether commits tell the clock before a record, and the one that it goes back to."""
        needed = {len(self.records) - 1, (record.back_to or 0) - 1} - {-1}
        return needed <= self._clocks.keys()

    def _state_before(self, record: RecordFile, version: Version | None, clock: Clock | None) -> GameState:
        """Return the game before a record, but with the order files after it, as far as a commit tells them."""
        folder, stand = self._with(version), self.states[-1]
        before = stand.clock if self.records else opening_clock(folder, record.at)
        files: dict[str, bytes | None] = dict.fromkeys(folder.file.seats)
        if version and clock:
            files |= self._queues(version)
        texts, closed, _ = read_files(folder, files, replace(before, epochs=(clock or before).epochs))
        return GameState(folder, stand.game, before, texts, files, closed)

    def _advance(self, state: GameState, record: RecordFile, is_told: bool) -> Step:
        """Return what comes of a record's input, which has to be the record. Raise Unplayable."""
        past = None
        if record.back_to is not None:
            then = self.states[record.back_to]
            past = Past(then.game, then.clock, dict(state.queues), b"")
        early = too_early_reason(past.clock if past else state.clock, record.at)
        if early and self.records:
            raise Unplayable(f"at: {early}")
        event = input_of(state, record, past, self.records)
        if isinstance(event, GmAction) and event.newcomer and not is_told:
            event = replace(event, newcomer=record.now)
        step = advance(state, event, record.at, _dice(record))
        if record.desk == GRACE and not (step.record.desk == GRACE and state.clock.is_late(record.at)):
            raise Unplayable(f"desk: expected no grace at {record.at}")
        if step.record.desk == GRACE and record.desk is None:
            _check_late(state, record)
            raise Unplayable("outcome: expected the grace first, found a time-out")
        _hold(record, step.record if is_told else _trusting(step.record, record))
        return step

    def _check_due(self, state: GameState, record: RecordFile, version: Version) -> None:
        """Raise Unplayable for what was not due when it was carried out."""
        if record.desk or not self.records:
            return
        if state.clock.paused:
            raise Unplayable(f"expected no order of turn {record.turn}, as the game was paused")
        if record.outcome == "timed out":
            _check_late(state, record)
        self._check_bot(state, record)
        # Where all order together, a file may have been changed behind those that count (ruling G39).
        of_file = record.source in ("live", "stored") and not state.clock.together
        if of_file and self._evidence.brings(version, record.number):
            self._check_source(state, record, self._earlier(version))

    def _check_bot(self, state: GameState, record: RecordFile) -> None:
        """Hold what was done for a seat against its bot, if it has one; its order is known where the key is."""
        bot = state.folder.file.bots.get(state.seat)
        if bot is None and record.source == "bot":
            raise Unplayable(f"source: expected no bot’s order, as {state.seat} has no bot, found bot")
        if bot is None or record.source == "gm" or has_left(state, state.seat):
            return
        if bots.gives_up(state) != (record.outcome == "timed out") or record.source in ("live", "stored"):
            due_words = "a time-out" if bots.gives_up(state) else f"an order of the bot {bot}"
            raise Unplayable(f"source: expected {due_words}, found {record.source}")
        key, version = self.key, self._folder.ruleset.VERSION
        if record.source != "bot" or key is None or record.rules_version != version:  # whose bots were others
            return
        given = bots.answer(state, bots.dice(state, lambda: key), lambda: self._memories.of(state.seat))
        if isinstance(given, Order) and (what := difference(given.text, record.order, "order")):
            raise Unplayable(f"{what}, which the bot {bot} did not give")

    def _check_source(self, state: GameState, record: RecordFile, earlier: Mapping[str, bytes]) -> None:
        """Hold where an order came from against the order files that the history has."""
        text = state.queue if record.order is None else _text_before(state, record, earlier)
        ids = state.clock.queues
        if text is None:
            if record.source == "stored" and not ids.get(state.seat):
                raise Unplayable(
                    "source: expected live, as no file was there when the turn began, found stored"
                )
            return
        queue = read_queue(state.folder, state.seat, text)
        retry = retry_source(state, queue)
        expected = retry or ("stored" if queue.id == ids.get(state.seat, "") else "live")
        if what := difference(expected, record.source, "source"):
            raise Unplayable(what)
        if record.order is None:
            return
        last = self.records[-1]
        is_retry = retry or (last.outcome == "failed" and last.seat == record.seat)
        if expected == "stored" and not is_retry and due(state.clock, state.seat, queue, record.at) is None:
            raise Unplayable(f"source: expected no stored order before the deadline, found {record.order}")
        if not queue.entries:
            raise Unplayable(f"order: expected none, as there was none in the file, found {record.order}")
        entry, reading = queue.readings[0]
        order = entry.text
        if reading.order is not None:
            order = HOLIDAY if reading.order.verb == HOLIDAY else str(reading.order)
        if what := difference(order, record.order, "order"):
            raise Unplayable(f"{what}; the first order of the file counts")
        if orders.without(queue.text, entry).encode() != state.queue:
            path = state.folder.paths.orders(state.seat)
            words = f"expected all behind {record.order} to be left in {path}, found other orders"
            raise Unplayable(f"order: {words}")

    # What was committed with it

    def _compare(self, version: Version, expected: Clock, clock: Clock) -> None:
        """Compare the clock of a commit with the one that it has to be, but for what is said of keys."""
        expected = replace(expected, **{name: getattr(clock, name) for name in _OF_KEYS})
        if expected != clock and (what := difference(schema.plain(expected), schema.plain(clock))):
            raise Differs(self._evidence.describe(self._evidence.paths.clock, version), what)

    def _check_keys(self, version: Version, clock: Clock, number: int) -> None:
        """Raise Differs where what a clock says of its game's keys has not only grown."""
        before = self._clocks.get(number) or self._clocks.get(number - 1)
        if before and (what := _of_keys(before, clock)):
            raise Differs(self._evidence.describe(self._evidence.paths.clock, version), what)

    def _check_promise(self, version: Version) -> None:
        """Raise Differs where a commit binds the game to another key."""
        committed, now = self._with(version).file, self._folder.file
        for name in ("id", "commitment"):
            if what := difference(getattr(now, name), getattr(committed, name), name):
                raise Differs(self._evidence.describe(self._evidence.paths.game, version), what)

    # The files of a commit

    def _with(self, version: Version | None) -> GameFolder:
        return self._with_settings(version.settings) if version and version.settings else self._folder

    def _queues(self, version: Version) -> dict[str, bytes]:
        paths = {seat: self._folder.paths.orders(seat) for seat in self._folder.file.seats}
        return {
            seat: self._body(version.orders[path]) for seat, path in paths.items() if path in version.orders
        }

    def _earlier(self, version: Version) -> dict[str, bytes]:
        was = {change.path: change.old for change in version.changes}
        kept = {path: oid for path, oid in version.orders.items() if path not in was}
        before = {path: entry.oid for path, entry in was.items() if entry}
        return self._queues(replace(version, orders=kept | before))

    def _as_seen(self, version: Version, clock: Clock) -> Version | None:
        """Return a commit with the order files that its run saw, where a rebase brought others in under it; else None.

        Only what the commit itself leaves alone can be another one, and only what lay there earlier.
        """
        ids = mask_ids(self._folder.codec, clock).queues
        touched, oids = {change.path for change in version.changes}, dict[str, str | None](version.orders)
        for seat in self._folder.file.seats:
            path = self._evidence.paths.orders(seat)
            for oid in [] if path in touched else self._evidence.earlier(path, version):
                if self._id(seat, oid, clock) == ids.get(seat, ""):
                    oids[path] = oid
                    break
        kept = {path: oid for path, oid in oids.items() if oid is not None}
        return None if kept == version.orders else replace(version, orders=kept)

    def _id(self, seat: str, oid: str | None, clock: Clock) -> str:
        """Return what clock.yaml calls an order file of that git's name."""
        data = self._body(oid) if oid else None
        text = read_files(self._folder, {seat: data}, clock)[0][seat]
        return self._folder.codec.queue_id(seat, text) if text else ""


def draws_of(record: RecordFile) -> list[Draw]:
    """Return what was drawn for a record. Raise ValueError for what is no draw."""
    return [msgspec.convert(draw, Draw) for draw in record.draws]


def _dice(record: RecordFile) -> Dice:
    """Return the luck of a record; what fails is no matter of luck, and records none."""
    return Dice(bytes, 0) if record.outcome == "failed" else Recorded(draws_of(record))


def _check_late(state: GameState, record: RecordFile) -> None:
    """Raise Unplayable for a time-out before the deadline, of a seat whose player is still there."""
    if state.clock.is_late(record.at) or has_left(state, state.seat) or bots.gives_up(state):
        return
    end = state.clock.deadline
    until = "there is no deadline" if end is None else f"the deadline was {end}"
    raise Unplayable(f"outcome: expected no time-out at {record.at}, as {until}, found one")


def _hold(record: RecordFile, expected: RecordFile) -> None:
    """Raise Unplayable where a record is not as expected; what a file said before it, it alone tells."""
    expected = replace(expected, queue=record.queue, rules_version=record.rules_version)
    values = [
        schema.plain(side) | {"was": side.was, "now": side.now, "opened": side.opened}
        for side in (expected, record)
    ]
    if what := difference(values[0], values[1]):
        raise Unplayable(what)


def _untold(state: GameState, record: RecordFile) -> GameState:
    """Return the state before a record, fit for it where no commit tells the clock and the order files of then."""
    grace_used = record.desk != GRACE
    return replace(
        state,
        clock=replace(state.clock, grace_used=grace_used),
        closed=dict.fromkeys(state.queues, "no commit has it"),
    )


def _trusting(expected: RecordFile, record: RecordFile) -> RecordFile:
    """Return what a record has to be, but for what it alone tells."""
    trusted = [*_TRUSTED]
    if record.order in (None, HOLIDAY):
        trusted.append("reason")
    if record.order is None and record.outcome == "failed":
        trusted.append("source")
    return replace(expected, **{name: getattr(record, name) for name in trusted})


def _text_before(state: GameState, record: RecordFile, earlier: Mapping[str, bytes]) -> bytes | None:
    """Return what the file texts from which a record took its order; None where nothing tells it to the letter."""
    seat = record.seat or ""
    if record.queue is not None:
        return record.queue.encode()
    if not takes_from_file(record) or seat not in earlier:
        return None
    texts, closed, _ = read_files(state.folder, {seat: earlier[seat]}, state.clock)
    return None if closed else texts[seat]


def _of_keys(before: Clock, now: Clock) -> str | None:
    """Return what is wrong with what a clock says of its game's keys: all of it only ever grows."""
    for name in ("epochs", "numbers"):
        earlier, later = getattr(before, name), getattr(now, name)
        if fallen := [seat for seat in earlier if later.get(seat, 0) < earlier[seat]]:
            return f"{name}.{fallen[0]}: expected {earlier[fallen[0]]} or more, found {later.get(fallen[0])}"
    if now.key == before.key:
        return None
    if before.key is not None or now.phase != "finished":
        return f"key: expected {before.key or 'none before the game is over'}, found another"
    return None
