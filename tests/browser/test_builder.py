"""The order builder of an open game: orders by mouse, by keyboard and by hand, the queue, and its file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import Opens, click, order_of, press
from tests.browser.conftest import Served
from tests.cli.conftest import run
from tests.site.leagues import Site

RED = "riot/sheet/red/index.html"
COUNTED = "This counts on the board as it is now, not as your stored orders leave it."
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


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A game in which red can do about everything; two orders of red's lie there."""
    made = Site(tmp_path_factory.mktemp("open"), board=BOARD, more="holiday: 10d\n", e=400)
    settings = made.root / "genetess.yaml"
    settings.write_text(f"{settings.read_text()}site: {{repository: me/my.league}}\n")
    made.start().writes("red", "# my plan\n* MOVE B2 S / PASS\n").build()
    return made


@pytest.fixture(scope="module")
def address(league: Site) -> Iterator[str]:
    served = Served(league.out)
    yield served.address
    served.close()


@pytest.fixture
def sheet(opens: Opens) -> Page:
    """Red's sheet."""
    return opens(RED)


def _queue(page: Page) -> str:
    return page.locator("#orders").input_value()


def _accepted(league: Site, text: str) -> None:
    done = run(league.root, "order", "riot", "red", text)
    assert done.status == 0, (text, done.err)
    league.writes("red", "# my plan\n* MOVE B2 S / PASS\n")


# Orders by clicking

BUILT = {
    "MOVE C2 SE-E": "C2 D3 E3",
    "MOVE C2 SE-SW": "C2 C4",  # where it can end is enough
    "MOVE B7 E-W": "B7 C7 B7",
    "MOVE B3 E": "B3 C3",
    "CHARGE J2 S": "J2 =CHARGE J8",
    "TELEPORT J2 I3": "J2 =TELEPORT I3",
    "TRANSFER J2 C K2": "J2 =TRANSFER Code=C K2",
    "DIVIDE J2 ACZ J3": "J2 =DIVIDE Codes=ACZ J3",
    "HOME D4 C3": "D4 =HOME C3",
    "SANCTUARY D4 B2": "D4 =SANCTUARY B2",
    "REPULSE H7": "H7 =REPULSE",
    "ATTRACT H7": "H7 =ATTRACT",
    "PHASE H7": "H7 =PHASE",
    "FLARE H7": "H7 =FLARE",
    "RADIATE H5": "H5 =RADIATE",
    "PETRIFY J2": "J2 =PETRIFY",
    "CONVERT H5": "H5 =CONVERT",
    "CREATE C3 ABB": "B2 =CREATE Codes=bab C3",
    "CREATE E4 AO": "D4 =CREATE Codes=AO E4",
    "CREATE C2 AI": "=CREATE Codes=AI C2",
    "PASS": "=PASS",
    "HOLIDAY": "=HOLIDAY",
}


def _do(page: Page, step: str) -> None:
    """A square, `=` and a button, or a field and what goes into it."""
    label, _, value = step.partition("=")
    if not value:
        click(page, step)
    elif not label:
        press(page, value)
    else:
        field = page.locator("#picks").get_by_label(label)
        if field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


@pytest.mark.parametrize(("text", "steps"), BUILT.items(), ids=BUILT)
def test_what_is_built_by_clicking_is_accepted(league: Site, sheet: Page, text: str, steps: str) -> None:
    for step in steps.split():
        _do(sheet, step)
    assert order_of(sheet) == text
    press(sheet, "Add")
    assert _queue(sheet) == f"# my plan\n* MOVE B2 S / PASS\n{text}\n"
    _accepted(league, text)


def test_steps_are_taken_back_one_by_one(sheet: Page) -> None:
    click(sheet, "C2", "D3")
    assert order_of(sheet) == "MOVE C2 SE"
    expect(sheet.locator("#add")).to_be_disabled()
    sheet.keyboard.press("Escape")
    assert order_of(sheet) == "MOVE C2"
    click(sheet, "C3", "C4")
    press(sheet, "Undo step")
    assert order_of(sheet) == "MOVE C2 S"
    for _ in range(2):
        sheet.locator('[data-at="C3"]').press("Escape")
    assert order_of(sheet) == ""


