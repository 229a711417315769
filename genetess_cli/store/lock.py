"""One command at a time: a lock that the operating system lets go of when its holder ends, however it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from genetess_cli.errors import Busy, Refused


@contextmanager
def alone(file: Path, patience: float) -> Iterator[None]:
    """Hold the lock `file`, which is made where missing.

    Raises Busy where somebody else holds it for `patience` seconds, Refused where it cannot be made.
    """
    try:
        file.parent.mkdir(exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise Refused(f"cannot write to {file.parent}: {error.strerror}; see who owns it") from None
    try:
        _take(descriptor, time.monotonic() + patience)
        yield
    finally:
        os.close(descriptor)


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
