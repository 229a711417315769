"""A real browser, Debian's Chromium, on a site of a sealed game that is served to this machine alone.

Every page is watched: a request that leaves the site, or anything that the browser complains of, fails the test.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect, sync_playwright

from tests.house.tree import ROOT
from tests.kit.league import League, wide

HERE = Path(__file__).parent
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# The last three: fewer processes, which is a sixth of the time.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--disable-features=site-per-process",
]
PATIENCE = 20_000  # milliseconds: the machine may be busy
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have a test of the browser that fails on a forge run once more, and the run tell of it.

    A browser and its driver on a busy machine miss a key or a click now and then; a fault of a page stays one.
    """
    if not os.environ.get("CI"):
        return
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


def program() -> str | None:
    """Where the browser is, if it is here."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser; skips where there is none and none can be installed."""
    path = program()
    if path is None and shutil.which("apt-get") and os.geteuid() == 0:
        pytest.fail("chromium is not installed: run make chromium")
    if path is None:
        pytest.skip("there is no chromium here, and installing it takes apt-get and root: see make chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def tools() -> Path:
    """Where `make page-tools` has put what pages are held against; a machine without npm skips, a forge never does."""
    for folder in (ROOT / "build").glob("page-tools-*/node_modules"):
        return folder
    if os.environ.get("CI") or shutil.which("npm"):
        pytest.fail("axe and html-validate are not installed: run make page-tools, which needs npm")
    pytest.skip("npm is not installed, so the pages cannot be checked here")


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that does not tell of every request."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class Served:
    """A folder at an address of this machine."""

    def __init__(self, folder: Path, kind: type[Quiet] = Quiet) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def close(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def sealed(folder: Path) -> League:
    """A sealed game of a few turns, red to move; a test may add order files, which no page of it shows."""
    made = wide(folder, sealed=True).start()
    made.order("MOVE C2 E-E", "PASS", "MOVE C17 N-E").writes("red", "MOVE B2 E\n")
    made.build()
    return made


@pytest.fixture(scope="module")
def serves() -> Iterator[Callable[[Path], str]]:
    """Serves folders, each at an address of its own, as long as a module's tests run."""
    servers: list[Served] = []

    def serve(folder: Path) -> str:
        servers.append(Served(folder))
        return servers[-1].address

    yield serve
    for served in servers:
        served.close()


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> League:
    """The league of a module's tests: what its `LEAGUE` makes in a folder, or else that of `sealed`."""
    make: Callable[[Path], League] = getattr(request.module, "LEAGUE", sealed)
    return make(tmp_path_factory.mktemp("league"))


@pytest.fixture(scope="module")
def address(site: League, serves: Callable[[Path], str]) -> str:
    """Where the site is."""
    return serves(site.out)


UNFOLDED = """new MutationObserver(() => document.querySelector("#plan")?.setAttribute("open", ""))
  .observe(document, { childList: true, subtree: true })"""
"""Has all of a builder in sight, for tests that reach for what is folded there; not where a module is `FOLDED`."""


def _watched(page: Page, address: str, complaints: list[str]) -> None:
    """Have whatever goes wrong on a page noted, and whatever is asked of anybody else than the site."""
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on(
        "request",
        lambda asked: (
            None if asked.url.startswith((address, "data:", "blob:")) else complaints.append(asked.url)
        ),
    )


class Window(msgspec.Struct, frozen=True):
    """A window of a browser: its pages come and go, and with them all that it has kept of a site."""

    context: BrowserContext
    devtools: CDPSession

    def forget(self, address: str) -> None:
        self.context.clear_cookies()
        self.devtools.send(
            "Storage.clearDataForOrigin", {"origin": address.rstrip("/"), "storageTypes": "all"}
        )
        self.devtools.send("Network.clearBrowserCache")


@pytest.fixture(scope="session")
def _windows(browser: Browser) -> Callable[..., Window]:
    """One window for all tests with the same options: a new one takes as long as all that most tests do in it."""

    @cache
    def window(is_folded: bool, options: str) -> Window:
        context = _context(browser, is_folded, json.loads(options))
        return Window(context, context.new_cdp_session(context.new_page()))

    return window


def _context(browser: Browser, is_folded: bool, options: Mapping[str, Any]) -> BrowserContext:
    context = browser.new_context(**options)
    if not is_folded:
        context.add_init_script(UNFOLDED)
    return context


@pytest.fixture
def opens(
    request: pytest.FixtureRequest, browser: Browser, address: str, _windows: Callable[..., Window]
) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site in a browser that knows nothing yet; more options are those of the browser's context.

    A test that turns the clock, or opens a second page that must know nothing of the first, has a browser `alone`. In
    the end nothing may have gone wrong on any page, and nothing been asked of anybody else.
    """
    own: list[BrowserContext] = []
    shared: list[BrowserContext] = []
    complaints: list[str] = []
    is_folded = getattr(request.module, "FOLDED", False)

    def watch(page: Page) -> None:
        _watched(page, address, complaints)

    def opened(place: str, *, alone: bool = False, **options: object) -> Page:
        if alone or shared:
            context = _context(browser, is_folded, options)
            own.append(context)
        else:
            window = _windows(is_folded, json.dumps(options))
            window.forget(address)
            context = window.context
            shared.append(context)
        context.on("page", watch)
        page = context.new_page()
        page.goto(f"{address}{place}")
        return page

    yield opened
    for context in own:
        context.close()
    for context in shared:
        context.remove_listener("page", watch)
        for page in context.pages[1:]:
            page.close()
    assert not complaints


ANEW = "if (name === 'anew') { localStorage.clear(); sessionStorage.clear(); name = ''; }"
"""Comes before all scripts of a page, so that none finds or leaves anything of the page before it."""


class Tab(msgspec.Struct, frozen=True):
    """A tab of a browser, and what it complained of."""

    page: Page
    complaints: list[str]


@pytest.fixture(scope="module")
def _tab(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Tab]:
    with browser.new_context() as context:
        tab = Tab(context.new_page(), [])
        _watched(tab.page, address, tab.complaints)
        tab.page.add_init_script(ANEW)
        if not getattr(request.module, "FOLDED", False):
            tab.page.add_init_script(UNFOLDED)
        yield tab


@pytest.fixture
def reopens(_tab: Tab, address: str) -> Iterator[Callable[[str], Page]]:
    """As `opens`, in one tab for all tests of a module: for those that change nothing but what the page itself does.

    The page is loaded anew and nothing is stored; but a window of another size, say, would stay. A browser that knows
    nothing yet takes as long as all that most tests do with it.
    """
    _tab.complaints.clear()

    def opened(place: str) -> Page:
        _tab.page.mouse.move(0, 0)
        _tab.page.evaluate("name = 'anew'")
        _tab.page.goto(f"{address}{place}")
        return _tab.page

    yield opened
    assert not _tab.complaints
