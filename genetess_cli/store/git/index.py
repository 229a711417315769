"""Git's index, held and changed as git does it: while `index.lock` is there, nobody else changes it.

What a commit changes is made ready in a copy, which takes the index's place before the branch moves, and is taken back
where the branch does not. A `git commit` reads the branch, then the index, and then takes the lock: so it has the
branch and the index of one turn, or it finds the lock, or the branch elsewhere than it was.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Sequence
from contextlib import suppress

from genetess_cli.errors import Busy, Refused
from genetess_cli.store.files import link, write_whole
from genetess_cli.store.git.objects import Plumbing
from genetess_cli.store.git.worktree import INDEX_ANEW, PathChange

MARK = b"genetess is at work\n"
"""The content of `index.lock` while it is ours: git never writes that."""

_PATIENCE = 1.0


class Index:
    """The index of a work tree. Whatever cannot be written raises OSError."""

    def __init__(self, git: Plumbing) -> None:
        folder = git.place.folder
        self._git = git
        self._file = folder / "index"
        self._lock = folder / "index.lock"
        self._mark = folder / "genetess" / "mark"
        self._next = folder / "genetess" / "index"
        self._next_lock = folder / "genetess" / "index.lock"
        self._before = folder / "genetess" / "index.before"

    @property
    def is_ours(self) -> bool:
        """Return whether this program took the lock. Whoever is alone at work knows that its holder is dead."""
        try:
            return self._lock.read_bytes() == MARK
        except FileNotFoundError:
            return False

    @property
    def is_switched(self) -> bool:
        """Return whether a dead run has changed the index, and somebody has taken its lock away since."""
        return self._before.exists() and not self._lock.exists()

    def take(self) -> None:
        """Take the lock. Raise Busy where somebody else holds it for a second."""
        if not self._mark.exists():
            write_whole(self._mark, MARK, f"mark.{os.getpid()}")
        until = time.monotonic() + _PATIENCE
        while not self._take():
            if time.monotonic() > until:
                raise Busy(
                    f"{self._lock} is there: another git is running, or one was killed. Run this again; if no git "
                    "is running, delete that file first"
                )
            time.sleep(0.02)

    def release(self) -> None:
        """Give the lock back, the index being as it is now."""
        for file in (self._before, self._next, self._next_lock, self._lock):
            file.unlink(missing_ok=True)

    def switch(self, commit: str, changes: Sequence[PathChange], marked: Collection[str]) -> None:
        """Let the index have the new side of each change, as a commit has it. Raise Refused where git will not.

        `marked` are the paths that git leaves out of the work tree: they are left out from then on, too.
        """
        held = self._file.read_bytes() if self._file.exists() else b""
        if not held and self._file.exists():
            raise Refused(f"git's index is empty (a power cut can do that); nothing was done. {INDEX_ANEW}")
        write_whole(self._before, held, f"index.{os.getpid()}")
        for file in (self._next, self._next_lock):  # of a git that was killed
            file.unlink(missing_ok=True)
        if held:
            self._next.write_bytes(held)
        if wrong := self._git.stage(self._next, commit, changes, marked):
            write_whole(self._next, bytes(4096), "index.trial")  # where that fails, it says why
            raise Refused(f"git cannot change its index: {wrong}; nothing was done. {INDEX_ANEW}")
        with suppress(FileNotFoundError):  # git writes none for a commit without files
            self._next.replace(self._file)

    def restore(self) -> None:
        with suppress(FileNotFoundError):
            if self._before.stat().st_size:
                self._before.replace(self._file)
            else:
                self._file.unlink(missing_ok=True)

    def _take(self) -> bool:
        try:
            link(self._mark, self._lock)  # with what it holds from the first moment on
        except FileExistsError:
            return False
        return True
