"""All that a page knows of DNA: its board, pyramids and sentences."""

from __future__ import annotations

from typing import Any

from genetess_cli.site.board import Drawing
from genetess_cli.site.games.ink import Ink
from genetess_cli.site.games.pages import GamePages
from genetess_cli.site.games.sentences import Say
from genetess_cli.site.games.traces import Traces


def _drawing() -> Drawing[Any, Any, Any, Any]:
    from genetess_cli.site.games.dna.board import DRAWING

    return DRAWING


def _say() -> Say:
    from genetess_cli.site.games.dna.words import say

    return say


def _traces() -> Traces:
    from genetess_cli.site.games.dna.traces import TRACES

    return TRACES


def _ink() -> Ink:
    from genetess_cli.site.games.dna.orders import INK

    return INK


def _grammar() -> dict[str, Any]:
    from genetess_cli.site.games.dna.orders import grammar

    return grammar()


PAGES = GamePages(
    api=1,
    title="DNA",
    about="Place a pyramid at the end of a row of three to score. Each pyramid that you place also changes its "
    "neighbours. The most valuable collection wins.",
    picker=("dna/position.js", "dna/read.js", "dna/pick.js"),
    styles=("pyramids",),
    drawing=_drawing,
    say=_say,
    traces=_traces,
    ink=_ink,
    grammar=_grammar,
)
