"""The rules in answer to one word: a piece's codes, a code, an order, a special square, a topic.

What there is to say is in `glossary/`; here it is decided what a word means, and how it is set on a terminal.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.manual import book
from genetess_cli.manual.article import SHARED, Article, Block, Line
from genetess_cli.manual.genetess import articles
from genetess_cli.manual.genetess.pieces import piece
from genetess_cli.manual.genetess.topics import TOPICS
from genetess_cli.rules.genetess.body import body, sequence
from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES
from genetess_cli.rules.genetess.specials import NAMES

WIDTH = 80
"""Columns of the text where nobody says how many there are."""
_SURE, _SURER = 0.75, 0.8
"""How near a word must come to a known one to be that one misspelt: letters that cannot live, and that can."""
_HINTED = 0.7
"""How near letters must come to a known word for a piece's article to ask whether that one was meant."""
_AS_NEAR = 0.1
"""How much less like a word than the nearest name another one may be that is suggested beside it."""
_LONG_ENOUGH = 5
"""Letters that a word needs to be a hint: to stand for a longer name, or to be taken for a known word misspelt."""
_BEHIND_NAMES = " " * 14
OTHERS = [ruleset for ruleset in book.BOOKS if book.BOOKS[ruleset] != articles.__name__]
"""The games besides the one whose words need no name in front."""
_AS_DIGITS = str.maketrans("OIL", "011")


def explain(what: str, width: int = WIDTH) -> list[str]:
    """Lines that explain a word, in either case, wrapped for a terminal. Raises what `find` raises."""
    return [*lines(find(what), width)]


def find(what: str) -> Article:
    """The article of a word, in either case, or of the order that a whole line begins with.

    Words of Genetess come first; those of another game are found behind its name, and alone where they are its own.
    Raises Refused, naming the nearest words, for one that is neither codes nor an order, a special or a topic.
    """
    word = _ask(what)
    name = _guess(word)
    if name:
        return articles.article(name)
    elsewhere = _in_others(word)
    if elsewhere:
        return elsewhere
    if re.fullmatch("[A-Z]+", word) and len(word) <= MOST_CODES and _is_sequence(word):
        return _hint(piece(sequence(word)), word)
    if re.fullmatch("[A-Z]+", word) and len(word) > MOST_CODES:
        raise Refused(f"a piece is explained by at most {MOST_CODES} letters, and these are {len(word)}")
    raise Refused(_unknown(what, word))


def overview(width: int = WIDTH) -> list[str]:
    """Lines that name every word that can be explained: codes, orders, specials, topics."""
    found = [
        "Codes, and what each adds to the prices of a sequence",
        *(f"  {code.letter:<3} {code.name}, {articles.price(code)}" for code in CODES.values()),
        "Orders",
        *(f"  {each.title}" for each in articles.orders()),
        "Specials",
        *(f"  {special:<3} {name}" for special, name in NAMES.items()),
        "Topics",
    ]
    found += (f"  {name:<11} {topic.brief}" for name, topic in TOPICS.items())
    for ruleset in OTHERS:
        found.append(
            f"{ruleset.upper()}, another game: `genetess explain {ruleset.upper()}`, and behind that any of"
        )
        found += (f"  {name:<11} {entry.brief}" for name, entry in book.book(ruleset).ENTRIES.items())
    found.append("Ask for one of them, or for a piece by its codes: `genetess explain ABBBD`.")
    return [line for text in found for line in wrap(text, width, subsequent_indent=_BEHIND_NAMES)]


def index() -> dict[str, list[str]]:
    """The names of all articles, by kind."""
    return {
        "codes": list(CODES),
        "orders": list(USAGES),
        "specials": list(NAMES),
        "topics": list(TOPICS),
        **{ruleset: list(book.book(ruleset).ENTRIES) for ruleset in OTHERS},
    }


