"""Genetess: pieces written in genetic codes, in the fog of war. RULES is all that others see of it."""

from __future__ import annotations

from genetess_cli.rules.genetess.events import Event
from genetess_cli.rules.genetess.game import VERSION, Game, Settings
from genetess_cli.rules.genetess.legal import legal
from genetess_cli.rules.genetess.order import EXAMPLES, SENTENCES, USAGES, Order, parse
from genetess_cli.rules.genetess.round_zero import Gambles, muster
from genetess_cli.rules.genetess.setup import Board, faults, new, opening, outside, starts, unsound
from genetess_cli.rules.genetess.sight import GenetessView, SeatMemory, remember, tell, view
from genetess_cli.rules.genetess.turn import available, award, check, drop, end, play
from genetess_cli.rules.ruleset import Bots, Edition, Offering, Ruleset
from genetess_cli.rules.turn import apply


def _offering() -> Offering[Game, GenetessView, SeatMemory]:
    from genetess_cli.rules.genetess.offering import OFFERING

    return OFFERING


def _bots() -> Bots[Game, Order | Gambles, Event, SeatMemory]:
    from genetess_cli.rules.genetess.bots import BOTS

    return BOTS


_EDITIONS = {
    2: Edition(
        "Special squares take effect, and what each does is told to everybody who may know it",
    ),
    3: Edition(
        "A player who has left never wins, light goes out with an elimination, and a phased piece is marked once it "
        "shows (G6, G21, G35, G42, G46)",
    ),
    4: Edition(
        "Each failed order is judged by itself, a foreseeable failure gets a fresh deadline, and any order ends a "
        "holiday (G6, G27, G39, G43, G44)",
        "0.1.0",
    ),
}

RULES: Ruleset[Settings, Board, Game, Order | Gambles, Event] = Ruleset(
    api=1,
    name="genetess",
    version=VERSION,
    editions=_EDITIONS,
    settings=Settings,
    board=Board,
    timeouts=("pass",),
    hidden=("specials",),
    game=Game,
    events=Event,
    unsound=unsound,
    faults=faults,
    starts=starts,
    opening=opening,
    new=new,
    verbs=USAGES,
    examples=EXAMPLES,
    parse=parse,
    outside=outside,
    check=check,
    legal=legal,
    sentences=SENTENCES,
    muster=muster,
    play=play,
    apply=apply,
    view=view,
    tell=tell,
    remember=remember,
    available=available,
    end=end,
    drop=drop,
    award=award,
    offering=_offering,
    bots=_bots,
)
