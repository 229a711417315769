"""RULESETS: the games that can be hosted. Everything below is pure: no files, clocks, git or chance but `Dice`.

A ruleset of another package is an entry point of GROUP, which names its first module (docs/rulesets.md).
"""

from __future__ import annotations

import importlib
import re
from functools import cache
from types import ModuleType
from typing import cast

from genetess_cli.errors import Refused
from genetess_cli.rules.base import Ruleset
from genetess_cli.rules.problems import join_words

RULESETS = ("genetess", "dna", "genie")
"""Each ruleset as game.yaml names it; its folders in `rules/`, `manual/` and `site/games/` have the same name."""
GROUP = "genetess.rulesets"
"""The entry points that are rulesets of other packages. They are read for a name that is not in RULESETS alone."""
NEEDED = [name for name in {**vars(Ruleset), **Ruleset.__annotations__} if not name.startswith("_")]
_NAME = re.compile("[a-z][a-z0-9-]{0,39}")


class NoRuleset(Refused):
    """No game can be played by a ruleset; the text says why."""


class NotInstalled(NoRuleset):
    """Neither this program nor an installed package has the ruleset."""


def load(folder: str, name: str, module: str = "") -> ModuleType:
    """Return the module of a ruleset in a folder, or one below it.

    Another package has all its modules side by side; its first one stands in for any that it lacks. Raise NoRuleset.
    """
    if name in RULESETS:
        return importlib.import_module(f"genetess_cli.{folder}.{name}.{module}".rstrip("."))
    first = _first_module(name)
    try:
        return importlib.import_module(f"{first.__name__}.{module}") if module else first
    except ModuleNotFoundError as error:
        if error.name == f"{first.__name__}.{module}":
            return first
        raise


@cache
def ruleset(name: str) -> Ruleset:
    """Return the ruleset of a name. Raise NoRuleset."""
    return cast("Ruleset", load("rules", name))


@cache
def _first_module(name: str) -> ModuleType:
    from importlib import metadata  # which takes longer to load than a turn's rules

    entries = metadata.entry_points(group=GROUP, name=name) if _NAME.fullmatch(name) else ()
    packages = sorted({entry.dist.name: entry for entry in entries if entry.dist}.items())
    if not packages:
        raise NotInstalled(f"there is no ruleset {name[:40]!r}")
    if len(packages) > 1:
        names = join_words(package for package, _ in packages)
        raise NoRuleset(f"the packages {names} all offer a ruleset {name!r}: uninstall all but one of them")
    [(package, entry)] = packages
    try:
        module: ModuleType = entry.load()
    except Exception as error:  # a package of somebody else's may raise anything
        words = f"{type(error).__name__}: {error}"
        raise NoRuleset(f"the ruleset {name!r} of the package {package} cannot be loaded: {words}") from error
    lacking = [needed for needed in NEEDED if not hasattr(module, needed)]
    if lacking:
        raise NoRuleset(f"the ruleset {name!r} of the package {package} lacks {join_words(lacking)}")
    if name != module.NAME:
        raise NoRuleset(f"the ruleset {name!r} of the package {package} has the NAME {module.NAME!r}")
    return module
