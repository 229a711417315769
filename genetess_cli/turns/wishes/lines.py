"""Wishes in the text of an order file: lifted out of it, and put above its orders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genetess_cli.rules import orders
from genetess_cli.rules.orders import Entry
from genetess_cli.rules.problems import Problem, rows
from genetess_cli.turns.wishes.grammar import WISHES, read_wish, verb_of
from genetess_cli.values import Value


class Lifted(Value):
    """The wishes of an order file, and what it says without them."""

    wishes: Sequence[Entry]
    rest: bytes
    blanked: bytes  # the whole file with blanks where they stand: so places of what is wrong with orders are its own

    @property
    def problems(self) -> list[Problem]:
        read = [read_wish(entry) for entry in self.wishes]
        return [wish for wish in read if isinstance(wish, Problem)]


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
    written = rows(text)
    for entry in wishes:
        place = entry.span
        row = written[place.line - 1]
        written[place.line - 1] = row[: place.start] + " " * (place.end - place.start) + row[place.end :]
    return Lifted(wishes, orders.without(text, *wishes).encode(), "".join(written).encode())


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
    return "".join(waiting).encode() + data + rest