def test_only_squares_that_lead_somewhere_are_offered(sheet: Page) -> None:
    click(sheet, "D2")
    kinds = sheet.eval_on_selector_all("[data-kind=to]", "(all) => all.map((each) => each.dataset.at)")
    assert kinds == ["E2", "D3"]
    click(sheet, "D1")
    expect(sheet.locator("#builder-line")).to_have_text("D1: MOVE cannot go there from here.")
    assert order_of(sheet) == "MOVE D2"


def test_an_order_is_built_with_the_keyboard_alone(league: Site, sheet: Page) -> None:
    sheet.locator('[data-at="B2"]').focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", " ", "ArrowRight", "Enter"):
        sheet.keyboard.press(key)
    expect(sheet.locator("#builder-line")).to_have_text(
        "C2, ABC. MOVE C2 S-E: Add it to your orders. " + COUNTED
    )
    assert sheet.locator(":focus").get_attribute("aria-label") == "D3"
    sheet.locator("#order").press("Enter")
    assert _queue(sheet).endswith("\nMOVE C2 S-E\n")
    assert sheet.locator("svg.board [tabindex='0']").count() == 1


def test_behind_an_added_order_the_keyboard_goes_on_at_the_board(sheet: Page) -> None:
    click(sheet, "C2", "D3", "E3")
    sheet.locator("#add").focus()
    sheet.keyboard.press("Enter")
    assert sheet.locator(":focus").get_attribute("data-at") == "E3"
    press(sheet, "Edit: MOVE C2 SE-E")
    sheet.locator("#replace").focus()
    sheet.keyboard.press("Enter")
    assert sheet.locator(":focus").get_attribute("data-at") == "E3"


def test_squares_have_names_for_those_who_cannot_see_them(sheet: Page) -> None:
    assert sheet.locator('[data-at="C2"]').get_attribute("aria-label") == "C2: red ABC"
    click(sheet, "C2")
    assert sheet.locator('[data-at="C3"]').get_attribute("aria-label") == "C3, can be chosen"
    assert sheet.locator('[data-at="C2"]').get_attribute("aria-selected") == "true"
    assert sheet.locator("#builder-line").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("abbc", "15 E = (1+2+2+2) + (1×2×2×2)"),
        ("B", "It cannot live"),
        ("AK", "K cannot be bought"),
        ("AZZ", "Too dear: you have 402 E."),
        ("ABDFFF", "Of your 402 E it leaves 0."),
        ("A1", "Codes are letters from A to Z."),
        ("", "You have 402 E."),
    ],
)
def test_a_new_piece_is_priced_as_it_is_typed(sheet: Page, codes: str, words: str) -> None:
    press(sheet, "CREATE")
    sheet.locator("#picks").get_by_label("Codes").fill(codes)
    expect(sheet.locator("#picks")).to_contain_text(words)


# By hand


def test_an_order_can_be_written_by_hand(sheet: Page) -> None:
    sheet.locator("#order").fill("move c2 s-s")
    sheet.locator("#star").check()
    press(sheet, "Add")
    assert _queue(sheet).endswith("PASS\n* move c2 s-s\n")
    assert order_of(sheet) == ""


def test_orders_are_moved_starred_edited_and_removed(sheet: Page) -> None:
    press(sheet, "Later: * MOVE B2 S")
    assert _queue(sheet) == "# my plan\nPASS / * MOVE B2 S"
    press(sheet, "At once: PASS")
    assert _queue(sheet) == "# my plan\n* PASS / * MOVE B2 S"
    press(sheet, "Edit: * MOVE B2 S")
    expect(sheet.locator("#star")).to_be_checked()
    sheet.locator("#order").fill("MOVE B2 E")
    press(sheet, "Replace")
    assert _queue(sheet) == "# my plan\n* PASS / * MOVE B2 E"
    press(sheet, "Remove: * PASS")
    assert _queue(sheet) == "# my plan\n* MOVE B2 E"
    press(sheet, "Remove: * MOVE B2 E")
    assert _queue(sheet) == "# my plan\n"
    expect(sheet.locator("#made")).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#" + "x" * 4_095, "These orders have 4097 bytes"),
        ("PASS\n" * 51, "These are 51 orders, and at most 50 can be stored"),
        ("PASS\nGO HOME", "Order 2, GO HOME: HOME needs"),
        ("ADVANCE", "Order 1, ADVANCE: “ADVANCE” is no order. An order begins with one of PASS,"),
        ("MOVE C2", "MOVE needs directions joined by hyphens, like N or E-NE-S, but the order ends here."),
        ("MOVE C2 X-E", "MOVE: expected directions joined by hyphens, like N or E-NE-S, found “X-E”."),
        ("MOVV C2 E-E", "“MOVV” is no order. Did you mean MOVE?"),
    ],
)
def test_what_is_wrong_with_the_file_is_told(sheet: Page, text: str, words: str) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#checks")).to_contain_text(words)


