"""Commits that a remote has beside the branch, brought to be read as data: nothing of them is trusted or run."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Busy, Refused
from genetess_cli.store.git import run, worktree
from genetess_cli.store.git.objects import Database
from genetess_cli.store.git.remote import address
from genetess_cli.store.git.run import find
from genetess_cli.store.git.worktree import TREE, Change, Entry, Tree, compare

LARGEST: Final = 16 * 1024
MOST_CHANGES: Final = 100
_MOST_COMMITS: Final = 100
_MOST_FOLDERS: Final = 5_000
_DEEPEST: Final = 20
_LARGEST_FOLDER: Final = 1024 * 1024
_PATIENCE: Final = 30.0
_MOST_KEPT: Final = 256 * 1024 * 1024
_OID: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
# How the league reaches its remote counts here too; whatever else a setting could do does not.
_REACHING: Final = re.compile(r"(http|url|credential)\..*|core\.sshcommand")
_THEIRS: Final = "theirs"
_SHUT: Final = {"GIT_ALLOW_PROTOCOL": "none"}
# A commit with its folders, and those of its files that are small enough; the commits before it, without anything; the
# same with their folders.
_WHOLE: Final = ("--depth=1", f"--filter=blob:limit={LARGEST + 1}")
_BEFORE: Final = (f"--depth={_MOST_COMMITS}", "--filter=tree:0")
_FOLDERS: Final = (f"--depth={_MOST_COMMITS}", "--filter=blob:none")
# What git says of objects that are broken; of many, the words that end it may stand too far behind to be seen.
_BROKEN: Final = re.compile(r"fsck error|\b(error|warning): object [0-9a-f]{40,64}:")
_GIVEN: Final = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules")


class Unfetched(Refused):
    """A commit that could not be brought by no fault of its author: the remote is slow, gone, or has it no more."""


class Slow(Unfetched):
    """A commit that was not brought in the time that there is for one; its author can be to blame, by what it holds."""


class _Kept(msgspec.Struct, frozen=True):
    """An object that was brought: its kind and its size in bytes."""

    kind: str
    size: int


class _Parted(msgspec.Struct, frozen=True):
    """The commit at which another parted from the league as `tip` has it, and the commits that it has alone."""

    base: str
    tip: str
    own: tuple[str, ...]


class Foreign:
    """Commits of a remote beside those of a league, until it is closed."""

    def __init__(self, root: Path, source: str) -> None:
        """Read from `source`, a remote's name, address or path, beside the league in `root`. Raise WrongUsage."""
        top, _, common, _ = find(root)
        self._top = top
        self._address = address(top, source)
        self._common = common
        self._here = Database(top, common)
        self._alternates = {"GIT_ALTERNATE_OBJECT_DIRECTORIES": str(common / "objects")}
        self._folder = _place()
        self._made = False
        self._reader: run.Reader | None = None
        self._kept: Mapping[str, _Kept] = {}
        self._parted: dict[str, _Parted] = {}
        self._deep: set[str] = set()

    def close(self) -> None:
        self._end_reading()
        self._here.close()
        self._folder.cleanup()

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
        kind = f"--object-format={self._here.algorithm}"
        how = ("--depth=1", "--filter=tree:0", _THEIRS, f"refs/heads/{branch}")
        with _place() as place:
            run.run(Path(place), "init", "--quiet", "--bare", "--template=", kind, ".")
            try:
                done = run.run(Path(place), *_GIVEN, *how, also=self._reach, seconds=_PATIENCE)
            except run.TookTooLong:
                return False
        return not done.status

    def alone(self, head: str) -> Sequence[str]:
        """Return the commits that a fetched one has beside the league's, itself among them, the newest first."""
        return self._parted[head].own

    def is_changed_behind(self, head: str, earlier: Iterable[str], path: str) -> bool:
        """Return whether a commit that `head` has alone changed a file, beside the `earlier` ones and those before.

        A merge changes what it has as none of those has that it merges. Raise as `parting` does.
        """
        if head not in self._deep:
            self._bring(head, *_FOLDERS)
            self._deep.add(head)
        parted = self._parted[head]
        known = [f"^{commit}" for commit in (parted.base, *earlier) if commit in (parted.base, *parted.own)]
        how = ("-c", "--name-only", "--format=", "--full-history", "--no-renames", "--no-show-signature")
        show_root = ("-c", "log.showRoot=true", "--literal-pathspecs", "log")
        also = {**self._alternates, **_SHUT}
        listed = self._git(*show_root, *how, head, *known, "--", path, also=also)
        if listed.status:
            raise Refused(f"its commits cannot be read: {listed.complaint}")
        return bool(listed.out.strip())

    def _holds(self, known: _Parted, tip: str) -> bool:
        """Return whether a commit parted at the same place as before, though the league may have moved."""
        if known.tip == tip:
            return True
        anew = run.run(self._top, "rev-list", f"{known.tip}..{tip}")
        on_it = run.run(self._top, "merge-base", "--is-ancestor", known.base, tip)
        return not (anew.status or on_it.status) and {*known.own}.isdisjoint(anew.out.decode().split())

    def _fetch(self, head: str, tip: str) -> _Parted:
        if sum(kept.size for kept in self._kept.values()) > _MOST_KEPT:
            self._forget()
        self._bring(head, *_BEFORE)
        merge_base = self._git("merge-base", "--all", head, tip, also={**self._alternates, **_SHUT})
        bases = merge_base.out.decode().split()
        if not bases:
            raise Refused(
                f"it did not branch off this branch within the last {_MOST_COMMITS} commits; begin it again"
            )
        own = self._git("rev-list", head, f"^{bases[0]}", also={**self._alternates, **_SHUT})
        self._bring(head, *_WHOLE)
        return _Parted(bases[0], tip, tuple(own.out.decode().split()))

    def _forget(self) -> None:
        self._end_reading()
        self._folder.cleanup()
        self._folder = _place()
        self._made, self._kept = False, {}
        self._parted.clear()
        self._deep.clear()

    def changes(self, old: str, head: str) -> list[Change]:
        """Return the files that differ in two commits. Raise Refused for more than a player's change ever has."""
        looked = count(1)

        def rows(folder: Entry, path: str) -> Tree:
            if next(looked) > _MOST_FOLDERS or path.count("/") >= _DEEPEST:
                raise Refused("it changes too many or too deep folders")
            return self._rows(folder)

        listed = [*islice(compare(rows, self._root(old), self._root(head), ""), MOST_CHANGES + 1)]
        if len(listed) > MOST_CHANGES:
            raise Refused(f"it changes more than {MOST_CHANGES} files")
        return listed

    def body(self, change: Change) -> bytes:
        """Return what a changed file holds. Raise Refused where that is larger than `LARGEST`."""
        oid = change.new.oid if change.new else ""
        kept = self._kept.get(oid)
        if kept and kept.kind == "blob" and kept.size <= LARGEST:
            return self._read(oid)
        data = self._here.bodies([oid]).get(oid) if oid and not kept else None
        if data is None or len(data) > LARGEST:
            raise Refused(f"it is larger than {LARGEST // 1024} KiB, too large for a player's file")
        return data

    # What two commits differ in, without trust in the size or depth of the other one

    def _rows(self, entry: Entry) -> Tree:
        kept = self._kept.get(entry.oid)
        if kept is None:
            return self._here.tree(entry.oid)
        if kept.kind != "tree" or kept.size > _LARGEST_FOLDER:
            raise Refused("it has a folder with too many files")
        return worktree.parse_tree(self._read(entry.oid), self._here.algorithm)

    def _root(self, head: str) -> Entry:
        kept = self._kept.get(head)
        if kept is None:  # it is a commit of the league itself
            return self._here.root(head)
        if kept.kind != "commit" or kept.size > _LARGEST_FOLDER:
            raise Refused("its head is no commit")
        return Entry(TREE, self._read(head)[5:69].partition(b"\n")[0].decode())

    # Git

    def _bring(self, head: str, *how: str) -> None:
        self._make()
        self._end_reading()
        safe = ("-c", "fetch.fsckObjects=true", "-c", "fetch.unpackLimit=1", "-c", "gc.auto=0")
        try:
            done = self._git(*safe, *_GIVEN, *how, _THEIRS, head, also={**self._alternates, **self._reach})
        except Slow:
            self._clear()
            raise
        if done.status:
            kind = Refused if _BROKEN.search(done.complaint) else Unfetched
            raise kind(f"it cannot be fetched: {done.complaint}")
        self._join()
        listed = self._git("cat-file", "--batch-all-objects", "--unordered", "--batch-check", also=_SHUT)
        rows = [line.split() for line in listed.out.decode().splitlines()]
        self._kept = {oid: _Kept(kind, int(size)) for oid, kind, size in rows}

    def _join(self) -> None:
        """Let the league's own commits have theirs before them, as what is fetched can end within its history."""
        ends, ours = Path(self._folder.name) / "shallow", self._common / "shallow"
        if not ends.exists():
            return
        cut = set(ours.read_text().split()) if ours.exists() else set[str]()
        cut_ends = [oid for oid in ends.read_text().split() if oid in cut or not self._here.find_commit(oid)]
        ends.write_text("".join(f"{oid}\n" for oid in cut_ends))

    def _clear(self) -> None:
        """Take away what a run of git leaves that was ended: with its lock there, no other could fetch anything."""
        place = Path(self._folder.name)
        for path in (place / "shallow.lock", *place.glob("objects/pack/tmp_*")):
            path.unlink(missing_ok=True)

    def _make(self) -> None:
        if not self._made:
            kind = f"--object-format={self._here.algorithm}"
            done = self._git("init", "--quiet", "--bare", "--template=", kind, ".")
            if done.status:
                raise Busy(f"there is no room for what is fetched: {done.complaint}")
            self._made = True

    @cached_property
    def _reach(self) -> Mapping[str, str]:
        """Return settings of git as its environment takes them: a token in one is not for others on the machine."""
        reaching = {name: value for name, value in self._here.settings.items() if _REACHING.fullmatch(name)}
        variables = {"GIT_CONFIG_COUNT": str(len(reaching) + 1)}
        for index, (name, value) in enumerate([*reaching.items(), (f"remote.{_THEIRS}.url", self._address)]):
            variables |= {f"GIT_CONFIG_KEY_{index}": name, f"GIT_CONFIG_VALUE_{index}": value}
        return variables

    def _git(self, *arguments: str, also: Mapping[str, str] | None = None) -> run.Done:
        try:
            return run.run(Path(self._folder.name), *arguments, also=also, seconds=_PATIENCE)
        except run.TookTooLong as fault:
            raise Slow(str(fault)) from None

    def _read(self, oid: str) -> bytes:
        if self._reader is None:
            self._reader = run.Reader(Path(self._folder.name), also=_SHUT)
        answer = self._reader.ask([oid])[0]
        if answer is None:
            raise Refused(f"the object {oid} cannot be read")
        return answer.body

    def _end_reading(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def _place() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="genetess-")
