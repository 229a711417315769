"""The note that a commit is under way: written before index and branch change, gone when the files have followed.

Who finds one after a kill knows from which commit to which it was to go, and which files may be overwritten.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from genetess_cli.store.worktree import Ways
from genetess_cli.whole import write_whole


class Pending(msgspec.Struct, frozen=True):
    """From which commit (None: before the first) of which branch to which, and what may be overwritten."""

    branch: str
    old: str | None
    new: str
    ways: Ways


class Note:
    """The file of the pending refresh, `.git/genetess/pending`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "genetess" / "pending"

    def read(self) -> Pending | None:
        """What is pending, if anything. A note that cannot be read is none."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Pending)
        except (OSError, msgspec.MsgspecError):
            return None

    def write(self, pending: Pending | None) -> None:
        """Replace the note, whole or not at all; None takes it away. Raises OSError."""
        if pending is None:
            if self._file.exists():
                self._file.unlink()
            return
        self._file.parent.mkdir(exist_ok=True)
        write_whole(self._file, msgspec.json.encode(pending), f"pending.{os.getpid()}")
