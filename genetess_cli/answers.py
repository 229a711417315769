"""What senders are told: a text for each delivery that was taken in or refused, as Markdown for the forge.

Nothing that somebody wrote stands in it but as code, so that it can neither mark up nor mention anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from genetess_cli.addresses import guide, link
from genetess_cli.admission import join, signed_up
from genetess_cli.apart import apart
from genetess_cli.checks import understood
from genetess_cli.errors import Fault, Refused
from genetess_cli.intake import Collected, Taken
from genetess_cli.outlook import outlook
from genetess_cli.store import Hosted, League, load
from genetess_cli.store.layout import GAMES
from genetess_cli.submissions import LONGEST, Delivery, Submission
from genetess_cli.table import Note, silent

_FILE: Final = re.compile(rf"^{GAMES}/[^/\s]+/orders/[^/\s:]+:(?:(\d+):)?", re.MULTILINE)
_SIGN_UPS: Final = "/signups/"
_MOST: Final = 60_000  # a forge takes 65,536 letters
_LEAD: Final = "[Your turnsheet]({})"
_AT_ONCE: Final = "It is your turn, so that the first order is carried out at once."
_ON: Final = {"pull": "pr", "merge": "mr"}

_ID: Final = re.compile("[0-9a-f]{40,64}")
_CLOSES: Final = {
    "none": ("nothing in it can be mended", "For anything else open a new one."),
    "anew": (
        "on another day it could come in when nobody thinks of it any more",
        "Mend it, and open a new one.",
    ),
    "seat": (
        "orders are taken from a seat's own player alone",
        "Once the seat is yours, or for one that is, open a new one.",
    ),
    "earlier": (
        "its orders could be carried out twice",
        "Send what is to be changed in a new one: for each seat, all orders that are still to come.",
    ),
    "again": ("nothing in it is new", "To send the same once more, send it from a new branch."),
}
_STAYS: Final = {
    "mend": "Mend it in the same branch, where it is looked at again.",
    "orders": (
        "Mend it in the same branch, where it is looked at again, or send it anew with the order builder and close "
        "this one."
    ),
    "issue": "Edit the text above, and it is looked at again, or send the form anew and close this one.",
    "wait": "There is nothing for you to mend: once the GM has done so, it is looked at again.",
    "astray": "Nothing else is in it. If it is meant for the GM, leave it open; if not, close it.",
    "slow": (
        "Send the same anew from a fresh branch that has nothing else in it, and close this one; or ask the GM. What "
        "comes later counts. While this is open, it is tried again."
    ),
    "beside": (
        "Send your own by itself: in a new one, or by taking the rest out of this branch. If you merge this yourself, "
        "it counts from then on, and not before."
    ),
    "ready": "Press *Ready for review* or *Mark as ready*, or take `WIP:` out of its title; then it is read.",
}


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


def answers(league: League, collected: Collected, note: Note = silent) -> list[Answer]:
    """The answers to everything that was taken in, and after them to what was refused, each in its order.

    `note` is told of an answer that the program fails on; a short one takes its place.
    """
    found = [(one.delivery, True, one.said or say(league, one, note)) for one in collected.taken] + [
        (one, one.closes, apart(partial(_refused, league, one), partial(_refused_briefly, one, note)))
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
    return f"{one.kind} {one.name} draft" if one.remedy == "ready" else one.mark


def _of_commit(one: Delivery, body: str) -> str:
    """An answer with the commit that it is about; one to a draft is about whatever is pushed to it."""
    head = one.head
    is_named = one.kind in _ON and one.remedy != "ready" and _ID.fullmatch(head)
    return f"{body}\nLooked at was commit {head[:10]}.\n" if is_named else body


def _short(body: str) -> str:
    """An answer that a forge takes: the last of its paragraphs, and as many of the first as there is room for."""
    if len(body) <= _MOST:
        return body
    *parts, last = body.split("\n\n")
    kept = next(end for end in range(len(parts), -1, -1) if len("\n\n".join(parts[:end])) <= _MOST)
    return "\n\n".join([*parts[:kept], "…", last])


def say(league: League, one: Taken, note: Note = silent) -> str:
    """What is said of what was taken in; shorter, and `note` is told, where the program fails on it."""
    return apart(partial(_as_far, league, one), partial(_briefly, one, note))


def _as_far(league: League, one: Taken) -> str:
    """What is said of what was taken in; where a game of it cannot be read here, that it was."""
    try:
        return _taken(league, one)
    except Fault:
        return _briefly(one)


def _briefly(one: Taken, note: Note = silent, fault: str = "") -> str:
    _tell(one.delivery, note, fault)
    whose = " and ".join(sent.words for sent in one.delivery.submissions)
    return f"Taken in: what this sends for {whose}.\n"


def _refused_briefly(one: Delivery, note: Note, fault: str) -> str:
    _tell(one, note, fault)
    return f"{_lead(one)} Ask the GM why.\n"


def _tell(one: Delivery, note: Note, fault: str) -> None:
    note(f"the answer to {one.words} is cut short: the program has a fault, {fault}; report it")


def _taken(league: League, one: Taken) -> str:
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
        what = one.delivery.words.rpartition(" ")[0]
        parts.append(f"This {what} is closed and not merged, as nothing else is to be done with it.")
    return "\n\n".join(parts) + "\n"


def _instead(later: str) -> str:
    return (
        f"{_reference(later)} counts instead: of several for one seat that are open at the same time the one with the "
        "highest number counts. If you meant this one, send it again."
    )


def _reference(words: str) -> str:
    """A delivery's words with its number as the forge links it: `pull request #12`, `merge request !12`."""
    what, _, number = words.rpartition(" ")
    return f"{what} {'!' if what == 'merge request' else '#'}{number}"


