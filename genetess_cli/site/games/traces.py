"""What an event leaves behind for readers that know no game: marks on the board, moves of the replay, news."""

from __future__ import annotations

from collections.abc import Iterable

from genetess_cli.rules.base import Told
from genetess_cli.rules.turn import Dropped, Eliminated, Ended
from genetess_cli.site.board.marks import Marks

Named = tuple[str, str]
"""What is told of a place or of a seat, behind it."""


class Traces:
    """What such readers ask of one event that was told. A ruleset has a class of its own with what differs."""

    def mark(self, told: Told) -> Named | None:
        """Return a place and what is marked there, as `Marks` has them."""
        return None

    def move(self, told: Told) -> str:
        """Return what came or went, for scripts that play it: `C2>E2>red`; "" where nothing did.

        A side that the viewer was not told of is empty; behind it is whose the piece was.
        """
        return ""

    def start(self, told: Told) -> Named | None:
        """Return a seat and the start that it got, where starts are gambled for."""
        return None

    def is_noted(self, told: Told) -> bool:
        """Return whether the replay lists it and jumps to it."""
        return isinstance(told, Eliminated | Dropped | Ended)

    def is_dear(self, told: Told) -> bool:
        """Return whether a piece fell whose fall is told in the story of a finished game."""
        return False

    def marks(self, told: Iterable[Told]) -> Marks:
        return dict(filter(None, map(self.mark, told)))

    def moves(self, told: Iterable[Told]) -> str:
        return ",".join(filter(None, map(self.move, told)))


def way(start: str | None, end: str | None, whose: str | None) -> str:
    """Return a `move` from one place to another."""
    return f"{start or ''}>{end or ''}>{whose or ''}" if start or end else ""
