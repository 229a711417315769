"""What the tests of all order builders do on a sheet, and what they read there."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

Opens = Callable[..., Page]


def click(page: Page, *squares: str) -> None:
    """Click squares of the board."""
    for square in squares:
        page.locator(f'[data-at="{square}"]').click()


def press(page: Page, name: str) -> None:
    """Press the button on which just this stands."""
    page.get_by_role("button", name=name, exact=True).click()


def order_of(page: Page) -> str:
    """The order as built so far."""
    return page.locator("#order").input_value()


def line_of(page: Page) -> str:
    """What the builder says."""
    return page.locator("#builder-line").inner_text()
