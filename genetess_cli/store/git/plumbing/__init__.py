"""What is asked of git by its own processes, or of loose objects where there are no processes, as in a browser.

Whatever else is asked runs git (`run.py`), and is refused where there are no processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from genetess_cli.values import Value


class GitPlace(Value):
    """Where a repository is, seen from a folder in it."""

    top: Path  # of the work tree
    folder: Path  # of git's files of this work tree
    common: Path  # of those that it shares with others: objects and branches
    prefix: str  # the way from the top to the folder, with `/` at its end


class Object(Value):
    """One object of git: its id, its kind (`blob`, `tree`, `commit`, `tag`) and its content."""

    oid: str
    kind: str
    body: bytes


class Addition(Value):
    """A commit that added files, of which paths are relative to the league."""

    commit: str
    parents: Sequence[str]
    paths: Sequence[str]
