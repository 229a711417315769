"""A board on which things are tried out, in a browser: from a sheet, by clicks or keys, and back with an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import click, press, settle
from tests.browser.conftest import PATIENCE, Served
from tests.house.tree import ROOT
from tests.kit.command import git
from tests.kit.keys import KEY, machine
from tests.kit.play import Played, played

Begins = Callable[..., Played]


@pytest.fixture
def begins(tmp_path: Path) -> Iterator[Begins]:
    """Begins a game against a bot."""
    running = []

    def begin(*what: str) -> Played:
        running.append(played(tmp_path / "games", *what))
        return running[-1].__enter__()

    with machine(tmp_path, KEY):
        yield begin
        for each in running:
            each.__exit__(None, None, None)


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of which nothing may be complained."""
    complaints: list[str] = []
    with browser.new_context(bypass_csp=True, **getattr(request, "param", {})) as context:
        opened = context.new_page()
        opened.set_default_timeout(PATIENCE)
        opened.on("pageerror", lambda error: complaints.append(f"{error}"))
        opened.on("response", lambda got: complaints.append(got.url) if got.status >= 400 else None)
        yield opened
    assert not complaints


def enter(page: Page, game: Played, seat: str = "red", slug: str = "first") -> None:
    """Open the board from a sheet."""
    page.goto(f"{game.address}{slug}/sheet/{seat}/index.html")
    page.get_by_role("link", name="Try things out").click()
    is_shown(page, "#trial")


def is_shown(page: Page, part: str) -> None:
    """Each act is a page of its own: wait for one, and until its scripts have run."""
    expect(page.locator(part)).to_be_visible()
    settle(page)


def is_turn_of(page: Page, seat: str) -> None:
    is_shown(page, f"#builder[data-seat={seat}]")


def stands(page: Page, *squares: str) -> None:
    for square in squares:
        is_shown(page, f'[data-piece="{square}"] >> nth=0')


def test_orders_of_both_seats_are_tried_and_one_goes_to_the_sheet(begins: Begins, page: Page) -> None:
    game = begins("--bots", "random")
    tip = git(game.folder, "rev-parse", "HEAD")
    enter(page, game)
    click(page, "B2", "B3")
    expect(page.locator("#send")).to_have_text("Try MOVE B2 S")
    page.locator("#send").click()
    is_turn_of(page, "green")
    expect(page.locator("#news b")).to_have_text("Red’s K moved from B2 to B3.")
    press(page, "Put a piece")
    page.locator("#piece").fill("green KD")
    click(page, "C5")
    stands(page, "C5")
    press(page, "Move a piece")
    click(page, "C5", "C4")
    stands(page, "C4")
    press(page, "Order")
    click(page, "C4", "C3")
    page.locator("#send").click()
    is_turn_of(page, "red")
    press(page, "Take back")
    is_turn_of(page, "green")
    press(page, "Remove a piece")
    click(page, "C4")
    expect(page.locator('[data-piece="C4"]')).to_have_count(0)
    settle(page)
    page.locator("#whose").select_option("red")
    is_turn_of(page, "red")
    assert git(game.folder, "rev-parse", "HEAD") == tip
    press(page, "MOVE B2 S")
    expect(page.locator("#builder-word")).to_contain_text("It is not sent yet.")
    expect(page).to_have_url(f"{game.address}first/sheet/red/index.html")
    page.reload()
    expect(page.locator("#builder-word")).to_be_empty()
    assert git(game.folder, "rev-parse", "HEAD") == tip


def test_each_tab_has_a_board_of_its_own(begins: Begins, page: Page) -> None:
    game = begins("--bots", "random")
    enter(page, game)
    press(page, "Remove a piece")
    click(page, "B2")
    expect(page.locator('[data-piece="B2"]')).to_have_count(0)
    other = page.context.new_page()
    enter(other, game)
    stands(other, "B2")
    page.reload()
    expect(page.locator('[data-piece="B2"]')).to_have_count(0)
    expect(page.locator("#take-back")).to_be_enabled()


