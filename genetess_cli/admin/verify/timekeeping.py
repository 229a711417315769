"""Every clock.yaml of a game's history, held against the one that `recount.py` counts again for its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.verify.evidence import Differs, Evidence
from genetess_cli.admin.verify.recount import Scene, Unknown, clock_after
from genetess_cli.admin.verify.replay import MISFITS, Standing, Unplayable, difference
from genetess_cli.store import schema
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import Version
from genetess_cli.store.schema import Clock, RecordFile
from genetess_cli.turns.queue import TOO_LARGE, read_files
from genetess_cli.turns.state import mask_ids


class Statement(msgspec.Struct, frozen=True):
    """What a commit says of the time: its clock, after the last of the records `found`.

    `stands` are how the game stood before that record and after it.
    """

    version: Version
    clock: Clock
    found: Sequence[RecordFile]
    stands: Sequence[Standing]
    attempts: Mapping[str, int]


class Timekeeping:
    """The clocks of one game, record by record; what no commit here tells is taken on its word.

    `signed` names the records of what the GM did whose commits somebody else made.
    """

    def __init__(self, folder: GameFolder, evidence: Evidence) -> None:
        self._folder, self._evidence = folder, evidence
        self._clocks: dict[int, Clock] = {}
        self._settings: dict[str, GameFolder] = {}
        self._bodies: dict[str, bytes] = {}
        self.signed: list[str] = []

    def hold(self, stated: Statement) -> None:
        """Hold the clock of a commit against what it has to be. Raises Differs."""
        self._check_promise(stated.version)
        try:
            self._hold(stated)
        except Differs:
            seen = self._as_seen(stated.version, stated.clock)
            if seen is None or not self._fits(replace(stated, version=seen)):
                raise
        self._clocks[stated.found[-1].number] = stated.clock
        self._sign(stated.version, stated.found[-1])

    def _check_promise(self, version: Version) -> None:
        """What the game's key is bound to is the same in every commit."""
        then, now = self._with(version).file, self._folder.file
        for name in ("id", "commitment"):
            if what := difference(getattr(now, name), getattr(then, name), name):
                raise Differs(self._evidence.named(self._evidence.paths.game, version), what)

    def _fits(self, stated: Statement) -> bool:
        try:
            self._hold(stated)
        except Differs:
            return False
        return True

    def _hold(self, stated: Statement) -> None:
        version, clock, record = stated.version, stated.clock, stated.found[-1]
        known = self._clocks.get(record.number)
        before = known or self._clocks.get(record.number - 1)
        if before and (what := _of_keys(before, clock)):
            raise Differs(self._evidence.named(self._evidence.paths.clock, version), what)
        expected = known or self._clock_after(stated) or clock
        of_keys = {name: getattr(clock, name) for name in ("numbers", "noted", "epochs", "key")}
        expected = replace(expected, **of_keys)
        if expected != clock and (what := difference(schema.plain(expected), schema.plain(clock))):
            raise Differs(self._evidence.named(self._evidence.paths.clock, version), what)

    def _as_seen(self, version: Version, clock: Clock) -> Version | None:
        """A commit with the order files that its run saw, where a rebase brought others in under it; else None.

        Only what the commit itself leaves alone can be another one, and only what lay there earlier.
        """
        ids, touched = mask_ids(self._folder.codec, clock).queues, {each.path for each in version.changes}
        orders: dict[str, str | None] = dict(version.orders)
        for seat in self._folder.file.seats:
            path = self._evidence.paths.orders(seat)
            earlier = [] if path in touched else self._evidence.earlier(path, version)
            for oid in earlier:
                if self._id(seat, oid, clock) == ids.get(seat, ""):
                    orders[PurePosixPath(path).name] = oid
                    break
        kept = {name: oid for name, oid in orders.items() if oid is not None}
        return None if kept == version.orders else replace(version, orders=kept)

    def _id(self, seat: str, oid: str | None, clock: Clock) -> str:
        """What clock.yaml calls an order file of that git's name."""
        data = self._body(oid) if oid else None
        said = read_files(self._folder, {seat: data}, clock)[0][seat]
        return self._folder.codec.queue_id(seat, said) if said else ""

    def _sign(self, version: Version, record: RecordFile) -> None:
        """Note where somebody else made the commit than did what the record is of."""
        if record.by is None or not self._evidence.brings(version, record.number):
            return
        author = self._evidence.author(version)
        if author != record.by:
            path = self._evidence.paths.record(record.number, record.turn)
            self.signed.append(f"{path} names {record.by}, its commit {author}")

    def _clock_after(self, stated: Statement) -> Clock | None:
        """The clock after a record counted again; None where that before it is not here."""
        version, clock, record = stated.version, stated.clock, stated.found[-1]
        before = self._clocks.get(record.number - 1)
        if record.number == 0:
            before = Clock(turn="0", phase="waiting", since=record.at, number=0)
        if before is None:
            return None
        queues = self._queues(version) | self._too_large(clock)
        folder, (then, after) = self._with(version), stated.stands
        scene = Scene(
            folder, queues, record, before, then, after, stated.found[:-1], self._clocks, clock.epochs
        )
        if self._evidence.brings(version, record.number):
            scene = replace(scene, earlier=self._earlier(version))
        try:
            return replace(clock_after(scene), attempts=dict(stated.attempts))
        except Unknown:
            return None
        except Unplayable as words:
            what = str(words)
        except MISFITS as error:
            what = f"fits no clock ({type(error).__name__}: {str(error)[:120]})"
        raise Differs(self._evidence.paths.record(record.number, record.turn), what)

    def _with(self, version: Version) -> GameFolder:
        """The game with the settings that a commit has."""
        if version.settings is None:
            return self._folder
        if version.settings not in self._settings:
            self._settings[version.settings] = self._evidence.with_settings(version.settings)
        return self._settings[version.settings]

    def _queues(self, version: Version) -> dict[str, bytes]:
        """The order files that a commit has, by seat."""
        paths = self._folder.paths
        names = {seat: PurePosixPath(paths.orders(seat)).name for seat in self._folder.file.seats}
        there = {seat: version.orders[name] for seat, name in names.items() if name in version.orders}
        return {seat: self._body(oid) for seat, oid in there.items()}

    def _too_large(self, clock: Clock) -> dict[str, bytes]:
        """The order files that were too large to be read, by seat, as a clock says: no turn commits them."""
        codec = self._folder.codec
        ids = mask_ids(codec, clock).queues
        return {seat: TOO_LARGE for seat, found in ids.items() if found == codec.queue_id(seat, TOO_LARGE)}

    def _earlier(self, version: Version) -> dict[str, bytes]:
        """The order files that the commit before has, by seat."""
        was = {change.path: change.old for change in version.changes}
        return self._queues(
            replace(
                version,
                orders={
                    name: oid
                    for name in {*version.orders, *(PurePosixPath(path).name for path in was)}
                    if (
                        oid := was.get(
                            f"{self._evidence.paths.orders_folder}/{name}", version.orders.get(name)
                        )
                    )
                },
            )
        )

    def _body(self, oid: str) -> bytes:
        if oid not in self._bodies:
            self._bodies[oid] = self._evidence.read(oid)
        return self._bodies[oid]


def _of_keys(before: Clock, now: Clock) -> str | None:
    """What is wrong with what a clock says of its game's keys: all of it only ever grows."""
    for name in ("epochs", "numbers"):
        then, later = getattr(before, name), getattr(now, name)
        if fallen := [seat for seat in then if later.get(seat, 0) < then[seat]]:
            return f"{name}.{fallen[0]}: expected {then[fallen[0]]} or more, found {later.get(fallen[0])}"
    if now.key == before.key:
        return None
    if before.key is not None or now.phase != "finished":
        return f"key: expected {before.key or 'none before the game is over'}, found another"
    return None
