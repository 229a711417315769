"""The order builder in round 0: gambles by fields and on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import RED, click, order_of, plans, press, queue_of
from tests.kit.command import run
from tests.kit.league import League, wide


@pytest.fixture(scope="module")
def gambling(tmp_path_factory: pytest.TempPathFactory) -> League:
    """Round 0, for starts and places in the order of play."""
    made = wide(tmp_path_factory.mktemp("gambling"))
    file = made.root / "games/riot/game.yaml"
    text = file.read_text().replace("rules: {", "rules: {gamble: [start, order], ")
    file.write_text(re.sub(", start: K[1-3]", "", text))
    made.start().build()
    return made


@pytest.fixture
def wishing(browser: Browser, gambling: League) -> Iterator[Page]:
    """Red's sheet there."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((gambling.out / RED).as_uri())
        plans(page)
        yield page


# ruling G39
def test_gambles_are_filled_in_field_by_field(gambling: League, wishing: Page) -> None:
    fields = wishing.locator("#picks")
    best = fields.get_by_label("Your next favourite")
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
    written = queue_of(wishing)
    assert written == "GAMBLE 3E on K2, K1, K3\nGAMBLE 0E on 1st, 2nd, don't care\n"
    done = run(gambling.root, "order", "riot", "red", written)
    assert done.status == 0, done.err


# ruling G39
@pytest.mark.exhaustive
def test_starts_are_gambled_for_on_the_board(wishing: Page) -> None:
    wishing.locator("#picks").get_by_label("Gamble for").select_option("order")
    click(wishing, "Q2", "B2", "Q2")
    assert order_of(wishing) == "GAMBLE 0E on K2, K1"
    expect(wishing.locator("#builder-line")).to_have_text("K2 is already chosen.")
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


# ruling G39
@pytest.mark.exhaustive
def test_nothing_goes_at_once_where_all_go_together(wishing: Page) -> None:
    wishing.locator("#orders").fill("GAMBLE 3E on K2")
    expect(wishing.locator("#star")).to_be_hidden()
    assert not wishing.get_by_text("as soon as my turn begins").count()
    assert not wishing.get_by_role("button", name="At once: GAMBLE 3E on K2").count()


# ruling G39
def test_a_gamble_is_kept_as_another_kind_is_chosen(wishing: Page) -> None:
    click(wishing, "B17")
    expect(wishing.get_by_role("button", name="Undo the last preference")).to_have_text("Undo step")
    wishing.locator("#picks").get_by_label("Gamble for").select_option("order")
    assert queue_of(wishing) == "GAMBLE 0E on K3\n"
    wishing.get_by_label("Your next favourite").select_option("1st")
    expect(wishing.locator("#send")).to_contain_text("2 orders")
