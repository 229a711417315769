"""A ruleset of another package: how it is found, what is wrong with one, and the example, played by its rules alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.rules import NoRuleset, NotInstalled, codec, dna, packages, ruleset
from genetess_cli.rules.base import PUBLIC, REFEREE, Muster, Seat, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import entries
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site.games import drawing, pages_of
from tests.kit.packages import offer, offer_example

EMPTY = "RULES = None\n"
GENIE = """\
from msgspec.structs import replace
from genetess_cli.rules.genie import RULES
RULES = replace(RULES, name='go')
"""
LUCK = Dice(lambda: b"key", 1)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AnyRuleset:
    offer_example(monkeypatch, tmp_path)
    return ruleset("tic-tac-toe")


def _new(rules: AnyRuleset) -> Any:
    return rules.new(rules.settings(), None, [Seat("red", "red"), Seat("blue", "blue")], LUCK).game


def _played(rules: AnyRuleset, *squares: str) -> Any:
    """The position after marks of red and blue in turn."""
    game = _new(rules)
    for number, at in enumerate(squares):
        order = rules.parse(entries(f"mark {at}")[0]).order
        game = rules.play(game, ("red", "blue")[number % 2], order, LUCK).game
    return game


def _rows(rules: AnyRuleset, game: Any, viewer: str) -> str:
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
    assert ruleset("dna").version == dna.VERSION


def test_where_the_modules_of_a_package_lie_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    offer(monkeypatch, tmp_path, "go", "mygo", EMPTY)
    assert packages.places("go") == [f"{tmp_path}/mygo.py"]


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
        (GENIE.replace("name='go'", "tells=1"), "p cannot be loaded: TypeError: .*tells"),
        (GENIE.replace("name='go'", "name='chess'"), "p has the name 'chess'"),
        (EMPTY, "p has no Ruleset at go_.*:RULES: its entry point in genetess.rulesets has to name one"),
        ("NAME = 'go'\n", "p cannot be loaded: AttributeError"),
        (
            GENIE + "RULES = replace(RULES, api=0)\n",
            "p is written for API 0, .* API 1: install a newer version of p",
        ),
        (
            GENIE + "RULES = replace(RULES, api=2)\n",
            "p is written for API 2, .* API 1: install a newer version of genetess",
        ),
    ],
)
def test_what_is_wrong_with_a_package_is_said_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, words: str
) -> None:
    offer(monkeypatch, tmp_path, "go", f"go_{abs(hash(text))}", text)
    with pytest.raises(NoRuleset, match=f"the ruleset 'go' of the package {words}"):
        ruleset("go")


def test_a_ruleset_need_not_offer_all_that_one_can(example: AnyRuleset) -> None:
    game = _new(example)
    offering, bots = example.offering(), example.bots()
    assert example.available(example.settings(), 2) == 1
    assert example.seats == ("red", "green")
    assert example.starts(example.settings(), None) is None
    assert example.muster(game, "red", entries("PASS")) == Muster()
    assert bots.tallies == {}
    assert offering.offers(game, "red", None) == {"plain": example.legal(game, "red")}
    assert offering.example(game, "red", None) == "MARK A1"
    assert offering.alarms(example.view(game, "red")) == ()
    assert bots.names == ("random",)
    assert example.remember(None, None, example.view(game, "red"), []) is None
    order = bots.named["random"].choose(game, "red", LUCK, None)
    assert str(order) in example.legal(game, "red")
    outcome = example.play(game, "red", order, LUCK)
    assert example.award(outcome, ["red"]) == outcome
    assert [*bots.tally(outcome.events[0])] == []
    assert [*example.unsound(game)] == []
    for refused in (example.end(game, "it is late", True), example.drop(game, "red", LUCK)):
        assert refused.problem
        assert refused.game == game


def test_pages_of_a_package_come_by_the_same_door_as_its_rules(example: AnyRuleset) -> None:
    assert pages_of("tic-tac-toe").title == "Tic-tac-toe"
    assert (
        "<circle"
        in drawing("tic-tac-toe")
        .board(example.view(_played(example, "A1", "B2"), REFEREE), {}, "The board")
        .svg()
    )


def test_pages_that_are_written_for_another_api_are_not_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "go_drawn"
    package.mkdir()
    (package / "__init__.py").write_text(GENIE)
    (package / "pages.py").write_text(
        "from genetess_cli.site.games.pages import GamePages\nPAGES = GamePages(api=2, title='Go')\n"
    )
    offer(monkeypatch, tmp_path, "go", "go_drawn")
    assert ruleset("go").name == "go"
    with pytest.raises(
        NoRuleset, match="what pages show of the ruleset 'go' of the package p is written for"
    ):
        pages_of("go")


def test_a_package_without_pages_has_its_name_as_title(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, tmp_path, "go-moku", "go_plain", GENIE)
    info = tmp_path / "p-1.dist-info" / "entry_points.txt"
    info.write_text("[genetess.rulesets]\ngo-moku = go_plain:RULES\n")
    assert pages_of("go-moku").title == "Go moku"


# The example


def test_a_player_sees_their_own_marks_and_what_they_ran_into(example: AnyRuleset) -> None:
    game = _played(example, "B2", "B2", "A1", "C3")
    assert _rows(example, game, "red") == "X?? ?X? ???"
    assert _rows(example, game, "blue") == "??? ?X? ??O"
    assert _rows(example, game, PUBLIC) == "??? ??? ???"
    assert _rows(example, game, REFEREE) == "X.. .X. ..O"


@pytest.mark.parametrize(
    ("order", "slug"), [("MARK B2", "taken"), ("MARK D4", "off-board"), ("MARK A1", None), ("HOLIDAY", None)]
)
def test_only_what_a_player_can_know_to_be_wrong_is_refused(
    example: AnyRuleset, order: str, slug: str | None
) -> None:
    game = _played(example, "B2", "A1")
    read = example.parse(entries(order)[0]).order
    assert read is not None
    problem = example.check(game, "red", read)
    assert (problem and problem.slug) == slug


def test_an_order_that_fails_leaves_everything_as_it_was(example: AnyRuleset) -> None:
    game = _played(example, "B2", "A1")
    outcome = example.play(game, "red", example.parse(entries("MARK B2")[0]).order, LUCK)
    assert (outcome.game, outcome.events) == (game, [])
    assert outcome.problem


def test_an_order_is_a_word_and_a_square(example: AnyRuleset) -> None:
    reading = example.parse(entries("take B2")[0])
    assert reading.problem
    assert "MARK" in reading.problem.message


def test_three_in_a_row_win_and_lift_the_fog(example: AnyRuleset) -> None:
    game = _played(example, "A1", "A2", "B1", "B2", "C1")
    view = example.view(game, "blue")
    assert view.result
    assert (view.result.winners, view.result.reason) == (["red"], "A1-B1-C1 are in a row")
    assert _rows(example, game, PUBLIC) == "XXX OO. ..."
    assert example.legal(game, "blue") == []


def test_a_full_board_is_a_draw(example: AnyRuleset) -> None:
    game = _played(example, "A1", "B1", "C1", "B2", "A2", "C2", "B3", "A3", "C3")
    assert game.result.winners == ()
    assert {player.score for player in example.view(game, PUBLIC).players.values()} == {0.5}


def test_who_misses_the_deadline_is_passed(example: AnyRuleset) -> None:
    game = example.play(_new(example), "red", None, LUCK).game
    assert example.view(game, PUBLIC).to_move == ["blue"]


def test_two_can_play(example: AnyRuleset) -> None:
    assert not example.faults(example.settings(), None, [Seat("red", "red"), Seat("blue", "blue")])
    assert example.faults(example.settings(), None, [Seat("red", "red")])


def test_a_position_is_read_as_it_was_saved(example: AnyRuleset) -> None:
    game = _played(example, "B2", "B2")
    assert codec.load(example, example.settings(), plain(codec.dump(game))) == game
    with pytest.raises(ValueError, match="object"):
        codec.load(example, example.settings(), [])


def test_events_in_order_lead_on_from_the_opening(example: AnyRuleset) -> None:
    seats = [Seat("red", "red"), Seat("blue", "blue")]
    game = example.opening(example.settings(), None, seats)
    for event in example.new(example.settings(), None, seats, LUCK).events:
        game = example.apply(game, codec.event(example, plain(event)))
    assert game == _new(example)
