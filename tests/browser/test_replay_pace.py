"""The replay in time: whose scenes come late or never, and how fast it plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.test_replay import address, site, turn
from tests.site.leagues import Site

__all__ = ["address", "site"]


@pytest.mark.parametrize("last", ["red", "everybody"])
def test_who_was_chosen_last_is_shown_however_late_others_come(opens: Callable[..., Page], last: str) -> None:
    page = opens("riot/replay.html#2a")
    held: list[Route] = []
    page.route("**/replay/green/01.js", lambda route: held.append(route))
    page.locator("#viewer").select_option("green")
    page.locator("#viewer").select_option(last)
    page.locator("#next").click()
    address = page.url.partition("#")[0] + ("#2b/red" if last == "red" else "#2b")
    page.wait_for_url(address)
    held[0].continue_()
    page.wait_for_function("files.has('green 0')")
    page.evaluate("new Promise((done) => setTimeout(done, 200))")
    expect(page.locator("#viewer option:checked")).to_have_text(last)
    expect(page.locator("#board svg g.p.c-red")).to_have_count(3 if last == "red" else 0)
    turn(page, "Turn 2b: green")
    assert page.url == address


def test_it_can_be_played_on_while_a_seat_is_awaited(opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html#2a")
    held: list[Route] = []
    page.route("**/replay/green/01.js", lambda route: held.append(route))
    page.locator("#viewer").select_option("green")
    page.locator("#first").click()
    turn(page, "The start")
    held[0].continue_()
    expect(page.locator("#board svg g.p.c-green")).to_have_count(3)
    turn(page, "The start")


def test_who_cannot_be_shown_is_not_left_chosen(site: Site, browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/replay/green/01.js", lambda route: route.abort())
    page.goto(f"{address}riot/replay.html#2a/red")
    turn(page, "Turn 2a: red")
    page.locator("#viewer").select_option("green")
    expect(page.locator("#word")).to_contain_text("could not be loaded")
    expect(page.locator("#viewer")).to_have_value("red")
    context.close()


@pytest.mark.parametrize(
    ("speed", "pace"), [("slow", 3000), ("normal", 1500), ("fast", 700), ("very fast", 250)]
)
def test_it_plays_as_fast_as_it_is_told(opens: Callable[..., Page], speed: str, pace: int) -> None:
    page = opens("lamp/replay.html#1a")
    page.clock.install(time="2027-01-15T10:00:00Z")
    page.reload()
    turn(page, "Turn 1a: white")
    page.clock.pause_at("2027-01-15T11:00:00Z")
    page.locator("#speed").select_option(speed)
    page.locator("#play").click()
    page.clock.run_for(3 * pace - 1)
    turn(page, "Turn 2a: white")
    page.clock.run_for(1)
    turn(page, "Turn 2b: black")


def test_every_move_of_the_score_leads_to_its_scene_and_the_last_one_is_marked(lamp: Page) -> None:
    moves, marked = lamp.locator("#score a"), lamp.locator("#score [aria-current]")
    expect(lamp.locator("#score li")).to_have_count(4)
    expect(marked).to_have_attribute("href", "#1a")
    moves.nth(4).click()
    turn(lamp, "Turn 3a: white")
    expect(marked).to_have_text("◉xd5")
    lamp.keyboard.press("Home")
    expect(marked).to_have_count(0)


def test_the_score_scrolls_in_its_own_box(lamp: Page) -> None:
    lamp.evaluate("document.querySelector('#score ol').style.maxHeight = '2rem'")
    lamp.keyboard.press("End")
    expect(lamp.locator("#score [aria-current]")).to_be_in_viewport()
    assert lamp.evaluate("scrollY") == 0
    assert lamp.evaluate("document.querySelector('#score ol').scrollTop") > 0


def test_the_board_is_turned_with_its_squares_names(lamp: Page) -> None:
    king = lamp.locator("#board svg g:has(> title:text-is('e1: white king')) > use")
    names = lamp.locator("#board .t text")
    for place, first in (((120, 210), ("a", "15")), ((90, 0), ("a", "225")), ((120, 210), ("a", "15"))):
        expect(king).to_have_attribute("x", str(place[0]))
        expect(king).to_have_attribute("y", str(place[1]))
        expect(names.first).to_have_text(first[0])
        expect(names.first).to_have_attribute("x", first[1])
        lamp.get_by_role("button", name="Turn the board").click()
    expect(lamp.get_by_role("button", name="Turn the board")).to_have_attribute("aria-pressed", "true")
    lamp.keyboard.press("ArrowRight")
    turn(lamp, "Turn 1b: black")
    pawn = lamp.locator("#board svg g:has(> title:text-is('d5: black pawn')) > use")
    expect(pawn).to_have_attribute("y", "120")