def asides(what: str) -> list[str]:
    """What to know besides of a word that means something in another game, or is the name of one; a sentence each."""
    word = _ask(what)
    own = bool(_guess(word))
    known = [ruleset for ruleset in OTHERS if _knows(ruleset, word, own)]
    found = [
        f"In {name} it is something else: `genetess explain {name} {word}`." for name in map(str.upper, known)
    ]
    if known and not own:
        name = known[0].upper()
        found[0] = f"Ask for other words of {name} behind its name: `genetess explain {name} board`."
    for ruleset in book.BOOKS:
        found += _cite(word.removeprefix(f"{ruleset.upper()} "), ruleset)
    return found


def _knows(ruleset: str, word: str, own: bool) -> bool:
    """Whether another game has a word: one that is explained as Genetess' `own`, or as that game's."""
    if own:
        return word in book.words(ruleset) and word not in SHARED
    return not word.startswith(f"{ruleset.upper()} ") and bool(_name(word, ruleset))


def _cite(word: str, ruleset: str) -> list[str]:
    """Where else a ruling is told of."""
    main = book.words(ruleset).get(word)
    more = [name for name in book.citing(ruleset, word) if name != main]
    return (
        [f"{word} is told of in other articles of {ruleset.upper()} too: {', '.join(more)}."] if more else []
    )


# What a word means


def _ask(what: str) -> str:
    """What is asked for, in capitals; the words of Genetess need no name in front, and may have it."""
    return " ".join(what.split()).upper().removeprefix("GENETESS ")


def _in_others(word: str) -> Article | None:
    """The article of a word of another game. Raises Refused for its name with a word that it does not have."""
    for ruleset in OTHERS:
        name = _name(word, ruleset)
        if name:
            parts = _parts(word.removeprefix(f"{ruleset.upper()} "), ruleset)
            return _join(parts) if len(parts) > 1 else book.book(ruleset).article(name)
        game, _, asked = word.partition(" ")
        if game == ruleset.upper():
            near = difflib.get_close_matches(asked, book.words(ruleset), n=1, cutoff=_HINTED)
            meant = f" Did you mean {near[0]}?" if near else ""
            names = ", ".join(book.book(ruleset).ENTRIES)
            raise Refused(f"“{asked[:40]}” is no word of {game}.{meant} There is {names}.")
    return None


def _parts(line: str, ruleset: str) -> list[Article]:
    """The articles of the parts that a whole order has, as they come in it."""
    known = {
        part.name: part
        for each in book.book(ruleset).parts()
        if each.name == "orders"
        for part in each.articles
    }
    verbs = dict.fromkeys(word.strip(";,*") for word in line.split())
    return [known[verb] for verb in verbs if verb in known] if _verb(line) in known else []


def _join(parts: Sequence[Article]) -> Article:
    """One article of what there is to say of several parts of an order; what else they go with is left to their own."""
    blocks = tuple(Block(part.title, part.blocks[0].lines) for part in parts)
    rulings = tuple(sorted({number for part in parts for number in part.rulings}))
    names = tuple(part.name for part in parts)
    return Article(
        "; ".join(names), "; ".join(names), parts[0].brief, blocks, rulings, names, parts[0].series
    )


def _name(word: str, ruleset: str) -> str | None:
    """The name of the article of another game that a word asks for, with the game's name in front or without.

    Without, a short word that is no article's own name is rather taken for codes: `ROW` is a piece.
    """
    known, names = book.words(ruleset), book.book(ruleset).ENTRIES
    asked = word.removeprefix(f"{ruleset.upper()} ")
    if asked == word and asked not in names and asked.isalpha() and len(asked) <= _LONG_ENOUGH:
        return None
    verb = _verb(asked)
    shaped = book.shaped(ruleset, asked) if asked != word else None
    return known.get(asked) or known.get(word) or (verb if verb in names else None) or shaped


def _guess(word: str) -> str | None:
    """The name of the article that a word asks for, None where it may be a sequence."""
    for names in (CODES, USAGES, NAMES, TOPICS):
        if word in names:
            return word
    number = re.fullmatch("S? ?([0-9]+)", word)
    if number and f"S{number[1]}" in NAMES:
        return f"S{number[1]}"
    return _others().get(word) or _order_of(word)


def _order_of(line: str) -> str | None:
    """The order that a whole line of an order file begins with."""
    verb = _verb(line)
    return verb if verb in USAGES else None


def _verb(line: str) -> str:
    return line.lstrip("* ").partition(" ")[0]


