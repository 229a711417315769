"""The page that a host shows for an address of no page, as GitHub Pages does it: at that address, at any depth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Quiet
from tests.kit.league import League, wide

pytestmark = pytest.mark.by_day(0, ci="all")


class _Host(Quiet):
    page = "league/404.html"

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The league's page for what is not there."""
        text = (Path(self.directory) / self.page).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


class _Top(_Host):
    """The host of a league that is published at its top."""

    page = "404.html"


@contextmanager
def _serving(host: type[_Host], folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(host, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def site(tmp_path: Path) -> League:
    """A league that is published at /league/ of its host."""
    made = wide(tmp_path).start()
    made.out = tmp_path / "host" / "league"
    settings = made.root / "genetess.yaml"
    settings.write_text("title: The Test League\nsite: {base_url: 'https://games.example.org/league'}\n")
    made.build()
    return made


@pytest.fixture
def host(site: League) -> Iterator[str]:
    with _serving(_Host, site.out.parent) as address:
        yield address


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "place", ["league/nothing.html", "league/riot/turns/9999-99z.html", "league/a/b/c/d/"]
)
def test_it_leads_home_and_looks_like_the_league_at_any_depth(
    browser: Browser, host: str, place: str
) -> None:
    page = browser.new_page()
    lost: list[str] = []
    page.on("requestfailed", lambda asked: lost.append(asked.url))
    page.on("response", lambda got: lost.append(got.url) if got.status == 404 else None)
    page.goto(f"{host}{place}")
    expect(page.locator("h1")).to_have_text("There is no such page")
    assert lost == [f"{host}{place}"]
    assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)")
    page.get_by_role("link", name="The league’s home").click()
    expect(page.locator("h1")).to_have_text("The Test League")
    page.close()


@pytest.mark.by_day(0, ci=1)
@pytest.mark.parametrize("place", ["nothing.html", "riot/turns/9999-99z.html", "a/b/c/d/"])
def test_where_the_league_does_not_know_its_address_a_script_finds_the_way(
    browser: Browser, site: League, host: str, place: str
) -> None:
    (site.root / "genetess.yaml").write_text("title: The Test League\n")
    site.build()
    page = browser.new_page()
    page.goto(f"{host}league/{place}")
    assert page.evaluate("document.fonts.ready.then(() => document.styleSheets.length)") == 2
    page.get_by_role("link", name="Riot").click()
    expect(page.locator("h1")).to_have_text("Riot")
    page.go_back()
    page.get_by_role("link", name="The league’s home").click()
    expect(page.locator("h1")).to_have_text("The Test League")
    page.close()


@pytest.mark.parametrize("is_told", [True, False], ids=["base_url", "no base_url"])
def test_the_old_address_of_a_sheet_leads_to_it(
    browser: Browser, site: League, host: str, is_told: bool
) -> None:
    if not is_told:
        (site.root / "genetess.yaml").write_text("title: The Test League\n")
    site.order("PASS", "PASS").build()
    with browser.new_context() as context:
        _leads_on(context.new_page(), f"{host}league/")


@pytest.mark.parametrize("is_told", [True, False], ids=["base_url", "no base_url"])
def test_so_it_does_at_the_top_of_a_host_with_the_key_of_a_sealed_one(
    browser: Browser, tmp_path: Path, is_told: bool
) -> None:
    site = wide(tmp_path, sealed=True).start()
    address = "site: {base_url: 'https://games.example.org/'}\n" if is_told else ""
    (site.root / "genetess.yaml").write_text(f"title: The Test League\n{address}")
    site.order("PASS", "PASS").build()
    with _serving(_Top, site.out) as host, browser.new_context() as context:
        _leads_on(context.new_page(), host, f"#{site.link('red')}")


def _leads_on(page: Page, home: str, key: str = "") -> None:
    page.goto(f"{home}riot/sheet/red/0001.html{key}")
    page.wait_for_url(f"{home}riot/sheet/red/past.html#0001")
    expect(page.locator(".due")).to_contain_text("A past turn")


def test_at_the_top_of_a_host_its_links_begin_there(tmp_path: Path) -> None:
    site = wide(tmp_path)
    settings = site.root / "genetess.yaml"
    settings.write_text("title: The Test League\nsite: {base_url: 'https://games.example.org/'}\n")
    site.build()
    assert '<link rel="stylesheet" href="/style.css">' in site.page("404.html")
