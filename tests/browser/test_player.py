"""The page of a player: whose move it is, the next sheet by a key, what happened since the last visit."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from genetess_cli.site.places import key_of
from tests.browser.builders import Opens
from tests.kit.boards import WIDE, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, wide

RAGNAR = f"player-{key_of('Ragnar', None)}.html"
LATER = 31 * 60 * 1000


def LEAGUE(folder: Path) -> League:  # noqa: N802
    """Return a league in which it is Ragnar's move in two games."""
    site = wide(folder).start()
    site.add("fort", wide_file(name="Fort", red="Ragnar", id=OTHER_ID), WIDE)
    site.start("fort").build()
    return site


def _news(page: Page) -> list[str]:
    return [line.split("\n")[0] for line in page.locator("#news ~ .feed > li:visible").all_inner_texts()]


def test_a_key_opens_one_sheet_after_the_other(opens: Opens) -> None:
    page = opens(RAGNAR)
    first = page.get_by_role("link", name="Next sheet").inner_text()
    page.keyboard.press("n")
    page.wait_for_url("**/sheet/red/index.html")
    one = page.url
    page.go_back()
    expect(page.get_by_role("link", name="Next sheet")).not_to_have_text(first)
    page.keyboard.press("n")
    page.wait_for_url("**/sheet/red/index.html")
    assert page.url != one


def test_without_scripts_the_page_tells_all_but_the_visit(opens: Opens) -> None:
    page = opens(RAGNAR, java_script_enabled=False)
    expect(page.get_by_role("link", name="Next sheet")).to_be_visible()
    expect(page.get_by_label("This is me")).to_be_hidden()
    assert sorted(_news(page)) == ["Fort: turn 0 was played.", "Riot: turn 0 was played."]


def test_what_happened_since_the_last_visit_is_told_until_the_next_one(site: League, opens: Opens) -> None:
    page = opens(RAGNAR, alone=True)
    page.clock.install()
    page.get_by_label("This is me").check()
    expect(page).to_have_title(re.compile(r"^\(2\) Ragnar"))
    site.order("PASS").build()
    page.clock.fast_forward(LATER)
    for _ in range(2):  # a reload is the same visit
        page.reload()
        expect(page.get_by_role("heading", name="Since your last visit")).to_be_visible()
        assert [line.partition(":")[0] for line in _news(page)] == ["Riot"]
    page.clock.fast_forward(LATER)
    page.reload()
    expect(page.locator("#no-news")).to_be_visible()
    assert _news(page) == []


def test_nothing_is_kept_unless_the_reader_says_who_they_are(opens: Opens) -> None:
    page = opens(RAGNAR)
    assert page.evaluate("Object.keys(localStorage)") == []
    page.get_by_label("This is me").check()
    assert page.evaluate("Object.keys(localStorage).length") == 2
    page.get_by_label("This is me").uncheck()
    assert page.evaluate("Object.keys(localStorage)") == []
    expect(page.locator("#mine-word")).to_have_text("The league’s home has forgotten you, too.")


def test_the_home_leads_its_reader_to_their_page(opens: Opens) -> None:
    page = opens("index.html")
    expect(page.get_by_role("link", name="Your page")).to_be_hidden()
    page.get_by_label("Who are you?").select_option(label="I am Ragnar")
    page.get_by_role("link", name="Your page").click()
    expect(page.get_by_label("This is me")).to_be_checked()


def test_notes_on_a_sheet_come_again_and_leave_nothing_once_they_are_empty(opens: Opens) -> None:
    page = opens("riot/sheet/red/index.html")
    expect(page.locator("#notes")).not_to_have_attribute("open", "")
    page.locator("#notes summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("C2 home <b>")
    page.reload()
    expect(page.get_by_label("Your notes")).to_have_value("C2 home <b>")
    page.goto(page.url.replace("red", "green"))
    expect(page.locator("#notes-text")).to_have_value("")
    page.go_back()
    page.get_by_label("Your notes").fill(" ")
    assert page.evaluate("Object.keys(localStorage)") == []
