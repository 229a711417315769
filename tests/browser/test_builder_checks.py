"""What the order builder says of orders of Genetess: what is wrong with their form, and doubtful as things stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builders import COUNTED, RED, Opens, click, league_for_red, order_of, press, queue_of
from tests.browser.test_builder import BUILT

LEAGUE = league_for_red


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """Red's sheet."""
    return reopens(RED)


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#" + "x" * 4_095, "These orders have 4097 bytes"),
        ("PASS\n" * 51, "These are 51 orders, but at most 50 can be stored"),
        ("PASS\nGO HOME", "Order 2, GO HOME: HOME needs"),
        ("MOVE C2", "MOVE needs directions joined by hyphens, like N or E-NE-S, but the order ends here."),
        ("MOVE C2 X-E", "MOVE: expected directions joined by hyphens, like N or E-NE-S, found “X-E”."),
        ("MOVV C2 E-E", "“MOVV” is no order. An order begins with one of PASS,"),
    ],
)
def test_what_is_wrong_with_the_file_is_told(sheet: Page, text: str, words: str) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#checks")).to_contain_text(words)


def test_an_order_whose_form_never_becomes_good_is_not_added(sheet: Page) -> None:
    sheet.locator("#order").fill("MOVV C2 E-E")
    press(sheet, "Add")
    expect(sheet.locator("#builder-word")).to_contain_text("Not added: “MOVV” is no order.")
    assert order_of(sheet) == "MOVV C2 E-E"
    assert "MOVV" not in queue_of(sheet)


DOUBTS = [
    ("MOVE A1 E", "You have no piece on A1."),
    ("MOVE C2 E", "The ABC on C2 must move exactly 2 steps, not 1."),
    ("MOVE D2 NE", "A piece without C cannot MOVE NE."),
    ("MOVE D2 N", "The piece cannot enter D1, as far as you know."),
    ("MOVE C2 N-S", "The piece cannot pass C1, as far as you know."),
    ("CHARGE J2 N", "The charge would be blocked at once, as far as you know."),
    ("CHARGE J2 S-N", "The AACHJNQZ on J2 can charge once in one order, not 2 times."),
    ("TELEPORT J2 B2", "TELEPORT cannot have B2 as its target, as far as you know."),
    ("TELEPORT C2 E3", "The ABC on C2 has no N (Teleport), which TELEPORT needs."),
    ("TRANSFER J2 Z J2", "TRANSFER cannot have J2 as its target"),
    ("DIVIDE J2 B J3", "DIVIDE B: the AACHJNQZ on J2 cannot do that."),
    ("CREATE H7 A", "No piece can be made on H7, as far as you know."),
    ("CREATE E4 A", "On E4 only a piece with O can be made."),
    ("CREATE C3 BB", "A new piece needs an A."),
    ("CONVERT H5", "No orphan is in the view of this piece, so it would only spend the turn."),
    ("please MOVE D2 E now", "“please” and “now” are no part of the order MOVE, and ignored."),
    ("PASS / MOVE A1 E", "You have no piece on A1 now."),
    ("MOVE D2 E / MOVE D2 S", "After order 1 no piece is on D2, so this MOVE would fail."),
    ("MOVE D2 E / MOVE E2 S-S", "The A on E2 must move exactly 1 step, not 2."),
    ("MOVE C2 N-N", "The MOVE leads off the board."),
    ("MOVE C2 W-N-N-N", "The ABC on C2 must move exactly 2 steps, not 4."),
    ("MOVE B2 W-W-W", "The K on B2 must move exactly 1 step, not 3."),
    ("TELEPORT J2 Z99", "Z99 is off the board: its squares are A1 to L8."),
    *(
        (f"PASS / {text}", words)
        for text, words in {
            "MOVE AB2 N": "AB2 is off the board: its squares are A1 to L8.",
            "TELEPORT J2 L9": "L9 is off the board",
            "CREATE M2 A": "M2 is off the board",
            "CREATE C3 BB": "A new piece needs an A.",
            "CREATE C3 AK": "K cannot be bought in this game.",
            "TELEPORT C2 E3": "The ABC on C2 has no N (Teleport), which TELEPORT needs.",
            "MOVE D2 NE": "A piece without C cannot MOVE NE.",
            "CHARGE J2 S-N": "The AACHJNQZ on J2 can charge once in one order, not 2 times.",
            "DIVIDE J2 B J3": "DIVIDE B: the AACHJNQZ on J2 cannot do that.",
            "TRANSFER J2 K K2": "TRANSFER K: the AACHJNQZ on J2 cannot do that.",
        }.items()
    ),
    ("DIVIDE J2 ACZ J3 / CHARGE J2 S", "The AHJNQ on J2 has no Z (Charge), which CHARGE needs."),
    ("TRANSFER J2 C K2 / TRANSFER J2 Z K2", "The AAHNQZ on J2 has no J (Transfer), which TRANSFER needs."),
    ("PETRIFY J2 / FLARE J2", "After order 1 no piece is on J2, so this FLARE would fail."),
]


