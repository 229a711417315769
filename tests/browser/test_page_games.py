"""Whole games in the page alone, from the first page until they are over: by clicks, on a phone, by the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Locator, Page, expect

from tests.browser.builders import settle
from tests.browser.conftest import Served
from tests.browser.test_page_plays import PATIENCE, READY, delete, is_at, order, within
from tests.browser.test_page_plays import host as host
from tests.browser.test_page_plays import site as site

MOST = 30
"""Turns of one's own after which a game is over."""
FLAWS = """axe.run({ resultTypes: ["violations"], iframes: false })
  .then((found) => found.violations.map((flaw) => [flaw.id, ...flaw.nodes.map((node) => node.html)]))"""

Tabs = Callable[..., Page]
Act = Callable[[Locator], object]


@pytest.fixture
def tabs(browser: Browser, host: Served) -> Iterator[Tabs]:
    """Opens the page in a browser of its own, of some options; in the end none may have complained."""
    complaints: list[str] = []
    opened: list[BrowserContext] = []

    def open_(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(f"{error}"))
        page.goto(f"{host.address}play/")
        return page

    yield open_
    for context in opened:
        context.close()
    assert not complaints


def click(part: Locator) -> None:
    part.click()


def tap(part: Locator) -> None:
    part.tap()


def begin(page: Page, what: str, rules: str, bot: str, act: Act = click) -> None:
    """Choose a game on the first page, and begin it."""
    frame = within(page)
    page.wait_for_selector(READY, state="attached")
    act(frame.locator(f'[name=what][value="{what}"]'))
    act(frame.locator(f'[name="bot-{rules}"][value="{bot}"]'))
    act(frame.get_by_role("button", name="Begin: "))
    expect(frame.locator("#builder")).to_be_visible()
    settle(page)


def pass_on(frame: FrameLocator, act: Act) -> None:
    act(frame.get_by_role("button", name="PASS", exact=True))


def complete(frame: FrameLocator, act: Act) -> None:
    whole = frame.get_by_role("button", name="Complete the order for me")
    for cell in frame.locator(".board [role=gridcell]").all()[18:]:
        act(cell)
        if whole.count():
            act(whole)
            return
    pytest.fail("no square begins an order")


def play(page: Page, move: Callable[[FrameLocator, Act], None], act: Act = click) -> None:
    """Move until the game is over, as its banner says."""
    frame = within(page)
    over = frame.locator(".banner").filter(has_text="Game over")
    for _ in range(MOST):
        turn = frame.locator("#builder").get_attribute("data-turn")
        move(frame, act)
        act(frame.locator("#send"))
        gone = frame.locator(f'#builder:not([data-turn="{turn}"])')
        expect(over.or_(gone)).to_be_visible(timeout=PATIENCE)
        settle(page)
        if over.count():
            return
    pytest.fail(f"the game is not over after {MOST} turns")


