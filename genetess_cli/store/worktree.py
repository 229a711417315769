"""What lies in the folder beside `.git`: reading it, and letting it and git's index follow a commit.

Each file is looked at by itself: `git read-tree -m -u` follows all of a commit or nothing, and refuses as
soon as a player's queue was edited, which is how most turns begin. No file is overwritten unless it
holds what the commit before had, what the commit has, or what the program read from it for that commit.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from genetess_cli.errors import Busy, Refused
from genetess_cli.store.digest import object_id
from genetess_cli.store.objects import Entry
from genetess_cli.store.papers import Unreadable
from genetess_cli.store.plumbing import Done, finish, run, start

T = TypeVar("T")

LARGEST: Final = 1024 * 1024
_AT_ONCE: Final = 200
_PATIENCE: Final = 1.0


class TooLarge(Refused, Unreadable):
    """An ordinary file of more than 1 MiB, which nobody reads."""


class Change(msgspec.Struct, frozen=True):
    """A path of the repository that two commits have differently."""

    path: str
    old: Entry | None
    new: Entry | None


class Ways(msgspec.Struct, frozen=True):
    """What may be lost and what must appear, by path: ids of contents, None for no file.

    `seen` is what the program read from a file for this commit; `restore` is what belongs into the file
    instead of the new commit's content.
    """

    seen: Mapping[str, str | None] = {}
    restore: Mapping[str, str | None] = {}


class Plan(msgspec.Struct, frozen=True):
    """What to do for each change: write files, set rows of the index, leave what somebody edited."""

    write: list[Change]
    index: list[Change]
    left: list[str]


def read_file(top: Path, path: str) -> bytes | None:
    """A file of the work tree; None where there is none.

    Raises Refused for anything but an ordinary file of at most 1 MiB, reached without symbolic links; for one that is
    merely larger TooLarge.
    """
    if not _free_of_links(top, path):
        raise Refused(f"{path} lies behind a symbolic link; put the file itself there")
    try:
        descriptor = os.open(top / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}; put an ordinary file there") from None
    try:
        kind = os.fstat(descriptor)
        if not stat.S_ISREG(kind.st_mode):
            raise Refused(f"{path} is no ordinary file of at most 1 MiB; put one there")
        if kind.st_size > LARGEST:
            raise TooLarge(f"{path} has more than 1 MiB; put a smaller file there")
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(LARGEST)
    finally:
        os.close(descriptor)


def check_place(top: Path, path: str) -> None:
    """Raise Refused where a file could not be written without following a link, or in place of what is no file."""
    with contextlib.suppress(TooLarge):
        read_file(top, path)


def plan(top: Path, changes: Sequence[Change], rows: Mapping[str, str], ways: Ways, algorithm: str) -> Plan:
    """What may be done for each change. `rows` is the index: the id, or `!` where merging, by path."""
    made = Plan([], [], [])
    for change in changes:
        known = {change.old and change.old.oid, change.new and change.new.oid}
        indexed = rows.get(change.path)
        ours = change.path in ways.seen and indexed != "!"
        if indexed == (change.new and change.new.oid) and change.new and not change.new.is_file:
            continue
        if not (indexed in known or ours) or (change.new and not change.new.is_file):
            made.left.append(change.path)
            continue
        made.index.append(change)
        holds = _holds(top, change.path, algorithm)
        if holds & {*known, ways.seen.get(change.path)} or holds == {None}:
            made.write.append(change)
        else:
            made.left.append(change.path)
    return made


class Listing:
    """What the index has for some paths, being looked up by git while something else is done."""

    def __init__(self, top: Path, paths: Collection[str]) -> None:
        self.paths = frozenset(paths)
        listing = ("--literal-pathspecs", "ls-files", "-z", "--stage", "--")
        self._runs = [start(top, *listing, *part) for part in _parts(sorted(paths))]

    def rows(self) -> dict[str, str]:
        """The id of each path that the index has, or `!` in the middle of a merge. To be asked once."""
        rows: dict[str, str] = {}
        for row in b"".join(finish(listing).out for listing in self._runs).split(b"\0"):
            words, _, name = row.partition(b"\t")
            if name:
                _, oid, stage = words.decode().split(" ")
                rows[os.fsdecode(name)] = oid if stage == "0" else "!"
        return rows


def write_file(top: Path, path: str, content: bytes | None, mode: str = "100644") -> None:
    """Make a file of the work tree hold `content`, whole or not at all; None deletes it and folders left empty.

    Raises OSError.
    """
    target = top / path
    if content is None:
        target.unlink(missing_ok=True)
        _prune(target.parent, top)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    half = target.with_name(f".{target.name}.{os.getpid()}.half")
    half.write_bytes(content)
    if mode == "100755":
        half.chmod(half.stat().st_mode | 0o111)
    half.replace(target)


def sweep(top: Path, changes: Iterable[Change]) -> None:
    """Remove what a killed `write_file` of these files left beside them."""
    from glob import escape

    for change in changes:
        target = top / change.path
        for half in target.parent.glob(f".{escape(target.name)}.*.half"):
            half.unlink(missing_ok=True)


def set_index(top: Path, changes: Sequence[Change], edited: Sequence[str]) -> None:
    """Let the index have the new side of each change; `edited` are those whose file is not what it has.

    Raises Busy where another git holds the index, Refused where it cannot be written.
    """
    for part in _parts(changes):
        rows = [f"{row.new.mode},{row.new.oid},{row.path}" for row in part if row.new]
        rows = [word for row in rows for word in ("--cacheinfo", row)]
        # Naming the file as well lets git note its size and times, so that nobody need read it again.
        written = [f"./{row.path}" for row in part if row.new and row.path not in edited]
        gone = [f"./{row.path}" for row in part if not row.new]
        lost = ["--force-remove", *gone] if gone else []
        _patiently(top, "update-index", "--add", *rows, *written, *lost)


def _patiently(top: Path, *arguments: str) -> None:
    until = time.monotonic() + _PATIENCE
    while (done := run(top, *arguments)).status:
        if "index.lock" not in done.complaint:
            raise Refused(f"git could not follow the new turn: {done.complaint}")
        if time.monotonic() > until:
            raise _locked(done)
        time.sleep(0.02)


def _locked(done: Done) -> Busy:
    return Busy(f"another git is at work here: {done.complaint}")


def _parts(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[first : first + _AT_ONCE] for first in range(0, len(items), _AT_ONCE)]


def _holds(top: Path, path: str, algorithm: str) -> set[str | None]:
    """The ids that a file's content may have in git: as it is, and with the line ends git would store."""
    try:
        content = read_file(top, path)
    except Refused:
        return set()
    if content is None:
        return {None} if not os.path.lexists(top / path) else set()
    forms = (content, content.replace(b"\r\n", b"\n"))
    return {object_id("blob", form, algorithm) for form in forms}


def _free_of_links(top: Path, path: str) -> bool:
    folder = top
    for name in path.split("/")[:-1]:
        folder = folder / name
        if folder.is_symlink():
            return False
    return True


def _prune(folder: Path, top: Path) -> None:
    with contextlib.suppress(OSError):
        while folder != top:
            folder.rmdir()
            folder = folder.parent
