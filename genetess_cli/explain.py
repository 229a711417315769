"""The rules in answer to one word: a piece's codes, a code, an order, a special square, a topic.

What there is to say is in `glossary/`; here it is decided what a word means, and how it is set on a terminal.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from textwrap import wrap

from genetess_cli.errors import Refused
from genetess_cli.glossary import articles
from genetess_cli.glossary.articles import Article, Line
from genetess_cli.glossary.pieces import piece
from genetess_cli.glossary.topics import TOPICS
from genetess_cli.rules.genetess import body as bodies
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES
from genetess_cli.rules.genetess.specials import NAMES

WIDTH = 80
"""Columns of the text."""
_SURE, _SURER = 0.75, 0.8
"""How near a word must come to a known one to be that one misspelt: letters that cannot live, and that can."""


def explain(what: str) -> list[str]:
    """Lines that explain a word, in either case, wrapped for a terminal. Raises what `find` raises."""
    return [*lines(find(what))]


def find(what: str) -> Article:
    """The article of a word, in either case.

    Raises Refused, naming the nearest words, for one that is neither codes nor an order, a special or a topic.
    """
    word = " ".join(what.split()).upper()
    name = _meant(word)
    if name:
        return articles.article(name)
    if re.fullmatch("[A-Z]+", word) and len(word) <= MOST_CODES and _is_sequence(word):
        return piece(bodies.sequence(word))
    if re.fullmatch("[A-Z]+", word) and len(word) > MOST_CODES:
        raise Refused(f"a piece is explained by at most {MOST_CODES} letters, and these are {len(word)}")
    raise Refused(_unknown(what, word))


def overview() -> list[str]:
    """Lines that name every word that can be explained: codes, orders, specials, topics."""
    found = [
        "Codes, and what each adds to the prices of a sequence",
        *(f"  {code.letter:<3} {code.name}, {articles.price(code)}" for code in genetics.CODES.values()),
        "Orders",
        *(f"  {each.title}" for each in articles.orders()),
        "Specials",
        *(f"  {special:<3} {name}" for special, name in NAMES.items()),
        "Topics",
    ]
    for name, topic in TOPICS.items():
        found += wrap(f"{name:<11} {topic.brief}", WIDTH, initial_indent="  ", subsequent_indent=" " * 14)
    return [*found, "Ask for one of them, or for a piece by its codes: `genetess explain ABBBD`."]


def index() -> dict[str, list[str]]:
    """The names of all articles, by kind."""
    return {
        "codes": list(genetics.CODES),
        "orders": list(USAGES),
        "specials": list(NAMES),
        "topics": list(TOPICS),
    }


# What a word means


def _meant(word: str) -> str | None:
    """The name of the article that a word asks for, None where it may be a sequence."""
    for names in (genetics.CODES, USAGES, NAMES, TOPICS):
        if word in names:
            return word
    number = re.fullmatch("S? ?([0-9]+)", word)
    if number and f"S{number[1]}" in NAMES:
        return f"S{number[1]}"
    return _others().get(word)


def _others() -> dict[str, str]:
    """Other words for what has an article: specials and codes by name, topics by their other names."""
    codes = {code.name.upper(): code.letter for code in genetics.CODES.values()}
    specials = {name.upper(): special for special, name in NAMES.items()}
    return {alias: name for name, topic in TOPICS.items() for alias in topic.aliases} | codes | specials


def _is_sequence(word: str) -> bool:
    """Whether letters are meant as codes, and not as a word that is misspelt; from A to Z they are always codes."""
    codes = bodies.sequence(word)
    sure = _SURER if bodies.body(codes).viable else _SURE
    return word == codes or not difflib.get_close_matches(word, [*USAGES, *TOPICS, *_others()], cutoff=sure)


def _unknown(what: str, word: str) -> str:
    known = dict.fromkeys([*USAGES, *NAMES, *TOPICS, *_others()])
    near = difflib.get_close_matches(word, known, n=3)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    shown = what if len(what) <= 40 else f"{what[:37]}..."
    return (
        f"“{shown}” is no piece, code, order, special or topic.{meant} "
        "Ask for codes from A to Z like ABBBD, a code like W, an order like CHARGE, S1 to S22, or a topic like VIEW; "
        "`genetess explain` alone lists them all."
    )


# On a terminal


def lines(article: Article) -> Iterator[str]:
    """An article as lines of at most WIDTH columns."""
    yield from wrap(article.title, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    for block in article.blocks:
        if block.heading:
            yield from ("", block.heading)
        for line in block.lines:
            yield from _wrapped(_text(line))
    if article.see:
        yield ""
        yield from _wrapped(f"See also: {', '.join(article.see)}.")
    if article.rulings:
        yield from _wrapped(f"Rulings: {', '.join(f'G{number}' for number in article.rulings)}.")


def _text(line: Line) -> str:
    return f"{line.term}: {line.text}" if line.term else line.text


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
