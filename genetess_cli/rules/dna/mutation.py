"""How much a placed piece can mutate at most, and every way to do it (rulings D7, D8 and D9).

The search works on whole numbers, as it is asked for every order: a target is a neighbour's value, the index of its
colour, whether it was recoloured and which way it was resized; the pools are one count for each colour and size.
Pieces that are the same are the same to the search, so that a crowd of alike neighbours costs no more than one.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    """What it costs to change a piece of a size to another size, or to any colour (ruling D7)."""
    return abs(VALUES[to] - VALUES[size]) if to in VALUES else VALUES[size]


def greatest(game: Game, at: Square) -> int:
    """The most points that any mutation by the piece on a square can spend (ruling D9)."""
    bench = _bench(game, at)
    best = 0
    seen = set()
    waiting = [(bench.targets, bench.pools, 0)]
    while waiting and best < bench.budget:
        targets, pools, spent = waiting.pop()
        for _, after, left, price in _changes(targets, pools, bench.budget - spent):
            total = spent + price
            best = max(best, total)
            state = (tuple(sorted(after)), total)
            if state not in seen:
                seen.add(state)
                waiting.append((after, left, total))
    return best


def ways(game: Game, at: Square, total: int) -> Iterator[tuple[Step, ...]]:
    """Mutations by the piece on a square that spend a total, one for each board that can come of it."""
    bench = _bench(game, at)
    seen = {(bench.targets, 0)}
    told = set()
    waiting: list[tuple[_Targets, _Pools, int, tuple[Step, ...]]] = [(bench.targets, bench.pools, 0, ())]
    while waiting:
        targets, pools, spent, steps = waiting.pop(0)
        board = tuple((target.value, target.colour) for target in targets)
        if spent == total and board not in told:
            told.add(board)
            yield steps
        for index, after, left, price in _changes(targets, pools, total - spent):
            if (after, spent + price) not in seen:
                seen.add((after, spent + price))
                step = _step(bench, index, targets[index], after[index])
                waiting.append((after, left, spent + price, (*steps, step)))


def _bench(game: Game, at: Square) -> _Bench:
    colours = game.colours
    squares = game.neighbours(at)
    pieces = [game.pieces[square] for square in squares]
    targets = tuple(_Target(piece.value, colours.index(piece.colour)) for piece in pieces)
    pools = tuple(stock.of(size) for stock in game.pools.values() for size in SIZES)
    return _Bench(squares, colours, targets, pools, game.pieces[at].value)


def _changes(targets: _Targets, pools: _Pools, budget: int) -> Iterator[tuple[int, _Targets, _Pools, int]]:
    """Every step that the pools and the points allow: whom it changes, what comes of it, and its price."""
    for index, target in enumerate(targets):
        for changed, price in _options(target, len(pools) // len(SIZES)):
            taken = _slot(changed)
            if price <= budget and pools[taken]:
                left = list(pools)
                left[taken] -= 1
                left[_slot(target)] += 1
                yield index, (*targets[:index], changed, *targets[index + 1 :]), tuple(left), price


def _slot(target: _Target) -> int:
    """Where the pools count the pieces that are like a target."""
    return target.colour * len(SIZES) + target.value - 1


def _options(target: _Target, colours: int) -> Iterator[tuple[_Target, int]]:
    """What one step can make of a target, and its price (ruling D7)."""
    for colour in range(0 if target.recoloured else colours):
        if colour != target.colour:
            yield target._replace(colour=colour, recoloured=True), target.value
    for value in VALUES.values():
        way = (value > target.value) - (value < target.value)
        if way and target.way in (0, way):
            yield target._replace(value=value, way=way), abs(value - target.value)


def _step(bench: _Bench, index: int, before: _Target, after: _Target) -> Step:
    if before.colour != after.colour:
        return Step(bench.squares[index], bench.colours[after.colour])
    return Step(bench.squares[index], SIZES[after.value - 1])
