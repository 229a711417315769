"""Genie of the Lamp, chess with a Genie (rulings L1 to L8). RULES is all that others see of it."""

from __future__ import annotations

from genetess_cli.rules.genie.events import Event
from genetess_cli.rules.genie.game import SEATS, TIMEOUTS, VERSION, Game, Settings
from genetess_cli.rules.genie.reading import EXAMPLES, SENTENCES, WORDS, Order, parse
from genetess_cli.rules.genie.setup import faults, new, opening, unsound
from genetess_cli.rules.genie.sight import GenieView, tell, view
from genetess_cli.rules.genie.turn import check, drop, end, legal, play
from genetess_cli.rules.ruleset import Bots, Edition, Offering, Ruleset
from genetess_cli.rules.turn import apply


def _offering() -> Offering[Game, GenieView, object]:
    from genetess_cli.rules.genie.offering import OFFERING

    return OFFERING


def _bots() -> Bots[Game, Order, Event, object]:
    from genetess_cli.rules.genie.bots import BOTS

    return BOTS


_EDITIONS = {
    2: Edition(
        "Each failed order is judged by itself, a foreseeable failure gets a fresh deadline, and any order ends a "
        "holiday (G27, G44, L8)",
        "0.1.0",
    ),
}

RULES: Ruleset[Settings, None, Game, Order, Event] = Ruleset(
    api=1,
    name="genie",
    version=VERSION,
    editions=_EDITIONS,
    settings=Settings,
    timeouts=TIMEOUTS,
    game=Game,
    events=Event,
    unsound=unsound,
    faults=faults,
    opening=opening,
    new=new,
    verbs=WORDS,
    examples=EXAMPLES,
    seats=SEATS,
    parse=parse,
    check=check,
    legal=legal,
    sentences=SENTENCES,
    play=play,
    apply=apply,
    view=view,
    tell=tell,
    end=end,
    drop=drop,
    offering=_offering,
    bots=_bots,
)
