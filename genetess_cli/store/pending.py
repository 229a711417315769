"""The note that a refresh is under way: written before the branch moves, gone when the files have followed.

Who finds one after a kill knows from which commit index and work tree still are, and which files may be
overwritten. Notes add up: several commits may be followed in one go.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from genetess_cli.store.worktree import Ways


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
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(exist_ok=True)
        half = self._file.with_name(f"pending.{os.getpid()}")
        half.write_bytes(msgspec.json.encode(pending))
        half.replace(self._file)

    def add(self, pending: Pending) -> None:
        """Note one more commit on top of what is pending on its branch. Raises OSError."""
        before = self.read()
        if before and before.branch == pending.branch:
            ways = Ways(
                {**before.ways.seen, **pending.ways.seen}, {**before.ways.restore, **pending.ways.restore}
            )
            pending = Pending(pending.branch, before.old, pending.new, ways)
        self.write(pending)
