"""What the order builder of DNA draws on the board and says in the queue while a placing is built."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import Opens, click, press
from tests.browser.test_dna_builder import GREEN, _do, league_for_green

LEAGUE = league_for_green


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """Green's sheet."""
    return reopens(GREEN)


@pytest.mark.exhaustive
def test_the_piece_that_is_placed_is_drawn_with_its_strands(sheet: Page) -> None:
    _do(sheet, "+L green, 4 in your gene pool", "B2")
    drawn = sheet.locator("svg .drawn")
    assert drawn.locator("use").get_attribute("href") == "#pL"
    assert drawn.locator("rect.sn").count() == 1
    assert drawn.locator("g").first.get_attribute("class") == "c-green"
    sheet.locator("#orders").fill("PLACE S A1")
    assert drawn.locator("use").count() == 2
    sheet.locator('[data-at="B2"]').press("Escape")
    assert drawn.locator("use").count() == 1
    assert drawn.locator(".go text").text_content() == "1"


@pytest.mark.exhaustive
def test_what_the_last_turn_did_is_not_drawn_among_what_is_built(sheet: Page) -> None:
    """Strands, and frames around what was placed, look alike in the last turn and in the order."""
    old = sheet.locator("svg.board > :first-child").locator(".pl, .sn, .st, .pt")
    assert old.count()
    assert all(each.is_visible() for each in old.all())
    click(sheet, "A1")
    assert not any(each.is_visible() for each in old.all())
    press(sheet, "Add")
    assert not any(each.is_visible() for each in old.all())
    press(sheet, "Remove: PLACE S A1")
    assert all(each.is_visible() for each in old.all())


def test_an_order_behind_the_first_is_said_not_to_be_checked(sheet: Page) -> None:
    sheet.locator("#orders").fill("PLACE S A1 / PLACE S A2")
    notes = sheet.locator("#orders-list li small")
    expect(notes).to_have_text(
        [
            "This turn: places S on A1",
            "Waits for round 3: places S on A2. Not checked yet, because it depends on the board then",
        ]
    )
