"""The rules of Genie of the Lamp in our own words. They decide nothing: what happens is in `rules/genie/`."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.manual import article as shared
from genetess_cli.manual.article import Article, Part, compose, plain
from genetess_cli.manual.figure import Figure, single
from genetess_cli.manual.genie.boards import BOARDS, view
from genetess_cli.manual.genie.moves import MOVES
from genetess_cli.manual.genie.orders import ORDERS
from genetess_cli.manual.genie.topics import TOPICS

SERIES = "L"
LEAD = (
    "What Genie of the Lamp adds to chess, how moves are written, and how a game ends. `genetess explain GENIE` and "
    "`genetess explain GENIE jump` print the same words."
)
SHARED = shared.SHARED | {"STORED": replace(shared.SHARED["STORED"], see=("MOVE", "TIMEOUT", "HOLIDAY"))}
ENTRIES = TOPICS | MOVES | ORDERS | SHARED
RULED = {
    1: "ENTRANCE", 2: "STEP", 3: "JUMP", 4: "PROMOTION", 5: "END", 6: "NOTATION", 7: "FEN", 8: "TIMEOUT",
}  # fmt: skip

SHAPED = {
    r"G[A-H][2-7]|([A-H][2-7])\1=?G": "ENTRANCE",
    r"G[A-H][1-8]-[A-H][1-8]-[A-H][1-8]": "JUMP",
    r"G[A-H]?[1-8]?X?[A-H][1-8]": "STEP",
    r"([A-H]X?|[A-H][27])?[A-H][18]=?[QRBNG]": "PROMOTION",
    r"[KQRBN][A-H]?[1-8]?X?[A-H][1-8]|[A-H]X[A-H][1-8]|[A-H][1-8]-?[A-H][1-8]|[O0]-[O0](-[O0])?": "MOVE",
}


def parts() -> list[Part]:
    """All articles, by kind."""
    tables = (
        ("topics", "The game", ("Topic", "What it is about"), TOPICS),
        ("moves", "The Genie", ("Move", "What it is"), MOVES),
        ("orders", "Orders", ("Order", "What it does"), ORDERS),
        ("shared", "As in every game", ("Topic", "What it is about"), SHARED),
    )
    return [
        Part(name, title, columns, [article(each) for each in table])
        for name, title, columns, table in tables
    ]


def article(name: str) -> Article:
    """The article of a name. Raises KeyError for any other word."""
    entry = ENTRIES[name]
    return compose(name, name, entry, plain(entry), SERIES)


def boards() -> dict[str, Figure]:
    """The boards of the page of rules, their moves made."""
    return {name: single(view(name), board.caption) for name, board in BOARDS.items()}
