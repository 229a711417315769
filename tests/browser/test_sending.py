"""Sending an order: one button that says what it sends, what is told afterwards, and which order goes first."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import RED, Opens, click, league_for_red, plans, press, queue_of
from tests.browser.test_genie_builder import league_of
from tests.kit.league import League, wide

FOLDED = True
STAYS = """document.addEventListener("click", (event) => {
  const link = event.target.closest("a#send[href]");
  if (link && !event.defaultPrevented) {
    window.sent = link.href;
    event.preventDefault();
  }
})"""
"""Takes the address to which the button leads, which is outside of this machine."""


LEAGUE = league_for_red


def _red(site: League, opens: Opens, stored: str) -> Page:
    """Red's sheet with these orders stored; no click leaves it."""
    site.writes("red", stored).build()
    page = opens(RED)
    page.evaluate(STAYS)
    return page


@pytest.fixture
def sheet(site: League, opens: Opens) -> Page:
    return _red(site, opens, "")


def sent(page: Page) -> str:
    """The order file in the address that the button has opened."""
    return parse_qs(urlsplit(str(page.evaluate("window.sent"))).query)["orders"][0]


def rows(page: Page) -> list[str]:
    """The orders in the order in which they go, each with what is said of it."""
    return [
        f"{row.locator('code').inner_text()}: {row.locator('small').inner_text()}"
        for row in page.locator("#orders-list li").all()
    ]


def test_a_move_is_sent_by_three_clicks(sheet: Page) -> None:
    expect(sheet.locator("#send")).to_have_text("Choose a piece (King: CREATE)")
    click(sheet, "C2")
    expect(sheet.locator("#send")).to_have_text("Choose 2 more steps")
    click(sheet, "C4")
    expect(sheet.locator("#send")).to_have_text("Send MOVE C2 SE-SW")
    assert rows(sheet) == ["MOVE C2 SE-SW: This turn: ABC C2 to C4"]
    sheet.locator("#send").click()
    assert sent(sheet) == "MOVE C2 SE-SW\n"


def test_what_was_opened_is_told_until_it_is_stored(site: League, opens: Opens, sheet: Page) -> None:
    state = sheet.locator("#state")
    expect(state).to_have_text("Nothing to send yet")
    click(sheet, "C2", "C4")
    expect(state).to_have_text("Draft, not sent")
    sheet.locator("#send").click()
    expect(state).to_contain_text("You pressed Send at ")
    sheet.reload()
    expect(state).to_contain_text("You pressed Send at ")
    expect(sheet.locator("#send")).to_have_text("Open the form again")
    site.writes("red", "MOVE C2 SE-SW\n").build()
    sheet.reload()
    expect(state).to_have_text("Stored")
    expect(sheet.locator("#send")).to_have_text("Choose a piece (King: CREATE)")
    assert rows(sheet) == ["MOVE C2 SE-SW: This turn: ABC C2 to C4"]


@pytest.fixture
def stored(site: League, opens: Opens) -> Page:
    return _red(site, opens, "MOVE D2 S\n")


@pytest.mark.parametrize(
    ("place", "goes", "file"),
    [
        ("", "MOVE C2 S-S is carried out first, then MOVE D2 S.", "MOVE C2 S-S\nMOVE D2 S\n"),
        ("Replace", "MOVE C2 S-S replaces MOVE D2 S.", "MOVE C2 S-S\n"),
        ("Put last", "MOVE C2 S-S is carried out after MOVE D2 S.", "MOVE D2 S\nMOVE C2 S-S\n"),
    ],
)
def test_where_an_order_is_stored_it_is_told_which_goes_now(
    stored: Page, place: str, goes: str, file: str
) -> None:
    click(stored, "C2", "C3", "C4")
    if place:
        press(stored, place)
    expect(stored.locator("#guard p").first).to_have_text(goes)
    numbered = [row.partition(":")[0] for row in rows(stored)]
    assert numbered == file.split("\n")[:-1]
    assert "This turn" in rows(stored)[0]
    if len(numbered) > 1:
        assert "Waits for round 2" in rows(stored)[1]
    more = " and 1 more" if len(numbered) > 1 else ""
    expect(stored.locator("#send")).to_have_text(f"Send MOVE C2 S-S{more}")
    stored.locator("#send").click()
    assert sent(stored) == file
    assert queue_of(stored).strip() == file.strip()


def test_all_ways_carry_what_the_button_names(stored: Page) -> None:
    plans(stored)
    click(stored, "C2", "C4")
    expect(stored.locator("#send")).to_have_text("Send MOVE C2 SE-SW and 1 more")
    pull = stored.get_by_role("link", name="Open a pull request").get_attribute("href")
    assert parse_qs(urlsplit(str(pull)).query)["value"] == ["MOVE C2 SE-SW\nMOVE D2 S\n"]
    with stored.expect_download() as download:
        stored.get_by_role("link", name="Download red.txt").click()
    assert download.value.path().read_text() == "MOVE C2 SE-SW\nMOVE D2 S\n"
    assert queue_of(stored) == "MOVE C2 SE-SW\nMOVE D2 S"


