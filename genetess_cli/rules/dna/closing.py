"""What a GM does to a game by the rules: end it, or let a player leave it. Nobody ordered any of it.

And what a player can have scored by the end.
"""

from __future__ import annotations

from collections.abc import Collection

from genetess_cli.problems import Problem
from genetess_cli.rules.base import Outcome, award_present
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.events import Dropped, Ended, apply
from genetess_cli.rules.dna.game import USUAL_COLOURS, Game, Settings
from genetess_cli.rules.dna.playing import Play
from genetess_cli.rules.dna.turn import ONE_LEFT, finish


def available(settings: Settings, seats: int) -> int:
    """The worth of an archive that holds every piece there is (ruling D12), of all four colours (ruling D4)."""
    return settings.stash.value * len(USUAL_COLOURS)


def end(game: Game, reason: str, draw: bool) -> Outcome:
    """The game over, for a reason that reads on from `the game is over,`: the archives are valued (ruling D12).

    `draw`: all still in share the win instead.
    """
    ended = Ended(tuple(game.still_in()) if draw else game.winners(), reason)
    return Outcome(apply(game, ended), [ended])


def award(outcome: Outcome, left: Collection[str]) -> Outcome:
    """An outcome in which nobody of `left` has won: if only they had, the next best archive wins."""
    return award_present(outcome, left, lambda: outcome.game.winners(left))


def drop(game: Game, seat: str, dice: Dice) -> Outcome:
    """A seat out of the game: its gene pools are neutral from now on, and its archive is nobody's to take or to win by.

    If it was to move, the next turn begins. A problem where the seat is out already or the game is over.
    """
    if game.result or game.players[seat].out:
        why = "The game is over." if game.result else f"{seat} is out already and has no more turns."
        problem = Problem("nothing-to-leave", why)
        return Outcome(game, [], problem, problem)
    turn = Play(game, seat, dice)
    turn.emit(Dropped(seat))
    if game.to_move == seat:
        finish(turn)
    elif len(turn.game.still_in()) == 1:
        turn.emit(Ended(turn.game.winners(), ONE_LEFT))
    return Outcome(turn.game, turn.events)
