"""A whole game is played in the page alone, in Firefox and in Safari's engine."""

from __future__ import annotations

import pytest

from tests.browser import engines
from tests.browser.conftest import Served
from tests.browser.engines import Window
from tests.browser.test_engines import firefox as firefox
from tests.browser.test_engines import webkit as webkit
from tests.browser.test_engines import window as window
from tests.browser.test_page_plays import host as host
from tests.browser.test_page_plays import site as site

pytestmark = pytest.mark.by_day(0, ci="all")
SHEET = "document.querySelector('#frame').contentDocument"
MIDDLE = f"""(part => {{
  if (!part) return null;
  const frame = document.querySelector("#frame").getBoundingClientRect();
  part.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [frame.x + x + width / 2, frame.y + y + height / 2];
}})({SHEET}.querySelector(a[0]))"""


def press(window: Window, *parts: str) -> None:
    for part in parts:
        window.at(*window.until(MIDDLE, part))


def plays_a_turn(window: Window, host: Served) -> None:
    window.goto(f"{host.address}play/#genie/sheet/white/")
    press(window, '[data-at="e2"]', '[data-at="e4"]', "#send")
    window.until(f"{SHEET}.querySelector(\"#builder[data-turn='2a']\") !== null")


def test_a_turn_is_played(window: Window, host: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PATIENCE", 120)
    plays_a_turn(window, host)


@pytest.mark.exhaustive
def test_a_game_is_played_to_its_end(window: Window, host: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PATIENCE", 120)
    plays_a_turn(window, host)
    window.until(
        f"[...{SHEET}.querySelectorAll('button')].find((each) => each.textContent === 'RESIGN').id = 'resign'"
    )
    press(window, "#resign")
    window.until(f"{SHEET}.querySelector('#send').textContent.includes('RESIGN')")
    press(window, "#send")
    window.until(f"{SHEET}.querySelector('.banner')?.textContent.includes('Game over')")
