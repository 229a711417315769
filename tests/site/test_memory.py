"""What a seat remembers of the board: made of what it was shown and told itself, and drawn on its own sheets alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.turns.acts import undo
from tests.kit.boards import WIDE
from tests.kit.league import BEGIN, HOUR, League, wide

NEAR = WIDE.replace("P2: ABC", "J3: AB")
LOOK, BACK = "MOVE B3 E-E-E", "MOVE E3 W-W-W"
"""Red's ABBDDF goes to where it sees J3, and back."""
RED = "riot/sheet/red/index.html"


def _board(page: str) -> str:
    found = re.search(r'<svg class="board.*?</svg>', page, re.DOTALL)
    assert found
    return found[0]


def _ghosts(page: str) -> list[str]:
    return re.findall(r'<g class="p [^"]*\bgh"[^>]*><title>(.*?)</title>', page)


def _ground(page: str) -> set[str]:
    return set(re.findall(r'<path class="([fnxi][23]?)" d="M', _board(page)))


def _sheet(site: League) -> str:
    """Red's newest sheet, opened where it is sealed."""
    page = site.page(RED)
    return page if '<svg class="board' in page else site.sheet(RED)


@pytest.fixture(params=[False, True], ids=["open", "sealed"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> League:
    return wide(tmp_path, board=NEAR, sealed=request.param).start()


def test_what_was_never_seen_is_as_the_map_at_the_start(site: League) -> None:
    site.build()
    assert _ground(_sheet(site)) == {"f", "x", "i", "x3", "i3"}


def test_a_piece_out_of_sight_is_a_ghost_with_its_age(site: League) -> None:
    site.order(LOOK, "PASS", "PASS").build()
    assert _ghosts(_sheet(site)) == []
    site.order(BACK).build()
    assert _ghosts(_sheet(site)) == ["J3: green AB, last seen this round"]
    assert {"n", "x2"} <= _ground(_sheet(site))
    site.order("PASS", "PASS").build()
    assert _ghosts(_sheet(site)) == ["J3: green AB, last seen 1 round ago"]
    assert "Last seen: green AB on J3 1 round ago" in _board(_sheet(site))
    assert ">−1<" in _board(_sheet(site))


def test_a_ghost_goes_as_soon_as_its_square_is_seen_again(site: League) -> None:
    site.order(LOOK, "PASS", "PASS", BACK, "MOVE J3 S-S", "PASS", LOOK).build()
    assert _ghosts(_sheet(site)) == []


def test_what_was_undone_is_not_remembered(site: League) -> None:
    site.order(LOOK, "PASS", "PASS", BACK).build()
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, to="1a")
    site.build()
    assert _ghosts(_sheet(site)) == []
    assert _ground(_sheet(site)) == {"f", "x", "i", "x3", "i3"}


def test_memory_is_the_same_however_often_a_site_is_built(site: League) -> None:
    for order in (LOOK, "PASS", "PASS", BACK, "PASS"):
        site.order(order).build()
    often = _sheet(site)
    site.build(full=True)
    assert _sheet(site) == often
    assert _ghosts(often)


def test_nobody_else_has_a_memory(tmp_path: Path) -> None:
    site = wide(tmp_path, board=NEAR, more="spectators: full\n").start().order(LOOK, "PASS", "PASS", BACK)
    site.build()
    for page in ("riot/turns/index.html", "riot/index.html", "riot/replay.html"):
        assert _ghosts(site.page(page)) == []
        assert not {"n", "x2", "x3", "f"} & _ground(site.page(page))


@pytest.mark.exhaustive
def test_what_a_seat_could_not_see_changes_nothing_that_it_remembers(tmp_path: Path) -> None:
    pages = []
    for name, unseen in (("one", "MOVE J3 S-S"), ("other", "MOVE J3 W-W")):
        site = wide(tmp_path / name, board=NEAR).start().order(LOOK, "PASS", "PASS", BACK, unseen, "PASS")
        site.build()
        pages.append(
            [
                re.sub(r"\b[0-9a-f]{40}\b", "", site.page(f"riot/sheet/red/000{number}.html"))
                for number in range(7)
            ]
        )
    assert pages[0] == pages[1]
    assert _ghosts(pages[0][-1])
