"""The history: a game's folder in every commit that ever changed it, when files came, and what was accepted before.

Blobs are named by git's ids and read when they are asked for. What the files mean is for others to say.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.store.git import run
from genetess_cli.store.git.commits import TAKEN, Mark, log_format, read_taken
from genetess_cli.store.git.objects import Database
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.run import find
from genetess_cli.store.git.worktree import Change, Entry
from genetess_cli.store.layout import Layout, record_of

_NO_LIST = "git cannot list the history"
_AT_ONCE = 100  # names with a path in them are long, and all of one batch must fit into a pipe


class Version(msgspec.Struct, frozen=True):
    """A game's folder as one commit has it, with what the commit changed, seen from each of its parents.

    `last` is the number of the highest record in it, -1 before the start; `settings` is game.yaml, and `orders` are the
    ordinary files among the order files, by path.
    """

    commit: str
    clock: str | None
    state: str | None
    settings: str | None
    orders: dict[str, str]
    last: int
    changes: list[Change]


class GameHistory:
    """The whole history of one game. Raise Refused in a shallow clone."""

    def __init__(self, root: Path, paths: Layout) -> None:
        self.paths = paths
        self._top, _, common, self._prefix = find(root)
        if (common / "shallow").exists():
            raise Refused("This clone is shallow. Run `git fetch --unshallow`, then this again.")
        self._database = Database(self._top, common)
        if (tip := self._database.find_commit("HEAD")) is None:
            raise Refused("there is no commit here yet; make one: `git add . && git commit`")
        self.tip = tip

    def close(self) -> None:
        self._database.close()

    def versions(self) -> Iterator[Version]:
        """Return every commit that has the game's folder otherwise than one of its parents, parents before children."""
        folders: dict[str, Entry | None] = {}
        for commit, parents, folder in self._commits():
            folders[commit] = folder
            olds = [folders.get(parent) for parent in parents] or [None]
            if any(old != folder for old in olds):
                yield self._version(commit, olds, folder)

    def present(self) -> Version:
        """Return the newest commit; its `changes` are all files of the folder."""
        return self._version(self.tip, [None], *self._database.folders([self.tip], self._folder))

    def read(self, oid: str) -> bytes:
        """Return what a blob or a commit holds. Raise Refused where it is missing."""
        return self._database.read([oid])[oid]

    def file(self, commit: str, path: str) -> bytes | None:
        entry = self._database.entry(commit, self._prefix + path)
        return self.read(entry.oid) if entry and entry.is_file else None

    def subject(self, commit: str) -> str:
        _, _, message = self.read(commit).partition(b"\n\n")
        return (message.decode("utf-8", "replace").splitlines() or [""])[0]

    @property
    def _folder(self) -> str:
        return f"{self._prefix}{self.paths.folder}"

    def _commits(self) -> Iterator[tuple[str, list[str], Entry | None]]:
        listing = ("rev-list", "--topo-order", "--reverse", "--parents", self.tip)
        rows = [row.split() for row in run.read(self._top, *listing, failed=_NO_LIST).splitlines()]
        for first in range(0, len(rows), _AT_ONCE):
            some = rows[first : first + _AT_ONCE]
            folders = self._database.folders([row[0] for row in some], self._folder)
            for (commit, *parents), folder in zip(some, folders, strict=True):
                yield commit, parents, folder

    def _version(self, commit: str, olds: list[Entry | None], new: Entry | None) -> Version:
        changes = [change for old in olds for change in self._database.compare(old, new, self.paths.folder)]
        rows = self._rows(new)
        written = (self.paths.clock, self.paths.state, self.paths.game)
        clock, state, settings = (rows.get(Path(path).name) for path in written)
        orders = self._rows(rows.get(Path(self.paths.orders_folder).name))
        return Version(
            commit=commit,
            clock=clock.oid if clock else None,
            state=state.oid if state else None,
            settings=settings.oid if settings else None,
            orders={
                f"{self.paths.orders_folder}/{name}": row.oid for name, row in orders.items() if row.is_file
            },
            last=self._last(rows.get(Path(self.paths.turns_folder).name)),
            changes=changes,
        )

    def _last(self, turns: Entry | None) -> int:
        hundreds = self._rows(turns)
        names = [name for name in hundreds if re.fullmatch("[0-9]+xx", name)]
        for name in sorted(names, key=lambda name: int(name[:-2]), reverse=True):
            folder = f"{self.paths.turns_folder}/{name}"
            places = (record_of(f"{folder}/{row}") for row in self._rows(hundreds[name]))
            if numbers := [place[0] for place in places if place]:
                return max(numbers)
        return -1

    def _rows(self, folder: Entry | None) -> dict[str, Entry]:
        rows = self._database.tree(folder.oid) if folder and folder.is_tree else {}
        return {os.fsdecode(name): row for name, row in rows.items()}


