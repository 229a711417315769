"""DNA, the Icehouse game: strands, mutations and captures. RULES is all that others see of it."""

from __future__ import annotations

from genetess_cli.rules.dna.events import Event
from genetess_cli.rules.dna.game import VERSION, Game, Settings
from genetess_cli.rules.dna.order import EXAMPLES, SENTENCES, USAGES, Order, outside
from genetess_cli.rules.dna.plans import legal
from genetess_cli.rules.dna.reading import parse
from genetess_cli.rules.dna.setup import faults, new, opening, unsound
from genetess_cli.rules.dna.sight import DnaView, tell, view
from genetess_cli.rules.dna.turn import available, award, check, drop, end, play
from genetess_cli.rules.ruleset import Bots, Edition, Offering, Ruleset
from genetess_cli.rules.turn import apply


def _offering() -> Offering[Game, DnaView, object]:
    from genetess_cli.rules.dna.offering import OFFERING

    return OFFERING


def _bots() -> Bots[Game, Order, Event, object]:
    from genetess_cli.rules.dna.bots import BOTS

    return BOTS


_EDITIONS = {
    2: Edition(
        "Each failed order is judged by itself, a foreseeable failure gets a fresh deadline, and any order ends a "
        "holiday (G27, G44)",
        "0.1.0",
    ),
}

RULES: Ruleset[Settings, None, Game, Order, Event] = Ruleset(
    api=1,
    name="dna",
    version=VERSION,
    editions=_EDITIONS,
    settings=Settings,
    timeouts=("pass",),
    game=Game,
    events=Event,
    unsound=unsound,
    faults=faults,
    opening=opening,
    new=new,
    verbs=USAGES,
    examples=EXAMPLES,
    parse=parse,
    outside=outside,
    check=check,
    legal=legal,
    sentences=SENTENCES,
    play=play,
    apply=apply,
    view=view,
    tell=tell,
    available=available,
    end=end,
    drop=drop,
    award=award,
    offering=_offering,
    bots=_bots,
)
