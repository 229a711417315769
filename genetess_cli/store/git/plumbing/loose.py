"""A repository without git: loose objects by zlib and hashlib, branches as files, an index that `git status` believes.

For where no process can be started, as in a browser. There this program alone has written, so there are no packs, no
merges and no files that somebody edited; whatever else of git is asked for is refused.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache, partial
from glob import escape
from itertools import takewhile
from pathlib import Path

from genetess_cli.errors import Busy, Refused, unwritten
from genetess_cli.store.files import write_whole
from genetess_cli.store.git.differences import Difference
from genetess_cli.store.git.plumbing import Addition, GitPlace, Object
from genetess_cli.store.git.run import NO_REPOSITORY, NoRepository, damaged, needs_git
from genetess_cli.store.git.worktree import (
    TREE,
    PathChange,
    Tree,
    TreeEntry,
    compare,
    parse_tree,
    write_loose,
)
from genetess_cli.values import Value

_OID = re.compile("[0-9a-f]{40}")
_MOST_KNOWN = 20_000
_ENTRY = struct.Struct(">24xI12x20sH")
"""A row of an index before its path: what the disk says of the file (nothing: git looks itself), mode, id, flags."""
_LONGEST = 0xFFF


class _Linked(Value):
    """What a commit says beside its message."""

    root: TreeEntry  # its folder
    parent: str | None  # the commit before it


def find(path: Path) -> GitPlace:
    """Return the repository around a folder. Raise NoRepository where there is none."""
    here = path.resolve()
    for top in (here, *here.parents):
        folder = top / ".git"
        if (folder / "HEAD").is_file():
            prefix = "" if top == here else f"{here.relative_to(top).as_posix()}/"
            return GitPlace(top, folder, folder, prefix)
    raise NoRepository(f"{path} is in no git repository{NO_REPOSITORY}")


def make(folder: Path, branch: str, settings: Mapping[str, str]) -> None:
    """Make a repository in a folder that is there, with `settings` of its own, as `git init` does. Raise OSError."""
    own = folder / ".git"
    for name in ("objects", "refs/heads"):
        (own / name).mkdir(parents=True)
    (own / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    lines = ["[core]", "\trepositoryformatversion = 0", "\tfilemode = true", "\tbare = false"]
    for name, value in settings.items():
        section, key = name.split(".")
        lines += [f"[{section}]", f"\t{key} = {value}"]
    (own / "config").write_text("\n".join(lines) + "\n")


class Loose:
    """A repository of loose objects, which answers what `Processes` does."""

    algorithm = "sha1"

    def __init__(self, place: GitPlace) -> None:
        self.place = place
        self.holding: Sequence[int] = ()
        self._objects = place.common / "objects"

    # Objects

    def objects(self, oids: Sequence[str]) -> list[Object | None]:
        return [_object(self._objects, oid) for oid in oids]

    def commit_of(self, name: str) -> str | None:
        oid = name if _OID.fullmatch(name) else self._tip(name)
        answer = _object(self._objects, oid) if oid else None
        return answer.oid if answer and answer.kind == "commit" else None

    def lost(self, what: str) -> Refused:
        return _lost(what)

    def write(self, kind: str, body: bytes) -> str:
        try:
            return write_loose(self._objects, kind, body)
        except OSError as error:
            raise self._unwritten(error) from None

    def commit(self, tree: str, parent: str | None, message: str, when: int) -> str:
        parents = [f"parent {parent}"] if parent else []
        people = [f"{role} {self._person} {when} +0000" for role in ("author", "committer")]
        return self.write("commit", "\n".join([f"tree {tree}", *parents, *people, "", message]).encode())

    def signer(self) -> str:
        return self._person.partition(" <")[0]

    @cached_property
    def _person(self) -> str:
        """Return who commits, by the user's configuration of git and the repository's own."""
        told = {"name": "", "email": ""}
        users = os.environ.get("GIT_CONFIG_GLOBAL") or os.path.expanduser("~/.gitconfig")
        for file in (Path(users), self.place.common / "config"):
            text = file.read_text(errors="replace") if file.exists() else ""
            told |= re.findall(r"(?m)^\s+(name|email) = (.*)$", text)
        name, mail = (re.sub("[<>]", "", value.strip(' "')) for value in told.values())
        if not name:
            raise Refused("a commit is in somebody's name, and git does not know yours: set user.name")
        return f"{name} <{mail}>"

    # Branches

    def _tip(self, ref: str) -> str | None:
        with suppress(OSError, ValueError):
            text = (self.place.common / ref).read_text().strip()
            return text if _OID.fullmatch(text) else None
        return None

    def tip_of(self, branch: str) -> str | None:
        return self._tip(f"refs/heads/{branch}")

    def move(self, branch: str, new: str, old: str | None, why: str) -> None:
        if self.tip_of(branch) != old:
            raise Busy(f"{branch} is elsewhere than it was")
        file = self.place.common / "refs/heads" / branch
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, f"{new}\n".encode(), f"{file.name}.lock")
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError) -> Refused:
        return Refused(f"{self.place.common} cannot be written: {unwritten(error)}, then run this again")

    # History

    def is_ancestor(self, commit: str, tip: str) -> bool:
        return commit in _line(self._objects, tip)

    def ancestors(self, tip: str) -> set[str]:
        return {*_line(self._objects, tip)}

    def additions(self, tip: str, *patterns: str, without: Collection[str] = ()) -> Iterator[Addition]:
        prefix = self.place.prefix
        wanted = [escape(prefix) + each for each in patterns]
        for commit in _new(self._objects, tip, without):
            rows = [row for row in _changed(self._objects, commit) if row.old is None and not row.is_tree]
            found = [row.path for row in rows if any(fnmatchcase(row.path, each) for each in wanted)]
            if found:
                parent = _linked(self._objects, commit).parent
                paths = [path.removeprefix(prefix) for path in found]
                yield Addition(commit, [parent] if parent else [], paths)

    def changes(self, tip: str, after: str, folder: str) -> Iterator[tuple[str, PathChange]]:
        prefix = self.place.prefix
        place = f"{prefix}{folder}/"
        for commit in [*_new(self._objects, tip, [after])][::-1]:
            for row in _changed(self._objects, commit):
                if f"{row.path}/".startswith(place):
                    yield commit, PathChange(row.path.removeprefix(prefix), row.old, row.new)

    # The work tree and the index

    def stage(self, index: Path, commit: str, changes: Sequence[PathChange], marked: Collection[str]) -> str:
        whole = compare(partial(_tree, self._objects), None, _linked(self._objects, commit).root)
        entries = [
            _index_entry(os.fsencode(row.path), row.new) for row in whole if row.new and not row.is_tree
        ]
        content = struct.pack(">4sII", b"DIRC", 2, len(entries)) + b"".join(entries)
        index.write_bytes(content + hashlib.sha1(content, usedforsecurity=False).digest())
        return ""

    # Nobody else is at the work tree, and nothing is open.

    def left_out(self, places: Sequence[str]) -> frozenset[str]:
        return frozenset()

    def differences(self, clocks_alone: bool) -> list[Difference]:
        return []

    def close(self) -> None:
        return


def made(objects: Path, tip: str, without: str) -> set[str]:
    """Return the ids of all objects that came with the commits of `tip` beside those of `without`; "": of none."""
    found: set[str] = set()
    for commit in _new(objects, tip, [without]):
        new = (row.new_oid for row in _changed(objects, commit))
        found |= {commit, *filter(None, new)}
    return found


def _object(objects: Path, oid: str) -> Object | None:
    try:
        content = zlib.decompress((objects / oid[:2] / oid[2:]).read_bytes())
    except (OSError, ValueError, zlib.error):
        return None
    head, _, body = content.partition(b"\0")
    return Object(oid, head.split(b" ")[0].decode("ascii", "replace"), body)


def _body(objects: Path, oid: str, kind: str) -> bytes:
    found = _object(objects, oid)
    if found is None or found.kind != kind:
        raise _lost(f"the {kind} {oid}")
    return found.body


def _lost(what: str) -> Refused:
    return Refused(f"git cannot read {what}: it is missing or damaged; {damaged()}")


def _line(objects: Path, tip: str) -> Iterator[str]:
    """Yield a commit and all before it, the newest first."""
    commit: str | None = tip
    while commit:
        yield commit
        commit = _linked(objects, commit).parent


def _new(objects: Path, tip: str, without: Collection[str]) -> Iterator[str]:
    return takewhile(lambda commit: commit not in without, _line(objects, tip))


# What has an id never changes: what was read once is known, also to the next who opens the repository.


@lru_cache(_MOST_KNOWN)
def _linked(objects: Path, commit: str) -> _Linked:
    head = _body(objects, commit, "commit").partition(b"\n\n")[0]
    root, *rows = head.decode("utf-8", "replace").split("\n")
    parents = [row.removeprefix("parent ") for row in rows if row.startswith("parent ")]
    if len(parents) > 1:
        raise needs_git("what needs a history with merges")
    return _Linked(TreeEntry(TREE, root.removeprefix("tree ")), next(iter(parents), None))


@lru_cache(_MOST_KNOWN)
def _changed(objects: Path, commit: str) -> Sequence[PathChange]:
    """Return what a commit has otherwise than the one before it, folders too, in git's order."""
    linked = _linked(objects, commit)
    before = _linked(objects, linked.parent).root if linked.parent else None
    return [*compare(partial(_tree, objects), before, linked.root)]


@lru_cache(_MOST_KNOWN)
def _tree(objects: Path, folder: TreeEntry, _path: str) -> Tree:
    return parse_tree(folder.oid, _body(objects, folder.oid, "tree"))


def _index_entry(name: bytes, entry: TreeEntry) -> bytes:
    head = _ENTRY.pack(int(entry.mode, 8), bytes.fromhex(entry.oid), min(len(name), _LONGEST))
    row = head + name
    return row + bytes(8 - len(row) % 8)
