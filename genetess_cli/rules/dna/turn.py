"""A whole turn: the order, what happens as it ends, and whose turn comes next (rulings D6, D12 and D13)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from genetess_cli.rules import turn as turns
from genetess_cli.rules.base import Outcome, refused
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import mutation, scoring
from genetess_cli.rules.dna.events import (
    Dropped,
    GameOutcome,
    HadNothing,
    Placed,
    Play,
    RanOut,
    TimedOut,
    TurnBegan,
)
from genetess_cli.rules.dna.game import USUAL_COLOURS, Game, Piece, Settings
from genetess_cli.rules.dna.order import (
    ARCHIVE,
    FROM,
    Clause,
    Mutation,
    Order,
    Scoring,
    colours,
    no_colour,
    off_grid,
    problem_in,
    stock_words,
    store,
    which_colour,
)
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import Problem, join_words, together
from genetess_cli.rules.turn import Ended, apply


def place(turn: Play, order: Order) -> list[Problem]:
    """Place the piece of an order, or say why it cannot be done: what is wrong with the square, and with the piece."""
    kinds = _kinds(turn, order, order.archive)
    checks = (off_grid(order.at, "at") or _take(turn.game, order), _piece(turn, order, kinds))
    problems = [problem for problem in checks if problem]
    if not problems:
        turn.emit(Placed(turn.seat, order.at, kinds[0], order.archive))
    return problems


def _piece(turn: Play, order: Order, kinds: Sequence[Piece]) -> Problem | None:
    owned = colours(turn.game.stocks(turn.seat, order.archive))
    if problem := no_colour(turn.game, order.colour, "colour", owned, "There you have"):
        return problem
    if not kinds:
        return _missing(turn, order)
    if len(kinds) == 1:
        return None
    named = order.replace(colour=kinds[0].colour, clauses=())
    return which_colour(order.size, [piece.colour for piece in kinds], str(named), "size")


def _take(game: Game, order: Order) -> Problem | None:
    if order.at not in game.pieces:
        return None
    hint = "A piece is placed on an empty square."
    return problem_in("taken", "at", hint=hint, at=order.at, piece=game.pieces[order.at])


def _kinds(turn: Play, order: Order, archive: bool) -> Sequence[Piece]:
    return [
        piece
        for piece in turn.game.supply(turn.seat, archive)
        if piece.size == order.size and order.colour in ("", piece.colour)
    ]


def _missing(turn: Play, order: Order) -> Problem:
    game = turn.game
    seat = turn.seat
    wanted = f"{order.size} {order.colour}".strip()
    here = store(game, seat, order.archive)
    elsewhere = _kinds(turn, order, not order.archive)
    if elsewhere:
        other = f"leave out {FROM} {ARCHIVE}" if order.archive else f"add {FROM} {ARCHIVE}"
        kinds = join_words((f"an {piece}" for piece in elsewhere), "or")
        hint = f"In your {store(game, seat, not order.archive)} there is {kinds}: {other} to place it."
    else:
        hint = f"There you have {stock_words(game.stocks(seat, order.archive))}."
    return problem_in("no-piece", "size", hint=hint, piece=wanted, store=here)


OUT_OF_PIECES = "no player had a piece left in a gene pool"
NOBODY_PLACED = "nobody could place a piece in a whole round"
ONE_LEFT = "only one player is left"


def play(game: Game, seat: str, order: Order | None, dice: Dice) -> GameOutcome:
    turn = Play(game, seat, dice)
    if order is None:
        turn.emit(TimedOut(seat))
    elif problem := act(turn, order):
        return Outcome(game, [], problem, problem)
    finish(turn)
    return turn.outcome


def check(game: Game, seat: str, order: Order) -> Problem | None:
    return None if order.verb == HOLIDAY else act(Play(game, seat, Dice(bytes, 0)), order)


def act(turn: Play, order: Order) -> Problem | None:
    """Place, mutate and score as ordered, or say what cannot be done; the turn is void then.

    Behind a mistake nothing is carried out any more; what would be a mistake without it too is said with it.
    """
    problems = place(turn, order)
    placed = turn.game
    at = None if any(problem.about == "at" for problem in problems) else order.at
    for clause in order.in_turn():
        carry_out, _ = _CLAUSES[type(clause)]
        problems += carry_out(turn, at, clause, not problems)
    if order.at in placed.pieces and any("-too-" in problem.slug for problem in problems):
        whole = _mend(Play(placed, turn.seat, Dice(bytes, 0)), order)
        hints = (problems[-1].hint, f"This whole order would do: {whole}")
        problems[-1] = problems[-1].replace(hint="\n".join(filter(None, hints)))
    return together(problems)


def _mend(turn: Play, order: Order) -> Order:
    """Return the order with those of its steps and captures that can be right, on a turn with its piece placed."""
    clauses = list[Clause]()
    for clause in order.in_turn():
        carry_out, nearest = _CLAUSES[type(clause)]
        clauses.append(nearest(turn, order.at, clause))
        carry_out(turn, order.at, clauses[-1], True)
    told = (clause for clause, idle in zip(clauses, (Mutation(), Scoring()), strict=True) if clause != idle)
    return order.replace(clauses=tuple(told))


_CLAUSES: dict[type[Clause], tuple[Callable[..., list[Problem]], Callable[..., Clause]]] = {
    Mutation: (mutation.mutate, mutation.nearest),
    Scoring: (scoring.score, scoring.nearest),
}
"""What carries a clause out, and what mends it."""


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


def end(game: Game, reason: str, draw: bool) -> GameOutcome:
    """Return the game over, for a reason that reads on from `the game is over,`: the archives are valued (ruling D12).

    `draw`: all still in share the win instead.
    """
    winners = tuple(game.still_in()) if draw else game.winners()
    ended = Ended(winners, reason)
    return Outcome(apply(game, ended), [ended])


def award(outcome: GameOutcome, left: Collection[str]) -> GameOutcome:
    """Return an outcome in which nobody of `left` has won: if only they had, the next best archive wins."""
    game = outcome.game
    return turns.award(outcome, left, Ended, lambda: game.winners(left))


def drop(game: Game, seat: str, dice: Dice) -> GameOutcome:
    """Take a seat out of the game: its gene pools become neutral, and nobody takes its archive or wins by it.

    If it was to move, the next turn begins. A problem where the seat is out already or the game is over.
    """
    if game.result or game.players[seat].out:
        why = "The game is over." if game.result else f"{seat} is out already and has no more turns."
        return refused(game, "nothing-to-leave", why)
    turn = Play(game, seat, dice)
    turn.emit(Dropped(seat))
    if game.to_move == seat:
        finish(turn)
    elif len(turn.game.still_in()) == 1:
        turn.emit(Ended(turn.game.winners(), ONE_LEFT))
    return turn.outcome
