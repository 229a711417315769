"""What a book is made of: articles, in parts that a terminal and a page can each set in their own way, and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

import msgspec

from genetess_cli.rules.base import Event, Game, Order, View
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import entries
from genetess_cli.rules.ruleset import Board, Ruleset, Settings
from genetess_cli.values import Value


class Explanation(Value, kw_only=True, forbid_unknown_fields=True):
    """One code, order, special or topic in our own words, in paragraphs."""

    brief: str  # one sentence for lists
    says: str = ""  # what it does
    limits: str = ""  # every restriction
    meets: str = ""  # how it goes together with shields, phase, Kings and the like
    examples: Mapping[str, str] = {}  # what one may write, each with its meaning
    rulings: tuple[int, ...] = ()
    see: tuple[str, ...] = ()  # other entries
    parameters: Mapping[str, str] = {}  # those of a special
    aliases: tuple[str, ...] = ()  # other names
    boards: tuple[str, ...] = ()  # those that the page of rules shows with it


class Paragraph(Value):
    """A sentence or two."""

    text: str
    term: str = ""  # what they are about: an order, a parameter


class Block(Value):
    """Lines under a heading, "" for those that stand first."""

    heading: str
    lines: tuple[Paragraph, ...]


class Article(Value):
    """All there is to read of one word."""

    name: str
    title: str
    brief: str  # for lists
    blocks: tuple[Block, ...]
    rulings: tuple[int, ...] = ()
    see: tuple[str, ...] = ()  # other articles
    series: str = ""  # the letter before the numbers of its rulings
    boards: tuple[str, ...] = ()  # those that the page of rules shows with it
    aliases: tuple[str, ...] = ()  # for searches


class Part(Value):
    """A part of the page of rules."""

    name: str
    title: str
    columns: tuple[str, str]  # how its list calls the first two
    articles: list[Article]
    folded: bool = False  # articles are looked up, not read in order: the list is made of them, shut


def plain(entry: Explanation) -> Iterator[Block]:
    yield Block("", lines(entry.brief, entry.says))
    yield from rest(entry)


def rest(entry: Explanation) -> Iterator[Block]:
    yield Block("Restrictions", lines(entry.limits))
    yield Block("Special cases", lines(entry.meets))
    yield Block("Examples", tuple(Paragraph(meaning, example) for example, meaning in entry.examples.items()))


def lines(*texts: str) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(paragraph) for text in texts if text for paragraph in text.split("\n\n"))


# Figures


Way = tuple[str, ...]
"""The squares that a piece comes upon, from where it stands to where it ends, by name."""


class Panel(Value):
    """One board of a figure."""

    view: View
    words: str  # what it is, for those who cannot see it
    title: str = ""  # what stands above it; "" where it is the only one
    ways: tuple[Way, ...] = ()  # what is drawn on it


class Figure(Value):
    """Boards that are looked at together, and what is to be seen on them; orders in the caption are in backticks."""

    caption: str
    panels: tuple[Panel, ...]


class HasOrder(Protocol):
    """A position as a TOML file has it, and the order that is carried out there."""

    @property
    def order(self) -> str: ...


Drawn = TypeVar("Drawn", bound=HasOrder)


class BoardSet(msgspec.Struct, Generic[Drawn, Game], frozen=True):
    """The boards of a game's page of rules and of its lesson."""

    # Who is to move on every board.
    seat: str
    # How a board is written.
    kind: type[Drawn]
    begin: Callable[[Drawn], Game]
    # Every board by the name that articles have for it, in the order of the page.
    named: Mapping[str, Drawn]
    # The board of a name, its order carried out.
    figure: Callable[[str], Figure]


def play(
    rules: Ruleset[Settings, Board, Game, Order, Event], before: Game, seat: str, order: str, name: str
) -> Game:
    """Return the position once an order is carried out. Raise ValueError, naming the board, where it cannot be."""
    outcome = rules.play(before, seat, rules.parse(entries(order)[0]).order, Dice(bytes, 0))
    if outcome.problem:
        raise ValueError(f"{name}: {outcome.problem.message}")
    return outcome.game


def single(view: View, caption: str) -> Figure:
    return Figure(caption, (Panel(view, caption),))
