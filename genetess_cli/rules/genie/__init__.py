"""Genie of the Lamp, chess with a Genie (rulings L1 to L8). The names of the `Ruleset` protocol; nothing else.

All that needs the chess library is imported when it is asked for: it takes longer to load than a turn of another game.
"""

from typing import TYPE_CHECKING

from genetess_cli.rules import seldom
from genetess_cli.rules.base import all_in_view as in_view
from genetess_cli.rules.base import award_on_board as award
from genetess_cli.rules.base import no_muster as muster
from genetess_cli.rules.base import none_outside as outside
from genetess_cli.rules.genie.events import apply
from genetess_cli.rules.genie.game import SEATS, TIMEOUTS, VERSION
from genetess_cli.rules.genie.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genie.order import WORDS as VERBS
from genetess_cli.rules.genie.reading import parse
from genetess_cli.rules.genie.setup import BOARD, faults, new, opening
from genetess_cli.rules.genie.sight import tell, view

if TYPE_CHECKING:
    from genetess_cli.rules.genie.closing import available, drop, end
    from genetess_cli.rules.genie.listing import example, legal
    from genetess_cli.rules.genie.offering import offers
    from genetess_cli.rules.genie.sampling import greedy, sample
    from genetess_cli.rules.genie.saved import dump, event, load
    from genetess_cli.rules.genie.soundness import flaws
    from genetess_cli.rules.genie.tallies import TALLIES, tally
    from genetess_cli.rules.genie.turn import check, play

__getattr__ = seldom(
    __name__,
    {
        "closing": "available drop end",
        "listing": "example legal",
        "offering": "offers",
        "sampling": "greedy sample",
        "saved": "dump event load",
        "soundness": "flaws",
        "tallies": "TALLIES tally",
        "turn": "check play",
    },
)

NAME = "genie"
HIDDEN: tuple[str, ...] = ()
EXAMPLES = ("Nf3", "* Gd2", "CLAIM Nf3")
