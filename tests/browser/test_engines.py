"""Sheets in Firefox and in Safari's engine: what those do in their own way. Everything else is tried in Chromium."""

from __future__ import annotations

import re
import shutil
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import pytest

from genetess_cli.store.seal.orders import unseal_orders
from tests.browser import engines
from tests.browser.builders import RED, league_for_red
from tests.browser.engines import PATIENCE, Firefox, Window
from tests.kit.boards import END, SOON
from tests.kit.keys import ID
from tests.kit.league import League, wide

pytestmark = pytest.mark.by_day(0, ci="all")

T = TypeVar("T")
NEEDS = {"firefox": ["firefox-esr"], "webkit": ["WebKitWebDriver", "Xvfb"]}


def _started(name: str, folder: Path) -> Iterator[Window]:
    lacks = [each for each in NEEDS[name] if not shutil.which(each)]
    if lacks:
        pytest.skip(f"{lacks[0]} is not here: run make engines as root, where there is apt-get")
    with getattr(engines, name)(folder) as window:
        yield window


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    yield from _started("firefox", tmp_path_factory.mktemp("firefox"))


@pytest.fixture(scope="module")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    yield from _started("webkit", tmp_path_factory.mktemp("webkit"))


@pytest.fixture(params=list(NEEDS))
def window(request: pytest.FixtureRequest) -> Window:
    """The browser that a case names, or each of them."""
    window: Window = request.getfixturevalue(request.param)
    return window


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    return league_for_red(tmp_path_factory.mktemp("league"))


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A league with a sealed game, on a forge."""
    made = wide(tmp_path_factory.mktemp("sealed"), sealed=True).reachable().start()
    made.order("MOVE C2 E-E", "PASS", "MOVE C17 N-E").writes("red", "MOVE B2 E\n")
    with (made.root / "genetess.yaml").open("a") as settings:
        settings.write("site: {repository: me/my.league}\n")
    made.build()
    return made


@pytest.fixture(scope="module")
def secret_address(secret: League, serves: Callable[[Path], str]) -> str:
    return serves(secret.out)


# Coming back


def _left(window: Window, act: Callable[[], object]) -> None:
    """Wait until another page is there."""
    window.js("document.documentElement.setAttribute('x-left', '')")
    act()
    window.until("document.readyState === 'complete' && !document.querySelector('[x-left]')")


def _reload(window: Window) -> None:
    _left(window, lambda: window.js("location.reload()"))


def _back(window: Window) -> None:
    """To a page that the browser has kept as it was, where it keeps pages."""
    _away(window)
    window.wire.ask("Back")


def _back_anew(window: Firefox) -> None:
    window.inside("Services.prefs.setIntPref('browser.sessionhistory.max_total_viewers', 0); done()")
    _back(window)
    window.inside("Services.prefs.clearUserPref('browser.sessionhistory.max_total_viewers'); done()")


def _forward(window: Window) -> None:
    window.wire.ask("Back")
    window.wire.ask("Forward")


def _away(window: Window) -> None:
    _left(window, lambda: window.js("document.querySelector('.crumb a').click()"))


def _restored(window: Firefox, between: Callable[[], object] = lambda: None) -> None:
    """Close the tab, and have it back."""
    closed = window.wire.ask("GetWindowHandle")
    other = window.wire.ask("NewWindow", type="tab")["handle"]
    window.tab(closed)
    window.wire.ask("CloseWindow")
    window.tab(other)
    between()
    window.inside("SessionStore.undoCloseTab(window, 0).addEventListener('SSTabRestored', done)")
    window.wire.ask("CloseWindow")
    window.tab(window.tabs()[0])


def _duplicated(window: Firefox) -> None:
    window.inside("gBrowser.duplicateTab(gBrowser.selectedTab).addEventListener('SSTabRestored', done)")
    window.wire.ask("CloseWindow")
    window.tab(window.tabs()[0])


WAYS: dict[str, Callable[[Any], None]] = {"reload": _reload, "back": _back, "forward": _forward}
OF_FIREFOX: dict[str, Callable[[Any], None]] = {
    "back, loaded again": _back_anew,
    "restored tab": _restored,
    "duplicated tab": _duplicated,
}


ALL = WAYS | OF_FIREFOX


@pytest.fixture
def drafted(window: Window, address: str) -> Window:
    """Red's sheet with an order in its file that is not sent."""
    window.goto(f"{address}standings.html")
    window.js("sessionStorage.clear(), localStorage.clear()")
    window.goto(f"{address}{RED}")
    window.js("document.querySelector('#plan').open = true")
    window.click('[data-at="C2"]', '[data-at="C4"]', "#add")
    window.says("#state", "Draft, not sent")
    return window


