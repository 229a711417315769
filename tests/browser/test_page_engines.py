"""Games are begun, tried out, played to their end and verified in the page alone, in Firefox and Safari's engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import engines
from tests.browser.conftest import Served
from tests.browser.engines import Window
from tests.browser.test_engines import firefox as firefox
from tests.browser.test_engines import webkit as webkit
from tests.browser.test_engines import window as window
from tests.browser.test_page_games import MATE, MOST
from tests.browser.test_page_plays import host as host
from tests.browser.test_page_plays import site as site
from tests.kit.history import replaced, tamper
from tests.kit.league import wide

pytestmark = pytest.mark.by_day(0, ci="all")
SHEET = "document.querySelector('#frame').contentDocument"
PART = f"""(name => name.startsWith("=")
  ? [...{SHEET}.querySelectorAll("a, button")].find((each) => each.innerText.trim().startsWith(name.slice(1)))
  : {SHEET}.querySelector(name))(a[0])"""
"""A part of the page in the frame: by a selector, or by what stands on it behind a `=`."""
MIDDLE = f"""(part => {{
  if (!part?.getClientRects().length || part.matches("[aria-disabled=true]")) return null;
  if ({SHEET}.readyState !== "complete") return null;
  const frame = document.querySelector("#frame").getBoundingClientRect();
  part.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [frame.x + x + width / 2, frame.y + y + height / 2];
}})({PART})"""
OVER = f"{SHEET}.querySelector('.banner')?.textContent.includes('Game over')"
WHOLE = "=Complete the order for me"


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python starts on a machine that is busy."""
    monkeypatch.setattr(engines, "PATIENCE", 120)


def until(window: Window, script: str, *facts: object) -> Any:
    return window.until(script, *facts, told=f"{SHEET}.body.innerText")


def press(window: Window, *parts: str) -> None:
    for part in parts:
        window.at(*until(window, MIDDLE, part))


def shows(window: Window, part: str) -> None:
    until(window, f"Boolean({PART})", part)


def opens(window: Window, host: Served) -> None:
    """Open the first page, and wait until nothing of it moves any more."""
    window.goto(f"{host.address}play/")
    window.until("document.documentElement.dataset.offline === 'true'")


def begins(window: Window, host: Served, what: str, rules: str, bot: str) -> None:
    opens(window, host)
    press(window, f'[name=what][value="{what}"]', f'[name="bot-{rules}"][value="{bot}"]', "=Begin: ")
    shows(window, "#builder[data-turn='1a']")


def passes(window: Window) -> None:
    press(window, "[data-order=PASS]")


def completes(window: Window) -> None:
    squares = f"[...{SHEET}.querySelectorAll('.board [role=gridcell]')].map((each) => each.dataset.at)"
    for square in until(window, squares)[18:]:
        press(window, f'[data-at="{square}"]')
        if window.js(f"Boolean({PART})", WHOLE):
            return press(window, WHOLE)
    pytest.fail("no square begins an order")


def test_a_game_is_begun_an_order_tried_out_taken_along_and_sent(window: Window, host: Served) -> None:
    begins(window, host, "genie", "genie", "greedy")
    press(window, "=Try things out")
    shows(window, "#trial")
    press(window, '[data-at="e2"]', '[data-at="e4"]', "#send")
    shows(window, "#builder[data-seat=black]")
    press(window, "[data-use]")
    until(window, f"{SHEET}.querySelector('#builder-word').textContent.includes('It is not sent yet.')")
    press(window, "#send")
    shows(window, "#builder[data-turn='2a']")


@pytest.mark.parametrize("is_true", [True, False], ids=["as committed", "tampered with"])
def test_a_game_is_verified(
    window: Window,
    serves: Callable[[Path], str],
    pack: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_true: bool,
) -> None:
    monkeypatch.syspath_prepend(pack.parent)
    league = wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    if not is_true:
        tamper(league.root, 1, "", replaced("order: .*", "order: PASS"))
    league.build(full=True)
    window.goto(f"{serves(league.out)}riot/index.html")
    window.goto(window.js("document.querySelector(a[0]).href", "a[href*='verify.html']"))
    window.click("#start")
    words = "all as committed" if is_true else "The first difference is in record 1, turn 1a."
    window.until("document.querySelector('#verdict').innerText.includes(a[0])", words)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("what", "rules", "bot", "move"),
    [
        pytest.param("first", "genetess", "greedy", passes, id="genetess"),
        pytest.param("dna", "dna", "hunter", completes, id="dna"),
    ],
)
def test_a_game_is_played_to_its_end(
    window: Window, host: Served, what: str, rules: str, bot: str, move: Callable[[Window], None]
) -> None:
    begins(window, host, what, rules, bot)
    for _ in range(MOST):
        turn = window.js(f"{SHEET}.querySelector('#builder').dataset.turn")
        move(window)
        press(window, "#send")
        until(window, f"{OVER} || {SHEET}.querySelector('#builder').dataset.turn !== a[0]", turn)
        if window.js(OVER):
            return
    pytest.fail(f"the game is not over after {MOST} turns")


@pytest.mark.exhaustive
def test_two_people_at_one_machine_play_until_mate(window: Window, host: Served) -> None:
    opens(window, host)
    press(window, "[name=what][value=genie]", "[name=side][value=people]")
    for number, name in enumerate(("Gwen", "Bo"), 1):
        press(window, f"#names label:nth-of-type({number}) input")
        window.types(*name)
    press(window, "=Begin: Genie of the Lamp, 2 people")
    for name, squares in zip(("Gwen", "Bo") * 2, MATE, strict=True):
        until(window, f"{SHEET}.querySelector('main h2').innerText.includes(a[0])", f"{name}, your turn")
        press(window, "=Show my sheet", *(f'[data-at="{square}"]' for square in squares), "#send")
        if squares != MATE[-1]:
            press(window, "=Hand over to")
    until(window, f"{OVER} && {SHEET}.querySelector('.banner').innerText.includes('White was checkmated')")
