"""Where things stand on a page: what belongs together is together, and no half of a wide screen is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Served
from tests.kit.boards import SOON, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import wide

Opens = Callable[..., Page]
ZONE = "timezone: Europe/Warsaw\n"
WIDE, PHONE = {"width": 1200, "height": 900}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    made = wide(tmp_path_factory.mktemp("layout")).start().order("MOVE C2 E-E", "PASS")
    name = "A game whose name is very long indeed"
    made.add("long", wide_file(ZONE, name=name, red="Rasmus", id=OTHER_ID))
    made.start("long")
    made.build()
    served = Served(made.out)
    yield served.address
    served.close()


def _box(found: Locator) -> dict[str, float]:
    box = found.bounding_box()
    assert box
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("place", ["red/past.html#0000", "red/index.html", "blue/index.html"])
def test_the_key_stands_right_under_its_board(opens: Opens, size: dict[str, int], place: str) -> None:
    page = opens(f"riot/sheet/{place}", viewport=size)
    above = page.locator("#board, .jump").filter(visible=True).last
    assert 0 <= _box(page.locator(".key").first)["y"] - _box(above)["bottom"] < 40


def test_on_a_phone_what_happened_comes_before_the_tables_of_the_board(opens: Opens) -> None:
    page = opens("riot/sheet/red/index.html", viewport=PHONE)
    pieces, since = page.locator("#pieces").first, page.locator("#since")
    assert _box(since)["y"] < _box(pieces)["y"]


@pytest.mark.exhaustive
def test_the_board_of_a_home_stands_beside_the_players(opens: Opens) -> None:
    page = opens("riot/index.html", viewport=WIDE)
    board, players = _box(page.locator("svg.board")), _box(page.locator("table").first)
    assert board["right"] <= players["x"]
    assert board["y"] < players["bottom"]


@pytest.mark.exhaustive
def test_on_a_phone_a_deadline_is_not_a_column_of_words(opens: Opens) -> None:
    page = opens("index.html", viewport=PHONE)
    assert all(_box(each)["height"] < 130 for each in page.locator("[data-head=Deadline]").all())


@pytest.mark.exhaustive
def test_a_sheet_with_little_on_it_is_printed_with_a_wide_board(opens: Opens) -> None:
    page = opens("riot/sheet/red/past.html#0000", viewport={"width": 711, "height": 1055})
    page.emulate_media(media="print")
    assert _box(page.locator("svg.board"))["width"] > 450


RED = "riot/sheet/red/index.html"


@pytest.mark.parametrize(("size", "most"), [((1440, 900), 180), ((390, 844), 230)], ids=["wide", "phone"])
def test_the_board_begins_high_on_the_screen(opens: Opens, size: tuple[int, int], most: int) -> None:
    page = opens("riot/sheet/green/past.html#0000", viewport={"width": size[0], "height": size[1]})
    assert _box(page.locator("#board"))["y"] < most


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_deadline_is_seen_whole(opens: Opens, size: dict[str, int]) -> None:
    page = opens(RED, viewport=size, timezone_id="Pacific/Chatham")
    cell = page.locator(".banner > .due")
    expect(cell).to_contain_text("GMT+13:45")
    words = cell.locator("time").evaluate("(time) => time.getBoundingClientRect().right")
    assert words < _box(cell)["right"]


@pytest.mark.parametrize("size", [(844, 390), (720, 450)], ids=["landscape phone", "read twice as large"])
def test_a_low_screen_shows_the_board_first(opens: Opens, size: tuple[int, int]) -> None:
    """Nothing of the board was on the first screen, and the bar took half of it."""
    width, height = size
    page = opens(RED, viewport={"width": width, "height": height})
    assert _box(page.locator("#board"))["y"] < 0.4 * height
    assert _box(page.locator("#dock"))["height"] < 0.2 * height


def test_a_phone_begins_with_the_king_and_leads_to_the_other_pieces(opens: Opens) -> None:
    """A large board began with nothing but fog on a phone."""
    page = opens(RED, viewport=PHONE, has_touch=True)
    links = page.locator(".jump a")
    assert links.first.inner_text().endswith("King")
    for number in (0, 1):
        links.nth(number).tap()
        board = _box(page.locator("#board"))
        square = _box(page.locator(f'[data-at="{links.nth(number).get_attribute("data-jump")}"]'))
        assert board["x"] <= square["x"] < board["right"]
        assert board["y"] <= square["y"] < board["bottom"]
    links.last.tap()
    assert _box(page.locator("svg.board"))["right"] <= PHONE["width"]


def test_the_colours_of_the_key_are_kept_where_the_reader_has_chosen_others(opens: Opens) -> None:
    page = opens(RED, viewport=WIDE, forced_colors="active")
    shown = page.evaluate(
        "[...document.querySelectorAll('.key .sw, .key svg, .seats svg')]"
        ".map((each) => getComputedStyle(each).forcedColorAdjust)"
    )
    assert set(shown) == {"none"}


@pytest.mark.exhaustive
def test_who_is_out_is_struck_through_with_by_whom(tmp_path: Path, browser: Browser) -> None:
    made = wide(tmp_path, board=SOON).start().order("MOVE C2 SE-N")
    made.build()
    page = browser.new_page()
    page.goto((made.out / "riot/sheet/red/index.html").as_uri())
    row = page.locator(".seats tr", has=page.locator("s"))
    expect(row).to_contain_text("Gwen")
    expect(row).to_contain_text("out: Ragnar took the King, 1a")
    page.close()


def test_a_page_does_not_jump_as_it_gets_a_scroll_bar(opens: Opens) -> None:
    page = opens("riot/index.html", viewport=WIDE)
    widths = page.evaluate("""["hidden", "scroll"].map((overflow) => {
      document.documentElement.style.overflow = overflow;
      return document.body.getBoundingClientRect().width;
    })""")
    assert widths[0] == widths[1]


def test_what_an_order_that_failed_did_wrong_is_on_the_first_screen(browser: Browser, tmp_path: Path) -> None:
    made = wide(tmp_path).start().writes("red", "MOVE C2 E-E-E-E").tick()
    made.build()
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        with browser.new_context(viewport=size) as context:  # type: ignore[arg-type]
            page = context.new_page()
            page.goto((made.out / "riot/sheet/red/index.html").as_uri())
            expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)
            expect(page.locator("rect.failed")).to_be_in_viewport()
            assert _box(page.locator(".verdict"))["y"] < _box(page.locator(".whose"))["y"]
