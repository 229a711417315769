"""Pull requests as deliveries: what each changes for its author's own seats, read as data at the head that is listed.

The list is the forge's own. GitLab's merge requests are pull requests here.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Busy, Finding, Note, Progress, Refused, WrongUsage
from genetess_cli.intake.judge import Judge
from genetess_cli.intake.ledger import MOST, Answered
from genetess_cli.intake.submission import Author, Delivery, guard, reject, reject_unread
from genetess_cli.store.git.fetched import Foreign, Slow, Unfetched
from genetess_cli.store.git.history import Marks
from genetess_cli.store.layout import GAMES, slug_of
from genetess_cli.store.league import League
from genetess_cli.store.schema import ForgeId
from genetess_cli.turns.state import ignore_note

KINDS = ("pull", "merge")
SECONDS = 240
"""A run begins no fetch after so long; turns are to be carried out besides."""
_DRAFT = Finding("", "this is a draft, and nothing in a draft is accepted", rejection="ready")
"""It may say what it likes; its author is told that nobody reads it yet."""


def _unread_delivery(pull: Pull) -> Delivery:
    mark = f"{pull.kind} {pull.number} {pull.head}"
    if pull.draft:
        mark += " draft"
    return Delivery(pull.kind, pull.number, mark, pull.user, opened=pull.opened)


def _hold(sent: Delivery, why: str) -> Busy:
    return Busy(
        f"nothing was accepted: {sent.words} of {sent.author.login} may have orders, and {why}. Run this again; if it "
        "fails again, the GM can close it and ask for a new one"
    )


class PullRequests:
    """The source of what open pull requests bring; what is fetched once serves every look."""

    def __init__(
        self,
        root: Path,
        remote: str,
        pulls: Sequence[Pull],
        note: Note = ignore_note,
        progress: Progress | None = None,
    ) -> None:
        """`remote` is where the heads of `pulls` can be fetched from; `note` is told of those that cannot.

        `progress` hears how each arrives. Raise WrongUsage for what is no remote.
        """
        self._foreign = Foreign(root, remote, progress)
        self._pulls = pulls
        self._note = note
        self._until = time.monotonic() + SECONDS

    def close(self) -> None:
        self._foreign.close()

    def deliveries(self, league: League, answered: Answered, before: Marks) -> list[Delivery]:
        """Return what the pull requests bring whose turn it is, fetched one after the other while there is time.

        They are judged by the league as it is committed. Raise Busy where the remote does not give one that is
        awaited: no deadline is to pass then. What is slow is its author's fault where the remote gives a commit of its
        own in time, and leaves its author no more time in this run. What one author sent waits together, as the newest
        of it counts.
        """
        branch = league.repository.branch
        wanted = {pull.number: pull for pull in self._pulls if pull.base == branch}
        chosen, waiting = answered.select(league, KINDS, [_unread_delivery(pull) for pull in wanted.values()])
        if waiting:
            self._note(f"one run reads {MOST} of those that are open; {waiting} more wait for the next runs")
        judged: list[Delivery] = []
        late: list[int | str] = []
        slow: dict[int | str, Delivery] = {}
        for delivery in chosen:
            pull = wanted[delivery.number]
            author = delivery.author
            is_over = time.monotonic() > self._until and not self._foreign.has(delivery.head)
            if delivery.findings:  # refused by an earlier run, to be closed
                judged.append(delivery)
                continue
            if is_over or author.key in slow:
                late.append(author.key)
                continue
            own = answered.files_of(author)
            is_awaited = own and not pull.draft
            try:
                work = partial(self._judge, league, pull, delivery, before, own)
                made = guard(work, partial(reject_unread, delivery))
                if pull.draft and (made.submissions or made.findings):
                    made = reject(made, _DRAFT)
                judged.append(made)
            except Slow as fault:
                if is_awaited and not self._foreign.answers(branch):
                    raise _hold(delivery, "the remote did not answer in time") from None
                words = f"it could not be fetched in time: {fault}"
                slow[author.key] = reject(delivery, Finding("", words, rejection="slow"))
            except Unfetched as fault:
                if is_awaited:
                    raise _hold(delivery, str(fault)) from None
                self._note(f"{delivery.words} waits: {fault}")
        if late:
            self._note(f"{len(late)} more wait for the next runs")
        in_time = [delivery for delivery in judged if delivery.findings or delivery.author.key not in late]
        return [*in_time, *slow.values()]

    def _judge(
        self, league: League, pull: Pull, delivery: Delivery, before: Marks, own: Sequence[str]
    ) -> Delivery:
        """Return what a pull request brings, or why that is not accepted. Raise Unfetched: it is tried again then."""
        prefix = league.repository.prefix
        try:
            base = self._foreign.parting(pull.head, league.snapshot.commit)
            changes = self._foreign.changes(base, pull.head)
            # A branch can be sent again with another request; what came in with an earlier one is used up since.
            came: defaultdict[str, set[str]] = defaultdict(set)
            for commit in self._foreign.alone(pull.head):
                for slug in before.games(commit):
                    came[slug].add(commit)
            fresh = []
            for change in changes:  # since its game took in what the branch had
                commits = came.get(slug_of(change.path.removeprefix(prefix)) or "")
                if commits is None or self._foreign.is_changed_behind(pull.head, commits, change.path):
                    fresh.append(change)
        except Unfetched:
            raise
        except Refused as fault:
            return reject(delivery, Finding("", str(fault)))
        if len(fresh) < len(changes):
            delivery = replace(delivery, came=sorted(came))
        if changes and not fresh:
            words = f"all that this changes was accepted before, for {' and '.join(sorted(came))}"
            return reject(delivery, Finding("", words, rejection="again"))
        is_of_game = any(change.path.startswith(f"{prefix}{GAMES}/") for change in fresh)
        if not (is_of_game or (own and any(change.old is None for change in fresh))):
            return delivery  # nothing of a game, and no player's file in a wrong place
        verdict = Judge(league, delivery.author, self._foreign.body, own).judge(fresh, pull.trusted)
        if verdict.unjudged:
            return delivery  # its author merges it, or has it merged
        if verdict.findings:
            return reject(delivery, *verdict.findings)
        return replace(delivery, submissions=verdict.sent)


TRUSTED = ("OWNER", "COLLABORATOR")
"""Who has a right to the league, in GitHub's words. A member of its organisation may have no more than to read it."""

