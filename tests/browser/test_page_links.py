"""The ways to the page: links to its games and boards, right or wrong, and an app of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_page_plays import PATIENCE, READY, within
from tests.browser.test_page_plays import host as host
from tests.browser.test_page_plays import site as site
from tests.browser.test_page_plays import tabs as tabs

pytestmark = pytest.mark.by_day(1, ci="all")

NONE = "This browser does not have that page. Games are kept by the browser that plays them"
BROKEN = "This link is broken. Go back to your sheet"
OTHER = "This link is of another version of the program."
OFFER = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { globalThis.isAsked = true; };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_a_link_that_leads_to_no_page_of_this_browser_is_told_and_leads_on(tabs: Callable[..., Page]) -> None:
    page = tabs("#%E0%A4%A")
    expect(page.locator("#state")).to_contain_text(NONE, timeout=PATIENCE)
    expect(within(page).locator("#begin")).to_be_visible()
    page.wait_for_selector(READY, state="attached")
    for link in (
        "quartet-7/sheet/red/",
        "nowhere/",
        "octet/sheet/nobody/index.html",
        "first/sheet/red/0003.html",
        "%25E0%25A4",
    ):
        page.evaluate("document.querySelector('#state').textContent = ''")
        page.evaluate("(link) => { location.hash = link; }", link)
        expect(page.locator("#state"), link).to_contain_text(NONE)
        expect(within(page).locator("#begin"), link).to_be_visible()


def test_a_link_to_try_things_out_that_is_damaged_or_old_is_refused(tabs: Callable[..., Page]) -> None:
    page = tabs("#try.html#1damaged")
    told = within(page).locator("#entering")
    expect(told).to_contain_text(BROKEN, timeout=PATIENCE)
    for link, words in {"0old": OTHER, "": "This is no link to try things out", "1": BROKEN}.items():
        page.evaluate("(link) => { location.hash = link; }", f"try.html#{link}")
        expect(told, link).to_contain_text(words)


def test_the_page_offers_to_be_installed_where_its_browser_does(tabs: Callable[..., Page]) -> None:
    page = tabs()
    page.locator("#kept summary").click()
    install = page.get_by_role("button", name="Install")
    expect(install).to_be_hidden()
    for event in ("click", "appinstalled"):
        assert page.evaluate(OFFER)
        expect(install).to_be_visible()
        if event == "click":
            install.click()
            assert page.evaluate("isAsked")
        else:
            page.evaluate("dispatchEvent(new Event('appinstalled'))")
        expect(install).to_be_hidden()
