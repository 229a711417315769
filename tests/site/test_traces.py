"""What a viewer was told to have happened is marked on the board, and nothing else is (rulings G3, G43)."""

from __future__ import annotations

import re
from pathlib import Path

from genetess_cli.rules.genetess.events import Passed
from genetess_cli.rules.genetess.sight.told import Glimpse, SeenDestroyed, SeenDisplaced, SeenTaken
from genetess_cli.site.board.frame import Size
from genetess_cli.site.board.layers import Board, Layer, printed, thing
from genetess_cli.site.board.marks import draw_marks, merge_marks, merge_moves
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.games.genetess.traces import TRACES
from genetess_cli.site.places import POOL
from genetess_cli.turns.acts import Finish, undo
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, League, wide
from tests.site.scenes import anew, board_with, scenes
from tests.site.test_dna import GAME as DNA
from tests.site.test_genie import GAME as GENIE

UNKNOWN = Glimpse(None, None)
SEATS = {
    "red": SeatFacts("red", "red", "Ragnar", "c-red", "r"),
    "green": SeatFacts("green", "green", "Gwen", "c-green", "g"),
}


def _traces(page: str) -> list[str]:
    """The marks of a board, each by its class and the seat that it is of."""
    board = page.partition('<svg class="board')[2].partition("</svg>")[0]
    trails = re.findall(
        r'<g class="(c-\w+)"><g[^>]*><path class="gone"[^>]*/></g>(<path class="trail0")?', board
    )
    took = re.findall(r'<g class="took"[^>]*><g class="p (c-\w+)"', board)
    crosses = ["lost"] * board.count('class="lost"')
    return [
        *(f"{ink} {'moved' if arrow else 'left'}" for ink, arrow in trails),
        *(f"{ink} took" for ink in took),
        *crosses,
    ]


def test_a_square_that_the_viewer_was_not_told_of_has_no_mark() -> None:
    told = [
        SeenDisplaced("B2", UNKNOWN, None, "red"),
        SeenDisplaced(None, UNKNOWN, None, "red"),
        SeenTaken(None, UNKNOWN, "red"),
        Passed("red"),
    ]
    assert TRACES.marks(told) == {"B2": "left "}
    assert TRACES.moves(told) == "B2>>"


def test_what_came_last_of_a_square_is_marked_on_it() -> None:
    found = merge_marks([{"B2": "came red"}, {"B2": "left red", "C2": "came red", "C2 lost": "took green"}])
    assert found == {"B2": "left red", "C2": "came red", "C2 lost": "took green"}
    assert draw_marks({}, SEATS) == ([], [])


def test_trails_lie_below_the_pieces_and_what_was_taken_on_the_captor() -> None:
    """Bug 6: a cross on the captor reads as if the captor were lost."""
    taken = SeenTaken("E2", Glimpse("green", "A"), "red")
    moved = SeenDisplaced("C2", Glimpse("red", "A"), "E2", "red")
    pieces = Layer({"E2": thing("<g>E2</g>")})
    board = Board(Size(9, 4), pieces=(pieces,)).marked(
        *draw_marks(TRACES.marks([taken, moved]), SEATS, "red")
    )
    drawn = board.svg()
    trail, piece, took = (drawn.index(sign) for sign in ('class="trail"', ">E2<", 'class="took"'))
    assert trail < piece < took
    assert 'class="lost"' not in drawn
    gone = SeenDestroyed("E2", Glimpse("red", "A"))
    _, own = draw_marks(TRACES.marks([gone]), SEATS, "red")
    assert 'class="lost"' in printed(own)  # a cross is for an own piece that is gone
    _, others = draw_marks(TRACES.marks([gone]), SEATS, "green")
    assert 'class="took"' in printed(others)


# Turnsheets


def test_a_sheet_marks_what_its_seat_saw_since_its_last_turn(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "PASS")
    site.build()
    for number in ("0001", "0002", "index"):
        page = site.page(f"riot/sheet/red/{number}.html")
        assert _traces(page) == ["c-red moved"]
    assert _traces(site.page("riot/sheet/red/0000.html")) == []
    site.order("PASS").build()
    assert _traces(site.page("riot/sheet/red/index.html")) == []


def test_a_sheet_marks_nothing_that_its_seat_did_not_see(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    site.build()
    for seat in ("green", "blue"):
        assert _traces(site.page(f"riot/sheet/{seat}/index.html")) == []


def test_a_sealed_sheet_marks_it_too(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E")
    site.build()
    assert _traces(site.sheet("riot/sheet/red/index.html")) == ["c-red moved"]
    assert _traces(site.page("riot/sheet/red/index.html")) == []


def test_what_was_taken_back_is_not_marked(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, to="1a")
    site.build()
    assert _traces(site.page("riot/sheet/red/index.html")) == []


def test_marks_are_the_same_however_often_a_site_is_built(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start()
    for order in ("MOVE C2 E-E", "PASS", "PASS", "MOVE B2 E"):
        site.order(order).build()
    pages = site.pages()
    site.build(full=True)
    assert site.pages() == pages


# The replay


def _marked(site: League, viewer: str = "") -> list[list[str]]:
    """The classes of the marks of each scene, those below the pieces and those above."""
    return [
        [each[1]["class"] for part in ("trails", "marks") for each in scene.get(part, [])]
        for scene in scenes(site, viewer)
    ]


def test_scenes_mark_what_their_viewer_saw_of_the_turn(tmp_path: Path) -> None:
    near = board_with("K2: {D2: K}")
    site = wide(tmp_path, board=near).start().order("MOVE C2 SE-N")
    site.build()
    assert _marked(site, "red") == [[], ["c-red", "took"]]
    assert _marked(site) == [[], []]
    site.hour = 5
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + 99 * HOUR)
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
    assert _marked(site, POOL) == [[], ["c-red"], ["c-green"], []]
    assert _marked(site, "green") == [[], [], ["c-green"], []]


def test_the_board_of_all_players_plays_what_any_of_them_saw() -> None:
    # green saw where the piece came from, red where it went; blue saw all of another one
    assert merge_moves(["C2>>red", "", ">E2>red,D4>D5>blue", "C2>>red"]) == "C2>>red,>E2>red,D4>D5>blue"
    assert merge_moves(["C2>>red", "C2>E2>red", ""]) == "C2>E2>red"
