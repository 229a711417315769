"""Every kind of page looks as it did when somebody last looked at it, in each size and scheme.

Looks are kept in `looks.json`. `make looks` writes them anew, once the pages have been looked at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from docs.pictures import NOW
from tests.browser.looks import MOST_OTHER, Look, look, other

KEPT = Path(__file__).with_name("looks.json")
PAGES = {
    "home": "index.html",
    "game": "riot/index.html",
    "game over": "sideshow/index.html",
    "sheet": "riot/sheet/green/index.html",
    "sheet not to move": "riot/sheet/red/index.html",
    "sheet of DNA": "spiral/sheet/red/past.html#0010",
    "sheet of Genie": "wishes/sheet/white/past.html#0010",
    "turn": "spiral/turns/0022-5d.html",
    "replay": "sideshow/replay.html#9a",
    "standings": "standings.html",
    "rules": "rules-genetess.html#S16",
    "pieces": "rules-genetess-pieces.html#ABCDKZ",
    "lesson": "learn-genetess-5.html",
    "how to play": "play.html",
    "missing": "404.html",
}
LOOKS: dict[str, dict[str, Any]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1024": {"viewport": {"width": 1024, "height": 768}},
    "360": {"viewport": {"width": 360, "height": 740}},
    "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "forced": {"viewport": {"width": 1440, "height": 900}, "forced_colors": "active"},
}

pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def address(demo_league: Path, serves: Callable[[Path], str]) -> str:
    return serves(demo_league / "_site")


@pytest.fixture(scope="module")
def kept(request: pytest.FixtureRequest) -> Iterator[dict[str, Look]]:
    """The looks that were kept; with --golden those of today are kept instead."""
    texts = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    looks = {name: Look.unpack(text) for name, text in texts.items()}
    yield looks
    if request.config.getoption("--golden"):
        packed = {name: taken.pack() for name, taken in sorted(looks.items())}
        KEPT.write_text(json.dumps(packed, indent=0) + "\n", encoding="utf-8")


def _taken(browser: Browser, address: str, options: dict[str, Any]) -> bytes:
    page = browser.new_page(timezone_id="UTC", locale="en-GB", reduced_motion="reduce", **options)
    page.clock.set_fixed_time(NOW)
    page.goto(address)
    page.wait_for_function("!document.querySelector('#opened[hidden]')")  # a past sheet comes after its page
    picture = page.screenshot()
    page.close()
    return picture


@pytest.mark.parametrize("how", LOOKS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(
    browser: Browser,
    address: str,
    kept: dict[str, Look],
    page: Page,
    request: pytest.FixtureRequest,
    name: str,
    how: str,
) -> None:
    today = look(page, _taken(browser, f"{address}{PAGES[name]}", LOOKS[how]))
    key = f"{name}, {how}"
    if request.config.getoption("--golden"):
        kept[key] = today
    assert other(kept[key], today) <= MOST_OTHER, "look at the page; if it is as it should be: make looks"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A blank page that reckons looks."""
    made = browser.new_page()
    yield made
    made.close()


@pytest.mark.parametrize("how", LOOKS)
def test_pages_of_two_kinds_do_not_look_alike(kept: dict[str, Look], how: str) -> None:
    """Or the comparison would find nothing."""
    names = [*PAGES]
    for one, two in pairwise(names):
        assert other(kept[f"{one}, {how}"], kept[f"{two}, {how}"]) > MOST_OTHER, (one, two)
