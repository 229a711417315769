"""The order builder of DNA: a piece, its square, the steps of its mutation and its captures, one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from genetess_cli.rules import dna
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import bots, mutation, offering, plans, scoring
from genetess_cli.rules.dna.game import Game, Settings
from genetess_cli.rules.orders import entries
from tests.browser.builders import Opens, click, line_of, order_of, press
from tests.kit.command import run
from tests.kit.league import League
from tests.rules.dna.positions import FOUR, read, started
from tests.site.test_dna import GAME, ORDER

GREEN = "riot/sheet/green/index.html"
BEFORE = (
    ORDER,
    "PLACE L D6; SCORE TAKE M FROM red; MUTATE D5 TO red, D5 TO L",
    "PLACE M C3; SCORE TAKE M FROM red; MUTATE D3 TO S",
    "PLACE S F3; SCORE TAKE M FROM green; MUTATE E4 TO S",
)

FOUND = """(data) => {
  const start = Dna.Position.of(data);
  const all = [..."ABCDEFGH"].flatMap((column) => [..."12345678"].map((row) => column + row));
  const empty = all.filter((at) => !start.pieces.has(at));
  return start.kinds().flatMap((kind) => empty.map((at) => {
    const now = start.placed(kind, at);
    return [at, now.mutation(at, [], now.value(kind)), now.points(at), now.capture(now.points(at))];
  }));
}"""
"""Of every placing, what the browser finds: the greatest mutation, the score, the greatest capture."""

DOUBTED = """([data, texts]) => texts.map((text) => {
  const read = Placing.read(text, data);
  return read.fault ?? Placing.doubt(read, Dna.Position.of(data), data);
})"""
"""What the browser finds to be said of orders that meet the board as it is."""

BUILT = """([data, luck]) => {
  const board = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const place = document.createElement("div");
  document.body.append(board, place);
  let found = ["", false];
  const draw = (all) => all[luck.shift() % all.length];
  const give = (text, whole) => (found = [text, whole]);
  Builder.pickers.dna({ data, board, place, give, say: () => {}, next: () => "" }).clear();
  const press = (where) => draw([...place.querySelectorAll(where)]).click();
  place.querySelector("select").value = draw([...place.querySelectorAll("option")]).value;
  place.querySelector("select").dispatchEvent(new Event("change"));
  const empty = [...board.querySelectorAll("[data-at]")].filter((cell) => !(cell.dataset.at in data.pieces));
  draw(empty).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  press("[aria-label='What comes first'] button");
  while (!found[1]) press(".next button:not([aria-pressed=true])");
  board.remove();
  place.remove();
  return found[0];
}"""
"""An order that is built by pressing any of the buttons that are there, until it is whole."""


def league_for_green(folder: Path) -> League:
    """Green to move for the second time, with a piece in everybody's archive."""
    made = League(folder, GAME).start().order(*BEFORE)
    made.build()
    return made


LEAGUE = league_for_green


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """Green's sheet."""
    return reopens(GREEN)


def _do(page: Page, *steps: str) -> None:
    """Squares are clicked; buttons behind a `=` by their whole name, behind a `~` by how it begins; `+`: a piece."""
    for step in steps:
        if step[0] == "=":
            press(page, step[1:])
        elif step[0] == "+":
            page.get_by_label("Piece to place").select_option(step[1:])
        elif step[0] == "~":
            page.get_by_role("button", name=re.compile(f"^{step[1:]}")).click()
        else:
            click(page, step)


BUILT_BY_HAND = {
    "PLACE M A1": ("+M green, 4 in your gene pool", "A1"),
    "PLACE M A1 FROM ARCHIVE": ("A1", "+M red, 1 in your archive"),
    "PLACE S A2": ("A1", "A2"),
    "PLACE L B2; SCORE TAKE M FROM red; MUTATE C3 TO red, C3 TO S": (
        *(
            "+L green, 4 in your gene pool",
            "B2",
            "~medium red from red",
            "=C3 becomes red: 2 points",
            "=C3 becomes S: 1 point",
        ),
    ),
    "PLACE S E3; SCORE TAKE M FROM red ARCHIVE; MUTATE D3 TO green": (
        *(
            "+S green, 3 in your gene pool",
            "E3",
            "~medium green from red’s archive",
            "D3",
            "=D3 becomes green: 1 point",
        ),
    ),
    "PLACE S E7; MUTATE D6 TO M": ("E7", "=D6 becomes M: 1 point"),
    "PLACE S E7; SCORE; MUTATE D6 TO M": ("E7", "=Score, then mutate", "=D6 becomes M: 1 point"),
    "PLACE S E3; MUTATE F3 TO blue; SCORE TAKE L FROM red, S FROM red": (
        *(
            "E3",
            "=Mutate, then score",
            "F3",
            "~F3 becomes blue",
            "~large red from red",
            "~small red from red",
        ),
    ),
    "PLACE L F5; SCORE TAKE L FROM red; MUTATE E4 TO L, E5 TO red": (
        "+L green, 4 in your gene pool",
        "F5",
        "=Complete the order for me",
    ),
}


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(("text", "steps"), BUILT_BY_HAND.items(), ids=BUILT_BY_HAND)
def test_what_is_built_by_clicking_is_accepted(
    site: League, sheet: Page, text: str, steps: tuple[str, ...]
) -> None:
    _do(sheet, *steps)
    assert order_of(sheet) == text
    _do(sheet, "=Add")
    assert sheet.locator("#orders").input_value() == f"{text}\n"
    assert sheet.locator("#checks").inner_text() == ""
    done = run(site.root, "order", "riot", "green", text)
    assert done.status == 0, (text, done.err)


