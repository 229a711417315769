"""Pull requests as deliveries: what each changes for its author's own seats, read as data at the head that is listed.

The list is the forge's own; `listings.py` reads it. GitLab's merge requests are pull requests here.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.answered import MOST, Answered
from genetess_cli.changes import Judge
from genetess_cli.errors import Refused
from genetess_cli.listings import Pull
from genetess_cli.store.foreign import Foreign, Unfetched
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import GAMES, slug_of
from genetess_cli.store.marks import Marks
from genetess_cli.store.worktree import Change
from genetess_cli.submissions import Author, Delivery, Submission, one_each
from genetess_cli.table import Note, silent

KINDS: Final = ("pull", "merge")
SECONDS: Final = 240
"""So long one run goes on to fetch; turns are to be carried out besides."""


def _named(pull: Pull) -> Delivery:
    """A pull request of which nothing is known but what the list says."""
    mark = f"{pull.kind} {pull.number} {pull.head}{' draft' if pull.draft else ''}"
    author = Author(pull.user.login, pull.user.id)
    return Delivery(pull.kind, str(pull.number), pull.number, mark, author, opened=pull.opened)


def _unread(judged: Delivery) -> Delivery:
    """A draft: it may say what it likes, and its author is told that nobody reads it yet."""
    if not judged.submissions and not judged.problems:
        return judged
    words = "this is a draft, and nothing is taken in from a draft"
    return msgspec.structs.replace(judged, submissions=(), problems=[words], remedy="ready", joins=())


class PullRequests:
    """The source of what open pull requests bring; what is fetched once serves every look."""

    def __init__(self, root: Path, remote: str, pulls: Sequence[Pull], note: Note = silent) -> None:
        """`remote` is where the heads of `pulls` can be fetched from; `note` is told of those that cannot.

        Raises WrongUsage for what is no remote.
        """
        self._foreign = Foreign(root, remote)
        self._pulls = pulls
        self._note = note
        self._until = time.monotonic() + SECONDS

    def close(self) -> None:
        """Forget what was fetched."""
        self._foreign.__exit__()

    def deliveries(
        self, repository: Repository, tip: str, answered: Answered, before: Marks
    ) -> list[Delivery]:
        """What the pull requests bring whose turn it is, judged by the league as the commit `tip` has it."""
        wanted = {one.number: one for one in self._pulls if one.base == repository.branch}
        chosen, waiting = answered.chosen(KINDS, [_named(one) for one in wanted.values()])
        if waiting:
            self._note(
                f"one run looks at {MOST} of those that are open; {waiting} more wait for the next runs"
            )
        late = []
        found = []
        for one in chosen:
            pull = wanted[one.order]
            if one.problems:
                found.append(one)  # refused for good by an earlier run
            elif time.monotonic() > self._until and not self._foreign.has(pull.head):
                late.append(one)
            elif judged := self._delivery(repository, tip, pull, one, before):
                found.append(_unread(judged) if pull.draft else judged)
        if late:
            answered.put_off(late)
            self._note(f"this run has fetched for {SECONDS} seconds; {len(late)} more wait for the next runs")
        return found

    def _delivery(
        self, repository: Repository, tip: str, pull: Pull, found: Delivery, before: Marks
    ) -> Delivery | None:
        try:
            base = self._foreign.parting(pull.head, tip)
            changes = self._foreign.changes(base, pull.head)
            came = self._came(pull.head, before)
            fresh = [one for one in changes if not self._is_as_taken(repository, one, came)]
        except Unfetched as fault:
            self._note(f"{found.words} waits: {fault}")
            return None
        except Refused as fault:
            return msgspec.structs.replace(found, problems=[str(fault)])
        if len(fresh) < len(changes):
            found = msgspec.structs.replace(found, came=sorted(came))
        if changes and not fresh:
            games = " and ".join(f"{slug} with commit {came[slug][:10]}" for slug in sorted(came))
            words = f"all that this changes was taken in before, for {games}"
            return msgspec.structs.replace(found, problems=[words], remedy="earlier")
        return self._judged(found, repository, tip, fresh, pull.trusted)

    def _came(self, head: str, before: Marks) -> Mapping[str, str]:
        """The games that commits of a branch were taken in for, with the newest such commit of each.

        A branch can be sent again with another request, and what came in with an earlier one is used up since.
        """
        rows = ((slug, commit) for commit in self._foreign.alone(head) for slug in before.games(commit))
        return dict(reversed([*rows]))

    def _is_as_taken(self, repository: Repository, change: Change, came: Mapping[str, str]) -> bool:
        """Whether a file is still as it was when it was taken in."""
        commit = came.get(slug_of(change.path.removeprefix(repository.prefix)) or "")
        return commit is not None and self._foreign.at(commit, change.path) == change.new

    def _judged(
        self, found: Delivery, repository: Repository, tip: str, changes: Sequence[Change], trusted: bool
    ) -> Delivery:
        """The delivery with what its changes send, or with what is wrong with any of them."""
        start = f"{repository.prefix}{GAMES}/"
        judge = Judge(repository, tip, found.author, self._foreign.body)
        if not any(change.path.startswith(start) or judge.belongs(change) for change in changes):
            return found  # nothing of a game: none of the program's business
        judged = [judge.judged(change) for change in changes]
        problems = [line for each in judged if not isinstance(each, Submission) for line in each]
        if problems and trusted:
            return found  # who may push to the league anyway has it merged, or does that alone
        sent, twice = one_each([each for each in judged if isinstance(each, Submission)])
        problems = [*problems, *twice]
        if not problems:
            return msgspec.structs.replace(found, submissions=sent)
        remedy = judge.remedy(problems, rest=bool(sent))
        alone = [one for one in sent if one not in twice.values() and judge.against(one) is None]
        right = [one.words for one in alone]
        return msgspec.structs.replace(
            found, problems=problems, remedy=remedy, joins=judge.joins, right=right
        )
