"""Every ruleset offers the names of the protocol, those that turns seldom need only when they are asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.base import Outcome, Ruleset
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
def test_what_only_simulations_need_is_not_loaded_for_a_turn(name: str) -> None:
    code = f"import sys, {RULESETS[name]}; sys.exit('{RULESETS[name]}.soundness' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


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
    found = rules.outside(board, read)
    assert (found.about if found else None) == about


def test_on_a_chess_board_it_wins_who_wins_there() -> None:
    outcome = Outcome(None, [])
    assert ruleset("genie").award(outcome, ["white"]) is outcome
