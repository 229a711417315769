"""What holds of every kind of page: valid, open to everybody, light, fit for a phone and, if a sheet, for one of A4."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from genetess_cli.store.seal import keyring
from tests.browser.conftest import PATIENCE, Served
from tests.kit import packs
from tests.kit.command import run
from tests.kit.league import League, wide

pytestmark = pytest.mark.by_day(0, ci="all")

KILOBYTE = 1000
PLAYERS = ("--player", "red=Ragnar", "--player", "green=Gwen")
FRAME = '<!doctype html><html lang="en"><head><title>A sheet</title></head><body>'
RULES = {
    "extends": ["html-validate:standard", "html-validate:a11y"],
    "root": True,
}


APART = """[...document.querySelectorAll(".side table:has(thead)")]
  .filter((each) => each.tHead.checkVisibility() && each.tBodies[0].rows.length)
  .filter((each) => each.tHead.getBoundingClientRect().x !== each.tBodies[0].rows[0].getBoundingClientRect().x)
  .map((each) => each.textContent.trim().slice(0, 20))"""
"""The tables whose head stands in another column of the paper than their first row."""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory, demo_league: Path, sealed: League) -> Path:
    """The site of a league with the sample games, and games that wait, are paused, gamble, and are over early."""
    root = tmp_path_factory.mktemp("pages") / "league"
    shutil.copytree(demo_league, root, symlinks=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(keyring.VARIABLE, raising=False)
        for slug, preset in (("waits", "duel"), ("paused", "duel"), ("fresh", "octet"), ("ended", "duel")):
            seats = PLAYERS if preset == "duel" else _seats(8)
            assert run(root, "new", slug, "--ruleset", "genetess", "--preset", preset, *seats).status == 0
        for slug in ("paused", "fresh", "ended"):
            assert run(root, "start", slug).status == 0
        assert run(root, "pause", "paused", "--open-end", "--reason", "<b>rain</b>").status == 0
        assert run(root, "finish", "ended", "--reason", "enough").status == 0
        for slug, ruleset in (("helix", "dna"), ("lamp", "genie")):
            seats = PLAYERS if slug == "helix" else ("--player", "white=Wim", "--player", "black=Bea")
            assert run(root, "new", slug, "--ruleset", ruleset, *seats).status == 0
            assert run(root, "start", slug).status == 0
        assert run(root, "order", "paused", "red", "MOVE B2 E / * PASS", "--commit").status == 0
        assert run(root, "build").status == 0
    shutil.copytree(sealed.out, root / "_site" / SEALED)
    return root / "_site"


SEALED = "sealed"
"""The folder of another league below the site, of which a game is sealed."""


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A league with a sealed game, red to move, that knows its address."""
    made = wide(tmp_path_factory.mktemp("sealed"), sealed=True).start()
    made.configure(f"site: {{base_url: 'https://example.org/{SEALED}/'}}\n")
    made.order("MOVE C2 E-E", "PASS", "MOVE C17 N-E").build()
    return made


@pytest.fixture(scope="module")
def opened(sealed: League) -> list[str]:
    """The addresses of sealed sheets with a key behind them: with the right one, which opens them, and with others."""
    sheet = f"{SEALED}/riot/sheet/red"
    right = sealed.link("red")
    keys = {
        "index.html#": right,
        "past.html#0001.": right,
        "past.html#0002.": "A" * 43,
        "past.html#0000.": "bad",
    }
    return [f"{sheet}/{name}{key}" for name, key in keys.items()]


def _goes(page: Page, address: str) -> None:
    """Go there, where there is a key behind the address until it has been tried; to the first of past sheets."""
    if address.endswith("past.html"):
        address += "#0000"
    if "#" in address:
        page.goto("about:blank")  # or only another part of the same page would be gone to
    page.goto(address)
    if "#" in address and page.locator("#opened").count():
        expect(page.locator("#opened, #closed").filter(visible=True)).to_have_count(1, timeout=PATIENCE)


def _seats(count: int) -> tuple[str, ...]:
    names = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "white")
    return tuple(text for name in names[:count] for text in ("--player", f"{name}={name.title()}"))


