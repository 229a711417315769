"""What git remembers of a game, sorted by its records: where each came in, what became of it, what lay beside it.

Only `admin/verify/__init__.py` asks. What the records should say is not known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from genetess_cli.admin.verify.difference import difference
from genetess_cli.errors import InvalidFile
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import GameHistory, Version
from genetess_cli.store.layout import record_of, seat_of
from genetess_cli.store.league import Overlay

_COMMIT: Final = 12  # digits of a commit's id that are shown


class Differs(Exception):
    """The first difference: `where` names a file, and its commit if need be, `what` says the rest, values and all."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where, self.what = where, what


class Evidence:
    """The history of one game, as far as it is here.

    `records` are the files of the records at the tip, by number; `versions` the commits that touched what the program
    writes, by the number of the last record in them, oldest first; `before_the_start` those that had a game.yaml alone.
    """

    def __init__(self, folder: GameFolder, past: GameHistory) -> None:
        self.paths = folder.paths
        self.records: dict[int, list[str]] = defaultdict(list)
        self.versions: dict[int, list[Version]] = {}
        self.before_the_start: list[Version] = []
        self._folder = folder
        self.past = past
        self._broken: dict[int, tuple[str, str]] = {}
        self._carriers: dict[str, tuple[str, str]] = {}
        self._orders: dict[str, list[tuple[int, str | None]]] = defaultdict(list)
        self._steps: dict[str, int] = {}
        self.present = past.present()
        self.files = {change.path: change.new.oid for change in self.present.changes if change.new}

    @property
    def last(self) -> int:
        return max([*self.records, *self._broken], default=-1)

    def collect(self, history: bool = True) -> None:
        """Look through the history, or (False) at the present files alone. Raise Differs for what is no record."""
        for path in sorted(self.files):
            if path.startswith(f"{self.paths.turns_folder}/"):
                place = record_of(path)
                if place is None or self.paths.record(*place) != path:
                    raise Differs(path, "expected records alone in this folder, each in its place")
                self.records[place[0]].append(path)
        for version in self.past.versions() if history else [self.present]:
            self._look_at(version)

    def record(self, number: int) -> str:
        """Return the file of a record. Raise Differs where it is not what it was when it came in."""
        if number in self._broken:
            raise Differs(*self._broken[number])
        paths = self.records.get(number, [])
        if len(paths) != 1:
            later = [self.records[other][0] for other in sorted(self.records) if other > number]
            shown = " and ".join(paths) or ", ".join(["none", *later[:1]])
            raise Differs(self.paths.turns_folder, f"expected one record number {number}, found {shown}")
        return paths[0]

    def at_the_start(self) -> GameFolder:
        """Return the game as it was when it was started. Raise Differs where no start is recorded."""
        record = self.paths.record(0, "0")
        if record not in self._carriers:
            raise Differs(record, "expected the record of the start, found no such file")
        commit = self._carriers[record][1]
        written = (self.paths.game, self.paths.board, self.paths.specials)
        return self._with({path: self.past.file(commit, path) for path in written})

    def with_settings(self, oid: str) -> GameFolder:
        more = (self.paths.board, self.paths.specials)
        files = {path: self._folder.league.read(path) for path in more}
        return self._with({**files, self.paths.game: self.past.read(oid)})

    def _with(self, files: Mapping[str, bytes | None]) -> GameFolder:
        """Return the game with other files of people, none of the program's, and the key that it has here."""
        program = dict.fromkeys((self.paths.clock, self.paths.state))
        league = Overlay(self._folder.league, {**program, **files})
        return GameFolder(league, self._folder.slug, unlocked=self._folder)

    def values(self, data: bytes, path: str) -> Any:
        """Return what a file that the program wrote says; its text where it says nothing any more."""
        codec = self._folder.codec
        try:
            return (codec.state if path == self.paths.state else codec.record)(data, path).data
        except InvalidFile:
            return data.decode("utf-8", "replace")

    def describe(self, path: str, version: Version) -> str:
        return f"{path} in commit {version.commit[:_COMMIT]} “{self.past.subject(version.commit)}”"

    def brings(self, version: Version, number: int) -> bool:
        added = [change for change in version.changes if record_of(change.path) and change.old is None]
        return [place[0] for change in added if (place := record_of(change.path))] == [number]

    def earlier(self, path: str, version: Version) -> list[str | None]:
        """Return what an order file was before a commit, the newest first, down to none at all."""
        oids = [oid for step, oid in self._orders[path] if step < self._steps[version.commit]]
        return [*reversed(oids), None]

    def _look_at(self, version: Version) -> None:
        changes = [(change, record_of(change.path)) for change in version.changes]
        self._steps[version.commit] = len(self._steps)
        for change, place in changes:
            oid = change.new.oid if change.new else None
            if seat_of(change.path):
                self._orders[change.path].append((self._steps[version.commit], oid))
            if place:
                self._follow(change.path, place[0], oid, version)
        program = (self.paths.clock, self.paths.state)
        if version.last < 0 and version.settings:
            self.before_the_start.append(version)
        if version.last >= 0 and any(place or change.path in program for change, place in changes):
            self.versions.setdefault(version.last, []).append(version)

    def _follow(self, path: str, number: int, oid: str | None, version: Version) -> None:
        known = self._carriers.get(path)
        if oid is not None and (known is None or known[0] == oid):
            self._carriers.setdefault(path, (oid, version.commit))
        elif number not in self._broken:
            self._broken[number] = self._difference(path, known, oid, version)

    def _difference(
        self, path: str, known: tuple[str, str] | None, oid: str | None, version: Version
    ) -> tuple[str, str]:
        where = self.describe(path, version)
        if oid is None or known is None:
            return where, "expected the record as it was added, found it deleted; records are only ever added"
        before, now = self.past.read(known[0]), self.past.read(oid)
        what = difference(self.values(before, path), self.values(now, path)) or "only its layout differs"
        return where, f"the record was changed after it was added: {what}"
