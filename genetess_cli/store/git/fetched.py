"""Commits that a remote has beside the branch, brought to be read as data: nothing of them is trusted or run."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count, islice
from pathlib import Path

from genetess_cli.errors import Busy, Progress, Refused
from genetess_cli.store.git import porcelain, run, worktree
from genetess_cli.store.git.plumbing import Object
from genetess_cli.store.git.plumbing.processes import Processes
from genetess_cli.store.git.remote import address
from genetess_cli.store.git.worktree import TREE, PathChange, Tree, TreeEntry, compare
from genetess_cli.values import Value

LARGEST = 16 * 1024
MOST_CHANGES = 100
_MOST_COMMITS = 100
_MOST_FOLDERS = 5_000
_DEEPEST = 20
_LARGEST_FOLDER = 1024 * 1024
_PATIENCE = 30.0
_MOST_KEPT = 256 * 1024 * 1024
_OID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
# How the league reaches its remote counts here too; whatever else a setting could do does not.
_REACHING = re.compile(r"(http|url|credential)\..*|core\.sshcommand")
_THEIRS = "theirs"
# What git says of objects that are broken; of many, the words that end it may stand too far behind to be seen.
_BROKEN = re.compile(r"fsck error|\b(error|warning): object [0-9a-f]{40,64}:")


class Unfetched(Refused):
    """A commit that could not be brought, through no fault of its author: the remote is slow, gone, or has lost it."""


class Slow(Unfetched):
    """A commit that was not brought in the time that there is for one; its author can be to blame, by what it holds."""


class _Parted(Value):
    """The commit at which another parted from the league as `tip` has it, and the commits that it has alone."""

    base: str
    tip: str
    own: tuple[str, ...]


class Foreign:
    """Commits of a remote beside those of a league, until it is closed."""

    def __init__(self, root: Path, source: str, progress: Progress | None = None) -> None:
        """Read from `source`, a remote's name, address or path, beside the league in `root`. Raise WrongUsage.

        `progress` hears of the objects of each commit as they arrive.
        """
        place = run.find(root)
        top = place.top
        common = place.common
        self._top = top
        self._address = address(top, source)
        self._common = common
        self._own = Processes(place)
        self._beside = {"GIT_DIR": ".", "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(common / "objects")}
        self._shut = {**self._beside, "GIT_ALLOW_PROTOCOL": "none"}
        self._place: tempfile.TemporaryDirectory[str] | None = None
        self._reader: run.Reader | None = None
        self._parted: dict[str, _Parted] = {}
        self._progress = progress

    def close(self) -> None:
        self._forget()
        self._own.close()

    def parting(self, head: str, tip: str) -> str:
        """Bring the commit `head`, once for any `tip`; gives the commit at which it parted from `tip`, the league's.

        Raise Unfetched where it cannot be brought now, Refused where it is broken or did not part from the league,
        Busy where there is no room for it here.
        """
        if not _OID.fullmatch(head):
            raise Refused("its head is named by no commit's id")
        known = self._parted.get(head)
        if known is None or not self._holds(known, tip):
            known = self._parted[head] = self._fetch(head, tip)
        return known.base

    def has(self, head: str) -> bool:
        return head in self._parted

    def answers(self, branch: str) -> bool:
        """Return whether the remote gives the newest commit of a branch of its own in the time that there is for one.

        Where it does not, no author is to blame for what it gives too slowly.
        """
        place = self._made()
        also = {"GIT_DIR": ".", **self._reach}
        try:
            return not self._fetched(Path(place.name), f"refs/heads/{branch}", also, 1, "tree:0")
        except Slow:
            return False
        finally:
            place.cleanup()

    def alone(self, head: str) -> Sequence[str]:
        """Return the commits that a fetched one has beside the league's, itself among them, the newest first."""
        return self._parted[head].own

    def is_changed_behind(self, head: str, earlier: Iterable[str], path: str) -> bool:
        """Return whether a commit that `head` has alone changed a file, beside the `earlier` ones and those before.

        A merge changes a file if each commit that it merges has another version. Raise as `parting` does.
        """
        parted = self._parted[head]
        known = [f"^{commit}" for commit in (parted.base, *earlier) if commit in (parted.base, *parted.own)]
        how = ("-c", "--name-only", "--format=", "--full-history")
        listed = self._git("--literal-pathspecs", "log", *how, head, *known, "--", path)
        if listed.status:
            raise Refused(f"its commits cannot be read: {listed.complaint}")
        return bool(listed.out.strip())

    def _holds(self, known: _Parted, tip: str) -> bool:
        if known.tip == tip:
            return True
        anew = run.run(self._top, "rev-list", f"{known.tip}..{tip}")
        on_it = run.run(self._top, "merge-base", "--is-ancestor", known.base, tip)
        return not (anew.status or on_it.status) and {*known.own}.isdisjoint(anew.out.decode().split())

    def _fetch(self, head: str, tip: str) -> _Parted:
        if self._place and sum(file.stat().st_size for file in self._packs("*")) > _MOST_KEPT:
            self._forget()
        self._bring(head)
        bases = self._commits("merge-base", "--all", head, tip)
        if not bases:
            raise Refused(
                f"it did not branch off this branch within the last {_MOST_COMMITS} commits; begin it again"
            )
        return _Parted(bases[0], tip, tuple(self._commits("rev-list", head, f"^{bases[0]}")))

    def _forget(self) -> None:
        if self._reader:
            self._reader.close()
        if self._place:
            self._place.cleanup()
        self._place = self._reader = None
        self._parted.clear()

    def changes(self, old: str, head: str) -> list[PathChange]:
        """Return the files that differ in two commits. Raise Refused for more than a player's change ever has."""
        looked = count(1)

        def rows(folder: TreeEntry, path: str) -> Tree:
            if next(looked) > _MOST_FOLDERS or path.count("/") >= _DEEPEST:
                raise Refused("it changes too many or too deep folders")
            return self._rows(folder)

        files = (row for row in compare(rows, self._root(old), self._root(head)) if not row.is_tree)
        listed = [*islice(files, MOST_CHANGES + 1)]
        if len(listed) > MOST_CHANGES:
            raise Refused(f"it changes more than {MOST_CHANGES} files")
        return listed

    def body(self, change: PathChange) -> bytes:
        """Return what a changed file holds. Raise Refused where that is larger than `LARGEST`."""
        answer = self._ask(change.new.oid) if change.new else None
        if answer is None or answer.kind != "blob" or len(answer.body) > LARGEST:
            raise Refused(f"it is larger than {LARGEST // 1024} KiB, too large for a player's file")
        return answer.body

    # What two commits differ in, without trust in the size or depth of the other one

    def _rows(self, entry: TreeEntry) -> Tree:
        answer = self._ask(entry.oid)
        if answer is None or answer.kind != "tree":
            raise Refused("it has a folder with too many files, or one that is missing")
        return worktree.parse_tree(entry.oid, answer.body)

    def _root(self, head: str) -> TreeEntry:
        answer = self._ask(f"{head}^{{tree}}")
        if answer is None:
            raise Refused("its head is no commit, or has a folder with too many files")
        return TreeEntry(TREE, answer.oid)

    def _ask(self, name: str) -> Object | None:
        if self._reader is None:
            self._reader = run.Reader(self._folder, also=self._shut, most=_LARGEST_FOLDER)
        try:
            return self._reader.ask([name])[0]
        except Refused:  # git ends where it may not fetch what was left out
            self._reader.close()
            self._reader = None
            return None

    # Git

    def _bring(self, head: str) -> None:
        self._place = self._place or self._made()
        also = {**self._beside, **self._reach}
        small = (
            f"blob:limit={LARGEST + 1}"  # commits with their folders, and those of their files that are small
        )
        try:
            complaint = self._fetched(self._folder, head, also, _MOST_COMMITS, small)
        except Slow:  # with the lock of what was ended there, no other could be fetched
            for path in (self._folder / "shallow.lock", *self._packs("tmp_*")):
                path.unlink(missing_ok=True)
            raise
        if complaint:
            kind = Refused if _BROKEN.search(complaint) else Unfetched
            raise kind(f"it cannot be fetched: {complaint}")
        self._join()

    def _fetched(self, folder: Path, ref: str, also: Mapping[str, str], depth: int, those: str) -> str:
        """Fetch from the remote; git's complaint, "" where there is none. Raise Slow."""
        try:
            return porcelain.fetch(
                folder, _THEIRS, ref, also, _PATIENCE, self._progress, depth=depth, those=those
            )
        except run.TookTooLong as fault:
            raise Slow(str(fault)) from None

    @property
    def _folder(self) -> Path:
        assert self._place
        return Path(self._place.name)

    def _packs(self, pattern: str) -> Iterable[Path]:
        return self._folder.glob(f"objects/pack/{pattern}")

    def _join(self) -> None:
        """Let the league's own commits have theirs before them, as what is fetched can end within its history."""
        ends = self._folder / "shallow"
        if not ends.exists():
            return
        cut = run.cut(self._common).split()
        cut_ends = [oid for oid in ends.read_text().split() if oid in cut or not self._own.commit_of(oid)]
        ends.write_text("".join(f"{oid}\n" for oid in cut_ends))

    def _made(self) -> tempfile.TemporaryDirectory[str]:
        place = tempfile.TemporaryDirectory(prefix="genetess-")
        try:
            porcelain.make(Path(place.name), bare=True, template="", object_format=self._own.algorithm)
        except Refused as fault:
            raise Busy(f"there is no room for what is fetched: {fault}") from None
        return place

    @cached_property
    def _reach(self) -> Mapping[str, str]:
        """Return settings of git as its environment takes them: a token in one is not for others on the machine."""
        reaching = {name: value for name, value in self._own.settings.items() if _REACHING.fullmatch(name)}
        variables = {"GIT_CONFIG_COUNT": str(len(reaching) + 1)}
        for index, (name, value) in enumerate([*reaching.items(), (f"remote.{_THEIRS}.url", self._address)]):
            variables |= {f"GIT_CONFIG_KEY_{index}": name, f"GIT_CONFIG_VALUE_{index}": value}
        return variables

    def _commits(self, *arguments: str) -> list[str]:
        done = self._git(*arguments)
        if done.status not in (0, 1):  # 1: there are none
            raise Unfetched(f"it cannot be compared with the league: {done.complaint}")
        return done.out.decode().split()

    def _git(self, *arguments: str) -> run.Done:
        try:
            return run.run(self._folder, *arguments, also=self._shut, seconds=_PATIENCE)
        except run.TookTooLong as fault:
            raise Slow(str(fault)) from None