def test_a_wish_on_top_is_no_order_that_a_new_one_goes_before_or_replaces(site: League, opens: Opens) -> None:
    page = _red(site, opens, "VOTE NONE\nMOVE D2 S\n")
    click(page, "C2", "C4")
    expect(page.locator("#guard p").first).to_have_text("MOVE C2 SE-SW is carried out first, then MOVE D2 S.")
    press(page, "Replace")
    expect(page.locator("#guard p").first).to_have_text("MOVE C2 SE-SW replaces MOVE D2 S.")
    expect(page.locator("#send")).to_have_text("Send MOVE C2 SE-SW and 1 wish")
    page.locator("#send").click()
    assert sent(page) == "VOTE NONE\nMOVE C2 SE-SW\n"


def test_an_order_that_is_not_finished_stays_behind_and_that_is_said(sheet: Page) -> None:
    sheet.locator("#wishing summary").click()
    press(sheet, "a draw")
    click(sheet, "C2")
    expect(sheet.locator("#send")).to_have_text("Send VOTE DRAW")
    expect(sheet.locator("#builder-word")).to_have_text(
        "The order that you have begun is not finished, so it is not sent."
    )
    sheet.locator("#send").click()
    assert sent(sheet) == "VOTE DRAW\n"


def test_an_order_that_cannot_work_first_is_told_and_can_be_removed(site: League, opens: Opens) -> None:
    site.writes("red", "MOVE C2 W-W\nMOVE D2 S\n").build()
    page = opens(RED)
    assert [row.split(": ", 1)[1] for row in rows(page)] == [
        "Would fail on the board as you see it now",
        "This turn: A D2 to D3",
    ]
    press(page, "Remove: MOVE C2 W-W")
    assert queue_of(page).strip() == "MOVE D2 S"


@pytest.mark.exhaustive
def test_undo_leaves_nothing_to_send(sheet: Page) -> None:
    click(sheet, "C2", "C4")
    press(sheet, "Discard")
    expect(sheet.locator("#send")).to_have_text("Choose a piece (King: CREATE)")
    expect(sheet.locator("#orders-list")).to_be_hidden()


def test_on_a_phone_the_dock_says_when_the_order_goes(site: League, opens: Opens) -> None:
    site.writes("red", "MOVE D2 S\n").build()
    page = opens(RED, viewport={"width": 390, "height": 844}, has_touch=True)
    dock = page.locator("#dock")
    assert _height(page) <= 56
    expect(dock).to_have_text("Choose a piece (King: CREATE)", use_inner_text=True)
    click(page, "C2", "C4")
    expect(dock).to_contain_text("This turn: ABC C2 to C4")
    assert _height(page) <= 230  # with the choice which order goes first
    site.writes("red", "").build()


def _height(page: Page) -> float:
    return float(page.locator("#dock").evaluate("(dock) => dock.offsetHeight"))


# By keyboard


@pytest.mark.exhaustive
def test_a_second_click_on_the_target_goes_on_to_the_button(sheet: Page) -> None:
    click(sheet, "C2", "C4", "C4")
    expect(sheet.locator("#send")).to_be_focused()


def _presses(page: Page, keys: str) -> int:
    """Press keys, beginning at the top of the page, and return how many it takes to have sent."""
    names = keys.split()
    for key in names:
        page.keyboard.press(key)
    return len(names)


def test_a_move_is_sent_by_at_most_15_keys(sheet: Page) -> None:
    assert _presses(sheet, f"{TO_THE_BOARD} C 2 Enter C 4 Enter Enter Enter") <= 15
    assert sent(sheet) == "MOVE C2 SE-SW\n"


def test_a_move_of_chess_is_sent_by_at_most_12_keys(tmp_path: Path, browser: Browser) -> None:
    made = league_of(tmp_path)
    page = browser.new_page()
    page.goto((made.out / "riot/sheet/white/index.html").as_uri())
    page.evaluate(STAYS)
    assert _presses(page, f"{TO_THE_BOARD} g 1 Enter f 3 Enter Enter Enter") <= 12
    assert page.evaluate("window.sent")


TO_THE_BOARD = "Tab Enter Tab"
"""Keys by which the link that skips the header leads to the first square."""


def test_the_key_s_sends(sheet: Page) -> None:
    click(sheet, "C2", "C4")
    sheet.keyboard.press("s")
    assert sent(sheet) == "MOVE C2 SE-SW\n"


# Where there is no form


def test_without_a_forge_the_button_writes_a_mail_or_saves_the_file(tmp_path: Path, opens: Opens) -> None:
    made = wide(tmp_path).reachable().start()
    made.build()
    assert 'data-way="file"' in made.page(RED)
    made.configure("mail: games@league.example\n")
    made.build()
    assert 'data-way="mail"' in made.page(RED)


def test_what_an_undo_put_back_can_be_sent_as_it_is(site: League, opens: Opens) -> None:
    site.writes("red", "MOVE D2 S\n").run(1)
    site.undo(2)
    site.build()
    page = opens(RED)
    page.evaluate(STAYS)
    expect(page.locator("#state")).to_have_text("Stored")
    page.locator("#send").click()
    assert sent(page) == "MOVE D2 S\n"