def test_an_order_whose_form_never_becomes_good_is_not_added(sheet: Page) -> None:
    sheet.locator("#order").fill("MOVV C2 E-E")
    press(sheet, "Add")
    expect(sheet.locator("#builder-line")).to_have_text("Not added: “MOVV” is no order. Did you mean MOVE?")
    assert order_of(sheet) == "MOVV C2 E-E"
    assert "MOVV" not in _queue(sheet)


DOUBTS = [
    ("MOVE A1 E", "You have no piece on A1."),
    ("MOVE C2 E", "The ABC on C2 must move exactly 2 steps, not 1."),
    ("MOVE D2 NE", "A piece without C cannot MOVE NE."),
    ("MOVE D2 N", "The piece cannot enter D1, as far as you see the board now."),
    ("MOVE C2 N-S", "The piece cannot pass C1, as far as you see the board now."),
    ("CHARGE J2 N", "The charge would be blocked at once, as far as you see the board now."),
    ("CHARGE J2 S-N", "The AACHJNQZ on J2 can charge once in one order, not 2 times."),
    ("TELEPORT J2 B2", "TELEPORT cannot have B2 as its target, as far as you see the board now."),
    ("TELEPORT C2 E3", "The ABC on C2 has no N (Teleport), which TELEPORT needs."),
    ("TRANSFER J2 Z J2", "TRANSFER cannot have J2 as its target"),
    ("DIVIDE J2 B J3", "DIVIDE B: the AACHJNQZ on J2 cannot do that."),
    ("CREATE H7 A", "No piece can be made on H7, as far as you see the board now."),
    ("CREATE E4 A", "On E4 only a piece with O can be made."),
    ("CREATE C3 BB", "It cannot live: a new piece needs an A."),
    ("CONVERT H5", "No orphan is in the view of this piece, so it would only spend the turn."),
    ("please MOVE D2 E now", "“please” and “now” are no part of the order MOVE, and passed over."),
    ("PASS / MOVE A1 E", "You have no piece on A1 now."),
    ("MOVE D2 E / MOVE D2 S", "Order 1 takes the piece on D2 away, so that MOVE finds none there."),
    ("MOVE D2 E / MOVE E2 S-S", "The A on E2 must move exactly 1 step, not 2."),
]


@pytest.mark.parametrize(("text", "words"), DOUBTS, ids=[text for text, _ in DOUBTS])
def test_what_is_doubtful_as_things_stand_is_told_and_marked(sheet: Page, text: str, words: str) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#checks")).to_contain_text(words)
    expect(sheet.locator("#orders-list .bad")).to_have_count(1)
    expect(sheet.locator("#orders-list li").last).to_have_class("bad")
    expect(sheet.locator("#made")).to_be_visible()  # it may become good


GOOD = [
    *(text for text in BUILT if text != "CONVERT H5"),
    "MOVE D2 E / MOVE E2 S",
    "move c2 s - s",
    "* CREATE ABB C3",
]


@pytest.mark.parametrize("text", GOOD)
def test_nothing_is_said_of_what_can_be_done(sheet: Page, text: str) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#orders-list li")).to_have_count(text.count("/") + 1)
    assert sheet.locator("#checks").inner_text() == ""


