"""Genie of the Lamp, chess with a Genie (rulings L1 to L8). The names of the `Ruleset` protocol; nothing else."""

from genetess_cli.rules.base import all_in_view as in_view
from genetess_cli.rules.base import award_on_board as award
from genetess_cli.rules.base import no_muster as muster
from genetess_cli.rules.base import none_outside as outside
from genetess_cli.rules.genie.bots import TALLIES, example, flaws, greedy, legal, sample, tally
from genetess_cli.rules.genie.events import apply
from genetess_cli.rules.genie.game import SEATS, TIMEOUTS, VERSION
from genetess_cli.rules.genie.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genie.perft import offers
from genetess_cli.rules.genie.reading import WORDS as VERBS
from genetess_cli.rules.genie.reading import parse
from genetess_cli.rules.genie.setup import BOARD, dump, event, faults, load, new, opening
from genetess_cli.rules.genie.sight import tell, view
from genetess_cli.rules.genie.turn import available, check, drop, end, play

NAME = "genie"
HIDDEN: tuple[str, ...] = ()
EXAMPLES = ("Nf3", "* Gd2", "CLAIM Nf3")
