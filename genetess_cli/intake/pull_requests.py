"""Pull requests as deliveries: what each changes for its author's own seats, read as data at the head that is listed.

The list is the forge's own. GitLab's merge requests are pull requests here.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from genetess_cli.errors import Busy, Finding, Note, Progress, Refused
from genetess_cli.intake.judge import Judge
from genetess_cli.intake.ledger import MOST, Answered
from genetess_cli.intake.submission import Delivery, guard, reject, reject_unread
from genetess_cli.store.forges.sent import Pull
from genetess_cli.store.git.fetched import Foreign, Slow, Unfetched
from genetess_cli.store.git.history import Marks
from genetess_cli.store.layout import GAMES, PEOPLE, slug_of
from genetess_cli.store.league import League

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
        note: Note,
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
                path = change.path.removeprefix(prefix)
                commits = came.get(slug_of(path) or path)
                if commits is None or self._foreign.is_changed_behind(pull.head, commits, change.path):
                    fresh.append(change)
        except Unfetched:
            raise
        except Refused as fault:
            return reject(delivery, Finding("", str(fault)))
        if len(fresh) < len(changes):
            delivery = delivery.replace(came=sorted(came))
        if changes and not fresh:
            words = f"all that this changes was accepted before, for {' and '.join(sorted(came))}"
            return reject(delivery, Finding("", words, rejection="again"))
        ours = (f"{prefix}{GAMES}/", f"{prefix}{PEOPLE}/")
        is_of_game = any(change.path.startswith(ours) for change in fresh)
        if not (is_of_game or (own and any(change.old is None for change in fresh))):
            return delivery  # nothing of a game, and no player's file in a wrong place
        verdict = Judge(league, delivery.author, self._foreign.body, own).judge(fresh, pull.trusted)
        if verdict.unjudged:
            return delivery  # its author merges it, or has it merged
        if verdict.findings:
            return reject(delivery, *verdict.findings)
        return delivery.replace(submissions=verdict.sent)