def flaws(page: Page, tools: Path) -> list[list[str]]:
    """What axe finds in a page, and in the one within it."""
    found: list[list[str]] = []
    for frame in page.frames:
        frame.evaluate((tools / "axe-core/axe.min.js").read_text())
        found += frame.evaluate(FLAWS)
    return found


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window."""
    wide = "document.documentElement.scrollWidth > innerWidth"
    return not any(frame.evaluate(wide) for frame in page.frames)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("what", "rules", "bot", "move"),
    [
        pytest.param("dna", "dna", "hunter", complete, id="dna"),
        pytest.param("first", "genetess", "greedy", pass_on, id="genetess"),
    ],
)
def test_a_whole_game_is_played_by_clicks(
    tabs: Tabs, what: str, rules: str, bot: str, move: Callable[[FrameLocator, Act], None]
) -> None:
    page = tabs()
    begin(page, what, rules, bot)
    play(page, move)
    expect(within(page).get_by_role("button", name=re.compile(r"Play \w+ next"))).to_have_count(2)
    within(page).get_by_role("button", name="Rematch").click()
    expect(within(page).locator("#builder")).to_be_visible()


MATE = (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4"))


def test_two_people_at_one_machine_play_until_mate(tabs: Tabs) -> None:
    page = tabs()
    frame = within(page)
    frame.locator('[name=what][value="genie"]').click()
    frame.get_by_label("People who sit here").click()
    frame.get_by_role("textbox", name="white").fill("Gwen")
    frame.get_by_role("textbox", name="black").fill("Bo")
    frame.get_by_role("button", name="Begin: Genie of the Lamp, 2 people").click()
    for name, squares in zip(("Gwen", "Bo") * 2, MATE, strict=True):
        expect(frame.get_by_role("heading", name=f"{name}, your turn")).to_be_visible(timeout=PATIENCE)
        frame.get_by_role("link", name="Show my sheet").click()
        expect(frame.locator("#builder")).to_be_visible()
        settle(page)
        order(page, *squares)
        shown = frame.get_by_role("link", name="Hand over").or_(
            frame.locator(".banner", has_text="Game over")
        )
        expect(shown).to_be_visible(timeout=PATIENCE)
        settle(page)
        if squares != MATE[-1]:
            frame.get_by_role("link", name="Hand over").click()
    expect(frame.locator(".banner")).to_contain_text("White was checkmated")


HELD = """() => {
  const own = postMessage;
  globalThis.postMessage = (said) => { if (said.progress) own(said); };
}"""
"""Has the program think on for ever: it answers nothing any more."""


def test_a_bot_that_thinks_is_stopped_and_the_order_can_be_sent_again(tabs: Tabs) -> None:
    page = tabs()
    begin(page, "dna", "dna", "hunter")
    page.wait_for_selector(READY, state="attached")
    [worker] = page.workers
    worker.evaluate(HELD)
    complete(within(page), click)
    send = within(page).locator("#send")
    send.click()
    within(page).get_by_role("button", name="Stop the bots").click()
    expect(within(page).locator("#builder-word")).to_contain_text("The bots were stopped")
    send.click()
    is_at(page, "2a")


@pytest.mark.exhaustive
def test_a_whole_game_is_played_on_a_phone_and_all_of_its_pages_are_open_to_everybody(
    tabs: Tabs, tools: Path
) -> None:
    page = tabs(viewport={"width": 360, "height": 740}, has_touch=True)
    frame = within(page)
    page.wait_for_selector(READY, state="attached")
    page.locator("#kept summary").tap()
    assert (flaws(page, tools), fits(page)) == ([], True)
    page.locator("#kept summary").tap()
    begin(page, "first", "genetess", "greedy", tap)
    assert (flaws(page, tools), fits(page)) == ([], True)
    frame.get_by_role("link", name="Try things out").tap()
    expect(frame.locator("#trial")).to_be_visible()
    settle(page)
    assert (flaws(page, tools), fits(page)) == ([], True)
    page.go_back()
    play(page, pass_on, tap)
    frame.locator("#saw summary").tap()
    expect(frame.locator("#seen-turn")).not_to_have_text("")
    assert (flaws(page, tools), fits(page)) == ([], True)


def walk(page: Page, part: Locator) -> None:
    """Go on from part to part with the keyboard until one is there: that which has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if part.count():
            return
    pytest.fail(f"{part} is not reached with the keyboard")


def walk_to(page: Page, selector: str) -> None:
    walk(page, within(page).locator(f"{selector}:focus"))


@pytest.mark.exhaustive
def test_a_whole_game_is_played_with_the_keyboard_alone(tabs: Tabs) -> None:
    page = tabs()
    frame = within(page)
    page.wait_for_selector(READY, state="attached")
    walk_to(page, "[name=what]")
    page.keyboard.press("ArrowUp")  # from the first to the last
    expect(frame.locator("[name=what]:checked")).to_have_value("genie")
    walk_to(page, ".start button")
    page.keyboard.press("Enter")
    is_at(page, "1a")
    walk_to(page, "[data-at]")
    begins = f"{frame.locator('[data-at]:focus').get_attribute('data-at')}"
    along, down = ord("e") - ord(begins[0]), int(begins[1]) - 2
    way = [["ArrowLeft", "ArrowRight"][along > 0]] * abs(along) + [["ArrowUp", "ArrowDown"][down > 0]] * abs(
        down
    )
    for key in (*way, "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    walk_to(page, "#send")
    page.keyboard.press("Enter")
    is_at(page, "2a")
    walk_to(page, "button:text('RESIGN')")
    page.keyboard.press("Enter")
    walk_to(page, "#send")
    page.keyboard.press("Enter")
    expect(frame.locator(".banner")).to_contain_text("Game over")


FULL = """() => {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.own = add;
  IDBObjectStore.prototype.add = function (...row) {
    if (this.name === "rows") throw new DOMException("full", "QuotaExceededError");
    return add.apply(this, row);
  };
}"""
"""Has the browser no room for rows."""
ROOMY = "() => { IDBObjectStore.prototype.add = IDBObjectStore.prototype.own; }"


@pytest.mark.exhaustive
def test_turns_for_which_there_is_no_room_are_kept_later_and_all_of_it_can_be_deleted(tabs: Tabs) -> None:
    page = tabs()
    begin(page, "first", "genetess", "greedy")
    page.evaluate(FULL)
    order(page, "B2", "B3")
    is_at(page, "2a")
    expect(page.locator("#state")).to_contain_text("so this turn is not kept")
    page.evaluate(ROOMY)
    order(page, "B3", "B4")
    is_at(page, "3a")
    page.reload()
    is_at(page, "3a")
    page.wait_for_selector(READY, state="attached")
    order(page, "B4", "B5")
    is_at(page, "4a")
    delete(page)
