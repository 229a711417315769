"""What a turn of Genie of the Lamp is while it is played."""

from __future__ import annotations

from chess import Move

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.events import Event, apply
from genetess_cli.rules.genie.game import Game
from genetess_cli.rules.genie.words import side
from genetess_cli.rules.turn import Turn


class Play(Turn[Game, Event]):
    """A position on its way through a turn of `seat`."""

    def __init__(self, game: Game, seat: str, dice: Dice) -> None:
        super().__init__(game, dice, apply)
        self.seat = seat


def board_of(game: Game) -> Board:
    """The board of a position."""
    return Board(game.fen, promotion=game.settings.promotion)


def board_for(game: Game, seat: str) -> Board:
    """The board with a seat to move, whoever really is."""
    board = board_of(game)
    if side(board.turn) != seat:
        board.push(Move.null())
    return board
