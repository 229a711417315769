"""All that pages know of one game, a folder each; its `__init__` says what there is, as a GameParts."""

from __future__ import annotations

from functools import cache

import msgspec

from genetess_cli.rules import RULESETS, load


class Download(msgspec.Struct, frozen=True):
    """A file beside the home of a game that has begun: the module that has its `text`, and what it is."""

    module: str
    what: str


class GameParts(msgspec.Struct, frozen=True):
    """The parts of a game's pages: its title, the scripts that build its orders by clicking, a sentence for those who
    do not know it, the files of its style sheet, and what few games have.

    `together` are scripts for turns in which all seats order at once. The names of `downloads` have one of the ENDINGS
    of `output/folder.py`.
    """

    title: str
    picker: tuple[str, ...]
    about: str = ""
    styles: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    has_calculator: bool = False
    downloads: dict[str, Download] = {}


@cache
def parts(ruleset: str) -> GameParts:
    """Return what a ruleset's pages have: by default its name as the title. Raise NoRuleset."""
    if ruleset in RULESETS:
        own: GameParts = load("site.games", ruleset).PARTS
        return own
    return getattr(load("site.games", ruleset, "pages"), "PARTS", None) or GameParts(_title(ruleset), ())


def _title(ruleset: str) -> str:
    return ruleset.replace("-", " ").capitalize()
