"""The orders that a seat may give: one whole order for every placing, or all that can follow one of them."""

from __future__ import annotations

from itertools import islice

from genetess_cli.rules.base import MOST_LISTED
from genetess_cli.rules.dna.game import GRID, Game
from genetess_cli.rules.dna.order import PLACE, Order
from genetess_cli.rules.dna.plans import completions, placings


def legal(game: Game, seat: str, begun: Order | None = None) -> list[str]:
    """A whole order for each piece and square that a seat can place, with a mutation and captures that will do.

    With `begun`, the orders with its placing whose clauses begin like its own; at most MOST_LISTED of them.
    """
    if game.result or seat not in game.still_in():
        return []
    if begun is None:
        return [str(next(completions(game, seat, *each))) for each in placings(game, seat)]
    found = (
        str(order)
        for placing, piece in placings(game, seat)
        if _is_begun(placing, piece.colour, begun)
        for order in completions(game, seat, placing, piece, begun.clauses)
    )
    return list(islice(found, MOST_LISTED))


def example(game: Game, seat: str) -> str:
    """A whole order with a piece that is placed beside another, so that it mutates where it can."""
    found = list(placings(game, seat))
    beside = [each for each in found if game.neighbours(each[0].at)]
    if not found:
        return f"{PLACE} S {next(iter(game.empty_squares()), GRID.squares[0])}"
    return str(next(completions(game, seat, *(beside or found)[0])))


def _is_begun(placing: Order, colour: str, begun: Order) -> bool:
    same = (placing.size, placing.at, placing.archive) == (begun.size, begun.at, begun.archive)
    return same and begun.colour in ("", colour)
