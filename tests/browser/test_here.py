"""`genetess play` in a browser: an order is sent by clicks, carried out, answered, and the next sheet is there."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, ViewportSize, expect

from tests.browser.builders import click, press, settle
from tests.browser.conftest import PATIENCE
from tests.kit.command import run
from tests.kit.keys import KEY, machine
from tests.kit.play import Played, played

Tabs = Callable[[], Page]


@pytest.fixture
def tabs(browser: Browser) -> Iterator[Tabs]:
    """Opens tabs of one browser; in the end none may have complained."""
    complaints: list[str] = []
    with browser.new_context() as context:

        def heard(said: ConsoleMessage) -> None:
            # A program may end while a page still loads.
            if said.type == "error" and "net::ERR_" not in said.text:
                complaints.append(said.text)

        def opened() -> Page:
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: complaints.append(f"{error}"))
            page.on("console", heard)
            return page

        yield opened
    assert not complaints


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Played]:
    """A game of two people at one machine."""
    names = ("--name", "Gwen", "--name", "Bo")
    with machine(tmp_path, KEY), played(tmp_path / "games", "--hotseat", *names) as made:
        yield made


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Played]:
    """The first game, against a bot."""
    with machine(tmp_path, KEY), played(tmp_path / "games", "--bots", "random") as made:
        yield made


def send(page: Page) -> None:
    settle(page)
    page.locator("#send").click()


def test_a_move_is_carried_out_and_answered_and_what_happened_is_played(one: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(one.address)
    expect(page).to_have_url(f"{one.address}first/sheet/red/index.html")
    expect(page.locator("#hint")).to_contain_text("Your King makes pieces: click it.")
    click(page, "B2", "B3")
    expect(page.locator("#send")).to_have_text("Send MOVE B2 S")
    send(page)
    expect(page.locator("#builder")).to_have_attribute("data-turn", "2a")
    expect(page.locator(".told code").first).to_have_text("MOVE B2 S")
    expect(page.locator("#state")).to_have_text("Nothing to send yet")


def test_a_piece_moves_before_it_is_answered_and_goes_back_where_the_order_is_not_accepted(
    one: Played, tabs: Tabs
) -> None:
    page, other = tabs(), tabs()
    for each in (page, other):
        each.goto(one.address)
        click(each, "B2", "B3")
    held: list[Route] = []
    page.route("**/send", lambda route: held.append(route))
    send(other)
    expect(other.locator("#builder")).to_have_attribute("data-turn", "2a")
    expect(page).to_have_title("● Your move · First game, turn 1a: red · Games on this machine")
    king = page.locator("[data-piece=B2]")
    send(page)
    expect(king).to_have_attribute("style", re.compile("translate"))
    held[0].continue_()
    expect(page.locator("#builder-word")).to_contain_text("Not sent")
    expect(king).not_to_have_attribute("style", re.compile("translate"))


def test_that_an_order_was_carried_out_is_told_no_more_once_another_is_not_accepted(
    one: Played, tabs: Tabs
) -> None:
    page = tabs()
    page.goto(one.address)
    click(page, "B2", "B3")
    send(page)
    success = page.locator(".verdict.done")
    expect(success).to_contain_text("MOVE B2 S was carried out")
    click(page, "B3", "B4")
    one.send("PASS", turn="2a")
    send(page)
    expect(page.locator("#builder-word")).to_contain_text("Not sent")
    expect(success).to_have_count(0)


@pytest.mark.exhaustive
def test_two_people_see_what_they_did_and_hand_over_to_a_page_that_shows_nothing(
    two: Played, tabs: Tabs
) -> None:
    page = tabs()
    page.goto(two.address)
    turns = (("Gwen", ("B2", "B3"), "1b", "Bo"), ("Bo", ("J10", "J9"), "2a", "Gwen"))
    for name, square, turn, other in turns:
        expect(page.get_by_role("heading", name=f"{name}, your turn")).to_be_visible()
        expect(page).to_have_title(f"First game: {name}, your turn · Games on this machine")
        assert page.locator(".board").count() == 0
        page.get_by_role("link", name="Show my sheet").click()
        click(page, *square)
        send(page)
        expect(page.locator("#news b")).to_contain_text(f"Your K moved from {square[0]} to {square[1]}")
        settle(page)
        page.get_by_role("link", name=f"Hand over to {other}").click()
        assert two.game().clock.turn == turn
    page.get_by_role("link", name="Show my sheet").click()
    expect(page.locator("#builder")).to_have_attribute("data-turn", "2a")
    for _ in range(3):
        page.go_back()
        expect(page.locator(".board")).to_have_count(0)


def test_past_sheets_are_there_and_nothing_of_the_other_seat_is_asked_for(two: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(two.address)
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url.removeprefix(f"{two.address}first/")))
    page.get_by_role("link", name="Show my sheet").click()
    click(page, "B2", "B3")
    send(page)
    expect(page.locator("#news b")).to_contain_text("Your K moved")
    page.locator("[rel=prev]").click()
    expect(page.locator(".due")).to_contain_text("A past turn")
    assert page.url == f"{two.address}first/sheet/red/past.html#0000"
    page.locator("[rel=next]").click()
    expect(page.locator("#news b")).to_contain_text("Your K moved")
    assert "sheet/red/past/01.js" in asked
    assert not [place for place in asked if "green" in place]


@pytest.mark.exhaustive
def test_a_whole_game_is_played_by_clicks_against_a_bot_until_it_is_over(tmp_path: Path, tabs: Tabs) -> None:
    folder, board = tmp_path / "games", tmp_path / "board.yaml"
    board.write_text(CORRIDOR)
    with machine(tmp_path, KEY):
        assert run(tmp_path, "init", "games", "--forge", "none").status == 0
        wish = (
            "--board",
            str(board),
            "--player",
            "red=Nora",
            "--bot",
            "green=random",
        )
        assert run(folder, "new", "cave", "--ruleset", "genetess", *wish, "--deadline", "none").status == 0
        game = folder / "games/cave/game.yaml"
        game.write_text(game.read_text().replace("create: true", "create: false"))
        with played(folder, "cave") as made:
            page = tabs()
            page.goto(made.address)
            over = page.locator(".banner").filter(has_text="Game over")
            while not over.count():
                turn = page.locator("#builder").get_attribute("data-turn")
                choose(page)
                send(page)
                expect(over.or_(page.locator(f"#builder:not([data-turn='{turn}'])"))).to_be_visible()
                settle(page)
            page.get_by_role("button", name="Rematch").click()
            expect(
                page.get_by_role("status").filter(has_text="Begin another on the first page")
            ).to_be_visible()
            assert made.game("cave").clock.phase == "finished"
        assert run(folder, "verify", "cave").status == 0


CORRIDOR = """\
map: |
  ######
  #....#
  ######
