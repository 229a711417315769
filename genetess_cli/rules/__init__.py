"""RULESETS: the games that can be hosted. Everything below is pure: no files, clocks, git or chance but `Dice`."""

from __future__ import annotations

import importlib
from functools import cache
from typing import cast

from genetess_cli.rules.base import Ruleset

RULESETS = {
    "genetess": "genetess_cli.rules.genetess",
    "dna": "genetess_cli.rules.dna",
    "genie": "genetess_cli.rules.genie",
}
"""The name of each ruleset, as game.yaml gives it, and its module; imported when a game of it is at hand."""


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset of a name. Raises KeyError for a name that is not in RULESETS."""
    return cast("Ruleset", importlib.import_module(RULESETS[name]))
