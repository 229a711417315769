"""What cannot be ordered in a game at all, and what can be ordered only once there is more E."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import click, line_of, order_of, plans, press, queue_of, word_of
from tests.house.tree import PACKAGE
from tests.kit.command import run
from tests.kit.league import League, wide
from tests.site import test_dna, test_genie

GAMES = {"dna": (test_dna.GAME, "red"), "genie": (test_genie.GAME, "white"), "genetess": ("", "red")}


@contextmanager
def _sheet(browser: Browser, made: League, seat: str) -> Iterator[Page]:
    """A seat's sheet, on which nothing may go wrong."""
    errors: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((made.out / f"riot/sheet/{seat}/index.html").as_uri())
        plans(page)
        yield page
    assert not errors


def _league(folder: Path, ruleset: str, more: str) -> League:
    text = GAMES[ruleset][0]
    made = (League(folder, text + more) if text else wide(folder, more=more)).start()
    made.build()
    return made


# ruling G43
@pytest.mark.exhaustive
@pytest.mark.parametrize("ruleset", GAMES)
def test_where_there_is_no_holiday_none_is_taken(browser: Browser, tmp_path: Path, ruleset: str) -> None:
    seat = GAMES[ruleset][1]
    without, with_some = (
        _league(tmp_path / name, ruleset, more) for name, more in (("0", ""), ("9", "holiday: 9d\n"))
    )
    for made, words in ((without, "This game has no holidays."), (with_some, "")):
        with _sheet(browser, made, seat) as page:
            page.locator("#order").fill("holiday")
            press(page, "Add")
            assert ("holiday" in queue_of(page)) == (not words)
            assert word_of(page) == (f"Not added: {words}" if words else "")
            page.locator("#orders").fill("* HOLIDAY")
            assert words in page.locator("#checks").inner_text()
            assert page.get_by_role("button", name="HOLIDAY", exact=True).count() == (0 if words else 1)
        done = run(made.root, "order", "riot", seat, "HOLIDAY")
        assert (done.status == 1, words in done.err) == (bool(words), True)


def _duel(folder: Path, rules: str) -> League:
    made = wide(folder, board=(PACKAGE / "rules/genetess/boards/presets/duel.yaml").read_text())
    made.edit("  - {seat: blue, name: Bo, start: K3}\n", "").edit("{starting_e: 40}", f"{{{rules}}}")
    made.start().build()
    return made


# ruling G8
@pytest.mark.exhaustive
def test_who_waits_makes_pieces_of_the_next_turns_purse(browser: Browser, tmp_path: Path) -> None:
    made = _duel(tmp_path, "starting_e: 10")
    with _sheet(browser, made, "green") as page:
        press(page, "CREATE")
        codes, picks = page.locator("#picks").get_by_label("Codes"), page.locator("#picks")
        expect(picks).to_contain_text("You have 11 E next turn.")
        codes.fill("AG")
        expect(picks).to_contain_text("Costs 11 E. You keep 0 of your 11 E.")
        page.locator("[data-kind=to]").first.click()
        press(page, "Add")
        text = queue_of(page).strip()
        assert text.startswith("CREATE ")
        assert page.locator("#checks").inner_text() == ""
    done = run(made.root, "order", "riot", "green", text)
    assert done.status == 0, done.err


@pytest.mark.exhaustive
def test_what_is_too_dear_so_far_can_be_stored_and_is_told(browser: Browser, tmp_path: Path) -> None:
    made = _duel(tmp_path, "starting_e: 1")
    with _sheet(browser, made, "green") as page:
        press(page, "CREATE")
        page.locator("#picks").get_by_label("Codes").fill("ABB")
        words = "It costs 9 E, and you have 2 E next turn."
        expect(page.locator("#picks")).to_contain_text(words)
        page.locator("[data-kind=to]").first.click()
        assert line_of(page).startswith(order_of(page))
        press(page, "Add")
        assert f"But: {words}" in line_of(page)
        expect(page.locator("#checks")).to_contain_text(words)
        text = queue_of(page).strip()
    done = run(made.root, "order", "riot", "green", text)
    assert done.status == 0, done.err


def test_where_no_piece_can_be_made_it_is_told_why(browser: Browser, tmp_path: Path) -> None:
    made = _duel(tmp_path, "create: false")
    with _sheet(browser, made, "red") as page:
        pieces = page.evaluate("JSON.parse(document.getElementById('offers').textContent).pieces")
        click(page, next(piece["at"] for piece in pieces if "K" in piece["codes"]))
        page.get_by_role("button", name="CREATE: why not now").click()
        assert line_of(page).endswith("No CREATE now. This game allows no CREATE.")
        page.locator("#order").fill("CREATE B2 A")
        press(page, "Add")
        assert word_of(page) == "Not added: This game allows no CREATE."
    assert "This game allows no CREATE." in run(made.root, "order", "riot", "red", "CREATE B2 A").err


SHUT_IN = """\
map: |
  ############
  #..........#
  #..........#
  #..........#
  ############
starts:
  K1: {B2: K, C2: A, B3: A, C3: A}
  K2: {K4: K}
  K3: {K2: K}
"""
"""The King of red has no free square beside it."""


def test_a_new_piece_takes_the_square_that_a_queued_order_leaves(browser: Browser, tmp_path: Path) -> None:
    made = wide(tmp_path, board=SHUT_IN).start()
    made.build()
    with _sheet(browser, made, "red") as page:
        click(page, "C2", "D2")
        press(page, "Add")
        click(page, "B2")
        press(page, "CREATE")
        click(page, "C2")
        page.locator("#picks").get_by_label("Codes").fill("AB")
        assert order_of(page) == "CREATE C2 AB"
        assert "C2 is free only after your order that moves its piece away." in line_of(page)


# ruling G39
@pytest.mark.exhaustive
def test_where_there_is_no_round_0_nobody_gambles(browser: Browser, tmp_path: Path) -> None:
    made = _duel(tmp_path, "starting_e: 10")
    with _sheet(browser, made, "green") as page:
        page.locator("#orders").fill("PASS\nGAMBLE 3E on 1st")
        expect(page.locator("#checks")).to_contain_text("Nobody gambles in this game: it has no round 0.")
