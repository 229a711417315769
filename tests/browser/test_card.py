"""The card of a piece, dragging, and the shop for new pieces."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import RED, Opens, click, league_for_red, order_of, press
from tests.kit.league import wide

LEAGUE = league_for_red
FOLDED = True


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """Red's sheet."""
    return reopens(RED)


@pytest.mark.parametrize(
    ("square", "title", "words"),
    [
        ("C2", "ABC on C2", "Moves exactly 2 steps, diagonally too."),
        ("K2", "? on K2", "You do not know its codes."),
        ("E4", "interior wall on E4", "A piece with O can mine it."),
    ],
)
def test_a_square_tells_what_is_on_it_by_pointer_and_by_focus(
    sheet: Page, square: str, title: str, words: str
) -> None:
    about = sheet.locator("#about")
    expect(about.locator("h2")).to_have_text("Your move")
    sheet.locator(f'[data-at="{square}"]').hover()
    expect(about.locator("h2")).to_have_text(title)
    expect(about).to_contain_text(words)
    sheet.mouse.move(0, 0)
    expect(about.locator("h2")).to_have_text("Your move")
    sheet.locator(f'[data-at="{square}"]').focus()
    expect(about.locator("h2")).to_have_text(title)


def test_the_card_of_the_chosen_piece_stays(sheet: Page) -> None:
    click(sheet, "C2")
    sheet.locator('[data-at="D4"]').hover()
    expect(sheet.locator("#about h2")).to_have_text("KVY on D4")
    sheet.mouse.move(0, 0)
    expect(sheet.locator("#about h2")).to_have_text("ABC on C2")
    expect(sheet.locator("#about .chip").nth(1)).to_have_text("B 2 steps")


def test_a_long_press_shows_the_card_and_chooses_nothing(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 390, "height": 844}, has_touch=True)
    cell = page.locator('[data-at="C2"]')
    cell.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#about")).to_be_in_viewport(ratio=1)
    expect(page.locator("#about h2")).to_have_text("ABC on C2")
    cell.dispatch_event("click")
    assert order_of(page) == ""


def test_a_piece_is_dragged_to_where_it_goes(sheet: Page) -> None:
    sheet.locator('[data-at="C2"]').hover()
    sheet.mouse.down()
    sheet.locator('[data-at="C4"]').hover()
    sheet.mouse.up()
    assert order_of(sheet) == "MOVE C2 SE-SW"


# New pieces


def test_a_new_piece_is_put_together_from_buttons_and_what_is_too_dear_is_grey(sheet: Page) -> None:
    click(sheet, "B2")
    press(sheet, "CREATE")
    press(sheet, "AB 5 E")
    press(sheet, "C diagonal moves +4 E")
    expect(sheet.locator("#picks [role=status]")).to_contain_text("Costs 9 E. You keep 393 of your 402 E")
    click(sheet, "C3")
    assert order_of(sheet) == "CREATE C3 ABC"
    sheet.get_by_role("button", name="Z charge").click()
    expect(sheet.get_by_role("button", name="O mine")).to_be_disabled()


@pytest.mark.exhaustive
def test_the_codes_stay_when_the_king_is_clicked(sheet: Page) -> None:
    click(sheet, "B2")
    press(sheet, "CREATE")
    sheet.locator("#picks").get_by_label("Codes").fill("ABB")
    click(sheet, "B2")
    expect(sheet.locator("#builder-line")).to_contain_text("choose a free square beside it")
    click(sheet, "C3")
    assert order_of(sheet) == "CREATE C3 ABB"


CROWDED = """\
map: |
  ####################
  #........#.........#
  #........#.........#
  ####################
starts:
  K1: {B2: K, C2: A, B3: A, C3: A, E2: A}
  K2: {K2: K}
  K3: {M2: K}
"""


@pytest.mark.exhaustive
def test_where_no_square_is_free_it_is_told_what_to_do(tmp_path: Path, browser: Browser) -> None:
    made = wide(tmp_path, board=CROWDED, e=400).start()
    made.build()
    page = browser.new_page()
    page.goto((made.out / RED).as_uri())
    click(page, "B2")
    press(page, "CREATE")
    line = page.locator("#builder-line")
    expect(line).to_contain_text("No free square beside your King on B2: move a neighbour, or add")
    expect(line).to_contain_text("I (replaces your own piece)")
    expect(page.locator("#send")).to_have_text("No free square")
