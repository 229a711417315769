"""The order builder of an open game: orders by mouse, by keyboard and by hand, the queue, and its file."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.builders import (
    RED,
    Opens,
    click,
    league_for_red,
    order_of,
    plans,
    press,
    queue_of,
)
from tests.kit.command import run
from tests.kit.league import League, wide

LEAGUE = league_for_red


@pytest.fixture
def sheet(reopens: Opens) -> Page:
    """Red's sheet."""
    return reopens(RED)


def _accepted(site: League, text: str) -> None:
    done = run(site.root, "order", "riot", "red", text)
    assert done.status == 0, (text, done.err)
    site.writes("red", "# my plan\n* MOVE B2 S / PASS\n")


# Orders by clicking

BUILT = {
    "MOVE C2 SE-E": "C2 D3 E3",
    "MOVE C2 SE-SW": "C2 C4",  # where it can end is enough
    "MOVE B7 E-W": "B7 C7 B7",
    "MOVE B3 E": "B3 C3",
    "CHARGE J2 S": "J2 =CHARGE J7",
    "TELEPORT J2 I3": "J2 =TELEPORT I3",
    "TRANSFER J2 C K2": "J2 =TRANSFER Code=C K2",
    "DIVIDE J2 ACZ J3": "J2 =DIVIDE Codes=ACZ J3",
    "HOME D4 C3": "D4 =HOME C3",
    "SANCTUARY D4 B2": "D4 =SANCTUARY B2",
    "REPULSE H7": "H7 =REPULSE",
    "ATTRACT H7": "H7 =ATTRACT",
    "PHASE H7": "H7 =PHASE",
    "FLARE H7": "H7 =FLARE",
    "RADIATE H5": "H5 =RADIATE",
    "PETRIFY J2": "J2 =PETRIFY",
    "CONVERT H5": "H5 =CONVERT",
    "CREATE C3 ABB": "B2 =CREATE Codes=bab C3",
    "CREATE E4 AO": "D4 =CREATE Codes=AO E4",
    "CREATE C2 AI": "=CREATE Codes=AI C2",
    "PASS": "=PASS",
    "HOLIDAY": "=HOLIDAY",
}


def _do(page: Page, step: str) -> None:
    """A square, `=` and a button, or a field and what goes into it."""
    label, _, value = step.partition("=")
    if not value:
        click(page, step)
    elif not label:
        press(page, value)
    else:
        field = page.locator("#picks").get_by_label(label)
        if field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(("text", "steps"), BUILT.items(), ids=BUILT)
def test_what_is_built_by_clicking_is_accepted(site: League, sheet: Page, text: str, steps: str) -> None:
    for step in steps.split():
        _do(sheet, step)
    assert order_of(sheet) == text
    press(sheet, "Add")
    assert queue_of(sheet) == f"# my plan\n* MOVE B2 S / PASS\n{text}\n"
    _accepted(site, text)


def test_behind_a_whole_way_another_square_begins_it_anew(sheet: Page) -> None:
    click(sheet, "C2", "D3", "E3")
    assert order_of(sheet) == "MOVE C2 SE-E"
    click(sheet, "C4")
    assert order_of(sheet) == "MOVE C2 SE-SW"


@pytest.mark.exhaustive
def test_steps_are_taken_back_one_by_one(sheet: Page) -> None:
    click(sheet, "C2", "D3")
    assert order_of(sheet) == "MOVE C2 SE"
    expect(sheet.locator("#add")).to_be_disabled()
    sheet.keyboard.press("Escape")
    assert order_of(sheet) == "MOVE C2"
    click(sheet, "C3", "C4")
    press(sheet, "Undo step")
    assert order_of(sheet) == "MOVE C2 S"
    for _ in range(2):
        sheet.locator('[data-at="C3"]').press("Escape")
    assert order_of(sheet) == ""


# ruling G3
def test_where_an_order_leads_out_of_sight_is_drawn_and_told_as_far_as_the_player_knows(sheet: Page) -> None:
    click(sheet, "J2")
    press(sheet, "CHARGE")
    click(sheet, "J7")
    expect(sheet.locator("#builder-line")).to_contain_text("It leads there as far as you know.")
    expect(sheet.locator("svg .unsure")).to_have_count(1)
    click(sheet, "D2", "E2")
    expect(sheet.locator("#builder-line")).not_to_contain_text("as far as you know")
    expect(sheet.locator("svg .unsure")).to_have_count(0)


