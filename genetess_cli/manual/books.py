"""The rules of each game in our own words, one loaded where it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from genetess_cli.manual.book import Book, PlainBook
from genetess_cli.rules import RULESETS, packages, ruleset


@cache
def book(name: str) -> Book:
    """Return the book of a ruleset; where another package has none, what its ruleset says. Raise NoRuleset."""
    if name in RULESETS:
        own: Book = import_module(f"genetess_cli.manual.{name}").BOOK
        return own
    return packages.part(name, packages.MANUALS, Book) or PlainBook(name, ruleset(name).says)
