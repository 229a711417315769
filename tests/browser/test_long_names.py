"""Names as long as names get: on a phone the standings show them whole, beside every number."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from genetess_cli.turns.acts import Finish
from genetess_cli.turns.referee import act
from tests.browser.conftest import Served
from tests.kit.league import BEGIN, HOUR, wide

pytestmark = pytest.mark.by_day(0, ci="all")

LONG = "Maximiliana-Konstantinopolitanskaja von und zu Donaudampfschiff"
WIDER = """[...document.querySelectorAll(".wide:not(details *)")]
  .filter((each) => each.scrollWidth > each.clientWidth).length"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    made = wide(tmp_path_factory.mktemp("long"), red=LONG).start().order("PASS")
    act(made.league, "riot", Finish(reason="enough"), BEGIN + 9 * HOUR)
    made.build()
    served = Served(made.out)
    yield served.address
    served.close()


@pytest.mark.parametrize("width", [360, 700])
def test_standings_need_no_scrolling(opens: Callable[..., Page], width: int) -> None:
    page = opens("standings.html", viewport={"width": width, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".standings")).to_have_count(2)
    assert page.evaluate(WIDER) == 0
    expect(page.locator(".standings th", has_text=LONG).first).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_sheet_is_no_wider_than_its_window(opens: Callable[..., Page], width: int) -> None:
    page = opens("riot/sheet/red/index.html", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    wider = "(each) => each.scrollWidth > each.clientWidth + 1"
    assert not page.evaluate(f"[...document.querySelectorAll('.whose, .card')].some({wider})")
    expect(page.locator(".crumb h1")).to_be_in_viewport()
