"""All that pages know of one game, a folder each; its `__init__` says what there is, as GamePages."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from genetess_cli.rules import RULESETS, packages
from genetess_cli.rules.base import Told
from genetess_cli.rules.ruleset import API
from genetess_cli.rules.voice import Voice, capital
from genetess_cli.site.board import AnyDrawing
from genetess_cli.site.games.pages import GamePages
from genetess_cli.site.games.traces import Traces


@cache
def pages_of(ruleset: str) -> GamePages:
    """Return what pages know of a game: of another package's at least its name. Raise NoRuleset."""
    if ruleset in RULESETS:
        own: GamePages = import_module(f"{__name__}.{ruleset}").PAGES
        return own
    title = ruleset.replace("-", " ").capitalize()
    return packages.part(ruleset, packages.PAGES, GamePages) or GamePages(api=API, title=title)


@cache
def drawing(ruleset: str) -> AnyDrawing:
    return cast("AnyDrawing", pages_of(ruleset).drawing())


def sentence(ruleset: str, told: Told, voice: Voice) -> str:
    """Return what was told, as one whole sentence."""
    say = pages_of(ruleset).say()
    return capital(say(told, voice))


@cache
def traces(ruleset: str) -> Traces:
    return pages_of(ruleset).traces()
