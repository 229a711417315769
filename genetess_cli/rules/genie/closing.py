"""What a GM does to a game by the rules: end it, or let a player leave it. Nobody ordered any of it.

And what a player can have scored by the end.
"""

from __future__ import annotations

from genetess_cli.problems import Problem
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.events import Ended, Left, apply
from genetess_cli.rules.genie.game import Game, Settings, other
from genetess_cli.rules.genie.playing import Play


def available(settings: Settings, seats: int) -> int:
    """The one point of a game that is won (ruling L5)."""
    return 1


def end(game: Game, reason: str, draw: bool) -> Outcome:
    """The game over, for a reason that reads on from `the game is over,`: a draw, as nobody has mated or given up."""
    ended = Ended((), reason)
    return Outcome(apply(game, ended), [ended])


def drop(game: Game, seat: str, dice: Dice) -> Outcome:
    """A seat out of the game, which its opponent has won. A problem where the game is over."""
    if game.result:
        problem = Problem("nothing-to-leave", "The game is over.")
        return Outcome(game, [], problem, problem)
    turn = Play(game, seat, dice)
    turn.emit(Left(seat))
    turn.emit(Ended((other(seat),), f"{seat} has left"))
    return Outcome(turn.game, turn.events)
