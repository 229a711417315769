"""A ruleset of another package: how it is found, what is wrong with one, and the example, played by its rules alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.rules import NoRuleset, NotInstalled, codec, extras, load, ruleset
from genetess_cli.rules.base import PUBLIC, REFEREE, Ruleset, Seat, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import entries
from tests.kit.packages import offer, offer_example

EMPTY = "NAME = 'go'\n"
GENIE = "from genetess_cli.rules.genie import *\nfrom genetess_cli.rules.genie import SETTINGS\nNAME = 'go'\n"
LUCK = Dice(lambda: b"key", 1)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ruleset:
    offer_example(monkeypatch, tmp_path)
    return ruleset("tic-tac-toe")


def _new(rules: Ruleset) -> Any:
    return rules.new(rules.SETTINGS(), None, [Seat("red", "red"), Seat("blue", "blue")], LUCK).game


def _played(rules: Ruleset, *squares: str) -> Any:
    """The position after marks of red and blue in turn."""
    game = _new(rules)
    for number, at in enumerate(squares):
        order = rules.parse(entries(f"mark {at}")[0]).order
        game = rules.play(game, ("red", "blue")[number % 2], order, LUCK).game
    return game


def _rows(rules: Ruleset, game: Any, viewer: str) -> str:
    return " ".join(rules.view(game, viewer).rows)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["chequers", "../up", "A", "x" * 50])
def test_a_game_that_nobody_offers_is_not_installed(name: str) -> None:
    with pytest.raises(NotInstalled, match="there is no ruleset"):
        ruleset(name)


def test_no_entry_point_is_read_for_a_ruleset_of_this_package() -> None:
    code = "import sys, genetess_cli.rules as r; r.ruleset('dna'); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "False\n"


def test_a_package_cannot_take_the_place_of_a_ruleset_of_this_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, tmp_path, "dna", "mydna", EMPTY)
    assert ruleset("dna").__name__ == "genetess_cli.rules.dna"  # type: ignore[attr-defined]


def test_of_two_packages_with_one_name_both_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for package in ("p", "q"):
        offer(monkeypatch, tmp_path / package, "go", "go_rules", EMPTY, package)
    with pytest.raises(NoRuleset, match="the packages p and q all offer a ruleset 'go': uninstall"):
        ruleset("go")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nothing_of_this_name\n", "p cannot be loaded: ModuleNotFoundError: No module named"),
        ("1 / 0\n", "p cannot be loaded: ZeroDivisionError: division by zero"),
        (GENIE + "del tell, TIMEOUTS\n", "p lacks tell and TIMEOUTS"),
        (GENIE.replace("go", "chess"), "p has the NAME 'chess'"),
    ],
)
def test_what_is_wrong_with_a_package_is_said_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, words: str
) -> None:
    offer(monkeypatch, tmp_path, "go", f"go_{len(text)}", text)
    with pytest.raises(NoRuleset, match=f"the ruleset 'go' of the package {words}"):
        ruleset("go")


def test_the_first_module_of_a_package_stands_in_for_those_that_it_lacks(example: Ruleset) -> None:
    assert load("site.games", "tic-tac-toe", "words").__name__ == "tic_tac_toe.words"
    assert load("rules", "tic-tac-toe", "bots").__name__ == "tic_tac_toe"


def test_a_module_of_a_package_that_lacks_a_library_is_not_taken_for_one_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, example: Ruleset
) -> None:
    monkeypatch.delitem(sys.modules, "tic_tac_toe.words", raising=False)
    monkeypatch.setitem(sys.modules, "genetess_cli.rules.voice", None)
    with pytest.raises(ModuleNotFoundError, match=r"genetess_cli\.rules\.voice"):
        load("site.games", "tic-tac-toe", "words")


def test_a_ruleset_needs_no_more_than_the_protocol(example: Ruleset) -> None:
    game = _new(example)
    assert extras.available(example, None, 2) == 1
    assert [*extras.seats(example)] == ["red", "green"]
    assert [*extras.examples(example)] == ["MARK B2", "* MARK A1"]
    assert extras.tallies(example) == {}
    assert extras.offers(example, game, "red") == {"plain": example.legal(game, "red")}
    assert extras.example(example, game, "red") == "MARK A1"
    assert extras.bots(example) == ("random",)
    assert extras.remember(example, None, None, example.view(game, "red"), []) is None
    assert str(extras.choose(example, "random", game, "red", LUCK)) in example.legal(game, "red")
    outcome = example.play(game, "red", extras.choose(example, "random", game, "red", LUCK), LUCK)
    assert [*extras.tally(example, outcome.events[0])] == []
    for refused in (
        extras.end(example, game, "it is late", draw=True),
        extras.drop(example, game, "red", LUCK),
    ):
        assert refused.problem
        assert refused.game == game


# The example


def test_a_player_sees_their_own_marks_and_what_they_ran_into(example: Ruleset) -> None:
    game = _played(example, "B2", "B2", "A1", "C3")
    assert _rows(example, game, "red") == "X?? ?X? ???"
    assert _rows(example, game, "blue") == "??? ?X? ??O"
    assert _rows(example, game, PUBLIC) == "??? ??? ???"
    assert _rows(example, game, REFEREE) == "X.. .X. ..O"


@pytest.mark.parametrize(
    ("order", "slug"), [("MARK B2", "taken"), ("MARK D4", "off-board"), ("MARK A1", None), ("HOLIDAY", None)]
)
def test_only_what_a_player_can_know_to_be_wrong_is_refused(
    example: Ruleset, order: str, slug: str | None
) -> None:
    game = _played(example, "B2", "A1")
    problem = example.check(game, "red", example.parse(entries(order)[0]).order)
    assert (problem and problem.slug) == slug


def test_an_order_that_fails_leaves_everything_as_it_was(example: Ruleset) -> None:
    game = _played(example, "B2", "A1")
    outcome = example.play(game, "red", example.parse(entries("MARK B2")[0]).order, LUCK)
    assert (outcome.game, outcome.events) == (game, [])
    assert outcome.problem


def test_an_order_is_a_word_and_a_square(example: Ruleset) -> None:
    reading = example.parse(entries("take B2")[0])
    assert reading.problem
    assert "MARK" in reading.problem.message


def test_three_in_a_row_win_and_lift_the_fog(example: Ruleset) -> None:
    game = _played(example, "A1", "A2", "B1", "B2", "C1")
    view = example.view(game, "blue")
    assert view.result
    assert (view.result.winners, view.result.reason) == (["red"], "A1-B1-C1 are in a row")
    assert _rows(example, game, PUBLIC) == "XXX OO. ..."
    assert example.legal(game, "blue") == []


def test_a_full_board_is_a_draw(example: Ruleset) -> None:
    game = _played(example, "A1", "B1", "C1", "B2", "A2", "C2", "B3", "A3", "C3")
    assert game.result.winners == []
    assert {player.score for player in example.view(game, PUBLIC).players.values()} == {0.5}


def test_who_misses_the_deadline_is_passed(example: Ruleset) -> None:
    game = example.play(_new(example), "red", None, LUCK).game
    assert example.view(game, PUBLIC).to_move == ["blue"]


def test_two_can_play(example: Ruleset) -> None:
    assert not example.faults(example.SETTINGS(), None, [Seat("red", "red"), Seat("blue", "blue")])
    assert example.faults(example.SETTINGS(), None, [Seat("red", "red")])


def test_a_position_is_read_as_it_was_saved(example: Ruleset) -> None:
    game = _played(example, "B2", "B2")
    assert codec.load(example, example.SETTINGS(), plain(codec.dump(game))) == game
    with pytest.raises(ValueError, match="object"):
        codec.load(example, example.SETTINGS(), [])


def test_events_in_order_lead_on_from_the_opening(example: Ruleset) -> None:
    seats = [Seat("red", "red"), Seat("blue", "blue")]
    game = example.opening(example.SETTINGS(), None, seats)
    for event in example.new(example.SETTINGS(), None, seats, LUCK).events:
        game = example.apply(game, codec.event(example, plain(event)))
    assert game == _new(example)
