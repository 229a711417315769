"""Orders as people write them are read by the builder's scripts as the program reads them: the same texts for both."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict
from playwright.sync_api import Browser, Page

from genetess_cli.rules import ruleset
from genetess_cli.rules.dna import offering as dna_offering
from genetess_cli.rules.genetess import offering as genetess_offering
from genetess_cli.rules.genie import offering as genie_offering
from genetess_cli.rules.orders import HOLIDAY, entries
from genetess_cli.site import assets
from genetess_cli.store.resources import templates
from tests.rules.dna.positions import started
from tests.rules.genetess.cases import drawn
from tests.rules.genie.positions import game

MIXED = 400
"""Texts that are put together from pieces in each way, for each ruleset and seed."""
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
    "--",
    "−",
    "\u2011",
    "\xad",
    "\u200b",
    "\ufe0f",
    "\u2028",
    "\x85",
    "\x0c",
    "／",
    "＃",
    "，",
    "’",
    "‑",
    "Е",
    "а",
    "Ο",
    "Ꮇ",
    "２",
    "Ｅ",
    "𝐍",
    "½",
    "é",
    "ß",
    "…",
)
PROSE = (
    "if I can't pass the wall,",
    "Gwen is on holiday",
    "I will pass, I think",
    "how to resign?",
    "as",
    "then",
    "now",
    "как только",
    "and",
    "please",
)
"""What people write around an order."""
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
            "I resign",
            "RESIGN Nf3",
            "DRAW, I think",
            "Nf3 DRAW",
            "claim a draw",
            "О-О",
            "O–O–O",
            "g1–f3",
            "Ｎｆ３",
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
        *(
            "MOVE C2 E–N",
            "CHARGE J2 E – N",
            "MOVE C2 E-N-X",
            "MOVE C2 E--N",
            "MOVE C2 E -- N",
            "MOVE C2 Е-N",
            "CHARGE J2 N - Е",
            "МOVE C2 E",
            "ＭＯＶＥ Ｃ２ Ｅ",
            "CREATE C3 АВ",
            "CREATE ABCDE1 C3",
            "PASS now",
            "PASS PASS",
            "HOLIDAY 3",
            "MOVE C2 E PASS",
        ),
        *(
            "GAMBLE 3 on K1 GAMBLE 4 on 1st",
            "GAMBLE 3 GAMBLE 4 K1",
            "GAMBLE 3 E K1, K2 and then",
            "GAMBLE 2E red green please",
            "GAMBLE 2E first, SECOND, 3rd",
            "GAMBLE 1 don’t care",
            "GAMBLE 1 22nd, 11th 0th DON'T CARE now",
            "GAMBLE 1 К1",
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
        *(
            "PLACE S - D3",
            "PLACE S re-d D3",
            "PLACE S –– D3",
            "PLACE S геd D3",
            "PLACE S D3; MUTATE D4 ТО M",
            "HOLIDAY PLACE S D3",
            "if on holiday, PLACE S D3",
        ),
    ),
}
"""Texts of each ruleset, right and wrong ones."""
SCRIPTS = {
    "genie": (("genie/read.js",), "Moves", genie_offering.offers(game(), "white")),
    "genetess": (
        ("grid.js", "genetess/ways.js", "genetess/pieces.js", "genetess/preferences.js", "genetess/read.js"),
        "Reading",
        genetess_offering.offers(drawn("before:\n    k.\nk: red K"), "red"),
    ),
    "dna": (("dna/position.js", "dna/read.js"), "Placing", dna_offering.offers(started(), "red")),
}
"""What reads them: scripts, the one that is asked, and the data that it is given, without what never can be ordered."""


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


def _texts(name: str, seed: int) -> list[str]:
    luck, orders = Random(seed), ORDERS[name]
    parts = [*orders, *SIGNS, *PROSE, *(word for order in orders for word in order.split())]
    ways: tuple[Callable[[], str], ...] = (
        lambda: "".join(luck.choices((*parts, " "), k=luck.randint(2, 6))),
        lambda: " ".join(luck.choices(parts, k=luck.randint(2, 5))),
        lambda: _mistyped(luck, luck.choice(orders), luck.choice(SIGNS)),
        lambda: _mistyped(luck, luck.choice(orders), _any_letter(luck)),
    )
    return list(dict.fromkeys([*orders, *(way() for way in ways for _ in range(MIXED))]))


def _mistyped(luck: Random, order: str, sign: str) -> str:
    """An order with a sign somewhere in it, or in place of a letter."""
    at = luck.randrange(len(order) + 1)
    return order[:at] + sign + order[at + luck.randint(0, 1) :]


def _any_letter(luck: Random) -> str:
    letter = chr(luck.randrange(0x1FFFF))
    return "?" if unicodedata.category(letter) in ("Cn", "Cs") else letter  # which not every Unicode knows


def _both(
    page: Page, texts: list[str], script: str, read: Any, data: Any = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What both make of the texts."""
    found = page.evaluate(
        f"([texts, data]) => texts.map((file) => Queue.entries(file).map({script}))", [texts, data]
    )
    return dict(zip(texts, found, strict=True)), {
        text: [read(entry) for entry in entries(text)] for text in texts
    }


