"""Placing a piece (ruling D6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from genetess_cli.rules.dna.events import Placed, Play
from genetess_cli.rules.dna.game import Game, Piece
from genetess_cli.rules.dna.order import (
    ARCHIVE,
    FROM,
    Order,
    no_colour,
    off_grid,
    stock_words,
    store,
    which_colour,
)
from genetess_cli.rules.problems import Problem, join_words


def place(turn: Play, order: Order) -> list[Problem]:
    """Place the piece of an order, or say why it cannot be done: what is wrong with the square, and with the piece."""
    kinds = _kinds(turn, order, order.archive)
    checks = (off_grid(order.at, "at") or _take(turn.game, order), _piece(turn, order, kinds))
    problems = [problem for problem in checks if problem]
    if not problems:
        turn.emit(Placed(turn.seat, order.at, kinds[0], order.archive))
    return problems


def _piece(turn: Play, order: Order, kinds: Sequence[Piece]) -> Problem | None:
    if problem := no_colour(turn.game, order.colour, "colour"):
        return problem
    if not kinds:
        return _missing(turn, order)
    if len(kinds) == 1:
        return None
    named = replace(order, colour=kinds[0].colour, clauses=())
    return which_colour(order.size, [piece.colour for piece in kinds], str(named), "size")


def _take(game: Game, order: Order) -> Problem | None:
    if order.at not in game.pieces:
        return None
    message = f"{order.at} is taken: an {game.pieces[order.at]} stands there."
    return Problem("taken", message, hint="A piece is placed on an empty square.", about="at")


def _kinds(turn: Play, order: Order, archive: bool) -> Sequence[Piece]:
    return [
        piece
        for piece in turn.game.supply(turn.seat, archive)
        if piece.size == order.size and order.colour in ("", piece.colour)
    ]


def _missing(turn: Play, order: Order) -> Problem:
    game, seat = turn.game, turn.seat
    wanted = f"{order.size} {order.colour}".strip()
    message = f"There is no {wanted} in your {store(game, seat, order.archive)}."
    elsewhere = _kinds(turn, order, not order.archive)
    if elsewhere:
        other = f"leave out {FROM} {ARCHIVE}" if order.archive else f"add {FROM} {ARCHIVE}"
        hint = f"Your {store(game, seat, not order.archive)} has {_some(elsewhere)}: {other} to place it."
    else:
        stocks = game.archives[seat] if order.archive else game.own_pools(seat)
        hint = f"There you have {stock_words(stocks)}."
    return Problem("no-piece", message, hint=hint, about="size")


def _some(pieces: Sequence[Piece]) -> str:
    return join_words((f"an {piece}" for piece in pieces), "or")