starts:
  K1: {B2: K, C2: AC}
  K2: {E2: K}
"""


def choose(page: Page) -> None:
    """Take what can be taken, or else go on with the foremost piece: it is a corridor, so a few turns end the game."""
    squares = page.locator(".board [role=gridcell]")
    page.locator(".board [role=gridcell][aria-label*=': red']").last.click()
    rival = squares.and_(page.locator("[aria-label*='green'][aria-label*=', can be']"))
    (rival if rival.count() else squares.and_(page.locator("[aria-label*=', can be']"))).last.click()


@pytest.mark.exhaustive
def test_ones_last_turn_is_taken_back(one: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(one.address)
    click(page, "B2", "B3")
    send(page)
    expect(page.locator("#builder")).to_have_attribute("data-turn", "2a")
    press(page, "Undo my last turn")
    expect(page.locator("#builder")).to_have_attribute("data-turn", "1a")
    expect(page.get_by_role("button", name="Undo my last turn")).to_have_count(0)
    expect(page.locator("#state")).to_have_text("Nothing to send yet")


# The first page


def test_a_game_is_chosen_and_begun_with_the_keyboard_alone(one: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(f"{one.address}index.html")
    page.locator("[name=what]:checked").focus()
    for key in ("ArrowLeft", "Tab", "Tab", "ArrowDown", "Tab", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("[data-bots=genie]")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type("Zoe")
    expect(page.locator(".start button")).to_have_text("Begin: Genie of the Lamp, you against Random")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{one.address}genie/sheet/black/index.html")
    players = one.game("genie").file.players
    assert [(player.name, player.bot) for player in players] == [("Random", "random"), ("Zoe", None)]


def test_people_who_share_a_machine_begin_a_game_and_go_on_with_it(one: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(f"{one.address}index.html")
    page.get_by_label("DNA").check()
    page.get_by_label("People who sit here").check()
    page.get_by_label("How many").select_option("3")
    page.get_by_role("textbox", name="green").fill("Bo")
    page.get_by_role("button", name="Begin: DNA, 3 people").click()
    expect(page.get_by_role("heading", name="Red, your turn")).to_be_visible()
    page.get_by_role("link", name="Games on this machine").click()
    page.locator(".game", has_text="DNA").get_by_role("link", name="Go on").click()
    expect(page).to_have_url(f"{one.address}dna/hand.html")


def test_a_name_that_no_player_can_have_is_told_where_the_game_was_to_begin(one: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(f"{one.address}index.html")
    page.get_by_label("Your name").fill("zoe@example.org")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".start [role=status]")).to_contain_text("leave out the `@`")
    assert page.url == f"{one.address}index.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_page_is_open_to_everybody_and_fits_a_phone(
    one: Played, browser: Browser, tools: Path, scheme: Literal["light", "dark"]
) -> None:
    width = 360 if scheme == "dark" else 1200
    size: ViewportSize = {"width": width, "height": 740}
    with browser.new_context(bypass_csp=True, color_scheme=scheme, viewport=size) as context:
        page = context.new_page()
        page.goto(f"{one.address}index.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.add_script_tag(path=tools / "axe-core/axe.min.js")
        flaws = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
        assert [(flaw["id"], *(node["html"] for node in flaw["nodes"])) for flaw in flaws] == []


def test_bots_that_think_are_stopped_and_let_go_on(tmp_path: Path, tabs: Tabs) -> None:
    with machine(tmp_path, KEY), played(tmp_path / "games", "trio", "--bots", "hunter") as made:
        page = tabs()
        page.goto(made.address)
        page.locator("#plan").evaluate("(plan) => { plan.open = true }")
        page.locator("#orders").fill("PASS\n")
        # What takes some seconds elsewhere is made to do so here.
        page.once("request", lambda _: made.process.send_signal(signal.SIGSTOP))
        send(page)
        page.get_by_role("button", name="Stop the bots").click()
        made.process.send_signal(signal.SIGCONT)
        going_on = page.get_by_role("button", name="Let the others go on")
        expect(going_on).to_be_visible()
        settle(page)
        going_on.click()
        expect(page.locator("#builder")).to_have_attribute("data-turn", "2a")


# What goes wrong


def test_what_is_to_be_known_of_an_order_is_told_beside_the_button(two: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(f"{two.address}first/sheet/green/index.html")
    click(page, "J10", "J9")
    send(page)
    expect(page.locator("#builder-word")).to_contain_text("It is stored.")


@pytest.mark.exhaustive
def test_a_stale_tab_is_told_and_led_on_and_keeps_its_order(one: Played, tabs: Tabs) -> None:
    first, second = tabs(), tabs()
    for page in (first, second):
        page.goto(one.address)
    click(first, "B2", "B3")
    send(first)
    expect(first.locator("#builder")).to_have_attribute("data-turn", "2a")
    click(second, "B2", "C2")
    send(second)
    expect(second.locator("#builder-word")).to_contain_text(
        "this sheet is of turn 1a, and the game is at turn 2a now"
    )
    assert "MOVE B2 E" in second.locator("#orders").input_value()
    second.get_by_role("link", name="Go to the newest sheet").click()
    expect(second.locator("#builder")).to_have_attribute("data-turn", "2a")


@pytest.mark.exhaustive
def test_an_order_for_a_program_that_was_killed_is_sent_to_the_next(tmp_path: Path, browser: Browser) -> None:
    """Also on a phone the player sees where they pressed that nothing was sent."""
    folder = tmp_path / "games"
    with machine(tmp_path, KEY), browser.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        with played(folder, "--bots", "random") as first:
            page.goto(first.address)
            click(page, "B2", "B3")
        send(page)
        told = page.get_by_role("status").filter(has_text="The program does not answer")
        expect(told).to_be_in_viewport(ratio=1)
        with played(folder, "--bots", "random"):
            expect(page.locator("#send")).to_have_text("Send MOVE B2 S")
            send(page)
            expect(page.locator("#builder")).to_have_attribute("data-turn", "2a")


def test_an_order_that_is_rejected_stays_until_the_next_takes_its_place(one: Played, tabs: Tabs) -> None:
    page = tabs()
    page.goto(one.address)
    page.locator("#plan").evaluate("(plan) => { plan.open = true }")
    page.locator("#orders").fill("JUMP B2\n")
    send(page)
    expect(page.locator("#builder-word")).to_contain_text("JUMP B2")
    assert page.locator("#orders").input_value() == "JUMP B2\n"
    assert one.game().clock.turn == "1a"
    click(page, "B2", "B3")
    expect(page.locator("#guard p").first).to_have_text("MOVE B2 S replaces JUMP B2.")


@pytest.mark.exhaustive
def test_a_sealed_game_is_played_as_any_other(tmp_path: Path, tabs: Tabs) -> None:
    folder = tmp_path / "games"
    with machine(tmp_path, KEY):
        assert run(tmp_path, "init", "games", "--forge", "none").status == 0
        seats = ("--player", "white=Wim", "--player", "black=Nora", "--bot", "white=random")
        wish = ("--ruleset", "genie", "--sealed", "--deadline", "none")
        assert run(folder, "new", "lamp", *wish, *seats).status == 0
        with played(folder, "lamp") as made:
            page = tabs()
            page.goto(made.address)
            turn = page.locator("#builder").get_attribute("data-turn")
            click(page, "e7", "e5")
            send(page)
            expect(page.locator("#builder")).not_to_have_attribute("data-turn", f"{turn}")
            page.locator("[rel=prev]").click()
            expect(page.locator(".due")).to_contain_text("A past turn")
            assert made.game("lamp").is_sealed
            assert not [*made.folder.glob("games/lamp/turns/**/*.yaml")]
