"""The page where its host has a newer program than the browser keeps, or only a part of one: two are never mixed."""

from __future__ import annotations

import json
import runpy
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.test_page_plays import PATIENCE, READY, Plain, is_at, order
from tests.browser.test_page_plays import site as built
from tests.browser.test_page_plays import tabs as tabs
from tests.house.tree import ROOT

__all__ = ["built", "tabs"]
pytestmark = pytest.mark.by_day(1, ci="all")

Tabs = Callable[..., Page]
NEWER = "py-000000000000/"
"""Where the newer program has its Python."""
SHELL = ("index.html", "play.js", "program.js", "kept.js", "seeds.json")
MARK = "\n\n\n"
"""How a text of the newer program ends."""
ENDS = f"""() => Promise.all({json.dumps(SHELL)}.map(async (name) =>
  (await (await fetch(name)).text()).endsWith({json.dumps(MARK)})))"""
LOSE = """async (ending) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (request.url.endsWith(ending)) await cache.delete(request);
  }
}"""
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => !name.endsWith(" made"));
  return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length)));
}"""
"""How many files each program has that is kept here."""


class Host(Plain):
    """A host that can go away."""

    is_gone = False

    def do_GET(self) -> None:  # noqa: N802, the server finds it by this name
        if Host.is_gone:
            self.close_connection = True
            return
        super().do_GET()

    do_HEAD = do_GET  # noqa: N815


@pytest.fixture(scope="module")
def newer(pack: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack of a later release: its Python lies elsewhere, and the texts around it are others."""
    folder = tmp_path_factory.mktemp("newer") / "play"
    shutil.copytree(pack, folder)
    [python] = folder.glob("py-*")
    python.rename(folder / NEWER)
    listed, _, worker = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")
    known = json.loads(listed.removeprefix("const PACK = ").removesuffix(";"))
    (folder / "sw.js").write_text(worker, encoding="utf-8")
    for name in SHELL:
        text = (folder / name).read_text(encoding="utf-8")
        text = text.replace(f"{python.name}/", NEWER).replace(known["name"], "PACK-NAME")
        (folder / name).write_text(f"{text}{MARK}", encoding="utf-8")
    seal = runpy.run_path(f"{ROOT}/.ci/play/page.py")["seal"]
    seal(folder, [name for name in known["files"] if name.startswith("../")])
    return folder


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "site"))


@pytest.fixture
def host(site: Path) -> Iterator[Served]:
    Host.is_gone = False
    served = Served(site, Host)
    yield served
    served.close()


@pytest.fixture
def update(site: Path, newer: Path) -> Callable[[], object]:
    """Puts the newer program in the place of the older."""

    def put() -> None:
        shutil.rmtree(site / "play")
        shutil.copytree(newer, site / "play")

    return put


def begun(tabs: Tabs) -> Page:
    """A page that has begun a game, and is kept."""
    page = tabs("#first/sheet/red/")
    order(page, "B2", "B3")
    is_at(page, "2a")
    page.wait_for_selector(READY, state="attached")
    return page


def is_all(page: Page, *, newer: bool) -> None:
    """All of the program is the newer or the older, and a game that was begun goes on by it."""
    which = f"[data-py='{NEWER}']"
    page.wait_for_selector(READY + (which if newer else f":not({which})"), state="attached")
    is_at(page, "2a")
    assert {*page.evaluate(ENDS)} == {newer}


def ignoring_cache(page: Page) -> None:
    """Reload as with the Shift key."""
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})


def test_a_newer_program_is_offered_until_it_is_taken_and_then_plays_in_every_tab(
    tabs: Tabs, update: Callable[[], object]
) -> None:
    page = begun(tabs)
    update()
    load = page.get_by_role("button", name="Load it")
    for _ in range(2):
        page.reload()
        is_all(page, newer=False)
        expect(load).to_be_visible(timeout=PATIENCE)
    other = tabs()
    expect(other.locator("#state")).to_have_text("You play in another tab already.")
    load.click()
    is_all(page, newer=True)
    assert len(page.evaluate(KEPT)) == 1
    expect(load).to_be_hidden()
    other.get_by_role("button", name="Play here instead").click()
    is_all(other, newer=True)


@pytest.mark.parametrize("lost", ["/play/index.html", "/program.js"])
def test_where_a_file_is_lost_and_its_host_has_a_newer_program_all_of_that_is_taken(
    tabs: Tabs, update: Callable[[], object], lost: str
) -> None:
    page = begun(tabs)
    page.evaluate(LOSE, lost)
    update()
    page.reload()
    is_all(page, newer=True)


def test_where_a_part_of_python_is_lost_and_its_host_has_a_newer_one_that_is_a_click_away(
    tabs: Tabs, update: Callable[[], object]
) -> None:
    page = begun(tabs)
    page.evaluate(LOSE, "/app.zip")
    update()
    page.reload()
    expect(page.locator("#state")).to_contain_text("app.zip", timeout=PATIENCE)
    page.get_by_role("button", name="Load again").click()
    is_all(page, newer=True)


def test_what_is_lost_while_its_host_is_gone_is_told_and_taken_once_that_is_back(tabs: Tabs) -> None:
    page = begun(tabs)
    Host.is_gone = True
    page.evaluate(LOSE, "/app.zip")
    page.reload()
    stopped = "The program has stopped. What was kept stays as it is."
    for _ in range(2):
        expect(page.locator("#state")).to_contain_text(stopped, timeout=PATIENCE)
        expect(page.locator("#state")).to_contain_text("app.zip could not be loaded")
        with page.expect_navigation():
            page.get_by_role("button", name="Load again").click()
    expect(page.locator("#state")).to_contain_text(stopped, timeout=PATIENCE)
    page.evaluate(LOSE, "/program.js")
    page.reload()
    expect(page.locator("body")).to_contain_text("A part of this page is missing here")
    Host.is_gone = False
    page.reload()
    is_all(page, newer=False)


def test_a_page_that_is_loaded_past_what_is_kept_is_the_one_of_its_worker(
    tabs: Tabs, update: Callable[[], object]
) -> None:
    page = begun(tabs)
    ignoring_cache(page)
    is_all(page, newer=False)
    update()
    ignoring_cache(page)
    page.get_by_role("button", name="Load it").click()
    is_all(page, newer=True)


def test_of_a_host_that_is_being_changed_nothing_is_taken(
    tabs: Tabs, site: Path, newer: Path, update: Callable[[], object]
) -> None:
    shutil.copyfile(newer / "sw.js", site / "play/sw.js")
    page = tabs("#first/sheet/red/")
    expect(page.locator("#state")).to_contain_text("is being changed there", timeout=PATIENCE)
    update()
    page.get_by_role("button", name="Load again").click()
    order(page, "B2", "B3")
    is_all(page, newer=True)


def test_a_page_that_is_older_than_its_worker_gives_way(
    tabs: Tabs, site: Path, update: Callable[[], object]
) -> None:
    older = (site / "play/index.html").read_bytes()
    update()
    page = tabs("seeds.json")
    page.route("**/play/", lambda route: route.fulfill(body=older, content_type="text/html"), times=1)
    page.goto(page.url.replace("seeds.json", "#first/sheet/red/"))
    order(page, "B2", "B3")
    is_all(page, newer=True)
