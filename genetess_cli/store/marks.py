"""What git's history says of single files and of what was taken in: read with one run of git, when there is a need."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from genetess_cli.errors import Refused
from genetess_cli.store import plumbing
from genetess_cli.store.git import Repository

TAKEN: Final = "Genetess-Taken"
"""The trailer of a commit that takes in what came from outside; its value says what, so that it is taken once."""


def newest_first(repository: Repository, tip: str, paths: Sequence[str]) -> list[str]:
    """Those of some files that the history up to `tip` knows, the one that came in last first.

    A merged branch counts as one step, at its merge. What came in together is in the order of names, the last first.
    """
    full = {f"{repository.prefix}{path}": path for path in paths}
    wanted = [f":(top,literal){path}" for path in full]
    shown = ("--no-renames", "--name-only", "--format=%x01", "-m", "--first-parent", "-z")
    done = plumbing.run(repository.top, "log", *shown, tip, "--", *wanted)
    if done.status:
        raise Refused(f"the history cannot be read: {done.complaint}")
    steps = os.fsdecode(done.out).split("\1")
    found = [name for step in steps for name in sorted(step.strip("\0\n").split("\0"), reverse=True)]
    return [full[name] for name in dict.fromkeys(found) if name in full]


def taken(repository: Repository, tip: str) -> set[str]:
    """What was taken in before, up to `tip`: the values of the trailer TAKEN."""
    shown = (f"--format=%(trailers:key={TAKEN},valueonly)", f"--grep=^{TAKEN}: ", "--no-show-signature")
    done = plumbing.run(repository.top, "log", *shown, tip)
    if done.status:
        raise Refused(f"the history cannot be read: {done.complaint}")
    return {line.strip() for line in done.out.decode("utf-8", "replace").splitlines() if line.strip()}


def heads(known: Iterable[str]) -> Mapping[str, Sequence[tuple[str, str]]]:
    """By what was sent (`pull 12`): each game that something of it was taken in for, and which commit or text of it."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for mark in sorted(known):
        slug, *parts = mark.split(" ")
        if len(parts) == 3:
            found[f"{parts[0]} {parts[1]}"].append((slug, parts[2]))
    return found
