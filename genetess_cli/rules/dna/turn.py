"""A whole turn: the order, what happens as it ends, and whose turn comes next (rulings D6, D12 and D13)."""

from __future__ import annotations

from collections.abc import Collection

from genetess_cli.rules.base import Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.clauses.mutating import mutate
from genetess_cli.rules.dna.clauses.placing import place
from genetess_cli.rules.dna.clauses.scoring import score
from genetess_cli.rules.dna.events import Dropped, Ended, HadNothing, Play, RanOut, TimedOut, TurnBegan
from genetess_cli.rules.dna.game import USUAL_COLOURS, Game, Settings
from genetess_cli.rules.dna.order import Mutation, Order
from genetess_cli.rules.dna.reading import advise
from genetess_cli.rules.extras import award_present
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import Problem, together
from genetess_cli.rules.turn import apply

OUT_OF_PIECES = "no player had a piece left in a gene pool"
NOBODY_PLACED = "nobody could place a piece in a whole round"
ONE_LEFT = "only one player is left"


def play(game: Game, seat: str, order: Order | None, dice: Dice) -> Outcome:
    turn = Play(game, seat, dice)
    if order is None:
        turn.emit(TimedOut(seat))
    elif problem := act(turn, order):
        return Outcome(game, [], problem, problem)
    finish(turn)
    return Outcome(turn.game, turn.events)


def check(game: Game, seat: str, order: Order) -> Problem | None:
    return None if order.verb == HOLIDAY else act(Play(game, seat, Dice(bytes, 0)), order)


def act(turn: Play, order: Order) -> Problem | None:
    """Place, mutate and score as ordered, or say what cannot be done; the turn is void then.

    Behind a mistake nothing is carried out any more; what would be a mistake without it too is said with it.
    """
    game, problems = turn.game, place(turn, order)
    at = None if any(problem.about == "at" for problem in problems) else order.at
    for clause in order.in_turn():
        if isinstance(clause, Mutation):
            problems += mutate(turn, at, clause, not problems)
        else:
            problems += score(turn, at, clause, not problems)
    return together(advise(game, turn.seat, order, problems)) if problems else None


def finish(turn: Play) -> None:
    while not _is_over(turn):
        begin_next(turn)
        seat = turn.seat
        if turn.game.can_place(seat):
            return
        turn.emit(HadNothing(seat))


def _is_over(turn: Play) -> bool:
    game = turn.game
    if len(game.still_in()) == 1:
        return _end(turn, ONE_LEFT)
    if not game.ending and game.pools_are_empty():
        turn.emit(RanOut())
    if _seats_left(turn.game):
        return False
    if turn.game.ending:
        return _end(turn, OUT_OF_PIECES)
    return game.idle >= len(game.still_in()) and _end(turn, NOBODY_PLACED)


def _end(turn: Play, reason: str) -> bool:
    turn.emit(Ended(turn.game.winners(), reason))
    return True


def _seats_left(game: Game) -> list[str]:
    seats = list(game.players)
    here = -1 if game.to_move is None else seats.index(game.to_move)
    return [seat for seat in seats[here + 1 :] if not game.players[seat].out]


def begin_next(turn: Play) -> None:
    left = _seats_left(turn.game)
    number = turn.game.round if left and turn.game.to_move is not None else turn.game.round + 1
    turn.seat = left[0] if left else turn.game.still_in()[0]
    turn.emit(TurnBegan(turn.seat, number))


def available(settings: Settings, seats: int) -> int:
    """Return the worth of an archive that holds every piece there is (ruling D12), of all four colours (ruling D4)."""
    return settings.stash.value * len(USUAL_COLOURS)


def end(game: Game, reason: str, draw: bool) -> Outcome:
    """Return the game over, for a reason that reads on from `the game is over,`: the archives are valued (ruling D12).

    `draw`: all still in share the win instead.
    """
    ended = Ended(tuple(game.still_in()) if draw else game.winners(), reason)
    return Outcome(apply(game, ended), [ended])


def award(outcome: Outcome, left: Collection[str]) -> Outcome:
    """Return an outcome in which nobody of `left` has won: if only they had, the next best archive wins."""
    return award_present(outcome, left, lambda: outcome.game.winners(left))


def drop(game: Game, seat: str, dice: Dice) -> Outcome:
    """Take a seat out of the game: its gene pools become neutral, and nobody takes its archive or wins by it.

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
