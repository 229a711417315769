"""A random order and a greedy one: what `genetess simulate` plays with. All luck is that of the Dice handed in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import captures, strands
from genetess_cli.rules.dna.game import Game, Piece
from genetess_cli.rules.dna.order import Capture, Clause, Mutation, Order, Scoring, Step
from genetess_cli.rules.dna.plans import (
    all_captures,
    all_mutations,
    captured,
    mutated,
    placed,
    placings,
)

MOST_WEIGHED = 200
"""Mutations that are looked at before one is chosen."""


def sample(game: Game, seat: str, dice: Dice) -> Order:
    """A random order of the seat to move: any piece on any square, and either clause first."""
    placing, piece = dice.choice(list(placings(game, seat)), "guess")
    after = placed(game, seat, placing, piece)
    at = placing.at
    if dice.number(2, "guess"):
        taken = _some_captures(after, seat, at, dice)
        steps = _some_mutation(captured(after, seat, taken), at, dice)
        clauses: tuple[Clause, ...] = (Scoring(taken), Mutation(steps))
    else:
        steps = _some_mutation(after, at, dice)
        clauses = (Mutation(steps), Scoring(_some_captures(mutated(after, seat, steps), seat, at, dice)))
    return replace(placing, clauses=clauses)


def _some_mutation(game: Game, at: Square, dice: Dice) -> tuple[Step, ...]:
    return dice.choice(list(islice(all_mutations(game, at), MOST_WEIGHED)), "guess")


def _some_captures(game: Game, seat: str, at: Square, dice: Dice) -> tuple[Capture, ...]:
    """Captures that take the most that the score reaches, drawn one by one."""
    score = strands.points(strands.strands(game.pieces, at))
    left = captures.greatest(captures.wares(game, seat), score)
    taken: list[Capture] = []
    while left:
        capture = dice.choice(list(_fitting(game, seat, left)), "guess")
        taken.append(capture)
        left -= captures.price(capture.size, capture.archive)
        game = captured(game, seat, [capture])
    return tuple(taken)


def _fitting(game: Game, seat: str, left: int) -> Iterator[Capture]:
    """The captures that leave a total which the others can make up."""
    for ware in captures.wares(game, seat):
        capture = Capture(ware.size, ware.colour, ware.owner, ware.archive)
        rest = left - ware.price
        if rest >= 0:
            offered = captures.wares(captured(game, seat, [capture]), seat)
            if captures.greatest(offered, rest) == rest:
                yield capture


def greedy(game: Game, seat: str, dice: Dice) -> Order:
    """The order of a player who scores all that one piece can, before any mutation, and takes from gene pools.

    Of pieces that score the same one from a gene pool is placed, a small rather than a large; the mutation is one that
    brings most of the seat's own pieces back into its gene pools.
    """
    weighed = [(_weight(game, *each), each) for each in placings(game, seat)]
    best = max(weight for weight, _ in weighed)
    placing, piece = dice.choice([each for weight, each in weighed if weight == best], "guess")
    after = placed(game, seat, placing, piece)
    taken = next(all_captures(after, seat, placing.at))
    after = captured(after, seat, taken)
    mutations = islice(all_mutations(after, placing.at), MOST_WEIGHED)
    steps = max(mutations, key=lambda each: _own(mutated(after, seat, each), seat))
    return replace(placing, clauses=(Scoring(taken), Mutation(steps)))


def _weight(game: Game, placing: Order, piece: Piece) -> tuple[int, bool, int]:
    found = strands.strands({**game.pieces, placing.at: piece}, placing.at)
    return strands.points(found), not placing.archive, -piece.value


def _own(game: Game, seat: str) -> int:
    return sum(stock.value for stock in game.own_pools(seat).values())
