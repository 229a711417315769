"""What a GM does to a game by the rules: end it, or let a player leave it. Nobody ordered any of it.

And what a player can have scored by the end.
"""

from __future__ import annotations

from collections.abc import Collection

from genetess_cli.problems import Problem
from genetess_cli.rules.base import Outcome, award_present
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.events import apply
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.playing import Play
from genetess_cli.rules.genetess.seating import Dropped, Ended
from genetess_cli.rules.genetess.specials import firing
from genetess_cli.rules.genetess.turn import begin_next


def available(settings: Settings, seats: int) -> int:
    """The points of a player who takes every King but the own one, and is in to the end (ruling G41)."""
    return (seats - 1) * (effects.POINTS_FOR_TAKING + effects.POINTS_FOR_STAYING)


def end(game: Game, reason: str, draw: bool) -> Outcome:
    """The game over, for a reason that reads on from `the game is over,`: the highest score wins (ruling G42).

    `draw`: all still in share the win instead. Whoever is alone still in is the survivor.
    """
    remaining = game.still_in()
    winners = tuple(remaining) if draw else effects.best(game)
    ended = Ended(winners, remaining[0] if len(remaining) == 1 else None, reason)
    return Outcome(apply(game, ended), [ended])


def award(outcome: Outcome, left: Collection[str]) -> Outcome:
    """An outcome in which nobody of `left` has won: if only they had, the next highest score wins (ruling G42)."""
    return award_present(outcome, left, lambda: effects.best(outcome.game, left))


def drop(game: Game, seat: str, dice: Dice) -> Outcome:
    """A seat out of the game, its pieces orphans; if it was to move, the next turn begins.

    A problem where there is nothing to leave: the seat has no more turns, the game is over or still in round 0.
    """
    if game.result or game.round_zero or not game.plays(seat):
        return _refused(game, seat)
    turn = Play(game, seat, dice, firing.on_entry)
    turn.emit(Dropped(seat))
    effects.end_if_decided(turn)
    if game.to_move == seat:
        begin_next(turn)
    return Outcome(turn.game, turn.events)


def _refused(game: Game, seat: str) -> Outcome:
    why = f"{seat} is out already and has no more turns."
    if game.round_zero:
        why = "In round 0 nobody has pieces yet that could be left behind."
    if game.result:
        why = "The game is over."
    problem = Problem("nothing-to-leave", why)
    return Outcome(game, [], problem, problem)
