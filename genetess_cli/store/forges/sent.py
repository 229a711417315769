"""What people sent through a forge, as it lists that: requests and issues, with the accounts of those who sent them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, TypeVar

import msgspec

from genetess_cli.errors import WrongUsage
from genetess_cli.store.git.worktree import object_id
from genetess_cli.store.people import Person
from genetess_cli.store.schema import ForgeId, GameFile, PlayerFile
from genetess_cli.values import Value


class Author(Value):
    """An account of a forge: its login, which can change hands, and its number, which cannot (None: not known)."""

    login: str
    id: int | None = None

    @property
    def key(self) -> int | str:
        """Return what tells it from others of the same forge."""
        return self.id or self.login

    def owns(self, player: PlayerFile | Person) -> bool:
        """Say whether a player or a person has this account. The number decides where both have one."""
        if player.github_id is not None and self.id is not None:
            return player.github_id == self.id
        return (player.github or "").lower() == self.login.lower()

    def seats(self, file: GameFile) -> list[str]:
        return [player.seat for player in file.players if self.owns(player)]


class PlayerRemark(Value):
    """A comment that somebody else made."""

    id: int
    on: int  # the number of what it is a comment on
    author: Author
    body: str


TRUSTED = ("OWNER", "COLLABORATOR")
"""Who has a right to the league, in GitHub's words. A member of its organisation may have no more than to read it."""

_AGIT = 1
"""What Forgejo calls the flow of a pull request that was pushed to `refs/for/BRANCH`, which whoever may read may do."""

_Kind = TypeVar("_Kind")
_Sent = TypeVar("_Sent", "Pull", "Issue")


GHOST = Author("ghost", 0)
"""An account that is gone."""


class Pull(Value):
    """One open pull request or merge request."""

    kind: Literal["pull", "merge"]
    number: int
    head: str  # its newest commit
    base: str  # the branch that it is meant for
    user: Author
    draft: bool
    trusted: bool  # its author may push to the league anyway: what no player may change is then not ours
    opened: int | None  # when, in seconds; None where the list does not say


class _Repository(Value):
    id: int


class _Side(Value, kw_only=True):
    """One side of a pull request; its repository is None of a fork that is gone."""

    repo_id: int | None = None
    repo: _Repository | None = None

    @property
    def where(self) -> int | None:
        return self.repo.id if self.repo else self.repo_id


class _Head(_Side, kw_only=True):
    """The newest commit. Forgejo says that one without a branch, with an empty `label`, lies in the league itself."""

    sha: str
    label: str | None = None


class _Base(_Side, kw_only=True):
    ref: str


class ListedPull(Value):
    """A pull request as GitHub and Forgejo list it."""

    number: int
    head: _Head
    base: _Base
    user: Author | None = None
    draft: bool = False
    author_association: str = ""
    created_at: datetime | None = None
    flow: int | None = None

    def pull(self) -> Pull:
        # A branch in the league's own repository is one of somebody who can push there.
        is_branch = self.flow != _AGIT and self.head.label != ""
        inside = is_branch and self.head.where is not None and self.head.where == self.base.where
        trusted = inside or self.author_association in TRUSTED
        user = self.user or GHOST
        opened = _seconds(self.created_at)
        return Pull("pull", self.number, self.head.sha, self.base.ref, user, self.draft, trusted, opened)


class _Account(Value):
    username: str
    id: ForgeId


class ListedMerge(Value):
    """A merge request as GitLab lists it; without `sha` while GitLab is still making it ready."""

    iid: int
    target_branch: str
    sha: str | None = None
    author: _Account | None = None
    draft: bool = False
    source_project_id: int | None = None
    target_project_id: int | None = None
    created_at: datetime | None = None

    def pull(self) -> Pull:
        user = Author(self.author.username, self.author.id) if self.author else GHOST
        inside = self.source_project_id is not None and self.source_project_id == self.target_project_id
        opened = _seconds(self.created_at)
        return Pull("merge", self.iid, self.sha or "", self.target_branch, user, self.draft, inside, opened)


def _seconds(time: datetime | None) -> int | None:
    """Return a forge's time as seconds; None where it gives none."""
    return None if time is None else int(time.timestamp())


def pulls(pages: Iterable[bytes], name: str) -> list[Pull]:
    """Return the pull requests of a list, by their number. Raise WrongUsage for what is no such list."""
    found: list[Pull] = []
    for listed in (entries(page, name) for page in pages):
        if any("iid" in entry for entry in listed):
            merges = convert(listed, ListedMerge, name)
            found += [merge.pull() for merge in merges if merge.sha is not None]
        else:
            found += [pull.pull() for pull in convert(listed, ListedPull, name)]
    return in_order(found)


def in_order(found: Iterable[_Sent]) -> list[_Sent]:
    """Return what was listed, by its number; something that two pages have is there once."""
    by_number = {one.number: one for one in found}
    return [by_number[number] for number in sorted(by_number)]


def entries(data: bytes, name: str) -> list[dict[str, Any]]:
    """Return the objects of JSON: one, a list of them, a list of such lists, or one of these on each line.

    Raise WrongUsage for anything else.
    """
    try:
        try:
            documents = [msgspec.json.decode(data)]
        except msgspec.DecodeError:
            documents = [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
            if not documents:  # whoever asked the forge got no answer
                raise
        return [entry for document in documents for entry in _objects(document, name)]
    except (ValueError, RecursionError, msgspec.DecodeError) as error:
        raise WrongUsage(f"{name} is not a list as the forge gives it: {error}") from None


def _objects(value: object, name: str) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _objects(item, name)
    else:
        raise ValueError("there is something else than objects in it")


def convert(listed: Sequence[dict[str, Any]], kind: type[_Kind], name: str) -> list[_Kind]:
    """Return the objects of a forge as values. Raise WrongUsage for those of another kind."""
    try:
        return [msgspec.convert(entry, kind) for entry in listed]
    except msgspec.ValidationError as error:
        raise WrongUsage(f"{name} is not as the forge gives it: {error}") from None


class Issue(Value):
    """An issue, as the forge lists it."""

    number: int
    user: Author | None = None
    body: str | None = None
    pull_request: object = None  # something, where it is one
    created_at: datetime | None = None

    @property
    def opened(self) -> int | None:
        return _seconds(self.created_at)

    @property
    def head(self) -> str:
        """The print of the text."""
        return object_id("blob", (self.body or "").encode("utf-8", "replace"), "sha1")


def read_issues(data: bytes, name: str) -> list[Issue]:
    """Read the issues of an event's JSON, of one issue's, or of a list, by their number. Raise WrongUsage."""
    listed = [entry.get("issue", entry) for entry in entries(data, name)]
    return in_order(convert(listed, Issue, name))
