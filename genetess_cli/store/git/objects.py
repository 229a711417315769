"""The objects of one repository: folders of a commit walked, what two commits differ in, new objects put in.

Paths are the repository's own here, from its top. No branch moves and no file of the work tree is touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from genetess_cli.errors import Refused, unwritten
from genetess_cli.store.files import Contents
from genetess_cli.store.git import run, worktree
from genetess_cli.store.git.worktree import TREE, PathChange, Tree, TreeEntry

_Branch: TypeAlias = "dict[bytes, _Branch | bytes | None]"
"""What is put into a folder, by name: what is put into a folder below it, a file, or None where it goes."""
_OID = r"[0-9a-f]{40}|[0-9a-f]{64}"
_MOST_TREES = 2_000
_LEFT_TO_GIT = {"core.sharedrepository", "core.fsync", "core.fsyncmethod", "core.fsyncobjectfiles"}
"""Settings that say how objects are written: git does as they say."""


class Database:
    """The objects of a repository whose work tree is `top` and whose objects are below `common`."""

    def __init__(self, top: Path, common: Path) -> None:
        self.top = top
        self._common = common
        self._roots: dict[str, str] = {}
        self._trees: dict[str, Tree] = {}

    def close(self) -> None:
        """End the git that reads; the next question starts another."""
        if reader := self.__dict__.pop("_reader", None):
            reader.close()

    @cached_property
    def _reader(self) -> run.Reader:
        return run.Reader(self.top)

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """Git's configuration, the names in lower case; the last value counts, and a name without any means yes."""
        listing = run.run(self.top, "config", "--null", "--list").out.decode("utf-8", "replace")
        settings = {}
        for entry in filter(None, listing.split("\0")):
            name, is_set, value = entry.partition("\n")
            settings[name.lower()] = value if is_set else "true"
        return settings

    @property
    def algorithm(self) -> str:
        """Return how objects are named: `sha1` or `sha256`."""
        return self.settings.get("extensions.objectformat", "sha1")

    def find_commit(self, name: str) -> str | None:
        answer = self._reader.ask([f"{name}^{{commit}}"])[0] if name and "\n" not in name else None
        return answer.oid if answer else None

    def read(self, oids: Sequence[str]) -> dict[str, bytes]:
        """Return what objects hold. Raise Refused where one is missing."""
        bodies = {answer.oid: answer.body for answer in self._reader.ask(oids) if answer}
        if missing := [oid for oid in oids if oid not in bodies]:
            raise self.lost(f"the object {missing[0]}")
        return bodies

    def bodies(self, oids: Sequence[str], kind: str) -> list[bytes | None]:
        """Return what objects of a kind hold, in this order; None for each that is missing."""
        return [_body(answer, kind) for answer in self._reader.ask(oids)]

    def trees(self, oids: Sequence[str]) -> list[Tree | None]:
        """Return the rows of folders, in this order; None for each that is missing."""
        bodies = self.bodies(oids, "tree")
        return [worktree.rows_of(oid, body) for oid, body in zip(oids, bodies, strict=True)]

    def lost(self, what: str) -> Refused:
        return self._reader.lost(what)

    def root(self, commit: str) -> TreeEntry:
        """Return the top folder of a commit, named by its id. Raise Refused where it is missing."""
        if commit not in self._roots:
            match = self._reader.ask([f"{commit}^{{tree}}"])[0] if re.fullmatch(_OID, commit) else None
            if not match:
                raise self.lost(f"the commit {commit[:64]}")
            self._roots[commit] = match.oid
            self._trees[match.oid] = worktree.parse_tree(match.oid, match.body)
        return TreeEntry(TREE, self._roots[commit])

    def tree(self, oid: str) -> Tree:
        """Return the rows of a folder. Raise Refused where it is missing."""
        if oid not in self._trees:
            if len(self._trees) > _MOST_TREES:  # what is far back is not asked for again
                self._trees.clear()
            [rows] = self.trees([oid])
            if rows is None:
                raise self.lost(f"the folder {oid}")
            self._trees[oid] = rows
        return self._trees[oid]

    def entry(self, commit: str, path: str) -> TreeEntry | None:
        entry: TreeEntry | None = self.root(commit)
        for name in steps(path):
            entry = self.tree(entry.oid).get(name) if entry and entry.is_tree else None
        return entry

    def changes(self, old: str | None, new: str) -> list[PathChange]:
        """Return what two commits (None: before the first) have differently, file by file."""
        before = self.root(old) if old else None
        return [*worktree.compare(lambda folder, _: self.tree(folder.oid), before, self.root(new), "")]

    def put(self, kind: str, body: bytes) -> str:
        """Write an object; its id. Raise Refused where it cannot be written."""
        try:
            if self.algorithm == "sha1" and not _LEFT_TO_GIT & self.settings.keys():
                return worktree.write_loose(self._common / "objects", kind, body)
        except OSError as error:
            raise Refused(
                f"{self._common} cannot be written: {unwritten(error)}, then run this again"
            ) from None
        done = run.run(self.top, "hash-object", "-w", "-t", kind, "--stdin", data=body)
        if done.status:
            raise Refused(f"cannot write to {self._common}: {done.complaint}")
        return done.out.decode().strip()

    def write_tree(self, commit: str | None, changes: Contents) -> str:
        """Write a commit's tree (None: an empty one) with files changed or (None) deleted; its id. Raise Refused."""
        branch: _Branch = {}
        for path, data in changes.items():
            *folders, name = steps(path)
            here = branch
            for folder in folders:
                below = here.setdefault(folder, {})
                assert isinstance(below, dict)
                here = below
            here[name] = data
        root = self.root(commit) if commit else None
        return self._folder_with(root, branch, "") or self.put("tree", b"")

    def _folder_with(self, entry: TreeEntry | None, branch: _Branch, where: str) -> str | None:
        """Return the id of a folder with `branch` worked in; None where nothing is left in it."""
        if entry and not entry.is_tree:
            raise Refused(f"{where} is {entry.words} in git, but must be a folder; move it away")
        rows = dict(self.tree(entry.oid)) if entry else {}
        for name, change in branch.items():
            path = f"{where}/{os.fsdecode(name)}" if where else os.fsdecode(name)
            if made := self._change(rows.get(name), change, path):
                rows[name] = made
            else:
                rows.pop(name, None)
        return self.put("tree", worktree.tree_body(rows)) if rows else None

    def _change(self, entry: TreeEntry | None, change: _Branch | bytes | None, path: str) -> TreeEntry | None:
        if isinstance(change, dict):
            oid = self._folder_with(entry, change, path)
            return TreeEntry(TREE, oid) if oid else None
        if entry and not entry.is_file:
            raise Refused(f"{path} is {entry.words} in git, but must be a file; move it away")
        if change is None:
            return None
        mode = entry.mode if entry else "100644"
        return TreeEntry(mode, self.put("blob", change))

    def commit(self, tree: str, parent: str | None, message: str, when: int) -> str:
        """Write a commit, signed where `commit.gpgsign` wants that; its id. Raise Refused where it cannot be."""
        wanted = self.settings.get("commit.gpgsign", "no").lower() not in ("", "no", "false", "off", "0")
        how = ["-S"] if wanted else []
        if parent:
            how += ["-p", parent]
        also = {f"GIT_{role}_DATE": f"@{when} +0000" for role in ("AUTHOR", "COMMITTER")}
        way = (*no_guess(), "commit-tree", *how, tree)
        text = message.replace("\0", " ").strip("\n") + "\n"
        done = run.run(self.top, *way, also=also, data=text.encode())
        if done.status:
            signed = ", signed as commit.gpgsign asks" if wanted else ""
            raise Refused(f"git cannot make a commit{signed}: {done.complaint}")
        return done.out.decode().strip()


def _body(answer: run.Object | None, kind: str) -> bytes | None:
    return answer.body if answer and answer.kind == kind else None


def no_guess() -> Sequence[str]:
    """Return what keeps git from signing as the machine's name; EMAIL counts as told."""
    return () if os.environ.get("EMAIL") else ("-c", "user.useConfigOnly=true")


def steps(path: str) -> list[bytes]:
    """Return a path's names, [] for the empty path. Raise ValueError for what git does not take for a path."""
    names = path.split("/") if path else []
    for name in names:
        if name in ("", ".", "..") or name.lower() == ".git" or "\0" in name:
            raise ValueError(f"{path!r} is no path in a repository")
    return [os.fsencode(name) for name in names]
