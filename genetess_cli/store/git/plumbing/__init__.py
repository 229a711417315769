"""What is asked of git by its own processes, or of loose objects where there are no processes, as in a browser.

Whatever else is asked runs git (`run.py`), and is refused where there are no processes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence, Set
from pathlib import Path
from typing import Protocol

from genetess_cli.errors import Refused
from genetess_cli.store.git.differences import Difference
from genetess_cli.store.git.worktree import PathChange
from genetess_cli.values import Value


class GitPlace(Value):
    """Where a repository is, seen from a folder in it."""

    top: Path  # of the work tree
    folder: Path  # of git's files of this work tree
    common: Path  # of those that it shares with others: objects and branches
    prefix: str  # the way from the top to the folder, with `/` at its end


class Object(Value):
    """One object of git: its id, its kind (`blob`, `tree`, `commit`, `tag`) and its content."""

    oid: str
    kind: str
    body: bytes


class Addition(Value):
    """A commit that added files, of which paths are relative to the league."""

    commit: str
    parents: Sequence[str]
    paths: Sequence[str]


class Plumbing(Protocol):
    """One repository. All that fails raises Refused."""

    place: GitPlace
    holding: Sequence[int] = ()
    """Descriptors of locks: what changes a branch or the index holds them as well, also where it outlives this run."""

    def close(self) -> None:
        """End whatever waits for questions."""
        return

    # Objects

    @property
    @abstractmethod
    def algorithm(self) -> str:
        """Return how objects are named: `sha1` or `sha256`."""

    @abstractmethod
    def objects(self, oids: Sequence[str]) -> list[Object | None]:
        """Return what has these ids, in this order; None for each that is missing."""

    @abstractmethod
    def commit_of(self, name: str) -> str | None:
        """Return the commit that an id or a whole name such as `refs/heads/main` means."""

    @abstractmethod
    def lost(self, what: str) -> Refused:
        """Return a refusal for what was asked for last, and cannot be read."""

    @abstractmethod
    def write(self, kind: str, body: bytes) -> str:
        """Write an object; its id."""

    @abstractmethod
    def commit(self, tree: str, parent: str | None, message: str, when: int) -> str:
        """Write a commit, signed where `commit.gpgsign` wants that; its id."""

    @abstractmethod
    def signer(self) -> str:
        """Return the name that commits made here are signed with. Raise Refused where git does not know who commits."""

    # Branches

    @abstractmethod
    def tip_of(self, branch: str) -> str | None:
        """Return where a branch is, even where that commit is lost; None where nowhere."""

    @abstractmethod
    def move(self, branch: str, new: str, old: str | None, why: str) -> None:
        """Move a branch from `old` (None: it is new). Raise Busy where somebody else is at it, Refused."""

    # History

    @abstractmethod
    def is_ancestor(self, commit: str, tip: str) -> bool: ...

    @abstractmethod
    def ancestors(self, tip: str) -> Set[str]:
        """Return a commit and all that led to it, as far as they are here."""

    @abstractmethod
    def additions(self, tip: str, *patterns: str) -> Iterator[Addition]:
        """Yield the commits up to `tip` that added files, from the newest on.

        `patterns` are of paths below the league's folder; `*` stands for anything.
        """

    @abstractmethod
    def added_alone(self, tip: str, without: Sequence[str]) -> Set[str] | None:
        """Return the files added by commits that `tip` has beside those of `without`; None where one is not here."""

    @abstractmethod
    def changes(self, tip: str, after: str, folder: str) -> Iterator[tuple[str, PathChange]]:
        """Yield what each commit changed in a folder, folders too, as each of its parents sees it.

        Parents come before children. `after` "": from the start.
        """

    # The work tree and the index

    @abstractmethod
    def stage(self, index: Path, commit: str, changes: Sequence[PathChange], marked: Collection[str]) -> str:
        """Let the file of an index have the new side of each change, as a commit has it; why it cannot, or "".

        `marked` are the paths that are left out of the work tree.
        """

    # Where nobody but this program is at the work tree, it is as the newest commit has it.

    def left_out(self, places: Sequence[str]) -> frozenset[str]:
        """Return the committed paths below some that git leaves out of the work tree on purpose."""
        return frozenset()

    def differences(self, clocks_alone: bool) -> list[Difference]:
        """Return how the program's files in index and work tree differ from the newest commit."""
        return []
