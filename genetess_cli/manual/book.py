"""The rules of a ruleset in articles, for its page of rules and for `explain`.

What is said is in the TOML files of the game's folder; `book.toml` tells how the page is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from inspect import cleandoc
from itertools import chain
from typing import Any, ClassVar

from genetess_cli.manual import prose
from genetess_cli.manual.article import Article, Block, BoardSet, Explanation, Figure, Part, plain
from genetess_cli.rules.orders import LARGEST_QUEUE, MOST_ORDERS
from genetess_cli.rules.ruleset import API
from genetess_cli.values import Value


@cache
def shared() -> dict[str, dict[str, str]]:
    return prose.load("shared.toml")


class Heading(Value, forbid_unknown_fields=True):
    """A part of the page as book.toml has it: a `Part` made of files, by default of the one of its name."""

    title: str
    columns: tuple[str, str]
    files: tuple[str, ...] = ()
    folded: bool = False


class Cover(Value, forbid_unknown_fields=True):
    """What book.toml says."""

    series: str  # the letter before the numbers of its rulings
    lead: str  # what stands at the head of the page
    parts: Mapping[str, Heading]
    ruled: Mapping[str, str]  # the article of each ruling
    files: tuple[str, ...] = ()  # those of all parts in the order of lists, where that is not the page's


class Book:
    """The rules of a game in articles. Its files are read as soon as something is asked of it.

    A game whose words are joined to what its rules know has a class of its own: see `values`, `title`, `blocks` and
    `boards`.
    """

    values: ClassVar[Mapping[str, str]] = {"most_orders": str(MOST_ORDERS), "most_bytes": str(LARGEST_QUEUE)}
    """What the rules put into texts, by name."""

    def __init__(self, api: int, game: str, folder: str = "") -> None:
        """Read the files of `folder`, by default that of the game in this one."""
        self.api = api
        self.game = game
        self._folder = folder or game
        self.word = game.upper()  # by which one asks for it

    @cached_property
    def cover(self) -> Cover:
        place = f"{self._folder}/book.toml"
        return prose.value(prose.load(place), Cover, place)

    @cached_property
    def files(self) -> dict[str, dict[str, Explanation]]:
        names = self.cover.files or [*chain.from_iterable(map(self._files, self.cover.parts))]
        return {
            name: prose.tables(f"{self._folder}/{name}.toml", Explanation, self.values, shared())
            for name in names
        }

    @cached_property
    def entries(self) -> dict[str, Explanation]:
        return {name: entry for file in self.files.values() for name, entry in file.items()}

    @cached_property
    def words(self) -> dict[str, str]:
        """Return every word, in capitals, with the name of its article: names, other names, and rulings like `D9`."""
        aliases = {alias: name for name, entry in self.entries.items() for alias in entry.aliases}
        return {**aliases, **self.cover.ruled, **{name: name for name in self.entries}}

    def parts(self) -> list[Part]:
        return [
            Part(part, heading.title, heading.columns, [*map(self.article, self.names(part))], heading.folded)
            for part, heading in self.cover.parts.items()
        ]

    def names(self, part: str) -> Sequence[str]:
        return [name for file in self._files(part) for name in self.files[file]]

    def article(self, name: str) -> Article:
        """Return the article of a name. Raise KeyError for any other word."""
        entry = self.entries[name]
        blocks = tuple(block for block in self.blocks(name, entry) if block.lines)
        return Article(
            name,
            self.title(name),
            entry.brief,
            blocks,
            entry.rulings,
            entry.see,
            self.cover.series,
            entry.boards,
            entry.aliases,
        )

    def title(self, name: str) -> str:
        return name

    def blocks(self, name: str, entry: Explanation) -> Iterator[Block]:
        return plain(entry)

    def boards(self) -> BoardSet[Any, Any] | None:
        """Return the boards that articles and the lesson show; None for a book without any."""
        return None

    def figures(self) -> dict[str, Figure]:
        """Return the boards that articles name, in the order of the page, their orders carried out."""
        boards = self.boards()
        return {name: boards.figure(name) for name in boards.named} if boards else {}

    def _files(self, part: str) -> tuple[str, ...]:
        return self.cover.parts[part].files or (part,)


class OwnBook(Book):
    """The book of a game of this program, which has boards."""

    def boards(self) -> BoardSet[Any, Any]:
        boards: BoardSet[Any, Any] = import_module(f"genetess_cli.manual.{self.game}.boards").BOARDS
        return boards


class PlainBook(Book):
    """Rules in one text: its first paragraph is the lead, all others are one article."""

    def __init__(self, game: str, text: str) -> None:
        super().__init__(API, game)
        self._lead, _, self._article = cleandoc(text).partition("\n\n")

    @cached_property
    def cover(self) -> Cover:
        return Cover("", self._lead, {_PLAIN: Heading("The rules", ("Word", "What it is"))}, {})

    @cached_property
    def files(self) -> dict[str, dict[str, Explanation]]:
        first, *more = re.split(r"(?<=[.!?])\s+", self._article or self._lead, maxsplit=1)
        return {_PLAIN: {_PLAIN.upper(): Explanation(brief=first, says="".join(more))}}


_PLAIN = "rules"
