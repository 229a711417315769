"""The search for the greatest mutation and the greatest capture on the worst position that was found: what a refused
order costs at most.

`python -m benchmarks.dna` looks for worse ones, and prints the worst: from many random positions it climbs, a change of
a neighbour or of a gene pool at a time, as long as the search of the mutation has more steps to look at. Steps are
counted and not timed, so that the same seed finds the same position on every machine.

Pieces are not conserved in these positions (ruling D1): gene pools, board and archives are filled without regard to
each other, and the worst one has eight red smalls where a game has five. All that can be next to a large piece in a
game is among them, with much that cannot, so that the worst of them can only be worse than any of a real game.
"""

from __future__ import annotations

import sys
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from genetess_cli.rules import dna
from genetess_cli.rules.base import Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import mutation, scoring
from genetess_cli.rules.dna.game import GRID, SIZES, USUAL_COLOURS, Game, Piece, Settings, Stock

AT = Square.named("D4")
KINDS = [Piece(size, colour) for colour in USUAL_COLOURS for size in SIZES]
STASH = 5
MOST_POINTS = 24
"""What one piece can score at most: eight strands, each with a bonus for colours and one for sizes."""
STARTS, TRIES = 300, 2000


class Place(NamedTuple):
    """A large piece on D4, the kinds of its neighbours, and how many of each kind the gene pools hold."""

    near: tuple[int, ...]
    pools: tuple[int, ...]


WORST = Place((0,) * 8, (0, 3, 0, 4, 0, 0, 2, 0, 0, 5, 0, 0))
"""What `python -m benchmarks.dna` found: eight small pyramids that nothing but their colour can be changed of."""


def look(game: Game) -> None:
    """Search for the greatest mutation, and for the greatest capture with the highest score that there is."""
    mutate(game)
    offered = scoring.wares(game, "red")
    next(scoring.ways(offered, scoring.greatest(offered, MOST_POINTS)))


def mutate(game: Game) -> None:
    """Find the greatest mutation."""
    next(mutation.ways(game, AT, mutation.greatest(game, AT)))


def position(place: Place) -> Game:
    """The position of a place, red to move; archives hold one of each kind, so that as many as can be are for sale."""
    seats = [Seat(colour, colour) for colour in USUAL_COLOURS]
    game: Game = dna.new(Settings(), None, seats, Dice(bytes, 0)).game
    squares = [*GRID.neighbours(AT)]
    pieces = {square: KINDS[kind] for square, kind in zip(squares, place.near, strict=True)}
    counts = [place.pools[start : start + 3] for start in range(0, 12, 3)]
    pools = {colour: Stock(*count) for colour, count in zip(USUAL_COLOURS, counts, strict=True)}
    archives = {seat: dict.fromkeys(USUAL_COLOURS, Stock(1, 1, 1)) for seat in game.players}
    return replace(game, pieces={**pieces, AT: Piece("L", "red")}, pools=pools, archives=archives)


def steps(place: Place) -> int:
    """How many steps the search of a greatest mutation looks at."""
    count, changes = 0, mutation._changes

    def counted(*given: object) -> list[object]:
        nonlocal count
        found: list[object] = [*changes(*given)]  # type: ignore[arg-type]
        count += len(found)
        return found

    with patch.object(mutation, "_changes", counted):
        mutate(position(place))
    return count


def search(seed: int) -> tuple[int, Place]:
    """The worst place of many climbs, and its steps."""
    rng = Random(seed)
    return max((_climbed(rng) for _ in range(STARTS)), key=lambda found: found[0])


def _climbed(rng: Random) -> tuple[int, Place]:
    near = tuple(rng.randrange(len(KINDS)) for _ in range(8))
    place = Place(near, tuple(rng.randint(1, STASH) * rng.randint(0, 1) for _ in KINDS))
    worst = steps(place)
    for _ in range(TRIES):
        other = _changed(place, rng)
        found = steps(other)
        if found >= worst:
            worst, place = found, other
    return worst, place


def _changed(place: Place, rng: Random) -> Place:
    near, pools = [*place.near], [*place.pools]
    for _ in range(rng.randint(1, 4)):
        near[rng.randrange(len(near))] = rng.randrange(len(KINDS))
        pools[rng.randrange(len(pools))] = rng.randint(1, STASH) * rng.randint(0, 1)
    return Place(tuple(near), tuple(pools))


if __name__ == "__main__":
    print(*search(int(sys.argv[1]) if sys.argv[1:] else 1))
