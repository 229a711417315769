"""The figures of a board: ways, open squares, specials, rooms cut off, and the verdict on its starts."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules.base import SetupFault
from genetess_cli.rules.genetess.boards.fairness import BoardSurvey, faults, survey
from genetess_cli.rules.genetess.setup import Board

ROOMS = """\
###########
#....#....#
#....#....#
#+#######.#
#.........#
#.###.....#
#.#.#.....#
#.###.....#
#.........#
###########
"""
STARTS = {"K1": {"B2": "K"}, "K2": {"I9": "AB", "J9": "K"}, "K3": {"J2": "K"}}
SPECIALS: list[dict[str, Any]] = [
    {"at": "D7", "type": "S5"},
    {"at": "B4", "type": "S1", "amount": 3},
    {"at": "C3", "type": "S7"},
]
OPEN = "#######\n#.....#\n#.....#\n#.....#\n#######\n"


def _of(map_: str = ROOMS, starts: Any = STARTS, specials: Any = SPECIALS) -> BoardSurvey:
    board = Board(map_, starts, specials)
    assert faults(board) == []
    return survey(board)


def test_ways_are_steps_over_floor() -> None:
    ways = {start.name: start.ways for start in _of().measured}
    assert ways == {"K1": {"K2": None, "K3": None}, "K2": {"K1": None, "K3": 7}, "K3": {"K1": None, "K2": 7}}
    assert [start.nearest for start in _of().measured] == [None, 7, 7]


def test_diagonal_steps_are_no_ways() -> None:
    assert _of(".+\n+.\n", {"K1": {"A1": "K"}, "K2": {"B2": "K"}}, []).parties == [["K1"], ["K2"]]


def test_open_squares_are_those_within_3_and_6_steps() -> None:
    assert [start.open for start in _of().measured][:2] == [{"3": 6, "6": 7}, {"3": 9, "6": 25}]


def test_specials_count_within_so_many_steps() -> None:
    assert [start.specials for start in _of().measured] == [{"S7": 1}, {}, {}]
    assert [start.nearest_special for start in _of().measured] == [2, None, None]


def test_specials_are_listed_by_number() -> None:
    specials = [{"at": "B3", "type": "S13"}, {"at": "B4", "type": "S5"}, {"at": "C4", "type": "S5"}]
    found = _of(OPEN, {"K1": {"B2": "K"}, "K2": {"F2": "K"}}, specials)
    assert list(found.measured[0].specials.items()) == [("S5", 2), ("S13", 1)]


def test_rooms_that_no_start_leads_to() -> None:
    (room,) = _of().rooms
    assert (room.at, room.squares, room.specials) == ("D7", 1, ("D7 S5",))


def test_specials_in_interior_wall_are_buried() -> None:
    assert _of().buried == ("B4 S1",)


def test_the_counts_of_a_board() -> None:
    found = _of()
    assert (found.columns, found.rows, found.floor, found.walls, found.starts) == (11, 10, 54, 1, 3)


def test_a_start_with_two_kings_counts_from_the_nearer_one() -> None:
    found = _of(OPEN, {"K1": {"B2": "K", "D2": "KA"}, "K2": {"F2": "K"}}, [])
    assert [start.at for start in found.measured] == ["B2", "F2"]
    assert [start.nearest for start in found.measured] == [2, 2]


def test_a_start_with_two_kings_joins_what_walls_part() -> None:
    starts = {"K1": {"A1": "K"}, "K2": {"C1": "K"}, "K3": {"A2": "K", "C2": "K"}}
    assert _of(".+.\n.+.\n", starts, []).parties == [["K1", "K2", "K3"]]


def test_starts_in_parts_are_told_apart() -> None:
    assert _of().verdict == [
        "Not every start can be walked to: K1 | K2, K3.",
        "The starts are not alike: compare their figures.",
        "A figure is up to 100 % less at one of them than at another.",
    ]


def test_a_verdict_where_only_ways_differ() -> None:
    starts = {"K1": {"A1": "K"}, "K2": {"Y1": "K"}, "K3": {"A3": "K"}, "K4": {"X3": "K"}}
    found = _of("." * 25 + "\n" + "#" * 25 + "\n" + "." * 24 + "#\n", starts, [])
    assert not found.alike
    assert found.verdict == [
        "Not every start can be walked to: K1, K2 | K3, K4.",
        "The starts are not alike: compare their figures.",
        "A figure is up to 5 % less at one of them than at another.",
    ]


def test_starts_that_are_alike_in_figures_alone() -> None:
    starts = {"K1": {"A1": "K"}, "K2": {"E1": "K"}}
    found = _of(".....\n#+###\n", starts, [])
    assert (found.alike, found.images) == (True, False)
    assert found.verdict == ["All starts are alike in these figures."]


def test_starts_that_are_images_of_each_other() -> None:
    found = _of(".....\n##+##\n", {"K1": {"A1": "K"}, "K2": {"E1": "K"}}, [])
    assert found.verdict == [
        "All starts are alike: turned or mirrored onto another start, the board is the same."
    ]


@pytest.mark.parametrize(
    ("specials", "images"),
    [
        ([], True),
        ([{"at": "D3", "type": "S5"}], True),
        ([{"at": "C3", "type": "S5"}], False),
        ([{"at": "C3", "type": "S5"}, {"at": "E3", "type": "S5"}], True),
        ([{"at": "C3", "type": "S5"}, {"at": "E3", "type": "S9"}], False),
        ([{"at": "C3", "type": "S1", "amount": 1}, {"at": "E3", "type": "S1", "amount": 2}], False),
        ([{"at": "C3", "type": "S3", "target": "C2"}, {"at": "E3", "type": "S3", "target": "E2"}], True),
        ([{"at": "C3", "type": "S3", "target": "C2"}, {"at": "E3", "type": "S3", "target": "E4"}], True),
        ([{"at": "C3", "type": "S3", "target": "C2"}, {"at": "E3", "type": "S3", "target": "D3"}], False),
        ([{"at": "D3", "type": "S8", "targets": ["C2", "E2"]}], True),
        ([{"at": "D3", "type": "S8", "targets": ["C2"]}], False),
        ([{"at": "D3", "type": "S5", "text": "Look!"}], True),
    ],
)
def test_turned_or_mirrored_the_specials_must_do_the_same(specials: Any, images: bool) -> None:
    starts = {"K1": {"B3": "K"}, "K2": {"F3": "K"}}
    assert _of(OPEN, starts, specials).images is images


def test_starts_with_other_pieces_are_no_images() -> None:
    assert not _of(OPEN, {"K1": {"B3": "K"}, "K2": {"F3": "AK"}}, []).images


def test_a_square_board_can_be_turned_by_a_quarter() -> None:
    starts = {"K1": {"B1": "K"}, "K2": {"D2": "K"}, "K3": {"C4": "K"}, "K4": {"A3": "K"}}
    assert _of("....\n" * 4, starts, []).images


def test_of_many_starts_those_are_measured_that_a_game_can_use() -> None:
    starts = {f"K{number}": {f"A{number}": "K"} for number in range(1, 31)}
    found = _of(".\n" * 30, starts, [])
    assert (found.starts, len(found.measured)) == (30, 26)
    assert found.rooms == []


def test_a_board_needs_two_starts() -> None:
    assert faults(Board(OPEN, {"K1": {"B2": "K"}})) == [
        SetupFault(("starts",), "a board needs 2 starts or more")
    ]


def test_faults_are_at_their_place_in_the_file() -> None:
    found = faults(Board(OPEN, {"K1": {"B2": "K"}, "K2": {"A1": "K"}}, [{"at": "B3", "type": "S1"}]))
    assert [fault.path for fault in found] == [("starts", "K2", "A1"), ("specials", 0)]
