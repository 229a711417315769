"""Where in the history something came to be, and whether the history still has it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.store import plumbing
from genetess_cli.store.places import find

_ADDED = ("--no-show-signature", "--no-renames", "--diff-filter=A")


def birth(top: Path, path: str, tip: str) -> tuple[str, str] | None:
    """The newest commit up to `tip` that added a file of the repository, and the commit before it.

    None where either is missing here, as in a clone that has only the end of the history.
    """
    words = (*_ADDED, "--max-count=1", "--format=%H %P")
    done = plumbing.run(top, "--literal-pathspecs", "log", *words, tip, "--", path)
    commits = os.fsdecode(done.out).split()
    return (commits[0], commits[1]) if not done.status and len(commits) > 1 else None


def births(root: Path, paths: Iterable[str], folder: str) -> dict[str, str]:
    """The newest commit that added each of some files below a folder of the league in `root`, by path.

    A file has none that is not committed, or came with what a shallow clone has left out. Git is read from the newest
    commit on, no further than it takes to find all.
    """
    wanted = set(paths)
    try:
        _, _, common, _ = find(root)
    except Refused:
        return {}
    shallow = common / "shallow"
    cut = set(shallow.read_text().split()) if shallow.exists() else set()  # each seems to add all there is
    words = (*_ADDED, "--relative", "--name-only", "--format=commit %H")
    process = plumbing.start(root, "--literal-pathspecs", "log", *words, "HEAD", "--", folder)
    found: dict[str, str] = {}
    commit = ""
    for line in process.stdout or ():
        row = os.fsdecode(line).rstrip("\n")
        if row.startswith("commit "):
            commit = row.removeprefix("commit ")
        elif row in wanted and commit not in cut:
            wanted.remove(row)
            found[row] = commit
        if not wanted:
            process.kill()
            break
    plumbing.finish(process)
    return found


def holds(root: Path, commit: str) -> bool:
    """Whether the history of what is checked out has a commit."""
    return not plumbing.run(root, "merge-base", "--is-ancestor", commit, "HEAD").status


def holders(top: Path, own: str, texts: Sequence[str], tip: str) -> list[str]:
    """The other game.yaml than `own` that had one of the texts up to `tip`."""
    place = re.sub(r"([*?[\]\\])", r"\\\1", own.rsplit("/", 2)[0])
    words = ("--no-show-signature", "--no-renames", "--name-only", "--format=")
    where = (f":(top,glob){place}/*/game.yaml", f":(top,exclude,literal){own}")
    look = ("--pickaxe-regex", f"-S{'|'.join(texts)}")
    if not texts:
        return []
    done = plumbing.run(top, "-c", "core.quotePath=false", "log", *words, *look, tip, "--", *where)
    return [*dict.fromkeys(filter(None, os.fsdecode(done.out).split("\n")))]


def missing(top: Path, names: Sequence[str], tip: str) -> list[str]:
    """Those of some commits, named by their ids or the beginnings of them, that the history of `tip` does not hold.

    Raises WrongUsage for what names no commit, or several of them.
    """
    for name in names:
        if not (re.fullmatch(r"[0-9a-fA-F]{4,}", name) and len(name) <= len(tip)):
            raise WrongUsage(
                f"{name[:80]!r} is no commit's id: that has {len(tip)} of 0-9 and a-f; give 4 of them or more"
            )
    listed = plumbing.run(top, "rev-list", tip)
    if listed.status:
        raise Refused(f"git cannot list the history: {listed.complaint}")
    commits = listed.out.decode().split()
    held = {name: [commit for commit in commits if commit.startswith(name.lower())] for name in names}
    for name, found in held.items():
        if len(found) > 1:
            raise WrongUsage(f"{name} is the beginning of {len(found)} commits here; give more of its digits")
    return [name for name, found in held.items() if not found]


def is_shallow(top: Path) -> bool:
    """Whether only the end of the history is here."""
    return plumbing.run(top, "rev-parse", "--is-shallow-repository").out.strip() == b"true"
