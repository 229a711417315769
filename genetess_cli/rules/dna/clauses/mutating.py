"""Mutating the neighbours of a placed piece, step by step (rulings D7, D8 and D9)."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.clauses import mutation
from genetess_cli.rules.dna.events import Altered, Play
from genetess_cli.rules.dna.game import GRID, VALUES, Game, Piece
from genetess_cli.rules.dna.order import (
    MUTATE,
    Mutation,
    Step,
    count_points,
    no_colour,
    off_grid,
    stock_words,
)
from genetess_cli.rules.problems import Problem, join_words

MUTATES_TOO_MUCH, MUTATES_TOO_LITTLE = "mutates-too-much", "mutates-too-little"


def mutate(turn: Play, placed: Square | None, clause: Mutation, sure: bool) -> list[Problem]:
    """Carry out a mutation by the piece on `placed` (None: its square is wrong), or say why it cannot be done.

    `sure`: nothing was wrong up to here. Behind a mistake, steps are held to what is true of them in any case.
    """
    if placed is None or not sure:
        return _doubtful(turn.game, placed, clause, 1, [], set())
    game, done = turn.game, list[Altered]()
    for number, step in enumerate(clause.steps, start=1):
        problems = _misnamed(turn.game, placed, step, number) or _change(turn.game, step, done, number)
        problems = problems or _step(turn, placed, step, done, number)
        if problems:
            return [*problems, *_doubtful(turn.game, placed, clause, number + 1, done, {step.at})]
    spent, best = sum(altered.cost for altered in done), mutation.greatest(game, placed)
    return [_too_little(spent, best)] if spent < best else []


def _doubtful(
    game: Game, placed: Square | None, clause: Mutation, first: int, done: list[Altered], passed: set[Square]
) -> list[Problem]:
    """Return what is wrong with the steps from one on, whatever an earlier mistake may have led to.

    What stands on the squares in `passed` is not known any more.
    """
    problems: list[Problem] = []
    for number, step in enumerate(clause.steps[first - 1 :], start=first):
        misnamed = _misnamed(game, placed, step, number)
        if not misnamed and step.at in game.pieces and step.at not in passed:
            problems += _change(game, step, done, number)
        problems += misnamed
        passed.add(step.at)
    return problems


def _misnamed(game: Game, placed: Square | None, step: Step, number: int) -> list[Problem]:
    square = _square(game, placed, step, f"step {number}")
    colour = None if step.is_resize else no_colour(game, step.to, f"step {number} to")
    return [problem for problem in (square, colour) if problem]


def _step(turn: Play, placed: Square, step: Step, done: list[Altered], number: int) -> list[Problem]:
    before, after = turn.game.pieces[step.at], step.on(turn.game.pieces[step.at])
    if problem := _unavailable(turn.game, after, f"step {number} to"):
        return [problem]
    price = mutation.cost(before.size, step.to)
    spent, piece = sum(altered.cost for altered in done) + price, turn.game.pieces[placed]
    if spent > piece.value:
        return [_too_much(piece, step, price, spent, f"step {number}")]
    done.append(Altered(turn.seat, step.at, before, after, price))
    turn.emit(done[-1])
    return []


def _square(game: Game, placed: Square | None, step: Step, about: str) -> Problem | None:
    problem = off_grid(step.at, about)
    if problem or placed is None:
        return problem
    hint = _near(game, placed)
    if step.at == placed:
        message = f"The piece that was just placed on {placed} does not mutate."
        return Problem("placed-piece", message, hint=hint, about=about)
    if step.at not in GRID.neighbours(placed):
        return Problem("not-adjacent", f"{step.at} is not next to {placed}.", hint=hint, about=about)
    if step.at not in game.pieces:
        return Problem("empty", f"No piece stands on {step.at}.", hint=hint, about=about)
    return None


def _near(game: Game, placed: Square) -> str:
    near = [f"{game.pieces[square]} on {square}" for square in game.neighbours(placed)]
    if not near:
        return f"No piece stands next to {placed}, so nothing can be mutated."
    return f"Next to {placed} stand{'s'[: len(near) == 1]} {join_words(near)}."


def _change(game: Game, step: Step, done: list[Altered], number: int) -> list[Problem]:
    about, piece = f"step {number} to", game.pieces[step.at]
    if step.on(piece) != piece:
        problem = _again(game, step, done, about)
        return [problem] if problem else []
    message = f"The piece on {step.at} is {'an ' if step.to in VALUES else ''}{step.to} already."
    hint = "Leave this step out, or change something else instead."
    return [Problem("no-change", message, hint=hint, about=about)]


def _again(game: Game, step: Step, done: list[Altered], about: str) -> Problem | None:
    earlier = [other for other in done if other.at == step.at]
    if not step.is_resize:
        if all(other.piece.colour == other.to.colour for other in earlier):
            return None
        message = f"The piece on {step.at} was recoloured already, and none is recoloured twice in a turn."
        hint = "Leave one of the two steps out, or recolour another piece."
        return Problem("recoloured-twice", message, hint=hint, about=about)
    way = _grows(game.pieces[step.at], step.to)
    if all(_grows(other.piece, other.to.size) in (None, way) for other in earlier):
        return None
    message = f"The piece on {step.at} was resized the other way, and none both grows and shrinks in a turn."
    hint = "Leave one of the two steps out, or resize another piece."
    return Problem("up-and-down", message, hint=hint, about=about)


def _grows(piece: Piece, size: str) -> bool | None:
    return None if size == piece.size else VALUES[size] > piece.value


def _unavailable(game: Game, after: Piece, about: str) -> Problem | None:
    stock = game.pools[after.colour]
    if stock.of(after.size):
        return None
    message = f"The {after.colour} gene pool has no {after.size} to swap with."
    hint = f"It has {stock_words({after.colour: stock})}."
    return Problem("no-swap", message, hint=hint, about=about)


def _too_much(placed: Piece, step: Step, price: int, spent: int, about: str) -> Problem:
    message = (
        f"{step} costs {count_points(price)}, {spent} with what came before; the {placed} has {placed.value}."
    )
    return Problem(MUTATES_TOO_MUCH, message, hint="Take a cheaper step, or leave it out.", about=about)


def _too_little(spent: int, best: int) -> Problem:
    message = f"The mutation spends {count_points(spent)}; here it must spend {best}, which is the most that it can."
    return Problem(MUTATES_TOO_LITTLE, message, about=MUTATE)