def _others() -> dict[str, str]:
    """Other words for what has an article: specials and codes by name, topics by their other names, rulings."""
    codes = {code.name.upper(): code.letter for code in CODES.values()}
    specials = {name.upper(): special for special, name in NAMES.items()}
    rulings = {f"{articles.SERIES}{number}": name for number, name in articles.RULED.items()}
    return (
        {alias: name for name, topic in TOPICS.items() for alias in topic.aliases}
        | codes
        | specials
        | rulings
    )


def _is_sequence(word: str) -> bool:
    """Whether letters are meant as codes, and not as a word that is misspelt; from A to Z they are always codes."""
    codes = sequence(word)
    sure = _SURER if body(codes).viable else _SURE
    return word == codes or not difflib.get_close_matches(
        word, [*USAGES, *TOPICS, *_others(), *_elsewhere()], cutoff=sure
    )


def _hint(article: Article, word: str) -> Article:
    """A piece's article, which asks first whether another word was meant where its letters come near to one."""
    names = {name: name for name in (*USAGES, *TOPICS, *_others())}
    parts = {part: name for name in names for part in name.split() if len(part) >= _LONG_ENOUGH}
    near = difflib.get_close_matches(word, parts | names, n=1, cutoff=_HINTED)
    if word == article.name or len(word) < _LONG_ENOUGH or not near:
        return article
    hint = Block("", (Line(f"Did you mean {(parts | names)[near[0]]}?"),))
    return msgspec.structs.replace(article, blocks=(hint, *article.blocks))


def _elsewhere() -> list[str]:
    """The names of other games' articles."""
    return [name for ruleset in OTHERS for name in book.book(ruleset).ENTRIES]


def _unknown(what: str, word: str) -> str:
    orders = (f"{each.upper()} {name}" for each in OTHERS if (name := book.shaped(each, word)))
    if order := next(orders, None):
        return (
            f"“{what[:40]}” is a move of {order.partition(' ')[0]}; `genetess explain {order}` tells of such."
        )
    near = _near_special(word) or _near(word) or _near(word.lstrip("* ").partition(" ")[0])
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    shown = what if len(what) <= 40 else f"{what[:37]}..."
    return (
        f"“{shown}” is no piece, code, order, special or topic.{meant} "
        "Ask for codes from A to Z like ABBBD, a code like W, an order like CHARGE, S1 to S22, a topic like VIEW, "
        "or a game like DNA or GENIE; `genetess explain` alone lists them all."
    )


def _near_special(word: str) -> list[str]:
    """The special whose number a word has, written with zeros in front, dashes, dots, or letters like digits."""
    number = re.fullmatch(r"S[\W_]*([0-9OIL]{1,9})\W*", word)
    found = f"S{int(number[1].translate(_AS_DIGITS))}" if number else ""
    return [found] if found in NAMES else []


def _near(word: str) -> list[str]:
    """The known words most like one, and no others that are much less so."""
    known = dict.fromkeys([*USAGES, *NAMES, *TOPICS, *_others(), *_elsewhere()])
    near = difflib.get_close_matches(word, known, n=3)
    likeness = [difflib.SequenceMatcher(None, word, name).ratio() for name in near]
    return [name for name, like in zip(near, likeness, strict=True) if like >= max(likeness) - _AS_NEAR]


# On a terminal


def lines(article: Article, width: int = WIDTH) -> Iterator[str]:
    """An article as lines of at most so many columns."""
    yield from wrap(article.title, width, subsequent_indent="    ", break_on_hyphens=False)
    for block in article.blocks:
        if block.heading:
            yield from ("", *wrap(block.heading, width, subsequent_indent="    "))
        for line in block.lines:
            yield from _wrap(_text(line), width)
    if article.see:
        yield ""
        yield from _wrap(f"See also: {', '.join(article.see)}.", width)
    if article.rulings:
        yield from _wrap(
            f"Rulings: {', '.join(f'{article.series}{number}' for number in article.rulings)}.", width
        )


def _text(line: Line) -> str:
    return f"{line.term}: {line.text}" if line.term else line.text


def _wrap(text: str, width: int) -> list[str]:
    return wrap(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
