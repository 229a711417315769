"""Entry: what is said of one word of the rules, in parts that a terminal and a page can each set in their own way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One code, order, special or topic in our own words.

    `brief` is one sentence for lists; `says` what it does, `limits` every restriction, `meets` how it goes together
    with shields, phase, Kings and the like; `examples` are what one may write, each with its meaning. `rulings` are
    their numbers, `see` the names of other entries. `parameters` are those of a special, `aliases` other names,
    `boards` those that the page of rules shows with it.
    """

    brief: str
    says: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
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


def compose(name: str, title: str, entry: Entry, blocks: Iterator[Block], series: str) -> Article:
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


SHARED: dict[str, Entry] = {
    "STORED": Entry(
        brief="Orders wait in your file: stored ones for the deadline, those with a star for your turn alone.",
        says=(
            "One order is one line of your order file. A `/` sets orders apart as well, and `#` begins a comment.",
            "What lies in the file before your turn begins is stored: it waits for the deadline, so that you can "
            "think again. With a `*` in front it goes as soon as your turn comes.",
            "What you send during your turn is live and goes at the next run. Change the file during your turn, and "
            "all of it is live, from the first order on.",
        ),
        limits=("A file has at most 50 orders and 4096 bytes.",),
        aliases=("STAR", "STARS", "STARRED", "LIVE", "QUEUE", "ORDER FILE"),
        see=("ORDER", "TIMEOUT", "HOLIDAY"),
    ),
    "HOLIDAY": Entry(
        brief="The game waits for you until you order again or your holiday is used up.",
        says=(
            "The game is suspended in your turn. A stored HOLIDAY begins as soon as your turn comes, star or not.",
            "It ends when you order something, or when your holiday of this game is used up.",
        ),
        limits=(
            "Each player has so much holiday for the whole game as its settings say; with none it is refused.",
        ),
        meets=(
            "When it is used up, the next order in your file goes at once; with none you are timed out. "
            "Until then what is stored behind it waits, star or not.",
            "Quiet days use up nothing of it.",
            "In a game without deadlines a holiday merely suspends. Everybody is told of holidays.",
        ),
        aliases=("HOLIDAYS", "SUSPEND", "SUSPENDED"),
        see=("STORED", "TIMEOUT"),
    ),
}
"""The articles, by name. They cite no rulings, as every game numbers its own."""
