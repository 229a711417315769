"""Past turnsheets (past.html): found by the number in the address, on a server and on a disk, open and sealed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PATIENCE, Served, Window, sealed
from tests.kit.league import League, wide

Opens = Callable[..., Page]
Goes = Callable[[Path, str], Page]
RED = "riot/sheet/red/"
PAST = f"{RED}past.html"
NEWEST = 52
"""The number of the newest record of the open game, which has two files of past sheets."""


def _many(folder: Path) -> League:
    made = wide(folder).start().order(*["PASS"] * NEWEST)
    made.build()
    return made


LEAGUE = _many


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A sealed game, of which the newest record is number 3."""
    return sealed(tmp_path_factory.mktemp("sealed"))


@pytest.fixture(params=["server", "disk"])
def goes(request: pytest.FixtureRequest, browser: Browser, _windows: Callable[..., Window]) -> Iterator[Goes]:
    """Opens a page of the site in a folder, in a browser that knows nothing yet and may complain.

    That of a disk has a window of its own, as all files have the same origin.
    """
    servers: list[Served] = []
    window = _windows(True, "{}")
    context = window.context if request.param == "server" else browser.new_context()
    context.set_default_timeout(PATIENCE)

    def gone(folder: Path, place: str) -> Page:
        if request.param == "server":
            servers.append(Served(folder))
            window.forget(servers[-1].address)
        page = context.new_page()
        page.goto(f"{servers[-1].address if servers else f'{folder.as_uri()}/'}{place}")
        return page

    yield gone
    if request.param == "disk":
        context.close()
    for page in window.context.pages[1:]:
        page.close()
    for served in servers:
        served.close()


@pytest.fixture
def copied(site: League, tmp_path: Path) -> Path:
    """The open site, to be damaged."""
    return shutil.copytree(site.out, tmp_path / "site")


def _shows(page: Page, number: int) -> None:
    """The sheet after a record, and nothing else."""
    expect(page.locator("#pager [rel=next]")).to_have_attribute("href", f"past.html#{number + 1:04}")
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator("#closed")).to_be_hidden()
    assert page.url.endswith(f"past.html#{number:04}")


def _is_newest(page: Page) -> None:
    page.wait_for_url("**/index.html")
    expect(page.locator(".due b").first).not_to_have_text("A past turn")


def _leads_on(page: Page, words: str) -> None:
    """It says why it shows no sheet, and where others are."""
    expect(page.locator("#word")).to_contain_text(words)
    expect(page.locator("#opened")).to_be_hidden()
    ways = page.locator("#closed a:visible")
    assert [link.get_attribute("href") for link in ways.all()] == ["index.html", "../../replay.html#turns"]


@pytest.mark.by_day(1)
def test_by_the_keyboard_the_way_stays_under_the_finger_and_the_sheet_is_told(
    site: League, goes: Goes
) -> None:
    page = goes(site.out, f"{PAST}#0003")
    page.locator("[rel=prev]").focus()
    for number, label in ((2, "1c"), (1, "1b")):
        page.keyboard.press("Enter")
        _shows(page, number)
        expect(page.locator("[role=status]#told")).to_have_text(f"Riot, turn {label}: red")
    expect(page.locator("[rel=prev]")).to_be_focused()


# The address


def test_a_past_sheet_is_found_by_its_number(site: League, goes: Goes) -> None:
    page = goes(site.out, f"{PAST}#0003")
    _shows(page, 3)
    expect(page).to_have_title("Riot, turn 2a: red · The Test League")
    expect(page.locator(".top .tag")).to_have_text("round 2 2a")
    expect(page.locator(".due")).to_have_text("A past turn Go to the newest")


