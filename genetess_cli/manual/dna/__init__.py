"""The rules of DNA in our own words. They decide nothing: what happens is in `rules/dna/`."""

from __future__ import annotations

from genetess_cli.manual.article import SHARED, Article, Part, compose, plain
from genetess_cli.manual.dna.boards import BOARDS, view
from genetess_cli.manual.dna.orders import ORDERS
from genetess_cli.manual.dna.topics import TOPICS
from genetess_cli.manual.figure import Figure, single
from genetess_cli.rules.dna.order import USAGES

SERIES = "D"
LEAD = (
    "How a game of DNA goes, and every part of an order. `genetess explain DNA` and `genetess explain DNA strand` "
    "print the same words."
)
ENTRIES = TOPICS | ORDERS | SHARED
RULED = {
    1: "PIECES", 2: "BOARD", 3: "MUTATE", 4: "SEATS", 5: "ORDER", 6: "PLACE", 7: "MUTATE", 8: "MUTATE", 9: "MUTATE",
    10: "STRAND", 11: "CAPTURE", 12: "END", 13: "TIMEOUT",
}  # fmt: skip

SHAPED: dict[str, str] = {}


def parts() -> list[Part]:
    """All articles, by kind."""
    return [
        Part("topics", "The game", ("Topic", "What it is about"), [article(name) for name in TOPICS]),
        Part("orders", "The parts of an order", ("Part", "What it does"), [article(name) for name in ORDERS]),
        Part("shared", "As in every game", ("Topic", "What it is about"), [article(name) for name in SHARED]),
    ]


def article(name: str) -> Article:
    """The article of a name. Raises KeyError for any other word."""
    entry = ENTRIES[name]
    return compose(name, USAGES.get(name, name), entry, plain(entry), SERIES)


def boards() -> dict[str, Figure]:
    """The boards of the page of rules, their orders carried out."""
    return {name: single(view(name), board.caption) for name, board in BOARDS.items()}
