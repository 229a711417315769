"""Order text into entries, and entries into words with their places. Knows no game: each ruleset reads the words.

A queue is UTF-8 text. A new line or a `/` ends an order, what follows a `#` is a comment, and an order behind a `*`
does not wait for the deadline. Nothing here judges whether an order makes sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from genetess_cli.rules.problems import MERGED, Problem, Span, merge_mark

LARGEST_QUEUE = 4096
"""Bytes in an order file."""
MOST_ORDERS = 50
HOLIDAY = "HOLIDAY"
"""The order that suspends a game; the same in every ruleset."""
PASS = "PASS"
"""The order that does nothing; the same in every ruleset."""


def no_holiday(had: bool) -> str:
    """Return why a seat can take no holiday: there was some for it, or the game has none."""
    return "You have no holiday left." if had else "This game has no holidays."


_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_STEP = r"(?:NE|NW|SE|SW|N|E|S|W)"
_WORD = re.compile(rf"(?<!\w){_STEP}(?:\s*-\s*{_STEP})+(?!\w)|[^\s,;]+", re.IGNORECASE)
WRAPPING = "\"'()[]<>.!?:"
"""Signs around a word that do not count."""


class Word(msgspec.Struct, frozen=True):
    """One word of an order and its place."""

    text: str
    span: Span


class Entry(msgspec.Struct, frozen=True):
    """One order of a queue, not read yet: its words, whether it is starred, and where it stands."""

    text: str
    words: tuple[Word, ...]
    starred: bool
    span: Span


def decode(data: bytes) -> str | Problem:
    data = as_utf8(data)
    if len(data) > LARGEST_QUEUE:
        message = f"The order file has {len(data)} bytes; at most {LARGEST_QUEUE} are read."
        return Problem("queue-too-long", message, hint="Remove orders or comments.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1)
        message = f"Line {line} is not UTF-8 text (byte {data[error.start]:#04x} at column {column + 1})."
        return Problem("not-utf-8", message, hint="Save the file as plain text in UTF-8.")
    if marked := merge_mark(text):
        return Problem("merged", f"Line {marked} {MERGED}.")
    return text


def as_utf8(data: bytes) -> bytes:
    """Return an order file's bytes in UTF-8; those that say they are UTF-16, as PowerShell writes, are recoded."""
    if data[:2] not in _UTF_16 or len(data) < 4:
        return data
    try:
        return data.decode("utf-16").encode()
    except UnicodeDecodeError:
        return data


def entries(text: str) -> list[Entry]:
    """Return the orders of a queue's text, in order, comments and empty ones left out."""
    orders = []
    for number, line in enumerate(text.splitlines(), start=1):
        start = 0
        for part in line.split("#", 1)[0].split("/"):
            entry = _entry(part, number, start)
            if entry:
                orders.append(entry)
            start += len(part) + 1
    return orders


def without(text: str, *done: Entry) -> str:
    """Return the queue's text once entries have been carried out; "" when no order is left in it."""
    lines = text.splitlines(keepends=True)
    for row in {entry.span.line - 1 for entry in done}:
        lines[row] = _row_without(
            lines[row], [entry.span.start for entry in done if entry.span.line == row + 1]
        )
    left = "".join(lines)
    return left if entries(left) else ""


def _row_without(row: str, starts: list[int]) -> str:
    line = row.splitlines()[0]
    orders, mark, comment = line.partition("#")
    parts, start = [], 0
    for part in orders.split("/"):
        if not any(start <= column < start + max(1, len(part)) for column in starts):
            parts.append(part)
        start += len(part) + 1
    kept = "/".join(parts).lstrip(" ") + mark + comment
    return kept + row[len(line) :] if "".join(parts).strip() or mark else ""


def too_many(queue: list[Entry]) -> Problem | None:
    if len(queue) <= MOST_ORDERS:
        return None
    message = f"The queue holds {len(queue)} orders; at most {MOST_ORDERS} can be stored."
    return Problem("too-many-orders", message, queue[MOST_ORDERS].span, "Remove the orders from here on.")


def _entry(part: str, line: int, start: int) -> Entry | None:
    text = part.strip()
    if not text:
        return None
    start += len(part) - len(part.lstrip())
    starred = text.startswith("*")
    words = tuple(_words(text, line, start, 1 if starred else 0))
    return Entry(text, words, starred, Span(line, start, start + len(text)))


def _words(text: str, line: int, start: int, skipped: int) -> Iterable[Word]:
    for match in _WORD.finditer(text, skipped):
        word = match[0].strip(WRAPPING)
        if word:
            first = start + match.start() + match[0].index(word)
            yield Word(re.sub(r"\s+", "", word), Span(line, first, first + len(word)))


def nearest(word: str, among: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known word that a misspelt one most likely means, if any is as like it as that (1: the same)."""
    import difflib

    matches = difflib.get_close_matches(word.upper(), list(among), n=1, cutoff=likeness)
    return matches[0] if matches else None