@pytest.mark.by_day(1)
def test_its_links_lead_to_those_beside_it_and_back_and_forward_too(site: League, goes: Goes) -> None:
    page = goes(site.out, RED + "index.html")
    for number in (51, 50, 49):
        page.locator("[rel=prev]").click()
        _shows(page, number)
    page.go_back()
    _shows(page, 50)
    page.go_forward()
    _shows(page, 49)
    for number in (50, 51):
        page.locator("[rel=next]").click()
        _shows(page, number)
    page.locator("[rel=next]").click()
    _is_newest(page)
    page.go_back()
    _shows(page, 51)


@pytest.mark.by_day(1)
def test_a_new_sheet_begins_at_its_top_and_back_leads_to_where_one_was(site: League, goes: Goes) -> None:
    page = goes(site.out, f"{PAST}#0020")
    page.set_viewport_size({"width": 390, "height": 700})
    _shows(page, 20)
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("document.querySelector('[rel=prev]').click()")
    _shows(page, 19)
    assert page.evaluate("scrollY") == 0
    page.go_back()
    _shows(page, 20)
    page.wait_for_function("scrollY == 300")


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("place", ["", "#", "#0052", "#9999"])
def test_another_number_or_none_leads_to_the_newest(site: League, goes: Goes, place: str) -> None:
    _is_newest(goes(site.out, f"{PAST}{place}"))


def test_a_link_within_the_sheet_loses_nothing(opens: Opens) -> None:
    page = opens(f"{PAST}#0020")
    _shows(page, 20)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'board'")
    page.reload()
    _shows(page, 20)


def test_of_two_quick_clicks_the_last_one_counts(opens: Opens) -> None:
    page = opens(f"{PAST}#0051")
    _shows(page, 51)
    held: list[Route] = []
    page.route("**/past/01.js*", lambda route: held.append(route))
    with page.expect_request("**/past/01.js*"):
        page.evaluate("location.hash = '0010'")
    page.evaluate("location.hash = '0050'")
    _shows(page, 50)
    for route in held:
        route.continue_()
    page.wait_for_timeout(200)
    _shows(page, 50)
    expect(page).to_have_title("Riot, turn 17c: red · The Test League")


# What is lost, old or not there


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(Path.unlink, id="missing"),
        pytest.param(lambda file: file.write_text(file.read_text()[:-200]), id="cut"),
        pytest.param(lambda file: file.write_text(file.read_text().replace("/", "+")), id="damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_the_ways_that_are_left(
    copied: Path, goes: Goes, change: Callable[[Path], object]
) -> None:
    change(copied / RED / "past" / "01.js")
    page = goes(copied, f"{PAST}#0020")
    _leads_on(page, "This sheet cannot be shown. Reload the page; if that does not help, tell the GM.")
    page.evaluate("location.hash = '0050'")
    _shows(page, 50)
    expect(page.locator("#word")).to_be_hidden()
    page.locator("[rel=prev]").click()
    _leads_on(page, "This sheet cannot be shown.")
    expect(page).to_have_title("Riot, past turns: red · The Test League")
    expect(page.locator("#tag")).to_have_text("")
    assert page.locator("#pager a").count() == 1, "no way of the sheet that is shown no more"


def test_what_a_cache_has_kept_too_long_is_asked_for_once_more(site: League, opens: Opens) -> None:
    page = opens(f"{PAST}#0050")
    _shows(page, 50)
    lines = site.page(f"{RED}past/02.js").splitlines(keepends=True)
    page.route("**/past/02.js", lambda route: route.fulfill(body="".join([*lines[:2], *lines[-1:]])))
    page.reload()
    _shows(page, 50)
    with page.expect_request("**/past/02.js?51"):
        page.evaluate("location.hash = '0051'")
    _shows(page, 51)


def test_scenes_that_a_cache_has_of_an_older_program_are_asked_for_once_more(opens: Opens) -> None:
    page = opens(f"{RED}index.html")
    page.route("**/replay/01.js", lambda route: route.fulfill(body='"as it once was";'))
    page.goto(page.url.replace(f"{RED}index.html", "riot/replay.html#1a"))
    expect(page.locator("#now .tag")).to_have_text("1a")
    expect(page.locator("#word")).to_be_hidden()