@pytest.mark.parametrize(
    ("window", "way"),
    [(name, way) for name in NEEDS for way in (ALL if name == "firefox" else WAYS)],
    indirect=["window"],
)
def test_an_order_that_was_not_sent_is_no_stored_one_when_its_player_comes_back(
    drafted: Window, way: str
) -> None:
    ALL[way](drafted)
    drafted.says("#state", "Draft, not sent")
    drafted.says("#orders", "# my plan\n* MOVE B2 S / PASS\nMOVE C2 SE-SW")
    drafted.says("#send", "Send 3 orders")


@pytest.mark.parametrize(
    ("window", "way"),
    [("firefox", "reload"), ("firefox", "restored tab"), ("webkit", "reload")],
    indirect=["window"],
)
def test_the_sheet_of_a_new_turn_has_what_is_stored_for_that(drafted: Window, site: League, way: str) -> None:
    def ends() -> None:
        site.writes("red", "PASS\n").order("PASS").build()
        if isinstance(drafted, Firefox):
            drafted.inside("Services.cache2.clear(); done()")

    if way == "reload":
        ends()
        _reload(drafted)
    else:
        assert isinstance(drafted, Firefox)
        _restored(drafted, ends)
    drafted.says("#state", "Stored")
    drafted.says("#orders", "PASS")
    site.writes("red", "# my plan\n* MOVE B2 S / PASS\n").build()


# Sending


def _opened(window: Window) -> str:
    """Press the button that sends, and return the orders in the address that it opens."""
    before = window.tabs()
    window.until("document.querySelector('#send').href")
    window.click("#send")
    (new,) = _until(lambda: set(window.tabs()) - set(before))
    window.tab(new)
    query: str = _until(lambda: urlsplit(window.wire.ask("GetCurrentURL")).query)
    window.wire.ask("CloseWindow")
    window.tab(before[0])
    window.until("/You pressed Send at/.test(document.querySelector('#state').textContent)")
    return parse_qs(query)["orders"][0]


def _until(find: Callable[[], T]) -> T:
    """Return what is found as soon as it is there."""
    end = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < end
        time.sleep(0.03)
    return found


def test_the_button_opens_the_form_with_the_orders(window: Window, site: League, address: str) -> None:
    window.goto(f"{address}{RED}")
    window.js("sessionStorage.clear(), localStorage.clear()")
    _reload(window)
    window.click('[data-at="C2"]', '[data-at="C4"]')
    assert _opened(window) == "# my plan\nMOVE C2 SE-SW\n* MOVE B2 S / PASS\n"


def test_the_button_of_a_sealed_sheet_opens_the_form_with_what_is_sealed(
    window: Window, secret: League, secret_address: str
) -> None:
    window.goto(f"{secret_address}{RED}")
    window.js("sessionStorage.clear()")
    window.click("#link")
    window.types(*secret.link("red"), "Enter")
    window.says("#word", "")
    window.click('[data-at="E2"]', '[data-at="D3"]', '[data-at="D2"]')
    found = unseal_orders(secret.key("red"), ID, "riot", "red", _opened(window).encode())
    assert found.text == b"MOVE E2 SW-N\nMOVE B2 E\n"


def test_private_notes_are_there_when_a_sealed_sheet_is_opened_again(
    window: Window, secret: League, secret_address: str
) -> None:
    window.goto(f"{secret_address}{RED}")
    window.js("(sessionStorage.clear(), localStorage.clear())")
    window.goto(f"{secret_address}{RED}#{secret.link('red')}")
    window.until("document.querySelector('#notes')")
    window.click("#notes summary", "#notes-text")
    window.types(*"King at B2")
    window.until("Object.keys(localStorage).some((name) => name.includes('sealed notes'))")
    _reload(window)
    window.says("#notes-text", "King at B2")


# Boards and files

MISSED = """[...document.querySelectorAll("#board [data-at]")].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return width < 44 || width > 48 || (found?.dataset.at && found !== each);
}).length"""
"""Squares that are smaller than a finger, or larger than they should be, or of which the middle is another's."""


def test_on_a_small_screen_a_square_is_hit_where_it_is_drawn(window: Window, address: str) -> None:
    window.size(620, 800)
    window.goto(f"{address}{RED}")
    window.js("document.querySelector('#board').scrollIntoView()")
    assert window.js("innerWidth") <= 640
    assert window.js(MISSED) == 0
    window.click('[data-at="C2"]')
    window.until("document.querySelector('[data-at=C2]').dataset.kind === 'from'")
    window.size(1400, 900)


