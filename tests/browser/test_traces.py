"""What a browser's profile holds of a seat's key: nothing of a pasted one that is forgotten; what a link leaves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ARGUMENTS, PATIENCE, program
from tests.browser.test_sheet import RED, _is_opened
from tests.kit.keys import ID
from tests.kit.league import League

pytestmark = pytest.mark.by_day(0, ci="all")

Visits = Callable[..., AbstractContextManager[Page]]
PART = 20
"""So many characters of a key are as good as all of it, and whole in any file, also where a format cuts it up."""
LEFT_BY_A_LINK = {"History", "Favicons", "Sessions", "segmentation_platform", "Top Sites"}
"""Where Chromium notes addresses that were gone to, as docs/security.md says."""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


@pytest.fixture
def visits(browser: Browser, profile: Path) -> Visits:
    """A browser that has a profile on the disk, as a player's; what is left there is looked at once it is closed."""

    @contextmanager
    def visit(*more: str) -> Iterator[Page]:
        with browser.browser_type.launch_persistent_context(
            profile, executable_path=program(), args=[*ARGUMENTS, *more]
        ) as context:
            context.pages[0].set_default_timeout(PATIENCE)
            yield context.pages[0]

    return visit


def _found(profile: Path, text: str) -> set[str]:
    """Where the profile has a text, as a browser's files may have it: by the part of the profile."""
    parts = [part.encode(code) for part in (text[:PART], text[-PART:]) for code in ("ascii", "utf-16-le")]
    places = set()
    for file in profile.rglob("*"):
        with suppress(OSError):  # folders, and what a running browser has removed meanwhile
            data = file.read_bytes()
            if any(part in data for part in parts):
                places.add(next(n for n in file.relative_to(profile).parts if n != "Default"))
    return places


def _until_on_disk(page: Page, profile: Path, text: str, place: str) -> None:
    until = time.monotonic() + 3 * PATIENCE / 1000
    while place not in _found(profile, text):
        assert time.monotonic() < until, f"{place} never got it"
        page.wait_for_timeout(200)


def _paste(page: Page, key: str) -> None:
    page.locator("#link").fill(key)
    page.get_by_role("button", name="Open the sheet").click()
    _is_opened(page)


def _forget(page: Page) -> None:
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#unlock")).to_be_visible()


@pytest.mark.exhaustive
def test_a_pasted_key_that_is_forgotten_is_nowhere(
    site: League, address: str, visits: Visits, profile: Path
) -> None:
    key = site.link("red")
    with visits() as page:
        page.goto(f"{address}{RED}")
        _paste(page, f"riot/sheet/red/#{key}")
        page.get_by_label("Remember me on this device").check()
        page.locator("a[rel=prev]").first.click()
        page.wait_for_url("**/past.html#0002")
        _is_opened(page)
        _until_on_disk(page, profile, f"genetess key {ID} red", "Session Storage")
        _until_on_disk(page, profile, key, "File System")
        assert _found(profile, key) == {"File System"}
        _forget(page)
    assert _found(profile, key) == set()


@pytest.mark.exhaustive
def test_a_key_in_the_tab_alone_is_not_on_the_disk_and_comes_back_with_no_tab(
    site: League, address: str, visits: Visits, profile: Path
) -> None:
    key = site.link("red")
    with visits() as page:
        page.goto(f"{address}{RED}")
        _paste(page, key)
        _until_on_disk(page, profile, f"genetess key {ID} red", "Session Storage")
    assert _found(profile, key) == set()
    with visits("--restore-last-session") as page:
        page = next(each for each in page.context.pages if RED in each.url)
        expect(page.locator("#unlock")).to_be_visible()
        expect(page.locator("#opened")).to_be_hidden()


def test_a_link_with_a_key_stays_in_the_history_and_the_page_says_so(
    site: League, address: str, visits: Visits, profile: Path
) -> None:
    key = site.link("red")
    with visits() as page:
        page.goto(f"{address}{RED}#{key}")
        _is_opened(page)
        expect(page.locator("#noted")).to_contain_text("delete this page from the browser’s history")
        _forget(page)
        expect(page.locator("#noted")).to_be_visible()
    found = _found(profile, key)
    assert "History" in found
    assert found <= LEFT_BY_A_LINK