def test_of_the_newest_sheet_no_file_is_asked_for_again(opens: Opens) -> None:
    """A cache would keep that copy, and it would be an old one as soon as the sheet is past."""
    page = opens(f"{PAST}#0051")
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.locator("[rel=next]").click()
    _is_newest(page)
    assert not [url for url in asked if "/past/" in url]


def test_a_browser_that_cannot_inflate_is_told_so_with_the_ways_that_are_left(
    site: League, browser: Browser
) -> None:
    page = browser.new_page()
    page.add_init_script(
        """window.DecompressionStream = class {
          constructor(kind) { if (kind === "deflate-raw") throw new TypeError("no such format"); }
        }"""
    )
    page.goto(f"{site.out.as_uri()}/{PAST}#0020")
    expect(page.get_by_role("alert")).to_have_text(
        "This browser is too old for this page. It lacks DecompressionStream. Use a newer one."
    )
    _leads_on(page, "")
    page.close()


def test_without_scripts_it_leads_to_the_newest_sheet_and_the_public_turns(opens: Opens) -> None:
    page = opens(f"{PAST}#0020", java_script_enabled=False)
    assert "The past turnsheets of Ragnar need JavaScript." in page.inner_text("#closed")
    page.get_by_role("link", name="the public page of every turn").click()
    page.wait_for_url("**/replay.html#turns")
    page.go_back()
    page.get_by_role("link", name="the newest sheet").click()
    _is_newest(page)


# What belongs to it


def test_nothing_of_another_seat_is_asked_for(opens: Opens) -> None:
    page = opens("index.html")
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.goto(f"{page.url.removesuffix('index.html')}{PAST}#0020")
    _shows(page, 20)
    page.locator("[rel=prev]").click()
    _shows(page, 19)
    own = [url.partition("/riot/")[2] for url in asked if "/riot/" in url]
    assert own == ["sheet/red/past.html", "sheet/red/past/01.js"]


def test_once_the_game_is_over_its_last_words_are_the_way_to_the_whole_board(
    tmp_path: Path, browser: Browser
) -> None:
    made = wide(tmp_path).start().order("PASS")
    made.finish(5)
    made.build()
    page = browser.new_page()
    page.goto((made.out / PAST).as_uri() + "#0000")
    link = page.locator("#opened .banner > :last-child a")
    expect(link).to_have_text("The whole board at the end of the game")
    link.click()
    expect(page.locator("svg.board")).to_be_visible()
    page.close()


# Sealed


def _is_locked(page: Page, words: str = "") -> None:
    expect(page.locator("#unlock")).to_be_visible()
    expect(page.locator("#word")).to_contain_text(words)
    expect(page.locator("#opened")).to_be_hidden()


def _paste(page: Page, key: str) -> None:
    page.locator("#link").fill(key)
    page.get_by_role("button", name="Open the sheet").click()


