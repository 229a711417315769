"""The rules in answer to one word: a piece's codes, a code, an order, a special square, a topic.

What there is to say is in the books; here it is decided what a word means, and how it is set on a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from textwrap import wrap

from genetess_cli.errors import Refused, short
from genetess_cli.manual.article import Article
from genetess_cli.manual.book import Book, shared
from genetess_cli.manual.books import book
from genetess_cli.manual.genetess.articles import BOOK, piece, price
from genetess_cli.rules import RULESETS
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.orders import nearest

_SHORT = 5
"""Letters of a word that may rather be codes than another name for something of another game."""
_BEHIND_NAMES = " " * 14
OTHERS = [ruleset for ruleset in RULESETS if ruleset != BOOK.game]
"""The games besides the one whose words need no name in front."""


def find(what: str) -> Article:
    """Return the article of a word, in either case, or of the order that a whole line begins with.

    Words of Genetess come first; those of another game are found behind its name, and alone where they are its own.
    Raise Refused, naming the nearest words, for one that is neither codes nor an order, a special or a topic.
    """
    word = _asked(what)
    name = _meant(word)
    if name:
        return BOOK.article(name)
    elsewhere = _in_others(word)
    if elsewhere:
        return elsewhere
    if re.fullmatch("[A-Z]+", word) and len(word) > MOST_CODES:
        raise Refused(f"a piece is explained by at most {MOST_CODES} letters, and these are {len(word)}")
    near = _near(word) or _near(_verb(word))
    if re.fullmatch("[A-Z]+", word):
        codes = genetics.sequence(word)
        if word == codes or not near or genetics.body(codes).viable:
            return piece(codes)
    raise Refused(_unknown(what, near))


def overview(width: int) -> list[str]:
    texts = [
        "Codes, and the price of each; of a whole piece: `genetess explain COST`",
        *(f"  {code.letter:<3} {code.name}, {price(code)}" for code in genetics.CODES.values()),
        "Orders",
        *(f"  {BOOK.title(verb)}" for verb in USAGES),
        "Specials",
        *(f"  {special:<3} {name}" for special, name in NAMES.items()),
        "Topics",
    ]
    texts += (f"  {name:<11} {BOOK.entries[name].brief}" for name in _topics())
    for other in _others():
        texts.append(f"{other.word}, another game: `genetess explain {other.word}`, followed by any of")
        texts += (f"  {name:<11} {entry.brief}" for name, entry in other.entries.items())
    texts.append("Ask for one of them, or for a piece by its codes: `genetess explain ABBBD`.")
    return [line for text in texts for line in wrap(text, width, subsequent_indent=_BEHIND_NAMES)]


def index() -> dict[str, list[str]]:
    return {
        "codes": list(genetics.CODES),
        "orders": list(USAGES),
        "specials": list(NAMES),
        "topics": _topics(),
        **{other.game: list(other.entries) for other in _others()},
    }


def asides(what: str) -> list[str]:
    """Return sentences on what a word means in games besides the one that it is explained for."""
    word = _asked(what)
    own = bool(_meant(word))
    known = [other.word for other in _others() if _knows(other, word, own)]
    besides = known if own else known[1:]
    return [f"In {game} it means something else: `genetess explain {game} {word}`." for game in besides]


def _knows(other: Book, word: str, own: bool) -> bool:
    """Return whether another game has a word: one that is explained as Genetess' `own`, or as that game's."""
    if own:
        return word in other.words and word not in shared()
    return word == _behind(other, word) and bool(_named(word, other))


# What a word means


def _asked(what: str) -> str:
    """Return what is asked for, in capitals; the words of Genetess need no name in front, and may have it."""
    return _behind(BOOK, " ".join(what.split()).upper())


def _others() -> list[Book]:
    return [book(ruleset) for ruleset in OTHERS]


def _behind(told: Book, word: str) -> str:
    return word.removeprefix(f"{told.word} ")


def _in_others(word: str) -> Article | None:
    """Return the article of a word of another game. Raise Refused for its name with a word that it does not have."""
    for other in _others():
        if name := _named(word, other):
            return other.article(name)
        game, _, asked = word.partition(" ")
        if game == other.word:
            meant = _did_you_mean(_nearest(asked, other.words))
            names = ", ".join(other.entries)
            raise Refused(f"“{asked[:40]}” is no word of {game}.{meant} There is {names}.")
    return None


def _named(word: str, other: Book) -> str | None:
    """Return the name of the article of another game that a word asks for, with the game's name in front or without.

    Without, a short word that is no article's own name is rather taken for codes: `ROW` is a piece.
    """
    asked = _behind(other, word)
    if asked == word and asked not in other.entries and asked.isalpha() and len(asked) <= _SHORT:
        return None
    return other.words.get(asked) or other.words.get(word) or _verb_among(other.entries, asked)


def _meant(word: str) -> str | None:
    """Return the name of the article that a word asks for, None where it may be a sequence."""
    number = re.fullmatch("S? ?([0-9]+)", word)
    if number and f"S{number[1]}" in NAMES:
        return f"S{number[1]}"
    return BOOK.words.get(word) or _verb_among(USAGES, word)


def _verb_among(known: Container[str], line: str) -> str | None:
    verb = _verb(line)
    return verb if verb in known else None


def _verb(line: str) -> str:
    return line.lstrip("* ").partition(" ")[0]


def _topics() -> list[str]:
    return [name for name in BOOK.entries if name not in (*genetics.CODES, *USAGES, *NAMES)]


def _unknown(what: str, near: str | None) -> str:
    return (
        f"“{short(what)}” is no piece, code, order, special or topic.{_did_you_mean(near)} "
        "Ask for codes from A to Z like ABBBD, a code like W, an order like CHARGE, "
        f"S1 to {[*NAMES][-1]}, a topic like VIEW, "
        "or a game like DNA or GENIE; `genetess explain` alone lists them all."
    )


def _near(word: str) -> str | None:
    elsewhere = (name for other in _others() for name in other.entries)
    return _nearest(word, [*BOOK.words, *elsewhere])


def _nearest(word: str, known: Iterable[str]) -> str | None:
    return nearest(word, known, 0.75)


def _did_you_mean(near: str | None) -> str:
    return f" Did you mean {near}?" if near else ""


# On a terminal


def lines(article: Article, width: int) -> Iterator[str]:
    yield from wrap(article.title, width, subsequent_indent="    ", break_on_hyphens=False)
    for block in article.blocks:
        if block.heading:
            yield from ("", *wrap(block.heading, width, subsequent_indent="    "))
        for line in block.lines:
            text = f"{line.term}: {line.text}" if line.term else line.text
            yield from _wrapped(text, width)
    if article.see:
        yield ""
        yield from _wrapped(f"See also: {', '.join(article.see)}.", width)
    if article.rulings:
        yield from _wrapped(
            f"Rulings: {', '.join(f'{article.series}{number}' for number in article.rulings)}.", width
        )


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
