"""A whole turn: the order, what happens by it, and whether that ends the game (rulings L5 and L8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import chess
from chess import Move

from genetess_cli.problems import Problem
from genetess_cli.rules.base import AGREED, FORFEIT, Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.ending import CLAIMED_TIMES, Verdict, claimable, verdict
from genetess_cli.rules.genie.events import Accepted, Claimed, Ended, Moved, Offered, Resigned, TimedOut, Took
from genetess_cli.rules.genie.game import Game, key_of, other, times
from genetess_cli.rules.genie.notation import find
from genetess_cli.rules.genie.order import CLAIM, DRAW, MOVE, RESIGN, Order
from genetess_cli.rules.genie.playing import Play, board_for, board_of
from genetess_cli.rules.genie.words import letter_of, side
from genetess_cli.rules.orders import HOLIDAY

FIFTY = 100
"""Half moves after which a draw can be claimed."""


def play(game: Game, seat: str, order: Order | None, dice: Dice) -> Outcome:
    """Carry out an order (None: the deadline was missed); an order that fails changes nothing.

    An offer of a draw keeps the turn: the same seat is still to move.
    """
    turn = Play(game, seat, dice)
    if order is None:
        _time_out(turn)
    elif problem := _ACTS[order.verb](turn, order):
        return Outcome(game, [], problem, problem)
    return Outcome(turn.game, turn.events)


def check(game: Game, seat: str, order: Order) -> Problem | None:
    """What is wrong with an order as things stand; nothing is hidden, so that the seat can know all of it.

    For a seat that is not to move, as things would stand if it were.
    """
    return None if order.verb == HOLIDAY else _ACTS[order.verb](Play(game, seat, Dice(bytes, 0)), order)


def _end(turn: Play, found: Verdict) -> None:
    turn.emit(Ended(found.winners, found.reason))


def _time_out(turn: Play) -> None:
    """Ruling L8: the game is lost, or nothing happens but that the deadline begins again."""
    turn.emit(TimedOut(turn.seat))
    if turn.game.settings.timeout == FORFEIT:
        turn.emit(Ended((other(turn.seat),), f"{turn.seat} missed the deadline"))


def _move(turn: Play, order: Order) -> Problem | None:
    board = board_for(turn.game, turn.seat)
    assert order.move is not None
    move = find(board, order.move)
    if isinstance(move, Problem):
        return move
    took = _took(board, move)
    turn.emit(_moved(board, move))
    if took:
        turn.emit(took)
    if found := verdict(board, turn.game.earlier):
        _end(turn, found)
    return None


def _took(board: Board, move: Move) -> Took | None:
    """What a legal move captures."""
    if not board.is_capture(move):
        return None
    at = move.to_square
    if board.is_en_passant(move):
        at = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return Took(side(board.turn), letter_of(board.piece_type_at(at)), chess.square_name(at))


def _moved(board: Board, move: Move) -> Moved:
    """A legal move as an event; the board is the one after it then."""
    seat, piece = side(board.turn), letter_of(board.piece_type_at(move.from_square))
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    san = board.san_and_push(move)
    return Moved(seat, san, start, end, piece, board.fen(), letter_of(move.promotion))


def _draw(turn: Play, order: Order) -> Problem | None:
    """Offer a draw, or accept the one that the opponent has offered (ruling L5)."""
    offer, opponent = turn.game.offer, other(turn.seat)
    if offer == turn.seat:
        message = f"You have offered a draw already, and it stands until {opponent} has moved."
        is_to_move = turn.seat == side(board_of(turn.game).turn)
        return Problem("offered", message, hint="Now make your move." if is_to_move else "")
    if offer is None:
        turn.emit(Offered(turn.seat))
        return None
    turn.emit(Accepted(turn.seat))
    _end(turn, Verdict((), AGREED))
    return None


def _resign(turn: Play, order: Order) -> Problem | None:
    turn.emit(Resigned(turn.seat))
    _end(turn, Verdict((other(turn.seat),), f"{turn.seat} resigned"))
    return None


def _claim(turn: Play, order: Order) -> Problem | None:
    """Claim a draw for the position as it is, or for that after a move which is not made (ruling L5)."""
    board, earlier = board_for(turn.game, turn.seat), turn.game.earlier
    claim = Claimed(turn.seat)
    if order.move:
        move = find(board, order.move)
        if isinstance(move, Problem):
            return move
        earlier = (*earlier, key_of(board.fen()))
        claim = Claimed(turn.seat, board.san_and_push(move))
    found = claimable(board, earlier)
    if found is None:
        return _no_claim(turn, board, earlier, claim.san)
    turn.emit(claim)
    _end(turn, found)
    return None


def _no_claim(turn: Play, board: Board, earlier: tuple[str, ...], san: str) -> Problem:
    """Why there is no draw to claim."""
    when = f"after {san} " if san else ""
    count, half_moves = times(earlier, board.fen()), board.halfmove_clock
    message = (
        f"There is no draw to claim: {when}the position has come up {_times(count)} of {CLAIMED_TIMES}, and "
        f"{half_moves} of {FIFTY} half moves in a row were neither a capture nor a pawn’s move."
    )
    if san and not any(True for _ in board.generate_legal_moves()):
        message = f"There is no draw to claim: {san} ends the game. Order it without {CLAIM}."
    alone = claimable(board_for(turn.game, turn.seat), turn.game.earlier) if san else None
    hint = f"As it stands there is one: {CLAIM} without a move." if alone else "Nothing has been moved."
    return Problem("no-claim", message, hint=hint)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


_ACTS: Mapping[str, Callable[[Play, Order], Problem | None]] = {
    MOVE: _move,
    DRAW: _draw,
    CLAIM: _claim,
    RESIGN: _resign,
}
