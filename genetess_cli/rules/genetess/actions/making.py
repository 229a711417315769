"""Actions that make pieces or remake them: CREATE, DIVIDE, TRANSFER, PETRIFY, PHASE."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.actions.reaching import actor, goal, kings_beside, out_of_view, vacant
from genetess_cli.rules.genetess.codes import body, holds, minus
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import Piece
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.problems import Problem


def create(turn: Play, order: Order) -> Problem | None:
    """CREATE: a new piece beside a King, for its cost in E (rulings G12, G15, G41)."""
    target, codes = goal(order), order.codes
    problem = _may_not_create(turn) or _unbuyable(turn, codes)
    beside = [] if problem else kings_beside(turn, target, turn.seat)
    kings = sorted(beside, key=lambda square: turn.game.pieces[square].phased)
    if not problem and not kings:
        problem = Problem(
            "no-king",
            f"None of your Kings is beside {target}.",
            hint="Name one of the 8 squares around a King.",
            about="to",
        )
    # The price first: an order that cannot be paid for must not bump into anything (ruling G14).
    problem = problem or _too_dear(turn, codes) or _no_room(turn, target, codes)
    if problem:
        return problem
    effects.surface(turn, kings[0])
    effects.pay(turn, turn.seat, body(codes).cost, "create")
    effects.create(turn, target, Piece(turn.seat, codes))
    return None


def _may_not_create(turn: Play) -> Problem | None:
    if not turn.game.settings.create:
        return Problem("no-create", "This game allows no CREATE.", about="verb")
    if turn.game.players[turn.seat].eliminated:
        return Problem("no-create", "An eliminated player cannot create pieces.", about="verb")
    return None


def _unbuyable(turn: Play, codes: str) -> Problem | None:
    if "K" in codes:
        return Problem("king-code", "K cannot be bought.", about="codes")
    missing = sorted(set(codes) - set(turn.game.settings.codes))
    if missing:
        available = f"Available: {turn.game.settings.codes}."
        return Problem(
            "unavailable", f"This game does not sell {', '.join(missing)}.", hint=available, about="codes"
        )
    if not body(codes).viable:
        return Problem("not-viable", f"{codes} cannot live: a new piece needs an A.", about="codes")
    return None


def _no_room(turn: Play, target: Square, codes: str) -> Problem | None:
    if turn.game.is_interior(target) and "O" in codes:
        turn.touched.append(target)
        return None
    other = turn.game.pieces.get(target)
    if other and other.owner == turn.seat and "I" in codes:
        if not other.has("K"):
            return None
        return Problem("own-king", f"Your own King stands on {target}; it can never be replaced.", about="to")
    return vacant(turn, target, turn.seat)


def _too_dear(turn: Play, codes: str) -> Problem | None:
    cost, purse = body(codes).cost, turn.game.players[turn.seat].e
    if cost <= purse:
        return None
    return Problem("too-dear", f"{codes} costs {cost} E, and you have {purse} E.", about="codes")


def divide(turn: Play, order: Order) -> Problem | None:
    """DIVIDE: eject part of the codes as a new piece on a square beside it (rulings G16, G17)."""
    origin, piece = actor(turn, order)
    target = goal(order)
    problem = _indivisible(piece, order.codes)
    if not problem and (target == origin or target not in turn.game.grid.neighbours(origin)):
        problem = Problem(
            "too-far",
            f"{target} is not beside {origin}.",
            hint="Name one of the 8 squares around it.",
            about="to",
        )
    problem = problem or vacant(turn, target, piece.owner)
    if not problem:
        effects.divide(turn, origin, order.codes, target)
    return problem


def _indivisible(piece: Piece, codes: str) -> Problem | None:
    if not holds(piece.codes, codes):
        return Problem("not-held", f"{codes} is not part of {piece.codes}.", about="codes")
    if not body(codes).viable or not body(minus(piece.codes, codes)).viable:
        remainder = minus(piece.codes, codes) or "nothing"
        message = f"{piece.codes} would divide into {remainder} and {codes}: each half needs an A or a K."
        return Problem("not-viable", message, about="codes")
    return None


def transfer(turn: Play, order: Order) -> Problem | None:
    """TRANSFER: give one code to a piece in the acting piece's view, spending a J (ruling G18).

    To one that can hold no more nothing is given, and nothing spent (G46).
    """
    origin, piece = actor(turn, order)
    target = goal(order)
    problem = _untransferable(piece, order.codes) or out_of_view(turn, origin, target)
    other = turn.game.pieces.get(target)
    hidden = other and other.phased and other.owner != turn.seat
    if not problem and (target == origin or other is None or hidden):
        problem = Problem("no-piece", f"There is no other piece on {target}.", about="to")
    if not problem and other and not other.is_full:
        with turn.at_once():
            effects.mutate(turn, origin, lost=order.codes + "J", why="transfer", own=True)
            effects.mutate(turn, target, gained=order.codes, why="transfer")
    return problem


def _untransferable(piece: Piece, code: str) -> Problem | None:
    if code == "K":
        return Problem("king-code", "K cannot be transferred.", about="codes")
    if not holds(piece.codes, code + "J"):
        also = " besides the J that is spent" if code == "J" else ""
        return Problem("not-held", f"{piece.codes} has no {code} to transfer{also}.", about="codes")
    if not body(minus(piece.codes, code + "J")).viable:
        return Problem(
            "not-viable",
            f"Without {code}, {piece.codes} could not live: it needs an A or a K.",
            about="codes",
        )
    return None


def petrify(turn: Play, order: Order) -> Problem | None:
    """PETRIFY: the piece becomes interior wall (ruling G20)."""
    square, piece = actor(turn, order)
    if piece.has("K"):
        return Problem("king", "A piece with K cannot petrify.", about="at")
    with turn.at_once():
        effects.destroy(turn, square)
        effects.close_wall(turn, square)
    return None


def phase(turn: Play, order: Order) -> Problem | None:
    """PHASE: spend an R and become invisible to everybody else, or stay so (ruling G21)."""
    square, piece = actor(turn, order)
    effects.mutate(turn, square, lost="R", why="phase", own=True)
    if not piece.phased:
        effects.phase(turn, square)
    return None
