"""What the events of Genetess leave behind for readers that know no game."""

from __future__ import annotations

from genetess_cli.rules.base import Told
from genetess_cli.rules.genetess.events import Ended
from genetess_cli.rules.genetess.sight.told import (
    Allotment,
    SeenConverted,
    SeenCreated,
    SeenDestroyed,
    SeenDisplaced,
    SeenMutated,
    SeenPiece,
    SeenSwapped,
    SeenTaken,
)
from genetess_cli.site.games.traces import Named, Traces, way


class GenetessTraces(Traces):
    """Those of pieces that move, are taken and made, and of the starts of round 0."""

    def mark(self, told: Told) -> Named | None:
        match told:
            case SeenDisplaced() | SeenSwapped():
                return _moved(told)
            case SeenTaken() if told.at:
                return f"{told.at} lost", f"took {_whose(told)}"
            case SeenDestroyed() if told.at:
                return f"{told.at} lost", f"lost {_whose(told)}"
            case SeenCreated() | SeenMutated() | SeenConverted() if told.at:
                return told.at, f"came {_whose(told)}"
            case _:
                return None

    def move(self, told: Told) -> str:
        match told:
            case SeenDisplaced() | SeenSwapped():
                return way(told.at, told.to, told.piece.owner)
            case SeenTaken() | SeenDestroyed():
                return way(told.at, None, told.piece.owner)
            case SeenCreated():
                return way(None, told.at, told.piece.owner)
            case _:
                return ""

    def start(self, told: Told) -> Named | None:
        if isinstance(told, Allotment) and told.prize == "start":
            return told.seat, told.got
        return None

    def is_noted(self, told: Told) -> bool:
        return isinstance(told, SeenTaken | Ended) or super().is_noted(told)


def _moved(told: SeenDisplaced | SeenSwapped) -> Named | None:
    if told.at and told.to and told.at != told.to:
        return f"{told.at} {told.to}", f"moved {_whose(told)}"
    if told.to:
        return told.to, f"came {_whose(told)}"
    if told.at:
        return told.at, f"left {_whose(told)}"
    return None


def _whose(told: SeenPiece) -> str:
    return told.piece.owner or ""


TRACES = GenetessTraces()
