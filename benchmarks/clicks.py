"""What a click on a piece costs in the order builder of a sheet.

Chromium, on a processor four times as slow, counts script, style and layout, and nothing of what it does beside a page.
Firefox counts nothing of the kind: there the time is taken in which the page's own scripts answer a click, and the same
in Chromium beside it, both at full speed.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.leagues import GAME, Made
from benchmarks.measure import genetess, run
from benchmarks.row import Figure, Row
from tests.browser import engines

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

LEAGUES = ("quartet",)
ROWS = (
    Row("a click on a piece in the order builder, 21 × 21, 4 × throttle", "ms", gate=60, goal=50),
    Row("the scripts' time of such a click, no throttle, in Chromium", "ms", gate=15),
    Row("the scripts' time of such a click, no throttle, in Firefox", "ms", gate=15),
)
SLOWER = 4
CLICKS = 24
SEAT = "red"
"""Who is to move after 300 turns."""
COUNTED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ANSWERED = """(square => {
  const part = document.querySelector(`[data-at="${square}"]`);
  const begun = performance.now();
  part.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return performance.now() - begun;
})"""
"""The milliseconds in which the scripts of a page answer a click."""


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        print("There is no chromium here, so no click is measured.", file=sys.stderr)
        return
    clone = made["quartet"].clone(300)
    clone.does("build")
    orders = run(genetess("legal", GAME, SEAT), clone.folder)
    squares = sorted(set(re.findall(r"(?m)^MOVE (\w+) ", orders)))
    picked = [squares[number % len(squares)] for number in range(CLICKS)]
    sheet = clone.folder / "_site" / GAME / "sheet" / SEAT / "index.html"
    yield from _in_chromium(program, sheet, picked)
    if shutil.which("firefox-esr") is None:
        print("There is no firefox-esr here, so no click is measured in Firefox.", file=sys.stderr)
        return
    yield Figure.of(_in_firefox(sheet, picked))


def _in_chromium(program: str, sheet: Path, squares: list[str]) -> Iterator[Figure]:
    """The milliseconds of each click, on one piece after the other."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(sheet.as_uri())
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        slow = [_click(page, session, square) for square in squares]
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.reload()
        fast = [float(page.evaluate(ANSWERED, square)) for square in squares]
        browser.close()
    yield Figure.of(slow)
    yield Figure.of(fast)


def _in_firefox(sheet: Path, squares: list[str]) -> list[float]:
    with TemporaryDirectory() as folder, engines.firefox(Path(folder)) as window:
        # Its clock is coarse for pages otherwise.
        window.inside("Services.prefs.setBoolPref('privacy.reduceTimerPrecision', false); done()")
        window.goto(sheet.as_uri())
        return [float(window.js(f"{ANSWERED}(a[0])", square)) for square in squares]


def _click(page: Page, session: CDPSession, square: str) -> float:
    before = _counted(session)
    page.locator(f'[data-at="{square}"]').click()
    page.evaluate(DRAWN)
    return (_counted(session) - before) * 1000


def _counted(session: CDPSession) -> float:
    """The seconds of the page's work so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return sum(float(metric["value"]) for metric in metrics if metric["name"] in COUNTED)
