"""What is wrong with a board and settings, each with the path at which to mend it; the position of good ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Seat, SetupFault
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.game import Piece, Settings
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import ALL
from tests.kit.shares import examples

MAP = "#####\n#.+.#\n#...#\n#####\n"
STARTS = {"K1": {"B2": "K"}, "K2": {"D3": "k", "C3": "cba"}}
SEATS = [Seat("red", "red", "K1"), Seat("green", "green", "K2")]
SPECIAL: dict[str, Any] = {"at": "C2", "type": "S1", "amount": 5}


def _faults(
    rules: Settings | None = None, seats: list[Seat] = SEATS, **board: Any
) -> list[tuple[tuple[str | int, ...], str]]:
    made = Board(**{"map": MAP, "starts": STARTS, "specials": [SPECIAL], **board})
    return [(fault.path, fault.message) for fault in genetess.faults(rules or Settings(), made, seats)]


def test_a_good_board_has_no_faults() -> None:
    assert _faults() == []


def _extra(codes: str) -> dict[str, Any]:
    return {"starts": STARTS | {"K3": {"B3": codes}}}


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        (Settings(specials="1.01"), ("rules", "specials")),
        (Settings(starting_e=-1), ("rules", "starting_e")),
        (Settings(starting_e=1_000_001), ("rules", "starting_e")),
        (Settings(e_per_king=-1), ("rules", "e_per_king")),
        (Settings(codes=""), ("rules", "codes")),
        (Settings(codes="abc"), ("rules", "codes")),
        (Settings(codes="ABA"), ("rules", "codes")),
        (Settings(gamble=("kings",)), ("rules", "gamble", 0)),
    ],
)
def test_a_setting_out_of_bounds(rules: Settings, path: tuple[str | int, ...]) -> None:
    assert [fault[0] for fault in _faults(rules)] == [path]


@pytest.mark.parametrize(
    ("board", "path", "words"),
    [
        ({"map": ""}, ("board", "map"), "1 to 200 rows, not 0"),
        ({"map": ".\n" * 201}, ("board", "map"), "1 to 200 rows, not 201"),
        ({"map": "." * 201}, ("board", "map", 0), "1 to 200 squares, not 201"),
        ({"map": "\n"}, ("board", "map", 0), "1 to 200 squares, not 0"),
        ({"map": "...\n.x.\n"}, ("board", "map", 1), "row 2, column 2: a map is made of # + and ., not 'x'"),
        ({"map": "...\n..\n"}, ("board", "map", 1), "row 2 has 2 squares and the first has 3"),
        ({"starts": STARTS | {"K3": {"B9": "K"}}}, ("board", "starts", "K3", "B9"), "off the map"),
        ({"starts": STARTS | {"K3": {"B": "K"}}}, ("board", "starts", "K3", "B"), "'B' is no square"),
        ({"starts": STARTS | {"K3": {"C2": "K"}}}, ("board", "starts", "K3", "C2"), "C2 is wall"),
        ({"starts": STARTS | {"K3": {"b2": "K"}}}, ("board", "starts", "K3", "b2"), "taken by start K1"),
        ({"starts": STARTS | {"K3": {"B3": "A"}}}, ("board", "starts", "K3"), "needs a piece with K"),
        (_extra("BC"), ("board", "starts", "K3", "B3"), "cannot live"),
        (_extra("A1"), ("board", "starts", "K3", "B3"), "no genetic"),
        (_extra(""), ("board", "starts", "K3", "B3"), "no genetic"),
        (_extra("OZOZOZK"), ("board", "starts", "K3", "B3"), "worth more than"),
        (_extra("Aß"), ("board", "starts", "K3", "B3"), "no genetic"),
        ({"specials": [SPECIAL | {"at": "Q9"}]}, ("board", "specials", 0, "at"), "off the map"),
        ({"specials": [{"type": "S5"}]}, ("board", "specials", 0), "a special needs `at:`"),
        ({"specials": [SPECIAL | {"at": [1]}]}, ("board", "specials", 0, "at"), "a list is no square"),
        ({"specials": [SPECIAL | {"at": "A1"}]}, ("board", "specials", 0, "at"), "exterior wall"),
        ({"specials": [SPECIAL, SPECIAL]}, ("board", "specials", 1, "at"), "has a special already"),
        ({"specials": [SPECIAL | {"type": "S99"}]}, ("board", "specials", 0, "type"), f"one of {ALL}"),
        ({"specials": [SPECIAL | {"type": ["S1"]}]}, ("board", "specials", 0, "type"), f"one of {ALL}"),
        ({"specials": [{"at": "C2"}]}, ("board", "specials", 0), f"needs `type:` with one of {ALL}"),
    ],
)  # fmt: skip
def test_a_fault_of_the_board(board: dict[str, Any], path: tuple[str | int, ...], words: str) -> None:
    found = _faults(**board)
    assert path in [fault[0] for fault in found]
    assert words in dict(found)[path]


@pytest.mark.parametrize(
    ("seats", "path", "words"),
    [
        ([], ("players",), "at least 2 players"),
        (SEATS[:1], ("players",), "at least 2 players"),
        (
            [*SEATS, Seat("blue", "blue")],
            ("players", 2),
            "blue has no start; add `start:` with one of K1, K2",
        ),
        ([*SEATS, Seat("blue", "blue", "K7")], ("players", 2, "start"), "no start K7; it has K1, K2"),
        ([*SEATS, Seat("blue", "blue", "K2")], ("players", 2, "start"), "taken by another seat"),
    ],
)
def test_a_fault_of_the_seats(seats: list[Seat], path: tuple[str | int, ...], words: str) -> None:
    found = _faults(seats=seats)
    assert [fault[0] for fault in found] == [path]
    assert words in found[0][1]


def test_there_are_letters_for_26_seats_only() -> None:
    starts = {f"K{index}": {f"A{index}": "K"} for index in range(1, 28)}
    seats = [Seat(f"p{index}", "red", f"K{index}") for index in range(1, 28)]
    found = genetess.faults(Settings(), Board(".\n" * 27, starts), seats)
    assert found == [SetupFault(("players",), "at most 26 players can play")]  # ruling G40


@settings(max_examples=examples(40))
@given(
    st.text("#+.\n x", max_size=30),
    st.dictionaries(st.text(max_size=3), st.dictionaries(st.text("A1b2", max_size=3), st.text("AKkß1", max_size=4))),
    st.lists(st.dictionaries(st.sampled_from(["at", "type", "text"]), st.sampled_from(["A1", "S1", 5, None, [], {}]))),
)  # fmt: skip
def test_any_board_has_faults_or_begins(
    map_: str, starts: dict[str, dict[str, str]], specials: list[Any]
) -> None:
    board = Board(map_, starts, specials)
    seats = [Seat(f"p{index}", "red", start) for index, start in enumerate(starts)]
    if not genetess.faults(Settings(), board, seats):
        assert genetess.opening(Settings(), board, seats).pieces


def test_the_opening_holds_the_map_the_pieces_and_the_specials() -> None:
    board = Board(MAP, STARTS | {"K3": {"B3": "K"}}, [SPECIAL, {"at": "D2", "type": "S5", "text": "See!"}])
    game = genetess.opening(Settings(starting_e=7), board, SEATS)
    pieces = {str(square): piece for square, piece in game.pieces.items()}
    assert pieces == {"B2": Piece("red", "K"), "C3": Piece("green", "ABC"), "D3": Piece("green", "K")}
    assert game.is_interior(Square.named("C2"))
    assert game.is_exterior(Square.named("A1"))
    specials = {str(square): (special.type, special.text) for square, special in game.specials.items()}
    assert specials == {"C2": ("S1", "5 E for each K you have"), "D2": ("S5", "See!")}
    assert game.specials[Square.named("C2")].details == {"amount": 5}
    assert list(map(str, game.starts)) == ["B2", "B3", "D3"]  # ruling G38
    assert {player.e for player in game.players.values()} == {7}
