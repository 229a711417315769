"""The end of a game in a browser: the fog lifts on the board of a sheet, and each turn is there as each seat saw it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kit.boards import END, SOON
from tests.kit.league import League, wide

SHEET = "riot/sheet/green/index.html"


def over(folder: Path) -> League:
    """A game in the fog of three turns, which red has won."""
    made = wide(folder, board=SOON).start().order(*END)
    made.build()
    return made


LEAGUE = over
BOARDS = "#board > svg"
LIFTING = "document.getAnimations().some((each) => each.effect.target.matches('svg'))"


@pytest.mark.parametrize("place", [SHEET, "riot/index.html"])
def test_what_each_seat_saw_is_shown_turn_by_turn(opens: Callable[..., Page], place: str) -> None:
    page = opens(place)
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.locator("#saw summary").click()
    expect(page.locator("#seen-turn")).to_have_text("Round 2, Ragnar")
    page.locator("#slider").press("Home")
    page.locator("#slider").press("ArrowRight")
    expect(page.locator("#seen-turn")).to_have_text("Round 1, Ragnar")
    rows = page.locator("[data-viewer]")
    expect(rows.locator("svg.board")).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("You took")
    expect(page.locator("[data-viewer=blue] p")).to_have_text(re.compile("Gwen"))
    expect(page.locator("[data-viewer=red] a")).to_have_attribute(
        "href", re.compile(r"replay.html#1a\.1/red$")
    )
    expect(page.locator("[data-viewer=blue] .f")).not_to_have_count(0)
    expect(page.locator('[data-viewer=""] .f')).to_have_count(0)
    assert asked  # only now


def test_the_fog_lifts_on_the_board_and_falls_again(opens: Callable[..., Page]) -> None:
    page = opens(SHEET)
    seen = page.locator(f"{BOARDS} [data-piece]").count()
    lift = page.get_by_role("button", name="Lift the fog")
    lift.press("Enter")
    expect(page.locator(BOARDS)).to_have_count(2)
    assert page.locator(f"{BOARDS} + svg [data-piece]").count() > seen
    assert page.evaluate(LIFTING)
    expect(page.locator(BOARDS).first).to_have_attribute("aria-hidden", "")
    lift.press("Enter")
    expect(page.locator(BOARDS)).to_have_count(1)
    expect(lift).to_have_attribute("aria-pressed", "false")


def test_the_fog_is_gone_at_once_for_whoever_wants_no_motion(opens: Callable[..., Page]) -> None:
    page = opens(SHEET)
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Lift the fog").click()
    expect(page.locator(BOARDS).first).to_have_attribute("aria-hidden", "")
    assert not page.evaluate(LIFTING)
