"""What senders are told: a text for each delivery that was taken in or refused, as Markdown for the forge.

Nothing that somebody wrote stands in it but as code, so that it can neither mark up nor mention anybody.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from genetess_cli.admin.check import Checked
from genetess_cli.errors import Fault, Finding, Note, Refused
from genetess_cli.intake.change import Judge
from genetess_cli.intake.collect import Collected, Taken
from genetess_cli.intake.guard import guard
from genetess_cli.intake.rejections import REJECTIONS, decide
from genetess_cli.intake.submission import Author, Delivery, Submission
from genetess_cli.notices.forge_thread import code
from genetess_cli.notices.urls import guide, link
from genetess_cli.store import signups
from genetess_cli.store.forges.links import forge_at
from genetess_cli.store.game import GameFolder, load
from genetess_cli.store.git.commits import claims
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.trailers import TAKEN
from genetess_cli.store.git.worktree import Change
from genetess_cli.store.league import League
from genetess_cli.store.signups import SignUpFile
from genetess_cli.turns import queue
from genetess_cli.turns.queue import parse_queue
from genetess_cli.turns.state import ignore_note
from genetess_cli.turns.submit import look, when_it_goes

_MOST: Final = 60_000  # a forge takes 65,536 letters
_LEAD: Final = "[Your turnsheet]({})"
_AT_ONCE: Final = "It is your turn, so that the first order is carried out at once."
_ON: Final = {"pull": "pr", "merge": "mr"}

_ID: Final = re.compile("[0-9a-f]{40,64}")
_BEFORE: Final = "What its branch has for `{}` was taken in before, and does not count again."
_BESIDE: Final = (
    "Nothing is wrong with what it sends for {}. That was not taken in either, as all that comes together is taken in "
    "together: send it by itself."
)


class Answer(msgspec.Struct, frozen=True):
    """The answer to a pull request (`pr`), a merge request (`mr`) or an issue: its number, whether it is done with, and
    what to say.

    `head` is the commit, or the print of the text, that was looked at: whatever has another one by now is neither to be
    answered nor to be closed. `to` is what of it is answered: an answer to the same takes the place of the one before,
    any other one is new.
    """

    on: str
    number: int
    close: bool
    body: str
    head: str
    to: str


def answers(league: League, collected: Collected, note: Note = ignore_note) -> list[Answer]:
    """The answers to everything that was taken in, and after them to what was refused, each in its order.

    `note` is told of an answer that the program fails on; a short one takes its place.
    """
    found = [(one.delivery, True, one.said or say(league, one, note)) for one in collected.taken] + [
        (one, one.closes, guard(partial(_refuse, league, one), partial(_refuse_briefly, one, note)))
        for one in collected.refused
    ]
    rows = [
        Answer(
            _ON.get(one.kind, one.kind), one.order, close, _of_commit(one, _short(body)), one.head, _to(one)
        )
        for one, close, body in found
        if one.kind != "mail"
    ]
    own = {one.delivery.order for one in collected.taken}
    return sorted(rows, key=lambda row: (row.number not in own, row.number))


def _to(one: Delivery) -> str:
    """What of it is answered: this text or newest commit; a draft as such, whatever is pushed to it."""
    return f"{one.kind} {one.name} draft" if one.rejection == "ready" else one.mark


def _of_commit(one: Delivery, body: str) -> str:
    """An answer with the commit that it is about; one to a draft is about whatever is pushed to it."""
    head = one.head
    is_named = one.kind in _ON and one.rejection != "ready" and _ID.fullmatch(head)
    return f"{body}\nLooked at was commit {head[:10]}.\n" if is_named else body


def _short(body: str) -> str:
    """An answer that a forge takes: the last of its paragraphs, and as many of the first as there is room for."""
    if len(body) <= _MOST:
        return body
    *parts, last = body.split("\n\n")
    kept = next(end for end in range(len(parts), -1, -1) if len("\n\n".join(parts[:end])) <= _MOST)
    return "\n\n".join([*parts[:kept], "…", last])


def say(league: League, one: Taken, note: Note = ignore_note) -> str:
    """What is said of what was taken in; shorter, and `note` is told, where the program fails on it."""
    return guard(partial(_as_far, league, one), partial(_briefly, one, note))


def _as_far(league: League, one: Taken) -> str:
    """What is said of what was taken in; where a game of it cannot be read here, that it was."""
    try:
        return _accepted_answer(league, one)
    except Fault:
        return _briefly(one)


def _briefly(one: Taken, note: Note = ignore_note, fault: str = "") -> str:
    _tell(one.delivery, note, fault)
    whose = " and ".join(sent.words for sent in one.delivery.submissions)
    return f"Taken in: what this sends for {whose}.\n"


def _refuse_briefly(one: Delivery, note: Note, fault: str) -> str:
    _tell(one, note, fault)
    return f"{_lead(one)} Ask the GM why.\n"


def _tell(one: Delivery, note: Note, fault: str) -> None:
    note(f"the answer to {one.words} is cut short: the program has a fault, {fault}; report it")


def _accepted_answer(league: League, one: Taken) -> str:
    if one.earlier:
        what = f"This was taken in before, and does not count again: it was for {_games(one.delivery)}."
        parts = [f"{what} To send more, open a new one."]
        parts += dict.fromkeys(words for sent in one.delivery.submissions if (words := _sheet(league, sent)))
    elif one.replaced:
        parts = [f"This was read, and {_instead(one.replaced)}"]
    else:
        parts = [
            f"What this sends for `{sent.slug}` was read, and {_instead(later)}"
            if later
            else _submission(league, one.delivery, sent)
            for sent, later in zip(one.delivery.submissions, one.later, strict=True)
        ]
        parts += [_BEFORE.format(slug) for slug in one.delivery.came]
    if one.delivery.kind in _ON:
        parts.append(
            f"This {one.delivery.noun} is closed and not merged, as nothing else is to be done with it."
        )
    return "\n\n".join(parts) + "\n"


def _instead(later: Delivery) -> str:
    number = f"{later.noun} {'!' if later.kind == 'merge' else '#'}{later.name}"  # as the forge links it
    return (
        f"{number} counts instead: of several for one seat that come in with one run the one with the highest number "
        "counts. If you meant this one, send it again."
    )


def _submission(league: League, one: Delivery, sent: Submission) -> str:
    if sent.seat:
        return _orders(load(league, sent.slug), sent.seat, sent.data)
    if sent.signup is None:
        return f"Your sign-up for `{sent.slug}` is taken back."
    return sign_up_reply(load(league, sent.slug), one.author.login, sent.signup)


# Orders


def _orders(folder: GameFolder, seat: str, data: bytes | None) -> str:
    whose = f"the queue of `{seat}` in `{folder.slug}`"
    if not data:
        return f"Taken in: {whose} is empty now."
    sheet = link(folder, seat)
    first, *rest = _how_understood(folder, seat, data)
    leads = [f"{_LEAD.format(sheet)} says what comes of it."] if sheet else []
    return "\n\n".join([f"Taken in: {whose}{first}", *rest, *leads])


def _sheet(league: League, sent: Submission) -> str | None:
    """The lead to the sheet that says what came of orders."""
    sheet = link(load(league, sent.slug), sent.seat) if sent.seat else None
    return f"{_LEAD.format(sheet)} says what came of it." if sheet else None


def _how_understood(folder: GameFolder, seat: str, data: bytes) -> list[str]:
    """How a queue was understood, what is odd about it, and when it goes; the first words go on after whose it is."""
    if folder.is_sealed:
        return [". It is sealed; your turnsheet says what came of it."]
    lines = parse_queue(folder.ruleset, data).orders
    if not lines:
        return [" holds no orders now."]
    parts = [", as it was understood.", code(lines)]
    try:
        looked = look(folder, seat, data.decode())
        when = when_it_goes(folder, seat, looked.queue, _AT_ONCE)
    except Refused:
        return parts  # things are not as they were when it was taken in
    return [*parts, *([code(looked.warnings)] if looked.warnings else []), *([when] if when else [])]


# What was refused


def _refuse(league: League, one: Delivery) -> str:
    row = REJECTIONS[one.rejection]
    parts = [
        _lead(one),
        code(str(finding if one.kind in _ON else _in_form(finding)) for finding in one.findings),
        *(words for slug in one.joins if (words := join(league, slug, one.author))),
        *([_BESIDE.format(" and ".join(one.right))] if one.right else []),
    ]
    if row.closes:
        unseen = "What is pushed to its branch" if one.kind in _ON else "A change of its text"
        parts.append(f"This {one.noun} is closed, as {row.why}. {unseen} is not seen any more. {row.advice}")
    else:
        advice = row.advice if one.kind in _ON else row.form or row.advice
        parts.append(advice + (_clicks(league) if row.clicks else ""))
    return "\n\n".join(parts) + "\n"


def _in_form(finding: Finding) -> Finding:
    """Return a finding as one of the form's field: its sender never made an order file."""
    if not finding.path:
        return finding
    where = f"Orders, line {finding.line}" if finding.line else "Orders"
    return finding._replace(path=where, line=0, also=tuple(map(_in_form, finding.also)))


