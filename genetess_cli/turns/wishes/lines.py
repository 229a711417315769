"""Wishes in the text of an order file: known by their verbs, lifted out of it, and put above its orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from genetess_cli.rules import orders
from genetess_cli.rules.orders import Entry, nearest
from genetess_cli.rules.problems import Problem, Span, rows
from genetess_cli.values import Value

WISHES: Final[Mapping[str, str]] = {
    "RESIGN": "RESIGN",
    "GIVE": "GIVE 1d",
    "AWAY": "AWAY 2026-12-20..2027-01-03",
    "HERE": "HERE",
    "NOTICES": "NOTICES each, NOTICES daily, NOTICES own or NOTICES none",
    "VOTE": "VOTE DRAW, VOTE CANCEL, VOTE PAUSE 5d, VOTE EXTEND 2d or VOTE NONE",
}
"""Every wish, by the word that it begins with, and how it is written."""
_REACH: Final[Mapping[str, str]] = {
    "AWAY": "in all your games this spends your holiday; HERE ends it",
    "HERE": "in all your games you are here again; AWAY says when you are away",
    "NOTICES": "in all your games, later ones too; NOTICES each brings all mail back. With daily or none, a deadline "
    "can pass before you read of it",
    "VOTE": "it is done once all who are asked want it, at once if you are the last or the only one; before that VOTE "
    "NONE takes it back",
}
"""How far a wish reaches, and how its player takes it back; where none is here the GM can."""
_BY_GM = "once it is done, the GM alone can take it back, with `undo`: ask for it"


def verb_of(entry: Entry) -> str:
    """Return the verb of an entry that begins as a wish does; "" for every other one."""
    first = entry.words[0].text.upper() if entry.words else ""
    return first if first in WISHES else ""


def said_in(wish: Entry) -> str:
    """Return what a wish says behind its verb."""
    return " ".join(word.text for word in wish.words[1:])


def meant(entry: Entry) -> str:
    """Return the wish that an entry is but for a slip in its first word; "" where it is none."""
    first, *more = [word.text for word in entry.words] or [""]
    verb = nearest(first, WISHES) or ""
    said = " ".join([verb, *more])
    usages = re.split(", | OR ", _without_numbers(WISHES.get(verb, "")))
    return said if _without_numbers(said) in usages and verb else ""


def _without_numbers(text: str) -> str:
    return re.sub("[0-9]+[dhm]?", "0", text).upper()


class Lifted(Value):
    """The wishes of an order file, and what it says without them."""

    wishes: Sequence[Entry]
    rest: bytes
    blanked: bytes  # the whole file with blanks where they stand: so places of what is wrong with orders are its own
    text: str = ""  # the whole file; "": it has no wishes


_VERBS = re.compile(rb"(?i)\b(?:%s)\b|[\0\x80-\xff]" % "|".join(WISHES).encode())
"""What is in every text with a wish; letters that are no plain ones may be read as these."""


def may_wish(data: bytes) -> bool:
    """Return whether an order file may say a wish, before anything reads it."""
    return bool(_VERBS.search(data))


def lift(data: bytes) -> Lifted:
    """Return the wishes of an order file apart; one that cannot be read has none."""
    text = orders.decode(data) if may_wish(data) else None
    if text is None or isinstance(text, Problem):
        return Lifted([], data, data)
    wishes = [entry for entry in orders.entries(text) if verb_of(entry)]
    if not wishes:
        return Lifted([], data, data)
    blanks = {wish.span: " " * (wish.span.end - wish.span.start) for wish in wishes}
    return Lifted(wishes, orders.without(text, *wishes).encode(), _overwritten(text, blanks), text)


def _overwritten(text: str, said: Mapping[Span, str]) -> bytes:
    """Return an order file with other words in some places."""
    written = rows(text)
    for place in sorted(said, reverse=True):
        row = written[place.line - 1]
        written[place.line - 1] = row[: place.start] + said[place] + row[place.end :]
    return "".join(written).encode()


NOTED: Final = "noted"
"""What an absence says in place of its days, which the person's file has, sealed."""


def without_days(data: bytes, is_one: Callable[[str], bool]) -> tuple[bytes, str]:
    """Return an order file whose absences are noted, and the days of the last one; `is_one` knows days."""
    lifted = lift(data)
    said = {wish.span: said_in(wish) for wish in lifted.wishes if verb_of(wish) == "AWAY"}
    days = {span: text for span, text in said.items() if is_one(text)}
    if not days:
        return data, ""
    return _overwritten(lifted.text, dict.fromkeys(days, f"AWAY {NOTED}")), [*days.values()][-1]


def joined(data: bytes, held: bytes) -> bytes:
    """Return an order file as it is stored, where `held` was before it.

    Wishes that wait there still do, unless the file is cleared, and where only wishes are sent, its orders stay.
    """
    sent = lift(data)
    before = lift(held)
    said = [entry.text for entry in sent.wishes]
    waiting = [f"{entry.text}\n" for entry in before.wishes if entry.text not in said]
    if not data:
        return data
    rest = b"" if sent.rest else before.rest
    if rest and not data.endswith(b"\n"):
        data += b"\n"
    return "".join(waiting).encode() + data + rest


def reach_of(data: bytes) -> str:
    """Return how far each wish of an order file reaches, and how it is taken back: `GIVE: ….`."""
    verbs = dict.fromkeys(map(verb_of, lift(data).wishes))
    return " ".join(f"{verb}: {_REACH.get(verb, _BY_GM)}." for verb in verbs)
