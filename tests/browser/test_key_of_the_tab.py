"""The key of a sealed sheet in the tab that has opened it: it opens the sheet again, and goes with the tab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_sheet import RED, Opens, _is_opened, _says, _stored
from tests.kit.league import League


@pytest.mark.exhaustive
def test_back_and_a_reload_open_it_again(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.locator("a[rel=prev]").first.click()
    page.wait_for_url("**/past.html#0002")
    _is_opened(page)
    page.go_back()
    _is_opened(page)
    page.reload()
    _is_opened(page)
    page.goto(page.url.replace(RED, "rules-genetess.html"))
    page.go_back()
    _is_opened(page)
    assert _stored(page) == {}
    assert site.link("red") not in page.url + page.evaluate("JSON.stringify(history.state)")


@pytest.mark.exhaustive
def test_another_tab_knows_nothing_of_it(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#unlock")).to_be_visible()
    expect(other.locator("#opened")).to_be_hidden()


def test_the_key_is_forgotten_by_the_tab_too(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#unlock")).to_be_visible()
    assert page.evaluate("Object.keys(sessionStorage)") == []
    page.reload()
    expect(page.locator("#unlock")).to_be_visible()


@pytest.mark.exhaustive
def test_a_key_that_opens_nothing_is_not_kept(opens: Opens) -> None:
    page = opens(f"{RED}#{'A' * 43}")
    _says(page, "This key does not open the sheet")
    assert page.evaluate("Object.keys(sessionStorage)") == []
