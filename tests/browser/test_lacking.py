"""A browser that lacks something: what the page says of it, and what works all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.league import League

pytestmark = pytest.mark.by_day(0, ci="all")

RED = "riot/sheet/red/"
PATTERNS = """RegExp = class extends RegExp {
  constructor(pattern, flags) {
    if (/\\(\\?<[!=]/.test(pattern)) throw new SyntaxError("lookbehind");
    super(pattern, flags);
  }
}"""
UNKEPT = "StorageManager.prototype.getDirectory = () => Promise.reject(new Error('a private window'))"
INSECURE = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"


@pytest.fixture
def lacking(browser: Browser, address: str) -> Iterator[Callable[[str, str], Page]]:
    """Opens a page in a browser that a script has taken something from; the page may have errors then."""
    with browser.new_context() as context:

        def opened(place: str, takes: str) -> Page:
            page = context.new_page()
            page.add_init_script(takes)
            page.goto(f"{address}{place}")
            return page

        yield opened


@pytest.mark.by_day(0, ci=2)
@pytest.mark.parametrize(
    ("takes", "what"),
    [
        (PATTERNS, "lookbehind in patterns"),
        ("delete Array.prototype.toReversed", "Array.toReversed"),
        ("delete window.DecompressionStream", "DecompressionStream"),
    ],
)
@pytest.mark.parametrize("place", [RED, f"{RED}past.html#0000", "riot/replay.html", "learn-genetess-1.html"])
def test_a_browser_that_is_too_old_is_told_what_it_lacks(
    lacking: Callable[[str, str], Page], place: str, takes: str, what: str
) -> None:
    page = lacking(place, takes)
    words = f"This browser is too old for this page. It lacks {what}. Use a newer one."
    expect(page.get_by_role("alert").first).to_have_text(words)


def test_a_sheet_opens_without_a_nicety_of_newer_browsers(
    site: League, lacking: Callable[[str, str], Page]
) -> None:
    page = lacking(f"{RED}#{site.link('red')}", "delete Element.prototype.checkVisibility")
    expect(page.locator("#opened svg.board")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_over_http_from_another_machine_a_pasted_key_is_answered_with_what_is_to_be_done(
    site: League, lacking: Callable[[str, str], Page]
) -> None:
    page = lacking(RED, INSECURE)
    page.locator("#link").fill(site.link("red"))
    page.get_by_role("button", name="Open the sheet").click()
    expect(page.locator("#word")).to_contain_text("only at https:// addresses")


def test_a_key_that_the_browser_does_not_keep_is_told_so(
    site: League, lacking: Callable[[str, str], Page]
) -> None:
    page = lacking(f"{RED}#{site.link('red')}", UNKEPT)
    expect(page.locator("#opened svg.board")).to_be_visible()
    page.get_by_label("Remember me").click()
    expect(page.locator("#unkept")).to_contain_text("This browser does not keep a key")
    expect(page.get_by_label("Remember me")).not_to_be_checked()


def test_a_key_is_to_be_forgotten_only_where_it_opens_the_sheet(
    site: League, lacking: Callable[[str, str], Page]
) -> None:
    page = lacking(f"{RED}#{site.link('red')}", "")
    forget = page.get_by_role("button", name="Forget the key")
    expect(forget).to_be_visible()
    page.evaluate("name = 'another page'")  # the tab has lost what opens the key that it keeps
    page.reload()
    expect(page.locator("#unlock")).to_be_visible()
    expect(forget).to_be_hidden()
