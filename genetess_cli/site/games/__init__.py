"""All that pages know of one game, a folder each; its `__init__` says what there is, as GamePages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

from genetess_cli.rules import packages
from genetess_cli.rules.base import Told
from genetess_cli.rules.ruleset import API
from genetess_cli.rules.voice import Voice, capital
from genetess_cli.site.board import AnyDrawing
from genetess_cli.site.games.pages import GamePages
from genetess_cli.site.games.traces import Traces


def _genetess() -> GamePages:
    from genetess_cli.site.games.genetess import PAGES

    return PAGES


def _dna() -> GamePages:
    from genetess_cli.site.games.dna import PAGES

    return PAGES


def _genie() -> GamePages:
    from genetess_cli.site.games.genie import PAGES

    return PAGES


GAMES: Mapping[str, Callable[[], GamePages]] = {"genetess": _genetess, "dna": _dna, "genie": _genie}


@cache
def pages_of(ruleset: str) -> GamePages:
    """Return what pages know of a game: of another package's at least its name. Raise NoRuleset."""
    if ruleset in GAMES:
        return GAMES[ruleset]()
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
