"""What the page says and saves of games that another release kept, by other rules, or without what they need."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from genetess_cli.browser.play import LEAGUE
from genetess_cli.store.league import League
from tests.browser.builders import settle
from tests.browser.test_page_plays import PATIENCE, READY, delete, download, is_at, order, within
from tests.browser.test_page_plays import host as host
from tests.browser.test_page_plays import site as site
from tests.browser.test_page_plays import tabs as tabs
from tests.kit.command import git
from tests.kit.kept import ALONE, KEY, ask, lay

pytestmark = pytest.mark.by_day(1, ci="all")

Tabs = Callable[..., Page]


def commit(path: str, change: Callable[[str], str]) -> bytes:
    """Have a file of the league say something else, and give the row of that."""
    with League(LEAGUE.absolute()) as league, league.repository.lock():
        text = (LEAGUE / path).read_text(encoding="utf-8")
        assert change(text) != text
        league.repository.commit(league.repository.tip(), {path: change(text).encode()}, "", 0)
    return ask("changes")


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What a browser keeps of a game that was begun, made here; `commit` adds to it."""
    monkeypatch.chdir(tmp_path)
    for name, value in ALONE.items():
        monkeypatch.setenv(name, value)
    ask("begin")
    made = [ask("changes")]
    ask("send", b'{"act": "begin", "what": "first", "players": 2, "bot": "greedy"}')
    return [*made, ask("changes")]


def kept(tabs: Tabs, rows: list[bytes], place: str = "", **facts: str) -> Page:
    """The page in a browser that keeps these rows."""
    page = tabs("seeds.json")
    address = page.url.removesuffix("seeds.json")
    lay(page, address, rows, {"key": KEY, **facts})
    page.goto(f"{address}{place}")
    return page


def test_a_download_is_brought_back_after_all_was_deleted(
    tabs: Tabs, rows: list[bytes], tmp_path: Path
) -> None:
    page = kept(tabs, rows, "#first/sheet/red/")
    is_at(page, "1a")
    page.wait_for_selector(READY, state="attached")
    download(page, tmp_path)
    delete(page)
    page.locator("#kept summary").click()
    bring = page.get_by_label("Bring back a download")
    bring.set_input_files({"name": "a.zip", "mimeType": "application/zip", "buffer": b"no zip"})
    refusal = "Nothing was brought back: this file is no zip, or it is damaged."
    expect(page.locator("#state")).to_have_text(refusal, timeout=PATIENCE)
    bring.set_input_files(tmp_path / "games.zip")
    within(page).get_by_role("link", name="Go on").click(timeout=PATIENCE)
    order(page, "B2", "B3")
    is_at(page, "2a")


def test_one_game_is_deleted_and_the_others_go_on(tabs: Tabs, rows: list[bytes]) -> None:
    page = kept(tabs, rows, "#genie/sheet/white/")
    expect(within(page).locator("#builder[data-seat=white]")).to_be_visible(timeout=PATIENCE)
    page.evaluate("location.hash = ''")
    page.on("dialog", lambda asked: asked.accept())
    within(page).get_by_role("button", name="Delete First game").click()
    going_on = within(page).get_by_role("link", name="Go on")
    expect(going_on).to_have_count(1)
    page.reload()
    expect(going_on).to_have_count(1, timeout=PATIENCE)
    going_on.click()
    expect(within(page).locator("#builder[data-seat=white]")).to_be_visible(timeout=PATIENCE)


def test_the_way_back_to_a_game_that_was_deleted_begins_no_other(tabs: Tabs, rows: list[bytes]) -> None:
    page = kept(tabs, rows, "#genie/sheet/white/")
    expect(within(page).locator("#builder[data-seat=white]")).to_be_visible(timeout=PATIENCE)
    within(page).get_by_role("link", name="Games on this machine").first.click()
    page.on("dialog", lambda asked: asked.accept())
    within(page).get_by_role("button", name="Delete Genie").click()
    going_on = within(page).get_by_role("link", name="Go on")
    expect(going_on).to_have_count(1, timeout=PATIENCE)
    settle(page)
    page.evaluate("history.back()")
    expect(page.locator("#state")).to_contain_text("does not have that page", timeout=PATIENCE)
    expect(going_on).to_have_count(1)


def test_a_game_that_another_release_kept_goes_on(tabs: Tabs, rows: list[bytes]) -> None:
    page = kept(tabs, rows, "#first/sheet/red/", program="py-000000000000/")
    order(page, "B2", "B3")
    is_at(page, "2a")
    page.reload()
    is_at(page, "2a")
    page.wait_for_selector(READY, state="attached")
    expect(page.locator("#state")).to_be_empty()


def test_a_game_of_other_rules_is_refused_and_can_be_downloaded_and_another_is_begun(
    tabs: Tabs, rows: list[bytes], tmp_path: Path
) -> None:
    newer = partial(re.sub, "(?m)^rules_version: .*$", "rules_version: 999")
    rows.append(commit("games/first/game.yaml", newer))
    page = kept(tabs, rows, "#first/sheet/red/")
    order(page, "B2", "B3")
    refusal = "first is played by version 999, and this program has version"
    expect(within(page).locator("#builder-word")).to_contain_text(refusal, timeout=PATIENCE)
    expect(within(page).locator("#builder-word")).to_contain_text(
        "download your games, unzip them, and go on"
    )
    tip = git(LEAGUE, "rev-parse", "HEAD")
    assert tip in git(download(page, tmp_path), "rev-list", "HEAD")
    page.evaluate("location.hash = 'genie/sheet/white/'")
    expect(within(page).locator("#builder[data-seat=white]")).to_be_visible(timeout=PATIENCE)
    page.evaluate("location.hash = ''")
    expect(within(page).get_by_role("link", name="Go on")).to_have_count(2)


def test_what_a_newer_release_kept_stays_as_it_is_and_can_be_downloaded(
    tabs: Tabs, rows: list[bytes], tmp_path: Path
) -> None:
    rows.append(commit("genetess.yaml", "{}\nunheard: of\n".format))
    page = kept(tabs, rows, program="py-000000000000/")
    told = page.locator("#state")
    expect(told).to_contain_text(
        "by this release; another one played them last: genetess.yaml", timeout=PATIENCE
    )
    expect(told).to_contain_text("What was kept stays as it is. You can download them under “My games”.")
    expect(within(page).locator("body")).to_contain_text("unheard")
    tip = git(LEAGUE, "rev-parse", "HEAD")
    assert git(download(page, tmp_path), "rev-parse", "HEAD") == tip
    page.get_by_role("button", name="Load again").click()
    expect(told).to_contain_text("another one played them last", timeout=PATIENCE)
