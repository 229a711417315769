"""The pictures in docs: the main pages of the demo's site, taken in a real browser. `make pictures` runs it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from genetess_cli.admin import demo
from genetess_cli.store.times import to_time

FOLDER = Path(__file__).parent
PICTURES = {
    "league": "index.html",
    "game": "riot/index.html",
    "turnsheet": "riot/sheet/red/past.html#0053",
    "builder": "skirmish/sheet/red/index.html",
    "replay": "sideshow/replay.html#9a",
    "pyramids": "spiral/turns/0022-5d.html",
    "chess": "wishes/turns/0035-17b.html",
    "standings": "standings.html",
    "rules": "rules-genie.html#JUMP",
    "lesson": "learn-genetess-5.html",
    "marks": "marks.html",
}
"""Each picture and the page that it shows, below the site of the demo."""
CLICKED = {"builder": ".sq[tabindex='0']"}
"""What is clicked before a picture is taken: on the sheet the first piece, so that it is seen what it can do."""
PLAYED = to_time("2026-08-01T12:00:00Z")
"""The time up to which the demo is played."""
NOW = "2026-08-01T12:00:00Z"
"""The time at which every picture is taken, as far as the pages know."""
SIZE: ViewportSize = {"width": 1180, "height": 1180}
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def take(browser: Browser, site: Path, folder: Path) -> None:
    """Take every picture of the demo's built site into a folder."""
    page = browser.new_page(viewport=SIZE, color_scheme="light", timezone_id="UTC", locale="en-GB")
    page.clock.set_fixed_time(NOW)
    for name, place in PICTURES.items():
        page.goto(f"{site.as_uri()}/{place}", wait_until="networkidle")
        if name in CLICKED:
            page.locator(CLICKED[name]).first.click()
        _shoot(page, place, folder / f"{name}.png")
    page.close()


def _shoot(page: Page, place: str, picture: Path) -> None:
    height = page.evaluate("document.documentElement.scrollHeight")
    clip = None if "#" in place else {"x": 0, "y": 0, **SIZE, "height": min(height, SIZE["height"])}
    page.screenshot(path=picture, clip=clip)  # type: ignore[arg-type]


def main() -> None:
    """Play the demo, and take its pictures into docs. Exits where there is no browser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit("make pictures: there is no chromium here; make chromium installs it, as root on Debian")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root = Path(folder) / "demo"
        demo.demo(root, PLAYED)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        take(browser, root / "_site", FOLDER)
        browser.close()
    print(f"{len(PICTURES)} pictures are in docs")


if __name__ == "__main__":
    main()
