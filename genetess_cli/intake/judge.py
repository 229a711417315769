"""What one author's change touches: only what that account may write, and only what is an order file or a sign-up.

What stands in an order file is judged in `admin/check.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from genetess_cli.admin.check import order_problems
from genetess_cli.admin.persons import check_fits
from genetess_cli.errors import Fault, Finding, InvalidFile
from genetess_cli.intake.submission import Submission, game_file
from genetess_cli.rules import ruleset
from genetess_cli.store import signups
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.git.worktree import PathChange
from genetess_cli.store.layout import Layout, person_of, seat_for, signup_of, slug_of, speaker_of
from genetess_cli.store.league import League
from genetess_cli.store.people import names as naming
from genetess_cli.store.people import read_person
from genetess_cli.store.people.names import odd
from genetess_cli.store.schema import GameFile, SignUp
from genetess_cli.store.signups import SignUpFile
from genetess_cli.turns import queue
from genetess_cli.turns.queue import parse_queue
from genetess_cli.turns.wishes.lines import lift
from genetess_cli.values import Value

_PLAIN_FILE = "100644"
_ANYBODY = "me"
_BY_GM = ("github", "github_id", "mail", "forgotten")
"""What a person asks the GM for."""
_FOR_OTHERS = {"seat", "astray"}
"""Rejections of what is no player's, or another one's."""

Body = Callable[[PathChange], bytes]
"""Gives what a changed file holds. Raises Refused where that is too much, or not there."""


class Verdict(Value):
    """What one change sends, what is wrong with it, and the files that its author alone may merge."""

    sent: list[Submission]
    findings: list[Finding]
    unjudged: list[str]


class Judge:
    """Judges the files of one change, one after the other."""

    def __init__(self, league: League, author: Author, body: Body, own: Sequence[str] = ()) -> None:
        """`league` is that of the commit which says who may write what; `body` gives the changed files.

        `own` are the author's order files: they are named where a file is in a wrong place.
        """
        self._league = league
        self._author = author
        self._body = body
        self._own = own
        self._place = f". Your orders belong into {' or '.join(own)}" if own else ""
        self.game = cache(self._read)

    def judge(self, changes: Sequence[PathChange], trusted: bool) -> Verdict:
        """Judge all changes; who is `trusted` may push to the league anyway, and has the rest merged or does that."""
        every: dict[tuple[str, str | None, bool], Submission] = {}
        findings: list[Finding] = []
        unjudged: list[str] = []
        for change in changes:
            sent = self._judge_file(change)
            if isinstance(sent, Submission) and _key(sent) in every:
                words = f"two files for {sent.seat or 'one sign-up'}; change only one of them"
                findings.append(Finding(sent.slug, words))
            elif isinstance(sent, Submission):
                every[_key(sent)] = sent
            elif trusted and {finding.rejection for finding in sent} <= _FOR_OTHERS:
                unjudged.append(_printable(change.path))
            else:
                findings += sent
        return Verdict([*every.values()], findings, unjudged)

    def _judge_file(self, change: PathChange) -> Submission | Sequence[Finding]:
        prefix = self._league.repository.prefix
        path = change.path.removeprefix(prefix)
        slug = slug_of(path) if change.path.startswith(prefix) else None
        file = self.game(slug) if slug else None
        shown = _printable(path)
        try:
            if person := person_of(path):
                return self._judge_person(person, path, change)
            if slug and isinstance(file, GameFile):
                speaker = speaker_of(path, file.seats) if change.new else None
                if seat := speaker or seat_for(path, file.seats, file.secrecy == "sealed"):
                    if problem := self.seat_problem(slug, file, seat) or _not_plain(path, change):
                        return [problem._replace(path=path)]
                    data = self._body(change) if change.new else None
                    if speaker and data is not None:
                        return Submission(slug, seat, said=data.decode("utf-8-sig", "replace").split("\n"))
                    problems = order_problems(file, path, data) if data is not None else []
                    return problems or Submission(slug, seat, data, path=path)
                if login := signup_of(path):
                    return self._judge_signup(slug, login, file, path, change)
        except InvalidFile as fault:
            return fault.findings
        except Fault as fault:
            return [Finding(shown, str(fault))]
        stray = _judge_stray(shown, file)
        seats = "|".join(Path(own).stem for own in self._own)
        is_order = self._own and re.match(rf"(?:{seats})(?![a-z])", Path(shown.lower()).name)
        kind = "mend" if is_order and stray.rejection == "astray" else stray.rejection
        return [stray._replace(message=stray.message + self._place, rejection=kind)]

    def read_orders(self, sent: Submission) -> list[str]:
        file = self.game(sent.slug)
        if not isinstance(file, GameFile) or not sent.data or file.secrecy == "sealed":
            return []
        lifted = lift(sent.data)
        queue = parse_queue(ruleset(file.ruleset), lifted.rest)
        said = [*(wish.text for wish in lifted.wishes), *queue.orders]
        return [f"{sent.slug} {sent.seat}: {order}" for order in said]

    def _read(self, slug: str) -> GameFile | Finding:
        try:
            file = game_file(self._league, slug)
        except Fault:
            words = "was not valid before this change, so the owner of this file is unknown; ask the GM"
            return Finding("", f"{Layout(slug).game} {words}", rejection="wait")
        return file or Finding("", f"there is no game {slug}; ask the GM for one")

    def seat_problem(self, slug: str, file: GameFile, seat: str) -> Finding | None:
        author = self._author
        own = author.seats(file)
        if seat in own:
            return None
        if own:
            words = f"{author.login} plays {', '.join(own)} in {slug}, not {seat}"
        else:
            words = f"{author.login} plays no seat in {slug}{self._place}"
        return Finding("", words, rejection="seat")

    def _judge_person(self, person: str, path: str, change: PathChange) -> Submission | Sequence[Finding]:
        was = self._league.people.find(person)
        if was is None or not self._author.owns(was):
            words = f"this is not the file of {self._author.login[:80]}; undo this change"
            return [Finding(path, words, rejection="astray")]
        if change.new is None:
            words = "this file stays; to be forgotten, ask the GM, who has `genetess people forget`"
            return [Finding(path, words, rejection="astray")]
        if problem := _not_plain(path, change):
            return [problem]
        data = self._body(change)
        now = read_person(data, path)
        for name in _BY_GM:
            if getattr(was, name) != getattr(now, name):
                words = f"only the GM changes `{name}`; leave it as it was, and ask for it"
                return [Finding(path, words)]
        if now.name != was.name and (words_of_name := odd(now.name)):
            return [Finding(path, words_of_name)]
        check_fits(self._league, person, now)
        return Submission(path, data=data)

    # Sign-ups

    def _judge_signup(
        self, slug: str, login: str, file: GameFile, path: str, change: PathChange
    ) -> Submission | Sequence[Finding]:
        author = self._author
        own = Layout(slug).signup(author.login)
        if login.lower() not in (author.login.lower(), _ANYBODY):
            words = f"this would be the sign-up of {login}; yours is {own}. Undo this change"
            return [Finding(path, words, rejection="astray")]
        if change.new is None:
            return Submission(slug)
        if signup_of(own) is None:
            words = f"a login like yours, {author.login[:80]}, cannot sign up here; ask the GM for a seat"
            return [Finding(path, words)]
        if problem := _not_plain(path, change):
            return [problem]
        if seats := author.seats(file):
            words = f"you play {', '.join(seats)} in {slug} already; only the GM can change your name or seat"
            return [Finding(path, words, rejection="none")]
        if file.signup is None or file.cancelled or self._league.snapshot.find(Layout(slug).clock):
            words = f"{slug} is not looking for players; only the GM can give you a seat"
            return [Finding(path, words, rejection="none")]
        asked = self._league.asked(Layout(slug), file.players)
        asked.pop(own, None)
        known = [*(player.name for player in file.players), *(wish.name for wish in asked.values())]
        wish = judge_wish(self._body(change), path, file, file.signup, known)
        if not isinstance(wish, SignUpFile):
            return wish
        signup = wish.replace(github=author.login, github_id=author.id, at=None, came=None, wished=None)
        return Submission(slug, signup=signup)


def _key(sent: Submission) -> tuple[str, str | None, bool]:
    return sent.slug, sent.seat, bool(sent.said)


def _printable(path: str) -> str:
    return path if path.isprintable() else ascii(path)[1:-1]


def _judge_stray(path: str, file: GameFile | Finding | None) -> Finding:
    is_order = "/orders/" in path
    if isinstance(file, Finding) and (is_order or "/signups/" in path):
        return file._replace(path=path)
    if isinstance(file, GameFile) and is_order:
        return queue.describe_misnamed(file, path)
    words = (
        "a player may only change their own order file, games/GAME/orders/SEAT.txt, and their own sign-up, "
        "games/GAME/signups/LOGIN.yaml; undo this change"
    )
    return Finding(path, words, rejection="astray")


def _not_plain(path: str, change: PathChange) -> Finding | None:
    if change.new is None or change.new.mode == _PLAIN_FILE:
        return None
    what = change.new.words if not change.new.is_file else "an executable file"
    return Finding(path, f"{what}; make it plain text with mode {_PLAIN_FILE}")


def judge_wish(
    data: bytes, path: str, file: GameFile, offer: SignUp, names: Sequence[str]
) -> SignUpFile | list[Finding]:
    """Return the wish that a file at `path` says, or what is wrong with it.

    `names` says what those are called who are in the game.
    """
    seats = {*offer.seats, *file.seats}
    try:
        wish = signups.read(data, path)
    except InvalidFile as fault:
        return [*fault.findings]
    if words := naming.odd(wish.name) or naming.clash(wish.name, seats, names):
        return [Finding(path, words)]
    if wish.seat is not None and wish.seat not in offer.seats:
        return [Finding(path, f"there is no seat {wish.seat}; the seats are {', '.join(offer.seats)}")]
    free = offer.free(file.players)
    if wish.seat and wish.seat not in free:
        left = f"; there is {', '.join(free)}" if free else ""
        words = f"the seat {wish.seat} is taken; choose another, or none{left}"
        return [Finding(path, words, rejection="anew")]
    return wish
