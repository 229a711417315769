"""What pages show once a game is over: where it was decided, and what each seat saw of it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from genetess_cli.rules.base import View
from genetess_cli.site import places
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games import drawing
from genetess_cli.site.pages.page import data
from genetess_cli.site.past.summary import GameSummary, TurningPoint
from genetess_cli.values import Value


class Aftermath(Value):
    """The end of a game that hides nothing any more."""

    moments: Sequence[TurningPoint]
    decided: TurningPoint | None  # since when the winner led
    viewers: Sequence[
        str
    ]  # whose boards of all turns are there, "" is everybody: none where all saw the same
    facts: Markup  # for the script
    other_bots: Sequence[str]  # against which the next game may be


def ending(
    game: GameFacts, summary: GameSummary, view: View, newest: int, other_bots: Sequence[str] = ()
) -> Aftermath | None:
    """Return the end of a game with a newest record of this number; None where it is not over, or still sealed."""
    secrecy = game.secrecy
    if not summary.result or secrecy.is_sealed:
        return None
    facts = {
        "files": newest // places.RECORDS + 1,
        "newest": newest,
        "board": drawing(game.ruleset).draw(view, game.seats).size.attributes,
    }
    return Aftermath(
        moments=summary.story(),
        decided=summary.decided(),
        viewers=places.scene_sets(game) if secrecy.is_full and not game.hides_nothing else (),
        facts=data(facts),
        other_bots=other_bots,
    )
