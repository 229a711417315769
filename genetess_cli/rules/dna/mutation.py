"""Mutating the neighbours of a placed piece, step by step: how much at most, and every way to do it (rulings D7 to D9).

The search works on whole numbers, as it is asked for every order: a target is a neighbour's value, the index of its
colour, whether it was recoloured and which way it was resized; the pools are one count for each colour and size.
To `greatest` it does not matter which of two alike pieces is changed, so that it looks at their kinds alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.events import Altered, Play
from genetess_cli.rules.dna.game import GRID, SIZES, VALUES, Game, Piece
from genetess_cli.rules.dna.order import (
    MUTATE,
    Mutation,
    MutationStep,
    no_colour,
    off_grid,
    problem_in,
    stock_words,
)
from genetess_cli.rules.problems import Problem, join_words


def mutate(turn: Play, placed: Square | None, clause: Mutation, sure: bool) -> list[Problem]:
    """Carry out a mutation by the piece on `placed` (None: its square is wrong), or say why it cannot be done.

    `sure`: nothing was wrong up to here. Behind a mistake, steps are held to what is true of them in any case.
    """
    if placed is None or not sure:
        return _doubtful(turn.game, placed, clause, 1, [], set())
    game = turn.game
    done = list[Altered]()
    for number, step in enumerate(clause.steps, start=1):
        problems = _misnamed(turn.game, placed, step, number)
        if not problems and (problem := _impossible(turn, placed, step, done, f"step {number}")):
            problems = [problem]
        if problems:
            return [*problems, *_doubtful(turn.game, placed, clause, number + 1, done, {step.at})]
        before = turn.game.pieces[step.at]
        done.append(Altered(turn.seat, step.at, before, step.on(before), cost(before.size, step.to)))
        turn.emit(done[-1])
    spent = sum(altered.cost for altered in done)
    best = greatest(game, placed)
    if spent == best:
        return []
    return [problem_in("mutates-too-little", MUTATE, spent=spent, most=best)]


def _doubtful(
    game: Game, placed: Square | None, clause: Mutation, first: int, done: list[Altered], passed: set[Square]
) -> list[Problem]:
    """Return what is wrong with the steps from one on, whatever an earlier mistake may have led to.

    What stands on the squares in `passed` is not known any more.
    """
    problems: list[Problem] = []
    for number, step in enumerate(clause.steps[first - 1 :], start=first):
        found = _misnamed(game, placed, step, number)
        if not found and step.at in game.pieces and step.at not in passed:
            change = _no_change(game.pieces[step.at], step, done, f"step {number} to")
            found = [change] if change else []
        problems += found
        passed.add(step.at)
    return problems


def _misnamed(game: Game, placed: Square | None, step: MutationStep, number: int) -> list[Problem]:
    square = _square(game, placed, step, f"step {number}")
    about = f"step {number} to"
    colour = None if step.is_resize else no_colour(game, step.to, about, game.colours, "The colours are")
    return [problem for problem in (square, colour) if problem]


def _square(game: Game, placed: Square | None, step: MutationStep, about: str) -> Problem | None:
    problem = off_grid(step.at, about)
    if problem or placed is None:
        return problem
    near = [f"{game.pieces[square]} on {square}" for square in game.neighbours(placed)]
    hint = f"Next to {placed}: {join_words(near)}."
    if step.at == placed:
        return problem_in("placed-piece", about, hint=hint, at=placed)
    if step.at not in GRID.neighbours(placed):
        return problem_in("not-adjacent", about, hint=hint, at=step.at, placed=placed)
    if step.at not in game.pieces:
        return problem_in("empty", about, hint=hint, at=step.at)
    return None


def _no_change(piece: Piece, step: MutationStep, done: list[Altered], about: str) -> Problem | None:
    """Return why a step does not change the piece on its square, or not once more in this turn (ruling D7)."""
    earlier = [other for other in done if other.at == step.at]
    after = step.on(piece)
    ways = {other.to.value > other.piece.value for other in earlier if other.to.size != other.piece.size}
    if after == piece:
        hint = "Leave this step out, or change something else instead."
        key = "no-change/size" if step.is_resize else "no-change"
        return problem_in(key, about, hint=hint, at=step.at, to=step.to)
    if not step.is_resize and any(other.to.colour != other.piece.colour for other in earlier):
        hint = "Leave one of the two steps out, or recolour another piece."
        return problem_in("recoloured-twice", about, hint=hint, at=step.at)
    if step.is_resize and ways - {after.value > piece.value}:
        hint = "Leave one of the two steps out, or resize another piece."
        return problem_in("up-and-down", about, hint=hint, at=step.at)
    return None


def _impossible(
    turn: Play, placed: Square, step: MutationStep, done: list[Altered], about: str
) -> Problem | None:
    before = turn.game.pieces[step.at]
    if problem := _no_change(before, step, done, f"{about} to"):
        return problem
    after = step.on(before)
    stock = turn.game.pools[after.colour]
    if not stock.of(after.size):
        hint = f"It has {stock_words({after.colour: stock})}."
        return problem_in("no-swap", f"{about} to", hint=hint, colour=after.colour, size=after.size)
    price = cost(before.size, step.to)
    piece = turn.game.pieces[placed]
    spent = sum(altered.cost for altered in done) + price
    if spent <= piece.value:
        return None
    hint = "Take a cheaper step, or leave it out."
    return problem_in(
        "mutates-too-much",
        about,
        hint=hint,
        step=step,
        price=price,
        spent=spent,
        piece=piece,
        most=piece.value,
    )


# The search


class _Target(NamedTuple):
    value: int
    colour: int
    recoloured: bool = False
    way: int = 0


_Pools = tuple[int, ...]
_Targets = tuple[_Target, ...]


class _Bench(NamedTuple):
    """What a search begins with: the neighbours' squares, what stands there, the pools and the points to spend."""

    squares: list[Square]
    colours: list[str]
    targets: _Targets
    pools: _Pools
    budget: int


