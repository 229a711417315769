"""A game's folder in every commit that ever changed it: one pass over the history, with one process that reads.

Blobs are named by git's ids and read when they are asked for. What the files mean is for others to say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.store import objects, plumbing
from genetess_cli.store.layout import Layout, record_of
from genetess_cli.store.objects import Entry
from genetess_cli.store.places import find

_AT_ONCE: Final = 100  # names with a path in them are long, and all of one batch must fit into a pipe
_MOST_TREES: Final = 2_000


class Change(msgspec.Struct, frozen=True):
    """A file that a commit has differently from one of its parents: git's ids, None where there is no file."""

    path: str
    old: str | None
    new: str | None


class Version(msgspec.Struct, frozen=True):
    """A game's folder as one commit has it, with what the commit changed, seen from each of its parents.

    `last` is the number of the highest record in it, -1 before the start; `settings` is game.yaml, and `orders` are the
    ordinary files among the order files, by name.
    """

    commit: str
    clock: str | None
    state: str | None
    settings: str | None
    orders: dict[str, str]
    last: int
    changes: list[Change]

    def adds(self, path: str) -> bool:
        """Whether a file lies here that one of the parents did not have."""
        return any(change.path == path and change.old is None for change in self.changes)


class Past:
    """The history of one game, as far as it is here. `whole` is False in a shallow clone."""

    def __init__(self, root: Path, paths: Layout) -> None:
        self.paths = paths
        top, _, common, prefix = find(root)
        self._top = top
        self._folder = f"{prefix}{self.paths.folder}"
        written = (self.paths.clock, self.paths.state, self.paths.game, self.paths.orders_folder)
        self._names = [os.fsencode(Path(path).name) for path in written]
        self._reader = plumbing.Reader(top)
        self._trees: dict[str, objects.Tree] = {}
        self.whole = not (common / "shallow").exists()
        self.tip = self._tip()

    def close(self) -> None:
        """End the process that reads."""
        self._reader.close()

    def versions(self) -> Iterator[Version]:
        """Every commit that has the game's folder otherwise than one of its parents, parents before children."""
        folders: dict[str, str | None] = {}
        for commit, parents, folder in self._commits():
            folders[commit] = folder
            olds = [folders.get(parent) for parent in parents] or [None]
            if any(old != folder for old in olds):
                yield self._version(commit, olds, folder)

    def present(self) -> Version:
        """The newest commit; its `changes` are all files of the folder."""
        found = self._reader.ask([f"{self.tip}:{self._folder}"])[0]
        return self._version(self.tip, [None], found.oid if found and found.kind == "tree" else None)

    def read(self, oid: str) -> bytes:
        """What a blob holds. Raises Refused where it is missing."""
        found = self._reader.ask([oid])[0]
        if found is None:
            raise Refused(f"the object {oid} is missing in git; {plumbing.DAMAGED}")
        return found.body

    def file(self, commit: str, path: str) -> bytes | None:
        """A file of the league in a commit; None where there is no such file."""
        place = self._folder.removesuffix(self.paths.folder) + path
        found = self._reader.ask([f"{commit}:{place}"])[0]
        return found.body if found and found.kind == "blob" else None

    def subject(self, commit: str) -> str:
        """The first line of a commit's message."""
        _, _, message = self.read(commit).partition(b"\n\n")
        return (message.decode("utf-8", "replace").splitlines() or [""])[0]

    def author(self, commit: str) -> str:
        """The name of who made a commit."""
        head, _, _ = self.read(commit).partition(b"\n\n")
        line = next(row for row in head.splitlines() if row.startswith(b"author "))
        return line.decode("utf-8", "replace").removeprefix("author ").partition(" <")[0]

    def _tip(self) -> str:
        found = self._reader.ask(["HEAD^{commit}"])[0]
        if found is None:
            raise Refused("there is no commit here yet; make the first one: `git add . && git commit`")
        return found.oid

    def _commits(self) -> Iterator[tuple[str, list[str], str | None]]:
        """Every commit with its parents and the game's folder in it."""
        done = plumbing.run(self._top, "rev-list", "--topo-order", "--reverse", "--parents", self.tip)
        if done.status:
            raise Refused(f"git cannot list the history: {done.complaint}")
        rows = [row.split() for row in done.out.decode().splitlines()]
        for first in range(0, len(rows), _AT_ONCE):
            some = rows[first : first + _AT_ONCE]
            found = self._reader.ask([f"{row[0]}:{self._folder}" for row in some])
            for (commit, *parents), folder in zip(some, found, strict=True):
                yield commit, parents, folder.oid if folder and folder.kind == "tree" else None

    def _version(self, commit: str, olds: list[str | None], new: str | None) -> Version:
        changes = [change for old in olds for change in self._changes(old, new, self.paths.folder)]
        rows = self._rows(new)
        clock, state, settings, orders = (rows.get(name) for name in self._names)
        return Version(
            commit=commit,
            clock=clock.oid if clock else None,
            state=state.oid if state else None,
            settings=settings.oid if settings else None,
            orders=self._files(orders),
            last=self._last(rows.get(b"turns")),
            changes=changes,
        )

    def _files(self, folder: Entry | None) -> dict[str, str]:
        """The ordinary files of a folder, by name."""
        rows = self._rows(folder.oid) if folder and folder.is_tree else {}
        return {os.fsdecode(name): row.oid for name, row in rows.items() if row.is_file}

    def _last(self, turns: Entry | None) -> int:
        """The number of the highest record below the folder of all of them."""
        hundreds = self._rows(turns.oid) if turns and turns.is_tree else {}
        names = [name for name in hundreds if re.fullmatch(rb"[0-9]+xx", name)]
        for name in sorted(names, key=lambda name: int(name[:-2]), reverse=True):
            folder = f"{self.paths.turns_folder}/{os.fsdecode(name)}"
            found = (record_of(f"{folder}/{os.fsdecode(row)}") for row in self._rows(hundreds[name].oid))
            if numbers := [place[0] for place in found if place]:
                return max(numbers)
        return -1

    def _changes(self, old: str | None, new: str | None, path: str) -> Iterator[Change]:
        """What two folders have differently, file by file."""
        olds, news = self._rows(old), self._rows(new)
        for name in {**olds, **news}:
            yield from self._change(olds.get(name), news.get(name), f"{path}/{os.fsdecode(name)}")

    def _change(self, old: Entry | None, new: Entry | None, path: str) -> Iterator[Change]:
        if old == new:
            return
        trees = [entry.oid if entry and entry.is_tree else None for entry in (old, new)]
        files = [entry.oid if entry and not entry.is_tree else None for entry in (old, new)]
        if files[0] != files[1]:
            yield Change(path, files[0], files[1])
        if trees[0] != trees[1]:
            yield from self._changes(trees[0], trees[1], path)

    def _rows(self, oid: str | None) -> Mapping[bytes, Entry]:
        if oid is None:
            return {}
        if oid not in self._trees:
            if len(self._trees) > _MOST_TREES:  # what is far back is not asked for again
                self._trees.clear()
            algorithm = "sha1" if len(oid) == 40 else "sha256"
            self._trees[oid] = objects.parse_tree(self.read(oid), algorithm)
        return self._trees[oid]
