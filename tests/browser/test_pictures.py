"""The pictures in docs show the pages as they are: taken anew they look the same, but for fonts and single words."""

from __future__ import annotations

import base64
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from docs.pictures import PICTURES, take
from tests.house.tree import ROOT

CELLS = 40
"""Pictures are compared by the mean brightness of so many parts of each row and column."""
SAME = 20
"""Two parts of this difference, of 255, look the same: it is more than another font makes of a line of text."""
MOST_OTHER = 0.03
"""The share of a picture that may look otherwise."""
OTHER = """([pictures, cells, same]) => Promise.all(pictures.map(async (data) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(cells, cells).getContext("2d");
  canvas.imageSmoothingQuality = "high";
  canvas.drawImage(picture, 0, 0, cells, cells);
  const { data: values } = canvas.getImageData(0, 0, cells, cells);
  const brightness = (_, cell) => (values[4 * cell] + values[4 * cell + 1] + values[4 * cell + 2]) / 3;
  const bright = Array.from({ length: cells * cells }, brightness);
  return { size: [picture.width, picture.height], bright };
})).then(([one, two]) => {
  const other = one.bright.filter((value, cell) => Math.abs(value - two.bright[cell]) > same).length;
  return String(one.size) === String(two.size) ? other / cells / cells : 1;
})"""
"""The share of the parts of two pictures that look otherwise: 1 for pictures of two sizes."""


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
    data = [base64.b64encode(each.read_bytes()).decode() for each in (one, two)]
    found: float = page.evaluate(OTHER, [data, CELLS, SAME])
    return found


@pytest.mark.exhaustive
def test_pictures_in_docs_are_those_of_today(taken: Path, page: Page) -> None:
    other = {name: _other(page, ROOT / "docs" / f"{name}.png", taken / f"{name}.png") for name in PICTURES}
    stale = {name: share for name, share in other.items() if share > MOST_OTHER}
    assert stale == {}, "the pages look otherwise by now: run make pictures"


@pytest.mark.exhaustive
def test_no_two_pictures_look_the_same(taken: Path, page: Page) -> None:
    """Or the comparison would find nothing stale."""
    names = [*PICTURES]
    for one, two in pairwise(names):
        assert _other(page, taken / f"{one}.png", taken / f"{two}.png") > MOST_OTHER, (one, two)
