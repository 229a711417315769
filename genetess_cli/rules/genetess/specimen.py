"""An order that shows a seat how one is written, on its turnsheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from genetess_cli.rules.board import Direction
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import GAMBLE, PASS, parse
from genetess_cli.rules.genetess.sight import known, view
from genetess_cli.rules.genetess.turn import check
from genetess_cli.rules.orders import entries

_STRAIGHT = (Direction.E, Direction.S, Direction.W, Direction.N)
MOST_PIECES = 4
"""Pieces of a seat that are asked for a move: an example need not be looked for on all of a large board."""


def example(game: Game, seat: str) -> str:
    """A move of one of the seat's pieces that can be made as far as it knows, or to pass; in round 0 a gamble."""
    if prizes := view(game, seat).prizes:
        return f"{GAMBLE} 3E on {', '.join(next(iter(prizes.values()))[:2])}"
    return next((text for text in _moves(game, seat) if not _problem(game, seat, text)), PASS)


def _problem(game: Game, seat: str, text: str) -> bool:
    return check(game, seat, parse(entries(text)[0]).order) is not None


def _moves(game: Game, seat: str) -> Iterator[str]:
    """Moves of so many steps as each piece has to go: straight on, or else to and fro between two directions."""
    ways = sorted(product(_STRAIGHT, repeat=2), key=lambda pair: pair[0] != pair[1])
    own = [(at, piece.body.steps) for at, piece in known(game, seat).of(seat) if piece.body.steps]
    for at, steps in own[:MOST_PIECES]:
        for pair in ways:
            yield f"MOVE {at} {'-'.join(pair[step % 2].name for step in range(steps))}"
