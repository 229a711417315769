"""DNA, the Icehouse game: strands, mutations and captures. The names of the `Ruleset` protocol; nothing else."""

from typing import TYPE_CHECKING

from genetess_cli.rules import seldom
from genetess_cli.rules.base import all_in_view as in_view
from genetess_cli.rules.base import no_muster as muster
from genetess_cli.rules.dna.events import apply
from genetess_cli.rules.dna.game import VERSION
from genetess_cli.rules.dna.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.dna.order import USAGES as VERBS
from genetess_cli.rules.dna.reading import parse
from genetess_cli.rules.dna.saved import dump, event, load
from genetess_cli.rules.dna.sight import tell, view
from genetess_cli.rules.dna.turn import check, play

if TYPE_CHECKING:
    from genetess_cli.rules.dna.closing import available, award, drop, end
    from genetess_cli.rules.dna.listing import example, legal
    from genetess_cli.rules.dna.offering import offers
    from genetess_cli.rules.dna.sampling import greedy, sample
    from genetess_cli.rules.dna.setup import BOARD, faults, new, opening
    from genetess_cli.rules.dna.soundness import flaws
    from genetess_cli.rules.dna.tallies import TALLIES, tally
    from genetess_cli.rules.dna.words import outside

__getattr__ = seldom(
    __name__,
    {
        "closing": "available award drop end",
        "listing": "example legal",
        "offering": "offers",
        "sampling": "greedy sample",
        "setup": "BOARD faults new opening",
        "soundness": "flaws",
        "tallies": "TALLIES tally",
        "words": "outside",
    },
)

NAME = "dna"
TIMEOUTS = ("pass",)
SEATS = ("red", "green")
HIDDEN: tuple[str, ...] = ()
EXAMPLES = (
    "PLACE L D3; MUTATE D4 TO green, E4 TO M",
    "* PLACE S D6; SCORE TAKE S FROM green; MUTATE D5 TO red",
)
