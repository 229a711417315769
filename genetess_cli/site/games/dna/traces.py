"""What the events of DNA leave behind for readers that know no game."""

from __future__ import annotations

from genetess_cli.rules.base import Told
from genetess_cli.rules.dna.events import Captured, Placed
from genetess_cli.site.games.traces import Traces, way


class DnaTraces(Traces):
    """Those of pieces that are placed and captured; the board itself shows what the newest turn did."""

    def move(self, told: Told) -> str:
        return way(None, str(told.at), None) if isinstance(told, Placed) else ""

    def is_noted(self, told: Told) -> bool:
        return isinstance(told, Captured) or super().is_noted(told)


TRACES = DnaTraces()
