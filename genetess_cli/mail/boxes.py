"""Where messages lie: one on standard input, a file of one, an mbox or a Maildir. Nothing there is changed."""

from __future__ import annotations

import mailbox
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.mail.letters import LARGEST

MOST: Final = 2_000
_LARGEST_BOX: Final = 64 * 1024 * 1024


class Box(msgspec.Struct, frozen=True):
    """Messages in the order in which they lie there, each cut where it is too large; `is_one`: it was one alone."""

    letters: list[bytes]
    is_one: bool


def opened(name: str) -> Box:
    """The messages of a file or folder, `-` for standard input.

    Raises WrongUsage for what cannot be read, Refused for a mailbox that is too large.
    """
    if name == "-":
        return Box([sys.stdin.buffer.read(LARGEST + 1)], is_one=True)
    path = Path(name)
    try:
        if path.is_dir():
            return Box(_few(_maildir(path), name), is_one=False)
        if path.stat().st_size > _LARGEST_BOX:
            raise Refused(f"{name} has more than {_LARGEST_BOX // 1024 // 1024} MiB; take it in parts")
        with path.open("rb") as file:
            first = file.read(5)
            if first != b"From ":
                return Box([first + file.read(LARGEST)], is_one=True)
        return Box(_few(_mbox(path), name), is_one=False)
    except (OSError, ValueError) as error:
        raise WrongUsage(f"{name} cannot be read: {error}") from None


def _few(found: Iterator[bytes], name: str) -> list[bytes]:
    letters = []
    for letter in found:
        letters.append(letter)
        if len(letters) > MOST:
            raise Refused(f"{name} holds more than {MOST} messages; take them in parts")
    return letters


def _mbox(path: Path) -> Iterator[bytes]:
    box = mailbox.mbox(path, create=False)
    try:
        for key in box.iterkeys():
            with box.get_file(key) as file:
                yield bytes(file.read(LARGEST + 1))
    finally:
        box.close()


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