def cost(size: str, to: str) -> int:
    """Return what it costs to change a piece of a size to another size, or to any colour (ruling D7)."""
    return abs(VALUES[to] - VALUES[size]) if to in VALUES else VALUES[size]


def greatest(game: Game, at: Square) -> int:
    """Return the most points that any mutation by the piece on a square can spend (ruling D9)."""
    bench = _bench(game, at)
    best = 0
    seen: set[tuple[_Targets, int]] = set()
    waiting = [(tuple(sorted(bench.targets)), bench.pools, 0)]
    while waiting:
        targets, pools, spent = waiting.pop()
        for index, changed, price in _changes(targets, pools, bench.budget - spent):
            total = spent + price
            if total == bench.budget:
                return total
            best = max(best, total)
            state = (tuple(sorted(_with(targets, index, changed))), total)
            if state not in seen:
                seen.add(state)
                waiting.append((state[0], _swap(pools, targets[index], changed), total))
    return best


def nearest(turn: Play, at: Square, wanted: Mutation) -> Mutation:
    """Return a mutation that spends the most, with as many of the wanted steps as one can have, in their order."""
    total = greatest(turn.game, at)
    kept = tuple[MutationStep, ...]()
    for step in wanted.steps:
        if any(True for _ in ways(turn.game, at, total, (*kept, step))):
            kept = *kept, step
    return Mutation(next(ways(turn.game, at, total, kept)))


def ways(
    game: Game, at: Square, total: int, begun: tuple[MutationStep, ...] = ()
) -> Iterator[tuple[MutationStep, ...]]:
    """Yield mutations that spend a total, one for each board that can come of it, those of few steps first.

    Each begins with the steps of `begun`.
    """
    bench = _bench(game, at)
    seen: set[tuple[_Targets, int]] = set()
    waiting: deque[tuple[_Targets, _Pools, int, tuple[MutationStep, ...]]] = deque()
    if total:
        waiting.append((bench.targets, bench.pools, 0, ()))
    elif not begun:
        yield ()
    while waiting:
        targets, pools, spent, steps = waiting.popleft()
        for index, changed, price in _changes(targets, pools, total - spent):
            after = _with(targets, index, changed)
            state = (after, spent + price)
            if state in seen:
                continue
            further = (*steps, _as_step(bench, index, targets[index], changed))
            if further[: len(begun)] != begun[: len(further)]:
                continue
            seen.add(state)
            if spent + price < total:
                waiting.append((after, _swap(pools, targets[index], changed), spent + price, further))
            elif len(further) >= len(begun):
                yield further


def _bench(game: Game, at: Square) -> _Bench:
    colours = game.colours
    squares = game.neighbours(at)
    pieces = [game.pieces[square] for square in squares]
    targets = tuple(_Target(piece.value, colours.index(piece.colour)) for piece in pieces)
    pools = tuple(stock.of(size) for stock in game.pools.values() for size in SIZES)
    return _Bench(squares, colours, targets, pools, game.pieces[at].value)


def _changes(targets: _Targets, pools: _Pools, budget: int) -> Iterator[tuple[int, _Target, int]]:
    colours = len(pools) // len(SIZES)
    for index, target in enumerate(targets):
        for changed, price in _options(target, colours):
            if price <= budget and pools[_slot(changed)]:
                yield index, changed, price


def _with(targets: _Targets, index: int, changed: _Target) -> _Targets:
    return (*targets[:index], changed, *targets[index + 1 :])


def _swap(pools: _Pools, before: _Target, after: _Target) -> _Pools:
    """Return the pools once a piece has been swapped for another (ruling D8)."""
    left = list(pools)
    left[_slot(after)] -= 1
    left[_slot(before)] += 1
    return tuple(left)


def _slot(target: _Target) -> int:
    return target[1] * 3 + target[0] - 1


@cache
def _options(target: _Target, colours: int) -> tuple[tuple[_Target, int], ...]:
    """Return what one step can make of a target, and its price (ruling D7)."""
    recoloured = [
        (target._replace(colour=colour, recoloured=True), target.value)
        for colour in range(colours)
        if colour != target.colour and not target.recoloured
    ]
    resized = [
        (target._replace(value=value, way=way), abs(value - target.value))
        for value in VALUES.values()
        if (way := (value > target.value) - (value < target.value)) and target.way in (0, way)
    ]
    return (*recoloured, *resized)


def _as_step(bench: _Bench, index: int, before: _Target, after: _Target) -> MutationStep:
    if before.colour != after.colour:
        return MutationStep(bench.squares[index], bench.colours[after.colour])
    return MutationStep(bench.squares[index], SIZES[after.value - 1])
