"""Which lines of a message are its sender's own, and which of these are orders: those that begin as one does.

Quotations, signatures and forwarded messages are left out. Everything else is prose, and goes back to its sender.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, takewhile
from typing import Final

import msgspec

from genetess_cli.rules import orders
from genetess_cli.rules.base import Ruleset

CLEAR: Final = "CLEAR"
"""The line that clears a queue; an order in no game."""
LONGEST: Final = 1_000
"""Letters of a line that can hold an order."""
_AROUND: Final = " *.!"
_FEWEST_BEFORE: Final = 4
_SEALED: Final = re.compile(r"genetess/v1 sealed order [a-z0-9 -]{1,200}")
_BASE64: Final = re.compile(r"(?=.)[A-Za-z0-9+/]*={0,2}")
_DASHES: Final = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
)
"""What mail programs make of a hyphen, and the eye cannot tell from one."""
_ADDRESS: Final = r"<[^<>\s]+@[^<>\s]+>"
_END: Final = re.compile(
    rf"""-- ?                                                # a signature
    | .*{_ADDRESS}.*: | [^\W\d_]+:\ .*{_ADDRESS}            # whoever is quoted below, as a sentence or a header
    | _{{20,}} | -{{4,}}\ ?(?!BEGIN\ PGP\ SIGNED)\w.*-{{4,}}  # Outlook's rule, with words or without
    """,
    re.VERBOSE,
)


def own_lines(text: str) -> list[str]:
    """Return the lines of a text that its sender wrote for it, blank ones left out."""
    rows = takewhile(lambda row: not _END.fullmatch(row), map(str.strip, text.split("\n")))
    return [row for row in rows if row and not row.startswith(">")]


class Lines(msgspec.Struct, frozen=True):
    """The lines of a message: its orders, its prose, and those of which nobody can tell whether an order is meant.

    `clears` says that there is a line of the word CLEAR alone.
    """

    orders: list[str]
    prose: list[str]
    doubtful: list[str]
    clears: bool = False

    @property
    def is_none(self) -> bool:
        return not (self.orders or self.doubtful or self.clears)


def sort_lines(rules: Ruleset, rows: Sequence[str]) -> Lines:
    lines = Lines([], [], [])
    clears = False
    for number, row in enumerate(rows):
        line = _with_hyphens(row)
        above = rows[number - 1] if number else ""
        if line.upper().strip(_AROUND) == CLEAR:
            clears = True
        elif not begins_an_order(rules, line):
            lines.prose.append(row)
        elif _is_open(rules, line):
            lines.doubtful.append(row)
        elif above in lines.prose[-1:] and _goes_on(above, line):
            lines.doubtful.append(f"{above} {row}")
        else:
            lines.orders.append(line)
    return msgspec.structs.replace(lines, clears=clears)


def begins_an_order(rules: Ruleset, line: str) -> bool:
    """Say whether a line begins as an order does: with a star, or a word that orders of the game begin with.

    Where an order needs no such word, it is one that the game reads, or that its first word is alone. A word with `:`
    behind it is a heading.
    """
    entry = next(iter(_entries(line)), None)
    if entry is None or not entry.words or entry.text.split()[0].endswith(":"):
        return False
    if entry.starred or entry.words[0].text.upper() in rules.VERBS:
        return True
    reading = rules.parse(entry)
    alone = _entries(entry.words[0].text)
    return bool(reading.order and not reading.ignored) or any(rules.parse(part).order for part in alone)


def _entries(line: str) -> list[orders.Entry]:
    return orders.entries(line) if len(line) <= LONGEST else []


def _is_open(rules: Ruleset, line: str) -> bool:
    """Say whether an order of a line has words beside it, `Pass on my regards`, or ends in `?` or `:`."""
    return any(entry.text.endswith(("?", ":")) or rules.parse(entry).ignored for entry in _entries(line))


def _goes_on(above: str, line: str) -> bool:
    """Say whether an order may be the end of the sentence above it, such as `resign.`: a word in small letters."""
    is_word = line[:1].islower() and not any(map(str.isdigit, line))
    return is_word and len(above.split()) >= _FEWEST_BEFORE and above[-1].isalnum()


def _with_hyphens(row: str) -> str:
    """Return a line with hyphens for other dashes; its comment stays."""
    text, mark, comment = row.partition("#")
    return text.translate(_DASHES) + mark + comment


def find_sealed_orders(text: str) -> bytes | None:
    """Return the sealed orders in the text of a message: the lines of it that are one."""
    rows = dropwhile(lambda row: not _SEALED.fullmatch(row), map(str.strip, text.split("\n")))
    first = next(rows, None)
    return None if first is None else "\n".join([first, *takewhile(_BASE64.fullmatch, rows), ""]).encode()
