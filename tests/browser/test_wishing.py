"""Wishes on a sheet: a button puts the line above the orders, which are judged as without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.league import League, small
from tests.site import test_dna, test_genie


def _persons(folder: Path) -> League:
    made = small(folder, "version: 3\nholiday: 10d\n")
    (made.root / "people").mkdir()
    for number, name in enumerate(("Ragnar", "Gwen"), start=1):
        (made.root / f"people/p{number}.yaml").write_text(f"name: {name}\n")
        made.edit(f"name: {name}", f"person: p{number}")
    made.start().build()
    return made


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> League:
    return _persons(tmp_path_factory.mktemp("wishing"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    errors: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
    assert not errors


def _open(page: Page, league: League, seat: str) -> None:
    page.goto((league.out / f"riot/sheet/{seat}/index.html").as_uri())
    page.locator("#wishing summary").click()
    page.locator("#wishes").wait_for()


def test_a_wish_goes_above_the_orders_and_is_no_fault_of_theirs(league: League, page: Page) -> None:
    _open(page, league, "green")
    page.locator("#plan summary").click()
    page.fill("#orders", "PASS")
    page.fill("#wishing input[value='1d']", "12h")
    page.click("text=Give time")
    expect(page.locator("#orders")).to_have_value("GIVE 12h\nPASS")
    expect(page.locator("#orders-list small").first).to_have_text("With the next run")
    expect(page.locator("#orders-list .bad")).to_have_count(0)
    expect(page.locator("#checks li")).to_have_count(0)
    expect(page.locator("#send")).to_have_text("Save 1 order and 1 wish")


def test_days_away_are_picked(league: League, page: Page) -> None:
    _open(page, league, "red")
    expect(page.locator("text=Give time")).to_have_count(0)
    first, last = page.locator("#wishing input[type=date]").all()
    first.fill("2027-02-01")
    last.fill("2027-02-14")
    page.click("text=I am away")
    expect(page.locator("#orders")).to_have_value("AWAY 2027-02-01..2027-02-14\n")
    expect(page.locator("#send")).to_have_text("Save AWAY 2027-02-01..2027-02-14")


def test_what_cannot_work_is_said_beside_its_button_and_not_added(league: League, page: Page) -> None:
    _open(page, league, "red")
    first, last = page.locator("#wishing input[type=date]").all()
    word = page.locator("#wish-word")
    page.click("text=I am away")
    expect(word).to_have_text("Choose the first and the last day.")
    first.fill("2020-01-03")
    last.fill("2020-01-01")
    page.click("text=I am away")
    expect(word).to_have_text("The last day comes before the first.")
    first.fill("2020-01-01")
    page.click("text=I am away")
    expect(word).to_have_text("These days are over.")
    page.fill("#wishing input[value='12h']", "zebra")
    page.get_by_role("button", name="a pause").click()
    expect(word).to_have_text("Write a time such as 12h or 3d.")
    expect(page.locator("#orders")).to_have_value("")


def test_wishes_that_are_against_each_other_replace_each_other(league: League, page: Page) -> None:
    _open(page, league, "red")
    for name in ("a draw", "I am here again", "call the game off"):
        page.get_by_role("button", name=name).click()
    expect(page.locator("#orders")).to_have_value("VOTE CANCEL\nHERE\n")
    expect(page.locator("#send")).to_have_text("Save 2 wishes")


def test_who_resigns_is_asked_once_more(league: League, page: Page) -> None:
    _open(page, league, "red")
    page.get_by_role("button", name="a draw").click()
    resign = page.locator("#wishing").get_by_role("button", name="Resign")
    resign.click()
    expect(page.locator("#wish-word")).to_contain_text("Press Resign again")
    expect(page.locator("#orders")).to_have_value("VOTE DRAW\n")
    page.locator("#send").click()
    expect(page.locator("#builder-word")).to_have_text("RESIGN is not added yet: press Resign again.")
    resign.click()
    expect(page.locator("#orders")).to_have_value("RESIGN\n")


@pytest.mark.parametrize("others", ["want it too", "are bots"])
def test_a_vote_that_alone_ends_the_game_is_asked_once_more(tmp_path: Path, page: Page, others: str) -> None:
    made = small(tmp_path)
    if others == "are bots":
        made.edit("name: Ragnar", "name: Ragnar, bot: greedy")
    made.start()
    if others == "want it too":
        made.writes("red", "VOTE DRAW\n").run(1)
    made.build()
    _open(page, made, "green")
    page.get_by_role("button", name="a draw").click()
    expect(page.locator("#wish-word")).to_contain_text(
        "Your vote alone decides: it ends the game with the next run."
    )
    expect(page.locator("#orders")).to_have_value("")
    page.get_by_role("button", name="a draw").click()
    expect(page.locator("#orders")).to_have_value("VOTE DRAW\n")


def test_the_picker_opens_on_the_notices_that_a_player_has(tmp_path: Path, page: Page) -> None:
    made = _persons(tmp_path)
    (made.root / "people/p2.yaml").write_text("name: Gwen\ngithub: gwen\nnotices: daily\n")
    made.commit("people/p2.yaml")
    made.build()
    _open(page, made, "green")
    expect(page.locator("#wishes select")).to_have_value("daily")
    _open(page, made, "red")
    expect(page.locator("#wishes select")).to_have_count(0)


@pytest.mark.parametrize(("text", "seat"), [(test_dna.GAME, "green"), (test_genie.GAME, "black")])
def test_other_games_have_them_too(tmp_path: Path, page: Page, text: str, seat: str) -> None:
    made = League(tmp_path, text).start()
    made.build()
    _open(page, made, seat)
    page.locator("#wishing").get_by_role("button", name="Resign").dblclick()
    expect(page.locator("#send")).to_have_text("Save RESIGN")
    expect(page.locator("#checks li")).to_have_count(0)
