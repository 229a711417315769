"""Every ruleset offers the names of the protocol, those that turns seldom need only when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from genetess_cli.rules import RULESETS, genie, program_with, ruleset
from genetess_cli.rules.base import AGREED, CALLED_OFF, PUBLIC, Muster, ResultView, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.orders import entries
from genetess_cli.rules.ruleset import Edition

EVERY_RULESET = pytest.mark.parametrize("name", RULESETS)


@EVERY_RULESET
def test_a_ruleset_is_called_as_it_is_found(name: str) -> None:
    assert name == ruleset(name).name


@EVERY_RULESET
def test_what_no_turn_needs_is_not_loaded_for_one(name: str) -> None:
    parts = [f"genetess_cli.rules.{name}.{part}" for part in ("bots", "offering")]
    code = f"import sys, genetess_cli.rules.{name}; sys.exit(any(part in sys.modules for part in {parts}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@EVERY_RULESET
def test_a_game_has_three_bots_the_weakest_first(name: str) -> None:
    assert ruleset(name).bots().names == ("random", "greedy", "hunter")


@EVERY_RULESET
def test_where_no_bot_is_named_the_second_one_plays(name: str) -> None:
    assert ruleset(name).bots().usual == "greedy"


SEATS = [Seat(colour, colour, start) for colour, start in (("red", "K1"), ("green", "K2"))]
BOARD = Board(map=".....\n" * 5, starts={"K1": {"A1": "AK"}, "K2": {"E5": "AK"}})


@pytest.mark.parametrize(
    ("name", "board", "seats"),
    [("genetess", BOARD, SEATS), ("dna", None, SEATS), ("genie", None, [])],
)
def test_the_builder_offers_the_seat_to_move_what_it_can_order(
    name: str, board: Board | None, seats: list[Seat]
) -> None:
    rules: Any = ruleset(name)
    game = rules.new(rules.settings(), board, seats, Dice(bytes, 0)).game
    seat = rules.view(game, PUBLIC).to_move[0]
    example = rules.offering().example(game, seat, None)
    assert rules.check(game, seat, rules.parse(entries(example)[0]).order) is None
    assert rules.offering().offers(game, seat, None)


def test_a_part_that_lacks_a_library_is_not_taken_for_one_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "genetess_cli.rules.genie.bots", raising=False)
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ModuleNotFoundError, match="chess"):
        ruleset("genie").bots()


def test_where_seats_order_one_after_the_other_nobody_is_mustered() -> None:
    game = genie.opening(genie.Settings(), None, [])
    assert genie.RULES.muster(game, "white", entries("PASS")) == Muster()


@pytest.mark.parametrize(
    ("name", "board", "order", "about"),
    [
        ("genetess", Board(map="###\n#.#\n###\n", starts={}), "MOVE Z99 N", "at"),
        ("genetess", Board(map="###\n#.#\n###\n", starts={}), "TELEPORT B2 Z99", "to"),
        ("genetess", Board(map="###\n#.#\n###\n", starts={}), "MOVE B2 N", None),
        ("genetess", Board(map="", starts={}), "MOVE Z99 N", None),
        ("dna", None, "PLACE S Z99", "at"),
        ("dna", None, "PLACE S A1; MUTATE Z99 TO red", "step 1"),
        ("dna", None, "PLACE S A1; MUTATE A2 TO red", None),
        ("genie", None, "e4", None),
    ],
)
def test_a_square_that_no_day_brings_onto_the_board_is_outside(
    name: str, board: Board | None, order: str, about: str | None
) -> None:
    rules: Any = ruleset(name)
    reading = rules.parse(entries(order)[0])
    found = rules.outside(board, reading.order)
    assert (found.about if found else None) == about
    assert about is None or about in reading.places


def test_a_game_that_was_ended_is_finished() -> None:
    outcome = genie.end(genie.opening(genie.Settings(), None, []), "it is late", False)
    assert genie.view(outcome.game, PUBLIC).phase == "finished"


def test_on_a_chess_board_it_wins_who_wins_there() -> None:
    outcome = genie.end(genie.opening(genie.Settings(), None, []), "it is late", False)
    assert genie.RULES.award(outcome, ["white"]) is outcome


@pytest.mark.parametrize(
    ("version", "program"),
    [(1, None), (2, "genetess 0.1.0"), (3, "an older genetess"), (5, "a newer genetess")],
)
def test_a_version_of_the_rules_is_found_by_the_release_that_has_it(
    version: int, program: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    editions = {
        1: Edition("before"),
        2: Edition("released", "0.1.0"),
        3: Edition("new"),
        4: Edition("of now"),
    }
    monkeypatch.setattr(genie, "RULES", replace(genie.RULES, version=4, editions=editions))
    ruleset.cache_clear()
    assert program_with("genie", version) == program
    ruleset.cache_clear()


def test_a_game_that_was_called_off_is_no_draw() -> None:
    ends = [ResultView([], {}, reason) for reason in (AGREED, CALLED_OFF)]
    assert [(end.is_void, end.nobody_won) for end in ends] == [(False, "a draw"), (True, "called off")]


@pytest.mark.parametrize(
    ("name", "seats"), [("dna", ["red", "green", "blue"]), ("genie", ["white", "black", "red"])]
)
def test_seats_are_called_as_the_rules_say_and_then_by_colours(name: str, seats: list[str]) -> None:
    assert ruleset(name).seat_names(3) == seats


@pytest.mark.parametrize(("name", "sizes"), [("dna", [2, 3, 4]), ("genie", [2])])
def test_where_there_is_no_board_the_rules_say_how_many_can_play(name: str, sizes: list[int]) -> None:
    assert ruleset(name).sizes() == sizes
