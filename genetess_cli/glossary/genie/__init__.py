"""The rules of Genie of the Lamp in our own words. They decide nothing: what happens is in `rules/genie/`."""

from __future__ import annotations

from genetess_cli.glossary.article import Article, Part, composed, plain
from genetess_cli.glossary.genie import boards as examples
from genetess_cli.glossary.genie.moves import MOVES
from genetess_cli.glossary.genie.orders import ORDERS
from genetess_cli.glossary.genie.topics import TOPICS
from genetess_cli.rules.base import View

SERIES = "L"
LEAD = (
    "What Genie of the Lamp adds to chess, how moves are written, and how a game ends. `genetess explain GENIE` and "
    "`genetess explain GENIE jump` print the same words."
)
ENTRIES = TOPICS | MOVES | ORDERS
RULED = {
    1: "ENTRANCE", 2: "STEP", 3: "JUMP", 4: "PROMOTION", 5: "END", 6: "NOTATION", 7: "FEN", 8: "TIMEOUT",
}  # fmt: skip


def parts() -> list[Part]:
    """All articles, by kind."""
    tables = (
        ("topics", "The game", ("Topic", "What it is about"), TOPICS),
        ("moves", "The Genie", ("Move", "What it is"), MOVES),
        ("orders", "Orders", ("Order", "What it does"), ORDERS),
    )
    return [
        Part(name, title, columns, [article(each) for each in table])
        for name, title, columns, table in tables
    ]


def article(name: str) -> Article:
    """The article of a name. Raises KeyError for any other word."""
    entry = ENTRIES[name]
    return composed(name, name, entry, plain(entry), SERIES)


def boards() -> dict[str, tuple[View, str]]:
    """The boards of the page of rules, their moves made, each with what is to be seen on it."""
    return {name: (examples.view(name), board.caption) for name, board in examples.BOARDS.items()}