def _differing(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    return {text: (mine, wanted[text]) for text, mine in found.items() if mine != wanted[text]}


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.by_day(1, ci=3)
def test_the_words_of_an_order_are_those_of_the_program(name: str, page: Page, seed: int) -> None:
    script = "({ text, starred, order }) => [text, starred, Queue.words(order).map(({ text }) => text)]"
    found, wanted = _both(
        page,
        _texts(name, seed),
        script,
        lambda entry: [entry.text, entry.starred, [word.text for word in entry.words]],
    )
    assert not _differing(found, wanted)


@pytest.mark.by_day(0, ci="all")
def test_every_letter_is_the_same_for_both(page: Page) -> None:
    every = [chr(number) for number in (*range(0x1FFFF), *range(0xE0000, 0xE0200))]
    texts = [f"A{letter}B" for letter in every if unicodedata.category(letter) not in ("Cn", "Cs")]
    found, wanted = _both(page, texts, "({ text }) => text", lambda entry: entry.text)
    assert not _differing(found, wanted)


def _said(name: str, entry: Any) -> dict[str, Any]:
    """What the program reads, as the scripts have it."""
    reading = ruleset(name).parse(entry)
    order = reading.order
    if order is None:
        return {"fault": reading.told}
    if order.verb == HOLIDAY and name == "dna":
        return {}
    parts: dict[str, Any] = PARTS[name](order)
    return {"over": _over(entry, reading), **parts}


def _over(entry: Any, reading: Any) -> list[str]:
    """The words that are passed over."""
    spans = sorted({span for span in (reading.ignored, reading.ignored_after) if span})
    words = [
        [word.text for word in entry.words if span.start <= word.span.start < span.end] for span in spans
    ]
    return [" ".join(some) for some in words]


def _genetess(order: Any) -> dict[str, Any]:
    return {
        "verb": order.verb,
        "at": order.at and str(order.at),
        "to": order.to and str(order.to),
        "codes": order.codes,
        "path": [step.name for step in order.path],
        "stake": order.stake,
        "preferences": [*order.preferences],
    }


def _dna(order: Any) -> dict[str, Any]:
    return {
        "size": order.size,
        "colour": order.colour,
        "at": str(order.at),
        "archive": order.archive,
        "clauses": [
            {"clause": "MUTATE", "parts": [{"at": str(step.at), "to": step.to} for step in clause.steps]}
            if hasattr(clause, "steps")
            else {"clause": "SCORE", "parts": [asdict(capture) for capture in clause.captures]}
            for clause in order.clauses
        ],
    }


def _genie(order: Any) -> dict[str, Any]:
    move = order.move and asdict(order.move)
    return {"verb": order.verb.replace("MOVE", ""), "move": move}


PARTS: dict[str, Any] = {"genetess": _genetess, "dna": _dna, "genie": _genie}
TOLD = """({ order }) => {
  const reading = SCRIPT.read(order, data) ?? {};
  const { fault, text, stretch, used, ...parts } = reading;
  return fault ? { fault } : parts;
}"""


def _plain(said: dict[str, Any]) -> dict[str, Any]:
    """What was read without what it lacks; a capital or a sign that means nothing is none."""
    if move := said.get("move"):
        move = {**move, "captures": bool(move.get("captures"))}
        move["piece"] = (move.get("piece") or "").upper().replace("P", "")
        move["becomes"] = (move.get("becomes") or "").upper()
        said = {**said, "move": {part: value for part, value in move.items() if value and part != "long"}}
    return {part: value for part, value in said.items() if value}


# rulings G27, D5 and L6
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.by_day(1, ci=3)
def test_an_order_says_the_same_to_both_and_has_the_same_mistake(name: str, page: Page, seed: int) -> None:
    _, script, offers = SCRIPTS[name]
    data = msgspec.to_builtins({key: value for key, value in offers.items() if key != "never"})
    found, wanted = _both(
        page, _texts(name, seed), TOLD.replace("SCRIPT", script), lambda entry: _said(name, entry), data
    )
    told = {text: [*map(_plain, some)] for text, some in found.items()}
    meant = {text: [*map(_plain, some)] for text, some in wanted.items()}
    for text, some in told.items():
        for mine, program in zip(some, meant[text], strict=True):
            if "fault" in mine and mine["fault"].startswith(program.get("fault", "no fault")):
                mine["fault"] = program["fault"]  # the page may add how an order is written
    assert not _differing(told, meant)
    assert {True, False} == {"fault" in each for some in meant.values() for each in some}
