"""The objects of one repository: folders of a commit walked, what two commits differ in, new objects put in.

Paths are the repository's own here, from its top. No branch moves and no file of the work tree is touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TypeAlias

from genetess_cli.errors import Refused
from genetess_cli.store.files import Contents
from genetess_cli.store.git import worktree
from genetess_cli.store.git.plumbing import Object
from genetess_cli.store.git.plumbing.loose import Loose
from genetess_cli.store.git.plumbing.processes import Processes
from genetess_cli.store.git.worktree import TREE, PathChange, Tree, TreeEntry

Plumbing = Processes | Loose
"""What answers for one repository. What each question means stands in `Processes`."""
_Branch: TypeAlias = "dict[bytes, _Branch | bytes | None]"
"""What is put into a folder, by name: what is put into a folder below it, a file, or None where it goes."""
_OID = r"[0-9a-f]{40}|[0-9a-f]{64}"
_MOST_TREES = 2_000


class Database:
    """The objects of a repository."""

    def __init__(self, git: Plumbing) -> None:
        self._git = git
        self._roots: dict[str, str] = {}
        self._trees: dict[str, Tree] = {}

    def read(self, oids: Sequence[str]) -> dict[str, bytes]:
        """Return what objects hold. Raise Refused where one is missing."""
        bodies = {answer.oid: answer.body for answer in self._git.objects(oids) if answer}
        if missing := [oid for oid in oids if oid not in bodies]:
            raise self._git.lost(f"the object {missing[0]}")
        return bodies

    def bodies(self, oids: Sequence[str], kind: str) -> list[bytes | None]:
        """Return what objects of a kind hold, in this order; None for each that is missing."""
        return [_body(answer, kind) for answer in self._git.objects(oids)]

    def trees(self, oids: Sequence[str]) -> list[Tree | None]:
        """Return the rows of folders, in this order; None for each that is missing."""
        bodies = self.bodies(oids, "tree")
        return [worktree.rows_of(oid, body) for oid, body in zip(oids, bodies, strict=True)]

    def root(self, commit: str) -> TreeEntry:
        """Return the top folder of a commit, named by its id. Raise Refused where it is missing."""
        if commit not in self._roots:
            body = self.bodies([commit], "commit")[0] if re.fullmatch(_OID, commit) else None
            if body is None:
                raise self._git.lost(f"the commit {commit[:64]}")
            self._roots[commit] = body.partition(b"\n")[0].removeprefix(b"tree ").decode()
        return TreeEntry(TREE, self._roots[commit])

    def tree(self, oid: str) -> Tree:
        """Return the rows of a folder. Raise Refused where it is missing."""
        if oid not in self._trees:
            if len(self._trees) > _MOST_TREES:  # what is far back is not asked for again
                self._trees.clear()
            [rows] = self.trees([oid])
            if rows is None:
                raise self._git.lost(f"the folder {oid}")
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
        found = worktree.compare(lambda folder, _: self.tree(folder.oid), before, self.root(new))
        return [row for row in found if not row.is_tree]

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
        return self._folder_with(root, branch, "") or self._git.write("tree", b"")

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
        return self._git.write("tree", worktree.tree_body(rows)) if rows else None

    def _change(self, entry: TreeEntry | None, change: _Branch | bytes | None, path: str) -> TreeEntry | None:
        if isinstance(change, dict):
            oid = self._folder_with(entry, change, path)
            return TreeEntry(TREE, oid) if oid else None
        if entry and not entry.is_file:
            raise Refused(f"{path} is {entry.words} in git, but must be a file; move it away")
        if change is None:
            return None
        mode = entry.mode if entry else "100644"
        return TreeEntry(mode, self._git.write("blob", change))


def _body(answer: Object | None, kind: str) -> bytes | None:
    return answer.body if answer and answer.kind == kind else None


def steps(path: str) -> list[bytes]:
    """Return a path's names, [] for the empty path. Raise ValueError for what git does not take for a path."""
    names = path.split("/") if path else []
    for name in names:
        if name in ("", ".", "..") or name.lower() == ".git" or "\0" in name:
            raise ValueError(f"{path!r} is no path in a repository")
    return [os.fsencode(name) for name in names]
