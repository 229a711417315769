"""Orders as people write them are read by the builder's scripts as the program reads them: the same texts for both."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from genetess_cli.rules import ruleset
from genetess_cli.rules.dna import offering as dna_offering
from genetess_cli.rules.genetess import offering as genetess_offering
from genetess_cli.rules.genie import offering as genie_offering
from genetess_cli.rules.orders import entries
from genetess_cli.site import assets
from genetess_cli.store.resources import templates
from tests.rules.dna.positions import started
from tests.rules.genetess.cases import drawn
from tests.rules.genie.positions import game

MIXED = 500
"""Texts that are put together from pieces, for each ruleset."""
SIGNS = (
    "*",
    "**",
    "* *",
    "/",
    "#",
    "\n",
    ",",
    ";",
    " ",
    "\t",
    "\u00a0",
    "\u2003",
    "\x1f",
    "\ufeff",
    ".",
    "!",
    "“",
    "-",
    "–",
    "x",
    "+",
    "#!",
)
ORDERS: dict[str, tuple[str, ...]] = {
    "genie": (
        *(
            "e4",
            "E4",
            "Nf3",
            "nf3",
            "NF3",
            "♘f3",
            "exd5",
            "exd6 e.p.",
            "exd6ep",
            "e8=Q",
            "e8(N)",
            "e7e8q",
            "d2d2g",
        ),
        *(
            "Gb1-d3-f1",
            "Gd2",
            "d2=G",
            "bxc3",
            "Bxc3",
            "Qh5+",
            "Qh7#",
            "g1-f3",
            "Nf3 Nc3",
            "MOVE e4",
            "e9",
            "N f3",
        ),
        *(
            "O-O",
            "o-o",
            "0-0",
            "00",
            "000",
            "OO",
            "O-O-O",
            "0-0-0",
            "O–O",
            "0-0+",
            "00++",
            "0 0",
            "O - O",
            "0000",
        ),
        *(
            "1. e4",
            "1.e4",
            "12 e4",
            "12",
            "12.",
            "12...Nf6",
            "12…Nf6",
            "1234 e4",
            "1. 00",
            "1.00",
            "1. O-O",
            "3.000",
        ),
        *(
            "DRAW",
            "draw",
            "12. DRAW",
            "DRAW ep",
            "CLAIM",
            "CLAIM CLAIM",
            "CLAIM 12",
            "CLAIM 12.",
            "CLAIM 12. e4",
        ),
        *(
            "claim 000",
            "CLAIM DRAW",
            "CLAIM e4 e5",
            "RESIGN",
            "1. RESIGN",
            "HOLIDAY",
            "holiday now",
            "1.",
            "",
        ),
    ),
    "genetess": (
        *(
            "PASS",
            "pass.",
            "MOVE C2 E",
            "move c2 e-ne",
            "MOVE C2 E - NE",
            "MOVE C2 (E-N)",
            "MOVE C2 E-X",
            "MOVE C2",
        ),
        *(
            "please MOVE C2 E now",
            "GO C2 E MOVE B2 S",
            "CREATE ABB C3",
            "CREATE C3 ABB",
            "CREATE C3 C4",
            "CREATE AB ABB",
        ),
        *(
            "DIVIDE J2 ACZ J3",
            "DIVIDE J2 J3 ACZ",
            "TRANSFER J2 C K2",
            "TRANSFER J2 CC K2",
            "HOME D4 C3",
            "CONVERT H5",
        ),
        *(
            "CHARGE J2 S CHARGE J2",
            "CHARGE J2 S CHARGE E",
            "CHARGE J2 S CHARGE E CHARGE N-W",
            "CHARGE J2 S-CHARGE E",
        ),
        *(
            "GAMBLE 3E on 1st, 2nd",
            "GAMBLE 3 K1 don't care",
            "GAMBLE 3E",
            "HOLIDAY",
            "MOVV C2 E",
            "MOVE AAAA1 E",
            "MOVE C0 E",
        ),
        *(
            "FLARE H7.",
            "“FLARE H7”",
            "(FLARE H7)",
            "FLARE: H7",
            "RADIATE",
            "MOVE C2 NE-SW",
            "MOVE C2 n -e",
            "E-E",
            "MOVE C2 N-",
        ),
    ),
    "dna": (
        *(
            "PLACE S D3",
            "place small d3",
            "PLACE S red D3",
            "PLACE S D3 FROM ARCHIVE",
            "PLACE S D3 FROM",
            "PLACE S",
        ),
        *(
            "PLACE L D3; SCORE",
            "PLACE L D3 SCORE TAKE S FROM red, M FROM green ARCHIVE",
            "PLACE L D3; SCORE TAKE",
        ),
        *(
            "PLACE L D3; MUTATE D4 TO M, E4 TO red",
            "PLACE L D3; MUTATE",
            "PLACE L D3; MUTATE D4 M",
            "MUTATE D4 TO M",
        ),
        *(
            "PLACE L D3; SCORE; MUTATE D4 TO S; SCORE",
            "PLACE L Z99",
            "PLACE L TO",
            "PLACE XL D3",
            "PASS",
            "HOLIDAY",
            "HOLIDAY 2",
        ),
        *(
            "PLACE S D3 TAKE S FROM red",
            "PLACE L D3; SCORE TAKE S FROM D3",
            "PLACE L D3; MUTATE D4 TO M SCORE",
            "S D3",
            "PLACE",
        ),
    ),
}
"""Texts of each ruleset, right and wrong ones."""
SCRIPTS = {
    "genie": (("genie/read.js",), "Moves.read(text, data).fault", genie_offering.offers(game(), "white")),
    "genetess": (
        ("grid.js", "genetess/ways.js", "genetess/pieces.js", "genetess/read.js"),
        "Reading.read(text, data).fault",
        genetess_offering.offers(drawn("before:\n    k.\nk: red K"), "red"),
    ),
    "dna": (
        ("dna/position.js", "dna/read.js"),
        "Placing.read(text, data)?.fault",
        dna_offering.offers(started(), "red"),
    ),
}
"""What reads them: scripts, how they are asked whether an order is none, and the data that they are given."""


@pytest.fixture(scope="module", params=ORDERS)
def name(request: pytest.FixtureRequest) -> str:
    """The ruleset's name."""
    return str(request.param)


