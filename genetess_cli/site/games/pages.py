"""What pages need to know of a game: one value, which another package brings beside its ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from genetess_cli.site.board import Drawing
from genetess_cli.site.board.plain import PLAIN as PLAIN_DRAWING
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games.ink import PLAIN, Ink
from genetess_cli.site.games.sentences import Say, say_any
from genetess_cli.site.games.traces import Traces
from genetess_cli.values import Value


class Download(Value):
    """A file beside the home of a game that has begun."""

    about: str
    # Its text, of the game, its public view, the league's title and the time of the start, `2026-11-24T18:00:00Z`.
    text: Callable[[GameFacts, Any, str, str], str]


class GamePages(Value, kw_only=True):
    """All that a page knows of one game. What is not asked for on every page is behind a function, which loads it."""

    # The API that it is written for, as of a Ruleset.
    api: int
    title: str
    # A sentence for those who do not know the game.
    about: str = ""
    # What the number in a turn's label counts: `round` 3, or `move` 3.
    each: str = "round"
    # The scripts that build its orders by clicking.
    picker: tuple[str, ...] = ()
    # Those on top of them for turns in which all seats order at once.
    together: tuple[str, ...] = ()
    # The files of its style sheet.
    styles: tuple[str, ...] = ()
    has_calculator: bool = False
    # By name, which ends in one of the ENDINGS of `write/folder.py`.
    downloads: Mapping[str, Download] = {}
    drawing: Callable[[], Drawing[Any, Any, Any, Any]] = lambda: PLAIN_DRAWING
    # What is said of what was told.
    say: Callable[[], Say] = lambda: say_any
    # What events leave behind on boards and in stories.
    traces: Callable[[], Traces] = Traces
    ink: Callable[[], Ink] = lambda: PLAIN
    # How orders are written and what things cost, as tables for scripts.
    grammar: Callable[[], dict[str, Any]] = dict
    # What draws the examples of its marks.
    samples: Callable[[], Mapping[str, Any]] = dict


def parts_of(package: str) -> dict[str, Any]:
    """Return what each game of this program has in modules of the same names in its package."""

    def part(module: str, name: str) -> Any:
        return getattr(import_module(f"{package}.{module}"), name)

    return {
        "drawing": lambda: part("board", "DRAWING"),
        "say": lambda: part("words", "say"),
        "traces": lambda: part("traces", "TRACES"),
        "ink": lambda: part("orders", "INK"),
        "grammar": lambda: part("orders", "grammar")(),
    }
