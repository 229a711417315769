"""The files of a league in one commit, and those that lie in its work tree.

All reading begins here. Whoever has a snapshot sees one commit, however often it is asked. Nothing here parses a file.
Paths are relative to the league's folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path

from genetess_cli.errors import CannotRead
from genetess_cli.store.files import Contents
from genetess_cli.store.git.objects import Database
from genetess_cli.store.git.run import damaged
from genetess_cli.store.git.worktree import (
    LARGEST,
    TREE,
    Tree,
    TreeEntry,
    named,
    object_id,
    parse_tree,
    read_ordinary,
    rows_of,
    tree_body,
)


class Commit:
    """The files of a league, which lies at `prefix` in its repository, as a commit has them.

    Objects are asked for by their ids, so that no setting bends an answer.
    """

    def __init__(self, database: Database, commit: str, prefix: str, cache: Path | None) -> None:
        """`cache` is the folder of what was parsed before."""
        self.commit = commit
        self.cache = cache
        self._database = database
        self._prefix = prefix

    def find(self, path: str) -> TreeEntry | None:
        """Return what lies at a path; None for nothing. Raise Refused where git has lost a folder on the way."""
        return self._database.entry(self.commit, (self._prefix + path).rstrip("/"))

    def trees(self, oids: Sequence[str]) -> list[Tree | None]:
        """Return the rows of folders, in this order; None for one that git has lost."""
        return self._database.trees(oids)

    def blobs(self, oids: Sequence[str]) -> list[bytes | None]:
        """Return what files hold, in this order; None for one that git has lost."""
        return self._database.bodies(oids, "blob")


class Held:
    """Files in memory, in no commit, under the ids that git gives them."""

    def __init__(self, files: Contents, cache: Path | None = None) -> None:
        self.commit = ""
        self.cache = cache
        self._files = {path: data for path, data in files.items() if data is not None}
        self._objects: dict[str, bytes] = {}
        self._top = self._folder("", [*self._files])

    def find(self, path: str) -> TreeEntry | None:
        entry: TreeEntry | None = self._top
        for name in path.split("/"):
            rows = parse_tree(entry.oid, self._objects[entry.oid]) if entry and entry.is_tree else {}
            entry = rows.get(name.encode())
        return entry

    def trees(self, oids: Sequence[str]) -> list[Tree | None]:
        return [rows_of(oid, self._objects.get(oid)) for oid in oids]

    def blobs(self, oids: Sequence[str]) -> list[bytes | None]:
        return [self._objects.get(oid) for oid in oids]

    def _folder(self, start: str, paths: Sequence[str]) -> TreeEntry:
        rows: dict[bytes, TreeEntry] = {}
        for name in {path.partition("/")[0] for path in paths}:
            below = [path.removeprefix(f"{name}/") for path in paths if path.startswith(f"{name}/")]
            place = start + name
            rows[name.encode()] = self._folder(f"{place}/", below) if below else self._file(place)
        return TreeEntry(TREE, self._keep("tree", tree_body(rows)))

    def _file(self, path: str) -> TreeEntry:
        return TreeEntry("100644", self._keep("blob", self._files[path]))

    def _keep(self, kind: str, body: bytes) -> str:
        oid = object_id(kind, body)
        self._objects[oid] = body
        return oid


Snapshot = Commit | Held
"""The files of a league in one commit, or as if there were one."""


class Untouched:
    """The work tree that a commit gives, in which nobody has edited anything."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def names(self, folder: str) -> Collection[str]:
        entry = self._snapshot.find(folder)
        [rows] = self._snapshot.trees([entry.oid]) if entry and entry.is_tree else [None]
        return named(rows or {})

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        entry = self._snapshot.find(path)
        if entry is None:
            return None
        if not entry.is_file:
            raise CannotRead(f"{path} is {entry.words} in git; put an ordinary file there")
        [data] = self._snapshot.blobs([entry.oid])
        if data is None:
            raise CannotRead(f"{path} is missing in git; {damaged()}")
        return data

    def left_out(self) -> Collection[str]:
        return ()

    def behind(self, path: str) -> Collection[str | None]:
        return ()


class Checkout:
    """The work tree in a folder.

    `missing` says what git leaves out of it, and is asked only where a committed file is gone; `behind` has what an
    interrupted run has yet to overwrite.
    """

    def __init__(
        self,
        root: Path,
        missing: Callable[[], Collection[str]] = tuple,
        behind: Mapping[str, Collection[str | None]] = {},
    ) -> None:
        self._root = str(root)
        self._missing = cache(missing)
        self._behind = behind
        self._real: set[str] = set()

    def names(self, folder: str) -> Collection[str]:
        """Return the names in a folder; () where there is no such folder. Raise CannotRead for a link."""
        self._check(folder)
        try:
            return os.listdir(f"{self._root}/{folder}")
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            raise CannotRead(f"{folder} cannot be read: {error.strerror}; see who owns it") from None

    def read(self, path: str, most: int = LARGEST) -> bytes | None:
        """Return a file, if it is there. Raise CannotRead for a link or no ordinary file, TooLarge above `most`."""
        self._check(path.rpartition("/")[0])
        return read_ordinary(self._root, path, most)

    def left_out(self) -> Collection[str]:
        """Return the committed paths that git leaves out of this work tree on purpose."""
        return self._missing()

    def behind(self, path: str) -> Collection[str | None]:
        """Return the ids of what an interrupted run has yet to overwrite at a path; None among them: no file."""
        return self._behind.get(path, ())

    def _check(self, folder: str) -> None:
        """Raise CannotRead where a folder is a link, or lies behind one; each is looked at once."""
        if not folder or folder in self._real:
            return
        self._check(folder.rpartition("/")[0])
        if os.path.islink(f"{self._root}/{folder}"):
            raise CannotRead(f"{folder} is a symbolic link; put what it points to in its place")
        self._real.add(folder)


WorkTree = Untouched | Checkout
"""The files of a league as they lie there."""
