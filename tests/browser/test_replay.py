"""The replay in a real browser: by its buttons, by keys, by its address; on a phone, from a folder, without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.boards import WIDE
from tests.kit.league import League, wide
from tests.site.scenes import scenes
from tests.site.test_genie import GAME as GENIE

ORDERS = (
    "MOVE C2 E-E",
    "PASS",
    "MOVE C17 N-E",
    "MOVE B2 E",
    "FLARE Q3",
    "PASS",
    "CREATE C3 AB",
    "PASS",
    "PASS",
)
MOVES = ("Gd2", "d5", "Gd4", "Ge7", "Gxd5", "Nf6", "Nf3", "Nxd5")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A game of three seats in the fog, one that spectators see whole, and one of Genie with captures."""
    made = wide(tmp_path_factory.mktemp("replay")).start().order(*ORDERS)
    made.add("lamp", GENIE + "id: 6b0c5b0c5b0c5b0c5b0c5b0c5b0c5b0c\n", WIDE)
    (made.root / "games/lamp/board.yaml").unlink()
    made.start("lamp")
    for number, move in enumerate(MOVES, start=1):
        made.order_in("lamp", number, move)
    made.build()
    return made


@pytest.fixture
def lamp(opens: Callable[..., Page]) -> Page:
    return opens("lamp/replay.html#1a")


def turn(page: Page, title: str) -> None:
    """It shows a turn, by its label, or the start by its title."""
    expect(page.locator("#now")).to_have_text(re.compile(rf"{title}$"))


def see_as(page: Page, viewer: str) -> None:
    page.locator(f'.pov label:has([value="{viewer}"])').click()


def seen_as(page: Page, viewer: str) -> None:
    expect(page.locator(".pov input:checked")).to_have_value(viewer)


SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
}).observe({ type: "layout-shift", buffered: true })"""


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("place", ["lamp/replay.html", "lamp/replay.html#2a", "riot/replay.html#2a/red"])
def test_nothing_moves_while_it_loads_and_plays(
    browser: Browser, address: str, width: int, place: str
) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}) as context:
        context.add_init_script(SHIFTS)
        page = context.new_page()
        page.goto(f"{address}{place}")
        expect(page.locator("#now .tag")).to_be_visible()
        page.evaluate("document.getElementById('speed').value = '250'")
        page.evaluate("document.getElementById('previous').click(); document.getElementById('play').click()")
        page.wait_for_timeout(700)
        assert page.evaluate("shift") < 0.02


@pytest.mark.exhaustive
def test_it_begins_with_the_newest_turn(opens: Callable[..., Page]) -> None:
    page = opens("lamp/replay.html")
    turn(page, "4b")
    expect(page.locator("#board svg use")).to_have_count(30)
    expect(page.locator("#last")).to_have_attribute("aria-disabled", "true")


def test_buttons_step_through_the_game(lamp: Page) -> None:
    for button, title in (
        ("next", "1b"), ("next", "2a"), ("previous", "1b"),
        ("first", "The start"), ("last", "4b"),
    ):  # fmt: skip
        lamp.locator(f"#{button}").click()
        turn(lamp, title)


@pytest.mark.exhaustive
def test_a_button_that_leads_nowhere_keeps_the_focus(lamp: Page) -> None:
    lamp.locator("#next").focus()
    for _ in range(9):
        lamp.keyboard.press("Enter")
    turn(lamp, "4b")
    expect(lamp.locator("#next")).to_be_focused()
    expect(lamp.locator("#next")).to_have_attribute("aria-disabled", "true")


@pytest.mark.exhaustive
def test_the_board_goes_back_as_it_came(lamp: Page) -> None:
    board = "document.querySelector('#board svg').outerHTML.length"
    first = lamp.evaluate(board)
    lamp.keyboard.press("End")
    assert lamp.evaluate(board) != first
    expect(lamp.locator("#board svg")).to_have_attribute("aria-label", re.compile("after turn 4b"))
    for _ in range(7):
        lamp.keyboard.press("ArrowLeft")
    turn(lamp, "1a")
    assert lamp.evaluate(board) == first


@pytest.mark.exhaustive
def test_what_was_ordered_and_what_happened_stand_beside_the_board(lamp: Page) -> None:
    lamp.keyboard.press("ArrowRight")
    expect(lamp.locator("#ordered")).to_have_text("black ordered d5.")
    expect(lamp.locator("#said")).to_contain_text("moved the pawn from d7 to d5")
    expect(lamp.locator("#scene")).to_have_attribute("aria-live", "polite")
    expect(lamp.locator("#page")).to_have_attribute("href", "turns/0002-1b.html")
    expect(lamp.locator("#seats tr.now")).to_contain_text("Boris")  # who moved, not who is next


def test_it_is_played_by_keys_alone(lamp: Page) -> None:
    turn(lamp, "1a")
    for key, title in (
        ("ArrowRight", "1b"), ("ArrowLeft", "1a"), ("End", "4b"),
        ("Home", "The start"), ("PageDown", "3a"), ("PageDown", "4b"),
        ("PageUp", "3a"),
    ):  # fmt: skip
        lamp.keyboard.press(key)
        turn(lamp, title)


@pytest.mark.exhaustive
def test_space_plays_to_the_end_and_begins_anew(lamp: Page) -> None:
    lamp.locator("#speed").select_option("250")
    lamp.locator("#now").click()
    lamp.keyboard.press(" ")
    expect(lamp.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(lamp.locator("#scene")).to_have_attribute("aria-live", "off")
    turn(lamp, "4b")
    expect(lamp.locator("#play")).to_have_attribute("aria-label", "Play")
    expect(lamp.locator("#scene")).to_have_attribute("aria-live", "polite")
    lamp.locator("#play").click()
    turn(lamp, "The start")
    lamp.keyboard.press("ArrowRight")
    expect(lamp.locator("#play")).to_have_attribute("aria-label", "Play")


GLIDES = """() => [...document.querySelectorAll("#board svg g")].flatMap((each) => each.getAnimations())
  .map((each) => each.effect.getComputedTiming().duration)"""


NOTE_GLIDES = """() => {
  const animate = Element.prototype.animate;
  window.played = [];
  Element.prototype.animate = function (frames, options) {
    window.played.push(options.duration);
    return animate.call(this, frames, options);
  };
}"""
"""Has the page note how long each thing is moved: a slow machine may look when it is over."""


def test_a_step_is_played_and_leaves_the_board_as_it_is(opens: Callable[..., Page]) -> None:
    page = opens("lamp/replay.html#2b")
    turn(page, "2b")
    page.evaluate(NOTE_GLIDES)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("window.played.length > 1")
    assert sorted(page.evaluate("window.played")) == [
        150,
        250,
    ]  # the pawn that is taken fades, the Genie glides
    expect(page.locator("#board svg [style*=transform], #board svg [style*=opacity]")).to_have_count(0)
    expect(page.locator("#board svg g > use")).to_have_count(31)


@pytest.mark.exhaustive
def test_nothing_glides_where_less_motion_is_wanted(opens: Callable[..., Page]) -> None:
    page = opens("lamp/replay.html#2b", reduced_motion="reduce")
    turn(page, "2b")
    page.keyboard.press("ArrowRight")
    turn(page, "3a")
    assert page.evaluate(GLIDES) == []


@pytest.mark.exhaustive
def test_the_link_to_a_moment_is_copied_and_leads_there(opens: Callable[..., Page]) -> None:
    page = opens("lamp/replay.html#2b", permissions=["clipboard-read", "clipboard-write"])
    turn(page, "2b")
    page.keyboard.press("c")
    expect(page.locator("#copy")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/lamp/replay.html#2b")


@pytest.mark.exhaustive
def test_a_key_tells_of_all_keys(lamp: Page) -> None:
    lamp.keyboard.press("?")
    expect(lamp.get_by_role("dialog")).to_contain_text("first and newest turn")
    lamp.get_by_role("button", name="Close").click()
    expect(lamp.get_by_role("dialog")).to_be_hidden()


@pytest.mark.exhaustive
def test_the_axis_has_a_tick_for_each_turn_where_the_slider_is(lamp: Page) -> None:
    ticks = lamp.locator("#graph .token.tick")
    expect(ticks).to_have_count(8)
    middles = "each => { const { x, width } = each.getBoundingClientRect(); return x + width / 2; }"
    slider = lamp.locator("#slider").bounding_box()
    assert slider is not None
    for number, tick in enumerate(ticks.all(), start=1):
        thumb = slider["x"] + 7 + (slider["width"] - 14) * number / 8
        assert abs(tick.evaluate(middles) - thumb) < 1


def test_the_slider_goes_anywhere_and_says_where(lamp: Page) -> None:
    lamp.locator("#slider").fill("2")
    turn(lamp, "1b")
    expect(lamp.locator("#slider")).to_have_attribute("aria-valuetext", "Round 1, Boris (1b), 3 of 9")


@pytest.mark.exhaustive
def test_captures_are_listed_and_jumped_to(lamp: Page) -> None:
    expect(lamp.locator("#notes li")).to_have_count(2)
    lamp.locator("#notes a").first.click()
    turn(lamp, "3a")
    lamp.locator("#noted-after").click()
    turn(lamp, "4b")
    expect(lamp.locator("#noted-after")).to_have_attribute("aria-disabled", "true")


@pytest.mark.exhaustive
def test_the_list_of_all_turns_leads_to_them_on_the_same_board(lamp: Page) -> None:
    lamp.set_viewport_size({"width": 360, "height": 500})
    link = lamp.locator(".turns a", has_text="3a")
    expect(link).to_have_attribute("href", "#3a")
    link.click()
    turn(lamp, "3a")
    expect(lamp.locator("#board")).to_be_in_viewport(ratio=0.9)


@pytest.mark.exhaustive
def test_the_address_follows_and_leads_back(lamp: Page, opens: Callable[..., Page]) -> None:
    lamp.keyboard.press("ArrowRight")
    lamp.wait_for_url("**/lamp/replay.html#1b")
    turn(opens("lamp/replay.html#2b"), "2b")
    turn(opens("lamp/replay.html#2b.4"), "2b")
    lamp.goto(f"{lamp.url.partition('#')[0]}#3a")
    turn(lamp, "3a")


@pytest.mark.exhaustive
def test_an_address_of_no_turn_is_said_so(opens: Callable[..., Page]) -> None:
    page = opens("lamp/replay.html#99z")
    expect(page.locator("#word")).to_contain_text("There is no turn 99z")
    turn(page, "4b")
    expect(opens("lamp/replay.html#2a/nobody").locator("#word")).to_contain_text("nobody")
    expect(opens("lamp/replay.html#%E0%A4%A").locator("#now .tag")).to_have_text("4b")


@pytest.mark.exhaustive
@pytest.mark.parametrize("asked", ["2b.999", "2b.3", "2b.0"])
def test_an_address_of_no_record_of_a_turn_is_said_so(opens: Callable[..., Page], asked: str) -> None:
    page = opens(f"lamp/replay.html#{asked}")
    expect(page.locator("#word")).to_contain_text(f"There is no record {asked[3:]} of turn 2b")
    expect(opens("lamp/replay.html#2b.4").locator("#word")).to_be_hidden()


@pytest.mark.exhaustive
def test_where_spectators_see_no_board_they_are_offered_whose_to_look_at(opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html")
    offered = page.locator("#boardless button")
    expect(offered).to_have_text(["Show what all players see together"])
    expect(page.locator("#key")).to_be_hidden()  # there is nothing on it to read
    offered.first.click()
    expect(page.locator("#board svg g.p.c-green")).to_have_count(3)
    expect(page.locator("#key")).to_be_visible()
    expect(page.locator("#boardless")).to_be_hidden()
    expect(page.locator("#board")).to_be_focused()
    page.wait_for_url("**/riot/replay.html#*/all.seats")


@pytest.mark.exhaustive
def test_players_stand_in_the_same_words_with_script_and_without(opens: Callable[..., Page]) -> None:
    bare = opens("lamp/replay.html", java_script_enabled=False)
    told = bare.locator("#seats .st").all_inner_texts()
    page = opens("lamp/replay.html")
    turn(page, "4b")
    assert page.locator("#seats .st").all_inner_texts() == told == ["to move", "playing"]


def test_without_script_it_leads_to_what_each_player_saw(opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html", java_script_enabled=False)
    expect(page.locator("#boardless")).not_to_contain_text("Seen by")
    expect(page.locator("#boardless button")).to_be_hidden()
    page.get_by_role("link", name="green’s sheet").click()
    expect(page).to_have_title(re.compile("green"))


@pytest.mark.exhaustive
def test_a_seat_is_chosen_and_kept_in_the_address(opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html#2a")
    turn(page, "2a")
    expect(page.locator("#boardless")).to_be_visible()
    see_as(page, "all.seats")
    expect(page.locator("#board svg g.p.c-green")).to_have_count(3)
    expect(page.locator("#page")).to_have_text("The page of this turn")
    page.wait_for_url("**/riot/replay.html#2a/all.seats")
    see_as(page, "red")
    expect(page.locator("#board svg g.p.c-red")).to_have_count(3)
    expect(page.locator("#ordered")).to_have_text("You ordered MOVE B2 E.")
    expect(page.locator("#page")).to_have_attribute("href", "sheet/red/past.html#0004")
    page.keyboard.press("Tab")
    page.locator("#next").click()
    page.wait_for_url("**/riot/replay.html#2b/red")
    turn(opens("riot/replay.html#2a/green"), "2a")


@pytest.mark.exhaustive
def test_every_move_of_the_score_leads_to_its_scene_and_the_last_one_is_marked(lamp: Page) -> None:
    moves, marked = lamp.locator("#score a"), lamp.locator("#score [aria-current]")
    expect(lamp.locator("#score li")).to_have_count(4)
    expect(marked).to_have_attribute("href", "#1a")
    moves.nth(4).click()
    turn(lamp, "3a")
    expect(marked).to_have_text("◉xd5")
    lamp.keyboard.press("Home")
    expect(marked).to_have_count(0)


@pytest.mark.exhaustive
def test_the_score_scrolls_in_its_own_box(lamp: Page) -> None:
    lamp.evaluate("document.querySelector('#score ol').style.maxHeight = '2rem'")
    lamp.keyboard.press("End")
    expect(lamp.locator("#score [aria-current]")).to_be_in_viewport()
    assert lamp.evaluate("scrollY") == 0
    assert lamp.evaluate("document.querySelector('#score ol').scrollTop") > 0


@pytest.mark.exhaustive
def test_the_board_is_turned_with_its_squares_names(lamp: Page) -> None:
    king = lamp.locator("#board svg g:has(> title:text-is('e1: white king')) > use")
    names = lamp.locator("#board text:text-is('a')")
    for place, first in (((240, 420), ("a", "55")), ((180, 0), ("a", "469")), ((240, 420), ("a", "55"))):
        expect(king).to_have_attribute("x", str(place[0]))
        expect(king).to_have_attribute("y", str(place[1]))
        expect(names.first).to_have_text(first[0])
        expect(names.first).to_have_attribute("x", first[1])
        lamp.get_by_role("button", name="Turn the board").click()
    expect(lamp.get_by_role("button", name="Turn the board")).to_have_attribute("aria-pressed", "true")
    lamp.keyboard.press("ArrowRight")
    turn(lamp, "1b")
    pawn = lamp.locator("#board svg g:has(> title:text-is('d5: black pawn')) > use")
    expect(pawn).to_have_attribute("y", "240")


@pytest.mark.exhaustive
def test_its_controls_are_on_the_first_screen(lamp: Page) -> None:
    before = lamp.viewport_size
    lamp.set_viewport_size({"width": 1280, "height": 800})
    try:
        for name in ("#slider", "#play", "#turn", "#copy", "#ask"):
            expect(lamp.locator(name)).to_be_in_viewport(ratio=1)
    finally:
        assert before
        lamp.set_viewport_size(before)


def test_what_stands_beside_the_board_goes_along_and_back(lamp: Page) -> None:
    captured = lamp.locator("#beside section", has_text="Captured")
    expect(captured).to_be_hidden()
    lamp.keyboard.press("End")
    expect(captured.locator("tbody tr")).to_have_text(["whiteGenie", "blackpawn"])
    expect(captured.locator("tbody use").first).to_be_visible()
    lamp.keyboard.press("Home")
    expect(captured).to_be_hidden()


@pytest.mark.exhaustive
def test_beside_a_seats_board_stand_the_pieces_in_its_sight(opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html#0")
    expect(page.locator("#beside section:visible")).to_have_count(0)
    see_as(page, "red")
    rows = page.locator("#beside tbody tr", has_text="red")
    expect(rows.locator("th")).to_have_text(["B2", "C2", "B3"])
    page.goto(page.url.partition("#")[0] + "#1a/red")
    expect(rows.locator("th")).to_have_text(["B2", "E2", "B3"])


@pytest.mark.exhaustive
def test_the_moves_on_home_and_sheets_lead_into_the_replay(opens: Callable[..., Page]) -> None:
    for place in ("lamp/index.html", "lamp/sheet/black/past.html#0005", "lamp/turns/0005-3a.html"):
        page = opens(place)
        page.locator(".moves a").nth(2).click()
        turn(page, "2a")


def test_a_sheet_leads_to_what_its_seat_saw(opens: Callable[..., Page]) -> None:
    page = opens("riot/sheet/red/past.html#0004")
    page.get_by_role("link", name="Replay this turn").click()
    turn(page, "2a")
    seen_as(page, "red")
    expect(page.locator("#ordered")).to_have_text("You ordered MOVE B2 E.")


@pytest.mark.exhaustive
def test_every_scene_can_be_drawn(site: League, opens: Callable[..., Page]) -> None:
    page = opens("riot/replay.html#0/blue")
    for scene in scenes(site, "blue"):
        expect(page.locator("#board svg")).to_have_attribute("aria-label", scene["label"])
        page.keyboard.press("ArrowRight")


def test_it_fits_a_phone(opens: Callable[..., Page]) -> None:
    for place in ("lamp/replay.html#2a", "riot/replay.html#2a/red"):
        page = opens(place, viewport={"width": 360, "height": 740}, color_scheme="dark")
        expect(page.locator("#now")).to_contain_text("2a")
        tops = page.evaluate("['first', 'play', 'last'].map((id) => document.getElementById(id).offsetTop)")
        assert len(set(tops)) == 1  # what steps through the game stands side by side
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.exhaustive
def test_it_plays_from_a_folder_on_ones_own_disk(site: League, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{Path(site.out / 'lamp/replay.html').as_uri()}#1b")
    turn(page, "1b")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/lamp/replay.html#2a")
    context.close()
    assert not errors


@pytest.mark.exhaustive
def test_without_script_it_lists_every_turn_and_shows_the_newest(opens: Callable[..., Page]) -> None:
    page = opens("lamp/replay.html", java_script_enabled=False)
    expect(page.locator("#controls")).to_be_hidden()
    expect(page.locator("#said")).to_contain_text("moved the knight from f6 to d5")
    expect(page.locator("#board svg")).to_be_visible()
    page.locator(".turns a", has_text="2a").click()
    expect(page).to_have_title(re.compile("2a"))


@pytest.mark.exhaustive
def test_files_that_cannot_be_loaded_are_told_of(site: League, browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/replay/01.js*", lambda route: route.abort())
    page.goto(f"{address}lamp/replay.html")
    expect(page.locator("#word")).to_contain_text("could not be loaded")
    expect(page.locator("#board svg")).to_be_visible()
    context.close()