def _clicks(league: League) -> str:
    """Return the way to what is to be clicked for mending something."""
    with suppress(Fault):
        if page := guide(league):
            return f" [What to click]({page}#change)"
    return ""


def _lead(one: Delivery) -> str:
    if lead := REJECTIONS[one.rejection].lead:
        return lead
    if one.came:
        return f"What this sends for {_games(one)} was taken in before. Nothing else of it was taken in."
    return "Nothing of this was taken in."


def _games(one: Delivery) -> str:
    """The games that something in it was taken in for before."""
    return " and ".join(f"`{slug}`" for slug in one.came)


_ELSE: Final = (
    "Somebody asked for `{seat}` before you: it is yours if that is taken back, and else you get one of those that are "
    "left. To ask for another one, send the file again with that."
)


def sign_up_reply(folder: GameFolder, login: str, wish: SignUpFile) -> str:
    """Where somebody stands whose sign-up was taken in, and how to change it."""
    offer, path = folder.file.signup, folder.paths.signup(login)
    seat = f", and asked for the seat `{wish.seat}`" if wish.seat else ", for whichever seat is left"
    parts = [f"You are signed up for `{folder.slug}` as `{wish.name}`{seat}."]
    if offer is not None:
        asked = signups.read_signups(folder.league, folder.paths, folder.file.players, ignore_note)
        before = len(folder.file.players) + ([*asked].index(path) if path in asked else len(asked))
        parts.append(_line(before, signups.most(offer)))
        if wish.seat and signups.first(offer, folder.file.players, asked).get(wish.seat) != path:
            parts.append(_ELSE.format(seat=wish.seat))
    parts.append(
        "To change it, send the file again with other words: you keep your place. To take it back, send a pull request "
        f"that deletes `{path}`."
    )
    return "\n\n".join(parts)


