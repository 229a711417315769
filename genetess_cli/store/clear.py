"""What lies in a work tree for everybody to read: whether git would take a file along, and which files have a line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from genetess_cli.store import plumbing
from genetess_cli.store.places import find

_IGNORED = 0


def is_taken_along(root: Path, file: Path) -> bool:
    """Whether a file lies in the repository of the folder `root`, and git does not ignore it.

    Raises Refused where `root` is in no repository.
    """
    top, own, *_ = find(root)
    found = file.resolve()
    if not found.is_relative_to(top.resolve()) or found.is_relative_to(own.resolve()):
        return False
    return plumbing.run(top, "check-ignore", "--quiet", "--", str(found)).status != _IGNORED


def files_with(root: Path, line: str) -> Sequence[Path]:
    """The text files of the work tree, committed or not, that have a line which matches; none that git ignores.

    `line` is a basic regular expression. Raises Refused where `root` is in no repository.
    """
    top, *_ = find(root)
    options = ("--untracked", "--files-with-matches", "--null", "-I", "-e", line)
    done = plumbing.run(top, "grep", *options)
    return [top / os.fsdecode(name) for name in done.out.split(b"\0") if name]
