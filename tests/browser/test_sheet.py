"""A sealed turnsheet as its player finds it: opened by the link, orders sealed, nothing told to anybody else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from genetess_cli.site.places import CORE
from genetess_cli.store import league as stored
from genetess_cli.store.seal import keys
from genetess_cli.store.seal.keyring import seat_text
from genetess_cli.store.seal.orders import unseal_orders
from genetess_cli.store.times import Time
from tests.browser.conftest import PATIENCE
from tests.kit.keys import GAME_KEY, ID, MASTER, game_key
from tests.kit.league import BEGIN, HOUR, League
from tests.kit.reading import game_in, records_in

Opens = Callable[..., Page]
RED = "riot/sheet/red/"


def _is_opened(page: Page) -> None:
    expect(page.locator("#opened svg.board")).to_be_visible()
    expect(page.locator("#closed")).to_be_hidden()


def _says(page: Page, words: str) -> None:
    expect(page.locator("#word")).to_contain_text(words)
    expect(page.locator("#closed")).to_be_visible()
    expect(page.locator("#busy")).to_be_hidden()


def _stored(page: Page) -> dict[str, str]:
    """The keys that the browser keeps for good, by name."""
    found: dict[str, str] = page.evaluate(
        """async () => {
          const found = { ...localStorage };
          for await (const name of (await navigator.storage.getDirectory()).keys()) {
            const text = await files.get(name);
            if (text !== null) found[name] = text; // what is being written comes and goes
          }
          return found;
        }"""
    )
    return found


def _keeps(page: Page, kept: dict[str, str]) -> None:
    """Keys are written and removed behind the click."""
    until = time.monotonic() + PATIENCE / 1000
    while _stored(page) != kept:
        assert time.monotonic() < until, _stored(page).keys()
        page.wait_for_timeout(20)


# Opening


def test_the_link_opens_the_sheet_and_its_key_leaves_the_address(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    assert "#" not in page.url
    expect(page.locator("h1")).to_have_text("Riot")
    expect(page.locator("#opened .whose")).to_have_text("Your move Ragnar, red")
    expect(page.locator("#opened")).to_contain_text("Your pieces")
    assert _stored(page) == {}


@pytest.mark.exhaustive
def test_the_key_has_left_the_address_before_the_sheet_is_open(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{'A' * 43}")
    assert "#" not in page.url
    _says(page, "This key does not open the sheet")


@pytest.mark.exhaustive
def test_earlier_turns_open_as_well(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.locator("a[rel=prev]").first.click()
    page.wait_for_url("**/past.html#0002")
    _is_opened(page)
    page.locator("a[rel=prev]").first.click()
    page.wait_for_url("**/past.html#0001")
    _is_opened(page)
    assert _stored(page) == {}


def test_no_link_of_the_sheet_carries_the_key(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.locator("#link").fill(site.link("red"))
    page.keyboard.press("Enter")
    _is_opened(page)
    assert site.link("red") not in page.content()
    assert site.link("red") not in page.evaluate("[...document.links].map((link) => link.href).join()")
    expect(page.locator("#link")).to_have_value("")
    expect(page.locator("#noted")).to_be_hidden()


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "form", ["{link}", "  {link}.\n", "https://example.org/l/riot/sheet/red/#{link}", "#{link}"]
)
def test_a_link_or_a_key_can_be_pasted(site: League, opens: Opens, form: str) -> None:
    page = opens(RED)
    page.locator("#link").fill(form.format(link=site.link("red")))
    page.get_by_role("button", name="Open the sheet").click()
    _is_opened(page)


@pytest.mark.exhaustive
def test_a_link_pasted_into_the_address_of_the_open_page_opens_it(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.evaluate("(key) => { location.hash = key }", site.link("red"))
    _is_opened(page)
    assert "#" not in page.url


# What does not open


@pytest.mark.exhaustive
def test_another_seats_key_is_told_to_be_wrong_or_old(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('green')}")
    _says(page, "This key does not open the sheet")
    page.locator("#link").fill(site.link("red"))
    page.keyboard.press("Enter")
    _is_opened(page)
    expect(page.locator("#word")).to_be_hidden()


@pytest.mark.exhaustive
def test_a_key_of_an_earlier_epoch_or_one_to_come_is_told_so(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{seat_text(keys.seat_key(GAME_KEY, 'red', 1))}")
    _says(page, "ask your GM for a new one")


@pytest.mark.exhaustive
def test_the_key_of_another_seat_is_named(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.locator("#link").fill(f"https://example.org/riot/sheet/green/#{site.link('green')}")
    page.keyboard.press("Enter")
    _says(page, "This is the key of green in riot, and this page is a sheet of red in riot.")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("text", ["abc", "A" * 42, "A" * 44, "%00%ff", "NaN"])
def test_what_is_no_key_is_told_to_be_none(opens: Opens, text: str) -> None:
    page = opens(f"{RED}#{text}")
    _says(page, "The key is not complete")
    assert "#" not in page.url


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("cut", lambda text: text[: len(text) // 2]),
        ("not base64", lambda text: "!" + text[1:]),
        ("empty", lambda text: ""),
        ("NaN", lambda text: "NaN\x01\ufffd" * 900),
        ("huge", lambda text: "A" * 20_000_000),
    ],
)
def test_a_damaged_page_is_told_to_be_damaged(
    site: League, opens: Opens, name: str, change: Callable[[str], str]
) -> None:
    text = site.page(f"{RED}index.html")
    before, sign, behind = text.partition('<pre id="sealed"')
    head, _, rest = behind.partition(">")
    sealed, _, tail = rest.partition("</pre>")
    place = f"{RED}{name.replace(' ', '-')}.html"
    (site.out / place).write_text(f"{before}{sign}{head}>{change(sealed)}</pre>{tail}", encoding="utf-8")
    _says(opens(f"{place}#{site.link('red')}"), "The sealed part of this page is damaged")


def test_where_the_sealed_part_was_changed_the_right_key_is_not_said_to_be_the_wrong_one_alone(
    site: League, opens: Opens
) -> None:
    """Nothing tells a changed byte from another key: both are named, and what helps against either."""
    text = site.page(f"{RED}index.html")
    before, sign, behind = text.partition('<pre id="sealed"')
    head, _, rest = behind.partition(">")
    changed = rest[:500] + ("A" if rest[500] != "A" else "B") + rest[501:]
    (site.out / f"{RED}changed.html").write_text(f"{before}{sign}{head}>{changed}", encoding="utf-8")
    page = opens(f"{RED}changed.html#{site.link('red')}")
    _says(page, "Reload the page and paste the newest key")


@pytest.mark.exhaustive
def test_without_a_secure_connection_the_page_says_what_to_do(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.route(f"**/{CORE}", lambda route: route.fulfill(body=f"{INSECURE}{site.page(CORE)}"))
    page.goto(f"{page.url}?again#{site.link('red')}")
    _says(page, "only at https:// addresses")
    assert "#" not in page.url


INSECURE = 'Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });\n'


def test_without_javascript_the_page_shows_public_facts_and_says_so(site: League, opens: Opens) -> None:
    page = opens(RED, java_script_enabled=False)
    text = page.inner_text("main")
    for words in (
        "Ragnar’s move",
        "Opening it needs JavaScript",
        "Public news",
        "Players",
    ):
        assert words in text
    for place in ("#sealed", "#unlock", "#keys", "#busy", "#opened"):
        assert not page.is_visible(place), place


# Keeping the key


def test_the_key_is_kept_once_the_player_says_so_and_forgotten_again(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.get_by_label("Remember me on this device").check()
    assert _stored(page) == {}
    page.locator("#link").fill(site.link("red"))
    page.keyboard.press("Enter")
    _is_opened(page)
    _keeps(page, {f"genetess key {ID} red": site.link("red")})
    assert site.link("red") not in page.content()
    page.goto(page.url.replace(RED, f"{RED}past.html#0001"))
    _is_opened(page)
    page.get_by_role("button", name="Forget the key").click()
    expect(page.locator("#closed")).to_be_visible()
    assert _stored(page) == {}
    page.reload()
    expect(page.locator("#unlock")).to_be_visible()
    expect(page.locator("#opened")).to_be_hidden()


@pytest.mark.exhaustive
def test_a_key_can_be_kept_and_let_go_on_the_open_sheet(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.get_by_label("Remember me on this device").check()
    _keeps(page, {f"genetess key {ID} red": site.link("red")})
    page.get_by_label("Remember me on this device").uncheck()
    _keeps(page, {})
    _is_opened(page)


@pytest.mark.exhaustive
def test_a_kept_key_opens_no_other_seats_sheet(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.get_by_label("Remember me on this device").check()
    page.goto(page.url.replace("/red/", "/green/"))
    expect(page.locator("#unlock")).to_be_visible()
    expect(page.locator("#word")).to_be_hidden()


@pytest.mark.exhaustive
def test_a_kept_key_that_has_become_old_gives_way_to_the_new_link(site: League, opens: Opens) -> None:
    page = opens(RED)
    page.evaluate("([name, key]) => files.set(name, key)", [f"genetess key {ID} red", "A" * 43])
    page.reload()
    _says(page, "This key does not open the sheet")
    expect(page.get_by_label("Remember me on this device")).to_be_checked()
    page.evaluate("(key) => { location.hash = key }", site.link("red"))
    _is_opened(page)
    _keeps(page, {f"genetess key {ID} red": site.link("red")})


@pytest.mark.exhaustive
def test_the_link_that_opens_a_sheet_leaves_a_kept_key_kept(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.get_by_label("Remember me on this device").check()
    _keeps(page, {f"genetess key {ID} red": site.link("red")})
    page.goto("about:blank")
    page.go_back()
    page.evaluate("(key) => { location.hash = key; location.reload() }", site.link("red"))
    _is_opened(page)
    expect(page.get_by_label("Remember me on this device")).to_be_checked()
    _keeps(page, {f"genetess key {ID} red": site.link("red")})


# Ordering


def _sealed(page: Page, orders: str) -> str:
    page.locator("#orders").fill(orders)
    expect(page.locator("#download")).to_have_attribute("href", re.compile("^blob:"))
    return page.locator("#file").input_value()


def test_stored_orders_stand_in_the_form(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    expect(page.locator("#orders")).to_have_value("MOVE B2 E")


def test_orders_sealed_in_the_browser_are_carried_out(site: League, opens: Opens, tmp_path: Path) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    file = _sealed(page, "* MOVE B2 E\nPASS")
    league = shutil.copytree(site.root, tmp_path / "league", symlinks=True)
    (league / "games" / "riot" / "orders" / "red.sealed").write_text(file)
    now = str(Time(BEGIN + 20 * HOUR))
    command = [sys.executable, "-m", "genetess_cli", "tick", "--now", now]
    done = subprocess.run(
        command,
        cwd=league,
        env={**os.environ, "GENETESS_MASTER_KEY": MASTER.hex()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    here = stored.League(league, game_key)
    record = records_in(here)[-1]
    assert (record.seat, record.order, record.outcome) == ("red", "MOVE B2 E", "done")
    assert game_in(here).queue_bytes("red") == b"PASS\n"


@pytest.mark.exhaustive
def test_each_file_has_a_higher_number_than_the_one_taken_before(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    files = []
    for orders in ("PASS", "PASS\nPASS", "PASS"):
        files.append(_sealed(page, orders))
        page.get_by_role("button", name="Copy the file").click()
    found = [unseal_orders(site.key("red"), ID, "riot", "red", file.encode()) for file in files]
    numbers = [each.number for each in found]
    assert numbers == sorted(set(numbers))
    assert {each.turn for each in found} == {"2a"}


@pytest.mark.exhaustive
def test_the_number_is_never_below_the_one_that_the_sheet_asks_for(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _is_opened(page)
    page.evaluate("document.getElementById('builder').dataset.number = '4000000000'")
    file = _sealed(page, "PASS")
    assert unseal_orders(site.key("red"), ID, "riot", "red", file.encode()).number == 4_000_000_000


@pytest.mark.exhaustive
def test_the_file_can_be_downloaded(site: League, opens: Opens, tmp_path: Path) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    file = _sealed(page, "PASS")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download red.sealed").click()
    assert download.value.suggested_filename == "red.sealed"
    download.value.save_as(tmp_path / "red.sealed")
    assert (tmp_path / "red.sealed").read_text() == file
    expect(page.locator("#made")).to_contain_text("games/riot/orders/red.sealed")


def test_the_file_can_be_copied(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}", permissions=["clipboard-read", "clipboard-write"])
    file = _sealed(page, "PASS")
    page.get_by_role("button", name="Copy the file").click()
    expect(page.locator("#builder-word")).to_have_text("The file is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == file


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ("#" + "x" * 4_095, "These orders have 4097 bytes, but an order file has at most 4096"),
        ("#" + "ä" * 2_100, "These orders have 4202 bytes"),
    ],
)
def test_what_cannot_be_sealed_is_told(site: League, opens: Opens, orders: str, words: str) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    page.locator("#orders").fill(orders)
    expect(page.locator("#builder-word")).to_contain_text(words)
    expect(page.locator("#made")).to_be_hidden()


def test_the_file_follows_what_is_written(site: League, opens: Opens) -> None:
    page = opens(f"{RED}#{site.link('red')}")
    _sealed(page, "PASS")
    page.locator("#orders").press_sequentially("\nPASS")
    expect(page.locator("#file")).not_to_have_value("")
    file = page.locator("#file").input_value().encode()
    assert unseal_orders(site.key("red"), ID, "riot", "red", file).text == b"PASS\nPASS\n"


@pytest.mark.exhaustive
def test_only_the_newest_sheet_takes_orders(site: League, opens: Opens) -> None:
    page = opens(f"{RED}past.html#0001.{site.link('red')}")
    _is_opened(page)
    expect(page.locator("#builder")).to_have_count(0)
