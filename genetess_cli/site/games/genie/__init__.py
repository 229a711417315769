"""All that a page knows of Genie of the Lamp: its board, sentences and PGN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from genetess_cli.site.board import Drawing
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games.ink import Ink
from genetess_cli.site.games.pages import Download, GamePages
from genetess_cli.site.games.sentences import Say
from genetess_cli.site.games.traces import Traces

if TYPE_CHECKING:
    from genetess_cli.rules.genie.sight import GenieView  # with it would come the chess library


def _drawing() -> Drawing[Any, Any, Any, Any]:
    from genetess_cli.site.games.genie.board import DRAWING

    return DRAWING


def _say() -> Say:
    from genetess_cli.site.games.genie.words import say

    return say


def _traces() -> Traces:
    from genetess_cli.site.games.genie.traces import TRACES

    return TRACES


def _ink() -> Ink:
    from genetess_cli.site.games.genie.orders import INK

    return INK


def _grammar() -> dict[str, Any]:
    from genetess_cli.site.games.genie.orders import grammar

    return grammar()


def _pgn(game: GameFacts, view: GenieView, league: str, began: str) -> str:
    from genetess_cli.site.games.genie.pgn import text

    return text(game, view, league, began)


PAGES = GamePages(
    api=1,
    title="Genie of the Lamp",
    about="Chess with one extra piece: each side can turn a pawn into a Genie, which leaps over other pieces.",
    each="move",
    picker=("genie/read.js", "genie/pick.js"),
    styles=("chess",),
    downloads={"game.pgn": Download("The game as PGN", _pgn)},
    drawing=_drawing,
    say=_say,
    traces=_traces,
    ink=_ink,
    grammar=_grammar,
)
