"""Genetess: pieces written in genetic codes, in the fog of war. The names of the `Ruleset` protocol; nothing else."""

from genetess_cli.rules.genetess.events import apply
from genetess_cli.rules.genetess.game import VERSION
from genetess_cli.rules.genetess.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genetess.legal import legal
from genetess_cli.rules.genetess.order import parse
from genetess_cli.rules.genetess.saved import dump, event, load
from genetess_cli.rules.genetess.setup import Board as BOARD  # noqa: N814
from genetess_cli.rules.genetess.setup import faults, new, opening
from genetess_cli.rules.genetess.sight import tell, view
from genetess_cli.rules.genetess.turn import check, play

NAME = "genetess"
TIMEOUTS = ("pass",)

__all__ = [
    "BOARD",
    "NAME",
    "SETTINGS",
    "TIMEOUTS",
    "VERSION",
    "apply",
    "check",
    "dump",
    "event",
    "faults",
    "legal",
    "load",
    "new",
    "opening",
    "parse",
    "play",
    "tell",
    "view",
]
