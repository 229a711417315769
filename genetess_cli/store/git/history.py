"""The history: the games' folders in every commit that changed them, when files came, and what was accepted before.

Blobs are named by git's ids and read when they are asked for. What the files mean is for others to say.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from glob import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from genetess_cli.errors import Refused
from genetess_cli.store.git import run
from genetess_cli.store.git.commits import TAKEN, Mark, log_format, read_taken
from genetess_cli.store.git.objects import Database
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.worktree import PathChange, Rows, Tree, TreeEntry, compare, named
from genetess_cli.store.layout import GAMES, Layout, person_of, record_of, slug_of
from genetess_cli.values import Value

SHALLOW = "This clone is shallow. Run `git fetch --unshallow`, then this again."


class Version(Value):
    """A game's folder as one commit has it. Of its files only ordinary ones count."""

    commit: str
    changes: list[PathChange]  # what the commit changed, seen from each of its parents
    is_gone: bool  # whether there is no folder any more
    files: dict[str, str]  # git's ids of the files in the folder itself, by path
    orders: dict[str, str]  # those of the order files
    last: int  # the number of the highest record, -1 before the start


class Life(Value):
    """A game's folder from the commit that made it to the one that removed it whole."""

    slug: str
    versions: list[
        Version
    ]  # the commits in which it differs from one of their parents, parents before children
    files: dict[str, TreeEntry]  # all that is in it at last, by path
    removed: Version | None  # None: it is there
    former: tuple[Life, ...]  # the lives before it

    @property
    def is_started(self) -> bool:
        clock = Layout(self.slug).clock
        return any(clock in version.files or version.last >= 0 for version in self.versions)


class Trail(Value):
    """The whole history of one game's folder."""

    slug: str
    prefix: str  # where the league is in its repository
    # The commits that changed it, parents first: each with the last such ones before it.
    rows: Sequence[Sequence[str]]

    def narrowed(self, database: Database) -> Rows:
        """Return what gives the rows of folders that lead to the game's, or are in it, and none beside that way."""
        way = f"{self.prefix}{Layout(self.slug).folder}/"

        def rows(folder: TreeEntry, path: str) -> Tree:
            found = {}
            for name, row in database.tree(folder.oid).items():
                below = f"{path}/{os.fsdecode(name)}/".lstrip("/")
                if way.startswith(below) or below.startswith(way):
                    found[name] = row
            return found

        return rows


def trail(repository: Repository, slug: str, tip: str) -> Trail:
    """Return the history of a game's folder up to a commit. Raise Refused where it cannot be read."""
    how = ("--topo-order", "--reverse", "--parents", "--simplify-merges")
    path = repository.prefix + Layout(slug).folder
    listed = run.read(repository.top, "--literal-pathspecs", "rev-list", *how, tip, "--", path)
    return Trail(slug, repository.prefix, [*map(str.split, listed.splitlines())])


class Births:
    """The newest commit that added each file, of `additions` from the newest on, read no further than it was asked."""

    def __init__(self, additions: Iterator[tuple[str, str]]) -> None:
        self._additions = additions
        self._found: dict[str, str] = {}

    def of(self, paths: Collection[str]) -> dict[str, str]:
        """Return the commits by path; a file is left out if no commit has it."""
        missing = set(paths) - self._found.keys()
        while missing and (row := next(self._additions, None)):
            self._found.setdefault(*row)
            missing.discard(row[0])
        return {path: self._found[path] for path in paths if path in self._found}