def test_only_squares_that_lead_somewhere_are_offered(sheet: Page) -> None:
    click(sheet, "D2")
    kinds = sheet.eval_on_selector_all("[data-kind=to]", "(all) => all.map((each) => each.dataset.at)")
    assert kinds == ["E2", "D3"]
    click(sheet, "D1")
    expect(sheet.locator("#builder-line")).to_have_text("D1, exterior wall: MOVE cannot go there from here.")
    assert order_of(sheet) == "MOVE D2"


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    ("square", "words"),
    [
        ("A2", "A2, exterior wall: "),
        ("E4", "E4, interior wall: "),
        ("L3", "L3, exterior wall, as at the start: "),
        ("K2", "K2, blue"),
        ("G6", "G6: "),
    ],
)
def test_it_is_told_what_is_on_a_square_that_cannot_be_chosen(sheet: Page, square: str, words: str) -> None:
    click(sheet, "D4")
    press(sheet, "HOME")
    click(sheet, square)
    expect(sheet.locator("#builder-line")).to_contain_text(words)
    expect(sheet.locator("#builder-line")).to_contain_text("HOME cannot go there from here.")


def test_an_order_is_built_with_the_keyboard_alone(site: League, sheet: Page) -> None:
    sheet.locator('[data-at="B2"]').focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", " ", "ArrowRight", "Enter"):
        sheet.keyboard.press(key)
    expect(sheet.locator("#builder-line")).to_have_text("MOVE C2 S-E is ready: press the green button.")
    assert sheet.locator(":focus").get_attribute("aria-label") == "D3"
    sheet.locator("#order").press("Enter")
    assert queue_of(sheet).endswith("\nMOVE C2 S-E\n")
    assert sheet.locator("svg.board [tabindex='0']").count() == 1


@pytest.mark.exhaustive
def test_behind_an_added_order_the_keyboard_goes_on_at_the_board(sheet: Page) -> None:
    click(sheet, "C2", "D3", "E3")
    sheet.locator("#add").focus()
    sheet.keyboard.press("Enter")
    assert sheet.locator(":focus").get_attribute("data-at") == "E3"
    press(sheet, "Edit: MOVE C2 SE-E")
    sheet.locator("#replace").focus()
    sheet.keyboard.press("Enter")
    assert sheet.locator(":focus").get_attribute("data-at") == "E3"


def test_squares_have_names_for_those_who_cannot_see_them(sheet: Page) -> None:
    assert sheet.locator('[data-at="C2"]').get_attribute("aria-label") == "C2: red ABC"
    click(sheet, "C2")
    assert sheet.locator('[data-at="C3"]').get_attribute("aria-label") == "C3, can be chosen"
    assert sheet.locator('[data-at="C2"]').get_attribute("aria-selected") == "true"
    assert sheet.locator("#builder-line").get_attribute("aria-live") == "polite"


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (
            "abbc",
            "Costs 15 E. You keep 387 of your 402 E. Moves exactly 3 steps, diagonally too.",
        ),
        ("B", "A new piece needs an A."),
        ("AK", "K cannot be bought"),
        ("AZZ", "It costs 441 E, and you have 402 E."),
        ("A1", "Codes are letters from A to Z."),
        ("", "You have 402 E."),
    ],
)
def test_a_new_piece_is_priced_as_it_is_typed(sheet: Page, codes: str, words: str) -> None:
    press(sheet, "CREATE")
    sheet.locator("#picks").get_by_label("Codes").fill(codes)
    expect(sheet.locator("#picks")).to_contain_text(words)


# By hand


def test_an_order_can_be_written_by_hand(sheet: Page) -> None:
    sheet.locator("#order").fill("move c2 s-s")
    sheet.locator("#star").check()
    press(sheet, "Add")
    assert queue_of(sheet).endswith("PASS\n* move c2 s-s\n")
    assert order_of(sheet) == ""


