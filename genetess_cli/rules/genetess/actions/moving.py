"""Actions that move the acting piece: MOVE, TELEPORT, HOME, SANCTUARY, CHARGE.

Each is tried on a turn and gives the Problem that stopped it, or None when it is done. The acting piece has been
found, may act and is no longer phased; a target square is on the board.
"""

from __future__ import annotations

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.actions.reaching import actor, goal, kings_beside, out_of_view, vacant
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.problems import Problem


def move(turn: Play, order: Order) -> Problem | None:
    """MOVE: exactly 1 + (number of B) steps, the last of which may take a piece or a wall (ruling G13)."""
    origin, piece = actor(turn, order)
    problem = _wrong_steps(piece, order)
    square = origin
    for direction in order.path[:-1]:
        if problem:
            return problem
        square = square.step(direction)
        problem = _passing(turn, piece, origin, square)
    return problem or _landing(turn, origin, square.step(order.path[-1]))


def _wrong_steps(piece: Piece, order: Order) -> Problem | None:
    steps, given = piece.body.steps, len(order.path)
    if steps == given:
        return crooked(piece, order.path, "MOVE")
    many = "exactly 1 step" if steps == 1 else f"exactly {steps} steps"
    return Problem(
        "wrong-steps",
        f"The {piece.codes} on {order.at} must move {many}, not {given}.",
        hint="A piece moves one step, and one more for each B it has.",
        about="path",
    )


def crooked(piece: Piece, path: tuple[Direction, ...], verb: str) -> Problem | None:
    diagonal = next((direction for direction in path if direction.diagonal), None)
    if diagonal is None or piece.has("C"):
        return None
    return Problem(
        "no-diagonals",
        f"A piece without C cannot {verb} {diagonal}.",
        hint="Use N, E, S or W.",
        about="path",
    )


def _passing(turn: Play, piece: Piece, origin: Square, square: Square) -> Problem | None:
    turn.touched.append(square)
    if turn.game.is_wall(square):
        return Problem(
            "wall", f"There is a wall on {square}: no step but the last can enter one.", about="path"
        )
    if square == origin or square not in turn.game.pieces or piece.has("E"):
        return None
    effects.bump(turn, square, piece.owner)
    return Problem(
        "blocked",
        f"A piece stands in the way on {square}, and only a piece with E can jump it.",
        about="path",
    )


def _landing(turn: Play, origin: Square, square: Square) -> Problem | None:
    turn.touched.append(square)
    problem = barred(turn.game, origin, square)
    if problem:
        return problem
    if square == origin or square not in turn.game.pieces:
        effects.settle(turn, origin, square)
    else:
        effects.take(turn, origin, square)
    return None


def barred(game: Game, origin: Square, square: Square) -> Problem | None:
    """Return why the last step of a MOVE of the piece on `origin` cannot end on a square, if so (ruling G13)."""
    piece, other = game.pieces[origin], game.pieces.get(square)
    if game.is_exterior(square):
        return Problem("exterior", f"{square} is exterior wall, which nothing can open.", about="path")
    if game.is_interior(square) and not piece.has("O"):
        return Problem(
            "wall", f"There is a wall on {square}, and only a piece with O can open it.", about="path"
        )
    return None if other is None or square == origin else _untakeable(piece, other, square)


def _untakeable(piece: Piece, other: Piece, square: Square) -> Problem | None:
    if other.owner != piece.owner:
        return None
    if other.has("K"):
        return Problem("own-king", f"Your own King stands on {square}; it can never be taken.", about="path")
    if not piece.has("I"):
        return Problem(
            "own-piece",
            f"Your own piece stands on {square}, and only a piece with I can take it.",
            about="path",
        )
    return None


def teleport(turn: Play, order: Order) -> Problem | None:
    """TELEPORT: to any empty floor square in the piece's own view."""
    origin, _ = actor(turn, order)
    return out_of_view(turn, origin, goal(order)) or _jump(turn, origin, goal(order))


def home(turn: Play, order: Order) -> Problem | None:
    """Return HOME: to an empty floor square beside another of the owner's Kings (rulings G16, G25)."""
    origin, piece = actor(turn, order)
    target = goal(order)
    if not {*kings_beside(turn, target, piece.owner)} - {origin}:
        message = f"{target} is not beside another King of yours."
        return Problem("no-king", message, hint="Name one of the 8 squares around it.", about="to")
    return _jump(turn, origin, target)


def _jump(turn: Play, origin: Square, target: Square) -> Problem | None:
    problem = vacant(turn, target, turn.game.pieces[origin].owner)
    if not problem:
        effects.settle(turn, origin, target)
    return problem


def sanctuary(turn: Play, order: Order) -> Problem | None:
    """SANCTUARY: change places with another of the owner's Kings (ruling G25)."""
    origin, piece = actor(turn, order)
    target = goal(order)
    king = turn.game.pieces.get(target)
    if target == origin or king is None or king.owner != piece.owner or not king.has("K"):
        return Problem("no-king", f"There is no other King of yours on {target}.", about="to")
    effects.swap(turn, origin, target)
    return None


def charge(turn: Play, order: Order) -> Problem | None:
    """CHARGE: run as far as possible, once for each leg, at most as many as the piece has Z (ruling G26)."""
    square, piece = actor(turn, order)
    legs, given = piece.body.legs, len(order.path)
    if given > legs:
        often = "once" if legs == 1 else f"{legs} times"
        return Problem(
            "too-many-legs",
            f"The {piece.codes} on {square} can charge {often} in one order, not {given} times.",
            hint="One leg for each Z.",
            about="path",
        )
    problem = crooked(piece, order.path, "CHARGE")
    for direction in order.path:
        if problem:
            break
        stop = effects.charge(turn, square, direction)
        if stop == square:
            problem = Problem(
                "blocked", f"A charge {direction} from {square} is blocked at once.", about="path"
            )
        square = stop
    if not problem:
        effects.enter(turn, square)
    return problem
