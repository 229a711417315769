"""Where a repository is: its top folder, its git folder, the league's place in it, the branch checked out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from genetess_cli.errors import Busy, Refused
from genetess_cli.store import plumbing

_UNDER_WAY: Final = {
    "MERGE_HEAD": "merge", "rebase-merge": "rebase", "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert",
}  # fmt: skip


def find(path: Path) -> tuple[Path, Path, Path, str]:
    """Top folder, git folder, folder of objects and branches, and the path from the top to `path` with a final `/`.

    Raises Refused where there is no repository, it is bare, or git will not touch it.
    """
    if top := _plain_top(path):
        prefix = path.resolve().relative_to(top).as_posix()
        return top, top / ".git", top / ".git", "" if prefix == "." else f"{prefix}/"
    places = ("--show-toplevel", "--git-dir", "--git-common-dir", "--show-prefix")
    found = plumbing.run(path, "rev-parse", "--path-format=absolute", *places)
    if found.status:
        raise Refused(_no_repository(path, found.complaint))
    rows = os.fsdecode(found.out).split("\n")
    if len(rows) != len(places) + 1:
        raise Refused(f"the path of {path} has a line break in it; move the league to another folder")
    return Path(rows[0]), Path(rows[1]), Path(rows[2]), rows[3]


def _plain_top(path: Path) -> Path | None:
    """The top of the ordinary repository of our own that `path` lies in: found without asking git.

    None for everything else: linked work trees, submodules, settings that move things, other owners.
    """
    here = path.resolve()
    top = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)
    try:
        if top is None or not here.is_dir() or (top / ".git").stat().st_uid != os.getuid():
            return None
        settings = (top / ".git" / "config").read_bytes().lower()
    except OSError:
        return None
    moved = b"worktree" in settings or b"include" in settings or b"bare = true" in settings
    whole = (top / ".git" / "HEAD").is_file() and (top / ".git" / "objects").is_dir()
    return top if whole and not moved and not (top / ".git").is_symlink() else None


def head(top: Path, folder: Path) -> str:
    """The branch that is checked out, empty where there is none."""
    head = (folder / "HEAD").read_text(errors="surrogateescape").strip()
    if head.endswith("/.invalid"):  # branches are kept elsewhere than in files
        head = f"ref: {os.fsdecode(plumbing.run(top, 'symbolic-ref', 'HEAD').out).strip()}"
    start = "ref: refs/heads/"
    return head.removeprefix(start) if head.startswith(start) else ""


def _no_repository(path: Path, complaint: str) -> str:
    if "must be run in a work tree" in complaint:
        return (
            f"{path} has no work tree (a bare repository, or inside `.git`); clone it, and work in the clone"
        )
    if "not a git repository" in complaint:
        return (
            f"{path} is in no git repository; make a league with `genetess init DIR`, or run `git init` here"
        )
    return f"git will not work in {path}: {complaint}"


def under_way(folder: Path) -> str | None:
    """What somebody is in the middle of in a repository: a merge, rebase, cherry-pick or revert."""
    return next((doing for name, doing in _UNDER_WAY.items() if (folder / name).exists()), None)


def move_branch(top: Path, branch: str, old: str | None, new: str, subject: str) -> None:
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