@pytest.mark.by_day(1, ci=4)
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
    "DIVIDE J2 ACZ J3 / MOVE J3 SW",
    "PASS / CREATE C3 ABBBBBBBBBBBBBBBBBBB",  # there may be as much E by then
    "move c2 s - s",
    "* CREATE ABB C3",
]


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("text", GOOD)
def test_nothing_is_said_of_what_can_be_done(sheet: Page, text: str) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#orders-list li")).to_have_count(text.count("/") + 1)
    assert sheet.locator("#checks").inner_text() == ""


def test_where_queued_orders_lead_is_drawn_and_told(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE C2 S-S / CREATE C3 AB")
    assert sheet.locator("svg .go text").count() == 2
    assert sheet.locator('[data-at="C4"]').get_attribute("aria-label") == "C4; your ABC after order 1"
    click(sheet, "C2")
    line = sheet.locator("#builder-line")
    expect(line).to_contain_text("Order 1 moves this piece away.")
    click(sheet, "C4")
    expect(line).to_contain_text(COUNTED)
    press(sheet, "Clear this order")
    click(sheet, "C4")
    expect(line).to_contain_text("C4; your ABC after order 1.")
    assert order_of(sheet) == ""


def test_it_is_told_why_a_piece_cannot_do_what_it_could_elsewhere(sheet: Page) -> None:
    click(sheet, "G2")
    sheet.get_by_role("button", name="DIVIDE: why not now").click()
    expect(sheet.locator("#builder-line")).to_contain_text("each half needs an A or a K.")
    assert order_of(sheet) == "MOVE G2"


# An order that is typed


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("FLY C2", "FLY C2: “FLY” is no order. An order begins with one of PASS,"),
        ("MOVE C2", "MOVE C2: MOVE needs directions"),
        ("MOVE C2 E", "MOVE C2 E: The ABC on C2 must move exactly 2 steps, not 1."),
        ("MOVE B2 E", "MOVE B2 E: After order 1 no piece is on B2, so this MOVE would fail."),
        ("MOVE C2 S-S", "MOVE C2 S-S is ready: press the green button."),
    ],
)
def test_an_order_is_checked_as_it_is_typed(sheet: Page, typed: str, words: str) -> None:
    before = sheet.locator("#checks").inner_text()
    sheet.locator("#order").press_sequentially(typed)
    expect(sheet.locator("#builder-line")).to_contain_text(words)
    assert order_of(sheet) == typed
    assert sheet.locator("#checks").inner_text() == before


@pytest.mark.exhaustive
def test_nothing_is_said_while_it_is_being_typed(sheet: Page) -> None:
    line = sheet.locator("#builder-line")
    sheet.evaluate(
        "globalThis.said = []; const line = document.getElementById('builder-line');"
        "new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true })"
    )
    sheet.locator("#order").press_sequentially("MOVE C2 S-S")
    expect(line).to_contain_text("MOVE C2 S-S is ready: press")
    assert sheet.evaluate("said") == ["MOVE C2 S-S is ready: press the green button."]
    sheet.locator("#order").fill("")
    expect(line).to_contain_text("Choose one of your pieces")


@pytest.mark.exhaustive
def test_an_order_that_is_written_anew_is_checked_in_its_place(sheet: Page) -> None:
    sheet.locator("#orders").fill("MOVE C2 S-S\nMOVE C2 S-E")
    press(sheet, "Edit: MOVE C2 S-S")
    sheet.locator("#order").fill("MOVE C2 S-E")
    expect(sheet.locator("#builder-line")).to_have_text("MOVE C2 S-E is ready: press Replace.")
    press(sheet, "Clear this order")
    press(sheet, "Edit: MOVE C2 S-E")
    sheet.locator("#order").fill("MOVE C2 E-E")
    expect(sheet.locator("#builder-line")).to_contain_text("After order 1 no piece is on C2")
