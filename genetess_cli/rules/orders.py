"""Order text into entries, and entries into words with their places. Knows no game: each ruleset reads the words.

A queue is UTF-8 text. A new line or a `/` ends an order, what follows a `#` is a comment, and an order behind a `*`
does not wait for the deadline. What looks like a plain letter or sign is read as one, and what nobody sees is no part
of a word; places are those in the text as it was written. Nothing here judges whether an order makes sense.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from genetess_cli.rules import letters
from genetess_cli.rules.problems import (
    CLOSED,
    MERGED,
    Problem,
    Sentences,
    Span,
    lines,
    merge_mark,
    problem_of,
    rows,
)
from genetess_cli.values import Value

LARGEST_QUEUE = 4096
"""Bytes in an order file."""
MOST_ORDERS = 50
HOLIDAY = "HOLIDAY"
"""The order that suspends a game; the same in every ruleset."""
PASS = "PASS"
"""The order that does nothing; the same in every ruleset."""


def no_holiday(had: bool) -> Problem:
    """Return why a seat can take no holiday: there was some for it, or the game has none."""
    return problem_in("no-holiday" if had else "no-holidays", "verb")


_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_STEP = r"(?:NE|NW|SE|SW|N|E|S|W)"
_WORD = re.compile(rf"{_STEP}(?:\s*-+\s*{_STEP})+(?!\w)[^\s,;]*|[^\s,;]+", re.IGNORECASE)
_ENDS = str.maketrans("\u2044\u2215\uff0f\ufe5f\uff03", "///##")
"""What ends an order or begins a comment as the plain signs do."""
WRAPPING = "\"'()[]<>.!?:`“”„‟‘’‚‛«»‹›…"
"""Signs around a word that do not count."""
NOTHING = "There is no order here."
"""What is said of an entry without words."""
SENTENCES: Sentences = {
    "closed": f"{CLOSED}{{why}}.",
    "lookalike": "“{letter}” in “{word}” is the {alphabet} letter that looks like {like}.",
    "merged": f"Line {{line}} {MERGED}.",
    "no-holiday": "You have no holiday left.",
    "no-holidays": "This game has no holidays.",
    "no-order/empty": NOTHING,
    "not-utf-8": "Line {line} is not UTF-8 text (byte {byte} at column {column}).",
    "queue-too-long": f"The order file has {{bytes}} bytes; at most {LARGEST_QUEUE} are read.",
    "too-many-orders": f"The queue holds {{orders}} orders; at most {MOST_ORDERS} can be stored.",
    "wish": "“{text}” is no wish that can be read. Write it like this: {usage}",
    "wish-days": "“{text}”: {why}. Write it like this: {usage}",
    "wish-out": "Your seat is out of the game.",
    "wish-left": "You have left the game already.",
    "away-person": "This game does not know you as a person of the league: ask the GM to run `genetess migrate`.",
    "away-past": "These days are over.",
    "give-own": "You are to move yourself. Only who waits can give time.",
    "give-together": "All players order at the same time now, so nobody can give time.",
    "give-none": "This turn has no deadline.",
    "give-all": "This turn has been given {limit} already, the most that players can give.",
    "vote-unasked": "Your seat is not asked: it is out of the game, or open for somebody else.",
    "vote-secret": "Votes are secret in this game: its player sends them, by file, mail or form.",
    "vote-kept": "Your vote is noted. Votes are secret here: nobody is told, unless all want the same.",
    "vote-long": "By vote it is at most {limit}.",
    "vote-paused": "The game is paused already.",
    "unclear": "“{word}” may be an order or part of a sentence: other words are around it.",
}
"""What is said of problems that every ruleset has, by their keys."""
problem_in = partial(problem_of, SENTENCES)


class Stretch(Value):
    """A part of a line: its text as it is read, and where in the line each letter of it stands."""

    text: str
    line: int
    columns: Sequence[int]

    @property
    def span(self) -> Span:
        return self.behind(0)

    def behind(self, read: int) -> Span:
        """Return the place of what follows the first so many letters."""
        return Span(self.line, self.columns[read], self.columns[-1] + 1)


class Word(Stretch):
    """One word of an order."""

    # A `,` or `;` stands before it.
    parted: bool


class Entry(Stretch):
    """One order of a queue, not read yet."""

    words: tuple[Word, ...]

    @property
    def starred(self) -> bool:
        return self.text.startswith("*")

    @property
    def end(self) -> Span:
        """Return the place behind the last word."""
        column = self.words[-1].span.end
        return Span(self.line, column, column + 1)


def decode(data: bytes) -> str | Problem:
    data = as_utf8(data)
    if len(data) > LARGEST_QUEUE:
        return problem_in("queue-too-long", hint="Remove orders or comments.", bytes=len(data))
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = lines(f"{data[: error.start].decode()}?")
        byte = f"{data[error.start]:#04x}"
        hint = "Save the file as plain text in UTF-8."
        return problem_in("not-utf-8", hint=hint, line=len(before), byte=byte, column=len(before[-1]))
    if marked := merge_mark(text):
        return problem_in("merged", line=marked)
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
    for number, line in enumerate(lines(text), start=1):
        start = 0
        for part in line.translate(_ENDS).split("#", 1)[0].split("/"):
            seen, columns = letters.seen(part, range(start, start + len(part)))
            if seen.strip():
                orders.append(_entry(seen, number, columns))
            start += len(part) + 1
    return orders


def without(text: str, *done: Entry) -> str:
    """Return the queue's text once entries have been carried out; "" when no order is left in it."""
    written = rows(text)
    for row in {entry.span.line - 1 for entry in done}:
        written[row] = _row_without(
            written[row], [entry.span.start for entry in done if entry.span.line == row + 1]
        )
    left = "".join(written)
    return left if entries(left) else ""


