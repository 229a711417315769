"""A page that stays open tells that the game has gone on, and loads nothing by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import RED, Opens, league_for_red
from tests.kit.league import League

LEAGUE = league_for_red
PAGES = [RED, "riot/index.html", "riot/replay.html"]


def look(page: Page) -> None:
    """The reader comes back to the page."""
    page.evaluate("dispatchEvent(new Event('focus'))")


@pytest.mark.parametrize("place", PAGES)
def test_a_new_turn_is_told_on_an_open_page_and_in_its_title(site: League, opens: Opens, place: str) -> None:
    page = opens(place)
    title = page.title()
    look(page)
    page.wait_for_timeout(200)
    expect(page.locator("#fresh")).to_have_count(0)
    site.order("PASS").build()
    look(page)
    expect(page.locator("#fresh")).to_contain_text("The game has gone on.")
    assert page.title() == f"● {title}"
    look(page)
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#fresh")).to_have_count(0)
    assert page.title() != f"● {title}"


def test_what_is_written_on_the_page_stays_until_its_reader_loads_it(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.locator("#orders").fill("MOVE B2 S # mine")
    site.order("PASS").build()
    look(page)
    expect(page.locator("#fresh")).to_have_count(1)
    assert page.locator("#orders").input_value() == "MOVE B2 S # mine"


def test_the_end_of_a_game_is_told_too(site: League, opens: Opens) -> None:
    page = opens("riot/index.html")
    assert "over" not in site.page("riot/newest.js")
    site.finish(site.hour + 1)
    site.build()
    assert site.page("riot/newest.js").startswith('newest("over", ')
    look(page)
    expect(page.locator("#fresh")).to_have_count(1)