WHOLE = ("riot", "spiral", "wishes")
"""The games of which every kind of page is looked at; of the others the home and a sheet, which tell their state."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(24, id="some"), pytest.param(1, id="each", marks=pytest.mark.exhaustive)],
)
def kinds(out: Path, request: pytest.FixtureRequest) -> list[str]:
    """A page of every kind, and homes and sheets of games in every state, or some of them: their places in the site."""
    found = [page for page in out.glob("*.html") if not page.name.startswith("player-")]
    found.append(min(out.glob("player-*.html")))
    for home in out.glob("*/index.html"):
        found += [home, *sorted(home.parent.glob("sheet/*/index.html"))[:1]]
        if home.parent.name in WHOLE:
            found += [*home.parent.glob("*.html"), max(home.parent.glob("log/*.html"))]
            found += [max(home.parent.glob("turns/*.html")), min(home.parent.glob("sheet/*/past.html"))]
    found += [out / SEALED / "404.html", *out.glob(f"{SEALED}/riot/*.html")]
    found += out.glob(f"{SEALED}/riot/sheet/red/*.html")
    return sorted({page.relative_to(out).as_posix() for page in found})[:: request.param]


WORKED_OUT = (
    *("rules-genetess-pieces.html#S4", "rules-genetess-pieces.html#ABCDKZ"),
    *("rules-genetess.html#S7", "rules-genetess.html#W"),
    *("ended/index.html#seen-turn", "ended/sheet/red/index.html#seen-turn"),
)
"""Pages as a script completes them, or with something open that is folded."""


@pytest.fixture(scope="module")
def address(out: Path, serves: Callable[[Path], str]) -> str:
    return serves(out)


@pytest.fixture
def axe(tools: Path) -> Iterator[str]:
    """The address of axe: a script that was loaded from there need not be compiled again for every page."""
    served = Served(tools / "axe-core")
    yield f"{served.address}axe.min.js"
    served.close()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on a screen of the size and scheme that a test asks for, with room for the programs that check it."""
    options = getattr(request, "param", {})
    context = browser.new_context(bypass_csp=True, **options)
    yield context.new_page()
    context.close()


WIDE = {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"}
PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}


@pytest.mark.by_day(0, ci=1)
@pytest.mark.parametrize("page", [PHONE, WIDE], indirect=True, ids=["phone and dark", "wide and light"])
def test_axe_finds_nothing(page: Page, kinds: list[str], opened: list[str], address: str, axe: str) -> None:
    found = []
    for place in (*kinds, *opened, *WORKED_OUT):
        _goes(page, f"{address}{place}")
        page.add_script_tag(url=axe)
        flaws = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
        found += [(place, flaw["id"], *(node["html"] for node in flaw["nodes"])) for flaw in flaws]
    assert found == []


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_no_page_is_wider_than_a_phone(page: Page, kinds: list[str], opened: list[str], address: str) -> None:
    wide = []
    for place in (*kinds, *opened, *WORKED_OUT):
        _goes(page, f"{address}{place}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 360:
            wide.append((place, width))
    assert wide == []


def test_every_page_is_valid_html(
    out: Path, sealed: League, kinds: list[str], tools: Path, tmp_path: Path
) -> None:
    (tmp_path / "rules.json").write_text(json.dumps(RULES))
    opened = []
    for name in ("index.html", "0001.html"):
        sheet = sealed.sheet(f"riot/sheet/red/{name}")
        (tmp_path / name).write_text(f"{FRAME}<main>{sheet}</main></body></html>")
        opened.append(str(tmp_path / name))
    program, rules = str(tools / ".bin" / "html-validate"), str(tmp_path / "rules.json")
    command = [program, "--config", rules, "--formatter", "text", *kinds, *opened]
    done = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_a_turnsheet_is_one_sheet_of_a4(
    page: Page, kinds: list[str], opened: list[str], address: str
) -> None:
    sheets = [place for place in (*kinds, *opened) if "/sheet/" in place]
    more = []
    for place in sheets:
        _goes(page, f"{address}{place}")
        if page.locator("#builder").count():
            page.locator("#plan").evaluate("(plan) => { plan.open = true }")
            page.locator("#orders").fill("PASS\n" * 14)
        page.emulate_media(media="print")
        for width in (1280, 700):  # a sheet of A4 is as wide as a small screen
            page.set_viewport_size({"width": width, "height": 900})
            if page.locator("#builder :visible").count():
                more.append(f"{place} with its builder")
        if len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) != 1:
            more.append(place)
        page.emulate_media(media="screen")
    assert sheets
    assert more == []


@pytest.mark.exhaustive
def test_the_head_of_a_table_is_printed_above_its_rows(page: Page, out: Path, address: str) -> None:
    """Of the two columns of a turnsheet, the head must not stand alone at the foot of the first."""
    sheets = [place.relative_to(out).as_posix() for place in out.glob("*/sheet/*/index.html")]
    page.set_viewport_size({"width": 711, "height": 1055})
    page.emulate_media(media="print")
    apart = []
    for place in sheets:
        page.goto(f"{address}{place}")
        apart += [f"{place}: {table}" for table in page.evaluate(APART)]
    assert sheets
    assert apart == []