def test_orders_are_moved_starred_edited_and_removed(sheet: Page) -> None:
    press(sheet, "Later: * MOVE B2 S")
    assert queue_of(sheet) == "# my plan\nPASS / * MOVE B2 S"
    press(sheet, "At once: PASS")
    assert queue_of(sheet) == "# my plan\n* PASS / * MOVE B2 S"
    press(sheet, "Edit: * MOVE B2 S")
    expect(sheet.locator("#star")).to_be_checked()
    sheet.locator("#order").fill("MOVE B2 E")
    press(sheet, "Replace")
    assert queue_of(sheet) == "# my plan\n* PASS / * MOVE B2 E"
    press(sheet, "Remove: * PASS")
    assert queue_of(sheet) == "# my plan\n* MOVE B2 E"
    press(sheet, "Remove: * MOVE B2 E")
    assert queue_of(sheet) == "# my plan\n"


@pytest.mark.exhaustive
def test_a_draft_outlives_a_reload_and_can_be_given_up(sheet: Page) -> None:
    press(sheet, "PASS")
    press(sheet, "Add")
    sheet.reload()
    assert queue_of(sheet) == "# my plan\n* MOVE B2 S / PASS\nPASS\n"
    expect(sheet.locator("#builder-line")).to_have_text("Your draft is back, not sent yet.")
    press(sheet, "Discard my changes")
    assert queue_of(sheet) == "# my plan\n* MOVE B2 S / PASS"
    expect(sheet.get_by_role("button", name="Discard my changes")).to_be_hidden()
    sheet.reload()
    assert queue_of(sheet) == "# my plan\n* MOVE B2 S / PASS"


# The file


@pytest.mark.exhaustive
def test_the_file_is_downloaded_and_copied(opens: Opens, tmp_path: Path) -> None:
    page = opens(RED, permissions=["clipboard-read", "clipboard-write"])
    press(page, "PASS")
    press(page, "Add")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download red.txt").click()
    assert download.value.suggested_filename == "red.txt"
    download.value.save_as(tmp_path / "red.txt")
    assert (tmp_path / "red.txt").read_text() == "# my plan\n* MOVE B2 S / PASS\nPASS\n"
    press(page, "Copy the file’s text")
    expect(page.locator("#builder-word")).to_have_text("The file is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == (tmp_path / "red.txt").read_text()


def test_a_pull_request_begins_at_the_forges_page_for_a_new_file(site: League, sheet: Page) -> None:
    href = sheet.get_by_role("link", name="Open a pull request").get_attribute("href")
    found = urlsplit(str(href))
    branch = site.repository.branch
    assert found[:3] == ("https", "github.com", f"/me/my.league/new/{branch}/games/riot/orders")
    values = parse_qs(found.query)
    assert values["value"] == ["# my plan\n* MOVE B2 S / PASS\n"]
    assert re.fullmatch(r"red-1a-[0-9a-z]+\.txt", values["filename"][0])
    sheet.locator("#orders").fill("# " + "ü" * 2_000)
    sheet.locator("#order").fill("PASS")
    press(sheet, "Add")
    expect(sheet.locator("#too-long")).to_be_visible()
    href = sheet.get_by_role("link", name="Open a pull request").get_attribute("href")
    assert [*parse_qs(urlsplit(str(href)).query)] == ["filename"]


def test_the_form_is_filled_in_with_what_is_written(sheet: Page) -> None:
    """It takes neither a fork nor a file."""

    def fields() -> dict[str, list[str]]:
        href = sheet.locator("#send").get_attribute("href")
        return parse_qs(urlsplit(str(href)).query, keep_blank_values=True)

    known = {"template": ["order.yml"], "game": ["riot"], "seat": ["red"]}
    expect(sheet.locator("#send")).not_to_have_attribute("href", re.compile(""))
    press(sheet, "PASS")
    press(sheet, "Add")
    assert fields() == {**known, "orders": ["# my plan\n* MOVE B2 S / PASS\nPASS\n"]}
    sheet.locator("#orders").fill("PASS # a=b&c " + "ü" * 2_000)
    assert fields() == {**known, "orders": [""]}
    sheet.locator("#orders").fill("PASS # a=b&c")
    assert fields() == {**known, "orders": ["PASS # a=b&c\n"]}


CODEBERG, GITLAB = "codeberg.org/{}/my.league", "gitlab.com/us/games/my.league"
FOLDER = "games/riot/orders"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("forge", "link", "begins", "named", "text"),
    [
        (CODEBERG.format("me"), "pull", f"{CODEBERG.format('ragnar')}/_new/{{}}/{FOLDER}", "filename", "value"),
        (GITLAB, "merge", f"{GITLAB}/-/new/{{}}", "file_name", ""),
    ],
)  # fmt: skip
def test_other_forges_are_asked_in_their_own_way(
    site: League, opens: Opens, forge: str, link: str, begins: str, named: str, text: str
) -> None:
    settings, game = site.root / "genetess.yaml", site.root / "games/riot/game.yaml"
    before, was = settings.read_text(), game.read_text()
    settings.write_text(before.replace("me/my.league", f"'https://{forge}'"))
    game.write_text(was.replace("github: red", "github: ragnar"))
    site.build()
    page = opens(RED)
    found = urlsplit(str(page.get_by_role("link", name=f"Open a {link} request").get_attribute("href")))
    assert found.netloc + found.path == begins.format(site.repository.branch)
    values = parse_qs(found.query)
    assert (f"{FOLDER}/" in values[named][0]) == (not text)
    assert values[named][0].rpartition("/")[2].startswith("red-1a-")
    assert values.get(text) == (["# my plan\n* MOVE B2 S / PASS\n"] if text else None)
    expect(page.locator("#made")).to_contain_text("your fork of the league" if text else "paste the text")
    page.locator("#orders").fill("PASS # " + "ü" * 2_000)
    expect(page.locator("#too-long")).to_be_visible(visible=bool(text))
    settings.write_text(before)
    game.write_text(was)
    site.build()


