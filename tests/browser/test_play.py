"""What happened since a seat's last turn is played on its newest sheet: by the button, turn by turn, without motion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_replay import GLIDES, SHIFTS
from tests.kit.league import League, wide
from tests.site.scenes import board_with

SHEET = "riot/sheet/green/index.html"


def raided(folder: Path) -> League:
    """Red takes a piece of green's, whose turn comes then."""
    made = wide(folder, board=board_with("K2: {Q2: K, D2: ABC}")).start()
    made.order("PASS", "PASS", "PASS", "MOVE C2 SE-N").build()
    return made


LEAGUE = raided


@pytest.fixture
def sheet(opens: Callable[..., Page]) -> Page:
    return opens(SHEET)


def _glides(page: Page) -> list[int]:
    """How long the first pieces take that glide or fade, once any does."""
    for _ in range(100):
        found: list[int] = page.evaluate(GLIDES)
        if found:
            return found
        page.wait_for_timeout(20)
    return []


def _is_as_before(page: Page) -> None:
    expect(page.locator("#board [style*=transform], #board [style*=opacity]")).to_have_count(0)
    expect(page.locator(".ticks .on")).to_have_count(0)


def test_pieces_glide_what_is_gone_fades_and_the_board_is_as_before(sheet: Page) -> None:
    board = "document.querySelector('#board svg').outerHTML.replaceAll(' style=\"\"', '')"
    before = sheet.evaluate(board)
    sheet.get_by_role("button", name="Play what happened").click()
    expect(sheet.locator(".ticks .on")).to_contain_text("2a")
    assert 250 in _glides(sheet)
    _is_as_before(sheet)
    assert sheet.evaluate(board) == before


@pytest.mark.exhaustive
def test_what_is_played_is_told_while_it_is(browser: Browser, tmp_path: Path) -> None:
    board = board_with("K2: {Q2: K, D2: ABC}").replace("{C3: K}", "{E3: K}")
    made = wide(tmp_path, board=board).start().order("PASS", "PASS", "MOVE E3 N", "MOVE C2 SE-N")
    made.build()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((made.out / SHEET).as_uri())
        headline = page.locator("#news b")
        before = headline.inner_text()
        assert "took your ABC" in before
        page.get_by_role("button", name="Play what happened").click()
        expect(headline).to_contain_text("moved from E3 to E2")
        expect(headline).to_have_text(before)


def test_the_first_touch_of_the_board_ends_what_is_played(sheet: Page) -> None:
    sheet.get_by_role("button", name="Play what happened").click()
    expect(sheet.locator("#board [style*=transform]").first).to_be_attached()
    sheet.locator('[data-at="Q2"]').click()
    assert sheet.locator("#board [style*=transform], #board [style*=opacity]").count() == 0
    assert sheet.locator('[data-at="Q2"]').get_attribute("data-kind") == "from"


def test_a_turn_is_played_alone_and_the_page_stays(sheet: Page) -> None:
    address = sheet.url
    sheet.locator(".ticks a", has_text="2a").click()
    expect(sheet.locator(".ticks .on")).to_contain_text("2a")
    _is_as_before(sheet)
    assert sheet.url == address


@pytest.mark.exhaustive
def test_it_is_played_by_key_and_stopped(sheet: Page) -> None:
    button = sheet.get_by_role("button", name="Play what happened")
    button.press("Enter")
    expect(sheet.locator("#board [style*=transform]").first).to_be_visible()
    sheet.locator("#since").click()
    sheet.keyboard.press("p")
    _is_as_before(sheet)


def test_without_motion_pieces_are_there_at_once(opens: Callable[..., Page]) -> None:
    page = opens(SHEET, reduced_motion="reduce")
    page.get_by_role("button", name="Play what happened").click()
    expect(page.locator(".ticks .on")).to_contain_text("2a")
    assert page.evaluate(GLIDES) == []
    expect(page.locator("#board [style*=transform]").first).to_be_visible()
    _is_as_before(page)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("width", [1440, 360])
def test_nothing_moves_but_the_pieces(browser: Browser, address: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}) as context:
        context.add_init_script(SHIFTS)
        page = context.new_page()
        page.goto(f"{address}{SHEET}")
        page.evaluate("document.querySelector('#play-news').click()")
        page.wait_for_timeout(1500)
        assert page.evaluate("shift") < 0.02


def test_an_old_sheet_has_no_button(opens: Callable[..., Page]) -> None:
    page = opens("riot/sheet/green/past.html#0003")
    expect(page.get_by_role("button", name="Play what happened")).to_have_count(0)
