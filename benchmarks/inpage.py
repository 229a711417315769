"""What a game in the page costs: until its first sheet is shown and an order is answered; and bots that think there.

Counted is the processor time of threads, as the kernel tells it. Chromium's own throttle does not reach a worker, so
the unit is a loop of 3e8 steps in the very worker that plays: by it one knows what a visitor of any machine waits for.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

from benchmarks.leagues import Made
from benchmarks.measure import ENVIRONMENT, ROOT, genetess, run
from benchmarks.row import Figure, Row
from tests.browser.conftest import ARGUMENTS, Served, program
from tests.kit import kept, pyodide

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

LEAGUES: tuple[str, ...] = ()

ROWS = (
    Row("in the page: the first sheet is shown, first visit", "loops", gate=0.3),
    Row("in the page: the own order is answered, first visit", "loops", gate=1.5),
    Row("in the page: the first sheet is shown, second visit", "loops", gate=0.3),
    Row("in the page: the own order is answered, second visit", "loops", gate=1.2),
    Row("in the page: the first sheet is shown, 160 turns kept", "loops", gate=0.3),
    Row("in the page: the own order is answered, 160 turns kept", "loops", gate=1.5),
    Row("the hunter's slowest order in WebAssembly, Genetess", "loops", gate=0.1),
    Row("the hunter's slowest order in WebAssembly, DNA", "loops", gate=0.25),
    Row("the hunter's slowest order in WebAssembly, Genie", "loops", gate=0.5, goal=0.35),
)
TIMES = 5
GAMES = 2
PATIENCE = 300_000
"""Milliseconds, for a machine that is busy."""
LOOP = "() => { let x = 1; for (let i = 0; i < 3e8; i += 1) x = (x * 31 + i) | 0; return x; }"
PAGE, WORKER = "chrom", "DedicatedWorker"
"""How the threads begin that show a page, and that Python is in."""
SHEET = "genie/sheet/white/"
MOVES = (("[data-at=e2]", "[data-at=e4]"), ("[data-at=d2]", "[data-at=d4]"))
"""What is clicked for an order of the first visit, and for one of the second."""
LONG = "quartet"
TURNS = 160
PASS = ("button[data-order=PASS]",)


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    browser = program()
    if browser is None or shutil.which("node") is None:
        print("There is no chromium or no node here, so nothing is measured in the page.", file=sys.stderr)
        return
    run([sys.executable, ".ci/play/build.py"])
    with TemporaryDirectory() as folder:
        run(genetess("init", f"{folder}/league", "--title", "Bench"))
        environment = {**ENVIRONMENT, "PYTHONPATH": str(ROOT / "build/pack")}
        subprocess.run(
            genetess("build", "--out", f"{folder}/site"), cwd=f"{folder}/league", env=environment, check=True
        )
        yield from _visits(browser, Path(folder, "site"))
    yield from _bots()


def _visits(path: str, site: Path) -> list[Figure]:
    """What is shown and answered in each of two visits, several times with a browser that knows nothing."""
    from playwright.sync_api import sync_playwright

    host = Served(site)
    rows = _kept(site.with_name("kept"))
    with sync_playwright() as playwright:
        found = []
        for _ in range(TIMES):
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            found.append([*_both(browser, f"{host.address}play/"), *_later(browser, host.address, rows)])
            browser.close()
    host.close()
    return [Figure.of(samples) for samples in zip(*found, strict=True)]


def _both(browser: Browser, address: str) -> list[float]:
    """A first visit, and a second one."""
    with browser.new_context() as context:
        first = _visit(context, f"{address}#{SHEET}", MOVES[0])
        return [*first, *_visit(context, f"{address}#{SHEET}", MOVES[1])]


def _kept(folder: Path) -> list[bytes]:
    """The rows of a long game."""
    folder.mkdir()
    with chdir(folder), patch.dict(os.environ, kept.ALONE):
        return kept.played(TURNS, LONG, 4)


def _later(browser: Browser, address: str, rows: list[bytes]) -> list[float]:
    """A visit after a long game, of which the browser has kept the rows and the last page."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        kept.lay(page, f"{address}play/", rows, {"key": kept.KEY})
        page.close()
        sheet = f"{address}play/#{LONG}/sheet/red/"
        _visit(context, sheet, PASS)
        return _visit(context, sheet, PASS)


def _visit(context: BrowserContext, address: str, clicks: tuple[str, ...]) -> list[float]:
    """The loops of the page until the sheet is shown, and of the worker until the order is answered."""
    browser = context.browser
    assert browser is not None
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    before = _spent(browser, PAGE)
    page.goto(address)
    frame = page.frame_locator("#frame")
    builder = frame.locator("#builder")
    turn = builder.get_attribute("data-turn")
    shown = _spent(browser, PAGE) - before
    for each in clicks:
        frame.locator(each).click()
    frame.locator("#send").click()
    frame.locator(f'#builder:not([data-turn="{turn}"])').wait_for()
    answered = _spent(browser, WORKER)
    page.wait_for_selector("html[data-offline]", state="attached")
    loop = _loop(browser, page)
    page.close()
    return [shown / loop, answered / loop]


def _loop(browser: Browser, page: Page) -> float:
    """The seconds of a loop in the worker of a page."""
    [worker] = page.workers
    before = _spent(browser, WORKER)
    worker.evaluate(LOOP)
    return _spent(browser, WORKER) - before


def _spent(browser: Browser, begins: str) -> float:
    """The seconds that threads named so have run, in the processes of a browser that show pages."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    spent = 0
    for process in processes:
        if process["type"] == "renderer":
            for thread in Path(f"/proc/{process['id']}/task").iterdir():
                if (thread / "comm").read_text().startswith(begins):
                    spent += int((thread / "schedstat").read_text().split()[0])
    return spent / 1e9


THINKING = 'import sys; sys.path.append("/project"); from benchmarks import thinking; thinking.main({})'


def _bots() -> Iterator[Figure]:
    """The slowest order of the hunter in each game, by the program for browsers under Node."""
    code = THINKING.format(json.dumps(LOOP))
    found = [
        json.loads(pyodide.run(ROOT / "build/pack/genetess_play", code, {"/project": ROOT}))
        for _ in range(GAMES)
    ]
    return (Figure.of(samples) for samples in zip(*found, strict=True))
