"""Git's objects as bytes: trees taken apart and put together, commits worded, objects written.

A handful of small files makes a turn, and writing them here costs a fraction of starting git for each.
Nothing here knows a league, a branch or the work tree.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from genetess_cli.errors import CannotRead, Refused, Unreadable
from genetess_cli.store.files import write_whole
from genetess_cli.values import Value

TREE = "40000"
FILES = frozenset(("100644", "100755"))
LINK = "120000"
MODULE = "160000"


class TreeEntry(Value):
    """One row of a tree: what kind of thing (`100644` a file, `40000` a folder...) and its object."""

    mode: str
    oid: str

    @property
    def is_tree(self) -> bool:
        return self.mode == TREE

    @property
    def is_file(self) -> bool:
        return self.mode in FILES

    @property
    def words(self) -> str:
        return {TREE: "a folder", LINK: "a symbolic link", MODULE: "a submodule"}.get(self.mode, "a file")


Tree = Mapping[bytes, TreeEntry]


def object_id(kind: str, body: bytes, algorithm: str = "sha1") -> str:
    """Return the hash by which git names an object, in a repository of that object format."""
    content = f"{kind} {len(body)}\0".encode() + body
    return hashlib.new(algorithm, content, usedforsecurity=False).hexdigest()


def parse_tree(oid: str, body: bytes) -> Tree:
    """Return the rows of a folder by its id, which is as long as theirs are, and what git holds under that."""
    width = len(oid) // 2
    rows = {}
    at = 0
    while at < len(body):
        space = body.index(b" ", at)
        end = body.index(b"\0", space)
        name = body[end + 1 : end + 1 + width]
        rows[body[space + 1 : end]] = TreeEntry(body[at:space].decode(), name.hex())
        at = end + 1 + width
    return rows


def rows_of(oid: str, body: bytes | None) -> Tree | None:
    return None if body is None else parse_tree(oid, body)


def named(rows: Tree) -> dict[str, TreeEntry]:
    return {os.fsdecode(name): row for name, row in rows.items()}


def tree_body(rows: Tree) -> bytes:
    """Return the tree object of these rows; git sorts a folder as if its name ended in `/`."""
    ordered = sorted(rows.items(), key=lambda row: row[0] + b"/" * row[1].is_tree)
    return b"".join(b"%s %s\0%s" % (row.mode.encode(), name, bytes.fromhex(row.oid)) for name, row in ordered)


def write_loose(folder: Path, kind: str, body: bytes) -> str:
    """Write an object with SHA-1 below `folder` (`.git/objects`), whole or not at all; its id. Raise OSError."""
    oid = object_id(kind, body)
    shelf = folder / oid[:2]
    target = shelf / oid[2:]
    with suppress(FileNotFoundError):
        if target.stat().st_size:  # a power cut leaves empty ones
            return oid
    shelf.mkdir(exist_ok=True)
    half = f"tmp_obj_{os.getpid()}_{oid[2:10]}"  # git sweeps up what is left under such names
    content = f"{kind} {len(body)}\0".encode() + body
    write_whole(target, zlib.compress(content, 1), half, lambda mode: mode & 0o444)
    return oid


LARGEST = 1024 * 1024
INDEX_ANEW = (
    "If the index is damaged, delete the file `index` in the folder .git, and `git reset` makes a new one; your "
    "files stay as they are"
)


class TooLarge(CannotRead, Unreadable):
    """An ordinary file that is larger than anybody reads."""


class PathChange(Value):
    """A path of the repository that two commits have differently."""

    path: str
    old: TreeEntry | None
    new: TreeEntry | None

    @property
    def old_oid(self) -> str | None:
        return self.old.oid if self.old else None

    @property
    def new_oid(self) -> str | None:
        return self.new.oid if self.new else None

    @property
    def is_tree(self) -> bool:
        """Return whether it is a folder; a file in whose place a folder comes makes two changes."""
        entry = self.new or self.old
        return entry is not None and entry.is_tree


Rows = Callable[[TreeEntry, str], Tree]
"""Gives the rows of a folder at its path."""


def compare(rows: Rows, old: TreeEntry | None, new: TreeEntry | None, path: str = "") -> Iterator[PathChange]:
    """Yield what is different of a folder at a path, itself and what is below it, in git's order."""
    if old == new:
        return
    yield PathChange(path, old, new)
    olds = _marked(rows, old, path)
    news = _marked(rows, new, path)
    for key in sorted({*olds, *news}):
        below = f"{path}/{os.fsdecode(key)}".strip("/")
        yield from compare(rows, olds.get(key), news.get(key), below)