def _row_without(row: str, starts: list[int]) -> str:
    line = row.rstrip("\r\n")
    orders = line.translate(_ENDS).partition("#")[0]
    comment = line[len(orders) :]
    parts = []
    start = 0
    for part in orders.split("/"):
        if not any(start <= column < start + max(1, len(part)) for column in starts):
            parts.append(part)
        start += len(part) + 1
    kept = "/".join(parts).lstrip(" ") + comment
    return kept + row[len(line) :] if "".join(parts).strip() or comment else ""


def too_many(queue: list[Entry]) -> Problem | None:
    if len(queue) <= MOST_ORDERS:
        return None
    hint = "Remove the orders from here on."
    return problem_in("too-many-orders", span=queue[MOST_ORDERS].span, hint=hint, orders=len(queue))


def no_words(entry: Entry, hint: str) -> Problem:
    return problem_in("no-order/empty", span=entry.span, hint=hint)


def unclear(entry: Entry, alone: Collection[str]) -> Problem | None:
    """Return the problem of an order that counts only `alone`, and stands among other words (ruling G27)."""
    word = next((word for word in entry.words if word.text.upper() in alone), None)
    if word is None:
        return None
    hint = f"If you mean the order, write it alone: {word.text.upper()}"
    return problem_in("unclear", span=word.span, hint=hint, word=word.text)


def in_latin(entry: Entry) -> Entry:
    """Return an entry as if each letter of another alphabet were the one of ours that it looks like."""
    return _entry(letters.in_latin(entry.text), entry.line, entry.columns)


def lookalike(entry: Entry, beside: Sequence[Span]) -> Problem:
    """Return the problem of the first letter that only looks like one of ours; those of words `beside` come last."""
    like = [word for word in entry.words if re.search(letters.LOOKALIKE, word.text)]
    word = min(like, key=lambda each: any(span.start <= each.span.start < span.end for span in beside))
    letter = re.findall(letters.LOOKALIKE, word.text)[0]
    column = word.columns[word.text.index(letter)]
    name = unicodedata.name(letter)
    hint = f"It is {name}. Type the word again with the letters A to Z."
    span = Span(word.line, column, column + 1)
    return problem_in(
        "lookalike",
        span=span,
        hint=hint,
        letter=letter,
        word=word.text,
        alphabet=name.split()[0].capitalize(),
        like=letters.in_latin(letter),
    )


def _entry(text: str, line: int, columns: Sequence[int]) -> Entry:
    first = len(text) - len(text.lstrip())
    text = text.strip()
    columns = columns[first:][: len(text)]
    return Entry(text, line, columns, tuple(_words(text, line, columns)))


def _words(text: str, line: int, columns: Sequence[int]) -> Iterable[Word]:
    end = int(text.startswith("*"))
    for match in _WORD.finditer(text, end):
        if word := match[0].strip(WRAPPING):
            first = match.start() + match[0].index(word)
            places = tuple(columns[first + at] for at, letter in enumerate(word) if not letter.isspace())
            yield Word("".join(word.split()), line, places, not {",", ";"}.isdisjoint(text[end:first]))
            end = first + len(word)


def nearest(word: str, among: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known word that a misspelt one most likely means, if any is as like it as that (1: the same)."""
    import difflib

    matches = difflib.get_close_matches(word.upper(), list(among), n=1, cutoff=likeness)
    return matches[0] if matches else None
