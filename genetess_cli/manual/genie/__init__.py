"""The rules of Genie of the Lamp in our own words. They decide nothing: what happens is in `rules/genie/`."""

from __future__ import annotations

from typing import Any

from genetess_cli.manual.article import BoardSet
from genetess_cli.manual.book import Book


class Genie(Book):
    """The book of Genie of the Lamp, with its boards."""

    def boards(self) -> BoardSet[Any, Any]:
        from genetess_cli.manual.genie.boards import BOARDS

        return BOARDS


BOOK = Genie(1, "genie")
