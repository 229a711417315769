"""What the tests of all order builders do on a sheet, and what they read there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.kit.league import League, wide

Opens = Callable[..., Page]
RED = "riot/sheet/red/index.html"
COUNTED = "Checked against the board as it is now, not after your earlier orders."
BOARD = """\
map: |
  ############
  #..........#
  #..........#
  #...++.....#
  #..........#
  #..........#
  #..........#
  ############
starts:
  K1: {B2: K, C2: ABC, B3: AI, J2: AACHJNQZ, D4: KVY, H7: ARTUX, H5: AMS, B7: ABE, D2: A, G2: AH}
  K2: {K7: K, J7: A}
  K3: {K2: K}
"""
"""Red can do about everything."""


def plans(page: Page) -> Page:
    """The sheet with all that is folded in its builder in sight."""
    page.locator("#plan").evaluate("(plan) => { plan.open = true }")
    return page


def settle(page: Page) -> None:
    """Wait until the scripts of a page, and of one within it, have run: a key or click before falls into nothing."""
    for frame in page.frames:
        frame.wait_for_load_state()


def click(page: Page, *squares: str) -> None:
    """Click squares of the board."""
    settle(page)
    for square in squares:
        page.locator(f'[data-at="{square}"]').click()


def press(page: Page, name: str) -> None:
    """Press the button on which just this stands."""
    settle(page)
    page.get_by_role("button", name=name, exact=True).click()


def order_of(page: Page) -> str:
    """The order as built so far."""
    return page.locator("#order").input_value()


def line_of(page: Page) -> str:
    """What the builder says."""
    return page.locator("#builder-line").inner_text()


def word_of(page: Page) -> str:
    """What the builder tells beside the button that sends."""
    return page.locator("#builder-word").inner_text()


def queue_of(page: Page) -> str:
    """The order file as it is written so far."""
    return page.locator("#orders").input_value()


def league_for_red(folder: Path) -> League:
    """A game in which red can do about everything; two orders of red's lie there."""
    made = wide(folder, board=BOARD, more="holiday: 10d\n", e=400)
    made.configure("site: {repository: me/my.league}\n")
    made.reachable().start().writes("red", "# my plan\n* MOVE B2 S / PASS\n").build()
    return made
