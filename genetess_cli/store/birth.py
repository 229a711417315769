"""Where in the history something came to be: few commands ask, and none that runs on a schedule."""

from __future__ import annotations

import os
from pathlib import Path

from genetess_cli.store import plumbing


def birth(top: Path, path: str, tip: str) -> tuple[str, str] | None:
    """The newest commit up to `tip` that added a file of the repository, and the commit before it.

    None where either is missing here, as in a clone that has only the end of the history.
    """
    words = ("--no-show-signature", "--no-renames", "--diff-filter=A", "--max-count=1", "--format=%H %P")
    done = plumbing.run(top, "--literal-pathspecs", "log", *words, tip, "--", path)
    commits = os.fsdecode(done.out).split()
    return (commits[0], commits[1]) if not done.status and len(commits) > 1 else None
