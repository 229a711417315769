"""Every ruleset offers the names of the protocol, those that turns seldom need only when they are asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.base import Ruleset

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
