"""A turn from its order to the next one, and when special squares fire (rulings G28 to G30)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from genetess_cli.rules import turn as turns
from genetess_cli.rules.base import Outcome, refused
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import effects, round_zero
from genetess_cli.rules.genetess.actions import act, rehearse
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import Dropped, Ended, Fired, GameOutcome, Surfaced, TurnBegan
from genetess_cli.rules.genetess.game import Game, Piece, Settings
from genetess_cli.rules.genetess.order import Order, problem_in
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.sight import known, sight
from genetess_cli.rules.genetess.specials import SPECIALS
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.turn import TimedOut, apply

ON_ENTRY = "1.00"
"""The edition of `rules.specials` in which some specials fire as they are entered."""


def on_entry(turn: Play, square: Square) -> None:
    """Let the special under a piece that has come to rest fire, each at most once for one order or turn's start."""
    special = turn.specials.get(square)
    piece = turn.pieces.get(square)
    if special is None or piece is None or turn.game.result or turn.game.settings.specials != ON_ENTRY:
        return
    home = turn.home(square)
    if SPECIALS[special.type].on_entry and home not in turn.fired and not turn.game.is_orphan(piece):
        turn.fired.add(home)
        _fire(turn, square)


def at_start(turn: Play) -> None:
    """Let the specials fire under the pieces of the seat whose turn begins: type by type, by row within a type.

    Whether a piece is on one is looked at when its place comes, wherever it and the pieces have been moved by then.
    """
    homes: dict[str, list[Square]] = {}
    for square, special in turn.specials.items():
        homes.setdefault(special.type, []).append(turn.home(square))
    for number, kind in SPECIALS.items():
        if number not in homes:
            continue
        if kind.always:
            kind.effect(turn, turn.place(homes[number][0]))
        else:
            _set_off(turn, homes[number])


def _set_off(turn: Play, waiting: list[Square]) -> None:
    """Set off specials one by one, by row; one that is moved meanwhile comes where it is then."""
    sorted_for = None
    while waiting:
        if turn.specials is not sorted_for:
            sorted_for = turn.specials
            waiting.sort(key=turn.place, reverse=True)
        square = turn.place(waiting.pop())
        if _is_due(turn, square):
            _fire(turn, square)


def _is_due(turn: Play, square: Square) -> bool:
    """Return whether the turn's start sets off a special; an S8 that was blocked on entry tries again (G28)."""
    piece = turn.pieces.get(square)
    if piece is None or not turn.game.controls(turn.seat, piece):
        return False
    entered = SPECIALS[turn.specials[square].type].on_entry and turn.game.settings.specials == ON_ENTRY
    return not entered or piece.blocked


def _fire(turn: Play, square: Square) -> None:
    # Told whether or not it does anything, for that may be hidden from those who see the square.
    number = turn.specials[square].type
    turn.emit(Fired(square, turn.pieces[square], number))
    SPECIALS[number].effect(turn, square)


def play(game: Game, seat: str, order: Order | Gambles | None, dice: Dice) -> GameOutcome:
    """Carry out an order (None: the seat is timed out) and begin the next turn; a failed order begins none."""
    turn = Play(game, seat, dice, on_entry)
    if game.round_zero:
        return _in_round_zero(turn, order)
    assert not isinstance(order, Gambles)
    if order is None:
        turn.emit(TimedOut(seat))
    elif truth := act(turn, order):
        return _fail(turn, game, order, truth)
    begin_next(turn)
    return turn.outcome


def _in_round_zero(turn: Play, order: Order | Gambles | None) -> GameOutcome:
    problem = round_zero.answer(turn, turn.seat, order)
    if not problem and turn.game.round_zero is None:
        begin_next(turn)
    return Outcome(turn.game, turn.events, problem, problem)


def check(game: Game, seat: str, order: Order | Gambles) -> Problem | None:
    if game.round_zero:
        return round_zero.check(game, seat, order)
    assert not isinstance(order, Gambles)
    if order.verb == HOLIDAY:
        return None
    believed = known(game, seat)
    trial, problem = rehearse(believed, seat, order)
    if problem and problem.slug == "no-king" and game.players[seat].eliminated:
        trial, problem = rehearse(_with_king(game, believed, seat, order), seat, order)
    # A charge may stop earlier in the fog.
    in_doubt = order.verb == "CHARGE" and problem and problem.slug == "blocked"
    return None if in_doubt and not _sees(game, seat, trial.touched) else problem


def _with_king(game: Game, believed: Game, seat: str, order: Order) -> Game:
    """Return what an eliminated seat believes, with a King of its own where the order needs one in the fog (G6)."""
    assert order.to is not None
    needed = game.grid.neighbours(order.to) if order.verb == "HOME" else [order.to]
    kings = {square: Piece(seat, "K") for square in needed if not _sees(game, seat, [square])}
    return believed.replace(pieces={**believed.pieces, **kings})


