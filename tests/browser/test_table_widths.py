"""Tables of people and games on a phone: nothing of them is cut at the edge of the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from genetess_cli.turns.acts import Finish
from genetess_cli.turns.referee import act
from tests.kit.boards import END, SOON
from tests.kit.league import BEGIN, HOUR, League, wide

Opens = Callable[..., Page]
WIDER = """[...document.querySelectorAll(".wide:has(table):not(details *)")]
  .filter((each) => each.scrollWidth > each.clientWidth).length"""
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A league with a game that is over and others that are on, one of them of seats that are not colours."""
    made = wide(tmp_path_factory.mktemp("tables"), board=SOON).start().order(*END)
    made.add("fort", _game("Fort", "e", {seat: seat.title() for seat in ("purple", "orange", "green")}), SOON)
    named = {"p1": "Agnes", "p2": "Bartek", "p3": "Dolores"}
    made.add("side", _game("Sideshow", "f", named, ("blue", "green", "yellow")), SOON)
    for slug in ("fort", "side"):
        made.start(slug)
    act(made.league, "side", Finish(reason="enough"), BEGIN + 9 * HOUR)
    made.build()
    return made


def _game(name: str, number: str, seats: dict[str, str], colours: tuple[str, ...] = ()) -> str:
    rows = [
        f"  - {{seat: {seat}, name: {player}, start: K{at}{f', colour: {colours[at - 1]}' if colours else ''}}}\n"
        for at, (seat, player) in enumerate(seats.items(), 1)
    ]
    return (
        f"ruleset: genetess\nname: {name}\nnumber: 77\nid: {'5b0' + number:0<32}\nplayers:\n{''.join(rows)}"
    )


@pytest.fixture(scope="module")
def address(league: League, serves: Callable[[Path], str]) -> str:
    return serves(league.out)


@pytest.mark.exhaustive
def test_on_a_phone_no_table_of_people_or_games_is_cut(opens: Opens, league: League) -> None:
    homes = ["riot/index.html", "fort/index.html", "side/index.html"]
    people = [each.name for each in league.out.glob("player-*.html")]
    page = opens("standings.html", viewport=PHONE)
    top = page.url.removesuffix("standings.html")
    cut = []
    for place in ("standings.html", "standings-genetess.html", *homes, *people):
        page.goto(f"{top}{place}")
        cut += [place] * int(page.evaluate(WIDER))
    assert cut == []


@pytest.mark.exhaustive
def test_beside_the_board_start_and_status_stand_on_one_line_below_the_name(opens: Opens) -> None:
    page = opens("fort/index.html", viewport={"width": 1200, "height": 900})
    rows = page.locator("table").first.locator("tbody tr")
    heights = [box["height"] for row in rows.all() if (box := row.bounding_box())]
    assert len(heights) == 3
    assert max(heights) < 56


@pytest.mark.exhaustive
def test_the_link_to_a_sheet_names_its_seat_to_who_hears_the_page(opens: Opens) -> None:
    page = opens("riot/index.html")
    expect(page.get_by_role("link", name="red’s sheet", exact=True)).to_have_text("sheet")
