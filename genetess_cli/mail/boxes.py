"""Where messages lie: one on standard input, a file of one, an mbox or a Maildir. Nothing there is changed."""

from __future__ import annotations

import mailbox
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import BinaryIO

import msgspec

from genetess_cli.errors import WrongUsage
from genetess_cli.mail.letters import LARGEST


class Box(msgspec.Struct, frozen=True):
    """Messages in the order in which they lie there, each cut where it is too large; `is_one`: it was one alone.

    `letters` begins with the first of them each time, and holds one at a time. It raises WrongUsage for what cannot
    be read.
    """

    letters: Callable[[], Iterator[bytes]]
    is_one: bool


def opened(name: str) -> Box:
    """The messages of a file or folder, `-` for standard input. Raises WrongUsage for what cannot be read."""
    if name == "-":
        return _one(sys.stdin.buffer)
    path = Path(name)
    try:
        if path.is_dir():
            return Box(partial(_told, _maildir, path), is_one=False)
        with path.open("rb") as file:
            if file.peek(5)[:5] != b"From ":
                return _one(file)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    return Box(partial(_told, _mbox, path), is_one=False)


def _one(file: BinaryIO) -> Box:
    data = file.read(LARGEST + 1)
    return Box(lambda: iter([data]), is_one=True)


def _told(found: Callable[[Path], Iterator[bytes]], path: Path) -> Iterator[bytes]:
    try:
        yield from found(path)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> WrongUsage:
    return WrongUsage(f"{path} cannot be read: {error}")


def _mbox(path: Path) -> Iterator[bytes]:
    with closing(mailbox.mbox(path, create=False)) as box:
        for key in box.iterkeys():
            with box.get_file(key) as file:
                yield bytes(file.read(LARGEST + 1))


def _maildir(path: Path) -> Iterator[bytes]:
    """The messages of a Maildir, the oldest first: their names begin with the time when they came."""
    if not (path / "new").is_dir() or not (path / "cur").is_dir():
        raise WrongUsage(f"{path} is no Maildir: it has no folders new and cur")
    files = [file for part in ("cur", "new") for file in (path / part).iterdir()]
    for file in sorted(files, key=lambda file: (_stamp(file.name), file.name)):
        if file.is_file() and not file.is_symlink() and not file.name.startswith("."):
            with file.open("rb") as opened:
                yield opened.read(LARGEST + 1)


def _stamp(name: str) -> int:
    first = name.partition(".")[0]
    return int(first) if first.isdecimal() and len(first) < 20 else 0
