"""What a turn of DNA is while it is played."""

from __future__ import annotations

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.events import Event, apply
from genetess_cli.rules.dna.game import Game
from genetess_cli.rules.turn import Turn


class Play(Turn[Game, Event]):
    """A position on its way through a turn of `seat`."""

    def __init__(self, game: Game, seat: str, dice: Dice) -> None:
        super().__init__(game, dice, apply)
        self.seat = seat
