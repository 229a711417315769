"""The line on which an order is written: what is typed stays where it is typed, and what was clicked can be changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import click, league_for_red, order_of, plans, press
from tests.kit.league import League, wide
from tests.site import test_dna, test_genie


def _plain(folder: Path, text: str) -> League:
    """A game of a ruleset without a board file."""
    made = League(folder, text).start()
    made.build()
    return made


def _gambling(folder: Path) -> League:
    made = wide(folder)
    file = made.root / "games/riot/game.yaml"
    text = file.read_text().replace("rules: {", "rules: {gamble: [start], ")
    file.write_text(re.sub(", start: K[1-3]", "", text))
    made.start().build()
    return made


SHEETS: dict[str, tuple[Callable[[Path], League], str, tuple[str, ...], str]] = {
    "genetess": (league_for_red, "red", ("C2", "D3", "E3"), "MOVE C2 SE-E"),
    "gamble": (_gambling, "red", ("Q2",), "GAMBLE 0E on K2"),
    "dna": (lambda folder: _plain(folder, test_dna.GAME), "red", ("A1",), "PLACE S A1"),
    "genie": (lambda folder: _plain(folder, test_genie.GAME), "white", ("g1", "f3"), "Nf3"),
}
"""By the way of picking: a game, a seat of it, squares to be clicked, and the order that comes of them."""


@pytest.fixture(scope="module", params=SHEETS)
def picks(request: pytest.FixtureRequest) -> str:
    """The way of picking."""
    return str(request.param)


@pytest.fixture(scope="module")
def league(picks: str, tmp_path_factory: pytest.TempPathFactory) -> League:
    return SHEETS[picks][0](tmp_path_factory.mktemp(picks))


@pytest.fixture
def sheet(picks: str, league: League, browser: Browser) -> Iterator[Page]:
    """The sheet of its seat, on which nothing may go wrong."""
    errors: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((league.out / f"riot/sheet/{SHEETS[picks][1]}/index.html").as_uri())
        plans(page)
        yield page
    assert not errors


@pytest.mark.exhaustive
def test_what_is_typed_stays_where_it_is_typed(sheet: Page) -> None:
    line = sheet.locator("#order")
    line.fill("Nf3")
    line.press("Home")
    sheet.keyboard.type("12. ")
    assert order_of(sheet) == "12. Nf3"
    expect(sheet.locator("#add")).to_be_enabled()


@pytest.mark.by_day(1)
def test_what_was_clicked_can_be_changed_by_hand(picks: str, sheet: Page) -> None:
    _, _, squares, text = SHEETS[picks]
    click(sheet, *squares)
    assert order_of(sheet) == text
    sheet.locator("#order").press("Home")
    sheet.keyboard.press("Delete")
    sheet.keyboard.type("Gg")
    assert order_of(sheet) == f"Gg{text[1:]}"
    assert not sheet.locator("[data-kind=from]").count()  # nothing is chosen on the board any more


@pytest.mark.exhaustive
def test_clear_leaves_neither_an_order_nor_anything_chosen(picks: str, sheet: Page) -> None:
    click(sheet, *SHEETS[picks][2])
    press(sheet, "Clear this order")
    assert order_of(sheet) == ""
    expect(sheet.locator("#add")).to_be_disabled()
    assert not sheet.locator("[data-kind=from]").count()
