"""A Genetess turn in the making: the position on its way, and what has to be remembered besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Event, Shifted, apply
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.turn import Turn


class Play(Turn[Game, Event]):
    """A Genetess turn being played by `seat`.

    `touched` are the squares that the order needed to look at (ruling G44), `bumped` those on which a phased piece
    was run into (G14): it stays revealed even if the order fails. `on_entry` is called with every square on which a
    piece comes to rest; a turn without it is one without specials. `fired` are the specials that have fired on entry
    since the order or the turn's start began (G30), by the square on which each stood when the Play was made.
    """

    def __init__(
        self, game: Game, seat: str, dice: Dice, on_entry: Callable[[Play, Square], None] | None = None
    ) -> None:
        super().__init__(game, dice, apply)
        self.seat = seat
        self.touched: list[Square] = []
        self.bumped: list[Square] = []
        self.on_entry = on_entry
        self.fired: set[Square] = set()
        self._homes: dict[Square, Square] = {}
        self._places: dict[Square, Square] = {}
        self._stroke: int | None = None

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Make one stroke of all that is emitted within: it happens at one instant (ruling G43)."""
        self._stroke = len(self.events)
        yield
        self._stroke = None

    def emit(self, event: Event) -> None:
        """Apply an event and record it, joined to the one before it where it is of the same stroke."""
        if self._stroke is not None and len(self.events) > self._stroke:
            event = replace(event, joined=True)
        super().emit(event)

    def home(self, square: Square) -> Square:
        """Where the special now on a square stood when the Play was made: what it is known by while specials move."""
        return self._homes.get(square, square)

    def place(self, home: Square) -> Square:
        """Where the special is now that stood on `home` when the Play was made."""
        return self._places.get(home, home)

    def shift(self, at: Square, to: Square) -> None:
        """Move the special on a square to one that has none."""
        self.emit(Shifted(at, to, self.game.specials[at].type))
        home = self._homes.pop(at, at)
        self._homes[to], self._places[home] = home, to
