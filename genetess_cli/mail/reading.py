"""The orders in a message: the lines that begin like one, what stands in front of them to say for whom, and the rest.

A greeting is no order, and neither is a sentence with a word in it that could be one: what is left out is told. Where
nobody can tell, nothing is taken in: an order that was misread is worse than one that is asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from genetess_cli.mail.addressing import Place, says_any, says_game
from genetess_cli.mail.lines import LONGEST, Kind, begins_an_order, goes_on, kind_of

_SEALED: Final = re.compile(r"genetess/v1 sealed order [a-z0-9 -]{1,200}")
_BASE64: Final = re.compile(r"(?=.)[A-Za-z0-9+/]*={0,2}")
_MOST_TOLD: Final = 20
_LONGEST_NAMES: Final = 200
_MARKS: Final = re.compile(r"[^\w\s:,.#()-]")
"""What people put around a heading: brackets, `/`, stars, quotes."""
_LISTED: Final = re.compile(r"(?:\(?\d{1,3}[.)](?![.\d])|[-\u2022\u00b7])\s*")
"""What stands in front of the items of a list. A `*` does not: it is the star of an order."""
_DASHES: Final = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
)
"""What mail programs make of a hyphen, and the eye cannot tell from one."""
_ITEM: Final = re.compile(rf"(^|/)\s*(?:{_LISTED.pattern})+")


class Found(msgspec.Struct, frozen=True):
    """The lines of a message: those that are orders, those that are none, and those that could be either.

    `clears` says that there is a line of the word CLEAR alone.
    """

    orders: list[str]
    others: list[str]
    doubtful: list[str]
    clears: bool = False

    @property
    def is_none(self) -> bool:
        """Whether no line has anything to do with orders."""
        return not (self.orders or self.doubtful or self.clears)


def found_in(place: Place, rows: Sequence[str]) -> Found:
    """What of a sender's own lines are orders for a seat."""
    lines = [(row, _bare(place, _hyphened(row))) for row in rows]
    kinds = [kind_of(place.hosted.ruleset, line) for _, line in lines]
    for index, (above, (row, line)) in enumerate(pairwise(lines), start=1):
        if (kinds[index - 1], kinds[index]) == (Kind.OTHER, Kind.ORDER) and goes_on(above[0], line):
            kinds[index], lines[index] = Kind.DOUBTFUL, (f"{above[0]} {row}", line)
    found = {kind: [each for each, one in zip(lines, kinds, strict=True) if one == kind] for kind in Kind}
    return Found(
        [line for _, line in found[Kind.ORDER]],
        [row for row, line in found[Kind.OTHER] if line][:_MOST_TOLD],
        [row for row, _ in found[Kind.DOUBTFUL]][:_MOST_TOLD],
        bool(found[Kind.CLEAR]),
    )


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


def for_another(place: Place, mine: Sequence[Place], rows: Sequence[str]) -> tuple[str, list[Place]] | None:
    """The first line that says nothing but that what follows is for others of a sender's seats, and these seats.

    What could be meant for `place` is not among them, and neither is an order: a game may be called `pass`.
    """
    others = [each for each in mine if each is not place]
    for row in rows if others else ():
        if len(row) > _LONGEST_NAMES or _is_for(place, row) or begins_an_order(place.hosted.ruleset, row):
            continue
        if named := [each for each in others if _is_for(each, row) and _says_which(place, each, row)]:
            return row, named
    return None


def _is_for(place: Place, row: str) -> bool:
    """Whether a line has no words but those that say for whom it is: `Game: cave`, `[cave/red]`, `cave, red`."""
    line = _MARKS.sub(" ", row).strip()
    return bool(line) and not _addressed(place, line)


def _says_which(place: Place, other: Place, row: str) -> bool:
    """Whether what tells another seat from `place` is in a line: its game, or in the same game itself."""
    is_near = other.hosted.slug == place.hosted.slug
    return says_any(row, [other.player.seat]) if is_near else says_game(row, other)


def _hyphened(row: str) -> str:
    """A line with hyphens for other dashes; its comment stays."""
    text, mark, comment = row.partition("#")
    return text.translate(_DASHES) + mark + comment


def _bare(place: Place, row: str) -> str:
    """A line without the marks of a list, and without the names in front of it that say for whom it is."""
    if len(row) > LONGEST:
        return row
    line = _unlisted(row)
    return line if begins_an_order(place.hosted.ruleset, line) else _unlisted(_addressed(place, line))


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
