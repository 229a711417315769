"""All that a page knows of Genetess: its board and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genetess_cli.site.board import Drawing
from genetess_cli.site.games.ink import Ink
from genetess_cli.site.games.pages import GamePages
from genetess_cli.site.games.sentences import Say
from genetess_cli.site.games.traces import Traces


def _drawing() -> Drawing[Any, Any, Any, Any]:
    from genetess_cli.site.games.genetess.board import DRAWING

    return DRAWING


def _say() -> Say:
    from genetess_cli.site.games.genetess.words import say

    return say


def _traces() -> Traces:
    from genetess_cli.site.games.genetess.traces import TRACES

    return TRACES


def _ink() -> Ink:
    from genetess_cli.site.games.genetess.orders import INK

    return INK


def _grammar() -> dict[str, Any]:
    from genetess_cli.site.games.genetess.orders import grammar

    return grammar()


def _samples() -> Mapping[str, Any]:
    from genetess_cli.site.games.genetess import pieces

    return vars(pieces)


PAGES = GamePages(
    api=1,
    title="Genetess",
    about="Build pieces out of letters, each with an ability of its own, and find the other Kings in the fog.",
    picker=("genetess/pieces.js", "genetess/ways.js", "genetess/read.js", "genetess/pick.js"),
    together=("genetess/preferences.js", "genetess/gamble.js"),
    styles=("ground", "pieces"),
    has_calculator=True,
    drawing=_drawing,
    say=_say,
    traces=_traces,
    ink=_ink,
    grammar=_grammar,
    samples=_samples,
)
