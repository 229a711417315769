"""What lies in a work tree for everybody to read: whether git would take a file along, and which files have a line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from genetess_cli.errors import Refused
from genetess_cli.store import plumbing
from genetess_cli.store.places import find

_IGNORED = 0
_NONE_FOUND = 1


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
    """The text files of the work tree that have a line which matches, committed or not; none that git only ignores.

    `line` is a basic regular expression. Outside a repository there are none. Raises Refused where git will not look.
    """
    here = root.resolve()
    if not any((folder / ".git").exists() for folder in (here, *here.parents)):
        return []
    top, *_ = find(root)
    tracked, others = (_found(top, line, *more) for more in ((), ("--untracked",)))
    return [top / os.fsdecode(name) for name in dict.fromkeys((*tracked, *others))]


def _found(top: Path, line: str, *more: str) -> Sequence[bytes]:
    """The files that git finds, whatever it is set to. With `--untracked`, none that it ignores."""
    plain = ("--no-color", "--no-recurse-submodules", "--basic-regexp")
    options = (*plain, *more, "--files-with-matches", "--null", "-I", "-e", line)
    done = plumbing.run(top, "grep", *options)
    if done.status > _NONE_FOUND:
        raise Refused(f"git would not look through {top}: {done.complaint}")
    return [name for name in done.out.split(b"\0") if name]
