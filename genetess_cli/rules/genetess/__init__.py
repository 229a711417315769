"""Genetess: pieces written in genetic codes, in the fog of war. The names of the `Ruleset` protocol; nothing else."""

from typing import TYPE_CHECKING

from genetess_cli.rules import seldom
from genetess_cli.rules.genetess.events import apply
from genetess_cli.rules.genetess.game import VERSION
from genetess_cli.rules.genetess.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genetess.legal import legal
from genetess_cli.rules.genetess.order import USAGES as VERBS
from genetess_cli.rules.genetess.order import parse
from genetess_cli.rules.genetess.saved import dump, event, load
from genetess_cli.rules.genetess.sight import tell, view
from genetess_cli.rules.genetess.turn import check, in_view, play

if TYPE_CHECKING:
    from genetess_cli.rules.genetess.closing import available, award, drop, end
    from genetess_cli.rules.genetess.greed import greedy
    from genetess_cli.rules.genetess.offering import offers
    from genetess_cli.rules.genetess.round_zero import muster
    from genetess_cli.rules.genetess.sampling import sample
    from genetess_cli.rules.genetess.setup import BOARD, faults, new, opening, outside
    from genetess_cli.rules.genetess.soundness import flaws
    from genetess_cli.rules.genetess.specimen import example
    from genetess_cli.rules.genetess.tallies import TALLIES, tally

__getattr__ = seldom(
    __name__,
    {
        "closing": "available award drop end",
        "greed": "greedy",
        "offering": "offers",
        "round_zero": "muster",
        "sampling": "sample",
        "setup": "BOARD faults new opening outside",
        "soundness": "flaws",
        "specimen": "example",
        "tallies": "TALLIES tally",
    },
)

NAME = "genetess"
TIMEOUTS = ("pass",)
SEATS = ("red", "green")
HIDDEN = ("specials",)
EXAMPLES = ("MOVE G4 E", "* PASS")
