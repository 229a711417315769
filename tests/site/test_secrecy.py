"""What a viewer cannot see changes nothing on that viewer's pages, not a byte (rulings G3, G43)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.boards import SHORT
from tests.kit.league import wide

PUBLIC_PAGES = re.compile(
    r"index\.html|riot/(index|orders)\.html|riot/(turns|log)/.*|style\.css|riot/replay(\.html|/01\.js)"
)

_CARD = re.compile(rb"<noscript><svg.*?</svg></noscript>", re.DOTALL)
COMMIT = re.compile(rb"\b[0-9a-f]{40}\b")
"""The id of a commit: it tells nothing of what is in it, and is another one for all that differs."""


def _pages(folder: Path, *orders: str, more: str = "", queue: str = "") -> dict[str, bytes]:
    site = wide(folder, board=SHORT, more=more).start().order(*orders)
    site.writes("green", queue).build()
    return {place: COMMIT.sub(b"commit", page) for place, page in site.said().items()}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Two games in which green, far from the others, does and means to do different things."""
    folder = tmp_path_factory.mktemp("pair")
    one = ("MOVE C2 E-E", "MOVE P2 W-W", "PASS", "MOVE B2 E", "PASS", "CREATE C17 AB")
    other = ("MOVE C2 E-E", "PHASE Q3", "PASS", "MOVE B2 E", "CREATE P3 ABBD", "CREATE C17 AB")
    return _pages(folder / "one", *one, queue="MOVE Q2 S\n"), _pages(folder / "other", *other)


def test_a_seats_sheets_are_the_same_where_only_the_unseen_differs(
    pair: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    one, other = pair
    for seat in ("red", "blue"):
        sheets = [place for place in one if place.startswith((f"riot/sheet/{seat}/", f"riot/replay/{seat}/"))]
        assert (
            len(sheets) == 5
        )  # the newest, the page of the past ones, those, the small board, and the scenes
        assert {place: one[place] for place in sheets} == {place: other[place] for place in sheets}


def test_the_public_pages_are_the_same_where_only_the_unseen_differs(
    pair: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    one, other = pair
    places = [place for place in one if PUBLIC_PAGES.fullmatch(place)]
    assert len(places) == 15
    # What all seats of an open game see together is on its card, and nowhere else.
    assert {place: _CARD.sub(b"", one[place]) for place in places} == {
        place: _CARD.sub(b"", other[place]) for place in places
    }


def test_the_seat_that_did_it_sees_the_difference(pair: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    one, other = pair
    for place in ("riot/sheet/green/index.html", "riot/replay/green/01.js"):
        assert one[place] != other[place]


def test_public_pages_show_no_board_and_no_order_while_the_game_lasts(
    pair: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    for place, data in pair[0].items():
        if place.startswith(("riot/turns/", "riot/replay.html", "riot/replay/01.js")):
            assert b'class="p ' not in data  # a piece on a page
            assert b'"label":"The' not in data  # the name of a board in a replay's file
            assert b"MOVE" not in data


def test_spectators_see_everything_where_the_gm_says_so(tmp_path: Path) -> None:
    pages = _pages(tmp_path, "MOVE C2 E-E", more="spectators: full\n")
    turn = pages["riot/turns/0001-1a.html"]
    assert b'<svg class="board' in turn
    assert b"MOVE" in turn
    assert "Ragnar’s ABC moved from C2 to E2.".encode() in turn


def test_queues_are_public_only_where_the_fog_is_lifted(tmp_path: Path) -> None:
    for name, more, count in (("fog", "", 0), ("full", "spectators: full\n", 1)):
        page = _pages(tmp_path / name, more=more, queue="MOVE Q2 S\n")["riot/orders.html"]
        assert page.count(b"Q2") == count
        assert page.count(b"orders/green.txt") == count
        assert b"own comment." in page


def test_the_fog_lifts_from_the_whole_history_when_the_game_ends(tmp_path: Path) -> None:
    board = SHORT.replace("K2: {Q2: K, P2: ABC, Q3: AREU}", "K2: {D2: K}").replace("{B17: K}", "{C3: K}")
    site = wide(tmp_path, board=board).start()
    site.build()
    assert '<svg class="board' not in site.page("riot/turns/0000-0.html")
    site.order("MOVE C2 SE-N", "PASS", "MOVE D2 W-S").build()
    for place in ("0000-0", "0001-1a", "0003-2a"):
        assert '<svg class="board' in site.page(f"riot/turns/{place}.html")
    assert "The game is over" in site.page("riot/index.html")
    assert "The game is over" in site.page("riot/sheet/green/index.html")
