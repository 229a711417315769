"""What a viewer was told to have happened is marked on the board, and nothing else is (rulings G3, G43)."""

from __future__ import annotations

import re
from pathlib import Path

from genetess_cli.rules.base import Told
from genetess_cli.site.draw.marks import draw_marks, marks, merge_marks, moves
from genetess_cli.site.places import POOL
from genetess_cli.turns import undo
from genetess_cli.turns.gm_actions import GmAction
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, League, wide
from tests.site.scenes import anew, board_with, scenes
from tests.site.test_dna import GAME as DNA
from tests.site.test_genie import GAME as GENIE

FROM_C2, TO_E2 = "M122 62h56v56h-56z", "M242 62h56v56h-56z"


def _traces(page: str) -> dict[str, str]:
    """The paths of the marks on a page, by their class."""
    return dict(re.findall(r'<path class="tr ([^"]*)" d="([^"]*)"/>', page))


def test_a_square_that_the_viewer_was_not_told_of_has_no_mark() -> None:
    gone = Told("displaced", {"at": "B2", "to": None, "piece": None, "by": "red"})
    lost = Told("taken", {"at": None, "piece": None, "by": "red"})
    assert marks([gone, lost, Told("passed", {"seat": "red"})]) == {"B2": "from"}
    assert moves([gone, lost, Told("passed", {"seat": "red"})]) == "B2>>"


def test_what_came_last_of_a_square_is_marked_on_it() -> None:
    found = merge_marks([{"B2": "to"}, {"B2": "from", "C2": "to", "C2 lost": "lost"}])
    assert found == {"B2": "from", "C2": "to", "C2 lost": "lost"}
    assert draw_marks(found).count("<path") == 4  # a loss has an edge of its own, to be seen on any piece
    assert draw_marks({}) == ""


# Turnsheets


def test_a_sheet_marks_what_its_seat_saw_since_its_last_turn(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "PASS")
    site.build()
    for number in ("0001", "0002", "0003"):
        page = site.page(f"riot/sheet/red/{number}.html")
        assert _traces(page) == {"fr": FROM_C2, "to": TO_E2}
    assert _traces(site.page("riot/sheet/red/0000.html")) == {}
    site.order("PASS").build()
    assert _traces(site.page("riot/sheet/red/index.html")) == {}


def test_a_sheet_marks_nothing_that_its_seat_did_not_see(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    site.build()
    for seat in ("green", "blue"):
        assert _traces(site.page(f"riot/sheet/{seat}/index.html")) == {}


def test_a_sealed_sheet_marks_it_too(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E")
    site.build()
    assert _traces(site.sheet("riot/sheet/red/0001.html")) == {"fr": FROM_C2, "to": TO_E2}
    assert _traces(site.page("riot/sheet/red/0001.html")) == {}


def test_what_was_taken_back_is_not_marked(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, to="1a")
    site.build()
    assert _traces(site.page("riot/sheet/red/index.html")) == {}


def test_marks_are_the_same_however_often_a_site_is_built(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start()
    for order in ("MOVE C2 E-E", "PASS", "PASS", "MOVE B2 E"):
        site.order(order).build()
    pages = site.pages()
    site.build(full=True)
    assert site.pages() == pages


# The replay


def _marked(site: League, viewer: str = "") -> list[list[str]]:
    """The classes of the marks of each scene."""
    return [[each[1]["class"] for each in scene.get("marks", [])] for scene in scenes(site, viewer)]


def test_scenes_mark_what_their_viewer_saw_of_the_turn(tmp_path: Path) -> None:
    near = board_with("K2: {D2: K}")
    site = wide(tmp_path, board=near).start().order("MOVE C2 SE-N")
    site.build()
    assert _marked(site, "red") == [[], ["tr fr", "tr to", "tr lo u", "tr lo"]]
    assert _marked(site) == [[], []]
    site.hour = 5
    act(site.league, "riot", GmAction("finish", reason="time is up"), BEGIN + 99 * HOUR)
    site.build()
    assert _marked(site)[1] == _marked(site, "red")[1]


def _played(site: League, viewer: str = "") -> list[str]:
    return [scene.get("moves", "") for scene in scenes(site, viewer)]


def test_scenes_play_what_their_viewer_saw_of_the_turn(tmp_path: Path) -> None:
    site = wide(tmp_path, board=board_with("K2: {D2: K}")).start().order("MOVE C2 SE-N")
    site.build()
    assert _played(site, "red") == ["", "D2>>green,C2>D2>red"]
    assert _played(site) == ["", ""]


def test_a_game_in_the_open_plays_its_moves(tmp_path: Path) -> None:
    site = anew(tmp_path / "lamp", GENIE).order("e4", "d5", "exd5")
    site.build()
    assert _played(site) == ["", "e2>e4>white pawn", "d7>d5>black pawn", "e4>d5>white pawn,d5>>white pawn"]
    helix = anew(tmp_path / "helix", DNA).order("PLACE S A1")
    helix.build()
    assert _played(helix) == ["", ">A1>"]


def test_the_board_of_all_players_marks_what_any_of_them_saw(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "MOVE P2 W-W", "PASS")
    site.build()
    moved = ["tr fr", "tr to"]
    assert _marked(site, POOL) == [[], moved, moved, []]
    assert _marked(site, "green") == [[], [], moved, []]