def test_a_page_that_is_a_file_keeps_its_draft(window: Window, site: League) -> None:
    window.goto((site.out / RED).as_uri())
    window.js("document.querySelector('#plan').open = true")
    window.click('[data-at="C2"]', '[data-at="C4"]', "#add")
    window.says("#state", "Draft, not sent")
    _reload(window)
    window.says("#state", "Draft, not sent")
    window.says("#orders", "# my plan\n* MOVE B2 S / PASS\nMOVE C2 SE-SW")


# Past sheets

PAST = "riot/sheet/red/past.html"


@pytest.fixture(scope="module")
def open_league(tmp_path_factory: pytest.TempPathFactory) -> League:
    made = wide(tmp_path_factory.mktemp("open")).start().order("PASS", "PASS")
    made.build()
    return made


@pytest.fixture(scope="module")
def open_address(open_league: League, serves: Callable[[Path], str]) -> str:
    return serves(open_league.out)


@pytest.fixture(params=["server", "disk"])
def home(request: pytest.FixtureRequest) -> Callable[[League, str], str]:
    """Gives where a league's site is: at an address, or as files."""
    return lambda league, address: address if request.param == "server" else f"{league.out.as_uri()}/"


def _shows_past(window: Window, number: int) -> None:
    window.until(
        "document.querySelector('#pager [rel=next]')?.getAttribute('href') === a[0]", _past(number + 1)
    )
    window.until("document.querySelector('svg.board')?.getBoundingClientRect().height > 0")
    assert window.wire.ask("GetCurrentURL").endswith(_past(number))


def _past(number: int) -> str:
    return f"past.html#{number:04}"


def test_past_sheets_are_shown(
    window: Window, open_league: League, open_address: str, home: Callable[[League, str], str]
) -> None:
    window.goto(f"{home(open_league, open_address)}{PAST}#0001")
    _shows_past(window, 1)
    window.click("[rel=prev]")
    _shows_past(window, 0)
    window.wire.ask("Back")
    _shows_past(window, 1)
    window.goto(f"{home(open_league, open_address)}{PAST}#9999")
    window.until("location.href.endsWith('/index.html')")


def test_a_key_opens_past_sheets(
    window: Window, secret: League, secret_address: str, home: Callable[[League, str], str]
) -> None:
    window.goto(f"{home(secret, secret_address)}{PAST}#0001")
    window.js("sessionStorage.clear()")
    window.click("#link")
    window.types(*secret.link("red"), "Enter")
    _shows_past(window, 1)
    window.click("[rel=prev]")
    _shows_past(window, 0)


def test_a_past_sheet_that_is_missing_is_told(window: Window, open_league: League, tmp_path: Path) -> None:
    out = shutil.copytree(open_league.out, tmp_path / "site")
    (out / "riot/sheet/red/past/01.js").unlink()
    window.goto(f"{out.as_uri()}/{PAST}#0001")
    window.says("#word", "This sheet cannot be shown. Reload the page; if that does not help, tell the GM.")
    window.click("#closed a")
    window.until("location.href.endsWith('/index.html')")


# The end of a game


def test_the_fog_lifts_and_what_each_seat_saw_is_shown(
    window: Window, serves: Callable[[Path], str], tmp_path: Path
) -> None:
    made = wide(tmp_path, board=SOON).start().order(*END)
    made.build()
    window.goto(f"{serves(made.out)}riot/sheet/green/index.html")
    window.click("#lift")
    window.until("document.querySelector('#board svg + svg') && document.querySelector('svg[aria-hidden]')")
    window.click("#lift")
    window.until("!document.querySelector('#board svg + svg')")
    window.click("#saw summary")
    window.until("document.querySelectorAll('.eyes svg.board').length === 4")
    window.says("#seen-turn", "Round 2, Ragnar")


# Paper


def test_a_sheet_is_one_sheet_of_paper_in_firefox(firefox: Firefox, address: str) -> None:
    assert _sheets(firefox.pdf(f"{address}{RED}")) == 1


@pytest.mark.skipif(not engines.can_print(), reason="python3-gi has no WebKit here: see make engines")
def test_a_sheet_is_one_sheet_of_paper_in_webkit(tmp_path: Path) -> None:
    played = wide(tmp_path).start().play(9)
    played.build()
    sheet = played.out / "riot/sheet/blue/index.html"
    assert _sheets(engines.webkit_pdf(sheet.as_uri(), tmp_path)) == 1


def _sheets(pdf: bytes) -> int:
    """How many pages a PDF has; its tables may be packed."""
    packed = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    parts = [zlib.decompressobj().decompress(each) for each in packed if each.startswith(b"x")]
    return len(re.findall(rb"/Type\s*/Page\b", pdf + b"".join(parts)))
