"""BOOKS: the rules of each game in our own words, one loaded where it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from genetess_cli.manual.book import Book, PlainBook
from genetess_cli.rules import packages, ruleset


def _genetess() -> Book:
    from genetess_cli.manual.genetess import BOOK

    return BOOK


def _dna() -> Book:
    from genetess_cli.manual.dna import BOOK

    return BOOK


def _genie() -> Book:
    from genetess_cli.manual.genie import BOOK

    return BOOK


BOOKS: Mapping[str, Callable[[], Book]] = {"genetess": _genetess, "dna": _dna, "genie": _genie}


@cache
def book(name: str) -> Book:
    """Return the book of a ruleset; where another package has none, what its ruleset says. Raise NoRuleset."""
    if name in BOOKS:
        return BOOKS[name]()
    return packages.part(name, packages.MANUALS, Book) or PlainBook(name, ruleset(name).says)
