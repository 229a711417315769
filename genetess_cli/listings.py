"""What a forge lists: its open pull requests, or GitLab's merge requests, as its API gives them, and its issues.

Of an entry nothing is read but who sent it, its newest commit, and what it is meant for; no title and no branch of its
author's, and of a pull request no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final, Literal, TypeVar

import msgspec

from genetess_cli.errors import WrongUsage

TRUSTED: Final = ("OWNER", "COLLABORATOR")
"""Who has a right to the league, in GitHub's words. A member of its organisation may have no more than to read it."""

_AGIT: Final = 1
"""What Forgejo calls the flow of a pull request that was pushed to `refs/for/BRANCH`, which whoever may read may do."""

_Kind = TypeVar("_Kind")


class User(msgspec.Struct, frozen=True):
    """Whose it is."""

    login: str
    id: int


class Pull(msgspec.Struct, frozen=True):
    """One open pull request or merge request: its number, its newest commit, and the branch that it is meant for.

    `opened` is when it was, in seconds; None where the list does not say.
    `trusted` says that its author may push to the league anyway: what no player may change is then none of ours.
    """

    kind: Literal["pull", "merge"]
    number: int
    head: str
    base: str
    user: User
    draft: bool
    trusted: bool
    opened: int | None = None


class _Repository(msgspec.Struct, frozen=True):
    """A repository of the forge."""

    id: int


class _Head(msgspec.Struct, frozen=True):
    """The newest commit of a pull request, and in which repository it lies; None of a fork that is gone.

    Forgejo says that one without a branch lies in the league's own repository; its `label` is empty then.
    """

    sha: str
    label: str | None = None
    repo_id: int | None = None
    repo: _Repository | None = None

    @property
    def where(self) -> int | None:
        """The number of the repository."""
        return self.repo.id if self.repo else self.repo_id


class _Base(msgspec.Struct, frozen=True):
    """The branch that it is meant for."""

    ref: str
    repo_id: int | None = None
    repo: _Repository | None = None

    @property
    def where(self) -> int | None:
        """The number of the repository."""
        return self.repo.id if self.repo else self.repo_id


class _Pull(msgspec.Struct, frozen=True):
    """A pull request as GitHub and Forgejo list it."""

    number: int
    head: _Head
    base: _Base
    user: User | None = None
    draft: bool = False
    author_association: str = ""
    created_at: datetime | None = None
    flow: int | None = None

    def told(self) -> Pull:
        # A branch in the league's own repository is one of somebody who can push there.
        is_branch = self.flow != _AGIT and self.head.label != ""
        inside = is_branch and self.head.where is not None and self.head.where == self.base.where
        return Pull(
            "pull",
            self.number,
            self.head.sha,
            self.base.ref,
            self.user or User("ghost", 0),
            self.draft,
            trusted=inside or self.author_association in TRUSTED,
            opened=seconds(self.created_at),
        )


class _Account(msgspec.Struct, frozen=True):
    username: str
    id: int


class _Merge(msgspec.Struct, frozen=True):
    """A merge request as GitLab lists it; without `sha` while GitLab is still making it ready."""

    iid: int
    target_branch: str
    sha: str | None = None
    author: _Account | None = None
    draft: bool = False
    source_project_id: int | None = None
    target_project_id: int | None = None
    created_at: datetime | None = None

    def told(self) -> Pull:
        user = User(self.author.username, self.author.id) if self.author else User("ghost", 0)
        inside = self.source_project_id is not None and self.source_project_id == self.target_project_id
        return Pull(
            "merge",
            self.iid,
            self.sha or "",
            self.target_branch,
            user,
            self.draft,
            trusted=inside,
            opened=seconds(self.created_at),
        )


class _Shape(msgspec.Struct, frozen=True):
    """What tells a merge request from a pull request."""

    iid: int | None = None


def seconds(time: datetime | None) -> int | None:
    """A forge's time as seconds; None where it gives none."""
    return None if time is None else int(time.timestamp())


def pulls(pages: Iterable[bytes], name: str) -> list[Pull]:
    """The pull requests of a list, by their number. Raises WrongUsage where it is none."""
    found = {one.number: one for page in pages for one in _pulls(page, name)}
    return [found[number] for number in sorted(found)]


def _pulls(page: bytes, name: str) -> list[Pull]:
    shapes = entries(page, name, _Shape)
    if any(one.iid is not None for one in shapes):
        return [one.told() for one in entries(page, name, _Merge) if one.sha is not None]
    return [one.told() for one in entries(page, name, _Pull)]


def entries(data: bytes, name: str, kind: type[_Kind]) -> list[_Kind]:
    """The values of a JSON list, of a list of such lists, or of one on each line: the pages of a long one.

    Raises WrongUsage where it is none of these.
    """
    with _as_given(f"{name} is no list as the forge gives it"):
        return [one for page in _pages(data) for one in msgspec.json.decode(page, type=list[kind])]  # type: ignore[valid-type]


def value(data: bytes, name: str, kind: type[_Kind]) -> _Kind:
    """One value as JSON. Raises WrongUsage where it is no such one."""
    with _as_given(f"{name} is not as the forge gives it"):
        return msgspec.json.decode(data, type=kind)


@contextmanager
def _as_given(words: str) -> Iterator[None]:
    try:
        yield
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{words}: {error}") from None
    except RecursionError:
        raise WrongUsage(f"{words}: it is nested far too deeply") from None


def _pages(data: bytes) -> list[bytes | msgspec.Raw]:
    try:
        found = msgspec.json.decode(data, type=list[msgspec.Raw])
    except msgspec.MsgspecError:
        lines = [line for line in data.splitlines() if line.strip()]
        if len(lines) < 2:
            raise
        return [page for line in lines for page in _pages(line)]
    return [*found] if found and bytes(found[0]).lstrip()[:1] == b"[" else [data]
