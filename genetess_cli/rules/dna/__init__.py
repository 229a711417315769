"""DNA, the Icehouse game: strands, mutations and captures. The names of the `Ruleset` protocol; nothing else."""

from genetess_cli.rules.base import all_in_view as in_view
from genetess_cli.rules.base import no_muster as muster
from genetess_cli.rules.dna.bots import TALLIES, example, flaws, greedy, legal, sample, tally
from genetess_cli.rules.dna.events import apply
from genetess_cli.rules.dna.game import VERSION
from genetess_cli.rules.dna.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.dna.offering import offers
from genetess_cli.rules.dna.order import USAGES as VERBS
from genetess_cli.rules.dna.order import outside
from genetess_cli.rules.dna.reading import parse
from genetess_cli.rules.dna.setup import BOARD, dump, event, faults, load, new, opening
from genetess_cli.rules.dna.sight import tell, view
from genetess_cli.rules.dna.turn import available, award, check, drop, end, play

NAME = "dna"
TIMEOUTS = ("pass",)
SEATS = ("red", "green")
HIDDEN: tuple[str, ...] = ()
EXAMPLES = (
    "PLACE L D3; MUTATE D4 TO green, E4 TO M",
    "* PLACE S D6; SCORE TAKE S FROM green; MUTATE D5 TO red",
)
