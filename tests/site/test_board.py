"""The drawn board: coordinates on all sides, fog, walls, and what tells pieces apart without colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.rules import RULESETS, codec, genetess
from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.genetess.game import Piece, Settings, Special
from genetess_cli.rules.genetess.sight import GenetessView
from genetess_cli.site.board import frame
from genetess_cli.site.board.seats import SeatFacts, badge, inks
from genetess_cli.site.games import drawing
from genetess_cli.site.games.genetess.board import blank
from tests.kit.boards import WIDE
from tests.kit.league import wide
from tests.site.html import Document

MAP = ["#########", "#...+...#", "#.......#", "#########"]
SEATS = {
    "red": SeatFacts("red", "red", "Ragnar", "c-red", "r"),
    "green": SeatFacts("green", "green", "Gwen", "c-green", "g"),
}


def _svg(pieces: dict[str, Piece], specials: dict[str, Special] | None = None, viewer: str = "red") -> str:
    return drawing("genetess").board(_view(pieces, viewer, specials), SEATS, 'A <board> & "more"').svg()


def _view(pieces: dict[str, Piece], viewer: str, specials: dict[str, Special] | None = None) -> GenetessView:
    game = codec.load(
        genetess.RULES,
        Settings(),
        {
            "round": 1,
            "to_move": "red",
            "map": "\n".join(MAP) + "\n",
            "players": {"red": {"colour": "red"}, "green": {"colour": "green"}},
            "pieces": [
                {
                    "at": at,
                    "owner": piece.owner,
                    "codes": piece.codes,
                    "phased": piece.phased,
                    "flare": piece.flare,
                }
                for at, piece in pieces.items()
            ],
            "specials": [
                {"at": at, "type": each.type, "text": each.text} for at, each in (specials or {}).items()
            ],
            "starts": [],
        },
    )
    return genetess.view(game, REFEREE if viewer == "referee" else viewer)


def _titles(svg: str) -> list[str]:
    return re.findall(r"<title>(.*?)</title>", svg)


def test_a_board_is_well_formed_and_says_what_it_is() -> None:
    page = Document(_svg({"B2": Piece("red", "K")}))
    assert str(page.of("svg")[0]["aria-label"]).startswith('A <board> & "more". ')
    assert page.of("svg")[0]["role"] == "img"


def test_walls_are_named_to_those_who_cannot_see_them() -> None:
    told = drawing("genetess").describe(_view({"B2": Piece("red", "K")}, "referee"), "The board")
    assert told == "The board. Interior walls: E2; exterior walls: A1 to I1, A2 to A3, I2 to I3, A4 to I4"
    told = drawing("genetess").describe(_view({"B2": Piece("red", "K")}, "red"), "The board")
    assert told.startswith("The board. Exterior walls: A1 to C1, A2 to A3")
    assert told.endswith("; the rest of the board is out of sight")


def test_coordinates_stand_on_all_four_sides() -> None:
    svg = _svg({})
    assert re.findall(r'<text x="30 90 [\d ]+ 510" y="(-?\d+)">ABCDEFGHI</text>', svg) == ["-18", "258"]
    assert re.findall(r'<text x="(-?\d+) [^"]*" y="30 90 150 210">1234</text>', svg) == ["-18", "558"]


@pytest.mark.parametrize("line", ["..?", "..,", "..H", "..b"])
def test_ground_out_of_sight_has_the_pattern_that_hides_it(line: str) -> None:
    assert "hatch" in frame.ground((line,)).patterns
    assert "hatch" not in frame.ground(("...",)).patterns


def test_coordinates_of_two_letters_stand_each_by_itself() -> None:
    drawn = frame.ground(("." * 28,) * 11).coordinates
    assert drawn.count(">ABCDEFGHIJKLMNOPQRSTUVWXYZ</text>") == 2
    assert re.findall(r'<text x="(\d+)" y="-18">(..)</text>', drawn) == [("1590", "AA"), ("1650", "AB")]
    assert re.findall(r'<text x="-18" y="(\d+)">(..)</text>', drawn) == [("570", "10"), ("630", "11")]


def test_fog_and_both_walls_are_drawn_each_in_its_own_way() -> None:
    svg = _svg({"D2": Piece("red", "K")})
    assert all(f'<path class="{layer}" d="M' in svg for layer in "xif")
    assert 'class="f" d="M0 0h120v180h-120z' in svg


def test_own_codes_are_shown_with_their_marks_and_others_only_decoded() -> None:
    pieces = {
        "B2": Piece("red", "ABR", phased=True),
        "C2": Piece("red", "AU", flare=True),
        "C3": Piece("green", "ABC"),
        "G3": Piece("green", "K"),
    }
    assert _titles(_svg(pieces)) == ["B2: red ABRr", "C2: red AUu", "C3: green (codes unknown)"]
    pieces["B3"] = Piece("red", "AF")
    assert "C3: green ABC" in _titles(_svg(pieces))


def test_a_special_square_shows_its_mark_even_under_a_piece() -> None:
    specials = {"C2": Special("S1", "Five <b>E</b>"), "B2": Special("S22", "Monkey")}
    svg = _svg({"B2": Piece("red", "K")}, specials)
    assert "C2: S1 Five &lt;b&gt;E&lt;/b&gt;" in _titles(svg)
    assert svg.rindex(">S22<") > svg.index('class="p ')


def _skeleton(start: str, specials: list[dict[str, str]]) -> str:
    files = genetess.Board(map="\n".join(MAP), starts={start: {"b2": "k", "C2": "AB"}}, specials=specials)
    return blank(files, SEATS, "The board").svg()


@pytest.mark.parametrize(
    "name", ["K", "K1", "GPC", "GPC3", "North", "Antarctica", "north-west-gate", "N" * 24]
)
def test_a_starts_name_is_whole_and_fits_into_its_square(name: str) -> None:
    # ruling G39: players bid on it
    lines = re.findall(r'<text y="(-?[\d.]+)" font-size="(\d+)">([^<]+)</text>', _skeleton(name, []))
    assert "".join(text for _, _, text in lines) == name
    for y, size, text in lines:
        assert len(text) * int(size) * 0.6 <= 60
        assert abs(float(y)) + int(size) / 2 <= 30


def test_a_start_is_named_to_those_who_cannot_see_it_and_a_long_one_in_its_title() -> None:
    svg = _skeleton("<" + "N" * 40, [])
    assert Document(svg).of("svg")[0]["aria-label"] == f"The board: <{'N' * 40} on B2"
    assert _titles(svg) == [f"B2: start &lt;{'N' * 40}"]
    assert "…</text>" in svg


def test_a_skeleton_shows_no_special_and_no_piece() -> None:
    assert _skeleton("K1", [{"at": "D2", "type": "S7", "text": "boom"}]) == _skeleton("K1", [])
    assert ">AB<" not in _skeleton("K1", [])


def test_every_ruleset_has_a_drawing_of_its_own() -> None:
    made = [drawing(name).panel for name in RULESETS]
    assert made == [f"{name}/panel.html" for name in RULESETS]


def test_no_two_seats_have_one_colour() -> None:
    colours = ["mauve", "red", "umber", "blue"]
    assert inks(colours)[1::2] == ["c-red", "c-blue"]
    assert len(set(inks(colours))) == 4


def test_a_turn_with_the_whole_board_tells_its_pieces_and_special_squares_by_their_squares(
    tmp_path: Path,
) -> None:
    site = wide(tmp_path, more="spectators: full\n").start().order("MOVE C2 E-E")
    site.build()
    page = site.page("riot/turns/0001-1a.html")
    assert f'<th scope="row">E2</th><td>{badge("c-red", "r", "red")}</td><td class="codes">ABC</td>' in page
    assert '<th scope="row">P16</th><td><a href="../../rules-genetess.html#S8">S8</a></td>' in page


def test_other_pieces_have_their_owners_name_beside_the_letter(tmp_path: Path) -> None:
    site = wide(tmp_path, board=WIDE.replace("Q2: K", "E3: K")).start()
    site.build()
    text = " ".join(Document(site.page("riot/sheet/red/index.html")).text.split())
    assert "Other pieces in sight g green: E3" in text
