"""What a seat remembers of what it was told to be elsewhere, or another's, by now."""

from __future__ import annotations

import pytest

from genetess_cli.manual import lesson
from genetess_cli.rules.base import Told
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.sight import GenetessView, PieceView, SeatMemory, remember
from genetess_cli.rules.genetess.sight.told import (
    Glimpse,
    SeenConverted,
    SeenDestroyed,
    SeenFired,
    SeenSwapped,
)

GREEN = Glimpse("green", None)


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (SeenSwapped("E1", GREEN, "E5", GREEN), []),
        (SeenConverted("E1", GREEN, "blue"), ["E5"]),
        (SeenDestroyed("E5", GREEN), ["E1"]),
        (SeenDestroyed(None, GREEN), ["E1", "E5"]),
        (SeenFired("E5", GREEN, "S1"), ["E1", "E5"]),
    ],
)
def test_what_was_told_to_be_elsewhere_or_anothers_is_no_ghost(told: Told, left: list[str]) -> None:
    view = lesson.task("genetess", lesson.steps("genetess")[0]).before
    assert isinstance(view, GenetessView)
    ghosts = {at: (PieceView(at, "green", None, False, False), 1) for at in ("E1", "E5")}
    known = SeatMemory(["....."] * 5, ghosts)
    after = remember(Board("", {}), known, view, [told])
    assert sorted(after.pieces) == left
