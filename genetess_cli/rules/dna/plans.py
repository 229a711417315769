"""Whole orders: every placing, and all that can follow it. What legal, random and greedy orders are chosen from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna import mutation, scoring
from genetess_cli.rules.dna.events import Altered, Captured, Placed
from genetess_cli.rules.dna.game import Game, Piece
from genetess_cli.rules.dna.order import PLACE, Capture, Clause, Mutation, MutationStep, Order, Scoring
from genetess_cli.rules.turn import apply


def legal(game: Game, seat: str) -> list[str]:
    """Return a whole order for each piece and square of a seat, with a mutation and captures that will do."""
    if game.result or seat not in game.still_in():
        return []
    return [str(next(completions(game, seat, *placement))) for placement in placings(game, seat)]


def placings(game: Game, seat: str) -> Iterator[tuple[Order, Piece]]:
    """Yield every way to place a piece, with the piece: from gene pools first, the squares in row order."""
    squares = game.empty_squares()
    for archive in (False, True):
        kinds = list(game.supply(seat, archive))
        for piece in kinds:
            is_only = [other.size for other in kinds].count(piece.size) == 1
            colour = "" if is_only else piece.colour
            for at in squares:
                yield Order(PLACE, piece.size, colour, at, archive), piece


def place_piece(game: Game, seat: str, placing: Order, piece: Piece) -> Game:
    return apply(game, Placed(seat, placing.at, piece, placing.archive))


def completions(game: Game, seat: str, placing: Order, piece: Piece) -> Iterator[Order]:
    """Yield every whole order with a placing: the greatest mutations and captures, in either order.

    A clause is left out where that says the same (ruling D5). Of mutations that lead to the same board one is told.
    """
    after = place_piece(game, seat, placing, piece)
    at = placing.at
    idle = mutation.greatest(after, at) == 0
    for first, second in _sequences(idle, bool(scoring.strands(after.pieces, at))):
        for earlier, between in continuations(after, seat, at, first):
            for later, _ in continuations(between, seat, at, second):
                yield placing.replace(clauses=_tell(earlier, later, idle))


Kind = type[Mutation] | type[Scoring]


def _sequences(idle: bool, scores: bool) -> list[tuple[Kind, Kind]]:
    """Return what comes first and what then. `idle`: nothing can mutate at first."""
    sequences: list[tuple[Kind, Kind]] = [(Scoring, Mutation)] if scores else []
    return sequences if scores and idle else [*sequences, (Mutation, Scoring)]


def _tell(earlier: Clause, later: Clause, idle: bool) -> tuple[Clause, ...]:
    """Return both clauses, or one or none where that says the same."""
    first = () if earlier == Mutation() else (earlier,)
    goes_without_saying = later == Scoring() or (idle and later == Mutation())
    return first if goes_without_saying else (*first, later)


def continuations(game: Game, seat: str, at: Square, kind: Kind) -> Iterator[tuple[Clause, Game]]:
    """Yield every clause of a kind that spends or takes the most, and the position after each."""
    if kind is Mutation:
        for steps in all_mutations(game, at):
            yield Mutation(steps), mutate_piece(game, seat, steps)
    else:
        offered = scoring.wares(game, seat)
        for taken in all_captures(game, at, offered):
            yield Scoring(scoring.terse(offered, taken)), take_pieces(game, seat, taken)


def all_captures(game: Game, at: Square, offered: Sequence[scoring.Ware]) -> Iterator[tuple[Capture, ...]]:
    """Return every set of captures for the piece placed on a square, as the board stands (ruling D11)."""
    score = scoring.points(scoring.strands(game.pieces, at))
    return scoring.ways(offered, scoring.greatest(offered, score))


def all_mutations(game: Game, at: Square) -> Iterator[tuple[MutationStep, ...]]:
    """Return every mutation by the piece on a square that spends the most (ruling D9)."""
    return mutation.ways(game, at, mutation.greatest(game, at))


def take_pieces(game: Game, seat: str, taken: Sequence[Capture]) -> Game:
    for capture in taken:
        piece = Piece(capture.size, capture.colour)
        game = apply(game, Captured(seat, piece, capture.owner, capture.archive, capture.price))
    return game


def mutate_piece(game: Game, seat: str, steps: Sequence[MutationStep]) -> Game:
    for step in steps:
        before = game.pieces[step.at]
        price = mutation.cost(before.size, step.to)
        game = apply(game, Altered(seat, step.at, before, step.on(before), price))
    return game
