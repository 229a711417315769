"""Deliveries carried in: one commit a game, pushed, and made again where the remote has moved.

A source finds out what was sent (`pull_requests.py`, `issue_forms.py`); here the newest of each seat is chosen,
written and committed with who sent it. What was taken once is never taken again: its mark stands in the commit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NoReturn

from genetess_cli.errors import Fault, Finding, Note, Refused
from genetess_cli.intake.ledger import Answered
from genetess_cli.intake.rejections import decide
from genetess_cli.intake.submission import (
    Delivery,
    Submission,
    guard,
    order_in,
    reject,
    reject_unread,
    try_orders,
)
from genetess_cli.store import signups
from genetess_cli.store.files import Files
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.git.commits import GAME, TAKEN, Mark, taken, with_trailers
from genetess_cli.store.git.history import Marks, marks
from genetess_cli.store.layout import person_file, person_of
from genetess_cli.store.league import League
from genetess_cli.store.people import speech
from genetess_cli.store.reader.clocks import edits_of
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.schema import filled_fields
from genetess_cli.store.talk import Saying
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns.acts.absence import noted
from genetess_cli.turns.referee import commit
from genetess_cli.turns.remote import pushed
from genetess_cli.turns.submit import over_reason, saved
from genetess_cli.turns.wishes.lines import joined
from genetess_cli.values import Value

Source = Callable[[League, Answered, Marks], Sequence[Delivery]]
"""Gives what is there now and was not answered, judged by the league as it is committed.

