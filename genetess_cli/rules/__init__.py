"""RULESETS: the games that can be hosted. Everything below is pure: no files, clocks, git or chance but `Dice`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

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


def seldom(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a ruleset's module for names that turns seldom need; carrying one out has no time for more.

    `homes` has the modules below `package` that are imported when one of their names is asked for: module -> names.
    """
    modules = {name: module for module, names in homes.items() for name in names.split()}

    def found(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{modules[name]}"), name)

    return found
