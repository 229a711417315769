"""Every ruleset offers the names of the protocol, those that turns seldom need only when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import cast

import pytest

from genetess_cli.rules import RULESETS, extras, ruleset
from genetess_cli.rules.base import Muster, Outcome, Ruleset
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.orders import entries

EVERY_RULESET = pytest.mark.parametrize("name", RULESETS)
NAMES = [name for name in {**vars(Ruleset), **Ruleset.__annotations__} if not name.startswith("_")]


@EVERY_RULESET
def test_every_name_of_the_protocol_is_there(name: str) -> None:
    missing = [each for each in NAMES if not hasattr(ruleset(name), each)]
    assert not missing
    assert name == ruleset(name).NAME


@EVERY_RULESET
def test_no_other_name_is(name: str) -> None:
    with pytest.raises(AttributeError, match=f"rules.{name}' has no attribute 'fold'"):
        ruleset(name).fold  # type: ignore[attr-defined]  # noqa: B018


@EVERY_RULESET
def test_what_no_turn_needs_is_not_loaded_for_one(name: str) -> None:
    parts = [f"genetess_cli.rules.{name}.{part}" for part in ("bots", "offering")]
    code = f"import sys, genetess_cli.rules.{name}; sys.exit(any(part in sys.modules for part in {parts}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_game_that_nobody_wrote_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="chequers"):
        ruleset("chequers")


def test_a_part_that_lacks_a_library_is_not_taken_for_one_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "genetess_cli.rules.genie.bots", raising=False)
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ModuleNotFoundError, match="chess"):
        extras.tallies(ruleset("genie"))


@pytest.mark.parametrize("name", ["dna", "genie"])
def test_where_nothing_is_hidden_every_entry_is_in_view(name: str) -> None:
    assert extras.in_view(ruleset(name), None, "red", entries("PLACE L D99")[0])  # ruling G44


@pytest.mark.parametrize("name", ["dna", "genie"])
def test_where_seats_order_one_after_the_other_nobody_is_mustered(name: str) -> None:
    assert extras.muster(ruleset(name), None, "red", entries("PASS")) == Muster()


def _plain(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """A ruleset with the names of the protocol alone: those of another, of which it has no other part."""
    monkeypatch.setattr("genetess_cli.rules.RULESETS", (*RULESETS, "plain"))
    names = {each: getattr(ruleset("genie"), each) for each in NAMES}
    return cast("Ruleset", SimpleNamespace(**names | {"NAME": "plain"}))


def test_a_ruleset_needs_no_more_than_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = _plain(monkeypatch)
    game = rules.new(rules.SETTINGS(), None, (), Dice(bytes, 0)).game
    assert extras.available(rules, None, 2) == 1
    assert [*extras.seats(rules)] == ["red", "green"]
    assert (extras.examples(rules), extras.offers(rules, game, "white"), extras.tallies(rules)) == (
        (),
        {},
        {},
    )
    assert extras.example(rules, game, "white") == rules.legal(game, "white")[0]
    luck = Dice(lambda: b"key", 1)
    assert str(extras.greedy(rules, game, "white", luck)) in rules.legal(game, "white")
    outcome = rules.play(game, "white", extras.sample(rules, game, "white", luck), luck)
    assert (extras.flaws(rules, game, outcome), [*extras.tally(rules, outcome.events[0])]) == ([], [])
    for refused in (
        extras.end(rules, game, "it is late", draw=True),
        extras.drop(rules, game, "white", luck),
    ):
        assert refused.problem
        assert refused.game == game


@pytest.mark.parametrize(
    ("name", "board", "order", "about"),
    [
        ("genetess", Board(map="###\n#.#\n###\n", starts={}), "MOVE Z99 N", "at"),
        ("genetess", Board(map="###\n#.#\n###\n", starts={}), "TELEPORT B2 Z99", "to"),
        ("genetess", Board(map="###\n#.#\n###\n", starts={}), "MOVE B2 N", None),
        ("genetess", Board(map="", starts={}), "MOVE Z99 N", None),
        ("dna", None, "PLACE S Z99", "at"),
        ("dna", None, "PLACE S A1; MUTATE Z99 TO red", "step 0"),
        ("dna", None, "PLACE S A1; MUTATE A2 TO red", None),
        ("genie", None, "e4", None),
    ],
)
def test_a_square_that_no_day_brings_onto_the_board_is_outside(
    name: str, board: Board | None, order: str, about: str | None
) -> None:
    rules = ruleset(name)
    read = rules.parse(entries(order)[0]).order
    assert read is not None
    found = extras.outside(rules, board, read)
    assert (found.about if found else None) == about


def test_on_a_chess_board_it_wins_who_wins_there() -> None:
    outcome = Outcome(None, [])
    assert extras.award(ruleset("genie"), outcome, ["white"]) is outcome