The marks tell what was accepted up to then: what they say of a commit needs not be brought again.
"""


class Acceptance(Value):
    """A delivery that was accepted, now or by an earlier run."""

    delivery: Delivery
    later: Sequence[
        Delivery | None
    ] = ()  # for each thing that it sends: what came after it and counts instead
    earlier: bool = False
    said: str = ""  # the answer to it, by the run that took it in

    @property
    def replaced(self) -> Delivery | None:
        """Return what counts instead of all that was sent; None where something of it counts."""
        return self.later[0] if self.later and all(self.later) else None


class Collected(Value):
    """What came of all deliveries: accepted, refused with the reasons, or passed by: not the program's business.

    A delivery that is to be looked at again is in no list: files were in the way here, or the GM has to mend something.
    """

    taken: list[Acceptance] = []
    refused: list[Delivery] = []
    passed: list[Delivery] = []


def collect(
    league: League,
    sources: Sequence[Source],
    now: int,
    push: bool,
    note: Note,
    say: Callable[[Acceptance], str] = lambda _: "",
) -> Collected:
    """Take in what the sources bring; with `push` it is sent on, or else nothing of it is left here.

    What is pushed has the answers that `say` gives, and they are kept: the next run repeats one that got lost.

    Raise Busy where the remote cannot be asked or pushed to, or moves again and again, Refused where commits or edits
    here are in the way.
    """
    answered = Answered(league.repository, now, remembers=push)

    def look(here: League, note: Note) -> Collected:
        with here.repository.lock():
            return _Look(here.at(here.repository.tip()), now, note).take_in(sources, answered)

    if not push:
        return look(league, note)
    collected = _answered(pushed(league, look, note), say)
    said = {entry.delivery.mark: entry.said for entry in collected.taken}
    try:
        answered.note([*collected.refused, *collected.passed], said)
    except Refused as fault:
        note(f"the answers could not be recorded and are sent again next time: {fault}")
    return collected


def _answered(collected: Collected, say: Callable[[Acceptance], str]) -> Collected:
    """Return what was collected with the answers to what is accepted now."""
    taken = []
    for entry in collected.taken:
        said = entry.said if entry.earlier else say(entry)
        taken.append(entry.replace(said=said))
    return collected.replace(taken=taken)


_Pile = list[tuple[Delivery, Submission]]


_IN_TALK = (
    "You say this to all, but it reads as an order, so nothing was published:\n    {}\nSend an order apart: in a mail, "
    "write END on its own line above it, or send it without SAY. What is no order, write within a sentence."
)


class _Look:
    """One look at all that came, game by game in `piles`; what is accepted moves the `tip`."""

    def __init__(self, league: League, now: int, note: Note) -> None:
        self._league = league
        self._committed = league.committed(league.snapshot.commit)
        self._repository = league.repository
        self._now = now
        self._note = note
        self._tip = league.snapshot.commit
        self._piles: defaultdict[str, _Pile] = defaultdict(list)
        self._messages: dict[tuple[str, str], Saying] = {}  # what is said, by delivery and seat

    def take_in(self, sources: Sequence[Source], answered: Answered) -> Collected:
        collected = Collected([], [], [])
        before = marks(self._repository, self._tip)
        spoken = {*self._repository.talk_values(TAKEN)}
        every = [delivery for source in sources for delivery in source(self._committed, answered, before)]
        for delivery in sorted(every, key=lambda delivery: delivery.number):
            known = before.of(delivery.what, delivery.opened)
            here = {mark.slug for mark in known if mark.head == delivery.head}
            known_talk = {
                sent.slug for sent in delivery.submissions if f"{sent.slug} {delivery.mark}" in spoken
            }
            fresh = [
                sent for sent in delivery.submissions if sent.slug not in (known_talk if sent.said else here)
            ]
            delivery = delivery.replace(came=sorted({*delivery.came, *here}))
            if delivery.kind == "comment" and not fresh:
                continue  # it stays in its thread, and nobody is answered
            if (here or delivery.submissions) and not fresh:
                collected.taken.append(
                    Acceptance(delivery, earlier=True, said=answered.earlier_words(delivery))
                )
                continue
            if not (delivery.submissions or delivery.findings):
                collected.passed.append(delivery)
                continue
            judged = _reject_outdated(delivery, known)
            if not judged.findings:
                judged = guard(partial(self._judge, delivery, fresh), partial(reject_unread, delivery))
            if not judged.findings:
                for sent in judged.submissions:
                    if sent in fresh:
                        self._take(judged, sent)
                collected.taken.append(Acceptance(judged))
            elif not answered.is_repeated(judged):
                collected.refused.append(judged)
        waiting = {mark for slug in sorted(self._piles) for mark in self._commit(slug)}
        kept = [entry for entry in collected.taken if entry.delivery.mark not in waiting]
        return collected.replace(taken=[*map(self._with_later, kept)])

    def _take(self, delivery: Delivery, sent: Submission) -> None:
        if not sent.said:
            self._piles[sent.slug].append((delivery, sent))
            return
        message = self._messages[delivery.mark, sent.words]
        mark = taken(sent.slug, delivery.mark, counted=True)
        speech.say(self._committed, sent.slug, message, self._now, mark)

    def _with_later(self, accepted: Acceptance) -> Acceptance:
        if accepted.earlier:
            return accepted
        delivery = accepted.delivery
        return accepted.replace(later=[self._superseded_by(delivery, sent) for sent in delivery.submissions])

    def _judge(self, delivery: Delivery, fresh: Sequence[Submission]) -> Delivery:
        tried = [(sent, self._try(delivery, sent)) for sent in fresh]
        findings = list(dict.fromkeys(finding for _, finding in tried if finding))
        wrong = [sent for sent, finding in tried if finding]
        is_talk_that_nobody_can_mend = all(sent.said for sent in wrong) and bool(decide(findings).why)
        if len(wrong) < len(fresh) and is_talk_that_nobody_can_mend:
            kept = [sent for sent in delivery.submissions if sent not in wrong]
            return delivery.replace(submissions=kept, unsaid=findings)
        return delivery.replace(findings=findings)

    def _try(self, delivery: Delivery, sent: Submission) -> Finding | None:
        if not sent.said:
            return try_orders(self._committed, sent, self._now)
        try:
            game = self._committed.game(sent.slug)
            message = speech.judge(self._committed, game, sent.seat or "", "\n".join(sent.said), self._now)
            if (line := order_in(game.ruleset, sent.said)) and not over_reason(game):
                return Finding("", _IN_TALK.format(line))
            self._messages[delivery.mark, sent.words] = message
        except Refused as fault:
            return Finding("", str(fault), rejection="none")
        return None

    def _superseded_by(self, delivery: Delivery, sent: Submission) -> Delivery | None:
        if sent.said or sent.told:
            return None
        same = [
            other
            for other, queued in self._piles.get(sent.slug, ())
            if queued.seat == sent.seat and (sent.seat is not None or other.author.id == delivery.author.id)
        ]
        return same[-1] if same and same[-1].mark != delivery.mark else None

    # One game

    def _commit(self, slug: str) -> set[str]:
        """Commit what came for a game; gives the marks of what has to wait for the files here."""
        pile = self._piles[slug]
        try:
            here = self._league.at(self._tip)
            changes_of = self._changes_of_person if person_of(slug) else self._changes
            changes = guard(partial(changes_of, here, slug, pile), _fail)
            edits = edits_of(here.snapshot, here.tree, changes)
            if edited := [*edits.files, *edits.unread]:
                raise Refused(f"edited and not committed: {', '.join(edited)}")
        except Fault as fault:
            self._note(f"{slug}: nothing was accepted; it stays for the next run. {fault}")
            return {delivery.mark for delivery, _ in pile}
        message = self._message(slug, pile)
        self._tip = commit(self._league, changes, {}, message, self._now, self._note, self._tip)
        return set()

    def _changes_of_person(self, here: League, path: str, pile: _Pile) -> Files:
        data = here.lying(path)
        for _, sent in pile:
            data = sent.data or data
            for told in sent.told:
                data = told.filed(person_of(path) or "", data or b"")
        return {path: data}

    def _changes(self, here: League, slug: str, pile: _Pile) -> Files:
        game = here.game(slug)
        paths = game.paths
        changes: Files = {}
        lying = self._committed.signups(paths)
        asked = {path: data for path, data in lying.items() if isinstance(data, bytes)}
        for delivery, sent in pile:
            if sent.seat:
                path = paths.orders(sent.seat)
                held = changes[path] if path in changes else game.files.get(sent.seat)
                before_it = b"" if game.is_sealed else held or b""
                data, persons = noted(here, game, sent.seat, sent.data or b"", self._now)
                changes |= persons
                changes[path] = joined(saved(game, sent.seat, data), before_it) or None
                continue
            path = paths.signup(delivery.author.login)
            wish = sent.signup
            if wish is not None:
                wish = signups.in_line(wish, path, {**asked, **changes}, Time(self._now))
            changes[path] = api.dump(filled_fields(wish)).encode() if wish else None
        authors = {delivery.author.id: delivery.author for delivery, sent in pile if sent.seat}
        authors.pop(None, None)
        _add_account_ids(here, changes, game, authors.values())
        return changes

    def _message(self, slug: str, pile: _Pile) -> str:
        """Return `riot: orders of red`, who sent them, and the marks by which they are known again."""
        if person_of(slug):
            trailers = (taken(slug, delivery.mark, counted=True) for delivery, _ in pile)
            return with_trailers(f"{slug}: as the person sent it", *trailers)
        what = []
        if seats := {sent.seat for _, sent in pile if sent.seat}:
            what.append(f"orders of {', '.join(sorted(seats))}")
        if any(sent.seat is None for _, sent in pile):
            what.append("sign-ups")
        rows = [f"{sent.seat or 'sign-up'}: {sender.words}" for sender, sent in pile]
        trailers = (taken(slug, delivery.mark, counted=self._counts(delivery, slug)) for delivery, _ in pile)
        return with_trailers("\n".join([f"{slug}: {' and '.join(what)}", "", *rows]), (GAME, slug), *trailers)

    def _counts(self, delivery: Delivery, slug: str) -> bool:
        """Say whether something of a request counts; of which nothing does can be sent again as it is."""
        own = [sent for sender, sent in self._piles[slug] if sender is delivery]
        return not (delivery.head and all(self._superseded_by(delivery, sent) for sent in own))


def _add_account_ids(here: League, files: Files, game: AnyGame, authors: Iterable[Author]) -> None:
    """Change the files so that they have the number of each account that is seen for the first time in them."""
    for author in authors:
        for index, player in enumerate(game.file.players):
            if player.github_id is not None or not author.owns(player):
                continue
            path = game.paths.game
            place: tuple[str | int, ...] = ("players", index)
            if player.person:
                path = person_file(player.person)
                place = ()
            text = files.get(path) or here.lying(path) or b""
            fields = {"github": player.github, "github_id": author.id}
            files[path] = api.with_fields(text, fields, path, place)


def _reject_outdated(delivery: Delivery, known: Sequence[Mark]) -> Delivery:
    """Return a delivery with why nothing of it is accepted where another commit or text of the same was.

    What that brought is carried out or waits in its place, and what is sent later brings it once more.
    """
    earlier = [mark for mark in known if mark.head != delivery.head]
    if not earlier:
        return delivery
    games = ", ".join(sorted({mark.slug for mark in earlier}))
    last = earlier[-1].head
    what = "an earlier text" if delivery.kind == "issue" else f"commit {last[:10]}"
    words = f"{what} of this was accepted for {games}; later changes were not"
    return reject(delivery, Finding("", words, rejection="earlier"))


def _fail(fault: str) -> NoReturn:
    raise Refused(f"The program has a fault, {fault}; report it")