@pytest.fixture(scope="module")
def page(name: str, browser: Browser) -> Iterator[Page]:
    """An empty page with what reads the orders of the ruleset."""
    with browser.new_context() as context:
        made = context.new_page()
        made.add_script_tag(content=assets.grammar(name))
        for script in ("queue.js", *SCRIPTS[name][0]):
            made.add_script_tag(path=templates() / "scripts" / script)
        yield made


def _texts(name: str) -> list[str]:
    luck, orders = Random(5), ORDERS[name]
    parts = [*orders, *SIGNS, *(word for order in orders for word in order.split())]
    mixed = ["".join(luck.choices((*parts, " "), k=luck.randint(2, 6))) for _ in range(MIXED)]
    return [*orders, *mixed, *(" ".join(luck.choices(parts, k=luck.randint(2, 5))) for _ in range(MIXED))]


def _both(page: Page, name: str, script: str, read: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What both make of the texts."""
    texts = _texts(name)
    data = msgspec.to_builtins(SCRIPTS[name][2])
    found = page.evaluate(
        f"([texts, data]) => texts.map((file) => Queue.entries(file).map({script}))", [texts, data]
    )
    return dict(zip(texts, found, strict=True)), {
        text: [read(entry) for entry in entries(text)] for text in texts
    }


def test_the_words_of_an_order_are_those_of_the_program(name: str, page: Page) -> None:
    script = "({ text, starred, order }) => [text, starred, Queue.words(order)]"
    found, wanted = _both(
        page, name, script, lambda entry: [entry.text, entry.starred, [word.text for word in entry.words]]
    )
    assert found == wanted


# rulings G27, D5 and L6
def test_what_is_no_order_for_one_is_none_for_the_other(name: str, page: Page) -> None:
    parse = ruleset(name).parse
    never = SCRIPTS[name][2].get("never", {})
    script = f"({{ order: text }}) => !{SCRIPTS[name][1]}"

    def is_order(entry: Any) -> bool:
        order = parse(entry).order
        return order is not None and order.verb not in never

    found, wanted = _both(page, name, script, is_order)
    odd = {text: (mine, wanted[text]) for text, mine in found.items() if mine != wanted[text]}
    assert not odd
    assert {True, False} == {each for some in wanted.values() for each in some}
