"""What lies in the folder beside `.git`: reading it, and letting it and git's index follow a commit.

Each file is looked at by itself: `git read-tree -m -u` follows all of a commit or nothing, and refuses as
soon as a player's queue was edited, which is how most turns begin. No file is overwritten unless it
holds what the commit before had, what the commit has, or what the program read from it for that commit.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.store.digest import object_id
from genetess_cli.store.objects import Entry
from genetess_cli.store.papers import Unreadable
from genetess_cli.store.plumbing import Done, finish, start
from genetess_cli.whole import write_whole

T = TypeVar("T")

LARGEST: Final = 1024 * 1024
INDEX_ANEW: Final = (
    "If the index is damaged, delete the file `index` in the folder .git, and `git reset` makes it anew; your files "
    "stay as they are"
)
_AT_ONCE: Final = 200


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
    folder = ""
    for name in path.split("/")[:-1]:
        folder = f"{folder}/{name}" if folder else name
        place = top / folder
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            kind = "a symbolic link" if place.is_symlink() else "a file"
            raise Refused(f"{folder} is {kind}; put an ordinary folder there")
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
    """What the index has for some paths, being looked up by git while something else is done in its block."""

    def __init__(self, top: Path, paths: Collection[str]) -> None:
        listing = ("--literal-pathspecs", "ls-files", "-z", "--stage", "--")
        self._runs = [start(top, *listing, *part) for part in parts(sorted(paths))]

    def __enter__(self) -> Listing:
        """The listing itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for git."""
        self._finish()

    def _finish(self) -> Sequence[Done]:
        runs, self._runs = self._runs, []
        return [finish(run) for run in runs]

    def rows(self) -> dict[str, str]:
        """The id of each path that the index has, or `!` in the middle of a merge. To be asked once.

        Raises Refused where git cannot read the index.
        """
        rows: dict[str, str] = {}
        done = self._finish()
        if bad := next((each for each in done if each.status), None):
            raise Refused(f"git cannot read its index: {bad.complaint}; nothing was done. {INDEX_ANEW}")
        for row in b"".join(each.out for each in done).split(b"\0"):
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
    half = f".{target.name}.{os.getpid()}.half"
    write_whole(target, content, half, (lambda usual: usual | 0o111) if mode == "100755" else None)


def sweep(top: Path, changes: Iterable[Change]) -> None:
    """Remove what a killed `write_file` of these files left beside them."""
    from glob import escape

    for change in changes:
        target = top / change.path
        for half in target.parent.glob(f".{escape(target.name)}.*.half"):
            half.unlink(missing_ok=True)


def parts(items: Sequence[T]) -> list[Sequence[T]]:
    """So many at once that a command line can name them."""
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
