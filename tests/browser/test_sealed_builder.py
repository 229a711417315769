"""The order builder of a sealed game: what is clicked is sealed, and what could be clicked is nobody else's to see."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from genetess_cli.store.seal.orders import unseal_orders
from tests.kit.keys import ID
from tests.kit.league import League, wide

RED = "riot/sheet/red/"


def test_orders_are_built_by_clicking_and_sealed(site: League, opens: Callable[..., Page]) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    expect(page.locator("#opened svg.board")).to_be_visible()
    for square in ("E2", "D3", "D2"):
        page.locator(f'[data-at="{square}"]').click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#download")).to_have_attribute("href", re.compile("^blob:"))
    file = page.locator("#file").input_value()
    found = unseal_orders(site.key("red"), ID, "riot", "red", file.encode())
    assert found.text == b"MOVE B2 E\nMOVE E2 SW-N\n"


def test_the_button_seals_and_opens_and_says_the_orders_in_no_address(
    site: League, opens: Callable[..., Page]
) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    for square in ("E2", "D3", "D2"):
        page.locator(f'[data-at="{square}"]').click()
    send = page.locator("#send")
    expect(send).to_have_text("Save MOVE E2 SW-N and 1 more")
    expect(send).to_have_attribute("href", re.compile("^blob:"))
    assert "MOVE" not in str(send.get_attribute("href"))
    with page.expect_download() as download:
        send.click()
    found = unseal_orders(site.key("red"), ID, "riot", "red", download.value.path().read_bytes())
    assert found.text == b"MOVE E2 SW-N\nMOVE B2 E\n"
    expect(page.locator("#state")).to_contain_text("You pressed Save at ")
    assert "MOVE" not in str(send.get_attribute("href"))
    assert "MOVE" not in page.evaluate("JSON.stringify(localStorage)")
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#unlock")).to_be_visible()
    assert page.evaluate("Object.keys(sessionStorage)") == []


@pytest.mark.exhaustive
def test_a_draft_is_kept_beside_the_key_and_forgotten_with_it(
    site: League, opens: Callable[..., Page]
) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    expect(page.locator("#opened svg.board")).to_be_visible()
    page.locator("#orders").fill("MOVE E2 SW-S")
    page.reload()
    expect(page.locator("#orders")).to_have_value("MOVE E2 SW-S")
    assert page.evaluate("Object.keys(localStorage)") == []
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#unlock")).to_be_visible()
    assert page.evaluate("Object.keys(sessionStorage)") == []


def test_a_draft_is_gone_once_it_was_sealed_and_read_though_the_same_orders_are_stored(
    tmp_path: Path, serves: Callable[[Path], str], browser: Browser
) -> None:
    site = wide(tmp_path, sealed=True).writes("green", "PASS\n").start()
    site.build()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{serves(site.out)}riot/sheet/green/#{site.link('green')}")
        expect(page.locator("#opened svg.board")).to_be_visible()
        page.locator("#plan summary").click()
        page.locator("#orders").fill("VOTE DRAW\nPASS\n")
        expect(page.locator("#download")).to_have_attribute("href", re.compile("^blob:"))
        with page.expect_download() as download:
            page.locator("#download").click()
        site.path("green").write_bytes(download.value.path().read_bytes())
        site.tick().build()
        page.reload()
        expect(page.locator("#state")).to_have_text("Stored")
        assert "VOTE" not in page.locator("#orders").input_value()


@pytest.mark.exhaustive
def test_what_can_be_ordered_is_sealed_too(site: League, opens: Callable[..., Page]) -> None:
    page = opens(RED)
    expect(page.locator("#unlock")).to_be_visible()
    assert not page.query_selector("#offers")
    assert "offers" not in site.page(f"{RED}index.html")
    assert 'id="offers"' in site.sheet(f"{RED}index.html")


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ("MOVE E2 SW-N\nFLY D3", "Order 2, FLY D3: “FLY” is no order"),
        ("PASS\n" * 51, "These are 51 orders, but at most 50 can be stored"),
    ],
)
def test_what_can_never_be_carried_out_is_not_sealed(
    site: League, opens: Callable[..., Page], orders: str, words: str
) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    expect(page.locator("#opened svg.board")).to_be_visible()
    page.locator("#orders").fill(orders)
    expect(page.locator("#builder-word")).to_contain_text("Not sealed")
    expect(page.locator("#builder-word")).to_contain_text(words)
    expect(page.locator("#made")).to_be_hidden()
    page.locator("#orders").fill("MOVE E2 SW-N")
    expect(page.locator("#made")).to_be_visible()
    expect(page.locator("#builder-word")).to_have_text("")