@pytest.mark.exhaustive
def test_where_there_is_no_forge_there_is_no_such_link(tmp_path: Path) -> None:
    made = wide(tmp_path).start()
    made.build()
    assert "Open a pull request" not in made.page(RED)


# Deadlines


@pytest.mark.exhaustive
def test_the_banner_of_a_sheet_has_what_is_left_and_the_readers_clock(browser: Browser, address: str) -> None:
    with browser.new_context(timezone_id="Europe/Warsaw") as context:
        page = context.new_page()
        page.clock.set_fixed_time("2027-01-15T10:00:00Z")
        page.goto(f"{address}{RED}")
        expect(page.locator(".due b")).to_have_text("2 d 22 h left")
        expect(page.locator(".due time")).to_have_text("Mon 18 Jan, 09:00 CET")
        expect(page.locator(".due time")).to_have_attribute("title", "2027-01-18 08:00 UTC")


@pytest.mark.parametrize("place", ["riot/index.html"])
def test_a_deadline_says_how_long_it_is_and_what_the_readers_clock_shows_then(
    browser: Browser, address: str, place: str
) -> None:
    with browser.new_context(timezone_id="Europe/Warsaw") as context:
        page = context.new_page()
        page.clock.set_fixed_time("2027-01-15T10:00:00Z")
        page.goto(f"{address}{place}")
        expect(page.locator("time").first).to_have_text("Mon 18 Jan, 08:00 UTC")
        expect(page.locator(".until").first).to_have_text("in 2 days, Mon 18 Jan, 09:00 on your clock")


# Where there is nothing to build with


def test_without_scripts_the_builder_is_not_there(opens: Opens) -> None:
    page = opens(RED, java_script_enabled=False)
    expect(page.locator("#builder")).to_be_hidden()
    expect(page.locator("#queue")).to_be_visible()
    assert "games/riot/orders/red.txt" in (page.text_content("main") or "")


@pytest.mark.exhaustive
def test_a_sheet_in_a_folder_of_the_own_disk_has_the_builder(browser: Browser, site: League) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((site.out / RED).as_uri())
        plans(page)
        click(page, "C2", "C4")
        assert order_of(page) == "MOVE C2 SE-SW"


@pytest.mark.exhaustive
def test_only_the_newest_sheet_has_the_builder_and_its_data(tmp_path: Path) -> None:
    made = wide(tmp_path).start()
    made.order("PASS").build()
    assert 'id="offers"' in made.page(RED)
    old = made.page("riot/sheet/red/0000.html")
    assert not [word for word in ("<script", "builder") if word in old]


def test_a_step_taken_back_leaves_the_piece_where_it_is(reopens: Opens) -> None:
    page = reopens(RED)
    click(page, "C2")
    for _ in range(3):  # more often than there were steps
        page.keyboard.press("Escape")
    click(page, "C2", "C4")
    assert order_of(page) == "MOVE C2 SE-SW"
