"""The order builder of Genie of the Lamp: moves by clicking squares, what is no move, and what is written by hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from genetess_cli.rules.genie import offering
from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import SEATS
from genetess_cli.rules.genie.notation import fits
from genetess_cli.rules.genie.reading import read_move
from genetess_cli.rules.genie.turn import board_for, moves
from tests.browser.builders import Opens, click, line_of, order_of, plans, press
from tests.kit.command import run
from tests.kit.league import League
from tests.rules.genie.positions import USUAL, game
from tests.site.test_genie import GAME

TWO_WAYS = ("Gd2", "c5", "Gc3", "Qb6", "Qd4", "cxd4", "a3", "Nf6", "b4", "d6")
"""White's Genie can leap from c3 to c7 by a5 and by e5."""
GATE = ("h4", "g5", "hxg5", "h5", "g6", "h4", "g7", "h3")
"""White's pawn on g7 can become something on f8 and h8."""
SAME = ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1")
"""Black's Ng8 brings the first position back for the third time."""


def league_of(folder: Path, *orders: str, more: str = "") -> League:
    """A game of Genie of the Lamp after some orders, with its site."""
    made = League(folder, GAME + more).start().order(*orders)
    made.build()
    return made


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    """The first position."""
    return league_of(tmp_path_factory.mktemp("genie"))


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """White's sheet."""
    return reopens("riot/sheet/white/index.html")


def _do(page: Page, *steps: str) -> None:
    """Squares are clicked, and buttons by what stands on them behind a `=`."""
    for step in steps:
        if step.startswith("="):
            press(page, step[1:])
        else:
            click(page, step)


