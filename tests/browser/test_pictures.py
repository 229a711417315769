"""The pictures in docs show the pages as they are: taken anew they look the same, but for fonts and single words."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from docs.pictures import PICTURES, take
from tests.browser.looks import MOST_OTHER, look, other
from tests.house.tree import ROOT


@pytest.fixture(scope="module")
def taken(browser: Browser, demo_league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all pictures taken anew."""
    folder = tmp_path_factory.mktemp("pictures")
    take(browser, demo_league / "_site", folder)
    return folder


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page()


def _other(page: Page, one: Path, two: Path) -> float:
    return other(look(page, one.read_bytes()), look(page, two.read_bytes()))


@pytest.mark.exhaustive
def test_pictures_in_docs_are_those_of_today(taken: Path, page: Page) -> None:
    shares = {name: _other(page, ROOT / "docs" / f"{name}.png", taken / f"{name}.png") for name in PICTURES}
    stale = {name: share for name, share in shares.items() if share > MOST_OTHER}
    assert stale == {}, "the pages look otherwise by now: run make pictures"


@pytest.mark.exhaustive
def test_no_two_pictures_look_the_same(taken: Path, page: Page) -> None:
    """Or the comparison would find nothing stale."""
    names = [*PICTURES]
    for one, two in pairwise(names):
        assert _other(page, taken / f"{one}.png", taken / f"{two}.png") > MOST_OTHER, (one, two)
