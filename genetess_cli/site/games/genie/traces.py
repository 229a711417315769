"""What the events of Genie of the Lamp leave behind for readers that know no game."""

from __future__ import annotations

from genetess_cli.rules.base import Told
from genetess_cli.rules.genie.events import Left, Moved, Resigned, Took
from genetess_cli.rules.genie.game import PIECES
from genetess_cli.site.games.traces import Traces, way

_DEAR = "QG"


class GenieTraces(Traces):
    """Those of moves; the board itself shows the last one."""

    def move(self, told: Told) -> str:
        match told:
            case Moved():
                return way(told.start, told.end, f"{told.seat} {PIECES[told.piece]}")
            case Took():
                return way(told.at, None, f"{told.seat} {PIECES[told.piece]}")
            case _:
                return ""

    def is_noted(self, told: Told) -> bool:
        return isinstance(told, Took | Left | Resigned) or super().is_noted(told)

    def is_dear(self, told: Told) -> bool:
        return isinstance(told, Took) and told.piece in _DEAR


TRACES = GenieTraces()
