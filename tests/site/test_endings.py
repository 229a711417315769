"""What pages say of games that are over, and of turns that are past: in words that were true then and are now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.rules.base import PlayerView, ResultView, View
from genetess_cli.site.words import fate
from tests.kit.boards import END, SOON
from tests.kit.league import League, wide
from tests.site.html import Document
from tests.site.scenes import scenes
from tests.site.test_genie import GAME as LAMP
from tests.site.test_round_zero import FILES, site_in_round_0

MATE = ("f3", "e5", "g4", "Qh4")


def _view(winners: list[str] | None, survivor: str | None = None, out: tuple[str, ...] = ()) -> View:
    names = ("red", "green", "blue")
    players = {name: PlayerView(name, "eliminated" if name in out else "in", 0, None) for name in names}
    result = None if winners is None else ResultView(winners, {}, "it is over", survivor)
    return View("#public", "3a", [], result, players)


def lamp(folder: Path, *orders: str) -> League:
    """A league with a game of Genie after these moves, built."""
    site = wide(folder, name="Other")
    site.add("lamp", LAMP)
    site.start("lamp")
    for turn, order in enumerate(orders, start=1):
        site.order_in("lamp", turn, order)
    site.build()
    return site


@pytest.mark.parametrize(
    ("view", "fates"),
    [
        (_view(None, out=("red",)), ["out", "playing", "playing"]),
        (_view(["red"], out=("red",)), ["won", "lost", "lost"]),  # ruling G42: points win, however they came
        (_view(["red"], "blue", out=("red", "green")), ["won", "lost", "survived"]),
        (_view(["blue"], "blue", out=("red", "green")), ["lost", "lost", "won"]),
        (_view(["red", "green"], "green"), ["shared", "shared", "lost"]),
        (_view([]), ["drew", "drew", "drew"]),
    ],
)
def test_after_the_end_it_is_told_what_came_of_each_seat(view: View, fates: list[str]) -> None:
    assert [fate(view, seat) for seat in view.players] == fates


@pytest.mark.parametrize("place", ["riot/replay.html", "riot/turns/index.html", "riot/sheet/blue/index.html"])
def test_who_is_out_and_who_won_is_told_on_every_page(tmp_path: Path, place: str) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    row = r'<(?:td|td class="st"|span class="does")>(won|lost|playing|out|to move)(?:, \d+ E)?</'
    assert re.findall(row, site.page(place)) == ["won", "lost", "lost"]
    assert scenes(site)[-1]["players"]["red"][1] == "won"


def test_the_home_marks_who_is_to_move(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert _fates(site) == ["to move", "playing", "playing"]


def test_the_home_tells_what_came_of_each_seat(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    assert _fates(site) == ["won", "lost", "lost"]


def _fates(site: League) -> list[str]:
    return re.findall("<small><b>(won|lost|playing|out|to move)</b>", site.page("riot/index.html"))


def test_the_last_sheet_names_no_turn_that_never_comes(tmp_path: Path) -> None:
    site = lamp(tmp_path, *MATE)
    page = site.page("lamp/sheet/white/index.html")
    assert "Lamp the end" in " ".join(Document(page).text.split())
    assert "<title>Lamp, the end: white" in page
    assert not re.search(r"\b3a\b", Document(page).text)
    assert "move 2 2b" in " ".join(Document(site.page("lamp/sheet/white/0003.html")).text.split())


def test_a_past_sheet_says_whose_turn_it_was(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.build()
    past, now = site.page("riot/sheet/red/0000.html"), site.page("riot/sheet/green/index.html")
    assert "It was your move" in past
    assert 'class="banner mine"' not in past
    assert "Your move" in now
    assert 'class="banner mine"' in now


@pytest.mark.parametrize("sealed", [False, True])
def test_what_is_past_leads_to_the_newest(tmp_path: Path, sealed: bool) -> None:
    site = wide(tmp_path, sealed=sealed).start().order("MOVE C2 E-E", "PASS")
    site.build()
    link = '<a href="index.html" aria-label="» newest">»</a>'
    assert link in site.page("riot/sheet/green/past.html")
    assert link in site.past("green", key=site.key("green") if sealed else None)[1]
    assert link in site.page("riot/turns/0001-1a.html")
    assert link not in site.page("riot/sheet/green/index.html")
    assert link not in site.page("riot/turns/index.html")
    assert site.page("riot/turns/index.html") == site.page("riot/turns/0002-1b.html")


def test_the_home_tells_who_starts_where_once_it_is_drawn(tmp_path: Path) -> None:
    """Ruling G39: what each got is everybody's to know."""
    site = site_in_round_0(tmp_path)
    assert ", on Q2</small>" not in site.page("riot/index.html")
    for seat, text in FILES.items():
        site.writes(seat, text)
    site.writes("blue", "PASS\n").tick().build()
    home = site.page("riot/index.html")
    assert re.findall("· (start [A-Z0-9]+)</small>", home) == ["start Q2", "start B17", "start B2"]
    site.order("PASS", "PASS").build()
    assert re.findall("· (start [A-Z0-9]+)</small>", site.page("riot/index.html")) == [
        "start Q2", "start B17", "start B2",
    ]  # fmt: skip
