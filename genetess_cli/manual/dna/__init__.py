"""The rules of DNA in our own words. They decide nothing: what happens is in `rules/dna/`."""

from __future__ import annotations

from genetess_cli.manual.book import OwnBook
from genetess_cli.rules.dna.order import USAGES


class Dna(OwnBook):
    """The book of DNA, in which the parts of an order are called by how they are written."""

    def title(self, name: str) -> str:
        return USAGES.get(name, name)


BOOK = Dna(1, "dna")
