"""A DNA order read from words (ruling D5). Whether it can be carried out is not asked here.

Clauses, steps and captures begin with words of their own, so that the signs between them are for people: an order
without its `;` and `,` reads the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from genetess_cli.rules.base import Reading, refuse_lookalikes
from genetess_cli.rules.board import find_square
from genetess_cli.rules.dna.game import SIZES
from genetess_cli.rules.dna.order import (
    ARCHIVE,
    FROM,
    KEYWORDS,
    MUTATE,
    PLACE,
    SCORE,
    TAKE,
    TO,
    USAGES,
    Capture,
    Clause,
    Mutation,
    MutationStep,
    Order,
    Scoring,
    problem_in,
)
from genetess_cli.rules.orders import HOLIDAY, Entry, Word, nearest, no_words, unclear
from genetess_cli.rules.problems import Problem, Span, together

SIZE_WORDS = {"SMALL": "S", "MEDIUM": "M", "LARGE": "L"}
"""Sizes spelled out."""
LONGEST_COLOUR = 40
_BEHIND = tuple(word for word in KEYWORDS if word not in (PLACE, HOLIDAY))
"""Words that can stand within an order."""
_Part = TypeVar("_Part")


class _Misread(Exception):
    """Reading stops: the words are no order. It never leaves this module."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


@refuse_lookalikes
def parse(entry: Entry) -> Reading[Order]:
    """Return the order that all of an entry's words make up, or of each clause the first word that does not fit."""
    words = _Words(entry)
    try:
        order = words.order()
    except _Misread as misread:
        return Reading(problem=misread.problem, places=words.places)
    if words.problems:
        return Reading(problem=together(words.problems), places=words.places)
    return Reading(order, places=words.places)


def _size(text: str) -> str | None:
    upper = text.upper()
    return upper if upper in SIZES else SIZE_WORDS.get(upper)


def _colour(text: str) -> str | None:
    plain = text.replace("-", "")
    is_name = plain.isascii() and plain.isalnum() and len(text) <= LONGEST_COLOUR
    return text.lower() if is_name and text.upper() not in KEYWORDS and not find_square(text) else None


SLOTS: Mapping[str, Callable[[str], Any]] = {
    "size": _size,
    "at": find_square,
    "to": lambda text: _size(text) or _colour(text),
    "owner": _colour,
}
"""How each part of an order is read."""


class _Words:
    """An entry's words on the way through the grammar, and where each part of the order was found."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._next = 0
        self._clause = PLACE
        self.places: dict[str, Span] = {}
        self.problems: list[Problem] = []

    def order(self) -> Order:
        self._clause = self._keyword_first()
        self.places["verb"] = self._entry.words[0].span
        self._next = 1
        if self._clause == HOLIDAY:
            return Order(HOLIDAY)
        placing = self._keep(self._placing) or Order(PLACE)
        return placing.replace(clauses=tuple(self._clauses()))

    def _placing(self) -> Order:
        size = self._slot("size", "size")
        colour = self._optional_colour("colour")
        at = self._slot("at", "at")
        archive = self._takes(FROM)
        if archive and not self._takes(ARCHIVE):
            raise self._misfit("archive")
        return Order(PLACE, size, colour, at, archive)

    def _keep(self, read: Callable[[], _Part]) -> _Part | None:
        try:
            return read()
        except _Misread as misread:
            self.problems.append(misread.problem)
            while not self._at_clause():
                self._next += 1
            return None

    def _keyword_first(self) -> str:
        word = self._peek()
        if word is None:
            raise _Misread(no_words(self._entry, _HOW))
        upper = [word.text.upper() for word in self._entry.words]
        if upper[0] == PLACE or upper == [HOLIDAY]:
            return upper[0]
        if PLACE not in upper and (problem := unclear(self._entry, [HOLIDAY])):
            raise _Misread(problem)
        meant = nearest(word.text, (PLACE, HOLIDAY))
        hint = f"Did you mean {meant}? Written: {USAGES[meant]}" if meant else _HOW
        raise _Misread(problem_in("no-order", span=word.span, hint=hint, word=word.text))

    def _clauses(self) -> list[Clause]:
        clauses: dict[str, Clause | None] = {}
        while word := self._peek():
            keyword = word.text.upper()
            clause = self._keep(partial(self._clause_of, keyword, keyword in clauses))
            clauses.setdefault(keyword, clause)
        return [clause for clause in clauses.values() if clause]

    def _clause_of(self, keyword: str, again: bool) -> Clause:
        if keyword not in (MUTATE, SCORE):
            misfit = self._misfit("clause", (MUTATE, SCORE, FROM))
            self._next += 1
            raise misfit
        span = self._entry.words[self._next].span
        self._next += 1
        if again:
            hint = f"Put all of it into one, parted by commas: {USAGES[keyword]}"
            raise _Misread(problem_in("twice", span=span, hint=hint, clause=keyword))
        self._clause = keyword
        self.places[keyword] = span
        return self._mutation() if keyword == MUTATE else self._scoring()

    def _mutation(self) -> Mutation:
        steps: list[MutationStep] = []
        while not self._at_clause():
            name = f"step {len(steps) + 1}"
            at = self._slot("at", name)
            if not self._takes(TO):
                raise self._misfit("change")
            steps.append(MutationStep(at, self._slot("to", f"{name} to")))
        return Mutation(tuple(steps))

    def _scoring(self) -> Scoring:
        if not self._takes(TAKE):
            return Scoring()
        captures = [self._capture("take 1")]
        while not self._at_clause():
            captures.append(self._capture(f"take {len(captures) + 1}"))
        return Scoring(tuple(captures))

    def _capture(self, name: str) -> Capture:
        size = self._slot("size", name)
        colour = self._optional_colour(f"{name} colour")
        if not self._takes(FROM):
            raise self._misfit("source")
        owner = self._slot("owner", f"{name} owner")
        return Capture(size, colour, owner, self._takes(ARCHIVE))

    # Words

    def _peek(self) -> Word | None:
        words = self._entry.words
        return words[self._next] if self._next < len(words) else None

    def _at_clause(self) -> bool:
        word = self._peek()
        return word is None or word.text.upper() in (PLACE, MUTATE, SCORE)

    def _takes(self, keyword: str) -> bool:
        word = self._peek()
        stands = word is not None and word.text.upper() == keyword
        self._next += stands
        return stands

    def _slot(self, slot: str, name: str) -> Any:
        word = self._peek()
        value = SLOTS[slot](word.text) if word else None
        if word is None or value is None:
            raise self._misfit(slot)
        self.places[name] = word.span
        self._next += 1
        return value

    def _optional_colour(self, name: str) -> str:
        word = self._peek()
        # A colour is written as an owner is: a seat is called by its colour.
        return str(self._slot("owner", name)) if word and _colour(word.text) else ""

    def _misfit(self, part: str, among: Sequence[str] = _BEHIND) -> _Misread:
        word = self._peek()
        hint = f"Written like this: {USAGES[self._clause]}"
        if word is None:
            return _Misread(
                problem_in(f"incomplete/{part}", span=self._entry.end, hint=hint, clause=self._clause)
            )
        meant = nearest(word.text, among)
        if meant and word.text.upper() not in KEYWORDS:
            hint = f"Did you mean {meant}? {hint}"
        return _Misread(
            problem_in(f"misfit/{part}", span=word.span, hint=hint, clause=self._clause, word=word.text)
        )


_HOW = f"An order is written like this: {USAGES[PLACE]}; {USAGES[MUTATE]}; {USAGES[SCORE]}"
