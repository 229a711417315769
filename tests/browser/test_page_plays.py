"""A game is played in the page alone: by clicks, before the program is there, in a second visit, and without a host."""

from __future__ import annotations

import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from genetess_cli.admin import play
from genetess_cli.site.build import build
from tests.browser.builders import settle
from tests.browser.conftest import Quiet, Served
from tests.kit.command import git, run
from tests.kit.keys import KEY, machine

pytestmark = pytest.mark.by_day(1, ci="all")

PATIENCE = 120_000
"""Milliseconds, for Python to start on a machine that is busy."""
NOW = 1_767_225_600
READY = "html[data-offline]"


class Plain(Quiet):
    """A host that knows no type of WebAssembly, and gives it while nobody holds the `gate`."""

    extensions_map = {**Quiet.extensions_map, ".mjs": "text/javascript", ".wasm": "application/octet-stream"}
    gate = threading.Lock()

    def do_GET(self) -> None:  # noqa: N802, the server finds it by this name
        if not self.path.endswith(".wasm"):
            return super().do_GET()
        with self.gate:
            super().do_GET()


@pytest.fixture(scope="module")
def site(pack: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a league, with the page to play in."""
    folder = tmp_path_factory.mktemp("played")
    with machine(folder, KEY):
        build(play.league_in(folder / "league", NOW), folder / "site")
    shutil.copytree(pack, folder / "site" / "play", dirs_exist_ok=True)
    return folder / "site"


@pytest.fixture
def host(site: Path) -> Iterator[Served]:
    served = Served(site, Plain)
    yield served
    served.close()


@pytest.fixture
def tabs(browser: Browser, host: Served) -> Iterator[Callable[..., Page]]:
    """Opens tabs of one browser; in the end none may have complained."""
    complaints: list[str] = []
    with browser.new_context() as context:

        def opened(place: str = "") -> Page:
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: complaints.append(f"{error}"))
            page.goto(f"{host.address}play/{place}")
            return page

        yield opened
    assert not complaints


def within(page: Page) -> FrameLocator:
    return page.frame_locator("#frame")


def order(page: Page, *squares: str) -> None:
    for square in squares:
        within(page).locator(f'[data-at="{square}"]').click()
    within(page).locator("#send").click()


def is_at(page: Page, turn: str) -> None:
    expect(within(page).locator("#builder")).to_have_attribute("data-turn", turn, timeout=PATIENCE)
    settle(page)


def download(page: Page, folder: Path) -> Path:
    """Download the games, and give the league that they are."""
    page.locator("#kept summary").click()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download my games").click()
    downloading.value.save_as(folder / "games.zip")
    with zipfile.ZipFile(folder / "games.zip") as packed:
        packed.extractall(folder)
    page.locator("#kept summary").click()
    return folder / "genetess-play"


def delete(page: Page) -> None:
    """Delete all games, and wait for the first page without any."""
    page.on("dialog", lambda asked: asked.accept())
    page.locator("#kept summary").click()
    page.get_by_role("button", name="Delete my games").click()
    expect(within(page).locator("#begin")).to_be_visible(timeout=PATIENCE)
    page.wait_for_selector(READY, state="attached")
    expect(within(page).get_by_role("link", name="Go on")).to_have_count(0)


def test_a_game_is_begun_before_the_program_is_there_kept_exported_and_gone_on_with_offline(
    tabs: Callable[..., Page], host: Served, tmp_path: Path
) -> None:
    with Plain.gate:
        page = tabs()
        within(page).get_by_role("button", name="Begin: ").click()
        is_at(page, "1a")
        order(page, "B2", "B3")
        expect(page.locator("#state")).to_contain_text("Your order is sent as soon as")
    is_at(page, "2a")
    page.wait_for_selector(READY)
    assert page.locator("html").get_attribute("data-offline") == "true"

    other = tabs()
    expect(other.locator("#state")).to_have_text("You play in another tab already.")
    other.get_by_role("button", name="Play here instead").click()
    expect(page.locator("#state")).to_have_text("You play in another tab now.")
    expect(page.locator("#kept")).to_be_hidden()
    is_at(other, "2a")
    other.wait_for_selector(READY)
    page.close()
    page = other

    league = download(page, tmp_path)
    assert git(league, "fsck", "--strict") == ""
    assert git(league, "status", "--porcelain") == ""
    assert run(league, "verify").status == 0

    page.close()
    host.close()
    page = tabs()
    is_at(page, "2a")
    order(page, "B3", "B4")
    is_at(page, "3a")
    page.context.set_offline(True)
    page.get_by_role("link", name="Back to the site").click()
    expect(page.locator("#state")).to_contain_text("There is no network now.")


@pytest.mark.parametrize(
    ("place", "parts"),
    [
        ("genie/sheet/white/", ('[data-at="e2"]', '[data-at="e4"]')),
        ("dna/sheet/red/", ('[data-at="E3"]', "button:text('Complete the order for me')")),
    ],
)
def test_the_other_games_are_played_too_from_a_link_to_a_first_sheet(
    tabs: Callable[..., Page], place: str, parts: tuple[str, ...]
) -> None:
    page = tabs(f"#{place}")
    is_at(page, "1a")
    for part in (*parts, "#send"):
        within(page).locator(part).click()
    is_at(page, "2a")


def test_who_has_played_begins_another_game_by_a_link_is_led_on_from_no_page_and_finds_all_games(
    tabs: Callable[..., Page],
) -> None:
    page = tabs()
    page.wait_for_selector(READY, state="attached")
    page.close()
    page = tabs("#genie/sheet/white/")
    is_at(page, "1a")
    page.wait_for_selector(READY, state="attached")
    page.close()

    page = tabs("#dna/sheet/red/")
    is_at(page, "1a")
    page.close()

    page = tabs("#nowhere/index.html")
    expect(page.locator("#state")).to_contain_text("does not have that page", timeout=PATIENCE)
    going_on = within(page).get_by_role("link", name="Go on")
    expect(going_on).to_have_count(2)
    expect(within(page).get_by_text("Your move.")).to_have_count(2)
    going_on.first.click()
    is_at(page, "1a")
    expect(page.locator("#state")).to_be_empty()
    last = page.evaluate("location.hash")
    page.close()
    page = tabs()
    is_at(page, "1a")
    assert page.evaluate("location.hash") == last


HIT = "(address) => fetch(address).then(() => 'arrived', (error) => error.name)"
EVALUATED = """() => new Promise((done) => setTimeout(() => {
  try { done(eval("'ran'")); } catch (error) { done(error.name); }
}))"""


def test_nothing_is_asked_of_anybody_else_no_text_is_run_and_a_program_that_stops_is_told(
    tabs: Callable[..., Page], tmp_path: Path
) -> None:
    asked: list[str] = []

    class Counting(Quiet):
        def log_message(self, format: str, *args: object) -> None:
            asked.append(format % args)

    other = Served(tmp_path, Counting)
    page = tabs()
    page.wait_for_selector(READY, state="attached")
    [worker] = page.workers
    for place in (page, worker):
        assert place.evaluate(HIT, other.address) != "arrived"
        assert place.evaluate(EVALUATED) == "EvalError"
    other.close()
    assert asked == []

    worker.evaluate("setTimeout(() => { throw new Error('out of memory'); })")
    within(page).get_by_role("button", name="Begin: ").click()
    stopped = "The program has stopped. What was kept stays as it is."
    expect(page.locator("#state")).to_contain_text(stopped)


def test_from_a_folder_of_a_disk_it_says_how_to_play(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "play/index.html").as_uri())
    expect(page.locator("#words")).to_be_visible()
    expect(page.locator("#words")).to_contain_text("run genetess play instead")
    page.close()


def test_a_browser_that_allows_no_service_worker_is_told_what_to_do(browser: Browser, host: Served) -> None:
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        page.goto(f"{host.address}play/")
        expect(page.locator("#state")).to_contain_text("Open the page in an ordinary window")
