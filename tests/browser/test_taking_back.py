"""Stored orders that are taken back: the file without orders is offered like any other, and what it does is said."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import RED, Opens, league_for_red, press, queue_of
from tests.kit.league import League

LEAGUE = league_for_red


def _emptied(page: Page) -> Page:
    press(page, "Remove: * MOVE B2 S")
    press(page, "Remove: PASS")
    return page


def test_once_no_order_is_left_of_those_stored_the_file_clears_them(opens: Opens) -> None:
    page = _emptied(opens(RED))
    expect(page.locator("#builder-word")).to_have_text(
        "No orders are left here, but some are stored. Send this file to remove them."
    )
    link = page.get_by_role("link", name="Open a pull request")
    expect(link).to_be_visible()
    assert parse_qs(urlsplit(str(link.get_attribute("href"))).query)["value"] == ["# my plan\n"]
    press(page, "Discard my changes")
    expect(page.locator("#builder-word")).to_have_text("")


@pytest.mark.exhaustive
def test_an_empty_file_says_in_a_comment_that_it_has_no_orders(opens: Opens, tmp_path: Path) -> None:
    """Forges want something in a file."""
    page = opens(RED)
    page.locator("#orders").fill("")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download red.txt").click()
    download.value.save_as(tmp_path / "red.txt")
    assert (tmp_path / "red.txt").read_text() == "# no orders\n"


@pytest.mark.exhaustive
def test_the_file_without_orders_leaves_none_stored(site: League, opens: Opens, tmp_path: Path) -> None:
    file = site.root / "games/riot/orders/red.txt"
    before = file.read_bytes()
    file.write_text("# no orders\n")
    site.build()
    page = opens(RED)
    expect(page.locator("#orders")).to_have_value("# no orders")
    expect(page.locator("#made")).to_be_hidden()
    file.write_bytes(before)
    site.build()


@pytest.mark.exhaustive
def test_where_nothing_is_stored_there_is_nothing_to_take_back(opens: Opens) -> None:
    page = opens("riot/sheet/green/index.html")
    expect(page.locator("#unmade")).to_contain_text(
        "Once you have an order, the button for a pull request is here"
    )
    page.locator("#orders").fill("PASS")
    expect(page.locator("#made")).to_be_visible()
    expect(page.locator("#unmade")).to_be_hidden()
    press(page, "Remove: PASS")
    expect(page.locator("#made")).to_be_hidden()
    expect(page.locator("#builder-word")).to_have_text("")


@pytest.mark.exhaustive
def test_with_an_order_goes_the_comment_behind_it(opens: Opens) -> None:
    page = opens(RED)
    page.locator("#orders").fill("# plan\nPASS   # to the wall\nMOVE B2 S / PASS # last")
    press(page, "Remove: MOVE B2 S")
    assert queue_of(page) == "# plan\nPASS   # to the wall\nPASS # last"
    page.get_by_role("button", name="Remove: PASS").first.click()
    assert queue_of(page) == "# plan\nPASS # last"
