"""What pages tell of time: the deadline in the game's zone, quiet days, holidays left, seats that may be taken over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.league import League, wide
from tests.site.html import Document

SHEET, HOME, LOG = "riot/sheet/red/index.html", "riot/index.html", "riot/log/01.html"


def _text(site: League, place: str) -> str:
    return " ".join(Document(site.page(place)).text.split())


def test_a_deadline_stands_on_the_pages_in_the_games_zone_beside_utc(tmp_path: Path) -> None:
    site = wide(tmp_path, more="timezone: Asia/Kathmandu\nquiet: [sat, 2027-01-24]\n").start()
    site.build()
    both = "Tue 19 Jan, 08:00 UTC (Tue 19 Jan 2027, 13:45 in Asia/Kathmandu)"
    for place in (HOME, SHEET):
        assert both in _text(site, place), place
    assert "Until Tue 19 Jan 2027, 13:45 in Asia/Kathmandu" in _text(site, "riot/turns/0000-0.html")
    assert "until 19 Jan, 08:00 UTC" in _text(site, "index.html")
    assert 'title="Tue 19 Jan 2027, 13:45 in Asia/Kathmandu"' in site.page("index.html")
    assert "Time does not count on quiet days: sat and 2027-01-24 (Asia/Kathmandu)." in _text(site, HOME)


def test_a_game_in_utc_tells_every_time_once(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert "Mon 18 Jan, 08:00 UTC." in _text(site, HOME)


def test_the_sheet_says_what_is_left_of_the_holiday(tmp_path: Path) -> None:
    site = wide(tmp_path, more="holiday: 10d\n").start()
    site.build()
    assert "Holiday left: 10 days." in _text(site, SHEET)
    site.writes("red", "HOLIDAY\n").tick()
    site.build()
    assert "left before this one began: 10 days." in _text(site, SHEET)
    assert "Holiday left: 10 days." in _text(site, "riot/sheet/green/index.html")


@pytest.fixture
def opened(tmp_path: Path) -> League:
    """Red has missed the one deadline that this game allows."""
    site = wide(tmp_path, more="drop_after: 1\n").start().tick(84)
    site.build()
    return site


def test_an_open_seat_stands_on_both_homes_with_how_to_take_it(opened: League) -> None:
    assert "A seat is free: Ragnar (red)." in _text(opened, "index.html")
    assert "Games with free seats 1 Riot" in _text(opened, "index.html")
    page = _text(opened, HOME)
    assert "The seat of Ragnar (red) in Riot is open" in page
    assert "write to the GM. The GM runs genetess replace riot red NAME@LOGIN" in page
    assert "issue" not in page
    assert "A player who misses a deadline can be replaced." in page


def test_a_league_on_a_forge_names_its_issues(opened: League) -> None:
    (opened.root / "genetess.yaml").write_text("title: The Test League\nsite: {repository: gail/league}\n")
    opened.build()
    assert "https://github.com/gail/league/issues" in Document(opened.page(HOME)).links


def test_the_sheet_of_an_open_seat_says_so_for_as_long_as_it_is_open(opened: League) -> None:
    said = "your seat is open for somebody else. Send an order to keep it."
    assert said in _text(opened, SHEET)
    opened.order("PASS").build()
    assert said in _text(opened, SHEET)
    for place in (HOME, SHEET, "riot/sheet/blue/index.html", "riot/turns/0002-1b.html"):
        assert "; the seat is open" in _text(opened, place), place
    assert said not in _text(opened, "riot/sheet/green/index.html")
    opened.order("PASS", "PASS").build()
    for place in (HOME, SHEET, "riot/turns/0002-1b.html", "riot/sheet/red/0002.html"):
        assert "seat is open" not in _text(opened, place).partition("What happened")[0], place
        assert "; the seat is open" not in _text(opened, place)


@pytest.mark.parametrize("spectators", ["public", "full"])
def test_everybody_is_told_as_a_seat_opens(tmp_path: Path, spectators: str) -> None:
    site = wide(tmp_path, more=f"drop_after: 1\nspectators: {spectators}\n").start().tick(84)
    site.build()
    told = "The seat of Ragnar (red) is open for somebody else"
    for place in (LOG, HOME, "riot/turns/0001-1a.html", "riot/sheet/blue/index.html"):
        assert told in _text(site, place), place
    assert "your seat is open for somebody else. Send an order to keep it" in _text(site, SHEET)


def test_an_order_closes_it_again(opened: League) -> None:
    opened.order("PASS", "PASS", "PASS").build()
    for place in ("index.html", HOME):
        assert "is open: its player" not in _text(opened, place)
