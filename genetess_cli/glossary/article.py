"""Articles: what there is to read of a word, whole and in order. The terminal and the site show the very same ones.

What is said stands in tables of `Entry`, a book of them for each ruleset (`books.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from genetess_cli.glossary.entry import Entry


class Line(msgspec.Struct, frozen=True):
    """A sentence or two; `term` is what they are about (an order, a parameter), "" for none."""

    text: str
    term: str = ""


class Block(msgspec.Struct, frozen=True):
    """Lines under a heading, "" for those that stand first."""

    heading: str
    lines: tuple[Line, ...]


class Article(msgspec.Struct, frozen=True):
    """All there is to read of one word. `brief` is for lists, and `see` names other articles.

    `series` is the letter before the numbers of its rulings; `boards` names those that the page of rules shows with it.
    """

    name: str
    title: str
    brief: str
    blocks: tuple[Block, ...]
    rulings: tuple[int, ...] = ()
    see: tuple[str, ...] = ()
    series: str = ""
    boards: tuple[str, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """A part of the page of rules: its heading, how its list calls the first two columns, its articles.

    `folded`: articles are looked up rather than read one after the other, so that the list is made of them, shut.
    """

    name: str
    title: str
    columns: tuple[str, str]
    articles: list[Article]
    folded: bool = False


def composed(name: str, title: str, entry: Entry, blocks: Iterator[Block], series: str) -> Article:
    """The article of an entry; blocks without lines are left out."""
    kept = tuple(block for block in blocks if block.lines)
    return Article(name, title, entry.brief, kept, entry.rulings, entry.see, series, entry.boards)


def plain(entry: Entry) -> Iterator[Block]:
    """The blocks of an entry that nothing of the rules is joined to."""
    yield Block("", lines(entry.brief, *entry.says))
    yield from rest(entry)


def rest(entry: Entry) -> Iterator[Block]:
    """The blocks that stand at the end of every article."""
    yield Block("Restrictions", lines(*entry.limits))
    yield Block("With other things", lines(*entry.meets))
    yield Block("Examples", tuple(Line(meaning, example) for example, meaning in entry.examples))


def lines(*texts: str) -> tuple[Line, ...]:
    """Texts as lines about nothing in particular."""
    return tuple(Line(text) for text in texts)