def birth(top: Path, path: str, tip: str) -> tuple[str, str] | None:
    """Return the newest commit up to `tip` that added a file, and the one before it; None where either is not here."""
    words = ("--diff-filter=A", "--max-count=1", "--format=%H %P")
    done = run.run(top, "--literal-pathspecs", "log", *words, tip, "--", path)
    commits = os.fsdecode(done.out).split()
    return (commits[0], commits[1]) if not done.status and len(commits) > 1 else None


def births(root: Path, paths: Iterable[str], folder: str) -> dict[str, str]:
    """Return the newest commit that added each of some files below a folder of the league in `root`, by path.

    A file has none that is not committed, or came with what a shallow clone has left out. Git is read from the newest
    commit on, no further than it takes to find all.
    """
    wanted = set(paths)
    try:
        _, _, common, _ = find(root)
    except Refused:
        return {}
    shallow = common / "shallow"
    cut = set(shallow.read_text().split()) if shallow.exists() else set()  # each seems to add all there is
    words = ("--diff-filter=A", "--relative", "--name-only", "--format=commit %H")
    process = run.start(root, "--literal-pathspecs", "log", *words, "HEAD", "--", folder)
    commits: dict[str, str] = {}
    commit = ""
    for line in process.stdout or ():
        row = os.fsdecode(line).rstrip("\n")
        if row.startswith("commit "):
            commit = row.removeprefix("commit ")
        elif row in wanted and commit not in cut:
            wanted.remove(row)
            commits[row] = commit
        if not wanted:
            process.kill()
            break
    run.finish(process)
    return commits


def added_since(root: Path, commit: str, tip: str) -> set[str] | None:
    """Return the files that were added by commits that one of two has in its history and the other has not.

    None where git cannot tell.
    """
    words = ("--diff-filter=A", "--full-history", "--relative", "--name-only", "--format=", "-z")
    done = run.run(root, "log", *words, f"{commit}...{tip}")
    return None if done.status else {*os.fsdecode(done.out).split("\0")}


def bodies(repository: Repository, tip: str, pattern: str) -> Iterator[bytes]:
    """Yield all that files of such paths have held in the history up to `tip`; no case, `*` for anything."""
    wanted = f":(top,icase,glob){repository.prefix}{pattern}"
    shown = ("--raw", "--no-abbrev", "--format=", "--full-history", "-m", "-z")
    listed = run.read(repository.top, "log", *shown, tip, "--", wanted).split("\0")
    rows = (row.split() for row in listed if row.startswith(":"))
    oids = dict.fromkeys(row[3] for row in rows if row[1].startswith("100"))
    reader = run.Reader(repository.top)
    try:
        yield from (answer.body for oid in oids if (answer := reader.ask([oid])[0]))
    finally:
        reader.close()


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

    A commit whose message says so counts where it changes nothing but what the taking in changes: what a GM merges has
    its author's messages. Raise Refused where the history cannot be read.
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
    return path == paths.game or path.startswith((f"{paths.orders_folder}/", f"{paths.signups_folder}/"))
