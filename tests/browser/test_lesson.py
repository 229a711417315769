"""The first lesson of each game: it is played on its board by clicks, and answers what does not reach the goal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Reopens = Callable[[str], Page]

CLICKS = {
    "genetess-1": ["B3", "C3"],
    "genetess-2": ["B4", "C3"],
    "genetess-5": ["B4", "D4"],
    "dna-1": ["B2"],
    "genie-1": ["d2", "d2"],
    "genie-4": ["d4", "f6"],
}


def _plays(page: Page, squares: list[str]) -> None:
    for square in squares:
        page.locator(f"#before [data-at={square}]").click()
    page.locator("#carry").click()


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("step", CLICKS)
def test_the_goal_is_reached_by_clicks(reopens: Reopens, step: str) -> None:
    page = reopens(f"learn-{step}.html")
    _plays(page, CLICKS[step])
    expect(page.locator("#after")).to_be_visible()
    expect(page.locator("#before")).to_be_hidden()
    expect(page.locator("#reached .btn").first).to_be_focused()


def test_another_order_is_answered_and_the_goal_stays(reopens: Reopens) -> None:
    page = reopens("learn-genetess-1.html")
    _plays(page, ["B3", "B2"])
    expect(page.locator("#answer")).to_have_text("That is allowed, but it is not the goal here. Try again.")
    expect(page.locator("#reached")).to_be_hidden()
    _plays(page, ["B3", "C3"])
    expect(page.locator("#reached")).to_be_visible()


def test_the_order_is_shown_to_whoever_asks_in_words_and_on_the_board(reopens: Reopens) -> None:
    page = reopens("learn-genetess-3.html")
    page.locator("#show").click()
    expect(page.locator("#answer")).to_contain_text("The order is CREATE B4 AB.")
    expect(page.locator("#before .drawn .set")).to_be_visible()
    page.get_by_role("button", name="Carry out CREATE B4 AB").click()
    expect(page.locator("#reached")).to_be_visible()


def test_on_a_phone_the_button_is_seen_however_much_there_is_to_choose(opens: Callable[..., Page]) -> None:
    page = opens("learn-genetess-3.html", viewport={"width": 360, "height": 740}, has_touch=True)
    expect(page.locator("#carry")).to_be_in_viewport(ratio=1)
    page.locator("#before [data-at=A5]").tap()
    page.get_by_role("button", name="CREATE").tap()
    expect(page.locator("#carry")).to_be_in_viewport(ratio=1)
    box = page.locator(".shop button").first.bounding_box()
    assert box
    assert box["height"] >= 44


@pytest.mark.exhaustive
def test_a_lesson_is_read_without_scripts(opens: Callable[..., Page]) -> None:
    page = opens("learn-dna-3.html", java_script_enabled=False)
    expect(page.locator("#after")).to_be_visible()
    expect(page.locator("#carry")).to_be_hidden()
