"""What lies on a board while orders are built: pieces keep their colours, and what is remembered can be hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import RED, Opens, click
from tests.kit.boards import WIDE
from tests.kit.league import League, wide
from tests.site.test_memory import BACK, LOOK

pytestmark = pytest.mark.by_day(0, ci="all")

SPECIALS = "  - {at: D2, type: S7}\n  - {at: C3, type: S5}\n"
ABOVE = "(mark) => document.querySelector(mark).compareDocumentPosition(document.querySelector('.p'))"
"""Whether the first piece comes later in the page (4), so that it is drawn above the mark, or before it (2)."""


def _league(folder: Path) -> League:
    """Red's sheet, with a ghost of green's on it."""
    board = WIDE.replace("P2: ABC", "J3: AB").replace("C2: ABC", "C2: ABC, E4: A") + SPECIALS
    site = wide(folder, board=board).start()
    site.order(LOOK, "PASS", "PASS", BACK, "PASS", "PASS").build()
    return site


LEAGUE = _league


def _order(page: Page, mark: str) -> int:
    found: int = page.evaluate(ABOVE, mark)
    return found


def test_marks_leave_pieces_their_colours(reopens: Opens) -> None:
    """Bug 3: a green square over a red piece made it brown."""
    sheet = reopens(RED)
    click(sheet, "B3")
    assert _order(sheet, ".sel") == 4
    assert _order(sheet, ".ends .dot") == 2
    click(sheet, "B4")
    assert _order(sheet, ".path") == 4
    filled = "(all) => all.map((cell) => getComputedStyle(cell).fill)"
    assert set(sheet.eval_on_selector_all(".sq", filled)) == {"rgba(0, 0, 0, 0)"}


def test_squares_are_marked_by_what_is_there(reopens: Opens) -> None:
    sheet = reopens(RED)
    click(sheet, "C2")
    marks = sheet.locator(".ends")
    expect(marks.locator(".warn")).to_have_count(1)  # S7 blows up whoever comes there
    expect(marks.locator(".dot").first).to_be_attached()


def test_what_is_remembered_can_be_hidden_and_the_browser_keeps_that(opens: Opens) -> None:
    sheet = opens(RED)
    ghost = sheet.locator(".board g.gh")
    expect(ghost).to_be_visible()
    sheet.get_by_label("Show what I remember").uncheck()
    expect(ghost).to_be_hidden()
    sheet.reload()
    expect(ghost).to_be_hidden()
    sheet.get_by_label("Show what I remember").check()
    expect(ghost).to_be_visible()


def test_without_scripts_what_is_remembered_is_shown_and_can_be_hidden(opens: Opens) -> None:
    sheet = opens(RED, java_script_enabled=False)
    expect(sheet.locator(".board g.gh")).to_be_visible()
    sheet.get_by_label("Show what I remember").uncheck()
    expect(sheet.locator(".board g.gh")).to_be_hidden()
