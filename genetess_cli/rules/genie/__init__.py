"""Genie of the Lamp, chess with a Genie (rulings L1 to L8). The names of the `Ruleset` protocol; nothing else.

What needs the chess library is imported when it is asked for: that takes longer to load than a turn of another game.
"""

from typing import TYPE_CHECKING, Any

from genetess_cli.rules.base import no_muster as muster
from genetess_cli.rules.genie.events import apply
from genetess_cli.rules.genie.game import TIMEOUTS, VERSION
from genetess_cli.rules.genie.game import Settings as SETTINGS  # noqa: N814
from genetess_cli.rules.genie.reading import parse
from genetess_cli.rules.genie.setup import BOARD, faults, new, opening
from genetess_cli.rules.genie.sight import tell, view

if TYPE_CHECKING:
    from genetess_cli.rules.genie.closing import drop, end
    from genetess_cli.rules.genie.listing import legal
    from genetess_cli.rules.genie.sampling import greedy, sample
    from genetess_cli.rules.genie.saved import dump, event, load
    from genetess_cli.rules.genie.soundness import flaws
    from genetess_cli.rules.genie.turn import check, play

_SAVED = ("dump", "event", "load")
_PLAYED = ("check", "play")
_SELDOM = ("drop", "end", "flaws", "greedy", "legal", "sample")


def __getattr__(name: str) -> Any:
    if name in _SAVED:
        from genetess_cli.rules.genie import saved

        return getattr(saved, name)
    if name in _PLAYED:
        from genetess_cli.rules.genie import turn

        return getattr(turn, name)
    if name not in _SELDOM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from genetess_cli.rules.genie import closing, listing, sampling, soundness

    homes = {"drop": closing, "end": closing, "flaws": soundness, "legal": listing}
    return getattr(homes.get(name, sampling), name)


NAME = "genie"
EXAMPLES = ("Nf3", "* Gd2", "CLAIM Nf3")

__all__ = [
    "BOARD",
    "EXAMPLES",
    "NAME",
    "SETTINGS",
    "TIMEOUTS",
    "VERSION",
    "apply",
    "check",
    "drop",
    "dump",
    "end",
    "event",
    "faults",
    "flaws",
    "greedy",
    "legal",
    "load",
    "muster",
    "new",
    "opening",
    "parse",
    "play",
    "sample",
    "tell",
    "view",
]