_AGIT = 1
"""What Forgejo calls the flow of a pull request that was pushed to `refs/for/BRANCH`, which whoever may read may do."""

_Kind = TypeVar("_Kind")


GHOST = Author("ghost", 0)
"""An account that is gone."""


class Pull(msgspec.Struct, frozen=True):
    """One open pull request or merge request."""

    kind: Literal["pull", "merge"]
    number: int
    head: str  # its newest commit
    base: str  # the branch that it is meant for
    user: Author
    draft: bool
    trusted: bool  # its author may push to the league anyway: what no player may change is then not ours
    opened: int | None = None  # when, in seconds; None where the list does not say


class _Repository(msgspec.Struct, frozen=True):
    id: int


class _Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a pull request; its repository is None of a fork that is gone."""

    repo_id: int | None = None
    repo: _Repository | None = None

    @property
    def where(self) -> int | None:
        return self.repo.id if self.repo else self.repo_id


class _Head(_Side, frozen=True, kw_only=True):
    """The newest commit. Forgejo says that one without a branch, with an empty `label`, lies in the league itself."""

    sha: str
    label: str | None = None


class _Base(_Side, frozen=True, kw_only=True):
    ref: str


class _Pull(msgspec.Struct, frozen=True):
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
        opened = seconds(self.created_at)
        return Pull("pull", self.number, self.head.sha, self.base.ref, user, self.draft, trusted, opened)


class _Account(msgspec.Struct, frozen=True):
    username: str
    id: ForgeId


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

    def pull(self) -> Pull:
        user = Author(self.author.username, self.author.id) if self.author else GHOST
        inside = self.source_project_id is not None and self.source_project_id == self.target_project_id
        opened = seconds(self.created_at)
        return Pull("merge", self.iid, self.sha or "", self.target_branch, user, self.draft, inside, opened)


def seconds(time: datetime | None) -> int | None:
    """Return a forge's time as seconds; None where it gives none."""
    return None if time is None else int(time.timestamp())


def pulls(pages: Iterable[bytes], name: str) -> list[Pull]:
    """Return the pull requests of a list, by their number. Raise WrongUsage for what is no such list."""
    by_number: dict[int, Pull] = {}
    for listed in (entries(page, name) for page in pages):
        if any("iid" in entry for entry in listed):
            merges = convert(listed, _Merge, name)
            found = [merge.pull() for merge in merges if merge.sha is not None]
        else:
            found = [pull.pull() for pull in convert(listed, _Pull, name)]
        by_number |= {pull.number: pull for pull in found}
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
