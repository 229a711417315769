"""A Genetess order as a value, its grammar, and how it is read from words. Whether it can be done is not asked here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any

import msgspec

from genetess_cli.problems import Problem, Span
from genetess_cli.rules.base import Reading
from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess.body import sequence
from genetess_cli.rules.orders import HOLIDAY, Entry, Word, nearest

MOST_CODES = 200
"""Codes in one order; more than any purse can pay."""
LONGEST_STAKE = 9
"""Digits of a stake; more than any purse can pay."""

PASS = "PASS"
GAMBLE = "GAMBLE"

USAGES: dict[str, tuple[tuple[str, ...], ...]] = {
    PASS: ((),),
    HOLIDAY: ((),),
    GAMBLE: (("stake", "preferences"),),
    "MOVE": (("at", "path"),),
    "CREATE": (("to", "codes"), ("codes", "to")),
    "DIVIDE": (("at", "codes", "to"), ("at", "to", "codes")),
    "TRANSFER": (("at", "code", "to"),),
    "RADIATE": (("at",),),
    "TELEPORT": (("at", "to"),),
    "PETRIFY": (("at",),),
    "PHASE": (("at",),),
    "CONVERT": (("at",),),
    "REPULSE": (("at",),),
    "FLARE": (("at",),),
    "HOME": (("at", "to"),),
    "ATTRACT": (("at",),),
    "SANCTUARY": (("at", "to"),),
    "CHARGE": (("at", "path"),),
}
"""Every order and the parts that follow its keyword; the first form is the one that is printed."""


class Order(msgspec.Struct, frozen=True):
    """An order: the piece's square, the target square, codes and steps, as far as its verb has them.

    A gamble has a stake in E and preferences, the best first: `1st`, the name of a start in capitals, a colour, and
    last perhaps `don't care`.
    """

    verb: str
    at: Square | None = None
    to: Square | None = None
    codes: str = ""
    path: tuple[Direction, ...] = ()
    stake: int = 0
    preferences: tuple[str, ...] = ()

    def squares(self) -> list[Square]:
        """The squares that it names."""
        return [square for square in (self.at, self.to) if square is not None]

    def __str__(self) -> str:
        parts: dict[str, Any] = {
            "at": self.at,
            "to": self.to,
            "codes": self.codes,
            "code": self.codes,
            "path": "-".join(direction.name for direction in self.path),
            "stake": f"{self.stake}E on",
            "preferences": ", ".join(self.preferences),
        }
        return " ".join([self.verb, *(str(parts[slot]) for slot in USAGES[self.verb][0])])


def parse(entry: Entry) -> Reading:
    """The first valid order among an entry's words (ruling G27), or the problem of the likeliest attempt."""
    failures = []
    for index, word in enumerate(entry.words):
        verb = word.text.upper()
        if verb in USAGES:
            reading = _read(verb, entry, index)
            if reading.order:
                return reading
            failures.append(reading)
    return failures[0] if failures else Reading(problem=_no_keyword(entry))


def named(entry: Entry) -> list[Square]:
    """The squares that an entry names, whether or not it is an order."""
    squares = (_square(word.text) for word in entry.words)
    return [square for square in squares if square is not None]


def _read(verb: str, entry: Entry, index: int) -> Reading:
    if verb == GAMBLE:
        from genetess_cli.rules.genetess import gamble  # needed in round 0 alone

        return gamble.read(entry, index)
    attempts = [_attempt(verb, usage, entry, index) for usage in USAGES[verb]]
    for attempt in attempts:
        if attempt.order:
            return attempt
    return max(attempts, key=_progress)


def _progress(reading: Reading) -> tuple[int, int]:
    span = reading.problem.span if reading.problem else None
    return (span.line, span.start) if span else (0, 0)


def _attempt(verb: str, usage: tuple[str, ...], entry: Entry, index: int) -> Reading:
    values: dict[str, Any] = {}
    places: dict[str, Span] = {"verb": entry.words[index].span}
    used = index + 1
    for slot in usage:
        word = entry.words[used] if used < len(entry.words) else None
        value = _SLOTS[slot](word.text) if word else None
        name = "codes" if slot == "code" else slot
        if word is None or value is None:
            return Reading(problem=misfit(verb, slot, word, entry))
        values[name], places[name] = value, word.span
        used += 1
    if verb == "CHARGE":
        used = _more_legs(entry, used, values)
    return among(entry, index, used, Order(verb, **values), places)