BUILT = [
    ("white", (), "e4", ("e2", "e4")),
    ("white", (), "Nf3", ("g1", "f3")),
    ("white", (), "Gd2", ("d2", "d2")),  # ruling L1
    ("white", (), "Gc2", ("c2", "=Flip this pawn into the Genie: Gc2")),
    ("white", (), "e4", ("e2", "e3", "e4")),  # thought better of
    ("white", (), "Nc3", ("g1", "b1", "c3")),
    ("white", (), "RESIGN", ("e2", "e4", "=RESIGN")),
    ("white", (), "DRAW", ("=DRAW",)),
    ("black", ("Gd2", "a5", "Gd4"), "e5", ("e7", "e5")),
    ("white", GATE, "gxf8=N", ("g7", "f8", "=Becomes a knight: gxf8=N")),
    ("white", GATE, "gxh8=G", ("g7", "h8", "=Becomes a Genie: gxh8=G")),  # ruling L4
    ("black", SAME, "CLAIM Ng8", ("f6", "g8", "=Claim a draw with it: CLAIM Ng8")),
    ("white", (*SAME, "Ng8"), "CLAIM", ("=CLAIM",)),
    ("white", ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"), "O-O", ("e1", "g1")),
]


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(("seat", "before", "text", "steps"), BUILT, ids=[each[2] for each in BUILT])
def test_what_is_built_by_clicking_is_accepted(
    browser: Browser, tmp_path: Path, seat: str, before: tuple[str, ...], text: str, steps: tuple[str, ...]
) -> None:
    made = league_of(tmp_path, *before, more="rules: {promotion: fide}\n")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((made.out / f"riot/sheet/{seat}/index.html").as_uri())
        plans(page)
        _do(page, *steps)
        assert order_of(page) == text
        _do(page, "=Add")
        assert page.locator("#orders").input_value() == f"{text}\n"
        assert page.locator("#checks").inner_text() == ""
    done = run(made.root, "order", "riot", seat, text)
    assert done.status == 0, done.err


# ruling L3
@pytest.mark.exhaustive
def test_a_double_jump_shows_its_way_and_where_there_are_two_either_can_be_named(
    browser: Browser, tmp_path: Path
) -> None:
    made = league_of(tmp_path, *TWO_WAYS)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((made.out / "riot/sheet/white/index.html").as_uri())
        plans(page)
        _do(page, "c3", "c7")
        assert order_of(page) == "Gc7"
        _do(page, "=Via e5")
        assert order_of(page) == "Gc3-e5-c7"
        assert page.locator('[data-at="e5"]').get_attribute("data-kind") == "way"
        assert "white Genie from c3 to c7 in a double jump via e5" in line_of(page)
        page.locator('[data-at="c7"]').press("Escape")
        assert order_of(page) == "Gc7"
    done = run(made.root, "order", "riot", "white", "Gc3-e5-c7")
    assert done.status == 0, done.err


@pytest.mark.exhaustive
def test_a_draw_that_is_offered_is_agreed_to(browser: Browser, tmp_path: Path) -> None:
    made = league_of(tmp_path, "DRAW", "e4")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((made.out / "riot/sheet/black/index.html").as_uri())
        plans(page)
        _do(page, "=DRAW")
        assert line_of(page).startswith("DRAW: you were offered a draw. This order accepts it")
        page.goto((made.out / "riot/sheet/white/index.html").as_uri())
        plans(page)
        _do(page, "=DRAW")
        assert line_of(page).startswith("DRAW: you have already offered a draw")


def test_what_a_seat_does_without_a_piece_has_a_row_beside_the_board(browser: Browser, site: League) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto((site.out / "riot/sheet/white/index.html").as_uri())
        assert page.locator(".piece .plain button").all_inner_texts() == ["DRAW", "RESIGN"]
        expect(page.get_by_role("button", name="RESIGN", exact=True)).to_be_in_viewport()
        press(page, "RESIGN")
        expect(page.locator("#send")).to_contain_text("RESIGN")


@pytest.mark.exhaustive
def test_what_a_word_does_is_told_before_it_is_added(sheet: Page) -> None:
    _do(sheet, "=RESIGN")
    assert line_of(sheet) == "RESIGN: you resign and your opponent wins."
    _do(sheet, "e2")
    assert order_of(sheet) == ""
    expect(sheet.locator("#add")).to_be_disabled()


def test_only_squares_that_the_piece_goes_to_are_marked(sheet: Page) -> None:
    _do(sheet, "b1")
    kinds = sheet.eval_on_selector_all("[data-kind=to]", "(all) => all.map((each) => each.dataset.at)")
    assert kinds == ["a3", "c3"]
    _do(sheet, "e5")
    assert line_of(sheet) == "e5: the piece on b1 cannot go there."
    _do(sheet, "b1", "e7")
    assert line_of(sheet) == "e7, black pawn: choose a piece of yours that can move."


def test_a_move_is_built_with_the_keyboard_alone(sheet: Page) -> None:
    sheet.locator('[data-at="e2"]').focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", " "):
        sheet.keyboard.press(key)
    assert order_of(sheet) == "e4"
    assert line_of(sheet) == "e4: white pawn from e2 to e4. Now press the green button."
    sheet.keyboard.press("Escape")
    assert order_of(sheet) == ""
    sheet.get_by_role("button", name="Flip this pawn into the Genie: Ge2").focus()
    sheet.keyboard.press("Enter")
    assert order_of(sheet) == "Ge2"
    assert sheet.locator(":focus").inner_text() == "Flip this pawn into the Genie: Ge2"


@pytest.mark.exhaustive
def test_black_sits_on_the_other_side_and_orders_for_later(site: League, opens: Opens) -> None:
    page = opens("riot/sheet/black/index.html")
    assert page.locator("[data-at]").first.get_attribute("data-at") == "h1"
    assert page.locator('[data-at="g8"]').get_attribute("aria-label") == "g8: black knight"
    _do(page, "g8", "f6")
    page.locator("#star").check()
    _do(page, "=Add")
    page.locator("#order").fill("Gxd5")  # not possible yet, but perhaps once the turn comes
    _do(page, "=Add")
    assert page.locator("#orders").input_value() == "* Nf6\nGxd5\n"
    assert page.locator("#checks").inner_text() == ""


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(
    "text",
    ["nf3", "E4", "1. e4", "12...Nf6", "O-O-O", "0-0", "e8=G", "d2d2g", "Gb1-d3-f1", "♘f3", "exd6 e.p."],
)
def test_every_way_to_write_a_move_is_known_as_one(sheet: Page, text: str) -> None:
    sheet.locator("#orders").fill(f"DRAW\n* a3\n{text}\nCLAIM {text}\nclaim\n")
    assert sheet.locator("#checks").inner_text() == ""


DOUBTS = [
    ("Qh5", "Order 1, Qh5: Qh5 is no legal move on the board as it is now."),
    ("Nf3 Nc3", "Order 1, Nf3 Nc3: There is more after “Nf3”: “Nc3”."),
    ("DRAW / e5", "Order 2, e5: e5 is no legal move"),
    ("CLAIM", "as the position is now there is no draw to claim so."),
    ("CLAIM Nf3", "as the position is now there is no draw to claim so."),
]


@pytest.mark.parametrize(("text", "words"), DOUBTS, ids=[text for text, _ in DOUBTS])
def test_what_cannot_be_done_on_the_board_of_now_is_told_and_marked(
    sheet: Page, text: str, words: str
) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#checks")).to_contain_text(words)
    expect(sheet.locator("#orders-list li").last).to_have_class("bad")


@pytest.mark.exhaustive
def test_where_the_first_order_and_the_one_that_is_built_lead_is_drawn(sheet: Page) -> None:
    sheet.locator("#orders").fill("DRAW / Nf3 / Nc6")
    assert [text for text in sheet.locator("svg .go").all_text_contents() if text] == ["2", "3"]
    _do(sheet, "e2", "e4")
    expect(sheet.locator("#builder-line")).to_contain_text("Checked against the board as it is now")


@pytest.mark.exhaustive
def test_a_move_behind_the_reply_is_drawn_as_far_as_it_is_known_and_said_not_to_be_checked(
    sheet: Page,
) -> None:
    sheet.locator("#orders").fill("d4 / Nc3 / Bh6 / O-O")
    assert [text for text in sheet.locator("svg .go").all_text_contents() if text] == ["1", "2", "3"]
    notes = sheet.locator("#orders-list li small")
    for number in (1, 2, 3):
        expect(notes.nth(number)).to_contain_text("Not checked yet, because it depends on the reply")
    expect(sheet.locator("#orders-list .bad")).to_have_count(0)


FOUND = """([data, texts]) => texts.map((text) => {
  const { move } = Moves.read(text, data);
  return move ? Moves.meant(move, Moves.listed(data)).map((each) => each.from + each.to + each.becomes).sort() : null;
})"""


# ruling L6
@pytest.mark.parametrize("fen", [f"{fen} Gg" for fen in USUAL.values()], ids=list(USUAL))
def test_the_browser_finds_the_moves_that_the_rules_find(sheet: Page, fen: str) -> None:
    for seat in SEATS:
        now = game(fen)
        board = board_for(now, seat)
        sans = [board.san(move) for move in moves(board)]
        squares = [move.uci() for move in moves(board)]
        texts = [
            *sans,
            *squares,
            *(f"{san[0]}{san.lstrip('KQRBNG')[-2:]}" for san in sans),
            *(san.replace("x", "").rstrip("+#").lower() for san in sans),
        ]
        found = sheet.evaluate(FOUND, [msgspec.to_builtins(offering.offers(now, seat)), texts])
        assert dict(zip(texts, found, strict=True)) == {text: _meant(board, text) for text in texts}


def _meant(board: Board, text: str) -> list[str] | None:
    written = read_move(text)
    if written is None:
        return None
    return sorted(move.uci() for move in moves(board) if fits(board, written, move))


@pytest.mark.parametrize("text", ["MOVE e4", "e9", "CLAIM e9", "N", "Nf3=", "go"])
def test_what_is_no_move_is_told(sheet: Page, text: str) -> None:
    sheet.locator("#orders").fill(text)
    expect(sheet.locator("#checks")).to_contain_text("A move is written like Nf3")


@pytest.mark.exhaustive
def test_on_a_phone_nothing_is_wider_than_the_page(opens: Opens) -> None:
    page = opens("riot/sheet/white/index.html", viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator('[data-at="e2"]').tap()
    page.locator('[data-at="e4"]').tap()
    assert order_of(page) == "e4"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.exhaustive
def test_only_the_newest_sheet_has_the_moves_in_it(tmp_path: Path) -> None:
    made = league_of(tmp_path, "e4", "e5")
    assert 'id="offers"' in made.page("riot/sheet/white/index.html")
    assert "<script" not in made.page("riot/sheet/white/0001.html")
