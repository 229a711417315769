"""What a sheet of a league knows is tried out in the page that plays, and an order comes back to the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import settle
from tests.browser.conftest import Served
from tests.kit.league import wide

pytestmark = pytest.mark.by_day(1, ci="all")
PATIENCE = 120_000
"""Milliseconds, for Python to start on a machine that is busy."""

Opens = Callable[[bool], tuple[Page, list[str]]]


@pytest.fixture
def opens(browser: Browser, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opens]:
    """Opens the board from red's sheet in a league that has the pack; gives the page, and what it asks for."""
    monkeypatch.syspath_prepend(pack.parent)
    served: list[Served] = []
    complaints: list[str] = []
    with browser.new_context() as context:

        def opened(is_sealed: bool) -> tuple[Page, list[str]]:
            league = wide(tmp_path, sealed=is_sealed).start()
            league.order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
            league.build()
            served.append(Served(league.out))
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: complaints.append(f"{error}"))
            key = f"#{league.link('red')}" if is_sealed else ""
            page.goto(f"{served[0].address}riot/sheet/red/{key}")
            link = page.get_by_role("link", name="Try things out")
            expect(link).to_be_visible()
            asked: list[str] = []
            context.on("request", lambda each: asked.append(each.url))
            link.click()
            expect(page.frame_locator("#frame").locator("#trial")).to_be_visible(timeout=PATIENCE)
            settle(page)
            return page, asked

        yield opened
    for each in served:
        each.close()
    assert not complaints


@pytest.mark.parametrize("is_sealed", [False, True], ids=["open", "sealed"])
def test_an_order_is_tried_in_the_page_and_comes_back_to_the_sheet(opens: Opens, is_sealed: bool) -> None:
    page, asked = opens(is_sealed)
    board = page.frame_locator("#frame")
    board.locator('[data-order="PASS"]').click()
    board.locator("#send").click()
    expect(board.locator("#builder[data-seat=green]")).to_be_visible()
    assert not [url for url in asked if "/riot/" in url]
    page.reload()
    expect(board.locator("[data-use]")).to_be_visible(timeout=PATIENCE)
    settle(page)
    board.locator("[data-use]").click()
    expect(page.locator("#builder-word")).to_contain_text("It is not sent yet.")
    expect(page.locator("#send")).to_have_text("Save PASS")
    assert "/riot/sheet/red/index.html" in page.url
