"""What a seat may order, for a picker that builds orders piece by piece: the position, and what strands score.

Whole orders are too many to be printed. What can be mutated and captured is found from this by `dna/position.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna import scoring
from genetess_cli.rules.dna.game import GRID, SIZES, Game, Piece, Stock
from genetess_cli.rules.dna.order import PLACE
from genetess_cli.rules.dna.plans import completions, placings
from genetess_cli.rules.dna.sight import DnaView
from genetess_cli.rules.ruleset import Offering, Offers, Trial

PATTERNS = ("aaa", "aab", "aba", "baa", "abc")
"""Every way in which the colours of three pieces can be alike or not."""
_ROW = (Square(0, 0), Square(0, 1), Square(0, 2))


def offers(game: Game, seat: str, _: object = None) -> Offers:
    """Return what a seat may order as if it were to move now; {} for one that has no turns any more.

    Stocks are counts of small, medium and large. `owners` are the seats of the gene pools that can be captured from.
    """
    if game.result or seat not in game.still_in():
        return {}
    return {
        "seat": seat,
        "pieces": {str(square): str(piece) for square, piece in game.in_row_order()},
        "pools": {colour: _counts(stock) for colour, stock in game.pools.items()},
        "archives": {
            other: {colour: _counts(stock) for colour, stock in game.archives[other].items()}
            for other in game.still_in()
        },
        "owners": game.owners(),
    }


def _counts(stock: Stock) -> list[int]:
    return [stock.of(size) for size in SIZES]


def trios() -> dict[str, list[int]]:
    """Return what each strand is worth by its sizes from the placed piece on, for each of PATTERNS (ruling D10)."""
    return {
        "".join(sizes): [_worth(sizes, pattern) for pattern in PATTERNS] for sizes in product(SIZES, repeat=3)
    }


def _worth(sizes: tuple[str, ...], pattern: str) -> int:
    trio = map(Piece, sizes, pattern)
    return scoring.points(scoring.strands(dict(zip(_ROW, trio, strict=True)), _ROW[0]))


def example(game: Game, seat: str, _: object = None) -> str:
    """Return a whole order with a piece that is placed beside another, so that it mutates where it can."""
    placements = list(placings(game, seat))
    beside = [placement for placement in placements if game.neighbours(placement[0].at)]
    if not placements:
        return f"{PLACE} S {next(iter(game.empty_squares()), GRID.squares[0])}"
    return str(next(completions(game, seat, *(beside or placements)[0])))


# What is tried out: pieces come from the gene pools, and go back to them


def _known(game: Game, seat: str, _: object) -> Game:
    return game.replace(last=None)


def _pieces(game: Game) -> dict[str, str]:
    return {str(at): str(piece) for at, piece in game.in_row_order()}


def lay(game: Game, texts: Mapping[str, str], seat: str) -> Game:
    """Return the position with these pieces, such as `L red`; others are in their gene pools. The seat is to move."""
    pieces = {Square.named(at): Piece(*text.split()) for at, text in texts.items()}
    pools = dict(game.pools)
    for piece in game.pieces.values():
        pools[piece.colour] = pools[piece.colour].plus(piece.size)
    for piece in pieces.values():
        pools[piece.colour] = pools[piece.colour].plus(piece.size, -1)
    return game.replace(pieces=pieces, pools=pools, to_move=seat)


OFFERING: Offering[Game, DnaView, object] = Offering(
    example=example,
    offers=offers,
    trial=Trial(known=_known, example="L red", pieces=_pieces, lay=lay),
)
