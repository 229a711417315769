"""Wishes on a sheet: a button puts the line above the orders, which are judged as without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.league import League, small
from tests.site import test_dna, test_genie


def _persons(folder: Path) -> League:
    made = small(folder, "version: 3\nholiday: 10d\n")
    (made.root / "people").mkdir()
    for number, name in enumerate(("Ragnar", "Gwen"), start=1):
        (made.root / f"people/p{number}.yaml").write_text(f"name: {name}\n")
        made.edit(f"name: {name}", f"person: p{number}")
    made.start().build()
    return made


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> League:
    return _persons(tmp_path_factory.mktemp("wishing"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    errors: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
    assert not errors


def _open(page: Page, league: League, seat: str) -> None:
    page.goto((league.out / f"riot/sheet/{seat}/index.html").as_uri())
    page.locator("#wishing summary").click()


def test_a_wish_goes_above_the_orders_and_is_no_fault_of_theirs(league: League, page: Page) -> None:
    _open(page, league, "green")
    page.locator("#plan summary").click()
    page.fill("#orders", "PASS")
    page.fill("#wishing input[value='1d']", "12h")
    page.click("text=Give time")
    expect(page.locator("#orders")).to_have_value("GIVE 12h\nPASS")
    expect(page.locator("#orders-list small").first).to_have_text("At once, whoever is to move")
    expect(page.locator("#orders-list .bad")).to_have_count(0)
    expect(page.locator("#checks li")).to_have_count(0)
    expect(page.locator("#send")).to_have_text("Save 2 orders")


def test_days_away_are_picked(league: League, page: Page) -> None:
    _open(page, league, "red")
    expect(page.locator("text=Give time")).to_have_count(0)
    first, last = page.locator("#wishing input[type=date]").all()
    first.fill("2027-02-01")
    last.fill("2027-02-14")
    page.click("text=I am away")
    expect(page.locator("#orders")).to_have_value("AWAY 2027-02-01..2027-02-14\n")
    expect(page.locator("#send")).to_have_text("Save AWAY 2027-02-01..2027-02-14")


@pytest.mark.parametrize(("text", "seat"), [(test_dna.GAME, "green"), (test_genie.GAME, "black")])
def test_other_games_have_them_too(tmp_path: Path, page: Page, text: str, seat: str) -> None:
    made = League(tmp_path, text).start()
    made.build()
    _open(page, made, seat)
    page.locator("#wishing").get_by_text("Resign", exact=True).click()
    expect(page.locator("#send")).to_have_text("Save RESIGN")
    expect(page.locator("#checks li")).to_have_count(0)
