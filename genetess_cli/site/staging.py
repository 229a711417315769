"""What the page of a replay begins with, and what its script is told (`replay.html`, `replay.js`)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec

from genetess_cli.rules.base import View
from genetess_cli.site import contents
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.places import REPLAY, SCENES, eyes, rules_from
from genetess_cli.site.svg import drawing


def facts(game: GameFacts, stems: list[str], gone: Container[int], view: View) -> dict[str, Any]:
    """What the template needs: `stems` are all turns, `gone` those that were taken back, `view` everybody's newest.

    The board is there where everybody sees it.
    """
    from markupsafe import Markup

    drawn, whose = drawing(game.ruleset), eyes(game)
    shown = game.is_full or game.hides_nothing
    script = {
        "files": int(stems[-1].partition("-")[0]) // SCENES + 1,
        **whose,
        "board": drawn.size(view),
    }
    return {
        "board": Markup(drawn.board(view, game.seats, "The board as it is now") if shown else ""),
        "beside": drawn.beside(view, game.seats, rules_from("replay", game.ruleset)),
        "score": Markup(drawn.score(view, "replay.html")),
        "turns": drawn.TURNS,
        "facts": Markup(msgspec.json.encode(script).decode().replace("<", "\\u003c")),
        "rounds": contents.rounds(stems, gone),
        "has_again": contents.has_again(stems),
        "newest": stems[-1],
        "seats": whose["seats"],
        "script": REPLAY,
    }
