"""Genetess: pieces written in genetic codes, in the fog of war. The names of the `Ruleset` protocol; nothing else."""

from genetess_cli.rules.genetess.events import Event as EVENTS  # noqa: N814
from genetess_cli.rules.genetess.game import VERSION
from genetess_cli.rules.genetess.game import Game as GAME  # noqa: N814
from genetess_cli.rules.genetess.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genetess.legal import legal
from genetess_cli.rules.genetess.order import USAGES as VERBS
from genetess_cli.rules.genetess.order import parse
from genetess_cli.rules.genetess.round_zero import muster
from genetess_cli.rules.genetess.setup import BOARD, faults, new, opening, outside, unsound
from genetess_cli.rules.genetess.sight import tell, view
from genetess_cli.rules.genetess.turn import available, award, check, drop, end, play
from genetess_cli.rules.turn import apply

NAME = "genetess"
TIMEOUTS = ("pass",)
HIDDEN = ("specials",)
