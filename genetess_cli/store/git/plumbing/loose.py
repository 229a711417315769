"""A repository without git: loose objects by zlib and hashlib, branches as files, an index that `git status` believes.

For where no process can be started, as in a browser: one writer, and no packs, for nobody packs there.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from itertools import count
from pathlib import Path

from genetess_cli.errors import Busy, CannotRead, Refused, unwritten
from genetess_cli.store.files import write_whole
from genetess_cli.store.git.differences import Difference
from genetess_cli.store.git.plumbing import Addition, GitPlace, Object, Plumbing
from genetess_cli.store.git.run import DAMAGED, NO_REPOSITORY, NoRepository, needs_git
from genetess_cli.store.git.worktree import (
    TREE,
    PathChange,
    TreeEntry,
    object_id,
    parse_tree,
    read_ordinary,
    write_loose,
)
from genetess_cli.store.layout import GAMES, is_programs
from genetess_cli.values import Value

_OID = re.compile("[0-9a-f]{40}")
_PLACES = ("refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}")
_MOST_KNOWN = 20_000
_ENTRY = struct.Struct(">24xI12x20sH")
"""A row of an index before its path: what the disk says of the file (nothing: git looks itself), mode, id, flags."""
_HEAD = struct.Struct(">4sII")
_LONGEST = 0xFFF
_CRUD = "".join(map(chr, range(33))) + ".,:;<>\"\\'"  # what git strips off the ends of a name


class _Patterns:
    """Paths that are asked for: those that fit a pattern of `*` and `**`, and all below them."""

    def __init__(self, prefix: str, *patterns: str) -> None:
        whole = [prefix + pattern for pattern in patterns]
        self._starts = [re.split(r"[*\[]", pattern)[0] for pattern in whole]
        self._fits = re.compile(f"(?s:{'|'.join(map(_expression, whole))})(?:/.*)?", re.DOTALL)

    def fit(self, path: str) -> bool:
        return self._fits.fullmatch(path) is not None

    def lead_into(self, folder: str) -> bool:
        """Return whether something in a folder, `/` at its end, may fit."""
        return any(folder.startswith(start) or start.startswith(folder) for start in self._starts)


class _Linked(Value):
    """What a commit says beside its message: its folder, the commits before it, and when it was made."""

    root: str
    parents: Sequence[str]
    when: int


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


class Loose(Plumbing):
    """A repository of loose objects. Nothing is asked for twice in another way than by its id."""

    algorithm = "sha1"

    def __init__(self, place: GitPlace) -> None:
        self.place = place
        self._objects = place.common / "objects"
        if "extensions.objectformat" in self._settings:
            raise needs_git("objects that are named by another hash than SHA-1")

    def close(self) -> None:
        """Keep nothing open."""

    @cached_property
    def _settings(self) -> Mapping[str, str]:
        """Git's configuration, the user's and the repository's own, the names in lower case."""
        users = os.environ.get("GIT_CONFIG_GLOBAL") or os.path.expanduser("~/.gitconfig")
        settings = {}
        section = ""
        for file in (Path(users), self.place.common / "config"):
            text = file.read_text(errors="replace") if file.exists() else ""
            for line in text.splitlines():
                name, is_set, value = line.partition("=")
                if line.startswith("["):
                    section = line.strip("[] ")
                elif is_set:
                    settings[f"{section}.{name.strip()}".lower()] = value.strip(' "')
        return settings

    # Objects

    def objects(self, oids: Sequence[str]) -> list[Object | None]:
        return [self._object(oid) for oid in oids]

    def _object(self, oid: str) -> Object | None:
        return _object(self._objects, oid)

    def commit_of(self, name: str) -> str | None:
        forms = [name, *(form.format(name) for form in _PLACES)]
        oid = name if _OID.fullmatch(name) else next(filter(None, map(self._tip, forms)), None)
        answer = self._object(oid) if oid else None
        while answer and answer.kind == "tag":
            answer = self._object(answer.body[7:47].decode("ascii", "replace"))
        return answer.oid if answer and answer.kind == "commit" else None

    def root_of(self, commit: str) -> Object | None:
        answer = self._object(commit)
        return self._object(_linked(answer.body).root) if answer and answer.kind == "commit" else None

    def lost(self, what: str) -> Refused:
        return Refused(f"git cannot read {what}: it is missing or damaged; {DAMAGED}")

    def write(self, kind: str, body: bytes) -> str:
        try:
            return write_loose(self._objects, kind, body)
        except OSError as error:
            raise self._unwritten(error) from None

    def commit(self, tree: str, parent: str | None, message: str, when: int) -> str:
        if self._settings.get("commit.gpgsign", "no").lower() not in ("", "no", "false", "off", "0"):
            raise needs_git("to sign a commit, as commit.gpgsign asks,")
        parents = [f"parent {parent}"] if parent else []
        people = [f"{role} {self._person(role)} {when} +0000" for role in ("author", "committer")]
        return self.write("commit", "\n".join([f"tree {tree}", *parents, *people, "", message]).encode())

    def signer(self) -> str:
        return self._person("author").partition(" <")[0]

    def _person(self, role: str) -> str:
        found = []
        for key in ("name", "email"):
            told = os.environ.get(f"GIT_{role}_{key}".upper())
            told = told or self._settings.get(f"{role}.{key}") or self._settings.get(f"user.{key}", "")
            found.append(re.sub("[<>\n]", "", told.strip(_CRUD)))
        name, mail = found
        if not name:
            raise Refused("a commit is in somebody's name, and git does not know yours: set user.name")
        return f"{name} <{mail}>"

    # Branches

    def _tip(self, ref: str) -> str | None:
        """Return where a ref is, a symbolic one too; None for what names no ref."""
        for file in (self.place.folder / ref, self.place.common / ref):
            with suppress(OSError, UnicodeDecodeError, ValueError):
                text = file.read_text().strip()
                named = text.removeprefix("ref: ")
                return self._tip(named) if named != text else _id_in(text)
        return self._packed.get(ref)

    @cached_property
    def _packed(self) -> Mapping[str, str]:
        """The refs that git has put into one file."""
        with suppress(OSError):
            lines = (self.place.common / "packed-refs").read_text(errors="replace").splitlines()
            return {line[41:]: line[:40] for line in lines if _OID.match(line)}
        return {}

    def tip_of(self, branch: str) -> str | None:
        return self._tip(f"refs/heads/{branch}")

    def move(self, branch: str, new: str, old: str | None, why: str, holding: Sequence[int]) -> None:
        if self.tip_of(branch) != old:
            raise Busy(f"{branch} is elsewhere than it was")
        self.set_branch(branch, new)

    def set_branch(self, branch: str, tip: str) -> None:
        file = self.place.common / "refs/heads" / branch
        try:
            if tip:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, f"{tip}\n".encode(), f"{file.name}.lock")
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError) -> Refused:
        return Refused(f"{self.place.common} cannot be written: {unwritten(error)}, then run this again")

    # History

    def _read(self, commit: str) -> _Linked:
        return _read(self._objects, commit)

    def _walk(self, tip: str, before: Callable[[str], Sequence[str]] | None = None) -> Iterator[str]:
        """Yield commits from a tip on, as git does: whichever is the newest of those that were reached."""
        before = before or (lambda commit: self._read(commit).parents)
        numbers = count()
        seen = {tip}
        waiting = [(0, next(numbers), tip)]
        while waiting:
            *_, commit = heappop(waiting)
            yield commit
            for parent in before(commit):
                if parent not in seen:
                    seen.add(parent)
                    heappush(waiting, (-self._read(parent).when, next(numbers), parent))

    def is_ancestor(self, commit: str, tip: str) -> bool:
        return commit in self._walk(tip)

    def merge_bases(self, commit: str, other: str) -> list[str]:
        common = self.ancestors(commit) & self.ancestors(other)
        return [*common - {parent for each in common for parent in self._read(each).parents}]

    def ancestors(self, tip: str) -> set[str]:
        return self._beside([tip], [])

    def _beside(self, tips: Sequence[str], without: Sequence[str]) -> set[str]:
        """Return what led to some commits and not to others, walked no further than to where they parted."""
        known = {*without}
        found: set[str] = set()
        numbers = count()
        waiting = [(-self._read(commit).when, next(numbers), commit) for commit in {*tips, *without}]
        heapify(waiting)
        oldest = waiting[0][0]
        # What is known may yet lead to a commit as old as those that were found.
        while waiting and (waiting[0][0] <= oldest or any(commit not in known for *_, commit in waiting)):
            when, _, commit = heappop(waiting)
            if commit not in known:
                found.add(commit)
                oldest = when
            for parent in self._read(commit).parents:
                is_new = parent not in found and parent not in known
                if commit in known:
                    is_new = parent not in known
                    known.add(parent)
                if is_new:
                    heappush(waiting, (-self._read(parent).when, next(numbers), parent))
        return found - known

    def additions(self, tip: str, *patterns: str) -> Iterator[Addition]:
        wanted = _Patterns(self.place.prefix, *patterns)

        def before(commit: str) -> Sequence[str]:
            """Return the commits to look at next: of several the one that has all of it alike, as git does."""
            parents = self._read(commit).parents
            alike = (parent for parent in parents if not any(self._compared(parent, commit, wanted)))
            alone = next(alike, None)
            return [alone] if alone else parents

        for commit in self._walk(tip, before):
            if paths := [*self._added(commit, wanted)]:
                yield Addition(commit, self._read(commit).parents, paths)

    def added_alone(self, tip: str, without: Sequence[str]) -> set[str] | None:
        try:
            return self._added_in(self._beside([tip], without))
        except Refused:
            return None

    def added_apart(self, one: str, other: str) -> set[str] | None:
        try:
            return self._added_in(self._beside([one], [other]) | self._beside([other], [one]))
        except Refused:
            return None

    def _added_in(self, commits: Set[str]) -> set[str]:
        wanted = _Patterns(self.place.prefix, "**")
        return {path for commit in commits for path in self._added(commit, wanted)}

    def _added(self, commit: str, wanted: _Patterns) -> Iterator[str]:
        """Yield the files below the league's folder that a commit added; what is merged, others added."""
        parents = self._read(commit).parents
        if len(parents) < 2:
            for row in self._compared(next(iter(parents), None), commit, wanted):
                if row.old is None and row.new and not row.new.is_tree:
                    yield row.path.removeprefix(self.place.prefix)

    def changes(self, tip: str, after: str, folder: str) -> Iterator[tuple[str, PathChange]]:
        prefix = self.place.prefix
        wanted = _Patterns(prefix, folder)
        for commit in self._in_order(tip, after):
            parents: Sequence[str | None] = self._read(commit).parents or (None,)
            for row in (row for parent in parents for row in self._compared(parent, commit, wanted)):
                yield commit, PathChange(row.path.removeprefix(prefix), row.old, row.new)

    def _in_order(self, tip: str, after: str) -> list[str]:
        """Return the commits of `tip` beside those of `after`, parents before children, branch by branch."""
        new = self._beside([tip], [after] if after else [])
        children = Counter(parent for commit in new for parent in self._read(commit).parents)
        free = [tip] if tip in new else []
        found: list[str] = []
        while free:
            found.append(free.pop())
            for parent in self._read(found[-1]).parents:
                children[parent] -= 1
                if parent in new and not children[parent]:
                    free.append(parent)
        return found[::-1]

    def _compared(self, old: str | None, new: str, wanted: _Patterns) -> Iterator[PathChange]:
        before = TreeEntry(TREE, self._read(old).root) if old else None
        return self._differing(before, TreeEntry(TREE, self._read(new).root), "", wanted)

    def _differing(
        self, old: TreeEntry | None, new: TreeEntry | None, path: str, wanted: _Patterns
    ) -> Iterator[PathChange]:
        """Yield what two folders at a path have differently below it, folders too, in git's order."""
        olds = self._rows(old)
        news = self._rows(new)
        for key in sorted({*olds, *news}):
            was = olds.get(key)
            now = news.get(key)
            below = path + os.fsdecode(key)
            if was == now:
                continue
            if wanted.fit(below.removesuffix("/")):
                yield PathChange(below.removesuffix("/"), was, now)
            if below.endswith("/") and wanted.lead_into(below):
                yield from self._differing(was, now, below, wanted)

    def _rows(self, folder: TreeEntry | None) -> Mapping[bytes, TreeEntry]:
        """Return what is in a folder, with `/` behind the names of folders."""
        return _rows(self._objects, folder.oid) if folder else {}

    def made(self, tip: str, without: str) -> set[str]:
        whole = _Patterns("", "**")
        found: set[str] = set()
        for commit in self._beside([tip], [without] if without else []):
            linked = self._read(commit)
            rows = self._compared(next(iter(linked.parents), None), commit, whole)
            found |= {commit, linked.root, *(row.new.oid for row in rows if row.new)}
        return found

    # The work tree and the index

    def stage(
        self,
        index: Path,
        rows: Sequence[tuple[TreeEntry, str]],
        marked: Sequence[str],
        holding: Sequence[int],
    ) -> str:
        held = index.read_bytes() if index.exists() else _HEAD.pack(b"DIRC", 2, 0)
        try:
            entries = _entries(held)
        except (ValueError, struct.error):
            return f"{index} is no index of version 2"
        for entry, path in rows:
            name = os.fsencode(path)
            entries.pop(name, None)
            if entry.mode != "0":
                flags = min(len(name), _LONGEST)
                entries[name] = _ENTRY.pack(int(entry.mode, 8), bytes.fromhex(entry.oid), flags)
        padded = (row + name + bytes(8 - (len(row) + len(name)) % 8) for name, row in sorted(entries.items()))
        content = _HEAD.pack(b"DIRC", 2, len(entries)) + b"".join(padded)
        index.write_bytes(content + hashlib.sha1(content, usedforsecurity=False).digest())
        return ""

    def left_out(self, places: Sequence[str]) -> frozenset[str]:
        return frozenset()

    def differences(self, clocks_alone: bool) -> list[Difference]:
        top = self.place.top / self.place.prefix
        head = self.commit_of("HEAD")
        root = TreeEntry(TREE, self._read(head).root) if head else None
        wanted = _Patterns(self.place.prefix, GAMES)
        rows = (row for row in self._differing(None, root, "", wanted) if row.new and not row.new.is_tree)
        committed = {row.path.removeprefix(self.place.prefix): row.new for row in rows}
        found = []
        for path, entry in committed.items():
            if not is_programs(path) or (
                clocks_alone and not re.search(r"/(clock\.yaml|state\.[^/]*)$", path)
            ):
                continue
            if not os.path.lexists(top / path):
                found.append(Difference(path, "deleted"))
            elif entry and _id_of(top, path) != entry.oid:
                found.append(Difference(path, "changed"))
        if not clocks_alone:
            lying = (
                file.relative_to(top).as_posix() for file in (top / GAMES).rglob("*") if not file.is_dir()
            )
            found += [
                Difference(path, "added") for path in lying if path not in committed and is_programs(path)
            ]
        return sorted(found, key=lambda row: row.path)


