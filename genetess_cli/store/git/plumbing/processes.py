"""Git's own processes: one that reads, and one for each other question."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from genetess_cli.errors import Busy, Refused, unwritten
from genetess_cli.store.git import run, worktree
from genetess_cli.store.git.differences import Difference, read_status
from genetess_cli.store.git.plumbing import Addition, GitPlace, Object
from genetess_cli.store.git.worktree import PathChange, TreeEntry

_LEFT_TO_GIT = {"core.sharedrepository", "core.fsync", "core.fsyncmethod", "core.fsyncobjectfiles"}
"""Settings that say how objects are written: git does as they say."""
_ADDED = ("--diff-filter=A", "--relative", "--name-only", "--format=commit %H %P")
_NO_LIST = "git cannot list the history"


class Processes:
    """A repository by git. All that fails raises Refused."""

    def __init__(self, place: GitPlace) -> None:
        self.place = place
        # Descriptors of locks: a git that changes the branch or the index holds them as well, if it outlives us.
        self.holding: Sequence[int] = ()
        self._top = place.top
        self._league = place.top / place.prefix

    def close(self) -> None:
        """End the git that reads; the next question starts another."""
        if reader := self.__dict__.pop("_reader", None):
            reader.close()

    @cached_property
    def _reader(self) -> run.Reader:
        return run.Reader(self._top)

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """Git's configuration, the names in lower case; the last value counts, and a name without any means yes."""
        listing = run.run(self._top, "config", "--null", "--list").out.decode("utf-8", "replace")
        settings = {}
        for entry in filter(None, listing.split("\0")):
            name, is_set, value = entry.partition("\n")
            settings[name.lower()] = value if is_set else "true"
        return settings

    # Objects

    @property
    def algorithm(self) -> str:
        """Return how objects are named: `sha1` or `sha256`."""
        return self.settings.get("extensions.objectformat", "sha1")

    def objects(self, oids: Sequence[str]) -> list[Object | None]:
        """Return what has these ids, in this order; None for each that is missing."""
        return self._reader.ask(oids)

    def commit_of(self, name: str) -> str | None:
        """Return the commit that an id or a whole name such as `refs/heads/main` means."""
        answer = self._reader.ask([f"{name}^{{commit}}"])[0] if name and "\n" not in name else None
        return answer.oid if answer else None

    def lost(self, what: str) -> Refused:
        """Return a refusal for what was asked for last, and cannot be read."""
        return self._reader.lost(what)

    def write(self, kind: str, body: bytes) -> str:
        """Write an object; its id."""
        common = self.place.common
        try:
            if self.algorithm == "sha1" and not _LEFT_TO_GIT & self.settings.keys():
                return worktree.write_loose(common / "objects", kind, body)
        except OSError as error:
            raise Refused(f"{common} cannot be written: {unwritten(error)}, then run this again") from None
        way = ("hash-object", "-w", "-t", kind, "--stdin")
        return run.read(self._top, *way, data=body, failed=f"cannot write to {common}").strip()

    def commit(self, tree: str, parent: str | None, message: str, when: int) -> str:
        """Write a commit, signed where `commit.gpgsign` wants that; its id."""
        wanted = self.settings.get("commit.gpgsign", "no").lower() not in ("", "no", "false", "off", "0")
        way = [*_no_guess(), "commit-tree", tree]
        failed = "git cannot make a commit"
        if wanted:
            way.append("-S")
            failed += ", signed as commit.gpgsign asks"
        if parent:
            way += ["-p", parent]
        also = {f"GIT_{role}_DATE": f"@{when} +0000" for role in ("AUTHOR", "COMMITTER")}
        return run.read(self._top, *way, failed=failed, also=also, data=message.encode()).strip()

    def signer(self) -> str:
        """Return the name that commits made here are signed with. Raise Refused where git does not know who commits."""
        failed = "a commit is in somebody's name, and git does not know yours"
        for role in ("COMMITTER", "AUTHOR"):
            name = run.read(self._top, *_no_guess(), "var", f"GIT_{role}_IDENT", failed=failed)
        return name.partition(" <")[0]

    # Branches

    def tip_of(self, branch: str) -> str | None:
        """Return where a branch is, even where that commit is lost; None where nowhere."""
        # Asked anew, for the reader may have died with the disk.
        done = run.run(self._top, "rev-parse", "--verify", "--quiet", f"refs/heads/{branch}")
        if done.status not in (0, 1):
            raise Refused(f"git cannot tell where {branch} is: {done.complaint}; {run.damaged()}")
        return done.out.decode().strip() or None

    def move(self, branch: str, new: str, old: str | None, why: str) -> None:
        """Move a branch from `old` (None: it is new). Raise Busy where somebody else is at it."""
        way = ("update-ref", "-m", why, f"refs/heads/{branch}", new, old or "0" * len(new))
        done = run.run(self._top, *way, holding=self.holding)
        if done.status:
            kind = Busy if done.status < 0 or "File exists" in done.complaint else Refused
            raise kind(done.complaint)

    # History

    def is_ancestor(self, commit: str, tip: str) -> bool:
        return not run.run(self._top, "merge-base", "--is-ancestor", commit, tip).status

    def ancestors(self, tip: str) -> set[str]:
        """Return a commit and all that led to it."""
        return {*run.read(self._league, "rev-list", tip, failed=_NO_LIST).split()}

    def additions(self, tip: str, *patterns: str, without: Collection[str] = ()) -> Iterator[Addition]:
        """Yield the commits up to `tip` that added files, from the newest on, but for those of other commits.

        `patterns` are of paths below the league's folder; `*` stands for anything. Of branches that were merged for
        nothing, there are only those beside `without`: from another tip, they may count.
        """
        commits = ["--full-history", tip, *(f"^{commit}" for commit in without)] if without else [tip]
        process = run.start(self._league, "log", *_ADDED, *commits, "--", *patterns)
        commit = ""
        parents: list[str] = []
        try:
            for line in process.stdout or ():
                row = os.fsdecode(line).rstrip("\n")
                if row.startswith("commit "):
                    _, commit, *parents = row.split()
                elif row:
                    yield Addition(commit, parents, [row])
            done = run.finish(process)
            if done.status:
                raise Refused(f"git cannot tell which commits added files: {done.complaint}")
        finally:
            process.kill()
            run.finish(process)

    def changes(self, tip: str, after: str, folder: str) -> Iterator[tuple[str, PathChange]]:
        """Yield what each commit changed in a folder, folders too, as each of its parents sees it.

        Parents come before children. `after` "": from the start.
        """
        prefix = self.place.prefix
        commits = f"{after}..{tip}".removeprefix("..")
        listing = ("rev-list", "--topo-order", "--reverse", "--parents", commits)
        listed = run.read(self._top, *listing, failed=_NO_LIST)
        words = ("--stdin", "-r", "-t", "-z", "-m", "--root", "--", prefix + folder)
        no_index = {"GIT_INDEX_FILE": str(self.place.folder / "genetess" / "none")}
        way = ("--literal-pathspecs", "diff-tree", *words)
        done = run.run(self._top, *way, also=no_index, data=listed.encode())
        if done.status:
            raise Refused(f"{_NO_LIST}: {done.complaint}; {run.damaged()}")
        rows = iter(os.fsdecode(done.out).split("\0"))
        commit = ""
        for row in rows:
            if row.startswith(":"):
                path = next(rows).removeprefix(prefix)
                was, now, old, new, _ = row[1:].split()
                yield commit, PathChange(path, _entry(was, old), _entry(now, new))
            else:
                commit = row

    # The work tree and the index

    def stage(self, index: Path, commit: str, changes: Sequence[PathChange], marked: Collection[str]) -> str:
        """Let the file of an index have the new side of each change, as a commit has it; why it cannot, or "".

        `marked` are the paths that are left out of the work tree.
        """
        gone = TreeEntry("0", "0" * len(commit))  # so git takes a path out
        rows = ((row.new or gone, row.path) for row in changes)
        steps = [("--add", "--index-info", [f"{entry.mode} {entry.oid}\t{path}" for entry, path in rows])]
        if left := [row.path for row in changes if row.new and row.path in marked]:
            steps.append(("--skip-worktree", "--stdin", left))
        also = {"GIT_INDEX_FILE": str(index)}
        for what, source, told in steps:
            way = ("update-index", what, "-z", source)
            data = os.fsencode("".join(f"{row}\0" for row in told))
            done = run.run(self._top, *way, also=also, holding=self.holding, data=data)
            if done.status:
                return done.complaint
        return ""

    def left_out(self, places: Sequence[str]) -> frozenset[str]:
        """Return the committed paths below some that git leaves out of the work tree on purpose."""
        words = (f":(top,literal){path}" for path in places)
        listed = run.read(self._top, "ls-files", "-t", "-z", "--", *words)
        rows = (row.partition(" ") for row in listed.split("\0"))
        return frozenset(path for tag, _, path in rows if tag == "S")

    def differences(self, clocks_alone: bool) -> list[Difference]:
        """Return how the program's files in index and work tree differ from the newest commit."""
        prefix = self.place.prefix
        how = ["--porcelain=v2", "-z", "--no-renames"]
        if clocks_alone:
            place = [f":(top,glob){prefix}games/*/{name}" for name in ("clock.yaml", "state.*")]
            how += ["--untracked-files=no"]
        else:
            place = [f":(top,literal){prefix}games"]
            how += ["--untracked-files=all", "--ignored=traditional"]
        # A disk that keeps no executable bits has changed nothing.
        plain = ("--no-optional-locks", "-c", "core.fileMode=false")
        failed = "git cannot compare the work tree with the last commit"
        return read_status(run.read(self._top, *plain, "status", *how, "--", *place, failed=failed), prefix)


def _entry(mode: str, oid: str) -> TreeEntry | None:
    kind = mode.lstrip("0")
    return TreeEntry(kind, oid) if kind else None


def _no_guess() -> Sequence[str]:
    """Return what keeps git from signing as the machine's name; EMAIL counts as told."""
    return () if os.environ.get("EMAIL") else ("-c", "user.useConfigOnly=true")
