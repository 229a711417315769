"""How much a placed piece can mutate at most, and every way to do it (rulings D7, D8 and D9).

The search works on whole numbers, as it is asked for every order: a target is a neighbour's value, the index of its
colour, whether it was recoloured and which way it was resized; the pools are one count for each colour and size.
To `greatest` it does not matter which of two alike pieces is changed, so that it looks at their kinds alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import SIZES, VALUES, Game
from genetess_cli.rules.dna.order import Step


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


def ways(game: Game, at: Square, total: int, begun: Sequence[Step] = ()) -> Iterator[tuple[Step, ...]]:
    """Mutations by the piece on a square that spend a total, one for each board that can come of it.

    Those of few steps come first. All of them begin with the steps of `begun`; there are none where those cannot be.
    """
    bench = _bench(game, at)
    start = _after(bench, total, begun)
    seen: set[tuple[_Targets, int]] = set()
    waiting: deque[tuple[_Targets, _Pools, int, tuple[Step, ...]]] = deque()
    if start and start[-1] == total:
        yield tuple(begun)
    elif start:
        waiting.append((*start, tuple(begun)))
    while waiting:
        targets, pools, spent, steps = waiting.popleft()
        for index, changed, price in _changes(targets, pools, total - spent):
            after = _with(targets, index, changed)
            state = (after, spent + price)
            if state in seen:
                continue
            seen.add(state)
            further = (*steps, _step(bench, index, targets[index], changed))
            if spent + price < total:
                waiting.append((after, _swap(pools, targets[index], changed), spent + price, further))
            else:
                yield further


def _after(bench: _Bench, total: int, begun: Sequence[Step]) -> tuple[_Targets, _Pools, int] | None:
    """Return where a search goes on behind some steps, with what they have spent; None where they cannot be done."""
    targets, pools, spent = bench.targets, bench.pools, 0
    for step in begun:
        for index, changed, price in _changes(targets, pools, total - spent):
            if _step(bench, index, targets[index], changed) == step:
                pools, spent = _swap(pools, targets[index], changed), spent + price
                targets = _with(targets, index, changed)
                break
        else:
            return None
    return targets, pools, spent


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
        for colour in range(0 if target.recoloured else colours)
        if colour != target.colour
    ]
    resized = [
        (target._replace(value=value, way=way), abs(value - target.value))
        for value in VALUES.values()
        if (way := (value > target.value) - (value < target.value)) and target.way in (0, way)
    ]
    return (*recoloured, *resized)


def _step(bench: _Bench, index: int, before: _Target, after: _Target) -> Step:
    if before.colour != after.colour:
        return Step(bench.squares[index], bench.colours[after.colour])
    return Step(bench.squares[index], SIZES[after.value - 1])
