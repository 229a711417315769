"""The game played again: what was due before each record is given to `advance` once more, and all of it is compared.

Where a commit tells the clock before a record, the referee finds what was due by the order files of then, and the
record, the order files and the clock after it have to come out as committed. Where none does, as after a squash, an
order is taken on its record's word, and so is what the settings or order files of then decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.verify.evidence import Differs, Evidence, difference
from genetess_cli.errors import MISFITS, Fault, Refused
from genetess_cli.rules import codec
from genetess_cli.rules.base import plain
from genetess_cli.rules.dice import Dice, Draw, Recorded
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import Problem
from genetess_cli.store import schema
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import Version
from genetess_cli.store.schema import GRACE, UNDO, Clock, RecordFile
from genetess_cli.store.yaml import api
from genetess_cli.turns import bots, referee
from genetess_cli.turns.bots.memories import Memories
from genetess_cli.turns.gm_actions import ACTIONS, GmAction
from genetess_cli.turns.queue import read_files, without_saved
from genetess_cli.turns.start import opening_clock
from genetess_cli.turns.state import (
    GameState,
    GmOrder,
    Step,
    mask_ids,
    queue_before,
    too_early_reason,
)
from genetess_cli.turns.step import Input, Missed, Order, Start, UnreadableFile, advance
from genetess_cli.turns.undo import Past, go_back, moves

_OF_KEYS = ("numbers", "noted", "epochs", "key")
_BY_RECORDS = ("turn", "to_move", "phase", "number", "attempts")
"""What the records alone tell of a clock."""
_TRUSTED = ("opened", "rested", "fresh", "was", "now")
"""What no record proves where no commit tells the clock before it."""


class Fold:
    """One game, record by record.

    `states` are how it stood before the first record and after each, `records` these, and for `compared` of them there
    is a position that was committed with them. With the `key` of its dice, all
    is drawn, and bots give their orders, once more.
    """

    def __init__(self, folder: GameFolder, evidence: Evidence, key: bytes | None = None) -> None:
        self._folder, self._evidence, self._key = folder, evidence, key
        self._clocks: dict[int, Clock] = {}
        self._with_settings = cache(evidence.with_settings)
        self._body = cache(evidence.past.read)
        self._positions: set[str | None] = set()
        self._begun: Files | None = None
        self.states = [GameState(folder, folder.setup.opening(), opening_clock(folder, 0), {})]
        self.records: list[RecordFile] = []
        self.compared = 0
        self._memories = Memories(folder)

    def add(self, record: RecordFile, path: str) -> None:
        """Play the next record again, and compare it and the clocks committed with it. Raise Differs."""
        last = len(self.records) - 1
        if record.back_to is not None and not 1 <= record.back_to <= last:
            raise Differs(path, f"back_to: expected a number from 1 to {last}, found {record.back_to}")
        try:
            state = self._play(record, path)
        except Differs as differs:
            made, ours = record.rules_version, self._folder.ruleset.VERSION
            words = (
                f"\nThe record was made by version {made} of the rules, and this program has version {ours}"
            )
            words += (
                f": the difference may come from that. Verify it with a genetess that has version {made}."
            )
            raise Differs(differs.where, differs.what + ("" if made == ours else words)) from None
        except Fault as fault:
            raise Differs(path, f"cannot be played again: {fault}") from None
        except MISFITS as error:
            why = f"{type(error).__name__}: {str(error)[:120]}"
            raise Differs(path, f"cannot be played again ({why})") from None
        self._memories.add(record, self.states[-1].game, state.game)
        self.records.append(record)
        self.states.append(state)
        versions = self._evidence.versions[last + 1]
        for version in versions:
            if version.state not in self._positions:
                self._compare_position(version)
        self.compared += bool(versions)

    def read(self, path: str) -> RecordFile:
        """Return the record of a file, which has to be the next one. Raise Differs, InvalidFile."""
        expected = self._folder.paths.record(len(self.records), self.states[-1].clock.turn)
        if path != expected:
            raise Differs(path, f"expected {expected} next, found this file")
        data = self._body(self._evidence.files[path])
        record = api.convert(self._folder.codec.record(data, path), RecordFile)
        oldest, newest = (self.records or [record])[0].rules_version, self._folder.ruleset.VERSION
        if not oldest <= record.rules_version <= newest:
            words = f"rules_version: expected {oldest} to {newest}, found {record.rules_version}"
            raise Differs(path, words)
        return record

    def read_clock(self, version: Version) -> Clock:
        """Return the clock of a commit. Raise Differs where there is none."""
        where = self._evidence.paths.clock
        if version.clock is None:
            raise Differs(self._evidence.describe(where, version), "expected a clock, found no such file")
        return api.convert(api.read_program(self._body(version.clock), where), Clock)

    def _play(self, record: RecordFile, path: str) -> GameState:
        """Return the state after a record, once that and the clocks of its commits have come out as committed."""
        number = len(self.records)
        commits = [(version, self.read_clock(version)) for version in self._evidence.versions[number]]
        needed = {number - 1, (record.back_to or 0) - 1} - {-1}
        if commits and needed <= self._clocks.keys():
            state = self._play_told(record, path, *commits[0])
            clock = mask_ids(self._folder.codec, state.clock)
        else:
            state = self._play_untold(record, path, commits[0][0] if commits else None)
            known = {name: getattr(state.clock, name) for name in _BY_RECORDS}
            clock = replace(commits[0][1], **known) if commits else state.clock
        for version, committed in commits:
            self._compare(version, clock, committed)
            self._check_keys(version, committed)
            clock = self._clocks[number] = committed
        return replace(state, clock=mask_ids(self._folder.codec, clock)) if commits else state

    # Where commits tell the clock and the order files before a record

    def _play_told(self, record: RecordFile, path: str, version: Version, clock: Clock) -> GameState:
        """Return the state after a record, where need be with the order files that its run saw."""
        first: Differs | None = None
        for orders in self._order_files(version, clock):
            try:
                return self._play_with(orders, record, path, version, clock)
            except Differs as differs:
                first = first or differs
        assert first is not None
        raise first

    def _play_with(
        self, orders: Mapping[str, str], record: RecordFile, path: str, version: Version, clock: Clock
    ) -> GameState:
        folder, stand = self._with(version), self.states[-1]
        before = stand.clock if self.records else opening_clock(folder, record.at)
        after, closed = self._read(orders, replace(before, epochs=clock.epochs))
        said = dict(after)
        lay: Files = {}
        olds = {change.path: change.old.oid if change.old else None for change in version.changes}
        for seat in after:
            file = self._folder.paths.orders(seat)
            oid = orders.get(file)
            lay[seat] = self._body(oid) if oid else None
            if seat != record.seat and (record.back_to is None or file not in olds):
                continue
            oid = olds.get(file, oid)
            earlier, closed_then = self._read({file: oid} if oid else {}, before)
            was = None if seat in closed_then else earlier[seat]
            said[seat] = queue_before(record, seat, after[seat], was)
            is_known = oid and record.queue is None and said[seat] == was  # else it was not committed
            lay[seat] = self._body(oid) if is_known else None
        before = without_saved(before, lay)
        still = {seat: why for seat, why in closed.items() if said[seat] == after[seat]}
        is_begun = before.together and len(before.to_move) < len(folder.file.seats)
        begun = self._begun if is_begun else None
        state = GameState(folder, stand.game, before, said, closed=still, begun=begun)
        event = self._input(state, record, after)
        if event is None:
            raise Differs(path, f"expected no such record, as nothing was due at {record.at}")
        step = self._advance(state, event, record)
        self._hold(path, step.record, record)
        left, found = self._texts(step.state.queues), self._texts(after)
        if what := difference(left, found):
            raise Differs(path, what)
        self._compare(version, mask_ids(self._folder.codec, step.state.clock), clock)
        if before.together and not is_begun and not record.desk:
            self._begun = {seat: None if seat in closed else text for seat, text in after.items()}
        return step.state

    def _input(self, state: GameState, record: RecordFile, after: Contents) -> Input | None:
        """Return what was due, or what the GM did; the order files `after` it are those that an undo left."""
        if not self.records:
            return Start()
        if _is_gms(record):
            return self._gm_action(state, record, after)
        if record.source == "gm":
            gm_order = GmOrder(str(record.order), str(record.seat), reason=record.reason, by=record.by)
            return referee.brought(state, gm_order)

        def answer(state: GameState) -> Order | Missed:
            key = self._key
            if key is None or record.rules_version != self._folder.ruleset.VERSION:  # whose bots were others
                return Missed() if bots.gives_up(state) else bots.ordered(state, str(record.order))
            return bots.answer(state, bots.dice(state, lambda: key), lambda: self._memories.of(state.seat))

        return referee.due(state, record.at, answer)

    def _gm_action(self, state: GameState, record: RecordFile, after: Contents) -> GmAction:
        name = str(record.desk) if record.back_to is None else UNDO
        row = ACTIONS[name]
        if row.has_seat:
            state.folder.check_seat(str(record.seat))
        action = GmAction(name, record.seat if row.has_seat else None, record.reason, record.by or "")
        if record.back_to is None:
            return row.read(action, state, record)
        then, first = self.states[record.back_to], self.records[record.back_to]
        past = Past(then.game, then.clock, dict(after), b"")
        is_anew = (
            moves(self.records, first.number) or "since" not in record.now
        )  # as `undo --to` begins it afresh
        return replace(action, go_back=partial(go_back, past, self.records, first, is_anew))

    def _advance(self, state: GameState, event: Input, record: RecordFile) -> Step:
        """Give an input to `advance` once more, with the luck of the game's key, or else of its record."""
        past = state.clock if record.back_to is None else self.states[record.back_to].clock
        if early := too_early_reason(past, record.at):
            raise Refused(f"at: {early}")
        if (key := self._key) is not None:
            dice = referee.dice_of(state, event, lambda *_: key)
        elif record.outcome == "failed":  # no matter of luck, and it records none
            dice = Dice(bytes, 0)
        else:
            dice = Recorded([msgspec.convert(draw, Draw) for draw in record.draws])
        return advance(state, event, record.at, dice)

    def _hold(self, path: str, expected: RecordFile, record: RecordFile, trusted: Sequence[str] = ()) -> None:
        """Raise Differs where a record is not as expected; what a file said before it, it alone tells."""
        alone = ("queue", "rules_version", *trusted)
        expected = replace(expected, **{name: getattr(record, name) for name in alone})
        if what := difference(schema.plain(expected), schema.plain(record)):
            drawn = self._key and (what.startswith("draws") or record.source == "bot")
            raise Differs(path, f"{what}, by the dice of the game's key" if drawn else what)

    # Where none does

    def _play_untold(self, record: RecordFile, path: str, version: Version | None) -> GameState:
        folder, stand = self._with(version), self.states[-1]
        clock = stand.clock if self.records else opening_clock(folder, record.at)
        clock = replace(clock, grace_used=record.desk != GRACE)
        state = GameState(folder, stand.game, clock, {})
        event: Input
        if not self.records:
            event = Start()
        elif _is_gms(record):
            event = self._gm_action(state, record, {})
            event = replace(event, newcomer=record.now) if event.newcomer else event
        elif record.source == "timeout":
            event = Missed(clock.to_move, reason=record.reason)
        elif record.order is None:
            event = UnreadableFile("", Problem("closed", ""))
        else:
            event = bots.ordered(state, record.order)
            event = replace(event, source=record.source, reason=record.reason, by=record.by)
        step = self._advance(state, event, record)
        of_file = ("reason", "source") if record.order in (None, HOLIDAY) else ()
        self._hold(path, step.record, record, (*_TRUSTED, *of_file))
        return step.state

    # What was committed with it

    def _compare(self, version: Version, expected: Clock, clock: Clock) -> None:
        """Compare the clock of a commit with the one that it has to be, but for what is said of keys."""
        expected = replace(expected, **{name: getattr(clock, name) for name in _OF_KEYS})
        if expected != clock and (what := difference(schema.plain(expected), schema.plain(clock))):
            raise Differs(self._evidence.describe(self._evidence.paths.clock, version), what)

    def _check_keys(self, version: Version, clock: Clock) -> None:
        """Raise Differs where a commit binds the game to another key, or what it says of keys has not only grown."""
        committed, now = self._with(version).file, self._folder.file
        for name in ("id", "commitment"):
            if what := difference(getattr(now, name), getattr(committed, name), name):
                raise Differs(self._evidence.describe(self._evidence.paths.game, version), what)
        number = len(self.records)
        before = self._clocks.get(number) or self._clocks.get(number - 1) or clock
        where = self._evidence.describe(self._evidence.paths.clock, version)
        for name in ("epochs", "numbers"):
            earlier, later = getattr(before, name), getattr(clock, name)
            for seat in earlier:
                if later.get(seat, 0) < earlier[seat]:
                    found = f"expected {earlier[seat]} or more, found {later.get(seat)}"
                    raise Differs(where, f"{name}.{seat}: {found}")
        if clock.key != before.key and (before.key or clock.phase != "finished"):
            raise Differs(
                where, f"key: expected {before.key or 'none before the game is over'}, found another"
            )

    def _compare_position(self, version: Version) -> None:
        """Compare a position with how the game stands, or stood before the record that it was written before."""
        where, last = self._evidence.describe(self._folder.paths.state, version), len(self.records)
        if version.state is None:
            raise Differs(where, "expected the position, found no such file")
        data = self._body(version.state)
        since = self._folder.codec.state_since(data)
        if since is not None and not 0 < since <= last:
            raise Differs(
                where, f"expected a position from before record {last} at the latest, found {since}"
            )
        expected = codec.dump(self.states[last if since is None else since].game)
        if data != api.dump(expected).encode() and (
            what := difference(plain(expected), self._evidence.values(data, self._folder.paths.state))
        ):
            raise Differs(where, what)
        if since is not None:  # it lies there with later records too
            self._positions.add(version.state)

    # The files of a commit

    def _with(self, version: Version | None) -> GameFolder:
        return self._with_settings(version.settings) if version and version.settings else self._folder

    def _texts(self, queues: Contents) -> dict[str, str]:
        paths = self._folder.paths
        return {paths.orders(seat): (text or b"").decode("utf-8", "replace") for seat, text in queues.items()}

    def _read(self, orders: Mapping[str, str], clock: Clock) -> tuple[Files, dict[str, str]]:
        paths = {seat: self._folder.paths.orders(seat) for seat in self._folder.file.seats}
        files = {seat: self._body(orders[path]) if path in orders else None for seat, path in paths.items()}
        said, closed, _ = read_files(self._folder, files, clock)
        return said, closed

    def _order_files(self, version: Version, clock: Clock) -> Iterator[dict[str, str]]:
        """Yield the order files of a commit, and those that its run saw, where a rebase brought others in under it.

        Only what the commit itself leaves alone can be another one, and only what lay there earlier.
        """
        yield version.orders
        ids, touched = mask_ids(self._folder.codec, clock).queues, {change.path for change in version.changes}
        seen = dict(version.orders)
        for seat in self._folder.file.seats:
            path = self._folder.paths.orders(seat)
            for oid in [] if path in touched else self._evidence.earlier(path, version):
                text = self._read({path: oid} if oid else {}, clock)[0][seat]
                if (self._folder.codec.queue_id(seat, text) if text else "") == ids.get(seat, ""):
                    seen.pop(path, None)
                    seen |= {path: oid} if oid else {}
                    break
        if seen != version.orders:
            yield seen


def _is_gms(record: RecordFile) -> bool:
    return record.back_to is not None or record.desk not in (None, GRACE)
