"""The bots of Genetess, the weakest first, and what `genetess simulate` holds their turns to and counts.

A bot gets a position, its seat, luck and what the seat remembers. It reads of the position what its seat knows alone.
"""

from collections.abc import Iterator

from genetess_cli.rules.genetess.bots.greed import greedy
from genetess_cli.rules.genetess.bots.guess import sample
from genetess_cli.rules.genetess.bots.hunt import hunt
from genetess_cli.rules.genetess.events import Created, Eliminated, Event, Fired, Overviewed, Taken
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.sight import SeatMemory
from genetess_cli.rules.ruleset import Bot, Bots


def tally(event: Event) -> Iterator[tuple[str, str]]:
    if isinstance(event, Taken):
        yield "captures", ""
    elif isinstance(event, Eliminated):
        yield "eliminations", ""
    elif isinstance(event, Created):
        yield from (("codes", code) for code in event.piece.codes)
    elif isinstance(event, Fired):
        yield "specials", event.special
    elif isinstance(event, Overviewed) and event.how:
        yield "specials", "S5"


BOTS: Bots[Game, Order | Gambles, Event, SeatMemory] = Bots(
    named={"random": Bot(sample), "greedy": Bot(greedy, remembers=True), "hunter": Bot(hunt, remembers=True)},
    # Codes are those of pieces that came into being.
    tallies={"captures": False, "eliminations": False, "specials": True, "codes": True},
    tally=tally,
)
