"""What packages of others bring by their entry points (docs/rulesets.md): a ruleset, its pages, its manual.

They are read for a name that is not in RULESETS alone. A package brings all that it has of a game under one name.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeVar

from genetess_cli.errors import Refused
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.ruleset import API

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# The groups of entry points
RULESETS = "genetess.rulesets"
PAGES = "genetess.pages"
MANUALS = "genetess.manuals"
_PARTS = {
    RULESETS: "the ruleset",
    PAGES: "what pages show of the ruleset",
    MANUALS: "the manual of the ruleset",
}
_NAME = re.compile("[a-z][a-z0-9-]{0,39}")


class NoRuleset(Refused):
    """No game can be played by a ruleset; the text says why."""


class NotInstalled(NoRuleset):
    """Neither this program nor an installed package has the ruleset."""


class _Versioned(Protocol):
    @property
    def api(self) -> int: ...


_Part = TypeVar("_Part", bound=_Versioned)


@cache
def package(name: str) -> Distribution:
    """Return the package that offers a ruleset of a name. Raise NoRuleset."""
    from importlib import metadata  # which takes longer to load than a turn's rules

    entries = metadata.entry_points(group=RULESETS, name=name) if _NAME.fullmatch(name) else ()
    packages = {entry.dist.name: entry.dist for entry in entries if entry.dist}
    if not packages:
        raise NotInstalled(f"there is no ruleset {name[:40]!r}")
    if len(packages) > 1:
        names = join_words(sorted(packages))
        raise NoRuleset(f"the packages {names} all offer a ruleset {name!r}: uninstall all but one of them")
    return next(iter(packages.values()))


def places(name: str) -> list[str]:
    """Return where the modules lie that the package of a ruleset brings for it. Raise NoRuleset."""
    from importlib.util import find_spec

    entries = package(name).entry_points.select(name=name)
    specs = map(find_spec, sorted({entry.module.partition(".")[0] for entry in entries}))
    found = [[*(spec.submodule_search_locations or ()), spec.origin or ""][0] for spec in specs if spec]
    return [*filter(None, found)]


def part(name: str, group: str, kind: type[_Part]) -> _Part | None:
    """Return what the package of a ruleset brings in a group; None for nothing. Raise NoRuleset."""
    dist = package(name)
    what = f"{_PARTS[group]} {name!r} of the package {dist.name}"
    found = next(iter(dist.entry_points.select(group=group, name=name)), None)
    if found is None:
        return None
    try:
        value = found.load()
    except Exception as error:  # a package of somebody else's may raise anything
        raise NoRuleset(
            f"{what} cannot be loaded: {type(error).__name__}: {error}. This genetess has API {API}: "
            f"if {dist.name} is written for another one, install a version of either that fits"
        ) from error
    if not isinstance(value, kind):
        raise NoRuleset(
            f"{what} has no {kind.__name__} at {found.value}: its entry point in {group} has to name one. "
            f"It may be written for an older genetess: install a newer version of {dist.name}"
        )
    if value.api != API:
        newer = dist.name if value.api < API else "genetess"
        raise NoRuleset(
            f"{what} is written for API {value.api}, and this genetess has API {API}: "
            f"install a newer version of {newer}"
        )
    return value