def _submission(league: League, one: Delivery, sent: Submission) -> str:
    if sent.seat:
        return _orders(load(league, sent.slug), sent.seat, sent.data)
    if sent.signup is None:
        return f"Your sign-up for `{sent.slug}` is taken back."
    return signed_up(load(league, sent.slug), one.author.login, sent.signup)


# Orders


def _orders(hosted: Hosted, seat: str, data: bytes | None) -> str:
    whose = f"the queue of `{seat}` in `{hosted.slug}`"
    if not data:
        return f"Taken in: {whose} is empty now."
    sheet = link(hosted, seat)
    first, *rest = _said(hosted, seat, data)
    leads = [f"{_LEAD.format(sheet)} says what comes of it."] if sheet else []
    return "\n\n".join([f"Taken in: {whose}{first}", *rest, *leads])


def _sheet(league: League, sent: Submission) -> str | None:
    """The lead to the sheet that says what came of orders."""
    sheet = link(load(league, sent.slug), sent.seat) if sent.seat else None
    return f"{_LEAD.format(sheet)} says what came of it." if sheet else None


def _said(hosted: Hosted, seat: str, data: bytes) -> list[str]:
    """How a queue was understood, what is odd about it, and when it goes; the first words go on after whose it is."""
    if hosted.is_sealed:
        return [". It is sealed; your turnsheet says what came of it."]
    lines = understood(hosted.file, data)
    if not lines:
        return [" holds no orders now."]
    parts = [", as it was understood.", code(lines)]
    try:
        found = outlook(hosted, seat, data.decode(), soon=_AT_ONCE)
    except Refused:
        return parts  # things are not as they were when it was taken in
    return [
        *parts,
        *([code(found.warnings)] if found.warnings else []),
        *([found.when] if found.when else []),
    ]


# What was refused


def _refused(league: League, one: Delivery) -> str:
    what = one.words.rpartition(" ")[0]
    parts = [
        _lead(one),
        code(one.problems if one.kind != "issue" else map(_in_form, one.problems)),
        *(words for slug in one.joins if (words := join(league, slug, one.author))),
        *([_BESIDE.format(" and ".join(one.right))] if one.right else []),
    ]
    if one.closes:
        why, then = _CLOSES[one.remedy]
        unseen = "What is pushed to its branch" if one.kind in _ON else "A change of its text"
        parts.append(f"This {what} is closed, as {why}. {unseen} is not seen any more. {then}")
    else:
        parts.append(_STAYS[_stay(one)] + _clicks(league, one))
    return "\n\n".join(parts) + "\n"


def _in_form(problem: str) -> str:
    """A problem of an order file, which whoever filled in the form never made, as one of its field."""
    return _FILE.sub(lambda found: f"Orders, line {found[1]}:" if found[1] else "Orders:", problem)


def _stay(one: Delivery) -> str:
    """What is to be done so that it comes in after all: the row of _STAYS."""
    if one.remedy != "mend":
        return one.remedy
    if one.kind not in _ON:
        return "issue"
    return "mend" if any(_SIGN_UPS in problem for problem in one.problems) else "orders"


def _clicks(league: League, one: Delivery) -> str:
    """The way to what is to be clicked for mending it."""
    with suppress(Fault):
        if one.remedy == "mend" and (page := guide(league)):
            return f" [What to click]({page}#change)"
    return ""


def _lead(one: Delivery) -> str:
    if one.remedy in ("earlier", "again"):
        return "What this sends now was not taken in."
    if one.came:
        return f"What this sends for {_games(one)} was taken in before. Nothing else of it was taken in."
    return "Nothing of this was taken in."


def _games(one: Delivery) -> str:
    """The games that something in it was taken in for before."""
    return " and ".join(f"`{slug}`" for slug in one.came)


def code(lines: Iterable[str]) -> str:
    """Lines as a block of code, in which nothing means anything; what cannot be seen is written by its number."""
    rows = [row for line in lines for row in line.split("\n")]
    text = "\n".join(f"    {''.join(map(_letter, row))}" for row in rows)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _letter(letter: str) -> str:
    return letter if letter.isprintable() else ascii(letter)[1:-1]
