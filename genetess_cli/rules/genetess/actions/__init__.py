"""ACTIONS: every action of the orders page and the function that carries it out; `../order.py` reads them."""

from __future__ import annotations

from collections.abc import Callable

from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.actions.making import create, divide, petrify, phase, transfer
from genetess_cli.rules.genetess.actions.moving import charge, home, move, sanctuary, teleport
from genetess_cli.rules.genetess.actions.reaching import convert, flare, off_board, radiate, unfit, wave
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import Passed
from genetess_cli.rules.genetess.order import GAMBLE, PASS, Order
from genetess_cli.rules.problems import Problem

ACTIONS: dict[str, Callable[[Play, Order], Problem | None]] = {
    "CREATE": create,
    "MOVE": move,
    "DIVIDE": divide,
    "TRANSFER": transfer,
    "RADIATE": radiate,
    "TELEPORT": teleport,
    "PETRIFY": petrify,
    "PHASE": phase,
    "CONVERT": convert,
    "REPULSE": wave,
    "FLARE": flare,
    "HOME": home,
    "ATTRACT": wave,
    "SANCTUARY": sanctuary,
    "CHARGE": charge,
}


def act(turn: Play, order: Order) -> Problem | None:
    """Try an order on a turn; gives what stopped it, or None when it is done.

    After a Problem the turn is spoilt: only `turn.bumped` and `turn.touched` still mean something.
    """
    turn.touched += order.squares()
    if order.verb == PASS:
        turn.emit(Passed(turn.seat))
        return None
    if order.verb == GAMBLE:
        over = "Round 0 is over; nobody gambles any more."
        why = over if turn.game.settings.gamble else "Nobody gambles in this game: it has no round 0."
        return Problem("too-late", why, about="verb")
    if order.at is not None:
        problem = unfit(turn, order)
        if problem:
            return problem
        if order.verb != "PHASE":  # it stays phased throughout (ruling G21)
            effects.surface(turn, order.at)
    if order.to is not None and (off := off_board(turn.game.grid, order.to, "to")):
        return off
    return ACTIONS[order.verb](turn, order)
