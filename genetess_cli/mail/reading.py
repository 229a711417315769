"""The orders in a message: the lines that begin like one, what stands in front of them to say for whom, and the rest.

A greeting is no order, and neither is a sentence with a word in it that could be one: what is left out is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from genetess_cli.mail.addressing import Place
from genetess_cli.rules import orders
from genetess_cli.rules.base import Reading
from genetess_cli.store import Hosted

_NO_ORDER: Final = "no-order"
_SEALED: Final = re.compile(r"genetess/v1 sealed order [a-z0-9 -]{1,200}")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]{1,400}={0,2}")
_MOST_TOLD: Final = 20
_LONGEST: Final = 1_000
_LISTED: Final = re.compile(r"(?:\(?\d{1,3}[.)](?![.\d])|[-\u2013\u2022\u00b7])\s*")
"""What stands in front of the items of a list. A `*` does not: it is the star of an order."""
_ITEM: Final = re.compile(rf"(^|/)\s*(?:{_LISTED.pattern})+")


class Found(msgspec.Struct, frozen=True):
    """The lines of a message that are orders, and those that are not."""

    orders: list[str]
    others: list[str]


def found_in(place: Place, rows: Sequence[str]) -> Found:
    """What of a sender's own lines are orders for a seat."""
    lines = [_bare(place, row) for row in rows]
    taken = [_begins_an_order(place.hosted, line) for line in lines]
    others = [row for row, line, is_taken in zip(rows, lines, taken, strict=True) if line and not is_taken]
    return Found([line for line, is_taken in zip(lines, taken, strict=True) if is_taken], others[:_MOST_TOLD])


def sealed_in(text: str, attached: Sequence[bytes]) -> bytes | None:
    """The sealed orders of a message: a file that came with it, or else the lines of its text that are one."""
    for data in attached:
        if _SEALED.fullmatch(data.partition(b"\n")[0].rstrip().decode("ascii", "replace")):
            return data.replace(b"\r\n", b"\n")
    rows = [row.strip() for row in text.split("\n")]
    first = next((index for index, row in enumerate(rows) if _SEALED.fullmatch(row)), None)
    if first is None:
        return None
    body = []
    for row in rows[first + 1 :]:
        if not _BASE64.fullmatch(row):
            break
        body.append(row)
    return "\n".join([rows[first], *body, ""]).encode()


def _bare(place: Place, row: str) -> str:
    """A line without the marks of a list, and without the names in front of it that say for whom it is."""
    line = _unlisted(row)
    return line if _begins_an_order(place.hosted, line) else _unlisted(_addressed(place, line))


def _unlisted(row: str) -> str:
    """A line without the marks of a list, `2.` or `-`, in front of each of its orders."""
    text, mark, comment = row.partition("#")
    return _ITEM.sub(lambda found: "/ " if found[1] else "", text) + mark + comment


def _addressed(place: Place, row: str) -> str:
    """A line without the names in front of it of the game, the seat or its player."""
    player = place.player
    names = [each for each in (*place.names, player.seat, player.name) if not each.isdecimal()]
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    called = rf"(?:game|seat|orders?)?[\s:,.#()-]*(?:{name})(?![\w-])"
    numbered = rf"|[\s:,.()-]*{place.number}" if place.number else ""
    return re.sub(rf"^(?:(?:{called}{numbered})[\s:,.()-]*)+", "", row, flags=re.IGNORECASE)


def _begins_an_order(hosted: Hosted, line: str) -> bool:
    """Whether a line is meant as an order, be it one or not: its first words are those of one."""
    entries = orders.entries(line) if len(line) <= _LONGEST else []
    if not entries:
        return False
    reading = hosted.ruleset.parse(entries[0])
    if reading.problem:
        return reading.problem.slug != _NO_ORDER
    return not _is_behind_words(reading, entries[0])


def _is_behind_words(reading: Reading, entry: orders.Entry) -> bool:
    """Whether an order stands behind words that are none of it: `I hope you PASS`."""
    first = entry.words[0].span if entry.words else entry.span
    return reading.ignored is not None and reading.ignored.start <= first.start