def _sees(game: Game, seat: str, squares: Iterable[Square]) -> bool:
    return not game.grid.mask(squares) & ~sight(game, seat).seen


def _fail(turn: Play, before: Game, order: Order, truth: Problem) -> GameOutcome:
    """Undo a failed order but for its reveals, and tell no more than the player may know (G14, G44).

    One that its player could have known to fail reveals nothing: nobody fishes for phased pieces with such orders.
    """
    foreseen = check(before, turn.seat, order)
    revealed = Play(before, turn.seat, turn.dice)
    bumped = [] if foreseen else turn.bumped
    for square in bumped:
        revealed.emit(Surfaced(square, before.pieces[square], bumped=True))
    return Outcome(
        game=revealed.game,
        events=revealed.events,
        problem=foreseen or _tell(revealed, turn, order, truth),
        truth=truth,
        foreseeable=foreseen is not None or _sees(before, turn.seat, turn.touched),
    )


def _tell(revealed: Play, turn: Play, order: Order, truth: Problem) -> Problem:
    """Return the reason of a failure that the player could not foresee, in words that fit what it sees now."""
    light = sight(revealed.game, turn.seat)
    seen = [square for square in turn.bumped if light.seen & revealed.game.grid.bits[square]]
    if seen:
        return problem_in("hidden/phased", truth.about, at=seen[-1])
    if order.verb in ("HOME", "SANCTUARY") and revealed.game.players[turn.seat].eliminated:
        return problem_in("hidden/king", truth.about)
    return problem_in("hidden", truth.about)


def begin_next(turn: Play) -> None:
    """Pass the move on to the next seat that plays, unless the game is over."""
    if turn.game.result:
        return
    seats = list(turn.game.players)
    here = -1 if turn.game.to_move is None else seats.index(turn.game.to_move)
    number = turn.game.round or 1
    for index, seat in enumerate(seats[here + 1 :] + seats[: here + 1], start=here + 1):
        if turn.game.plays(seat):
            begin(turn, seat, number + (index >= len(seats)))
            # A special may destroy a seat's last ronin just then: the turn goes on (ruling G40).
            if turn.game.plays(seat):
                return


def begin(turn: Play, seat: str, number: int) -> None:
    turn.seat = seat
    turn.fired = set()
    turn.emit(TurnBegan(seat, number))
    income(turn)
    at_start(turn)


def income(turn: Play) -> None:
    """E for every K code (ruling G8)."""
    effects.earn(turn, turn.seat, turn.game.settings.e_per_king * turn.game.kings(turn.seat), "income")


def available(settings: Settings, seats: int) -> int:
    """Return the points of a player who takes every King but the own one, and is in to the end (ruling G41)."""
    return (seats - 1) * (effects.POINTS_FOR_TAKING + effects.POINTS_FOR_STAYING)


def end(game: Game, reason: str, draw: bool) -> GameOutcome:
    """Return the game over, for a reason that reads on from `the game is over,`: the highest score wins (ruling G42).

    `draw`: all still in share the win instead. Whoever is alone still in is the survivor.
    """
    remaining = game.still_in()
    winners = tuple(remaining) if draw else effects.best(game)
    survivor = remaining[0] if len(remaining) == 1 else None
    ended = Ended(winners, survivor, reason)
    return Outcome(apply(game, ended), [ended])


def award(outcome: GameOutcome, left: Collection[str]) -> GameOutcome:
    """Take the win from the seats of `left`: if only they had won, the next highest score wins (ruling G42)."""
    game = outcome.game
    return turns.award(outcome, left, Ended, lambda: effects.best(game, left))


def drop(game: Game, seat: str, dice: Dice) -> GameOutcome:
    """Return a seat out of the game, its pieces orphans; if it was to move, the next turn begins.

    A problem where there is nothing to leave: the seat has no more turns, the game is over or still in round 0.
    """
    if game.result or game.round_zero or not game.plays(seat):
        return _refuse(game, seat)
    turn = Play(game, seat, dice, on_entry)
    turn.emit(Dropped(seat))
    effects.end_if_decided(turn)
    if game.to_move == seat:
        begin_next(turn)
    return turn.outcome


def _refuse(game: Game, seat: str) -> GameOutcome:
    why = f"{seat} is out already and has no more turns."
    if game.round_zero:
        why = "In round 0 nobody has pieces yet that could be left behind."
    if game.result:
        why = "The game is over."
    return refused(game, "nothing-to-leave", why)