def test_a_key_opens_all_past_sheets_of_its_seat(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0001")
    _is_locked(page)
    _paste(page, secret.link("red"))
    _shows(page, 1)
    expect(page).to_have_title("Riot, turn 1b: red · The Test League")
    page.locator("[rel=prev]").click()
    _shows(page, 0)
    page.go_back()
    _shows(page, 1)
    page.reload()
    _shows(page, 1)
    page.locator("[rel=next]").click()
    _shows(page, 2)
    page.locator("[rel=next]").click()
    _is_newest(page)
    expect(page.locator("#opened svg.board")).to_be_visible()
    page.locator("#opened [rel=prev], .top [rel=prev]").click()
    _shows(page, 2)


@pytest.mark.by_day(1)
def test_the_address_of_a_past_sheet_with_its_key_can_be_pasted(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0001")
    _paste(page, f"https://example.org/{PAST}#0000.{secret.link('red')}")
    _shows(page, 1)


@pytest.mark.by_day(1)
def test_a_key_behind_the_number_is_taken_out_of_the_address(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0001.{secret.link('red')}")
    _shows(page, 1)
    expect(page.locator("#noted")).to_be_visible()
    page.evaluate("key => { location.hash = `0000.${key}` }", secret.link("red"))
    _shows(page, 0)


@pytest.mark.by_day(1)
def test_a_key_behind_the_number_of_the_newest_sheet_opens_that(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0003.{secret.link('red')}")
    page.wait_for_url("**/index.html")
    expect(page.locator("#opened svg.board")).to_be_visible()
    expect(page.locator("#noted")).to_be_visible()


@pytest.mark.by_day(1)
def test_where_no_key_is_needed_any_more_the_address_keeps_none(site: League, goes: Goes) -> None:
    _shows(goes(site.out, f"{PAST}#0020.{'A' * 43}"), 20)


@pytest.mark.by_day(1)
def test_a_key_without_a_number_opens_what_is_there(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0001")
    _is_locked(page)
    page.evaluate("key => { location.hash = key }", secret.link("red"))
    _shows(page, 1)
    page.goto("about:blank")
    page = goes(secret.out, f"{PAST}#{secret.link('red')}")
    page.wait_for_url("**/index.html")
    expect(page.locator("#opened svg.board")).to_be_visible()


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("A" * 43, "This key does not open the sheet"),
        ("bad", "The key is not complete"),
        ("riot/sheet/green/#" + "A" * 43, "This is the key of green in riot"),
    ],
)
def test_a_key_that_does_not_open_it_is_told_so(secret: League, goes: Goes, key: str, words: str) -> None:
    page = goes(secret.out, f"{PAST}#0001")
    _paste(page, key)
    _is_locked(page, words)
    _paste(page, secret.link("red"))
    _shows(page, 1)


def test_what_a_cache_has_from_before_a_new_key_is_asked_for_once_more(
    secret: League, browser: Browser
) -> None:
    other = secret.page("riot/sheet/green/past/01.js")
    served = Served(secret.out)
    page = browser.new_page()
    page.route("**/red/past/01.js", lambda route: route.fulfill(body=other))
    page.goto(f"{served.address}{PAST}#0001.{secret.link('red')}")
    _shows(page, 1)
    page.close()
    served.close()


@pytest.mark.by_day(1)
def test_another_seats_key_opens_nothing(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0001.{secret.link('green')}")
    _is_locked(page, "This key does not open the sheet")
    assert page.url.endswith("#0001")


@pytest.mark.by_day(1)
def test_the_key_can_be_forgotten(secret: League, goes: Goes) -> None:
    page = goes(secret.out, f"{PAST}#0001.{secret.link('red')}")
    _shows(page, 1)
    page.get_by_role("button", name="Forget the key").click()
    _is_locked(page)
    page.reload()
    _is_locked(page)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("place", ["", "#0003", "#9999"])
def test_where_there_is_no_such_sheet_the_key_opens_the_newest(
    secret: League, goes: Goes, place: str
) -> None:
    page = goes(secret.out, f"{PAST}#0001.{secret.link('red')}")
    _shows(page, 1)
    page.evaluate("place => location.assign(`past.html${place}`)", place)
    _is_newest(page)
    expect(page.locator("#opened svg.board")).to_be_visible()


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(Path.unlink, "The sheet cannot be opened here: it did not arrive.", id="missing"),
        pytest.param(
            lambda file: file.write_text(file.read_text().replace("/", "+")),
            "This key does not open the sheet. Reload the page",
            id="damaged",
        ),
    ],
)
def test_a_sealed_file_that_cannot_be_read_is_told_too(
    secret: League, tmp_path: Path, goes: Goes, change: Callable[[Path], object], words: str
) -> None:
    out = shutil.copytree(secret.out, tmp_path / "site")
    change(out / RED / "past" / "01.js")
    page = goes(out, f"{PAST}#0001.{secret.link('red')}")
    _is_locked(page, words)
    _leads_on(page, words)
