"""Every ruleset offers the names of the protocol, those that turns seldom need only when they are asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from genetess_cli.rules import NEEDED, RULESETS, extras, ruleset
from genetess_cli.rules.base import Muster, Outcome
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.orders import entries

EVERY_RULESET = pytest.mark.parametrize("name", RULESETS)


@EVERY_RULESET
def test_every_name_of_the_protocol_is_there(name: str) -> None:
    missing = [each for each in NEEDED if not hasattr(ruleset(name), each)]
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


def test_a_part_that_lacks_a_library_is_not_taken_for_one_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "genetess_cli.rules.genie.bots", raising=False)
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ModuleNotFoundError, match="chess"):
        extras.tallies(ruleset("genie"))


@pytest.mark.parametrize("name", ["dna", "genie"])
def test_where_seats_order_one_after_the_other_nobody_is_mustered(name: str) -> None:
    assert extras.muster(ruleset(name), None, "red", entries("PASS")) == Muster()


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