def among(entry: Entry, first: int, behind: int, order: Order, places: Mapping[str, Span]) -> Reading:
    """The reading of an order that the words from `first` up to, not including, `behind` make up (ruling G27)."""
    before, after = _stretch(entry.words[:first]), _stretch(entry.words[behind:])
    return Reading(order, places=places, ignored=before or after, ignored_after=after)


def _more_legs(entry: Entry, used: int, values: dict[str, Any]) -> int:
    """Take `CHARGE N` words that go on a charge (ruling G26)."""
    words = entry.words
    while used + 1 < len(words) and words[used].text.upper() == "CHARGE":
        path = _path(words[used + 1].text)
        if path is None:
            break
        values["path"] += path
        used += 2
    return used


def _stretch(words: tuple[Word, ...]) -> Span | None:
    """Where words of one line stand, from the first to the last."""
    return Span(words[0].span.line, words[0].span.start, words[-1].span.end) if words else None


def _square(text: str) -> Square | None:
    try:
        return Square.named(text)
    except ValueError:
        return None


def _codes(text: str) -> str | None:
    return sequence(text) if text.isascii() and text.isalpha() and len(text) <= MOST_CODES else None


def _code(text: str) -> str | None:
    return _codes(text) if len(text) == 1 else None


def stake(text: str) -> int | None:
    """The E of a stake, written with its E or without; None where a word is none."""
    digits = text[:-1] if text[-1:] in "Ee" else text
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_STAKE else None


def _path(text: str) -> tuple[Direction, ...] | None:
    try:
        return tuple(Direction[step] for step in text.upper().split("-"))
    except KeyError:
        return None


_SLOTS: Mapping[str, Callable[[str], Any]] = {
    "at": _square,
    "to": _square,
    "codes": _codes,
    "code": _code,
    "path": _path,
    "stake": stake,
}
EXPECTED = {
    "at": "the square of the piece, like G4",
    "to": "a square, like G4",
    "codes": f"genetic codes, like ABBC (letters only, at most {MOST_CODES})",
    "code": "one genetic code, like B",
    "path": "directions joined by hyphens, like N or E-NE-S",
    "stake": "the stake, like 3E or 0E",
    "preferences": "what you want, the best first, like 1st, 2nd or K1, K2",
}


def usage(verb: str) -> str:
    """How an order is written, for people: `MOVE square directions`."""
    words = {"at": "square", "to": "square", "path": "directions", "stake": "nE"}
    return " ".join([verb, *(words.get(slot, slot) for slot in USAGES[verb][0])])


def misfit(verb: str, slot: str, word: Word | None, entry: Entry) -> Problem:
    """The problem of a word that does not fit a part of an order, or of one that is missing there (None)."""
    hint = f"Written like this: {usage(verb)}"
    if word is None:
        end = entry.words[-1].span.end
        span = Span(entry.span.line, end, end + 1)
        return Problem("incomplete", f"{verb} needs {EXPECTED[slot]}, but the order ends here.", span, hint)
    start = word.span.start + _fitting(slot, word.text)
    message = f"{verb}: expected {EXPECTED[slot]}, found “{word.text}”."
    return Problem("misfit", message, Span(word.span.line, start, word.span.end), hint)


def _fitting(slot: str, text: str) -> int:
    """How many characters of a word still fit its slot."""
    read = _SLOTS[slot]
    if slot == "path":
        steps = takewhile(Direction.__members__.__contains__, text.upper().split("-"))
        good = sum(len(step) + 1 for step in steps)
        return min(good, len(text) - 1)
    tails = {"at": "1", "to": "1"}
    for length in range(len(text), 0, -1):
        if read(text[:length] + tails.get(slot, "")) is not None or read(text[:length]) is not None:
            return min(length, len(text) - 1)
    return 0


def _no_keyword(entry: Entry) -> Problem:
    for word in entry.words:
        meant = nearest(word.text, USAGES)
        if meant:
            message = f"“{word.text}” is no order."
            return Problem("no-order", message, word.span, f"Did you mean {meant}? Written: {usage(meant)}")
    span = entry.words[0].span if entry.words else entry.span
    what = f"“{entry.words[0].text}” is no order" if entry.words else "There is no order after the star"
    return Problem("no-order", f"{what}.", span, f"An order begins with one of {', '.join(USAGES)}.")