def test_an_order_that_was_taken_along_is_sent_as_any_other(begins: Begins, page: Page) -> None:
    game = begins("dna", "--bots", "random")
    enter(page, game, slug="dna")
    click(page, "C3")
    press(page, "Complete the order for me")
    page.locator("#send").click()
    is_turn_of(page, "green")
    stands(page, "C3")
    page.locator("[data-use]").click()
    expect(page.locator("#builder-word")).to_contain_text("It is not sent yet.")
    page.locator("#send").click()
    is_shown(page, "#builder[data-turn='2a']")


def test_it_is_used_by_keys_alone(begins: Begins, page: Page) -> None:
    game = begins("genie", "--bots", "random")
    page.goto(f"{game.address}genie/sheet/white/index.html")
    page.get_by_role("link", name="Try things out").focus()
    page.keyboard.press("Enter")
    is_shown(page, "#trial")
    page.get_by_role("button", name="Remove a piece", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator('[data-at="e7"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-piece="e7"]')).to_have_count(0)
    expect(page.locator('[data-at="e7"]')).to_be_focused()
    page.get_by_role("button", name="Order", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator('[data-at="e2"]').focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter", "s"):
        page.keyboard.press(key)
    is_turn_of(page, "black")
    stands(page, "e4")
    page.get_by_role("button", name="e4", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#send")).to_have_text("Send e4")


def test_why_an_order_fails_is_told_and_nothing_is_lost(begins: Begins, page: Page) -> None:
    enter(page, begins("--bots", "random"))
    click(page, "B2", "B3")
    page.locator("#send").click()
    is_turn_of(page, "green")
    page.locator("#plan summary").click()
    page.locator("#order").fill("MOVE B3 S")
    page.locator("#send").click()
    expect(page.locator("#builder-word")).to_contain_text("B3")
    stands(page, "B3")
    is_turn_of(page, "green")


def test_nothing_of_the_game_is_loaded(begins: Begins, page: Page) -> None:
    game = begins("--hotseat", "--name", "Gwen", "--name", "Bo")
    enter(page, game)
    texts: list[str] = []
    page.on("response", lambda got: texts.append(f"{got.url} {got.text()}") if got.ok else None)
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    link = page.evaluate("JSON.parse(by('asked').textContent).request.trial")
    page.goto(f"{game.address}try.html#{link}")
    expect(page.locator("#trial")).to_be_visible()
    click(page, "B2", "B3")
    page.locator("#send").click()
    is_turn_of(page, "green")
    assert asked
    assert not [url for url in asked if "/first/" in url or not url.startswith(game.address)]
    assert not [text for text in texts if "Gwen" in text or "J10" in text.partition("_try")[2]]


@pytest.mark.parametrize("link", ["", "AAAA", "%F0%9F", "x" * 150_000])
def test_a_broken_link_is_told(begins: Begins, page: Page, link: str) -> None:
    game = begins("--bots", "random")
    page.goto(f"{game.address}try.html#{link}")
    expect(page.locator("#entering")).to_contain_text(
        "from your sheet" if link in ("", "x" * 150_000) else "broken"
    )


PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
WIDE = {"viewport": {"width": 1200, "height": 900}}


@pytest.fixture
def axe() -> Iterator[str]:
    for folder in (ROOT / "build").glob("page-tools-*/node_modules/axe-core"):
        served = Served(folder)
        yield f"{served.address}axe.min.js"
        return served.close()
    pytest.skip("axe is not installed: run make page-tools")


@pytest.mark.parametrize("page", [PHONE, WIDE], indirect=True, ids=["phone and dark", "wide and light"])
@pytest.mark.parametrize(("what", "seat"), [("quartet", "red"), ("dna", "red"), ("genie", "white")])
def test_axe_finds_nothing_and_no_page_is_too_wide(
    begins: Begins, page: Page, axe: str, what: str, seat: str
) -> None:
    enter(page, begins(what, "--bots", "random"), seat, what)
    press(page, "Put a piece")
    page.add_script_tag(url=axe)
    flaws = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
    assert [(flaw["id"], *(node["html"] for node in flaw["nodes"])) for flaw in flaws] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
