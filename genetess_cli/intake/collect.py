"""Deliveries carried in: one commit a game, pushed, and made again where the remote has moved.

A source finds out what was sent (`pull_requests.py`, `issue_forms.py`); here the newest of each seat is chosen,
written and committed with who sent it. What was taken once is never taken again: its mark stands in the commit.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NoReturn, Protocol

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Busy, Fault, Finding, Note, Refused
from genetess_cli.intake.change import propose_file
from genetess_cli.intake.guard import guard
from genetess_cli.intake.ledger import Answered
from genetess_cli.intake.rejections import decide
from genetess_cli.intake.submission import Delivery, Submission, reject, reject_unread, try_orders
from genetess_cli.store import names, signups
from genetess_cli.store.files import Files
from genetess_cli.store.game import GameFolder, load
from genetess_cli.store.git.commits import Marks, marks
from genetess_cli.store.git.remote import Rejected
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.trailers import GAME, TAKEN, Mark, taken, with_trailers
from genetess_cli.store.league import League
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns.queue import clearing_file
from genetess_cli.turns.referee import commit

TRIES: Final = 4


class Source(Protocol):
    """Where deliveries come from."""

    def deliveries(
        self, repository: Repository, tip: str, answered: Answered, before: Marks, /
    ) -> Sequence[Delivery]:
        """What is there now and was not `answered`, judged by the league as the commit `tip` has it.

        `before` has what was taken in up to then: what it says of a commit needs not be brought again.
        """

    def close(self) -> None:
        """Let go of whatever it holds."""


class Taken(msgspec.Struct, frozen=True):
    """A delivery that was taken in, now or by an earlier run.

    `later` has, for each thing that it sends, one that came after it and counts instead; None where none did. `said`
    is the answer to it, as far as one was made: that of the run which took it in, until it is closed.
    """

    delivery: Delivery
    later: Sequence[Delivery | None] = ()
    earlier: bool = False
    said: str = ""

    @property
    def replaced(self) -> Delivery | None:
        """What counts instead of all that was sent; None where something of it counts."""
        return self.later[0] if self.later and all(self.later) else None


class Collected(msgspec.Struct, frozen=True):
    """What came of all deliveries: taken in, refused with the reasons, or none of the program's business.

    What is to be looked at again, as files were in the way here or the GM still has to mend something, is in none.
    """

    taken: list[Taken] = []
    refused: list[Delivery] = []
    passed: list[Delivery] = []

    @property
    def is_news(self) -> bool:
        """Whether anything was committed."""
        return any(not one.earlier and not one.replaced for one in self.taken)


def collect(
    league: League,
    sources: Sequence[Source],
    now: int,
    push: bool,
    note: Note,
    say: Callable[[Taken], str] = lambda _: "",
) -> Collected:
    """Take in what the sources bring; with `push` it is sent on, or else nothing of it is left here.

    What is pushed has the answers that `say` gives, and they are kept: the next run repeats one that got lost.

    Raises Busy where the remote cannot be asked or pushed to, or moves again and again, Refused where commits or edits
    here are in the way.
    """
    with Repository.open(league.root) as repository:
        answered = Answered(repository, now, remembers=push)
        for attempt in range(TRIES):
            if push:
                _fast_forward(repository, note)
            tip = repository.tip()
            with repository.lock():
                answered.begin(tip)
                collected = _carry(league, repository, sources, answered, now, note)
            if not push:
                return collected
            try:
                if (
                    collected.is_news or repository.is_ahead()
                ):  # an earlier run may have ended before it pushed
                    repository.push()
                taken = [one if one.earlier else replace(one, said=say(one)) for one in collected.taken]
                collected = replace(collected, taken=taken)
                _remember(answered, collected, note)
                return collected
            except Rejected:
                repository.reset_to(tip, trailers=(TAKEN,))
                time.sleep(0.2 * 2**attempt * (0.5 + os.getpid() % 100 / 100))
            except Refused as fault:
                repository.reset_to(tip, trailers=(TAKEN,))
                raise Busy(f"nothing was taken in, as it could not be pushed: {fault}") from None
    raise Busy(f"the remote moved {TRIES} times meanwhile, and nothing was taken in; run again")


def _remember(answered: Answered, collected: Collected, note: Note) -> None:
    """Keep in the remote what needs no other answer; without that, the next run gives it again."""
    try:
        said = {one.delivery.mark: one.said for one in collected.taken}
        answered.note([*collected.refused, *collected.passed], said)
    except Refused as fault:
        note(f"what was answered could not be noted, and is answered again: {fault}")


def _fast_forward(repository: Repository, note: Note) -> None:
    """Go to the remote's commits, from which pull requests part, dropping what was taken in and not pushed.

    Raises, nothing being changed, Busy where the remote cannot be asked, Refused where other commits are here alone
    or edits are in the way.
    """
    with repository.lock():
        tip = repository.tip()
        try:
            theirs = repository.fetch()
        except Refused as fault:
            raise Busy(f"nothing was taken in, as the remote could not be asked: {fault}") from None
        if repository.merge_base(tip, theirs) == theirs:
            return
        repository.reset_to(theirs, trailers=(TAKEN,))
        note("the remote had moved; its commits are taken, and what came in is taken in on top of them")


# One look at all that came


def _carry(
    league: League,
    repository: Repository,
    sources: Sequence[Source],
    answered: Answered,
    now: int,
    note: Note,
) -> Collected:
    tip = repository.tip()
    found = Collected([], [], [])
    before = marks(repository, tip)
    piles: defaultdict[str, list[tuple[Delivery, Submission]]] = defaultdict(list)
    waiting: set[str] = set()
    for delivery in _oldest_first(sources, repository, tip, answered, before):
        known = before.of(delivery.what, delivery.opened)
        here = {mark.slug for mark in known if mark.head == delivery.head}
        fresh = [one for one in delivery.submissions if one.slug not in here]
        delivery = replace(delivery, came=sorted({*delivery.came, *here}))
        if here and all(one.slug in here for one in delivery.submissions):
            found.taken.append(Taken(delivery, earlier=True, said=answered.said(delivery)))
            continue
        if not (delivery.submissions or delivery.findings):
            found.passed.append(delivery)
            continue
        judged = _reject_outdated(delivery, known)
        if not judged.findings:
            weigh = partial(_with_rejections, repository, tip, delivery, fresh, piles)
            judged = guard(weigh, partial(reject_unread, delivery))
        if not judged.findings:
            for one in fresh:
                piles[one.slug].append((delivery, one))
            found.taken.append(Taken(delivery))
        elif not answered.is_repeated(judged):
            found.refused.append(judged)
    for slug in sorted(piles):
        tip, left = _game(league, repository, tip, slug, piles[slug], now, note)
        waiting |= left
    kept = [_newest(one, piles) for one in found.taken if one.delivery.mark not in waiting]
    return replace(found, taken=kept)


def _oldest_first(
    sources: Sequence[Source], repository: Repository, tip: str, answered: Answered, before: Marks
) -> list[Delivery]:
    """Everything that came, the oldest first."""
    found = [one for source in sources for one in source.deliveries(repository, tip, answered, before)]
    return sorted(found, key=lambda one: one.order)


def _reject_outdated(delivery: Delivery, known: Sequence[Mark]) -> Delivery:
    """A delivery with why nothing of it is taken in where another commit or text of the same was.

    What that brought is carried out or waits in its place, and what is sent later brings it once more.
    """
    others = [mark for mark in known if mark.head != delivery.head]
    if not others:
        return delivery
    games, last = ", ".join(sorted({mark.slug for mark in others})), others[-1].head
    what = "an earlier text" if delivery.kind == "issue" else f"commit {last[:10]}"
    words = f"{what} of this was taken in for {games}, and what was changed since then is not"
    return reject(delivery, Finding("", words, rejection="earlier"))


def _with_rejections(
    repository: Repository,
    tip: str,
    delivery: Delivery,
    fresh: Sequence[Submission],
    piles: Mapping[str, Sequence[tuple[Delivery, Submission]]],
) -> Delivery:
    """A delivery with what stands against what is to be taken in of it as things are, its `fresh` submissions."""
    found = [
        try_orders(repository, tip, sent) or _namesake(delivery, sent, piles.get(sent.slug, []))
        for sent in fresh
    ]
    findings = list(dict.fromkeys(filter(None, found)))
    right = [sent.words for sent, finding in zip(fresh, found, strict=True) if finding is None]
    return replace(delivery, findings=findings, rejection=decide(findings, rest=None in found), right=right)


def _namesake(
    delivery: Delivery, sent: Submission, pile: Sequence[tuple[Delivery, Submission]]
) -> Finding | None:
    """That somebody who signs up earlier in the same run has the name that is asked for; None where nobody has."""
    if sent.signup is None:
        return None
    wishes = {other.author.login: each.signup for other, each in pile if each.seat is None}
    wishes.pop(delivery.author.login, None)
    others = [each.name for each in wishes.values() if each]
    words = names.clash(sent.signup.name, (), others)
    if words is None:
        return None
    proposal = propose_file([delivery.author.login], sent.signup.seat, (), others)
    return Finding(sent.slug, words, detail=proposal, rejection="branch")


def _newest(one: Taken, piles: Mapping[str, list[tuple[Delivery, Submission]]]) -> Taken:
    """What was taken, with the names of what came after it in the same run for what it sent."""
    if one.earlier:
        return one
    by, sent = one.delivery, one.delivery.submissions
    return replace(one, later=[_superseded_by(by, each, piles.get(each.slug, [])) for each in sent])


def _superseded_by(
    delivery: Delivery, sent: Submission, pile: Sequence[tuple[Delivery, Submission]]
) -> Delivery | None:
    author = delivery.author.id
    same = [
        other
        for other, each in pile
        if each.seat == sent.seat and (sent.seat is not None or other.author.id == author)
    ]
    return same[-1] if same and same[-1].mark != delivery.mark else None


# One game


def _game(
    league: League,
    repository: Repository,
    tip: str,
    slug: str,
    pile: Sequence[tuple[Delivery, Submission]],
    now: int,
    note: Note,
) -> tuple[str, set[str]]:
    """Commit what came for a game; gives the new tip, and the marks of what has to wait for the files here."""
    try:
        changes = guard(partial(_changes, load(league, slug), repository, tip, pile, now), _fail)
        held, committed = repository.read_worktree([*changes]), repository.read(tip, [*changes])
        if edited := [path for path in changes if held[path] != committed[path]]:
            raise Refused(f"edited and not committed: {', '.join(edited)}")
    except Fault as fault:
        note(f"{slug}: nothing was taken in, and what came waits. {fault}")
        return tip, {delivery.mark for delivery, _ in pile}
    return commit(repository, tip, changes, held, _message(slug, pile), now, note), set()


def _changes(
    folder: GameFolder,
    repository: Repository,
    tip: str,
    pile: Sequence[tuple[Delivery, Submission]],
    now: int,
) -> Files:
    """What is written for what came for a game."""
    return _with_account_ids(folder, repository, tip, pile, _files(folder, repository, tip, pile, now))


def _fail(fault: str) -> NoReturn:
    raise Refused(f"The program has a fault, {fault}; report it")


def _files(
    folder: GameFolder,
    repository: Repository,
    tip: str,
    pile: Sequence[tuple[Delivery, Submission]],
    now: int,
) -> Files:
    """The files that what came changes, one after the other, so that of two the later one counts."""
    paths = folder.paths
    changes: Files = {}
    wishes = any(sent.signup for _, sent in pile)
    there = repository.read(tip, repository.list(tip, paths.signups_folder)) if wishes else {}
    for delivery, sent in pile:
        if sent.seat:
            beside = repository.list(tip, paths.orders_folder)
            changes[paths.orders(sent.seat)] = sent.data or clearing_file(folder, sent.seat, beside)
            continue
        path, wish = paths.signup(delivery.author.login), sent.signup
        if wish is not None:
            wish = signups.in_line(wish, path, {**there, **changes}, Time(now))
        changes[path] = signups.write_signup(wish) if wish else None
    return changes


def _with_account_ids(
    folder: GameFolder,
    repository: Repository,
    tip: str,
    pile: Sequence[tuple[Delivery, Submission]],
    changes: Files,
) -> Files:
    """The changes, and game.yaml with the number of each account that is seen in it for the first time."""
    path = folder.paths.game
    data = there = repository.read(tip, [path])[path] or b""
    seen = {delivery.author.id: delivery.author for delivery, sent in pile if sent.seat}
    for index, player in enumerate(folder.file.players):
        for author in seen.values():
            if author.id and player.github_id is None and author.owns(player):
                fields = {"github": player.github, "github_id": author.id}
                data = api.with_fields(data, fields, path, ("players", index))
    return changes if data == there else {**changes, path: data}


def _message(slug: str, pile: Sequence[tuple[Delivery, Submission]]) -> str:
    """`riot: orders of red`, who sent them, and the marks by which they are known again."""
    seats = ", ".join(sorted({sent.seat for _, sent in pile if sent.seat}))
    wishes = any(sent.seat is None for _, sent in pile)
    what = " and ".join(
        words for words in (f"orders of {seats}" if seats else "", "sign-ups" if wishes else "") if words
    )
    lines = [
        f"{sent.seat or 'sign-up'}: {delivery.author.login}, {delivery.words}" for delivery, sent in pile
    ]
    marks = (taken(slug, delivery.mark, counted=_counts(delivery, pile)) for delivery, _ in pile)
    return with_trailers("\n".join([f"{slug}: {what}", "", *lines]), (GAME, slug), *marks)


def _counts(delivery: Delivery, pile: Sequence[tuple[Delivery, Submission]]) -> bool:
    """Whether something of a request counts; of which nothing does can be sent again as it is."""
    later = [_superseded_by(delivery, each, pile) for one, each in pile if one is delivery]
    return not (delivery.head and all(later))
