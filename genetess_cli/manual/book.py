"""BOOKS: the rules of each ruleset in articles. A ruleset gets its page of rules and its words for `explain` by a row.

Which other words stand for an article is decided here for books without words of their own making, such as sequences.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol, cast

from genetess_cli.manual.article import Article, Entry, Part
from genetess_cli.manual.figure import Figure


class Book(Protocol):
    """What a book's module has."""

    SERIES: str
    """The letter before the numbers of its rulings."""
    LEAD: str
    """What stands at the head of its page."""
    ENTRIES: Mapping[str, Entry]
    """Everything that has a name in it."""

    RULED: Mapping[int, str]
    """Which article a ruling is for, by its number, where several tell of it."""

    SHAPED: Mapping[str, str]
    """Orders that begin with no word, as regular expressions of capitals, with the articles that tell of them."""

    def parts(self) -> Sequence[Part]:
        """All articles, by kind."""

    def article(self, name: str, /) -> Article:
        """The article of a name. Raises KeyError for any other word."""

    def boards(self) -> Mapping[str, Figure]:
        """The boards that articles name. Those that stand first on the page come first."""


BOOKS = {
    "genetess": "genetess_cli.manual.genetess.articles",
    "dna": "genetess_cli.manual.dna",
    "genie": "genetess_cli.manual.genie",
}
"""The module of each ruleset's book."""


@cache
def book(ruleset: str) -> Book:
    """The book of a ruleset. Raises KeyError for one that is not in BOOKS."""
    return cast("Book", importlib.import_module(BOOKS[ruleset]))


@cache
def words(ruleset: str) -> Mapping[str, str]:
    """Every word of a book, in capitals, with the name of its article: names, other names, and rulings like `D9`."""
    entries, series = book(ruleset).ENTRIES, book(ruleset).SERIES
    found = {alias: name for name, entry in entries.items() for alias in entry.aliases}
    found |= {f"{series}{number}": name for number, name in book(ruleset).RULED.items()}
    return found | {name: name for name in entries}


def shaped(ruleset: str, line: str) -> str | None:
    """The name of the article of an order that begins with no word, given in capitals; None where it is none."""
    plain = line.lstrip("* ").rstrip("+#")
    found = (name for shape, name in book(ruleset).SHAPED.items() if re.fullmatch(shape, plain))
    return next(found, None)


def citing(ruleset: str, word: str) -> list[str]:
    """The names of all articles that tell of a ruling, given like `D9`."""
    entries, series = book(ruleset).ENTRIES, book(ruleset).SERIES
    return [name for name, entry in entries.items() if word in {f"{series}{n}" for n in entry.rulings}]
