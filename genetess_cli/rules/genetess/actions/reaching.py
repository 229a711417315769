"""Actions that reach out over the board: RADIATE, CONVERT, REPULSE, ATTRACT, FLARE.

They never fail once the piece may do them: one that finds nothing to act on is done all the same (ruling G23).
"""

from __future__ import annotations

from genetess_cli.problems import Problem
from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.actions.ground import actor
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.playing import Play


def radiate(turn: Play, order: Order) -> Problem | None:
    """RADIATE: every piece in view, the acting one too, loses a random code (ruling G19)."""
    origin, _ = actor(turn, order)
    with turn.at_once():
        for square in turn.game.in_view_of(origin):
            effects.irradiate(turn, square, last_a=False, why="radiate", own=square == origin)
    return None


def convert(turn: Play, order: Order) -> Problem | None:
    """CONVERT: orphans in view come over; those of the own colour gain a P instead (ruling G22)."""
    origin, _ = actor(turn, order)
    for square in turn.game.in_view_of(origin):
        piece = turn.game.pieces[square]
        if not turn.game.is_orphan(piece):
            continue
        if piece.owner == turn.seat:
            effects.mutate(turn, square, gained="P", why="convert")
        else:
            effects.convert(turn, square, turn.seat)
    return None


def repulse(turn: Play, order: Order) -> Problem | None:
    """REPULSE: the first piece in each direction runs away (ruling G23)."""
    origin, _ = actor(turn, order)
    for direction in turn.game.pieces[origin].body.directions:
        hit = _first_hit(turn, origin, direction)
        if hit:
            effects.run(turn, hit, direction)
    return None


def attract(turn: Play, order: Order) -> Problem | None:
    """ATTRACT: the first piece in each direction runs up to the acting one (ruling G23)."""
    origin, _ = actor(turn, order)
    for direction in turn.game.pieces[origin].body.directions:
        hit = _first_hit(turn, origin, direction)
        if hit:
            effects.run(turn, hit, direction.opposite, stop=origin)
    return None


def _first_hit(turn: Play, origin: Square, direction: Direction) -> Square | None:
    """The first piece in a direction; waves pass over walls, and phase is no cover."""
    return next(
        (square for square in turn.game.grid.ray(origin, direction) if square in turn.game.pieces), None
    )


def flare(turn: Play, order: Order) -> Problem | None:
    """FLARE: spend a U and see the whole board until the next turn (ruling G24)."""
    square, _ = actor(turn, order)
    with turn.at_once():
        effects.mutate(turn, square, lost="U", why="flare", own=True)
        effects.flare(turn, square)
    return None
