"""An order of the queue that is written anew: its place in the queue is its own, whatever becomes of the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import RED, Opens, click, league_for_red, line_of, order_of, press, queue_of
from tests.kit.league import League

LEAGUE = league_for_red


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """Red's sheet."""
    return reopens(RED)


def _replaces(page: Page, order: str) -> str:
    """The queue once an order was put in the place of the one that is being written anew."""
    page.locator("#order").fill(order)
    press(page, "Replace")
    assert order_of(page) == ""
    expect(page.locator("#replace")).to_be_disabled()
    return queue_of(page)


def _marked(page: Page) -> list[str]:
    return page.locator("#orders-list [aria-current=true] code").all_inner_texts()


@pytest.mark.exhaustive
def test_it_keeps_its_place_when_it_is_moved(sheet: Page) -> None:
    sheet.locator("#orders").fill("PASS\n* MOVE B2 S")
    press(sheet, "Edit: * MOVE B2 S")
    press(sheet, "Earlier: * MOVE B2 S")
    assert _marked(sheet) == ["* MOVE B2 S"]
    assert line_of(sheet).startswith("Order 1 of your queue is being edited")
    press(sheet, "Later: * MOVE B2 S")
    press(sheet, "Earlier: * MOVE B2 S")
    assert _replaces(sheet, "MOVE B2 E") == "* MOVE B2 E\nPASS"


@pytest.mark.exhaustive
def test_it_keeps_its_place_when_another_one_is_moved_past_it(sheet: Page) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 S")
    press(sheet, "Edit: PASS")
    press(sheet, "Earlier: MOVE B2 S")
    assert _marked(sheet) == ["PASS"]
    assert _replaces(sheet, "MOVE D2 E") == "MOVE B2 S\nMOVE D2 E"


@pytest.mark.exhaustive
def test_it_keeps_its_place_when_another_one_is_removed_and_what_is_written_stays(sheet: Page) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 S\nMOVE D2 E")
    press(sheet, "Edit: MOVE B2 S")
    sheet.locator("#order").fill("MOVE B2 E")
    press(sheet, "Remove: PASS")
    press(sheet, "Remove: MOVE D2 E")
    assert order_of(sheet) == "MOVE B2 E"
    assert _marked(sheet) == ["MOVE B2 S"]
    press(sheet, "Replace")
    assert queue_of(sheet).strip() == "MOVE B2 E"


@pytest.mark.exhaustive
def test_a_star_that_it_gets_in_the_queue_is_its_star(sheet: Page) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 S")
    press(sheet, "Edit: MOVE B2 S")
    press(sheet, "At once: MOVE B2 S")
    expect(sheet.locator("#star")).to_be_checked()
    assert _marked(sheet) == ["* MOVE B2 S"]
    assert _replaces(sheet, "MOVE B2 E") == "PASS\n* MOVE B2 E"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("typed", "queue"),
    [
        ("PASS / MOVE B2 E / PASS", "PASS / MOVE D2 E / PASS"),
        ("PASS\n# later\nMOVE B2 E # now", "PASS\n# later\nMOVE D2 E # now"),
    ],
)
def test_it_keeps_its_place_when_the_file_is_written_around_it(sheet: Page, typed: str, queue: str) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 E")
    press(sheet, "Edit: MOVE B2 E")
    sheet.locator("#orders").fill(typed)
    assert _marked(sheet) == ["MOVE B2 E"]
    assert _replaces(sheet, "MOVE D2 E") == queue


@pytest.mark.by_day(1)
@pytest.mark.parametrize("typed", ["", "PASS", "PASS\nMOVE B2 S", "MOVE B2 E\nPASS", "PASS\n* MOVE B2 E"])
def test_once_it_is_another_one_in_the_file_nothing_is_replaced(sheet: Page, typed: str) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 E")
    press(sheet, "Edit: MOVE B2 E")
    sheet.locator("#order").fill("MOVE D2 E")
    sheet.locator("#orders").fill(typed)
    assert not _marked(sheet)
    assert order_of(sheet) == "MOVE D2 E"
    expect(sheet.locator("#replace")).to_be_disabled()
    assert line_of(sheet) == (
        "The order that you were editing has changed in your file. You can add yours as a new one."
    )
    sheet.locator("#order").press("Enter")
    assert queue_of(sheet) == (f"{typed}\n" if typed else "") + "MOVE D2 E\n"


