"""Private notes on the sheets of a sealed game: in this browser alone, under the seat's key."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import RED, Opens
from tests.kit.league import League, wide

WORDS = "Gwen is after my King.\n<b>Keep</b> C2 home."


def _write(page: Page) -> None:
    page.locator("#notes summary").click()
    page.get_by_label("Your notes").fill(WORDS)
    page.wait_for_function("Object.keys(localStorage).some((name) => name.includes('notes'))")


def test_notes_come_again_with_the_key_and_are_nowhere_in_the_open(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _write(page)
    assert "King" not in json.dumps(page.evaluate("({ ...localStorage, ...sessionStorage })"))
    page.reload()
    expect(page.get_by_label("Your notes")).to_have_value(WORDS)
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#unlock")).to_be_visible()
    expect(page.locator("#notes")).to_have_count(0)


def test_another_seat_has_its_own(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _write(page)
    page.goto(page.url.replace("red", "green") + f"#{site.link('green')}")
    expect(page.locator("#notes")).not_to_have_attribute("open", "")
    expect(page.locator("#notes-text")).to_have_value("")


def test_notes_under_another_key_are_said_to_be_and_make_room(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _write(page)
    page.evaluate(
        "Object.keys(localStorage).forEach((name) => localStorage.setItem(name, btoa('?'.repeat(4124))))"
    )
    page.reload()
    expect(page.locator("#notes-word")).to_contain_text("sealed with another key")
    page.get_by_label("Your notes").fill("anew")
    expect(page.locator("#notes-word")).to_have_text("Kept.")
    page.reload()
    expect(page.get_by_label("Your notes")).to_have_value("anew")


def test_once_the_game_is_revealed_the_key_opens_them_a_last_time(
    tmp_path: Path, serves: Callable[[Path], str], browser: Browser
) -> None:
    site = wide(tmp_path, sealed=True).start().order("PASS")
    site.build()
    key = site.link("red")
    place = f"{serves(site.out)}{RED}"
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{place}#{key}")
        _write(page)
        site.finish(site.hour + 1)
        site.reveal().build()
        page.goto(place)
        page.get_by_label("You have notes from before").fill(f"riot/red#{key}")
        expect(page.get_by_label("Your notes")).to_have_value(WORDS)
        page.reload()
        expect(page.get_by_label("Your notes")).to_have_value(WORDS)
        expect(page.locator("#notes-old")).to_be_hidden()


def test_too_long_notes_are_told_and_nothing_of_them_is_cut(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    page.locator("#notes summary").click()
    page.get_by_label("Your notes").fill("x" * 20_001)
    expect(page.locator("#notes-word")).to_contain_text("Not kept")
    assert len(page.locator("#notes-text").input_value()) == 20_001
