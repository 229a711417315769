"""Genie of the Lamp, chess with a Genie (rulings L1 to L8). The names of the `Ruleset` protocol; nothing else."""

from genetess_cli.rules.genie.events import Event as EVENTS  # noqa: N814
from genetess_cli.rules.genie.game import TIMEOUTS, VERSION
from genetess_cli.rules.genie.game import Game as GAME  # noqa: N814
from genetess_cli.rules.genie.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genie.reading import WORDS as VERBS
from genetess_cli.rules.genie.reading import parse
from genetess_cli.rules.genie.setup import BOARD, faults, new, opening, unsound
from genetess_cli.rules.genie.sight import tell, view
from genetess_cli.rules.genie.turn import check, drop, end, legal, play
from genetess_cli.rules.turn import apply

NAME = "genie"
HIDDEN: tuple[str, ...] = ()
