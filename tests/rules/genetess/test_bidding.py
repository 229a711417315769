"""What must be right before a game with a round 0 can start (ruling G39), each fault with the place to mend it."""

from __future__ import annotations

import pytest

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Seat
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess.game import MOST_SEATS, Settings
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.site.board.seats import PALETTE

Path = tuple[str | int, ...]
STARTS = {"K1": {"A1": "K"}, "K2": {"C1": "K"}, "Far-away": {"E1": "K"}}


def _faults(
    gamble: tuple[str, ...], seats: list[Seat], starts: dict[str, dict[str, str]] = STARTS
) -> dict[Path, str]:
    found = genetess.faults(Settings(gamble=gamble), Board("......\n" * 9, starts), seats)
    return {fault.path: fault.message for fault in found}


def _seats(*names: str, start: str | None = None) -> list[Seat]:
    return [Seat(name, name, start) for name in names]


@pytest.mark.parametrize("gamble", [("start",), ("start", "order"), ("colour", "order", "start")])
def test_a_game_in_which_starts_are_gambled_for_has_more_starts_than_players(gamble: tuple[str, ...]) -> None:
    assert _faults(gamble, _seats("p1", "p2")) == {}


def test_what_is_gambled_for_is_start_order_or_colour() -> None:
    found = _faults(("start", "king"), _seats("p1", "p2"))
    assert found[("rules", "gamble", 1)] == "'king' cannot be gambled for; there are start, order, colour"


def test_where_starts_are_gambled_for_no_seat_has_one() -> None:
    found = _faults(("start",), [Seat("red", "red"), Seat("green", "green", "K1")])
    assert list(found) == [("players", 1, "start")]
    assert "take `start:` out of the line of green" in found[("players", 1, "start")]


def test_where_starts_are_not_gambled_for_every_seat_has_one() -> None:
    assert list(_faults(("order",), _seats("red", "green"))) == [("players", 0), ("players", 1)]


def test_there_are_at_least_as_many_starts_as_seats() -> None:
    found = _faults(("start",), _seats("a", "b", "c", "d"))
    assert "3 starts for 4 players" in found[("board", "starts")]


@pytest.mark.parametrize(
    "name",
    ["1st", "22ND", "red", "on", "Then", "move", "N", "ne-sw", "E", "K 1", "K,1", "K/1", "#1", "K1!", "", "dont"],
)  # fmt: skip
def test_a_start_has_a_name_that_an_order_can_say(name: str) -> None:
    found = _faults(("start",), _seats("p1", "p2"), STARTS | {name: {"E3": "K"}})
    assert list(found) == [("board", "starts", name)]
    assert "use one word of letters and digits" in found[("board", "starts", name)]


def test_two_starts_differ_by_more_than_capitals() -> None:
    found = _faults(("start",), _seats("p1", "p2"), STARTS | {"k1": {"E3": "K"}})
    assert "K1 is too much alike" in found[("board", "starts", "k1")]


def test_names_of_starts_are_free_where_nobody_gambles_for_them() -> None:
    starts = {"red": {"A1": "K"}, "1st": {"C1": "K"}}
    assert _faults(("order",), [Seat("p1", "p1", "red"), Seat("p2", "p2", "1st")], starts) == {}


def test_where_colours_are_gambled_for_seats_have_neutral_names() -> None:
    found = _faults(("colour",), [Seat("north", "north", "K1"), Seat("green", "green", "K2")])
    assert list(found) == [("players", 1, "seat")]
    assert "call it p2" in found[("players", 1, "seat")]


def test_where_colours_are_gambled_for_nobody_has_one() -> None:
    found = _faults(("colour",), [Seat("p1", "red", "K1"), Seat("p2", "p2", "K2")])
    assert "take `colour:` out of the line of p1" in found[("players", 0, "colour")]


def test_no_more_can_play_than_there_are_colours() -> None:
    starts = {f"K{number}": {f"{'ABCDEF'[number % 6]}{number // 6 + 1}": "K"} for number in range(MOST_SEATS)}
    seats = [Seat(f"p{number}", f"p{number}", f"K{number}") for number in range(len(COLOURS) + 1)]
    assert f"there are {len(COLOURS)}" in _faults(("colour",), seats, starts)[("players",)]
    assert _faults(("colour",), seats[:-1], starts) == {}


def test_the_site_draws_every_colour_that_can_be_won() -> None:
    assert PALETTE == COLOURS