def test_once_it_is_removed_nothing_is_replaced(sheet: Page) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 E")
    press(sheet, "Edit: PASS")
    press(sheet, "Remove: PASS")
    expect(sheet.locator("#replace")).to_be_disabled()
    assert queue_of(sheet).strip() == "MOVE B2 E"
    assert not _marked(sheet)


def test_it_can_be_built_anew_by_clicking(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE B2 S / PASS")
    press(sheet, "Edit: MOVE B2 S")
    click(sheet, "C2", "D3")
    expect(sheet.locator("#replace")).to_be_disabled()
    click(sheet, "E3")
    press(sheet, "Replace")
    assert queue_of(sheet) == "MOVE C2 SE-E / PASS"


@pytest.mark.exhaustive
def test_what_is_under_construction_stays_when_the_queue_is_changed(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE B2 S / PASS")
    click(sheet, "C2", "D3")
    press(sheet, "Remove: PASS")
    assert order_of(sheet) == "MOVE C2 SE"
    click(sheet, "E3")
    press(sheet, "Add")
    assert queue_of(sheet) == "MOVE B2 S\nMOVE C2 SE-E\n"


# What is said and offered meanwhile


def test_the_order_that_is_written_anew_moves_no_piece_away(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE C2 S-S\nPASS")
    press(sheet, "Edit: MOVE C2 S-S")
    expect(sheet.locator("svg .go:has(path)")).to_have_count(0)
    click(sheet, "C2", "D3", "E3")
    assert line_of(sheet) == "MOVE C2 SE-E is ready: press Replace."
    assert not sheet.locator('[aria-label*="after order"]').count()
    press(sheet, "Clear this order")
    expect(sheet.locator("svg .go:has(path)")).to_have_count(1)


def test_what_comes_before_it_still_counts(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE C2 S-S\nPASS\nMOVE D2 E")
    press(sheet, "Edit: PASS")
    click(sheet, "C2")
    expect(sheet.locator("#builder-line")).to_contain_text("Order 1 moves this piece away.")
    click(sheet, "D2")
    expect(sheet.locator("#builder-line")).not_to_contain_text("moves this piece away")


def test_replace_is_beside_the_line_then_and_the_button_to_be_pressed(sheet: Page) -> None:
    replace, add = sheet.locator("#replace"), sheet.locator("#add")
    expect(replace).to_be_hidden()
    press(sheet, "Edit: PASS")
    expect(replace).to_be_visible()
    expect(replace).to_have_class("main")
    for each in (replace, add):
        box, line = each.bounding_box(), sheet.locator("#order").bounding_box()
        assert box
        assert line
        assert abs(box["y"] - line["y"]) < 3
    press(sheet, "HOLIDAY")
    assert line_of(sheet) == "HOLIDAY is ready: press Replace."
    sheet.locator("#order").press("Enter")
    assert queue_of(sheet).endswith("/ HOLIDAY")
    expect(replace).to_be_hidden()


def test_what_was_seen_and_what_is_planned_are_drawn_in_two_inks(sheet: Page, site: League) -> None:
    sheet.locator("#orders").fill("MOVE B2 S")
    expect(sheet.locator(".go .path")).to_have_count(1)
    sheet.locator("svg.board").evaluate(MARKED)
    inks = [
        sheet.locator(f"svg.board {what}").first.evaluate(INK) for what in (".tr.fr", ".tr.to", ".go .path")
    ]
    assert inks[0] == inks[1] != inks[2]


MARKED = """(board) => board.append(...["fr", "to"].map((kind) => {
  const mark = document.createElementNS(board.namespaceURI, "path");
  mark.setAttribute("class", `tr ${kind}`);
  return mark;
}))"""
INK = "(mark) => getComputedStyle(mark).stroke"


@pytest.mark.exhaustive
def test_a_letter_that_is_typed_does_not_unsay_that_an_order_is_written_anew(sheet: Page) -> None:
    sheet.locator("#orders").fill("PASS\nMOVE B2 S")
    press(sheet, "Edit: PASS")
    sheet.locator("#order").press_sequentially("X")
    assert line_of(sheet).startswith("Order 1 of your queue is being edited")