@pytest.mark.parametrize("page", [WIDE, PHONE], indirect=True, ids=["wide", "phone"])
def test_nothing_moves_on_a_sheet_once_it_is_shown(
    page: Page, kinds: list[str], opened: list[str], address: str
) -> None:
    page.add_init_script(
        "window.shifts = [];"
        "new PerformanceObserver(list => window.shifts.push(...list.getEntries()))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    drawn = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
    moved = []
    for place in (*kinds, *opened):
        if "/sheet/" not in place:
            continue
        _goes(page, f"{address}{place}")
        # A machine that has much to do may draw a sealed sheet before its key has opened it.
        shown = page.evaluate(drawn) if "#" in place or "/past.html" in place else 0
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
        if page.evaluate("shown => window.shifts.some((each) => each.startTime > shown)", shown):
            moved.append(place)
    assert moved == []


LOST = """(() => {
  const box = document.querySelector("#remember");
  if (box) box.checked = false;
  const rules = (list) => [...list].flatMap((each) => [each, ...rules(each.cssRules ?? [])]);
  return [...document.styleSheets]
    .flatMap((sheet) => rules(sheet.cssRules))
    .filter((rule) => rule.selectorText && document.querySelector(rule.selectorText))
    .flatMap((rule) => [...rule.style.cssText.matchAll(/url\\("?#([^")]+)/g)].map((found) => found[1]))
    .filter((id) => !document.getElementById(id));
})()"""
"""What style sheets fill parts of the page with, and the page does not have."""


def test_whatever_a_rule_fills_with_is_in_the_page(page: Page, kinds: list[str], address: str) -> None:
    lost = set()
    for place in kinds:
        _goes(page, f"{address}{place}")
        lost |= {(place, name) for name in page.evaluate(LOST)}
    assert lost == set()


def _texts(out: Path) -> Iterator[tuple[Path, str]]:
    """All that is HTML in the site, past sheets too, each with its page."""
    for page in out.rglob("*.html"):
        yield page, page.read_text(encoding="utf-8")
    for file in out.glob("*/sheet/*/past/*.js"):
        for text in packs.sheets(packs.rows(file.read_text())).values():
            yield file.parents[1] / "past.html", text


def test_every_link_within_the_site_leads_to_something(out: Path) -> None:
    ids: dict[Path, set[str]] = {}
    lost = set()
    for page, said in _texts(out):
        for link in re.findall(r'href="([^":]*)"', said):
            name, _, part = link.partition("#")
            top = out if name.startswith("/") else page.parent
            target = (top / name.lstrip("/")).resolve() if name else page
            if target not in ids:
                text = (
                    target.read_text(encoding="utf-8") if target.suffix == ".html" and target.exists() else ""
                )
                ids[target] = set(re.findall(r' id="([^"]+)"', text))
            by_script = target.name in ("replay.html", "past.html")  # which finds the turn that is meant
            if not target.is_file() or (part and part not in ids[target] and not by_script):
                lost.add((page.relative_to(out).as_posix(), link))
    assert lost == set()


def _policy(runs: bool) -> str:
    """All that a page may load: files of the site, and scripts only where it has some."""
    scripts = "script-src 'self'; " if runs else ""
    images = "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; {scripts}style-src 'self'; {images}"


ALONE = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'"
"""The policy of a page that does not know where it lies: a script finds its style."""


def test_every_page_may_load_what_it_has_and_nothing_else(out: Path) -> None:
    for page in out.rglob("*.html"):
        text, where = page.read_text(encoding="utf-8"), page.relative_to(out)
        [policy] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
        runs = any(" src=" in tag for tag in re.findall("<script[^>]*>", text))
        assert policy == (ALONE if where == Path("404.html") else _policy(runs)), where
        # What stands before it is not held to it.
        assert text.index("Content-Security-Policy") < text.index("<title"), where
        assert "<link" not in text.partition("Content-Security-Policy")[0], where
        assert text.lower().count("http-equiv") == 1, where


def test_no_page_has_script_or_style_in_it_or_asks_anybody_else(out: Path) -> None:
    for page, text in _texts(out):
        where = page.relative_to(out)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"", text), where
        for tag in re.findall(r"<script[^>]*>", text):
            assert re.search(r' src="[^":]+" defer>| type="application/json"', tag), (where, tag)
        assert not re.search(r'<(?:img|link|script|iframe)[^>]*(?:src|href)="(?:https?:)?//', text), where


@pytest.mark.parametrize("page", [{"java_script_enabled": False}], indirect=True, ids=["no script"])
def test_a_page_is_whole_without_script(page: Page, kinds: list[str], address: str) -> None:
    for place in kinds:
        page.goto(f"{address}{place}")
        assert page.locator("h1").count() >= 1, place
        assert page.locator("main").inner_text().strip(), place
