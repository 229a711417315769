"""Where a repository is: its top folder, its git folder, the league's place in it, the branch checked out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Busy, Refused
from genetess_cli.store import plumbing
from genetess_cli.store.lock import left_lock

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
    if not head:
        words = (
            "is empty, as a power cut can leave it; write one line into it, such as `ref: refs/heads/main`"
        )
        raise Refused(f"{folder / 'HEAD'} {words}")
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


class Branch(msgspec.Struct, frozen=True):
    """A branch of the repository `top`; `folder` is the git folder of the work tree, `common` that of all of them."""

    name: str
    top: Path
    folder: Path
    common: Path

    @property
    def ref(self) -> str:
        """Its whole name."""
        return f"refs/heads/{self.name}"

    @property
    def _lock(self) -> Path:
        return self.common / f"{self.ref}.lock"

    @property
    def _head_lock(self) -> Path:
        return self.folder / "HEAD.lock"

    def tip(self) -> str | None:
        """Where it is, None where nowhere. Raises Refused where git cannot tell."""
        done = plumbing.run(self.top, "rev-parse", "--verify", "--quiet", self.ref)
        if done.status > 1 or done.status < 0:
            raise Refused(f"git cannot tell where {self.name} is: {done.complaint}; {plumbing.DAMAGED}")
        return done.out.decode().strip() or None

    @property
    def is_broken(self) -> bool:
        """Whether it has a file that names no commit."""
        return (self.common / self.ref).exists() and self.tip() is None

    def has(self, commit: str) -> bool:
        """Whether it has come to a commit, or beyond."""
        return not plumbing.run(self.top, "merge-base", "--is-ancestor", commit, self.ref).status

    def move(self, old: str | None, new: str, subject: str, holding: Sequence[int]) -> None:
        """Move it from `old` (None: from nothing) to `new`, and only from there.

        Raises Busy where it is not at `old` any more or locked, Refused where git will not.
        """
        expected = old or "0" * len(new)
        done = plumbing.run(self.top, "update-ref", "-m", subject, self.ref, new, expected, holding=holding)
        if not done.status:
            return
        tip = self.tip()
        if tip == new:  # what failed came after that, such as a line of the reflog
            return
        if tip != old:
            raise Busy(f"{self.name} moved underneath, nothing was changed; run it again")
        self.unlock(new)
        if lock := next((lock for lock in self._locks if lock.exists()), None):
            raise Busy(left_lock(lock))
        if done.status < 0:
            raise Busy(f"git was ended as it moved {self.name}, and nothing was changed; run it again")
        raise Refused(f"git would not move {self.name}, and nothing was changed: {done.complaint}")

    def unlock(self, commit: str) -> None:
        """Remove the locks of a git that was killed as it moved the branch to `commit`, which nobody else made.

        To be called only where none of ours can be alive. git takes the lock of HEAD first, and keeps it longer.
        """
        with suppress(FileNotFoundError):
            if self._lock.read_text().strip() == commit:
                self._head_lock.unlink(missing_ok=True)
                self._lock.unlink()

    @property
    def _locks(self) -> Sequence[Path]:
        return self._lock, self._head_lock, self.common / "packed-refs.lock"
