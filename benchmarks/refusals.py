"""What it takes to refuse sealed text that is hostile: by the program, and by a turnsheet's page in Chromium.

`python -m benchmarks.refusals` prints these rows alone. Without Chromium the page's rows are left out.
"""

from __future__ import annotations

import base64
import shutil
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.measure import ROOT
from benchmarks.row import Row
from genetess_cli.store.seal import box, orders
from genetess_cli.store.seal.box import Misshapen, SealContext, SealedFile, Unopened
from genetess_cli.store.seal.orders import SealedOrders

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

MILLISECONDS, MEGABYTES = 100, 50
KEY, GAME, SEAT, TURN = bytes(range(32)), "00" * 16, "red", "1a"
MOST_OF_SHEET = 4 << 20
PLACE = SealContext(GAME, "sheet", SEAT, TURN)
_ROUNDS = 9


def gigabyte() -> bytes:
    """A gigabyte of zeros as gzip, made without ever having it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    part = bytes(1 << 20)
    return b"".join(packer.compress(part) for _ in range(1 << 10)) + packer.flush()


def refusal_rows() -> Iterator[Row]:
    """The slowest refusal of each side, and the one that takes the most memory."""
    bomb = gigabyte()
    yield from _rows("the program", [_cost(call) for call in _calls(bomb)])
    if program := shutil.which("chromium"):
        with _page(program) as measure:
            yield from _rows("the page", [measure(text) for text in _texts(bomb).values()])


def _rows(who: str, costs: list[tuple[float, float]]) -> Iterator[Row]:
    yield Row(f"hostile sealed text refused by {who}", max(spent for spent, _ in costs), MILLISECONDS, "ms")
    yield Row(f"memory for that, {who}", max(held for _, held in costs), MEGABYTES, "MB")


# The program


def _calls(bomb: bytes) -> list[Callable[[], object]]:
    """Orders that are refused: a bomb, too many bytes, bytes that are no text, wrong base64, another place."""
    good = orders.seal_orders(KEY, GAME, SealedOrders("riot", SEAT, TURN, 5, b"PASS\n"))
    order = SealContext(GAME, "order", SEAT, TURN)
    files = [
        box.write_file(SealedFile("order", "riot", SEAT, TURN, box.seal_packed(KEY, order, bomb))),
        good + b"A" * 900_000,
        good[:300] + b"\xff\xfeNaN\x00" + good[309:],
        good[:200] + b"NaN, NaN, NaN" + good[213:],
        good.replace(b" 1a", b" 2a", 1),
    ]
    bombed = box.seal_packed(KEY, PLACE, bomb)
    return [*(_refused(file) for file in files), lambda: box.unseal(KEY, PLACE, bombed, MOST_OF_SHEET)]


def _refused(data: bytes) -> Callable[[], object]:
    return lambda: orders.unseal_orders(KEY, GAME, "riot", SEAT, data)


def _cost(call: Callable[[], object]) -> tuple[float, float]:
    """The milliseconds of a refusal, at best, and the most MB that it holds."""
    spent = min(_timed(call) for _ in range(_ROUNDS))
    tracemalloc.start()
    try:
        _timed(call)
        return spent, tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def _timed(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    try:
        call()
    except (Unopened, Misshapen):
        return (time.perf_counter() - begin) * 1000
    raise SystemExit("something that is to be refused was opened")


# The page

_EMPTY = '<!doctype html><meta charset="utf-8"><title>-</title><script src="{}"></script>'
_REFUSED = """async ([key, place, text]) => {
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const since = performance.now();
  try {
    await openSheet(bytes, place, text);
  } catch (error) {
    return [error.why, performance.now() - since];
  }
  return ["it opened it", 0];
}"""


def _texts(bomb: bytes) -> Mapping[str, str]:
    """What can stand in a sheet's page, as base64 or what is to look like it."""
    sealed = base64.b64encode(box.seal(KEY, PLACE, b"<p>a sheet</p>")).decode()
    elsewhere = box.seal(KEY, SealContext(GAME, "sheet", "blue", TURN), b"<p>a sheet</p>")
    return {
        "a bomb": base64.b64encode(box.seal_packed(KEY, PLACE, bomb)).decode(),
        "oversized": "A" * 12_000_000,
        "no text": sealed[:300] + "\ufffd\0NaN" + sealed[305:],
        "wrong base64": sealed[:300] + "NaN, NaN" + sealed[308:],
        "another place": base64.b64encode(elsewhere).decode(),
    }


@contextmanager
def _page(program: str) -> Iterator[Callable[[str], tuple[float, float]]]:
    """Measures what a page in Chromium takes to refuse a text: milliseconds at best, and MB of its process."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "page.html"
        page_file.write_text(_EMPTY.format((ROOT / "site_templates" / "scripts" / "seal.js").as_uri()))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(page_file.as_uri())
        process = _process(browser.new_browser_cdp_session())
        yield lambda text: _cost_in(page, process, text)
        browser.close()


def _process(session: CDPSession) -> Path:
    """What the system tells of the process that the page runs in."""
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    newest = max(one["id"] for one in found if one["type"] == "renderer")
    return Path(f"/proc/{newest}")


def _cost_in(page: Page, process: Path, text: str) -> tuple[float, float]:
    place = {"game": GAME, "seat": SEAT, "turn": TURN}
    asked = [base64.b64encode(KEY).decode(), place, text]
    page.evaluate("window.asked = null")
    page.evaluate(
        "(asked) => { window.asked = asked; }", asked
    )  # what is handed over is no part of the refusal
    spent, held = [], []
    for _ in range(_ROUNDS):
        (process / "clear_refs").write_text("5")  # the most memory held counts from here on
        before = _kilobytes(process, "VmHWM")
        why, took = page.evaluate(f"() => ({_REFUSED})(window.asked)")
        if why not in ("damaged", "key"):
            raise SystemExit(f"the page did not refuse what it is to refuse: {why}")
        spent.append(took)
        held.append((_kilobytes(process, "VmHWM") - before) / 1000)
    return min(spent), max(held)


def _kilobytes(process: Path, name: str) -> int:
    row = next(line for line in (process / "status").read_text().splitlines() if line.startswith(name))
    return int(row.split()[1])


if __name__ == "__main__":
    for row in refusal_rows():
        print(row)