def _marked(rows: Rows, entry: TreeEntry | None, path: str) -> Tree:
    """Return the rows of a folder, with `/` behind the names of folders; none of anything else."""
    if entry is None or not entry.is_tree:
        return {}
    return {name + b"/" * row.is_tree: row for name, row in rows(entry, path).items()}


class Pending(Value):
    """From which commit to which a branch goes, and what may be overwritten, by path."""

    branch: str
    old: str | None  # None: before the first commit
    new: str
    seen: Mapping[str, str | None] = {}  # the id of what was read from a file for this commit; None: no file
    restore: Mapping[
        str, str | None
    ] = {}  # the id of what goes into a file instead of what the new commit has


def folders_of(path: str) -> list[str]:
    """Return the folders that a path leads through, the outermost first."""
    names = path.split("/")
    return ["/".join(names[:count]) for count in range(1, len(names))]


def read_ordinary(top: str, path: str, most: int = LARGEST) -> bytes | None:
    """Return a file in a folder that is no link, None where there is none.

    Raise CannotRead for a link or no ordinary file, TooLarge above `most` bytes.
    """
    try:
        descriptor = os.open(f"{top}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise CannotRead(f"{path} is a symbolic link; put what it points to in its place") from None
        raise CannotRead(f"{path} cannot be read: {error.strerror}; put an ordinary file there") from None
    try:
        kind = os.fstat(descriptor)
        if not stat.S_ISREG(kind.st_mode):
            raise CannotRead(f"{path} is no ordinary file; put one there")
        if kind.st_size > most:
            raise TooLarge(f"{path} is larger than {most // 1024**2} MiB; put a smaller file there")
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(kind.st_size + 1)  # to ask for the most there may be would set so much aside
    finally:
        os.close(descriptor)


def check_place(top: Path, path: str) -> None:
    """Raise Refused where a file could not be written without following a link, or in place of what is no file."""
    for folder in folders_of(path):
        place = top / folder
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            kind = "a symbolic link" if place.is_symlink() else "a file"
            raise Refused(f"{folder} is {kind}; put an ordinary folder there")
    with suppress(TooLarge):
        read_ordinary(str(top), path)


def plan(
    top: Path, changes: Sequence[PathChange], pending: Pending, algorithm: str
) -> tuple[list[PathChange], list[str]]:
    """Return the changes that files can follow, and the paths of those that somebody edited."""
    write = []
    left = []
    for change in changes:
        known = {change.old_oid, change.new_oid}
        known |= {pending.seen.get(change.path), pending.restore.get(change.path)}
        holds = _holds(top, change.path, algorithm)
        is_file = change.new is None or change.new.is_file
        if is_file and (holds & known or holds == {None}):
            write.append(change)
        else:
            left.append(change.path)
    return write, left


def write_file(top: Path, path: str, content: bytes | None, mode: str = "100644") -> None:
    """Make a file hold `content`, whole or not at all; None deletes it and folders left empty. Raise OSError."""
    target = top / path
    if content is None:
        target.unlink(missing_ok=True)
        with suppress(OSError):
            os.removedirs(target.parent)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    half = f".{target.name}.{os.getpid()}.half"
    permissions = _runnable if mode == "100755" else None
    write_whole(target, content, half, permissions)


def _runnable(usual: int) -> int:
    return usual | 0o111


def sweep(top: Path, changes: Iterable[PathChange]) -> None:
    """Remove what a killed `write_file` of these files left beside them."""
    from glob import escape

    for change in changes:
        target = top / change.path
        for half in target.parent.glob(f".{escape(target.name)}.*.half"):
            half.unlink(missing_ok=True)


def _holds(top: Path, path: str, algorithm: str) -> set[str | None]:
    """Return the ids that a file's content may have in git: as it is, and with the line ends git would store."""
    if any(os.path.islink(top / folder) for folder in folders_of(path)):
        return set()
    try:
        content = read_ordinary(str(top), path)
    except CannotRead:
        return set()
    if content is None:
        return {None} if not os.path.lexists(top / path) else set()
    forms = (content, content.replace(b"\r\n", b"\n"))
    return {object_id("blob", form, algorithm) for form in forms}


def read_pending(file: Path) -> Pending | None:
    """Return what is pending; None where nothing is, or where the note cannot be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Pending)
    except (OSError, msgspec.MsgspecError):
        return None


def write_pending(file: Path, pending: Pending | None) -> None:
    """Replace the note, whole or not at all; None takes it away. Raise OSError."""
    if pending is None:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(exist_ok=True)
    write_whole(file, msgspec.json.encode(pending), f"pending.{os.getpid()}")
