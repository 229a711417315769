"""The replay in time: whose scenes come late or never, and how fast it plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.test_replay import see_as, seen_as, site, turn
from tests.kit.league import League

pytestmark = pytest.mark.by_day(0, ci="all")

__all__ = ["site"]

ARRIVED = """async () => {
  const wait = () => new Promise((done) => setTimeout(done, 100));
  while (!loaded.has("green")) await wait();
  await wait();
}"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("last", ["red", ""])
def test_who_was_chosen_last_is_shown_however_late_others_come(opens: Callable[..., Page], last: str) -> None:
    page = opens("riot/replay.html#2a")
    held: list[Route] = []
    page.route("**/replay/green/01.js*", lambda route: held.append(route))
    see_as(page, "green")
    see_as(page, last)
    page.locator("#next").click()
    address = page.url.partition("#")[0] + ("#2b/red" if last == "red" else "#2b")
    page.wait_for_url(address)
    held[0].continue_()
    page.evaluate(ARRIVED)
    seen_as(page, last)
    expect(page.locator("#board svg g.p.c-red")).to_have_count(3 if last == "red" else 0)
    turn(page, "2b")
    assert page.url == address


@pytest.mark.exhaustive
def test_it_can_be_played_on_while_a_seat_is_awaited(opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html#2a")
    held: list[Route] = []
    page.route("**/replay/green/01.js*", lambda route: held.append(route))
    see_as(page, "green")
    page.locator("#first").click()
    turn(page, "The start")
    held[0].continue_()
    expect(page.locator("#board svg g.p.c-green")).to_have_count(3)
    turn(page, "The start")


@pytest.mark.exhaustive
def test_who_cannot_be_shown_is_not_left_chosen(site: League, browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/replay/green/01.js*", lambda route: route.abort())
    page.goto(f"{address}riot/replay.html#2a/red")
    turn(page, "2a")
    see_as(page, "green")
    expect(page.locator("#word")).to_contain_text("could not be loaded")
    seen_as(page, "red")
    context.close()


@pytest.mark.by_day(0, ci=1)
@pytest.mark.parametrize(
    ("speed", "pace"), [("slow", 3000), ("normal", 1500), ("fast", 700), ("very fast", 250)]
)
def test_it_plays_as_fast_as_it_is_told(opens: Callable[..., Page], speed: str, pace: int) -> None:
    page = opens("lamp/replay.html#1a", alone=True)
    page.clock.install(time="2027-01-15T10:00:00Z")
    page.reload()
    turn(page, "1a")
    page.clock.pause_at("2027-01-15T11:00:00Z")
    page.locator("#speed").select_option(speed)
    page.locator("#play").click()
    page.clock.run_for(3 * pace - 1)
    turn(page, "2a")
    page.clock.run_for(1)
    turn(page, "2b")
