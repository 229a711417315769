"""What a click on a piece costs in the order builder of a sheet, by Chromium on a processor four times as slow.

The browser itself counts script, style and layout, and nothing of what it does beside a page.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.leagues import GAME, Made
from benchmarks.measure import genetess, run
from benchmarks.row import Figure, Row

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

LEAGUES = ("quartet",)
ROWS = (Row("a click on a piece in the order builder, 21 × 21, 4 × throttle", "ms", gate=60, goal=50),)
SLOWER = 4
CLICKS = 24
SEAT = "red"
"""Who is to move after 300 turns."""
COUNTED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        print("There is no chromium here, so no click is measured.", file=sys.stderr)
        return
    clone = made["quartet"].clone(300)
    clone.does("build")
    orders = run(genetess("legal", GAME, SEAT), clone.folder)
    squares = sorted(set(re.findall(r"(?m)^MOVE (\w+) ", orders)))
    yield Figure.of(_clicks(program, clone.folder / "_site" / GAME / "sheet" / SEAT / "index.html", squares))


def _clicks(program: str, sheet: Path, squares: list[str]) -> list[float]:
    """The milliseconds of each click, on one piece after the other."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(sheet.as_uri())
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        picked = [squares[number % len(squares)] for number in range(CLICKS)]
        took = [_click(page, session, square) for square in picked]
        browser.close()
    return took


def _click(page: Page, session: CDPSession, square: str) -> float:
    before = _counted(session)
    page.locator(f'[data-at="{square}"]').click()
    page.evaluate(DRAWN)
    return (_counted(session) - before) * 1000


def _counted(session: CDPSession) -> float:
    """The seconds of the page's work so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return sum(float(metric["value"]) for metric in metrics if metric["name"] in COUNTED)
