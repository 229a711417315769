"""What pages show once a game is over: where it was decided, the fog lifted, and what each seat saw; nothing before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.boards import END, SHORT, SOON
from tests.kit.league import League, wide
from tests.site.html import Document
from tests.site.test_endings import MATE, lamp
from tests.site.test_secrecy import COMMIT, PUBLIC_PAGES

PLACES = ("riot/index.html", "riot/sheet/red/index.html")
SHOWN = ("end.js", "end.css", 'id="saw"', 'id="lift"', "took the lead in")


def _ended(folder: Path, sealed: bool = False) -> League:
    site = wide(folder, board=SOON, sealed=sealed).start()
    for order in END:
        site.order(order)
    site.build()
    return site


def _text(page: str) -> str:
    return " ".join(Document(page).text.split())


def _shown(site: League) -> set[str]:
    return {sign for place in PLACES for sign in SHOWN if sign in site.page(place)}


def test_a_sheet_of_a_game_that_is_over_tells_its_moments_and_who_saw_what(tmp_path: Path) -> None:
    page = _ended(tmp_path).page("riot/sheet/green/index.html")
    assert "How it was decided Ragnar took the lead in round 1 and kept it to the end." in _text(page)
    assert re.findall(r'<dt><a href="../../(replay.html#[^"]+)"', page) == [
        "replay.html#1a.1",
        "replay.html#2a.3",
    ]
    assert re.findall('data-viewer="([^"]*)"', page) == ["", "red", "green", "blue"]


def test_the_home_of_a_game_that_is_over_tells_who_saw_what(tmp_path: Path) -> None:
    page = _ended(tmp_path).page("riot/index.html")
    assert re.findall('data-viewer="([^"]*)"', page) == ["", "red", "green", "blue"]
    assert 'id="lift"' not in page  # it is nobody's board


def test_nothing_of_it_is_there_before_the_end(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END[:2])
    site.build()
    assert not _shown(site)


def test_nothing_of_it_is_there_before_a_sealed_game_is_revealed(tmp_path: Path) -> None:
    site = _ended(tmp_path, sealed=True)
    assert not _shown(site)
    opened = site.sheet("riot/sheet/red/index.html")
    assert not [sign for sign in SHOWN if sign in opened]
    site.reveal().build()
    assert _shown(site) == {*SHOWN}


def _public(folder: Path, *orders: str) -> dict[str, bytes]:
    """What the public pages say of a sealed game that was ended after these orders."""
    site = wide(folder, board=SHORT, sealed=True).start().order(*orders)
    site.finish(site.hour)
    site.build()
    places = (place for place in site.pages() if PUBLIC_PAGES.fullmatch(place))
    return {place: COMMIT.sub(b"commit", site.pages()[place]) for place in places}


def test_what_was_hidden_changes_no_public_page_of_a_sealed_game_that_is_over(tmp_path: Path) -> None:
    one = _public(tmp_path / "one", "MOVE C2 E-E", "MOVE P2 W-W", "PASS")
    other = _public(tmp_path / "other", "MOVE C2 E-E", "PHASE Q3", "PASS")
    assert len(one) > 8
    assert one == other


def test_where_nothing_was_hidden_there_is_no_fog_to_lift(tmp_path: Path) -> None:
    page = lamp(tmp_path, *MATE).page("lamp/sheet/white/index.html")
    assert "How it was decided It was open until the last turn." in _text(page)
    assert not [sign for sign in ("end.js", 'id="saw"', 'id="lift"') if sign in page]


@pytest.mark.parametrize("order", END)
def test_a_past_sheet_shows_no_end(tmp_path: Path, order: str) -> None:
    site = _ended(tmp_path)
    assert "How it was decided" not in site.page(f"riot/sheet/red/{END.index(order):04}.html")
