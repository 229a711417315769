"""The rules of DNA in our own words. They decide nothing: what happens is in `rules/dna/`."""

from __future__ import annotations

from typing import Any

from genetess_cli.manual.article import BoardSet
from genetess_cli.manual.book import Book
from genetess_cli.rules.dna.order import USAGES


class Dna(Book):
    """The book of DNA, in which the parts of an order are called by how they are written."""

    def title(self, name: str) -> str:
        return USAGES.get(name, name)

    def boards(self) -> BoardSet[Any, Any]:
        from genetess_cli.manual.dna.boards import BOARDS

        return BOARDS


BOOK = Dna(1, "dna")