# rulings D9 and D11
@pytest.mark.exhaustive
def test_what_is_spent_and_taken_is_counted_while_it_is_built(sheet: Page) -> None:
    _do(sheet, "+L green, 4 in your gene pool", "B2")
    assert "One strand scores 2 points. Capture pieces worth 2 (0 so far)." in line_of(sheet)
    expect(sheet.locator("#add")).to_be_disabled()
    _do(sheet, "~small blue from blue")
    assert "Capture pieces worth 2 (1 so far)." in line_of(sheet)
    assert not sheet.get_by_role("button", name=re.compile("^large ")).filter(has_text="from").count()
    _do(sheet, "~small red from red")
    assert "Spend 3 points on changes (0 so far). Choose what becomes of C3." in line_of(sheet)
    _do(sheet, "~C3 becomes green", "~C3 becomes L")
    assert line_of(sheet).startswith(
        "PLACE L B2; SCORE TAKE S FROM blue, S FROM red; MUTATE C3 TO green, C3 TO L: "
    )


@pytest.mark.exhaustive
def test_steps_are_taken_back_one_by_one(sheet: Page) -> None:
    _do(
        sheet,
        "+L green, 4 in your gene pool",
        "B2",
        "~medium red from red",
        "~C3 becomes red",
        "~C3 becomes S",
    )
    for text in ("MUTATE C3 TO red", "MUTATE", "SCORE"):
        _do(sheet, "=Undo step")
        assert order_of(sheet).endswith(text)
    for _ in range(2):
        sheet.locator('[data-at="B2"]').press("Escape")
    assert order_of(sheet) == ""


def test_an_order_is_built_with_the_keyboard_alone(sheet: Page) -> None:
    sheet.locator('[data-at="E3"]').focus()
    sheet.keyboard.press("Enter")
    assert order_of(sheet) == "PLACE S E3; SCORE"
    sheet.get_by_role("button", name=re.compile("^medium green from red’s archive")).focus()
    for key in ("Enter", "Enter", "Enter"):  # the focus goes to what comes next
        sheet.keyboard.press(key)
    assert re.fullmatch(r"PLACE S E3; SCORE TAKE M FROM red ARCHIVE; MUTATE \w\w TO \w+", order_of(sheet))
    assert sheet.locator(":focus").inner_text() == "Undo step"


def test_squares_have_names_that_follow_what_is_built(sheet: Page) -> None:
    cell = sheet.locator('[data-at="D6"]')
    assert str(cell.get_attribute("aria-label")).startswith("D6: large green")
    _do(sheet, "E7")
    assert sheet.locator('[data-at="E7"]').get_attribute("aria-label") == "E7: now S green"
    assert str(cell.get_attribute("aria-label")).endswith(", can be chosen")
    _do(sheet, "D4")
    assert line_of(sheet) == "D4, large red: you cannot place, mutate or capture here in this step."
    _do(sheet, "=D6 becomes M: 1 point")
    assert cell.get_attribute("aria-label") == "D6: now M green"
    _do(sheet, "=Undo step")
    assert str(cell.get_attribute("aria-label")).startswith("D6: large green")


@pytest.mark.parametrize("text", ["MUTATE D4 TO M", "L D3", "PASS", "PLACE L"])
def test_what_is_no_order_of_dna_is_told(sheet: Page, text: str) -> None:
    sheet.locator("#orders").fill(f"place s a1\n{text}")
    expect(sheet.locator("#checks li")).to_have_count(1)
    expect(sheet.locator("#checks")).to_contain_text(f"Order 2, {text}: ")


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PLACE L Z9", "Z9 is off the board."),
        ("PLACE L A1; MUTATE A9 TO M", "A9 is off the board."),
        ("PLACE L pink A1", "There is no colour pink: there is "),
        ("PLACE L A1; MUTATE B2 TO pink", "There is no colour pink: there is "),
        ("PLACE L A1; SCORE TAKE S FROM nobody", "Nothing can be taken from nobody: there is red, blue."),
        ("PLACE L A1; SCORE TAKE S FROM green", "Nothing can be taken from green: there is red, blue."),
    ],
)
def test_what_there_is_not_in_the_game_is_told_of_later_orders_too(
    sheet: Page, text: str, words: str
) -> None:
    sheet.locator("#orders").fill(f"PLACE S A1\nPLACE L A1\n{text}")
    expect(sheet.locator("#checks")).to_contain_text(f"Order 3, {text}: {words}")
    expect(sheet.locator("#orders-list .bad")).to_have_count(1)


