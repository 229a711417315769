"""A league's repository: the only way to git for the rest of the program.

A turn becomes a commit in this order: lock, read the old tip, compute, hold git's index, write the objects, note what
is pending, change the index, swap the branch (only from the old tip), let the work tree follow. Killed anywhere, it
leaves the old turn or the new one, and the next command finishes. What is asked of git for that is in `plumbing`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from genetess_cli.errors import Busy, Fault, Refused, WrongUsage, unwritten
from genetess_cli.store.files import Contents
from genetess_cli.store.git import porcelain, remote, run, worktree
from genetess_cli.store.git.commits import log_format
from genetess_cli.store.git.differences import Difference
from genetess_cli.store.git.index import Index
from genetess_cli.store.git.objects import Database, Plumbing, steps
from genetess_cli.store.git.plumbing import loose
from genetess_cli.store.git.plumbing.loose import Loose
from genetess_cli.store.git.plumbing.processes import Processes
from genetess_cli.store.git.run import alone, has_git, head, under_way
from genetess_cli.store.git.snapshot import Checkout, Commit
from genetess_cli.store.git.worktree import Pending, read_pending, write_pending
from genetess_cli.store.layout import record_of

PATIENCE = 2.0
_FIRST = "main"
"""The branch of a new repository."""
_TALKS = (f"refs/heads/{remote.TALK}", f"refs/remotes/{remote.ORIGIN}/{remote.TALK}")
Paths = list[str]


class Unfollowed(Refused):
    """A commit stands, but a file of the work tree cannot be written: the next command does it."""


class Repository(AbstractContextManager["Repository"]):
    """The repository around a league's folder. Paths are relative to that folder, wherever it lies."""

    def __init__(self, git: Plumbing) -> None:
        self.git = git
        self.top = top = git.place.top
        self.folder = folder = git.place.folder
        self.prefix = git.place.prefix
        self._head = head(top, folder)
        self._note = folder / "genetess" / "pending"
        self.database = Database(git)
        self._index = Index(git)
        self._common = git.place.common
        self._stands = False
        self._talk_was: str | None = (
            None  # the newest commit of talk before this run, once it has said something
        )
        self._made: dict[str, Contents] = {}  # commits of this run, and what each took from the work tree

    @classmethod
    def open(cls, path: Path) -> Repository:
        """Return the repository around a folder. Raise Refused where there is none, or a bare one, or git refuses."""
        if has_git():
            return cls(Processes(run.find(path)))
        return cls(Loose(loose.find(path)))

    @classmethod
    def init(cls, path: Path, settings: Mapping[str, str] = {}) -> Repository:
        """Return a new repository in `path`, which is made where missing, without any commit, with `settings` of git.

        Raise Refused where it cannot be made, is one already or git does not know who would commit there; nothing is
        made then.
        """
        if (path / ".git").exists():
            raise Refused(f"{path} is a git repository already; choose another folder")
        missing = [folder for folder in (path, *path.absolute().parents) if not folder.exists()]
        try:
            path.mkdir(parents=True, exist_ok=True)
            if has_git():
                porcelain.make(path, settings, initial_branch=_FIRST)
            else:
                loose.make(path, _FIRST, settings)
        except (Refused, OSError) as error:
            raise Refused(f"cannot make a repository in {path}: {error}") from None
        made = cls.open(path)
        try:
            made.author()  # only now: the configuration may depend on the place
        except Refused:
            import shutil

            made.close()
            shutil.rmtree(path / ".git")
            for folder in missing:  # the innermost first
                folder.rmdir()
            raise
        return made

    def close(self) -> None:
        self.git.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def branch(self) -> str:
        """The branch that is checked out. Raise Refused where there is none."""
        if not self._head:
            raise Refused("no branch is checked out here; go back to one, such as with `git switch main`")
        return self._head

    @property
    def cut(self) -> str:
        return run.cut(self._common)

    def tip(self) -> str:
        """Return the newest commit of what is checked out. Raise Refused where there is none yet."""
        if answer := self.newest():
            return answer
        raise Refused("there is no commit here yet; make one: `git add . && git commit`")

    def newest(self) -> str | None:
        """Return the newest commit of what is checked out, None where there is none. Raise Refused for a lost one."""
        ref = f"refs/heads/{self._head}" if self._head else "HEAD"
        answer = self.git.commit_of(ref)
        if not answer and self._head and (oid := self.git.tip_of(self._head)):
            raise self.git.lost(f"{oid}, the newest commit of {self._head}")
        if not answer and self._head and (self._common / ref).exists():
            raise Refused(
                f"{self._common / ref} names no commit (a power cut can do that). Delete it, then set it to the "
                f"newest commit, the last in {self._common / 'logs' / ref}: `git update-ref {ref} COMMIT`"
            )
        return answer

    def snapshot(self, commit: str) -> Commit:
        """Return the league as a commit has it; it can be read until the repository is closed."""
        git = self.top / ".git"
        cache = git / "genetess" / "cache" if git.is_dir() else None
        return Commit(self.database, commit, self.prefix, cache)

    def checkout(self) -> Checkout:
        pending = read_pending(self._note)
        behind: dict[str, set[str | None]] = {}
        if pending and self._has_moved(pending):
            for row in self._changes(pending):
                path = row.path.removeprefix(self.prefix)
                behind[path] = {row.old_oid, pending.seen.get(row.path)}
        return Checkout(self.top / self.prefix, self.left_out, behind)

    @property
    def is_interrupted(self) -> bool:
        """Return whether a killed command left something that the next one that writes has to finish."""
        return self._note.exists() or self._index.is_ours or self._index.is_switched

    @property
    def is_behind(self) -> bool:
        """Return whether that one made a commit, which files have yet to follow."""
        pending = read_pending(self._note)
        return pending is not None and self._has_moved(pending)

    def differences(self, clocks_alone: bool = False) -> list[Difference]:
        """Return how the program's files in index and work tree differ from the newest commit.

        `clocks_alone` looks at clocks and positions, and at nothing that is not committed. Raise Refused.
        """
        _ = self.tip()  # where there is none, all is added
        return self.git.differences(clocks_alone)

    def left_out(self) -> frozenset[str]:
        """Return the committed paths that git leaves out of the work tree on purpose: sparse, or marked so."""
        found = self.git.left_out([self.prefix])
        return frozenset(path.removeprefix(self.prefix) for path in found)

    def resolve(self, name: str) -> str:
        """Return the commit that a name such as `main~2` or `origin/main` means. Raise WrongUsage for others."""
        if oid := self.git.commit_of(name):
            return oid
        raise WrongUsage(f"there is no commit {name[:80]!r} here; `git log --all` shows those there are")

    def committed_at(self, commit: str) -> int:
        """Return when a commit was made, in seconds."""
        [body] = self.database.bodies([commit], "commit")
        rows = (body or b"").split(b"\n\n")[0].split(b"\n")
        return next((int(row.split()[-2]) for row in rows if row.startswith(b"committer ")), 0)

    def author(self) -> str:
        """Return the name that commits made here are signed with. Raise Refused where git does not know who commits."""
        return self.git.signer()

    def merge_base(self, commit: str, other: str) -> str:
        """Return the commit where two parted; `commit` where there is no such commit, or not one alone."""
        done = run.run(self.top, "merge-base", "--all", commit, other)
        if done.status not in (0, 1):
            raise Refused(f"git cannot tell where {commit} and {other} parted: {done.complaint}")
        bases = done.out.decode().split()
        return bases[0] if len(bases) == 1 else commit

    def additions(self, tip: str, *patterns: str) -> Iterator[tuple[str, str]]:
        """Yield the league's files that commits up to `tip` added, each with its commit, from the newest commit on.

        `patterns` are git's of paths. What came with commits that a shallow clone does not have is left out.
        """
        cut = self.cut.split()  # each seems to add all there is
        with suppress(Refused):  # what is lost added nothing that anybody can name
            for added in self.git.additions(tip, *patterns):
                if added.commit not in cut:
                    yield from ((path, added.commit) for path in added.paths)

    def write_worktree(self, files: Contents) -> None:
        """Write (None: delete) files of the work tree without a commit. Raise Refused where that cannot be."""
        for path, data in files.items():
            worktree.check_place(self.top, "/".join(map(os.fsdecode, steps(self.prefix + path))))
            try:
                worktree.write_file(self.top, self.prefix + path, data)
            except OSError as error:
                raise Refused(f"{path} cannot be written: {unwritten(error)}, then run this again") from None

    def lay(self) -> None:
        """Write the work tree, whatever is there, but for records, which nobody reads there.

        Raise Refused where that cannot be, ValueError for a path that git does not take for one.
        """
        rows = [row for row in self.database.changes(None, self.tip()) if not record_of(row.path)]
        files = {row.path: row.new.oid for row in rows if row.new and row.new.is_file}
        bodies = self.database.read([*files.values()])
        self.write_worktree({path: bodies[oid] for path, oid in files.items()})

    def complete(self) -> None:
        """Write the index, and what is missing of the work tree, as the newest commit has them."""
        write_pending(self._note, Pending(self.branch, None, self.tip()))
        with self.lock():
            return

    # Writing

    @contextmanager
    def lock(self) -> Iterator[Paths]:
        """Be alone at work in this repository; what a killed command left pending is finished first.

        Gives the paths that could not follow; [] where this run has the lock already. Raise Busy where another command
        keeps it for two seconds, Refused without a branch or in the middle of a merge, rebase, cherry-pick or revert.
        """
        if doing := under_way(self.folder):
            raise Refused(
                f"`git {doing}` is in progress here; finish it, or stop it with `git {doing} --abort`"
            )
        _ = self.branch
        if self.git.holding:
            yield []
            return
        with alone(self.folder / "genetess" / "lock", PATIENCE) as held:
            self.git.holding = [held]
            try:
                yield self._finish_pending()
            finally:
                self.git.holding = ()

    def commit(
        self, parent: str | None, changes: Contents, message: str, when: int, seen: Contents | None = None
    ) -> tuple[str, Paths]:
        """Make a commit on `parent` (None: the first) with these files changed or, where None, deleted.

        Gives its id, and the paths whose files somebody edited in the meantime: they are left as they are. The branch
        moves only if `parent` is still its tip. `seen` is what was read from files of the work tree for this commit,
        of paths in `changes` only: they are overwritten while they still hold it. Raise Busy where the branch moved
        or another git is at work, Refused where a link, folder or submodule is in the way; nothing has changed then.
        Raise Unfollowed where the commit stands and a file cannot be written.
        """
        with self.lock(), self._index_held():
            whole = {self.prefix + path: data for path, data in changes.items()}
            tree = self.database.write_tree(parent, whole)
            made = self._commit(tree, parent, message, when)
            self._made[made] = seen or {}
            pending = Pending(self.branch, parent, made, seen=self._ids(seen or {}))
            return made, self._carry_out(pending, message)

    # The remote

    def push(self, also: Mapping[str, str] = {}) -> None:
        remote.push(self.top, self.branch, *[remote.TALK] * self._is_talk_ahead, also=also)
        self._talk_was = None

    def check_remote(self) -> None:
        """Raise Refused where there is no remote."""
        if run.run(self.top, "remote", "get-url", remote.ORIGIN).status:
            words = f"name one with `git remote add {remote.ORIGIN} ADDRESS`, or use --no-push"
            raise Refused(f"there is no remote to push to; {words}")

    def pushed(self) -> str | None:
        """Return the branch's commit on the remote, as last heard of; None where nothing was."""
        return self.git.commit_of(self._there)

    def is_ahead(self) -> bool:
        """Return whether the branch has commits that the remote, as last heard of, has not."""
        remote_tip = self.pushed()
        return remote_tip is not None and (remote_tip != self.tip() or self._is_talk_ahead)

    def unpushed(self, trailer: str) -> dict[str, str]:
        """Return the commits that the remote, as last heard of, has not: how each begins, and what its trailer says."""
        return remote.subjects(self.top, self._there, self.tip(), trailer) if self.is_ahead() else {}

    def fetch(self) -> str | None:
        """Fetch the branch from the remote; its tip, None where it is not there. Raise Refused where nobody answers."""
        if not remote.fetch(self.top, self.branch):
            return None
        return self.resolve(self._there)

    @property
    def _there(self) -> str:
        return f"refs/remotes/{remote.ORIGIN}/{self.branch}"

    def fetch_kept(self, name: str) -> bytes:
        """Return what the remote holds under a name; empty for nothing. Raise Busy where it cannot be asked."""
        return self.kept(name) if remote.fetch_kept(self.top, name) else b""

    def kept(self, name: str) -> bytes:
        """Return what the remote held under a name when it was last asked; empty where nobody has asked."""
        commit = self.git.commit_of(f"{remote.PLACE}/{name}")
        oid = self._id_in(commit, remote.KEPT) if commit else None
        return self.database.bodies([oid], "blob")[0] or b"" if oid else b""

    def keep(self, name: str, data: bytes, when: int) -> None:
        """Put a file into the remote under a name, in place of what it holds there. Raise Refused where it cannot."""
        tree = self.database.write_tree(None, {remote.KEPT: data})
        remote.push_kept(self.top, name, self._commit(tree, None, f"{name}\n", when))

    def reset_to(self, commit: str) -> None:
        """Take the branch from its tip to `commit`, dropping what this run has committed, and nothing else.

        What that took from files of the work tree, such as orders that only they knew, is in them again. Raise Refused
        where another commit would be dropped or an edited file overwritten, Busy where the branch moved; nothing has
        changed then.
        """
        with self.lock(), self._index_held():
            if self._talk_was is not None:
                self._move_talk(self._talk_was)
                self._talk_was = None
            tip = self.tip()
            taken: dict[str, bytes | None] = {}
            for dropped in remote.droppable(self.top, commit, tip, self._made):
                taken = {**self._made[dropped], **taken}
            ids = self._ids(taken)
            restore = {path: oid for path, oid in ids.items() if oid != self._id_in(commit, path)}
            for path, data in taken.items():
                if data is not None and self.prefix + path in restore:
                    self.git.write("blob", data)  # a killed command's successor takes it from there
            pending = Pending(self.branch, tip, commit, restore=restore)
            _, edited = worktree.plan(self.top, self._changes(pending), pending, self.git.algorithm)
            if edited:
                raise Refused(
                    f"edited and not committed: {', '.join(edited)}; commit or restore, then run this again"
                )
            self._carry_out(pending, "reset to the remote's turns")

    # The branch of what players say, on which nothing of the league hangs

    @property
    def talk(self) -> str:
        """The newest commit of it: the one here where it goes on from the remote's, or else that. "": there is none."""
        here, there = map(self.git.commit_of, _TALKS)
        if here and there and here != there and self.merge_base(here, there) == there:
            return here
        return there or here or ""

    def talk_values(self, trailer: str) -> list[str]:
        """Return what such trailers of all its commits say."""
        if not self.talk:
            return []
        told = run.read(self.top, "log", f"--format={log_format(trailer)}", self.talk)
        return [row for row in told.split("\n") if row]

    @property
    def _is_talk_ahead(self) -> bool:
        here, there = map(self.git.commit_of, _TALKS)
        return here != there and here == self.talk

    def say(self, files: Contents, message: str, when: int, anew: bool = False) -> None:
        """Commit files to it; `anew` in place of all its commits. What this run says is dropped with its commits."""
        with self.lock():
            tip = self.talk or None
            whole = {self.prefix + path: data for path, data in files.items()}
            tree = self.database.write_tree(tip, whole)
            if self._talk_was is None:
                self._talk_was = tip or ""
            parent = None if anew else tip
            self._move_talk(self._commit(tree, parent, message, when))

    def rewrite_talk(self, files: Contents, message: str, when: int, pushes: bool) -> None:
        """Put one commit in place of all of it, with these files changed.

        Raise Rejected where the remote moved, Refused where it has the branch, too, and nothing is pushed.
        """
        if not pushes and self.git.commit_of(_TALKS[1]):
            raise Refused("the remote has it, too: add --push")
        with self.lock():
            there = self.git.commit_of(_TALKS[1]) or ""
            self.say(files, message, when, anew=True)
            if pushes:
                lease = f"--force-with-lease=refs/heads/{remote.TALK}:{there}"
                remote.push(self.top, remote.TALK, how=[lease])

    def _move_talk(self, tip: str) -> None:
        way = (_TALKS[0], tip) if tip else ("-d", _TALKS[0])
        run.read(self.top, "update-ref", *way, failed="git cannot move the branch of talk")

    def _commit(self, tree: str, parent: str | None, message: str, when: int) -> str:
        return self.git.commit(tree, parent, message.replace("\0", " ").strip("\n") + "\n", when)

    def _id_in(self, commit: str, path: str) -> str | None:
        entry = self.database.entry(commit, path)
        return entry.oid if entry else None

    def _ids(self, files: Contents) -> dict[str, str | None]:
        ids: dict[str, str | None] = {}
        for path, data in files.items():
            oid = None if data is None else worktree.object_id("blob", data, self.git.algorithm)
            ids[self.prefix + path] = oid
        return ids

    @contextmanager
    def _index_held(self) -> Iterator[None]:
        """Hold git's index; what fails meanwhile leaves it as it was, unless the branch has moved."""
        try:
            self._index.take()
        except OSError as error:
            raise Refused(
                f"{self.folder} cannot be written: {unwritten(error)}, then run this again"
            ) from None
        self._stands = False
        try:
            yield
            self._index.release()
        except BaseException as error:
            with suppress(Fault, OSError):  # what cannot be done now, the next command does
                self._settle()
            if not isinstance(error, Fault | OSError):
                raise
            words = str(error) if isinstance(error, Fault) else f"{self.folder}: {unwritten(error)}"
            if self._stands:
                raise Unfollowed(f"{words}. The work is committed; the next command finishes it") from None
            if isinstance(error, Fault):
                raise
            raise Refused(f"{words}, then run this again; nothing was done") from None

    def _settle(self) -> None:
        """Give the index back: as it was before, unless the branch has moved."""
        pending = read_pending(self._note)
        self._stands = self._stands or bool(pending and self._has_moved(pending))
        if pending and not self._stands:
            self._index.restore()
            write_pending(self._note, None)
        self._index.release()

    def _has_moved(self, pending: Pending) -> bool:
        tip = self.git.tip_of(pending.branch)
        if tip in (None, pending.old):
            return False
        return self.git.is_ancestor(pending.new, str(tip))

    def _move(self, pending: Pending, subject: str) -> None:
        """Move the branch. Raise Busy where it is elsewhere than it was or locked, Refused if git will not."""
        try:
            self.git.move(pending.branch, pending.new, pending.old, subject)
        except (Busy, Refused) as failed:
            tip = self.git.tip_of(pending.branch)
            if tip == pending.new:  # what failed came after that, such as a line of the reflog
                return
            if tip != pending.old:
                raise Busy(f"{pending.branch} moved meanwhile; nothing was changed. Run this again") from None
            self._unlock(pending)
            words = f"git would not move {pending.branch}, and nothing was changed: {failed}"
            raise type(failed)(words) from None

    def _unlock(self, pending: Pending) -> None:
        """Remove the locks of a git of ours that was killed as it moved the branch; git takes that of HEAD first."""
        lock = self._common / f"refs/heads/{pending.branch}.lock"
        with suppress(FileNotFoundError):
            if lock.read_text().strip() == pending.new:
                (self.folder / "HEAD.lock").unlink(missing_ok=True)
                lock.unlink()

    def _finish_pending(self) -> Paths:
        """Do what a killed command left undone; the paths that could not follow. To be called by who is alone."""
        pending = read_pending(self._note)
        if pending:
            self._unlock(pending)
        if self._index.is_ours or (pending and self._index.is_switched and self.tip() == pending.old):
            self._settle()
            pending = read_pending(self._note)
        if pending and pending.branch == head(self.top, self.folder) and self._has_moved(pending):
            pending = pending.replace(new=self.tip())
            with self._index_held():
                self._stands = True
                changes = self._changes(pending)
                worktree.sweep(self.top, changes)
                return self._follow(pending, self._switch(pending, changes))
        write_pending(self._note, None)
        return []

    def _carry_out(self, pending: Pending, message: str) -> Paths:
        """Take index, branch and work tree where they are to go; the paths that somebody edited in the meantime."""
        changes = self._changes(pending)
        for change in changes:
            worktree.check_place(self.top, change.path)
        write_pending(self._note, pending)
        followed = self._switch(pending, changes)
        self._move(pending, message.partition("\n")[0])
        self._stands = True
        return self._follow(pending, followed)

    def _switch(self, pending: Pending, changes: Sequence[worktree.PathChange]) -> list[worktree.PathChange]:
        """Let the index have some changes; gives those that git does not leave out of the work tree."""
        gone = [row.path for row in changes if row.old and not os.path.lexists(self.top / row.path)]
        marked = self.git.left_out(gone) if gone else frozenset()
        self._index.switch(pending.new, changes, marked)
        return [row for row in changes if row.path not in marked]

    def _changes(self, pending: Pending) -> Sequence[worktree.PathChange]:
        changes = {change.path: change for change in self.database.changes(pending.old, pending.new)}
        for path in {**pending.seen, **pending.restore}.keys() - changes.keys():
            entry = self.database.entry(pending.new, path)
            changes[path] = worktree.PathChange(path, entry, entry)
        return [changes[path] for path in sorted(changes)]

    def _follow(self, pending: Pending, changes: Sequence[worktree.PathChange]) -> Paths:
        """Write the files that can follow; the paths of the others. Raise Refused where one cannot be written."""
        write, left = worktree.plan(self.top, changes, pending, self.git.algorithm)
        restore = pending.restore
        targets = {row.path: restore.get(row.path, row.new_oid) for row in write}
        bodies = self.database.read([oid for oid in targets.values() if oid])
        failed = []
        for row in write:
            oid = targets[row.path]
            body = bodies[oid] if oid else None
            mode = row.new.mode if row.new else "100644"
            try:
                worktree.write_file(self.top, row.path, body, mode)
            except OSError as error:
                failed.append(f"{row.path} cannot be written: {unwritten(error)}")
        if failed:
            raise Refused("; ".join(failed))
        write_pending(self._note, None)
        return left
