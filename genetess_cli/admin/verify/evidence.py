"""What git remembers of a game, sorted by its records, and how two values differ, in words.

What the records should say is not known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import takewhile, zip_longest

import msgspec

from genetess_cli.errors import InvalidFile
from genetess_cli.store.git.history import History, Life, Version
from genetess_cli.store.git.worktree import PathChange
from genetess_cli.store.layout import Layout, is_meant, record_of
from genetess_cli.store.league import League
from genetess_cli.store.schema import Clock
from genetess_cli.store.terms import Setup, Terms, read_terms
from genetess_cli.store.yaml import api

_COMMIT = 12  # digits of a commit's id that are shown
_NOTHING = object()
_WIDEST = 120


class Differs(Exception):
    """The first difference: `where` names a file, and its commit if need be, `what` says the rest, values and all."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class Evidence:
    """The history of one life of a game's folder, with the `terms` that the game had at its end.

    `records` are what lies in the folder of the records at last, in order; `versions` the commits that have the clock,
    the position or a record otherwise, by the number of the last record in them, oldest first; `settled` those that
    have what is fixed by the start otherwise, and `before_the_start` those that had a game.yaml alone. `numbers` are
    those of the records that are asked for, None for all.
    """

    def __init__(
        self, league: League, past: History, life: Life, terms: Terms, numbers: range | None = None
    ) -> None:
        self.league = league
        self.past = past
        self.terms = terms
        self.paths = terms.paths
        self.life = life
        self.numbers = numbers
        self.files = life.files
        records = (path for path in self.files if path.startswith(f"{self.paths.turns_folder}/"))
        meant = (path for path in records if record_of(path) or all(map(is_meant, path.split("/"))))
        self.records = sorted(meant, key=lambda path: record_of(path) or (-1, path))
        self.versions: defaultdict[int, list[Version]] = defaultdict(list)
        self.settled: list[Version] = []
        self.before_the_start: list[Version] = []
        self.terms_in = cache(lambda oid: read_terms(past.read(oid), self.paths, terms.codec))

    def collect(self, history: bool = True) -> None:
        """Look through the history, or (False) at its end alone. Raise Differs for a record that changed."""
        program = (self.paths.clock, self.paths.state)
        fixed = (self.paths.game, self.paths.board, self.paths.specials)
        versions = self.life.versions if history else self.life.versions[-1:]
        for version in versions:
            names = {change.path for change in version.changes}
            records = [change for change in version.changes if record_of(change.path)]
            if history:
                for change in records:
                    self._check_kept(change, version)
            if version.last >= 0:
                if records or names.intersection(program) or not history:
                    self.versions[version.last].append(version)
                if names.intersection(fixed):
                    self.settled.append(version)
            elif self.paths.game in version.files:
                self.before_the_start.append(version)

    @cached_property
    def revealed(self) -> str | None:
        """The game key at the end, if it was public then. Raise Differs, InvalidFile."""
        return clock_of(self.past, self.paths, self.life.versions[-1]).key

    @cached_property
    def start(self) -> Setup:
        """The game as it was when it was started. Raise Differs where no start is recorded, InvalidFile."""
        if not self.versions:
            raise Differs(self.paths.turns_folder, "expected the record of the start, found no record")
        return self.setup(self.versions[min(self.versions)][0])

    def setup(self, version: Version) -> Setup:
        """Return the game with its settings and its board as a commit has them. Raise InvalidFile."""
        return self.league.committed(version.commit).setup(self.terms_of(version))

    def terms_of(self, version: Version | None) -> Terms:
        """Return the terms as a commit has them, or as they were at the end. Raise InvalidFile."""
        oid = version and version.files.get(self.paths.game)
        return self.terms_in(oid) if oid else self.terms

    def values(self, data: bytes, path: str) -> object:
        """Return what a file that the program wrote says; its text where it says nothing any more."""
        codec = self.terms.codec
        try:
            if path == self.paths.state:
                return codec.state(data, path).data
            return codec.record(data, path).data
        except InvalidFile:
            return data.decode("utf-8", "replace")

    def hold(
        self, path: str, expected: object, actual: object, version: Version | None = None, before: str = ""
    ) -> None:
        """Raise Differs where two plain values of a file differ; its words begin with those of `before`."""
        if what := difference(expected, actual):
            where = self.describe(path, version) if version else path
            raise Differs(where, before + what)

    def describe(self, path: str, version: Version) -> str:
        return f"{path} {in_commit(self.past, version)}"

    def earlier(self, path: str, version: Version) -> list[str | None]:
        """Return what an order file was before a commit, the newest first, down to none at all."""
        before = takewhile(lambda row: row is not version, self.life.versions)
        oids = [row.orders.get(path) for row in before]
        return [*dict.fromkeys([*reversed(oids), None])]

    def check_kept(self, versions: Sequence[Version]) -> None:
        """Raise Differs where one of these commits changed a record that is there."""
        for version in versions:
            for change in version.changes:
                if change.path in self.records:
                    self._check_kept(change, version)

    def _check_kept(self, change: PathChange, version: Version) -> None:
        if change.old is None or not change.old.is_file:
            return
        where = self.describe(change.path, version)
        if change.new is None or not change.new.is_file:
            found = f"{change.new.words} in its place" if change.new else "it deleted"
            raise Differs(where, f"expected the record as it was added, found {found}")
        before, now = (self.values(self.past.read(row.oid), change.path) for row in (change.old, change.new))
        what = difference(before, now) or "only its layout differs"
        raise Differs(where, f"the record was changed after it was added: {what}")


def clock_of(past: History, paths: Layout, version: Version) -> Clock:
    """Return the clock of a commit. Raise Differs where there is none, InvalidFile."""
    oid = version.files.get(paths.clock)
    if oid is None:
        raise Differs(f"{paths.clock} {in_commit(past, version)}", "expected a clock, found no such file")
    return api.convert(api.read_program(past.read(oid), paths.clock), Clock)


def in_commit(past: History, version: Version) -> str:
    return f"in commit {version.commit[:_COMMIT]} “{past.message(version.commit)[0]}”"


def difference(expected: object, actual: object, path: str = "") -> str | None:
    """Return the first place in which two plain values differ, in words; None where they are equal."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        names = dict.fromkeys([*expected, *actual])
        pairs = {
            f"{path}.{name}".lstrip("."): (expected.get(name, _NOTHING), actual.get(name, _NOTHING))
            for name in names
        }
    elif isinstance(expected, list | tuple) and isinstance(actual, list | tuple):
        rows = enumerate(zip_longest(expected, actual, fillvalue=_NOTHING))
        pairs = {f"{path}[{index}]": pair for index, pair in rows}
    elif type(expected) is type(actual) and expected == actual:  # true is not 1
        return None
    else:
        return f"{path}: expected {_quote(expected)}, found {_quote(actual)}".removeprefix(": ")
    return next(filter(None, (difference(*pair, name) for name, pair in pairs.items())), None)


def _quote(value: object) -> str:
    if value is _NOTHING:
        return "nothing"
    text = value if isinstance(value, str) and value else msgspec.json.encode(value).decode()
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
