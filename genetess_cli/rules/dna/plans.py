"""Whole orders: every placing, and all that can follow it. What legal, random and greedy orders are chosen from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna import captures, mutation, strands
from genetess_cli.rules.dna.events import Altered, Captured, Placed, apply
from genetess_cli.rules.dna.game import Game, Piece
from genetess_cli.rules.dna.order import PLACE, Capture, Clause, Mutation, Order, Scoring, Step


def placings(game: Game, seat: str) -> Iterator[tuple[Order, Piece]]:
    """Every way to place a piece, with the piece: from gene pools first, the squares in row order."""
    squares = game.empty_squares()
    for archive in (False, True):
        kinds = list(game.supply(seat, archive))
        for piece in kinds:
            only = [other.size for other in kinds].count(piece.size) == 1
            for at in squares:
                yield Order(PLACE, piece.size, "" if only else piece.colour, at, archive), piece


def placed(game: Game, seat: str, placing: Order, piece: Piece) -> Game:
    """The position after a placing that can be done."""
    return apply(game, Placed(seat, placing.at, piece, placing.archive))


def completions(game: Game, seat: str, placing: Order, piece: Piece) -> Iterator[Order]:
    """Every whole order with a placing: the greatest mutations and captures, in either order.

    A clause is left out where that says the same (ruling D5). Of mutations that lead to the same board one is told.
    """
    after = placed(game, seat, placing, piece)
    at = placing.at
    idle = mutation.greatest(after, at) == 0
    if strands.strands(after.pieces, at):
        for taken in all_captures(after, seat, at):
            for steps in all_mutations(captured(after, seat, taken), at):
                later: tuple[Clause, ...] = () if idle and not steps else (Mutation(steps),)
                yield replace(placing, clauses=(_scoring(after, seat, taken), *later))
    if idle and strands.strands(after.pieces, at):
        return
    for steps in all_mutations(after, at):
        earlier: tuple[Clause, ...] = (Mutation(steps),) if steps else ()
        then = mutated(after, seat, steps)
        for taken in all_captures(then, seat, at):
            yield replace(placing, clauses=(*earlier, *([_scoring(then, seat, taken)] if taken else [])))


def _scoring(game: Game, seat: str, taken: Sequence[Capture]) -> Scoring:
    return Scoring(captures.terse(captures.wares(game, seat), taken))


def all_captures(game: Game, seat: str, at: Square) -> Iterator[tuple[Capture, ...]]:
    """Every set of captures for the piece placed on a square, as the board stands (ruling D11)."""
    offered = captures.wares(game, seat)
    score = strands.points(strands.strands(game.pieces, at))
    yield from captures.ways(offered, captures.greatest(offered, score))


def all_mutations(game: Game, at: Square) -> Iterator[tuple[Step, ...]]:
    """Every mutation by the piece on a square that spends the most (ruling D9)."""
    yield from mutation.ways(game, at, mutation.greatest(game, at))


def captured(game: Game, seat: str, taken: Sequence[Capture]) -> Game:
    """The position after captures that can be taken."""
    for capture in taken:
        piece = Piece(capture.size, capture.colour)
        price = captures.price(capture.size, capture.archive)
        game = apply(game, Captured(seat, piece, capture.owner, capture.archive, price))
    return game


def mutated(game: Game, seat: str, steps: Sequence[Step]) -> Game:
    """The position after a mutation that can be done."""
    for step in steps:
        before = game.pieces[step.at]
        price = mutation.cost(before.size, step.to)
        game = apply(game, Altered(seat, step.at, before, step.on(before), price))
    return game
