"""RULESETS: the games that can be hosted. Everything below is pure: no files, clocks, git or chance but `Dice`."""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import cast

from genetess_cli.rules.base import Ruleset

RULESETS = ("genetess", "dna", "genie")
"""Each ruleset as game.yaml names it; its folders in `rules/`, `manual/` and `site/games/` have the same name."""


def load(folder: str, name: str, module: str = "") -> ModuleType:
    """Return the module of a ruleset in a folder, or one below it.

    Raise KeyError for an unknown ruleset, ModuleNotFoundError where it has no such module.
    """
    if name not in RULESETS:
        raise KeyError(name)
    return importlib.import_module(f"genetess_cli.{folder}.{name}.{module}".rstrip("."))


@cache
def ruleset(name: str) -> Ruleset:
    """Return the ruleset of a name. Raise KeyError for a name that is not in RULESETS."""
    return cast("Ruleset", load("rules", name))
