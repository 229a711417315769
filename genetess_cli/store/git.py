"""A league's repository: the only way to git for the rest of the program.

A turn becomes a commit in this order: lock, read the old tip, compute, write the objects, note what is pending,
swap the branch (only from the old tip), let index and work tree follow. Killed anywhere, it leaves the old turn or the
new one, and the next command finishes. GitPython serves where time does not matter; its import alone costs several
turns, so the daily way is git's own plumbing (`plumbing.py`, `database.py`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Busy, Refused, WrongUsage
from genetess_cli.store import plumbing, remote, worktree
from genetess_cli.store.database import Database, steps
from genetess_cli.store.lock import alone
from genetess_cli.store.pending import Note, Pending
from genetess_cli.store.places import find, head, move_branch, under_way
from genetess_cli.store.remote import Rejected
from genetess_cli.store.worktree import Ways

__all__ = ["Commit", "Rejected", "Repository"]

PATIENCE: Final = 2.0
Names = list[str]
Files = Mapping[str, bytes | None]


class Commit(msgspec.Struct, frozen=True):
    """One commit of the history: its id, its time in seconds since 1970, its whole message."""

    oid: str
    when: int
    message: str


class Repository:
    """The repository around a league's folder. Paths are relative to that folder, wherever it lies."""

    def __init__(self, top: Path, folder: Path, common: Path, prefix: str) -> None:
        self.top = top
        self.folder = folder
        self.prefix = prefix
        self._head = head(top, folder)
        self._note = Note(folder)
        self._database = Database(top, common)
        self._listing: worktree.Listing | None = None

    @classmethod
    def open(cls, path: Path) -> Repository:
        """The repository that `path`, the league's folder, lies in.

        Raises Refused where there is none, it is bare, or git will not touch it.
        """
        return cls(*find(path))

    @classmethod
    def init(cls, path: Path, branch: str = "main", settings: Mapping[str, str] | None = None) -> Repository:
        """A new repository in `path`, which is made where missing, without any commit, with `settings` of git.

        Raises Refused where it cannot be made, is one already or git does not know who would commit there, WrongUsage
        for a branch's name that is none; nothing is made then.
        """
        if (path / ".git").exists():
            raise Refused(f"{path} is a git repository already; choose another folder")
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._/-]{0,200}", branch):
            raise WrongUsage(f"{branch!r} is no name for a branch; use letters, digits, `-` and `/`")
        import git

        missing = [each for each in (path, *path.absolute().parents) if not each.exists()]
        try:
            with git.Repo.init(path, mkdir=True, initial_branch=branch) as repo:
                for name, value in (settings or {}).items():
                    repo.git.config(name, value)
        except (git.GitError, OSError) as error:
            raise Refused(f"cannot make a repository in {path}: {plumbing.sanitized(str(error))}") from None
        made = cls.open(path)
        try:
            made.author()  # only now: the configuration may depend on the place
        except Refused:
            made.close()
            _take_away(path, missing)
            raise
        return made

    def close(self) -> None:
        """End the processes that read."""
        self._rows(())
        self._database.close()

    def __enter__(self) -> Repository:
        """The repository itself, closed when the block ends."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    @property
    def branch(self) -> str:
        """The branch that is checked out. Raises Refused where there is none."""
        if not self._head:
            raise Refused("no branch is checked out here; go back to one, such as with `git switch main`")
        return self._head

    @property
    def cache(self) -> Path:
        """The folder for what was parsed before."""
        return self.folder / "genetess" / "cache"

    def tip(self) -> str:
        """The newest commit of what is checked out. Raises Refused where there is none yet."""
        found = self._database.find_commit(f"refs/heads/{self._head}" if self._head else "HEAD")
        if not found:
            raise Refused("there is no commit here yet; make the first one: `git add . && git commit`")
        return found

    def resolve(self, name: str) -> str:
        """The commit that a name such as `main~2` or `origin/main` means. Raises WrongUsage where none."""
        return self._database.commit_of(name)

    def author(self) -> str:
        """The name that commits made here are signed with. Raises Refused where git does not know who commits."""
        self._database.signature("committer", 0)
        return self._database.signature("author", 0).partition(" <")[0]

    def merge_base(self, one: str, other: str) -> str:
        """The commit where two parted; `one` where there is no such commit, or not one alone."""
        found = plumbing.run(self.top, "merge-base", "--all", one, other).out.decode().split()
        return found[0] if len(found) == 1 else one

    def blob_id(self, data: bytes) -> str:
        """Git's name for a file's content in this repository."""
        return self._database.blob_id(data)

    def read(self, commit: str, paths: Sequence[str]) -> dict[str, bytes | None]:
        """What these files hold in a commit, None where there is no such file.

        Raises Refused where one is a folder, a symbolic link or a submodule.
        """
        entries = {path: self._database.entry(commit, self.prefix + path) for path in paths}
        for path, entry in entries.items():
            if entry and not entry.is_file:
                raise Refused(f"{path} is {entry.words} in git; put an ordinary file there")
        bodies = self._database.bodies([entry.oid for entry in entries.values() if entry])
        return {path: bodies.get(entry.oid) if entry else None for path, entry in entries.items()}

    def names(self, commit: str, folder: str) -> Names:
        """The names in a folder of a commit, sorted; none where it is not there."""
        return sorted(self.ids(commit, folder))

    def ids(self, commit: str, folder: str) -> dict[str, str]:
        """Git's name of what lies in a folder of a commit, by name; none where it is not there."""
        entry = self._database.entry(commit, (self.prefix + folder).rstrip("/"))
        rows = self._database.tree(entry.oid) if entry and entry.is_tree else {}
        return {os.fsdecode(name): row.oid for name, row in rows.items()}

    def list(self, commit: str, folder: str) -> Names:
        """The paths of all files below a folder of a commit, sorted; none where it is not there."""
        entry = self._database.entry(commit, (self.prefix + folder).rstrip("/"))
        start = f"{folder}/" if folder else ""
        return sorted(self._database.files(entry.oid, start)) if entry and entry.is_tree else []

    def changes(self, old: str, new: str) -> Sequence[worktree.Change]:
        """The files in which two commits differ, by their paths in the repository."""
        return self._database.changes(old, new)

    def log(self, *paths: str, most: int = -1) -> tuple[Commit, ...]:
        """The commits that touched these paths (all, without any), newest first, at most `most` from 0."""
        import git

        with git.Repo(self.top) as repo:
            repo.git.update_environment(LC_ALL="C", GIT_TERMINAL_PROMPT="0")
            full = [f":(top,literal){self.prefix}{path}" for path in paths]
            found = repo.iter_commits(self.tip(), full, max_count=most)
            return tuple(Commit(one.hexsha, one.committed_date, _text(one.message)) for one in found)

    def read_worktree(self, paths: Sequence[str]) -> dict[str, bytes | None]:
        """What these files hold in the work tree, committed or not, with the line ends that git stores.

        Raises Refused for symbolic links, folders and more than 1 MiB.
        """
        found = {path: worktree.read_file(self.top, self.prefix + path) for path in paths}
        if self._database.settings().get("core.autocrlf", "").lower() in ("true", "input"):
            return {path: data and data.replace(b"\r\n", b"\n") for path, data in found.items()}
        return found

    def write_worktree(self, files: Files) -> None:
        """Write (None: delete) files of the work tree without committing them.

        Raises Refused where that is not possible.
        """
        for path, data in files.items():
            worktree.check_place(self.top, "/".join(map(os.fsdecode, steps(self.prefix + path))))
            try:
                worktree.write_file(self.top, self.prefix + path, data)
            except OSError as error:
                raise Refused(f"{path} cannot be written: {error.strerror}; see who owns it") from None

    # Writing

    @contextmanager
    def lock(self) -> Iterator[Names]:
        """Alone at work in this repository; what a killed command left pending is finished first.

        Gives the paths that could not follow then. Raises Busy where another command keeps the lock for two
        seconds, Refused without a branch or in the middle of a merge, rebase, cherry-pick or revert.
        """
        self._check_ready()
        with alone(self.folder / "genetess" / "lock", PATIENCE):
            yield self.finish_pending()

    def commit(
        self, parent: str | None, changes: Files, message: str, when: int, seen: Files | None = None
    ) -> str:
        """One commit on `parent` (None: the first) with these files changed or, where None, deleted; its id.

        The branch moves only if `parent` is still its tip. `seen` is what was read from files of the work tree for
        this commit, of paths in `changes` only: `refresh` may overwrite them while they still hold it. Raises
        Busy where the branch moved, Refused where a link, folder or submodule is in the way; nothing has changed then.
        """
        self._check_ready()
        if stray := (seen or {}).keys() - changes.keys():
            raise ValueError(f"seen, but not in the commit: {', '.join(sorted(stray))}")
        tree = self._database.grown(parent, {self.prefix + path: data for path, data in changes.items()})
        made = self._database.commit(tree, parent, message, when)
        self._rows(())
        self._listing = worktree.Listing(self.top, [self.prefix + path for path in changes])  # for `refresh`
        self._move(parent, made, message, Ways(seen=self._ids(seen or {})))
        return made

    def refresh(self, old: str | None, new: str) -> Names:
        """Let index and work tree follow the branch from `old` (None: from nothing) to `new`.

        Gives the paths whose files somebody edited in the meantime: they are left as they are, the commit stands.
        Raises Busy where another git holds the index; the next command finishes then.
        """
        pending = self._note.read()
        ways = pending.ways if pending else Ways()
        plan = self._look(old, new, ways)
        worktree.set_index(self.top, plan.index, self._follow(plan, ways))
        self._note.write(None)
        return plan.left

    def finish_pending(self) -> Names:
        """Do the refresh that a killed command left undone; the paths that could not follow."""
        pending = self._note.read()
        if pending and pending.branch == head(self.top, self.folder):
            tip = self._database.find_commit(f"refs/heads/{pending.branch}")
            if tip and tip != pending.old:
                worktree.sweep(self.top, self._look(pending.old, tip, pending.ways).index)
                return self.refresh(pending.old, tip)
        self._note.write(None)
        return []

    # The remote

    def push(self, name: str = "origin") -> None:
        """Push the branch. Raises Rejected where the remote has moved, Refused where it cannot be reached."""
        remote.push(self.top, name, self.branch)

    def is_ahead(self, name: str = "origin") -> bool:
        """Whether the branch has commits that the remote, as last heard of, has not."""
        there = self._database.find_commit(f"refs/remotes/{name}/{self.branch}")
        return there is not None and there != self.tip()

    def fetch(self, name: str = "origin") -> str:
        """Fetch the branch from the remote; its tip there. Raises Refused where it cannot be reached."""
        remote.fetch(self.top, name, self.branch)
        return self.resolve(f"refs/remotes/{name}/{self.branch}")

    def reset_to(
        self, commit: str, restore: Files | None = None, trailers: Sequence[str] = remote.MADE_AGAIN
    ) -> None:
        """Take the branch from its tip to `commit`, dropping turns (what has `trailers`) that were never pushed.

        `restore` is what goes into files of the work tree instead of what `commit` has: orders that only they
        knew. Raises Refused where another commit would be dropped or an edited file overwritten, Busy where the
        branch moved; nothing has changed then.
        """
        self._check_ready()
        tip = self.tip()
        remote.check_droppable(self.top, commit, tip, trailers)
        ways = Ways(restore=self._ids(restore or {}))
        for data in (restore or {}).values():
            if data is not None:
                self._database.put("blob", data)  # a killed command's successor takes it from there
        if edited := self._look(tip, commit, ways).left:
            raise Refused(f"edited and not committed: {', '.join(edited)}; commit or restore, and run again")
        self._move(tip, commit, "reset to the remote's turns", ways)
        self.refresh(tip, commit)

    def _ids(self, files: Files) -> dict[str, str | None]:
        return {
            self.prefix + path: None if data is None else self.blob_id(data) for path, data in files.items()
        }

    def _check_ready(self) -> None:
        """Refuse to write where no branch is checked out or something else is half done."""
        if doing := (self.branch and under_way(self.folder)):
            raise Refused(f"a {doing} is under way here; finish it or take it back (`git {doing} --abort`)")

    def _move(self, old: str | None, new: str, message: str, ways: Ways) -> None:
        """Move the branch from `old` to `new`, and note that the files have to follow."""
        before = self._note.read()
        try:
            self._note.add(Pending(self.branch, old, new, ways))
        except OSError as error:
            raise Refused(f"cannot write to {self.folder}: {error.strerror}; see who owns it") from None
        try:
            move_branch(self.top, self.branch, old, new, message.split("\n", 1)[0])
        except (Busy, Refused):
            self._note.write(before)
            raise

    def _look(self, old: str | None, new: str, ways: Ways) -> worktree.Plan:
        """What can follow from `old` to `new`; nothing is touched yet."""
        changes = {change.path: change for change in self._database.changes(old, new)}
        for path in {**ways.seen, **ways.restore}.keys() - changes.keys():
            there = self._database.entry(new, path)
            changes[path] = worktree.Change(path, there, there)
        ordered = [changes[path] for path in sorted(changes)]
        return worktree.plan(self.top, ordered, self._rows(changes), ways, self._database.algorithm)

    def _rows(self, paths: Collection[str]) -> dict[str, str]:
        """What the index has for some paths; a commit has begun to look up its own."""
        listing, self._listing = self._listing, None
        rows = listing.rows() if listing else {}
        if not paths or (listing and listing.paths.issuperset(paths)):
            return rows
        return worktree.Listing(self.top, paths).rows()

    def _follow(self, plan: worktree.Plan, ways: Ways) -> Names:
        """Write the files of a plan; the paths whose files do not hold what the new commit has."""
        targets = {
            row.path: ways.restore.get(row.path, row.new.oid if row.new else None) for row in plan.write
        }
        bodies = self._database.bodies([oid for oid in targets.values() if oid])
        differing = [*plan.left, *ways.restore]
        for row in plan.write:
            oid = targets[row.path]
            try:
                mode = row.new.mode if row.new else "100644"
                worktree.write_file(self.top, row.path, bodies[oid] if oid else None, mode)
            except OSError:
                plan.left.append(row.path)
                differing.append(row.path)
        return differing


def _take_away(path: Path, folders: Sequence[Path]) -> None:
    """Take away a repository that was just made, and the folders that were made for it, innermost first."""
    import shutil

    shutil.rmtree(path / ".git")
    for folder in folders:
        folder.rmdir()


def _text(message: str | bytes) -> str:
    return message if isinstance(message, str) else message.decode("utf-8", "replace")
