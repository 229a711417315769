"""The pictures in docs: the main pages of the demo's site, taken in a real browser. `make pictures` runs it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from genetess_cli import demo

FOLDER = Path(__file__).parent
PICTURES = {
    "league": "index.html",
    "game": "riot/index.html",
    "turnsheet": "riot/sheet/red/0053.html",
    "builder": "riot/sheet/green/index.html#builder",
    "replay": "sideshow/replay.html#9a",
    "pyramids": "spiral/turns/0022-5d.html",
    "chess": "wishes/turns/0035-17b.html",
    "standings": "standings.html",
    "rules": "rules-genie.html#JUMP",
}
"""Each picture and the page that it shows, below the site of the demo."""
SIZE: ViewportSize = {"width": 1180, "height": 1180}
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def take(site: Path, folder: Path) -> None:
    """Take every picture of a built site into a folder. Exits where there is no browser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit("make pictures: there is no chromium here; make chromium installs it, as root on Debian")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        for name, place in PICTURES.items():
            _shot(page, f"{site.as_uri()}/{place}", folder / f"{name}.png")
        browser.close()


def _shot(page: Page, address: str, picture: Path) -> None:
    page.goto(address)
    height = page.evaluate("document.documentElement.scrollHeight")
    clip = None if "#" in address else {"x": 0, "y": 0, **SIZE, "height": min(height, SIZE["height"])}
    page.screenshot(path=picture, clip=clip)  # type: ignore[arg-type]


def main() -> None:
    """Play the demo, and take its pictures into docs."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "demo"
        demo.demo(root, lambda done, total: None)
        take(root / "_site", FOLDER)
    print(f"{len(PICTURES)} pictures are in docs")


if __name__ == "__main__":
    main()