def test_where_queued_orders_lead_is_drawn_and_told(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE C2 S-S / CREATE C3 AB")
    assert sheet.locator("svg .go").count() == 2
    assert sheet.locator('[data-at="C4"]').get_attribute("aria-label") == "C4; your ABC after order 1"
    click(sheet, "C2")
    line = sheet.locator("#builder-line")
    expect(line).to_contain_text("Order 1 moves this piece away.")
    click(sheet, "C4")
    expect(line).to_contain_text(COUNTED)
    press(sheet, "Clear")
    click(sheet, "C4")
    expect(line).to_contain_text("C4: your ABC will stand here once order 1 is carried out.")
    assert order_of(sheet) == ""


def test_it_is_told_why_a_piece_cannot_do_what_it_could_elsewhere(sheet: Page) -> None:
    click(sheet, "G2")
    sheet.get_by_role("button", name="DIVIDE: why not now").click()
    expect(sheet.locator("#builder-line")).to_contain_text("each half needs an A or a K.")
    assert order_of(sheet) == "MOVE G2"


def test_a_draft_outlives_a_reload_and_can_be_given_up(sheet: Page) -> None:
    press(sheet, "PASS")
    press(sheet, "Add")
    sheet.reload()
    assert _queue(sheet) == "# my plan\n* MOVE B2 S / PASS\nPASS\n"
    expect(sheet.locator("#builder-line")).to_have_text(
        "Your draft is here again: it is not in your order file yet."
    )
    press(sheet, "Back to what is stored")
    assert _queue(sheet) == "# my plan\n* MOVE B2 S / PASS"
    expect(sheet.get_by_role("button", name="Back to what is stored")).to_be_hidden()
    sheet.reload()
    assert _queue(sheet) == "# my plan\n* MOVE B2 S / PASS"


# The file


def test_the_file_is_downloaded_and_copied(opens: Opens, tmp_path: Path) -> None:
    page = opens(RED, permissions=["clipboard-read", "clipboard-write"])
    press(page, "PASS")
    press(page, "Add")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download red.txt").click()
    assert download.value.suggested_filename == "red.txt"
    download.value.save_as(tmp_path / "red.txt")
    assert (tmp_path / "red.txt").read_text() == "# my plan\n* MOVE B2 S / PASS\nPASS\n"
    press(page, "Copy the file’s text")
    expect(page.locator("#builder-word")).to_have_text("The file is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == (tmp_path / "red.txt").read_text()


def test_a_pull_request_begins_at_the_forges_page_for_a_new_file(league: Site, sheet: Page) -> None:
    href = sheet.get_by_role("link", name="Open a pull request").get_attribute("href")
    found = urlsplit(str(href))
    branch = league.repository.branch
    assert found[:3] == ("https", "github.com", f"/me/my.league/new/{branch}/games/riot/orders")
    values = parse_qs(found.query)
    assert values["value"] == ["# my plan\n* MOVE B2 S / PASS\n"]
    assert re.fullmatch(r"red-1a-[0-9a-z]+\.txt", values["filename"][0])
    sheet.locator("#orders").fill("# " + "ü" * 2_000)
    sheet.locator("#order").fill("PASS")
    press(sheet, "Add")
    expect(sheet.locator("#pull")).to_be_hidden()
    expect(sheet.locator("#too-long")).to_be_visible()


def test_where_there_is_no_forge_there_is_no_such_link(tmp_path: Path) -> None:
    made = Site(tmp_path).start()
    made.build()
    assert "Open a pull request" not in made.page(RED)


# Deadlines


@pytest.mark.parametrize("place", [RED, "riot/index.html", "index.html"])
def test_a_deadline_says_how_long_it_is_and_what_the_readers_clock_shows_then(
    browser: Browser, address: str, place: str
) -> None:
    with browser.new_context(timezone_id="Europe/Warsaw") as context:
        page = context.new_page()
        page.clock.set_fixed_time("2027-01-15T10:00:00Z")
        page.goto(f"{address}{place}")
        expect(page.locator("time").first).to_have_text("2027-01-18 08:00 UTC")
        expect(page.locator(".until").first).to_have_text("in 2 days, Mon 18 Jan, 09:00 on your clock")


# Where there is nothing to build with


def test_without_scripts_the_builder_is_not_there(opens: Opens) -> None:
    page = opens(RED, java_script_enabled=False)
    expect(page.locator("#builder")).to_be_hidden()
    expect(page.locator("#queue")).to_be_visible()
    assert "games/riot/orders/red.txt" in page.inner_text("main")


def test_a_sheet_in_a_folder_of_the_own_disk_has_the_builder(browser: Browser, league: Site) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((league.out / RED).as_uri())
        click(page, "C2", "C4")
        assert order_of(page) == "MOVE C2 SE-SW"


def test_only_the_newest_sheet_has_the_builder_and_its_data(tmp_path: Path) -> None:
    made = Site(tmp_path).start()
    made.order("PASS").build()
    assert 'id="offers"' in made.page(RED)
    old = made.page("riot/sheet/red/0000.html")
    assert not [word for word in ("<script", "builder") if word in old]


def test_on_a_phone_nothing_is_wider_than_the_page(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator('[data-at="J2"]').tap()
    press(page, "DIVIDE")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(("width", "height"), [(1200, 800), (360, 740)], ids=["wide", "phone"])
def test_board_and_order_are_seen_together(opens: Opens, width: int, height: int) -> None:
    page = opens(RED, viewport={"width": width, "height": height})
    for square in ("C2", "D3", "E3"):
        click(page, square)
        for part in (f'[data-at="{square}"]', "#builder-line", "#order", "#add"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_on_a_phone_squares_are_large_enough_for_fingers(opens: Opens) -> None:
    page = opens(RED, viewport={"width": 360, "height": 740}, has_touch=True)
    square = page.locator('[data-at="B2"]').bounding_box()
    assert square
    assert square["width"] >= 24
    box = page.locator(".sheet .wide").first
    assert box.evaluate("(box) => box.scrollWidth > box.clientWidth")
    expect(page.locator('[data-at="C2"]')).to_be_in_viewport()  # red's pieces are all in the west
    assert "more-right" in str(box.get_attribute("class"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.fixture(scope="module")
def gambling(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Round 0, for starts and places in the order of play."""
    made = Site(tmp_path_factory.mktemp("gambling"))
    file = made.root / "games/riot/game.yaml"
    text = file.read_text().replace("rules: {", "rules: {gamble: [start, order], ")
    file.write_text(re.sub(", start: K[1-3]", "", text))
    made.start().build()
    return made


@pytest.fixture
def wishing(browser: Browser, gambling: Site) -> Iterator[Page]:
    """Red's sheet there."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((gambling.out / RED).as_uri())
        yield page


# ruling G39
def test_gambles_are_filled_in_field_by_field(gambling: Site, wishing: Page) -> None:
    fields = wishing.locator("#picks")
    best = fields.get_by_label("What you like best next")
    for kind, stake, wishes in (
        ("start", "3", ("K2", "K1", "K3")),
        ("order", "0", ("1st", "2nd", "don't care")),
    ):
        fields.get_by_label("Gamble for").select_option(kind)
        fields.get_by_label("Stake in E").fill(stake)
        for wish in wishes:
            assert best.input_value() == ""
            assert best.evaluate("(list) => list.selectedIndex") == 0  # whatever is chosen is a change
            best.select_option(wish)
        press(wishing, "Add")
    written = _queue(wishing)
    assert written == "GAMBLE 3E on K2, K1, K3\nGAMBLE 0E on 1st, 2nd, don't care\n"
    done = run(gambling.root, "order", "riot", "red", written)
    assert done.status == 0, done.err


# ruling G39
def test_starts_are_gambled_for_on_the_board(wishing: Page) -> None:
    wishing.locator("#picks").get_by_label("Gamble for").select_option("order")
    click(wishing, "Q2", "B2", "Q2")
    assert order_of(wishing) == "GAMBLE 0E on K2, K1"
    expect(wishing.locator("#builder-line")).to_have_text("K2 is chosen already.")
    wishing.keyboard.press("Escape")
    assert order_of(wishing) == "GAMBLE 0E on K2"
    wishing.locator("#orders").fill("GAMBLE 38E on K1, K2\nGAMBLE 9E on first, then 2nd\n")
    expect(wishing.locator("#checks")).to_have_text(
        "Order 2, GAMBLE 9E on first, then 2nd: Your stakes come to 47 E, and you have 40 E. "
        "Lower them; until then you are not in."
    )
    wishing.locator("#orders").fill("GAMBLE 1E on K1\nGAMBLE 1E on K9\nGAMBLE 0E on K2, don't care\n")
    expect(wishing.locator("#checks li")).to_have_text(
        [
            re.compile("^Order 2, .*“K9” is nothing that this game gambles for"),
            re.compile("^Order 3, .*each kind is gambled for once"),
        ]
    )
    click(wishing, "D4")
    expect(wishing.locator("#builder-line")).to_have_text("D4 is no start.")
