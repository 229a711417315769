"""The order builder on a phone: board, line and what can be done are seen together, and squares are large enough."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import RED, Opens, click, league_for_red, press

LEAGUE = league_for_red


def test_on_a_phone_nothing_is_wider_than_the_page(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator('[data-at="J2"]').tap()
    press(page, "DIVIDE")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("width", "height"), [(1200, 800), (360, 740)], ids=["wide", "phone"])
def test_board_and_order_are_seen_together(opens: Opens, width: int, height: int) -> None:
    page = opens(RED, viewport={"width": width, "height": height})
    for square in ("C2", "D3", "E3"):
        click(page, square)
        for part in (f'[data-at="{square}"]', "#send"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_on_a_phone_on_its_side_squares_are_large_enough_for_fingers(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 740, "height": 360}, has_touch=True)
    square = page.locator('[data-at="B2"]').bounding_box()
    assert square
    assert square["width"] >= 44
    expect(page.locator('[data-at="C2"]')).to_be_in_viewport(ratio=1)
    expect(page.locator("#send")).to_be_in_viewport(ratio=1)


def test_on_a_phone_squares_are_large_enough_for_fingers(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    square = page.locator('[data-at="B2"]').bounding_box()
    assert square
    assert square["width"] >= 44
    box = page.locator("#board")
    assert box.evaluate("(box) => box.scrollWidth > box.clientWidth")
    expect(page.locator('[data-at="C2"]')).to_be_in_viewport()  # red's pieces are all in the west
    assert "more-right" in str(box.get_attribute("class"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.by_day(1)
@pytest.mark.parametrize("square", ["J2", "H7", "B2"])
def test_on_a_phone_the_square_and_what_can_be_done_with_it_are_seen_together(
    opens: Opens, square: str
) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    cell = page.locator(f'[data-at="{square}"]')
    cell.evaluate(
        "(cell) => scrollBy(0, cell.getBoundingClientRect().bottom - innerHeight + 150)"
    )  # far down
    cell.tap()
    for button in page.locator("#picks button:not(.shop *, .next *)").all():
        expect(button).to_be_in_viewport(ratio=1)
    _is_free(page, square)
    if square == "B2":
        press(page, "CREATE")
        expect(page.locator("#picks").get_by_label("Codes")).to_be_in_viewport(ratio=1)
        _is_free(page, square)


@pytest.mark.exhaustive
def test_on_a_phone_a_square_that_is_walked_to_comes_out_from_under_the_bar(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 540})
    page.locator('[data-at="B2"]').focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    _is_free(page, "B7")


@pytest.mark.exhaustive
def test_a_button_of_a_piece_chooses_it_whatever_was_begun(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator('[data-at="C2"]').tap()
    page.locator(".jump [data-jump=B3]").tap()
    expect(page.locator('[data-at="B3"]')).to_have_attribute("data-kind", "from")
    expect(page.get_by_role("group", name="What B3 does")).to_be_in_viewport(ratio=1)
    expect(page.locator("#order")).to_have_value(re.compile("^MOVE B3"))


@pytest.mark.exhaustive
def test_on_a_phone_the_shop_leaves_the_board_in_sight(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator('[data-at="B2"]').tap()
    press(page, "CREATE")
    dock = page.locator("#dock").bounding_box()
    assert dock
    assert dock["height"] < 370
    expect(page.locator(".shop button").first).to_be_in_viewport(ratio=1)


def test_on_a_phone_which_order_goes_first_is_chosen_beside_the_button(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    for square in ("C2", "E2"):
        page.locator(f'[data-at="{square}"]').tap()
    for name in ("Put first", "Replace", "Put last"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


def _is_free(page: Page, square: str) -> None:
    """Nothing stands over a square once the page has come to rest."""
    page.wait_for_function(
        """(square) => {
          const cell = document.querySelector(`[data-at="${square}"]`);
          const { x, y, width, height } = cell.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === cell;
        }""",
        arg=square,
    )
