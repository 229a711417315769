"""RULESETS: the games that can be hosted. Everything below is pure: no files, clocks, git or chance but `Dice`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

from genetess_cli.rules import packages
from genetess_cli.rules.packages import NoRuleset as NoRuleset
from genetess_cli.rules.packages import NotInstalled as NotInstalled
from genetess_cli.rules.ruleset import AnyRuleset, Ruleset


def _genetess() -> object:
    from genetess_cli.rules.genetess import RULES

    return RULES


def _dna() -> object:
    from genetess_cli.rules.dna import RULES

    return RULES


def _genie() -> object:
    from genetess_cli.rules.genie import RULES

    return RULES


RULESETS: Mapping[str, Callable[[], object]] = {"genetess": _genetess, "dna": _dna, "genie": _genie}
"""Each ruleset as game.yaml names it; only the one that a game is played by is loaded.

Its folders in `rules/`, `manual/` and `site/games/` have the same name.
"""


@cache
def ruleset(name: str) -> AnyRuleset:
    """Return the ruleset of a name. Raise NoRuleset."""
    if name in RULESETS:
        return cast("AnyRuleset", RULESETS[name]())
    found = packages.part(name, packages.RULESETS, Ruleset)
    assert found is not None  # by which the package was found
    if found.name != name:
        package = packages.package(name).name
        raise NoRuleset(f"the ruleset {name!r} of the package {package} has the name {found.name!r}")
    return cast("AnyRuleset", found)


def program_with(name: str, version: int) -> str | None:
    """Return which program has a version of a ruleset, as far as this one knows; None where no release has it."""
    rules = ruleset(name)
    program = "genetess" if name in RULESETS else packages.package(name).name
    if version > rules.version:
        return f"a newer {program}"
    edition = rules.editions.get(version)
    if edition and edition.release:
        return f"{program} {edition.release}"
    if any(edition.release for later, edition in rules.editions.items() if later > version):
        return None
    return f"an older {program}"
