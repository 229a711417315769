"""All that pages know of one game, a folder each; its `__init__` says what there is, as a GameParts."""

from __future__ import annotations

from functools import cache
from typing import cast

import msgspec

from genetess_cli.rules import RULESETS
from genetess_cli.rules.packages import load
from genetess_cli.site.draw import AnyDrawing
from genetess_cli.site.draw.plain import PLAIN


class GameParts(msgspec.Struct, frozen=True):
    """The parts of a game's pages: its title, the scripts that build its orders by clicking, a sentence for those who
    do not know it, the files of its style sheet, and what few games have.

    `together` are the scripts in their place for turns in which all seats order at once. `downloads` are files beside
    the home of a game that has begun, by name, and what they are; the module called as the name ends, one of the
    ENDINGS of `output/folder.py`, has their `text`.
    """

    title: str
    picker: tuple[str, ...]
    about: str = ""
    styles: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    has_calculator: bool = False
    downloads: dict[str, str] = {}


@cache
def parts(ruleset: str) -> GameParts:
    """Return what a ruleset's pages have: by default its name as the title. Raise NoRuleset."""
    if ruleset in RULESETS:
        own: GameParts = load("site.games", ruleset).PARTS
        return own
    title = ruleset.replace("-", " ").capitalize()
    return getattr(load("site.games", ruleset, "pages"), "PARTS", None) or GameParts(title, ())


@cache
def drawing(ruleset: str) -> AnyDrawing:
    """Return the drawing of a ruleset. Raise NoRuleset."""
    own = getattr(load("site.games", ruleset, "board"), "DRAWING", PLAIN)
    return cast("AnyDrawing", own)
