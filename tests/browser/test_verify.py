"""A game verified in a visitor's browser, by the program that the site has beside its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served
from tests.browser.test_page_games import flaws, walk
from tests.kit.history import replaced, tamper
from tests.kit.keys import KEY, machine
from tests.kit.league import League, wide

PATIENCE = 120_000  # milliseconds: the program is loaded first
Show = Callable[..., Page]


def start(page: Page) -> None:
    page.locator("#start").click()


def start_by_keys(page: Page) -> None:
    walk(page, page.locator("#start:focus"))
    page.keyboard.press("Enter")


@pytest.fixture
def show(pack: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    """Builds a league's site with the program, and shows the page that verifies its game."""
    monkeypatch.syspath_prepend(pack.parent)
    servers: list[Served] = []
    asked: list[str] = []
    complaints: list[str] = []
    with browser.new_context() as context:

        def opened(league: League, start: Callable[[Page], None] = start) -> Page:
            league.build(full=True)
            servers.append(Served(league.out))
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("request", lambda request: asked.append(request.url))
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: complaints.append(f"{error}"))
            page.goto(f"{servers[-1].address}riot/index.html")
            page.get_by_role("link", name="Verify this game").click()
            expect(page.locator("#start")).to_be_visible()
            start(page)
            expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE)
            return page

        yield opened
    for server in servers:
        server.close()
    assert not complaints
    assert not [url for url in asked if not url.startswith(("blob:", *(each.address for each in servers)))]


def test_an_open_game_that_goes_on_is_as_committed(show: Show, tmp_path: Path, tools: Path) -> None:
    page = show(wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E"))
    expect(page.locator("#verdict h2")).to_have_text("Riot: Verified, all as the rules have it")
    expect(page.locator("#verdict")).to_contain_text(
        "4 records, 3 turns, no luck to check; all as committed."
    )
    assert flaws(page, tools) == []


def test_it_is_used_by_keys_alone(show: Show, tmp_path: Path) -> None:
    page = show(wide(tmp_path).start(), start_by_keys)
    expect(page.locator("#start")).to_be_focused()


def test_a_sealed_game_is_decrypted_by_the_browser_once_its_key_is_public(show: Show, tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        league = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E", "PASS")
        league.finish(9)
        league.reveal(10)
        page = show(league)
    expect(page.locator("#verdict")).to_contain_text("4 records, 2 turns")
    expect(page.locator("#verdict")).to_contain_text("all as committed")


def test_the_first_difference_is_shown_on_the_board(show: Show, tmp_path: Path, tools: Path) -> None:
    league = wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    tamper(league.root, 1, "", replaced("order: .*", "order: PASS"))
    page = show(league)
    expect(page.locator("#verdict")).to_contain_text("The first difference is in record 1, turn 1a.")
    expect(page.locator("#verdict svg.board")).to_be_visible()
    assert flaws(page, tools) == []
