"""One command at a time: a lock that the operating system lets go of when its holder ends, however it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from genetess_cli.errors import Busy, Refused, unwritten

_UNITS: Final = ((86_400, "days"), (3_600, "hours"), (60, "minutes"))


@contextmanager
def alone(file: Path, patience: float) -> Iterator[int]:
    """Hold the lock `file`, which is made where missing; gives its descriptor.

    What a holder starts and hands the descriptor to holds the lock as well, until it ends itself.
    Raises Busy where somebody else holds it for `patience` seconds, Refused where it cannot be made.
    """
    try:
        file.parent.mkdir(exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise Refused(f"{file.parent} cannot be written: {unwritten(error)}, and run it again") from None
    try:
        _take(descriptor, time.monotonic() + patience)
        yield descriptor
    finally:
        os.close(descriptor)


def left_lock(file: Path) -> str:
    """What is to be said of one of git's locks that somebody holds."""
    try:
        age = max(0, int(time.time() - file.stat().st_mtime))
    except FileNotFoundError:
        return "another git was at work here; run it again"
    size, unit = next(((size, unit) for size, unit in _UNITS if age >= 2 * size), (1, "seconds"))
    return (
        f"{file} has been there for {age // size} {unit}: another git is at work, or one was ended and left it. "
        "Run it again; if no git runs here any more, delete that file first"
    )


def _take(descriptor: int, until: float) -> None:
    import fcntl

    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise Busy("another command is at work in this league; run it again later") from None
        time.sleep(0.01)
