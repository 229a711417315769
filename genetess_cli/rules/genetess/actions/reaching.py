"""Actions that reach out over the board: RADIATE, CONVERT, REPULSE, ATTRACT, FLARE.

They never fail once the piece may do them: one that finds nothing to act on is done all the same (ruling G23).
"""

from __future__ import annotations

from genetess_cli.rules.board import Grid, Square, column_name
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import Piece
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.problems import Problem


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


def wave(turn: Play, order: Order) -> Problem | None:
    """REPULSE or ATTRACT: the first piece in each direction runs away, or up to the acting one (ruling G23).

    Waves pass over walls, and phase is no cover. What stops a piece that runs is in `effects.run`.
    """
    origin, piece = actor(turn, order)
    for direction in piece.body.directions:
        ray = turn.game.grid.ray(origin, direction)
        hit = next((square for square in ray if square in turn.game.pieces), None)
        if hit and order.verb == "REPULSE":
            effects.run(turn, hit, direction)
        elif hit:
            effects.run(turn, hit, direction.opposite, stop=origin)
    return None


def flare(turn: Play, order: Order) -> Problem | None:
    """FLARE: spend a U and see the whole board until the next turn (ruling G24)."""
    square, _ = actor(turn, order)
    with turn.at_once():
        effects.mutate(turn, square, lost="U", why="flare", own=True)
        effects.flare(turn, square)
    return None


def actor(turn: Play, order: Order) -> tuple[Square, Piece]:
    """Return the acting piece and its square, once `unfit` has found nothing wrong with it."""
    assert order.at is not None
    return order.at, turn.game.pieces[order.at]


def goal(order: Order) -> Square:
    """Return the target square, once it is known to be on the board."""
    assert order.to is not None
    return order.to


def unfit(turn: Play, order: Order) -> Problem | None:
    square = order.at
    assert square is not None
    piece = turn.game.pieces.get(square)
    if off := off_board(turn.game.grid, square, "at"):
        return off
    if piece is None or piece.owner != turn.seat:
        return Problem("no-piece", f"You have no piece on {square}.", about="at")
    if not turn.game.controls(turn.seat, piece):
        return Problem(
            "orphan", f"Your piece on {square} is an orphan: without P it takes no more orders.", about="at"
        )
    if order.verb not in piece.body.verbs:
        return _unable(order.verb, square, piece)
    return None


def _unable(verb: str, square: Square, piece: Piece) -> Problem:
    code = next(code for code in CODES.values() if verb in code.verbs)
    message = f"The {piece.codes} on {square} has no {code.letter} ({code.name}), which {verb} needs."
    can = ", ".join(sorted(piece.body.verbs))
    return Problem("unable", message, hint=f"It can do: {can}.", about="verb")


def kings_beside(turn: Play, square: Square, owner: str) -> list[Square]:
    near = turn.game.grid.neighbours(square)
    return [
        at for at in near if (piece := turn.game.pieces.get(at)) and piece.owner == owner and piece.has("K")
    ]


def off_board(grid: Grid, square: Square, about: str) -> Problem | None:
    if square in grid:
        return None
    last = f"{column_name(grid.columns - 1)}{grid.rows}"
    return Problem(
        "off-grid", f"{square} is off the board.", hint=f"Its squares are A1 to {last}.", about=about
    )


def out_of_view(turn: Play, origin: Square, target: Square) -> Problem | None:
    grid = turn.game.grid
    if grid.area(origin, turn.game.pieces[origin].body.radius) & grid.bits[target]:
        return None
    return Problem("out-of-view", f"{target} is not in the view of the piece on {origin}.", about="to")


def vacant(turn: Play, square: Square, owner: str) -> Problem | None:
    """Return why a piece of `owner` cannot come to rest on a square: wall, or a piece that it bumps into (G14)."""
    turn.touched.append(square)
    if turn.game.is_wall(square):
        return Problem("wall", f"There is a wall on {square}.", about="to")
    if square in turn.game.pieces:
        effects.bump(turn, square, owner)
        return Problem("occupied", f"A piece stands on {square} already.", about="to")
    return None
