"""A whole turn: the order, what follows when it fails, and what happens as the next player's turn begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from genetess_cli.problems import Problem
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.actions import act
from genetess_cli.rules.genetess.events import Surfaced, TimedOut, TurnBegan
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order, named
from genetess_cli.rules.genetess.playing import Play
from genetess_cli.rules.genetess.sight import known, sight
from genetess_cli.rules.genetess.specials import firing
from genetess_cli.rules.orders import HOLIDAY, Entry


def play(game: Game, seat: str, order: Order | None, dice: Dice) -> Outcome:
    """Carry out an order (None: the seat is timed out) and begin the next turn; a failed order begins none."""
    turn = Play(game, seat, dice, firing.on_entry)
    if game.round_zero:
        return _in_round_zero(turn, order)
    if order is None:
        turn.emit(TimedOut(seat))
    else:
        truth = act(turn, order)
        if truth:
            return _failed(turn, game, order, truth)
    begin_next(turn)
    return Outcome(turn.game, turn.events)


def _in_round_zero(turn: Play, order: Order | None) -> Outcome:
    from genetess_cli.rules.genetess import round_zero  # few turns are of round 0

    problem = round_zero.answer(turn, turn.seat, order)
    if not problem and turn.game.round_zero is None:
        begin_next(turn)
    return Outcome(turn.game, turn.events, problem, problem)


def check(game: Game, seat: str, order: Order) -> Problem | None:
    """What the seat can know to be wrong with an order: the order tried on the position that it believes in."""
    if game.round_zero:
        from genetess_cli.rules.genetess import round_zero

        return round_zero.check(game, seat, order)
    if order.verb == HOLIDAY:
        return None
    trial = Play(known(game, seat), seat, Dice(_rehearsal, 0))
    problem = act(trial, order)
    return None if problem and _in_doubt(game, trial, order, problem) else problem


def _in_doubt(game: Game, trial: Play, order: Order, problem: Problem) -> bool:
    """Whether an order that fails on what the seat believes may succeed for what it cannot see.

    A charge may stop earlier in the fog, and an eliminated player may have a King where it sees nothing (ruling G6).
    """
    squares: list[Square] = []
    if order.verb == "CHARGE" and problem.slug == "blocked":
        squares = trial.touched
    elif order.to is not None and problem.slug == "no-king" and game.players[trial.seat].eliminated:
        squares = game.grid.neighbours(order.to) if order.verb == "HOME" else [order.to]
    return not _sees(game, trial.seat, squares)


def in_view(game: Game, seat: str, entry: Entry) -> bool:
    """Whether a seat sees every square that an entry names in which no order was found (ruling G44).

    One that names none names none out of view.
    """
    return _sees(game, seat, named(entry))


def _sees(game: Game, seat: str, squares: Iterable[Square]) -> bool:
    """Whether all of the squares, as far as they are on the board, are in a seat's view."""
    return not game.grid.mask(squares) & ~sight(game, seat).seen


def _rehearsal() -> bytes:
    """The key of draws that count for nothing."""
    return b"rehearsal"


def _failed(turn: Play, before: Game, order: Order, truth: Problem) -> Outcome:
    """A failed order changes nothing but its reveals, and tells no more than the player may know (G14, G44).

    One that its player could have known to fail reveals nothing: nobody fishes for phased pieces with such orders.
    """
    foreseen = check(before, turn.seat, order)
    revealed = Play(before, turn.seat, turn.dice)
    for square in [] if foreseen else turn.bumped:
        revealed.emit(Surfaced(square, before.pieces[square], bumped=True))
    return Outcome(
        game=revealed.game,
        events=revealed.events,
        problem=foreseen or _told(revealed, turn, truth),
        truth=truth,
        in_view=_sees(before, turn.seat, turn.touched),
    )


def _told(revealed: Play, turn: Play, truth: Problem) -> Problem:
    """The reason of a failure that the player could not foresee, in words that fit what it sees now."""
    light = sight(revealed.game, turn.seat)
    seen = [square for square in turn.bumped if light.seen & revealed.game.grid.bits[square]]
    if seen:
        message = f"A phased piece was in the way on {seen[-1]}; it is revealed."
    else:
        message = "Something that you cannot see was in the way."
    return Problem("hidden", message, about=truth.about)


def begin_next(turn: Play) -> None:
    """Pass the move on to the next seat that plays, unless the game is over."""
    if turn.game.result:
        return
    seats = list(turn.game.players)
    here = -1 if turn.game.to_move is None else seats.index(turn.game.to_move)
    number = turn.game.round or 1
    for seat, passed in _circle(seats, here):
        if turn.game.plays(seat):
            begin(turn, seat, number + passed)
            # A special may destroy a seat's last ronin just then: the turn goes on (ruling G40).
            if turn.game.plays(seat):
                return


def _circle(seats: list[str], here: int) -> list[tuple[str, int]]:
    """Every seat once, from the one after `here`, each with 1 where a new round has begun and 0 before."""
    return [(seat, 0) for seat in seats[here + 1 :]] + [(seat, 1) for seat in seats[: here + 1]]


def begin(turn: Play, seat: str, number: int) -> None:
    """Begin a seat's turn in a round: the steps of its start, one after the other."""
    turn.seat = seat
    turn.fired = set()
    turn.emit(TurnBegan(seat, number))
    for step in AT_START:
        step(turn)


def income(turn: Play) -> None:
    """E for every K code (ruling G8)."""
    effects.earn(turn, turn.seat, turn.game.settings.e_per_king * turn.game.kings(turn.seat), "income")


AT_START: tuple[Callable[[Play], None], ...] = (income, firing.at_start)
"""What happens at a turn's start, in order."""
