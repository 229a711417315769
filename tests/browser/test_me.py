"""The league's home for one of its players, who has said who they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kit.boards import WIDE, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, wide

Opens = Callable[..., Page]
SHIFTS = (
    "window.shifts = 0;"
    "new PerformanceObserver((list) => list.getEntries().forEach((each) => (window.shifts += each.value)))"
    ".observe({ type: 'layout-shift', buffered: true })"
)


def LEAGUE(folder: Path) -> League:  # noqa: N802
    """Return a league in which it is Ragnar's move in one game, and Gwen's in another where he plays, too."""
    site = wide(folder).start()
    site.add("fort", wide_file(name="Fort", red="Ragnar", id=OTHER_ID), WIDE)
    site.start("fort").order_in("fort", 9, "PASS").build()
    return site


def _says(page: Page, name: str) -> None:
    page.get_by_label("Who are you?").select_option(label=f"I am {name}")


def test_the_games_where_it_is_my_move_come_first_with_the_way_to_my_sheet(opens: Opens) -> None:
    page = opens("index.html")
    _says(page, "Ragnar")
    expect(page.get_by_role("heading", name="Your move 1")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("#yours + ul h3")).to_have_text("Riot")
    expect(page.locator("#others + ul h3")).to_have_text("Fort")
    expect(page.get_by_role("link", name="Your sheet")).to_have_attribute("href", "fort/sheet/red/index.html")
    page.get_by_role("link", name="Make your move").click()
    expect(page).to_have_url(re.compile("/riot/sheet/red/index.html$"))


def test_a_player_sees_a_game_as_their_seat_does_and_everybody_else_as_all_do_together(opens: Opens) -> None:
    page = opens("index.html")
    riot, fort = (page.locator(f'[data-place="{slug}/"] .pic') for slug in ("riot", "fort"))
    expect(riot.locator(".p.c-green")).to_have_count(3)
    _says(page, "Ragnar")
    for game in (riot, fort):
        expect(game.locator(".p.c-red")).to_have_count(3)
        expect(game.locator(".p.c-green")).to_have_count(0)
    _says(page, "Gwen")
    expect(riot.locator(".p.c-green")).to_have_count(3)
    expect(riot.locator(".p.c-red")).to_have_count(0)
    _says(page, "…")
    expect(riot.locator(".p.c-red")).to_have_count(3)


def test_what_all_see_together_is_never_shown_to_a_player(opens: Opens) -> None:
    page = opens("index.html")
    _says(page, "Ragnar")
    page.add_init_script(
        "window.seen = 0;"
        "new MutationObserver(() => {"
        "  const pieces = [...document.querySelectorAll('.pic .p.c-green')];"
        "  window.seen += pieces.filter((each) => getComputedStyle(each).visibility === 'visible').length;"
        "}).observe(document, { subtree: true, childList: true });"
    )
    page.reload()
    expect(page.locator(".pic .p.c-red")).to_have_count(6)
    assert page.evaluate("window.seen") == 0
    _says(page, "…")
    expect(page.locator(".pic .p.c-green").first).to_be_visible()
    assert page.evaluate("window.seen") > 0


@pytest.mark.exhaustive
def test_the_answer_stays_in_this_browser_and_nothing_moves_when_the_page_comes_again(opens: Opens) -> None:
    page = opens("index.html")
    _says(page, "Ragnar")
    page.add_init_script(SHIFTS)
    page.reload()
    expect(page.get_by_role("heading", name="Your move 1")).to_be_visible()
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("window.shifts") < 0.02


@pytest.mark.exhaustive
def test_whoever_says_nothing_sees_the_home_as_everybody_does(opens: Opens) -> None:
    page = opens("index.html")
    _says(page, "Ragnar")
    _says(page, "…")
    expect(page.get_by_role("link", name="Make your move")).to_have_count(0)
    expect(page.locator("#on + ul h3")).to_have_text(["Fort", "Riot", "New here?"])
    expect(page.get_by_role("link", name="See the game")).to_have_count(2)


def test_without_scripts_each_card_leads_to_the_sheet_of_who_is_to_move(opens: Opens) -> None:
    page = opens("index.html", java_script_enabled=False)
    expect(page.locator(".stands").first).to_contain_text("Gwen (green) is to move")
    page.locator(".stands").first.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/fort/sheet/green/index.html$"))
