"""What a viewer hears of what is not for everybody: for each such event a class of its own, with the same tag.

None is what the viewer may not know. A square is told by its name and a piece as a `Glimpse`, so nothing of an event
fits by mistake: `telling.py` alone makes the one of the other. What is neither is known to all who hear of the event.
"""

from __future__ import annotations

from genetess_cli.rules.base import Told
from genetess_cli.rules.genetess.events import (
    Dropped,
    Earned,
    Eliminated,
    Ended,
    Gambled,
    Overviewed,
    Paid,
    Passed,
    Revealed,
    Scored,
    Seated,
    TurnBegan,
)
from genetess_cli.rules.turn import Lapsed, TimedOut
from genetess_cli.values import Value


class Glimpse(Value):
    """A piece, as far as a viewer knows it."""

    owner: str | None
    codes: str | None


class Seen(Told):
    """Something on the board that was seen at least in part."""

    at: str | None


class SeenPiece(Seen):
    """Something that befell a piece."""

    piece: Glimpse

    def doer(self) -> str | None:
        return self.piece.owner


class SeenDisplaced(SeenPiece, tag="displaced"):
    """A piece came from `at` to `to` in a turn of `by`."""

    to: str | None
    by: str

    def doer(self) -> str:
        return self.by


class SeenSwapped(SeenPiece, tag="swapped"):
    """A piece on `at` and `other` on `to` changed places."""

    to: str | None
    other: Glimpse


class SeenTaken(SeenPiece, tag="taken"):
    """A piece was captured by a piece of `by`."""

    by: str

    def doer(self) -> str:
        return self.by


class SeenDestroyed(SeenPiece, tag="destroyed"):
    """A piece was removed from the board."""


class SeenCreated(SeenPiece, tag="created"):
    """A new piece appeared."""


class SeenMutated(SeenPiece, tag="mutated"):
    """A piece lost and gained codes; only those who read them hear of it."""

    lost: str
    gained: str
    why: str


class SeenPhased(SeenPiece, tag="phased"):
    """A piece vanished."""


class SeenSurfaced(SeenPiece, tag="surfaced"):
    """A phased piece became visible."""

    bumped: bool


class SeenConverted(SeenPiece, tag="converted"):
    """A piece changed to another owner."""

    to: str


class SeenFlared(SeenPiece, tag="flared"):
    """A piece lit the whole board for its owner; only those who read its codes hear of it."""


class SeenFired(SeenPiece, tag="fired"):
    """The special on a square was set off by the piece there."""

    special: str


class SeenBlocked(SeenPiece, tag="blocked"):
    """The S8 under a piece found no empty target."""

    ended: bool


class SeenWallOpened(Seen, tag="wall opened"):
    """An interior wall became floor."""


class SeenWallClosed(Seen, tag="wall closed"):
    """A floor square became interior wall."""


class SeenShifted(Seen, tag="shifted"):
    """A special moved to another square."""

    to: str | None
    special: str


class Means(Value):
    """By what a seat came by a prize: its bid, if it made one, and whether lots were drawn."""

    stake: int
    preferences: tuple[str, ...]
    lot: bool
    tied: bool


class Allotment(Told, tag="allotted"):
    """A seat got a prize in round 0."""

    seat: str
    prize: str
    got: str
    # Known to the seat alone: stakes tell what E a player has.
    means: Means | None


SeenOnBoard = (
    SeenDisplaced | SeenSwapped | SeenTaken | SeenDestroyed | SeenCreated | SeenMutated | SeenPhased | SeenSurfaced
    | SeenConverted | SeenFlared | SeenWallOpened | SeenWallClosed | SeenFired | SeenBlocked | SeenShifted
)  # fmt: skip
"""All that can be told of what happens on the board."""
GenetessTold = (
    Gambled | Allotment | Seated
    | TurnBegan | TimedOut | Lapsed | Eliminated | Dropped | Scored | Ended
    | Passed | Earned | Paid | Overviewed | Revealed
    | SeenOnBoard
)  # fmt: skip
"""All that can be told of a game of Genetess."""
