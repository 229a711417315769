"""Who takes over a seat is told of what came before by the name of the player of that time: they were not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.league import League, wide
from tests.site.html import Document
from tests.site.scenes import scenes
from tests.site.test_verdict import SHEET, first_line

YOU = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)


@pytest.fixture(scope="module", params=[False, True], ids=["open", "sealed"])
def taken_over(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> League:
    """Ragnar's order fails, he misses a deadline and leaves; Rolf gets the seat."""
    site = wide(tmp_path_factory.mktemp("over"), sealed=request.param).start()
    site.writes("red", "MOVE C2 E-E-E-E-E").tick().tick(200)
    site.drop(300, "red")
    site.replaced(301, "red", "Rolf")
    site.build()
    return site


def _sheet(site: League, place: str = SHEET) -> str:
    return site.sheet(place) if site.is_sealed else site.page(place)


def _told(page: str) -> str:
    """What a sheet says happened, and what of orders."""
    lists = re.findall(r'<section class="card told".*?</section>', page, re.DOTALL)
    return " ".join(Document("".join(lists)).text.split())


def test_the_sheet_tells_of_what_came_before_by_name(taken_over: League) -> None:
    page = _sheet(taken_over)
    assert first_line(page) == (
        "failed",
        "None of Ragnar’s orders could be carried out in turn 1a: the turn was skipped.",
    )
    said = _told(page)
    assert "Ragnar (red) missed the deadline; the turn was skipped." in said
    assert "reports that Ragnar (red) has left" in said
    assert "Ragnar’s last orders" in said
    assert "What happened since Ragnar’s last turn" in said
    assert "1a Ragnar" in said
    assert not YOU.search(said.replace("as you saw it", ""))


def test_a_sheet_of_the_player_before_still_speaks_to_that_player(taken_over: League) -> None:
    said = _told(_sheet(taken_over, "riot/sheet/red/0002.html"))
    assert "You missed your deadline; the turn was skipped." in said
    assert "Your last orders" in said


def test_the_log_tells_it_by_name(taken_over: League) -> None:
    told = [event["text"] for turn in taken_over.told("red") for event in turn["events"]]
    assert "Ragnar (red) missed the deadline; the turn was skipped." in told
    assert not [text for text in told if YOU.search(text)]


def test_the_replay_tells_it_by_name(taken_over: League) -> None:
    if taken_over.is_sealed:
        return  # which has no scenes of seats
    said = [text for scene in scenes(taken_over, "red") for text in (*scene["said"], *(scene["order"] or ()))]
    assert "Ragnar ordered " in said
    assert not [text for text in said if YOU.search(text)]


def test_what_happens_from_then_on_happens_to_you(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.replaced(1, "red", "Rolf")
    site.order("MOVE C2 E-E").build()
    page = site.page(SHEET)
    assert first_line(page) == ("done", "Your order MOVE C2 E-E was carried out. The GM entered this order.")
    assert "Your ABC moved" in _told(page)


def test_whoever_gets_a_seat_back_is_you_again(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.replaced(2, "red", "Rolf")
    site.undo(3)
    site.build()
    assert first_line(site.page(SHEET)) == (
        "done",
        "Your order MOVE C2 E-E was carried out. The GM entered this order.",
    )
    assert "Your ABC moved" in _told(site.page(SHEET))


@pytest.mark.exhaustive
def test_a_sheet_built_turn_by_turn_is_as_one_built_at_once(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.build()
    site.replaced(2, "red", "Rolf")
    site.build()
    site.order("PASS").build()
    pages = site.pages()
    site.build(full=True)
    assert site.pages() == pages
