"""Entry: what is said of one word of the rules, in parts that a terminal and a page can each set in their own way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One code, order, special or topic in our own words, in paragraphs.

    `brief` is one sentence for lists; `says` what it does, `limits` every restriction, `meets` how it goes together
    with shields, phase, Kings and the like; `examples` are what one may write, each with its meaning. `rulings` are
    their numbers, `see` the names of other entries. `parameters` are those of a special, `aliases` other names,
    `boards` those that the page of rules shows with it.
    """

    brief: str
    says: str = ""
    limits: str = ""
    meets: str = ""
    examples: Mapping[str, str] = {}
    rulings: tuple[int, ...] = ()
    see: tuple[str, ...] = ()
    parameters: Mapping[str, str] = {}
    aliases: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()


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


def plain(entry: Entry) -> Iterator[Block]:
    yield Block("", lines(entry.brief, entry.says))
    yield from rest(entry)


def rest(entry: Entry) -> Iterator[Block]:
    yield Block("Restrictions", lines(entry.limits))
    yield Block("Special cases", lines(entry.meets))
    yield Block("Examples", tuple(Line(meaning, example) for example, meaning in entry.examples.items()))


def lines(*texts: str) -> tuple[Line, ...]:
    return tuple(Line(paragraph) for text in texts if text for paragraph in text.split("\n\n"))
