"""One branch: moving it, and what its commits say and began with."""

from __future__ import annotations

import os
from pathlib import Path

from genetess_cli.errors import Busy, Refused
from genetess_cli.store import plumbing


def move(top: Path, branch: str, old: str | None, new: str, subject: str) -> None:
    """Move a branch from `old` (None: from nothing) to `new`, and only from there.

    Raises Busy where it is not at `old` any more, Refused where git will not.
    """
    expected = old or "0" * len(new)
    done = plumbing.run(top, "update-ref", "-m", subject, f"refs/heads/{branch}", new, expected)
    if not done.status:
        return
    if "lock ref" in done.complaint or "File exists" in done.complaint:
        raise Busy(f"{branch} moved underneath, nothing was changed; run it again")
    raise Refused(f"git would not move {branch}: {done.complaint}")


def text(message: str | bytes) -> str:
    """A commit's message as text, whatever it holds."""
    return message if isinstance(message, str) else message.decode("utf-8", "replace")


def birth(top: Path, path: str, tip: str) -> tuple[str, str] | None:
    """The newest commit up to `tip` that added a file of the repository, and the commit before it.

    None where either is missing here, as in a clone that has only the end of the history.
    """
    words = ("--no-show-signature", "--no-renames", "--diff-filter=A", "--max-count=1", "--format=%H %P")
    done = plumbing.run(top, "--literal-pathspecs", "log", *words, tip, "--", path)
    commits = os.fsdecode(done.out).split()
    return (commits[0], commits[1]) if not done.status and len(commits) > 1 else None