class History:
    """All that happened to the games of a league up to a commit, from the start or `after` another one, read at once.

    `order` numbers the commits that changed a game, parents before children. With a `trail` it is that of one game, of
    which alone there are objects.
    """

    def __init__(self, repository: Repository, tip: str, after: str = "", trail: Trail | None = None) -> None:
        self._database = repository.database
        self.order: dict[str, int] = {}
        self._rows: defaultdict[str, list[tuple[str, PathChange]]] = defaultdict(list)
        self.settings = cache(self._settings)
        self.lives = cache(self._lives)
        changes = self._along(trail) if trail else repository.git.changes(tip, after, GAMES)
        for commit, change in changes:
            self.order.setdefault(commit, len(self.order))
            if slug := slug_of(change.path):
                self._rows[slug].append((commit, change))

    @property
    def slugs(self) -> list[str]:
        return sorted(self._rows)

    def _settings(self, slug: str) -> dict[str, bytes]:
        """Return every text that a game's game.yaml ever had, by its id."""
        path = Layout(slug).game
        rows = (change.new for _, change in self._rows[slug] if change.path == path)
        return self._database.read(list(dict.fromkeys(row.oid for row in rows if row and row.is_file)))

    def _lives(self, slug: str) -> list[Life]:
        """Return a folder's lives: where it was removed whole, what comes later is another one."""
        lives: list[Life] = []
        versions: list[Version] = []
        files: dict[str, TreeEntry] = {}
        for commit, rows in groupby(self._rows.get(slug, ()), key=itemgetter(0)):
            version = self._version(slug, commit, [change for _, change in rows])
            if version.is_gone and versions:
                lives.append(Life(slug, versions, files, version, tuple(lives)))
                versions = []
                files = {}
            if not version.is_gone:
                versions.append(version)
            for change in version.changes:
                files.pop(change.path, None)
                if change.new:
                    files[change.path] = change.new
        if versions:
            lives.append(Life(slug, versions, files, None, tuple(lives)))
        return lives

    def read(self, oid: str) -> bytes:
        """Return what a blob or a commit holds. Raise Refused where it is missing."""
        return self._database.read([oid])[oid]

    def message(self, commit: str) -> list[str]:
        _, _, message = self.read(commit).partition(b"\n\n")
        return message.decode("utf-8", "replace").splitlines() or [""]

    def _along(self, trail: Trail) -> Iterator[tuple[str, PathChange]]:
        """Yield the same of one game."""
        root = self._database.root
        for commit, *before in trail.rows:
            for old in map(root, before) if before else (None,):
                for change in compare(trail.narrowed(self._database), old, root(commit)):
                    yield commit, change.replace(path=change.path.removeprefix(trail.prefix))

    def _version(self, slug: str, commit: str, changes: Sequence[PathChange]) -> Version:
        paths = Layout(slug)
        found = (change.new for change in changes if change.path == paths.folder)
        rows = self._tree(next((folder for folder in found if folder and folder.is_tree), None))
        orders = self._tree(rows.get(Path(paths.orders_folder).name))
        return Version(
            commit=commit,
            changes=[change for change in changes if _is_told(change)],
            is_gone=not rows,
            files=_files(rows, paths.folder),
            orders=_files(orders, paths.orders_folder),
            last=self._last(paths, rows.get(Path(paths.turns_folder).name)),
        )

    def _last(self, paths: Layout, turns: TreeEntry | None) -> int:
        hundreds = self._tree(turns)
        names = [name for name in hundreds if re.fullmatch("[0-9]+xx", name)]
        for name in sorted(names, key=lambda name: int(name[:-2]), reverse=True):
            folder = f"{paths.turns_folder}/{name}"
            files = sorted(_files(self._tree(hundreds[name]), folder), reverse=True)
            numbers = (place[0] for path in files if (place := record_of(path)))
            fitting = (number for number in numbers if number // 100 == int(name[:-2]))
            if (last := next(fitting, None)) is not None:
                return last
        return -1

    def _tree(self, folder: TreeEntry | None) -> dict[str, TreeEntry]:
        return named(self._database.tree(folder.oid)) if folder and folder.is_tree else {}


def _is_told(change: PathChange) -> bool:
    """Return whether a file came, went or changed; that it can be run, not every disk keeps."""
    sides = [side for side in (change.old, change.new) if side]
    is_kept = len(sides) == 2 and len({(side.oid, side.is_file) for side in sides}) == 1
    return not is_kept and not change.is_tree


def _files(rows: Mapping[str, TreeEntry], folder: str) -> dict[str, str]:
    return {f"{folder}/{name}": row.oid for name, row in rows.items() if row.is_file}


def birth(repository: Repository, path: str, tip: str) -> tuple[str, str]:
    """Return the newest commit up to `tip` that added a file, and the one before it. Raise Refused without both."""
    added = next(repository.git.additions(tip, escape(path)), None)
    if added and added.parents:
        return added.commit, added.parents[0]
    if repository.cut:
        raise Refused(f"{path} was added by a commit that is not here, or the first one here. {SHALLOW}")
    raise Refused(
        f"the history begins with {path}: it was rewritten, and what was before is unknown. See docs/gm.md, “After a "
        "squash”"
    )


def bodies(repository: Repository, tip: str, pattern: str) -> Iterator[bytes]:
    """Yield all that files of such paths have held in the history up to `tip`; no case, `*` for anything."""
    wanted = f":(top,icase,glob){repository.prefix}{pattern}"
    shown = ("--raw", "--no-abbrev", "--format=", "--full-history", "-m", "-z")
    listed = run.read(repository.top, "log", *shown, tip, "--", wanted).split("\0")
    rows = (row.split() for row in listed if row.startswith(":"))
    snapshot = repository.snapshot(tip)
    for oid in dict.fromkeys(row[3] for row in rows if row[1].startswith("100")):
        yield from filter(None, snapshot.blobs([oid]))


_CLOCKS = 60 * 60
"""So many seconds the clocks of a forge and of what runs there may differ."""


class Marks:
    """All that was accepted before, as the commits of a league say."""

    def __init__(self, rows: Iterable[Mark]) -> None:
        """`rows` has the oldest first."""
        self._named: defaultdict[str, list[Mark]] = defaultdict(list)
        self._games: defaultdict[str, set[str]] = defaultdict(set)
        for mark in rows:
            self._named[mark.what].append(mark)
            if mark.head and mark.counted:
                self._games[mark.head].add(mark.slug)

    def of(self, what: str, opened: int | None) -> list[Mark]:
        """Return what was accepted of something that was `opened` then, the oldest first.

        What is older than that was of another one: a league that moves to another place begins its numbers anew there.
        """
        return [mark for mark in self._named.get(what, ()) if opened is None or mark.at >= opened - _CLOCKS]

    def games(self, head: str) -> Set[str]:
        """Return the games that something of a commit was accepted for and counted, whatever it came with."""
        return self._games.get(head, frozenset())


def marks(repository: Repository, tip: str) -> Marks:
    """Return what was accepted before, up to the commit `tip`.

    A commit whose message says so counts where it changes only what accepting changes: what a GM merges has its
    author's messages. Raise Refused where the history cannot be read.
    """
    border = os.urandom(16).hex()  # nobody who writes messages or names files can know it
    shown = (
        f"--format={border}%ct%n{log_format(TAKEN)}{border}",
        "--name-only",
    )
    which = ("--basic-regexp", f"--grep=^{TAKEN}: ", "--no-merges", "--reverse", "-z")
    _, *parts = run.read(repository.top, "log", *which, *shown, tip).split(border)
    rows = zip(parts[::2], parts[1::2], strict=True)
    return Marks(mark for said, names in rows for mark in _marks(said, names, repository.prefix))


def claims(repository: Repository, base: str, head: str) -> list[str]:
    """Return the commits of `head` beside those of `base` that say that they take something in. Raise Refused."""
    which = ("--basic-regexp", "-i", f"--grep=^{TAKEN}:", f"{base}..{head}")
    return run.read(repository.top, "rev-list", *which).split()


def _marks(said: str, names: str, prefix: str) -> Iterator[Mark]:
    at, *values = filter(str.strip, said.split("\n"))
    changed = [name for name in names.strip("\0\n").split("\0") if name]
    for value in values:
        mark = read_taken(value, int(at))
        if all(_is_taken_in(name.removeprefix(prefix), mark.slug) for name in changed):
            yield mark


def _is_taken_in(path: str, slug: str) -> bool:
    paths = Layout(slug)
    if path == paths.game or person_of(path):
        return True
    return path.startswith((f"{paths.orders_folder}/", f"{paths.signups_folder}/"))