def _line(before: int, most: int) -> str:
    """What somebody can hope for whom so many are ahead of."""
    if before < most:
        return (
            f"You are number {before + 1} of {most} who can play. The GM starts the game; seats go to those who came "
            "first."
        )
    return (
        f"The game is full: you wait behind {before} others, and {most} can play. If one of them drops out before the "
        "start, those behind move up. If the game starts without you, your sign-up is kept for a seat that gets free, "
        "until you take it back."
    )


def join(league: League, slug: str, author: Author) -> str | None:
    """How somebody comes by a seat in a game, or by another one; None where it is gone."""
    try:
        folder = load(league, slug)
        file, clock, home = folder.file, folder.clock, link(folder, None)
    except Fault:
        return None
    if author.seats(file):
        return f"To have your name or seat in `{slug}` changed, {_ask(league)}."
    if file.signup is not None and clock is None:
        return f"[How to join `{slug}`]({home}#join)" if home else f"The GM tells you how to join `{slug}`."
    parts = [f"[Its page]({home}) says whether a seat of it is to be taken over."] if home and clock else []
    base = league.settings.site.base_url
    parts += [f"[The league's page]({base}) has the games that look for players."] if base else []
    if clock is None or clock.phase != "finished":
        return " ".join([f"To get a seat in `{slug}` that is free, {_ask(league)}.", *parts])
    return parts[-1] if base else None


def _ask(league: League) -> str:
    """Where the GM is asked for what only the GM can do."""
    site = league.settings.site
    if site.repository is None or site.kind is None:
        return "write to the GM"
    return f"ask the GM, for instance in [an issue]({forge_at(site.repository, site.kind, '').issues})"


# Of use to whoever may merge the change: orders alone are never merged, whatever their messages say.
_CLAIM: Final = f"its message has a line {TAKEN}:, which the program alone writes; leave that line out"


def check_change(
    league: League, author: Author, base: str, head: str = "HEAD", trusted: bool = False
) -> Checked:
    """Everything that `author` may not do, or that is no order, in the change that `head` makes to `base`.

    One who is `trusted` may push to the league: what is no player's to change is then odd, and not wrong.
    The change begins where the two parted: what others did to `base` since then is not the author's.
    Who may write which file is read from game.yaml as it was at `base`. Nothing of the work tree counts.
    Raises WrongUsage for a commit that is not there, Refused where the objects are missing.
    """
    with Repository.open(league.root) as repository:
        old, new = repository.resolve(base), repository.resolve(head)
        changes = repository.changes(repository.merge_base(old, new), new)

        def body(change: Change) -> bytes:
            path = change.path.removeprefix(repository.prefix)
            return repository.read(new, [path])[path] or b""

        judge = Judge(repository, old, author, body)
        verdict = judge.judge(changes, trusted)
        tried = [judge.try_orders(sent) for sent in verdict.sent]
        wrong = [finding for finding in tried if finding]
        if verdict.findings:
            rejection = verdict.rejection
            wrong = [
                Finding(f"commit {commit[:10]}", _CLAIM) for commit in claims(repository, old, new)
            ] + wrong
        else:
            rejection = decide(wrong, rest=None in tried)
        problems = [*verdict.findings, *wrong]
        read = [line for sent in verdict.every for line in judge.read_orders(sent)]
        words = f"no player's, and left to whoever may merge it: {queue.path_list(verdict.others)}"
        odd = [Finding("", words)] if verdict.others else []
        return Checked(len(changes), problems, odd, read, REJECTIONS[rejection].forecast if problems else "")