def test_on_a_phone_nothing_is_wider_than_the_page(opens: Opens) -> None:
    page = opens(GREEN, viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator('[data-at="E3"]').tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.exhaustive
def test_beside_a_small_board_the_headline_is_whole(opens: Opens) -> None:
    page = opens(GREEN, viewport={"width": 1280, "height": 800})
    news = page.locator("#news").bounding_box()
    assert news
    assert news["width"] > 500


@pytest.mark.exhaustive
def test_whoever_is_not_to_move_builds_for_later_and_old_sheets_have_no_builder(
    site: League, opens: Opens
) -> None:
    page = opens("riot/sheet/red/index.html")
    _do(page, "A1", "=Add")
    assert page.locator("#orders").input_value() == "PLACE S A1\n"
    assert "<script" not in site.page("riot/sheet/green/0003.html")


# What the browser works out is what the rules say


def _games() -> Iterator[Game]:
    """Positions on the way through games of four, three and two players."""
    double, counted = Settings(two_player="double"), Settings(neutral_counts=True)
    for names, settings in [(FOUR, None), (FOUR[:3], counted), (FOUR[:2], double)]:
        game, turn = started(*names, settings=settings), 0
        while game.to_move and not game.result:
            dice = Dice(lambda: b"a game", turn)
            game = dna.play(game, game.to_move, bots.sample(game, game.to_move, dice), dice).game
            turn += 1
            if turn % 7 == 3 and game.awaited:
                yield game


def _found(game: Game, seat: str) -> list[list[Any]]:
    """Of every placing what the rules find, as the script gives it."""
    rows = []
    for placing, piece in plans.placings(game, seat):
        after = plans.place_piece(game, seat, placing, piece)
        points = scoring.points(scoring.strands(after.pieces, placing.at))
        most = scoring.greatest(scoring.wares(after, seat), points)
        rows.append([str(placing.at), mutation.greatest(after, placing.at), points, most])
    return sorted(rows)


# rulings D7 to D11
def test_the_browser_finds_what_the_rules_find(sheet: Page) -> None:
    for game in _games():
        data = msgspec.to_builtins(offering.offers(game, str(game.to_move)))
        assert sorted(sheet.evaluate(FOUND, data)) == _found(game, str(game.to_move))


@pytest.mark.exhaustive
def test_whatever_is_built_is_accepted_and_captures_of_one_colour_do_without_it(sheet: Page) -> None:
    luck = Random(8)
    for game in _games():
        seat = str(game.to_move)
        data = msgspec.to_builtins(offering.offers(game, seat))
        for _ in range(8):
            text = sheet.evaluate(BUILT, [data, [luck.randrange(1 << 20) for _ in range(60)]])
            assert dna.check(game, seat, read(text)) is None, text
            assert str(read(text)) == text


# rulings D5 to D11
@pytest.mark.exhaustive
def test_the_browser_doubts_what_the_rules_refuse(sheet: Page) -> None:
    luck = Random(5)
    for number, game in enumerate(_games()):
        seat = str(game.to_move)
        good = [str(bots.sample(game, seat, Dice(lambda: b"doubts", number * 5 + each))) for each in range(4)]
        texts = [bad for text in good for bad in (text, *_spoilt(text, luck))]
        found = sheet.evaluate(DOUBTED, [msgspec.to_builtins(offering.offers(game, seat)), texts])
        refused = {text: _is_refused(game, seat, text) for text in texts}
        assert {text: bool(words) for text, words in zip(texts, found, strict=True)} == refused, found


def _spoilt(text: str, luck: Random) -> list[str]:
    """An order with a word left out, another square, a clause less, its clauses the other way round."""
    words = text.split()
    at = luck.randrange(1, len(words))
    placing, *clauses = text.split("; ")
    return [
        " ".join(words[:at] + words[at + 1 :]),
        re.sub(r"\b[A-H][1-8]\b", lambda _: luck.choice("ABCDEFGH") + luck.choice("12345678"), text, count=1),
        "; ".join([placing, *clauses[:1]]),
        "; ".join([placing, *reversed(clauses)]),
        text.lower().replace(";", "").replace(",", ""),
    ]


def _is_refused(game: Game, seat: str, text: str) -> bool:
    reading = dna.parse(entries(text)[0])
    return reading.order is None or dna.check(game, seat, reading.order) is not None


def test_a_turn_is_numbered_steps_and_the_button_says_what_is_missing(sheet: Page) -> None:
    steps, send = sheet.locator(".stages li"), sheet.locator("#send")
    expect(send).to_have_text("Choose a square")
    expect(steps).to_have_count(1)
    click(sheet, "E3")
    expect(steps.locator("b")).to_have_text(["Place", "Score 4 points", "Mutate: change neighbours"])
    expect(send).to_have_text("Capture 4 more points")
    press(sheet, "Complete the order for me")
    expect(sheet.locator(".stages .whole")).to_have_count(3)
    expect(send).to_have_text("Save this turn")
    press(sheet, "Change: Place")
    expect(send).to_have_text("Choose a square")