def _object(objects: Path, oid: str) -> Object | None:
    try:
        content = zlib.decompress((objects / oid[:2] / oid[2:]).read_bytes())
    except (OSError, ValueError, zlib.error):
        return None
    head, _, body = content.partition(b"\0")
    return Object(oid, head.split(b" ")[0].decode("ascii", "replace"), body)


# What has an id never changes: what was read once is known, also to the next who opens the repository.


@lru_cache(_MOST_KNOWN)
def _read(objects: Path, commit: str) -> _Linked:
    found = _object(objects, commit)
    if found is None or found.kind != "commit":
        raise Refused(f"git cannot read the commit {commit}: it is missing or damaged; {DAMAGED}")
    return _linked(found.body)


@lru_cache(_MOST_KNOWN)
def _rows(objects: Path, folder: str) -> Mapping[bytes, TreeEntry]:
    found = _object(objects, folder)
    if found is None or found.kind != "tree":
        raise Refused(f"git cannot read the folder {folder}: it is missing or damaged; {DAMAGED}")
    rows = parse_tree(folder, found.body)
    return {name + b"/" * row.is_tree: row for name, row in rows.items()}


def _linked(body: bytes) -> _Linked:
    head = body.partition(b"\n\n")[0].decode("utf-8", "replace").split("\n")
    rows = [line.partition(" ")[::2] for line in head]
    parents = [value for name, value in rows if name == "parent"]
    when = next((int(value.split()[-2]) for name, value in rows if name == "committer"), 0)
    return _Linked(rows[0][1], parents, when)


def _expression(pattern: str) -> str:
    """Return the regular expression of a pattern of git's; `[*]` is a star."""
    words = {"**": ".*", "*": "[^/]*"}
    parts = re.findall(r"\*\*|\*|\[.\]|.", pattern, re.DOTALL)
    return "".join(words.get(part) or re.escape(part.strip("[]") or part) for part in parts)


def _id_in(text: str) -> str | None:
    return text if _OID.fullmatch(text) else None


def _entries(held: bytes) -> dict[bytes, bytes]:
    """Return the rows of an index by path, without what git only keeps to be quick. Raise ValueError, struct.error."""
    mark, version, number = _HEAD.unpack_from(held)
    if (mark, version) != (b"DIRC", 2):
        raise ValueError(held[:8])
    entries = {}
    at = _HEAD.size
    for _ in range(number):
        start = at + _ENTRY.size
        name = held[start : held.index(b"\0", start)]
        entries[name] = held[at:start]
        size = _ENTRY.size + len(name)
        at += size + 8 - size % 8
    return entries


def _id_of(top: Path, path: str) -> str:
    try:
        return object_id("blob", read_ordinary(str(top), path) or b"")
    except CannotRead:
        return ""
