"""DNA, the Icehouse game: strands, mutations and captures. The names of the `Ruleset` protocol; nothing else."""

from genetess_cli.rules.dna.events import Event as EVENTS  # noqa: N814
from genetess_cli.rules.dna.game import VERSION
from genetess_cli.rules.dna.game import Game as GAME  # noqa: N814
from genetess_cli.rules.dna.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.dna.order import USAGES as VERBS
from genetess_cli.rules.dna.order import outside
from genetess_cli.rules.dna.plans import legal
from genetess_cli.rules.dna.reading import parse
from genetess_cli.rules.dna.setup import BOARD, faults, new, opening, unsound
from genetess_cli.rules.dna.sight import tell, view
from genetess_cli.rules.dna.turn import available, award, check, drop, end, play
from genetess_cli.rules.turn import apply

NAME = "dna"
TIMEOUTS = ("pass",)
HIDDEN: tuple[str, ...] = ()
