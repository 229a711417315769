"""What a turn of Genie of the Lamp is while it is played, and the orders that a seat may give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import chess
from chess import Move

from genetess_cli.rules.base import AGREED, FORFEIT, Outcome, refused
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.board import Board, letter_of, side
from genetess_cli.rules.genie.events import (
    Accepted,
    Claimed,
    Event,
    Left,
    Moved,
    Offered,
    Resigned,
    Took,
)
from genetess_cli.rules.genie.game import SEATS, WHITE, Game, key_of, other, times
from genetess_cli.rules.genie.notation import find
from genetess_cli.rules.genie.reading import CLAIM, DRAW, MOVE, RESIGN, Order, problem_in
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.turn import Ended, TimedOut, Turn, apply

Play = Turn[Game, Event]
GameOutcome = Outcome[Game, Event]


def board_of(game: Game) -> Board:
    return Board(game.fen, promotion=game.settings.promotion)


def board_for(game: Game, seat: str) -> Board:
    """Return the board with a seat to move, whoever really is."""
    board = board_of(game)
    if side(board.turn) != seat:
        board.push(Move.null())
    return board


CLAIMED_TIMES = 3
"""How often a position comes up before a draw can be claimed."""
MOST_TIMES = 5
"""How often it does before the game is a draw by itself."""


def verdict(board: Board, earlier: tuple[str, ...]) -> Ended | None:
    """Return how the game is over by the position, which came after those of `earlier`; None while it goes on."""
    if not board.legal_moves:
        loser = side(board.turn)
        if board.is_check():
            return Ended((side(not board.turn),), f"{loser} was checkmated")
        return Ended((), f"{loser} was stalemated")
    if board.is_insufficient_material():
        return Ended((), "neither side has enough left to mate with")
    if board.is_seventyfive_moves():
        return Ended((), "for 75 moves there was no capture and no pawn’s move")
    if times(earlier, board.fen()) >= MOST_TIMES:
        return Ended((), "the same position came up for the fifth time")
    return None


def claimable(board: Board, earlier: tuple[str, ...]) -> Ended | None:
    """Return the draw that can be claimed of a position; None where there is none."""
    if board.is_fifty_moves():
        return Ended((), "for 50 moves there was no capture and no pawn’s move")
    if times(earlier, board.fen()) >= CLAIMED_TIMES:
        return Ended((), "the same position came up for the third time")
    return None


FIFTY = 100
"""Half moves after which a draw can be claimed."""


def play(game: Game, seat: str, order: Order | None, dice: Dice) -> GameOutcome:
    """Carry out an order (None: the deadline was missed); an order that fails changes nothing.

    An offer of a draw keeps the turn: the same seat is still to move.
    """
    turn = Play(game, seat, dice)
    if order is None:
        turn.emit(TimedOut(seat))
        if game.settings.timeout == FORFEIT:  # else the deadline begins again (ruling L8)
            turn.emit(_given_up(turn, "missed the deadline"))
    elif problem := _ACTS[order.verb](turn, order):
        return Outcome(game, [], problem, problem)
    return turn.outcome


def check(game: Game, seat: str, order: Order) -> Problem | None:
    """Return what is wrong with an order as things stand; nothing is hidden, so that the seat can know all of it.

    For a seat that is not to move, as things would stand if it were.
    """
    return None if order.verb == HOLIDAY else _ACTS[order.verb](Play(game, seat, Dice(bytes, 0)), order)


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
    if ending := verdict(board, turn.game.earlier):
        turn.emit(ending)
    return None


def _took(board: Board, move: Move) -> Took | None:
    if not board.is_capture(move):
        return None
    at = move.to_square
    if board.is_en_passant(move):
        at = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return Took(side(board.turn), letter_of(board.piece_type_at(at)), chess.square_name(at))


def _moved(board: Board, move: Move) -> Moved:
    """Return a legal move as an event; the board is the one after it then."""
    seat = side(board.turn)
    piece = letter_of(board.piece_type_at(move.from_square))
    start = chess.square_name(move.from_square)
    end = chess.square_name(move.to_square)
    san = board.san_and_push(move)
    return Moved(seat, san, start, end, piece, board.fen(), letter_of(move.promotion))


def _draw(turn: Play, order: Order) -> Problem | None:
    """Offer a draw, or accept the one that the opponent has offered (ruling L5)."""
    offer = turn.game.offer
    opponent = other(turn.seat)
    if offer == turn.seat:
        is_to_move = turn.seat == side(board_of(turn.game).turn)
        hint = "Now make your move." if is_to_move else ""
        return problem_in("offered", hint=hint, opponent=opponent)
    if offer is None:
        turn.emit(Offered(turn.seat))
        return None
    turn.emit(Accepted(turn.seat))
    turn.emit(Ended((), AGREED))
    return None


def _given_up(turn: Play, how: str) -> Ended:
    """Return the game lost by a seat, or a draw where its opponent can never mate, as it has a King alone (L8)."""
    opponent = other(turn.seat)
    board = board_of(turn.game)
    if board.occupied_co[opponent == WHITE] & ~board.kings:
        return Ended((opponent,), f"{turn.seat} {how}")
    return Ended((), f"{opponent} has a King alone, and {turn.seat} {how}")


def _resign(turn: Play, order: Order) -> Problem | None:
    turn.emit(Resigned(turn.seat))
    turn.emit(_given_up(turn, "resigned"))
    return None


def _claim(turn: Play, order: Order) -> Problem | None:
    """Claim a draw for the position as it is, or for that after a move which is not made (ruling L5)."""
    board = board_for(turn.game, turn.seat)
    earlier = turn.game.earlier
    claim = Claimed(turn.seat)
    if order.move:
        move = find(board, order.move)
        if isinstance(move, Problem):
            return move
        earlier = (*earlier, key_of(board.fen()))
        claim = Claimed(turn.seat, board.san_and_push(move))
    ending = claimable(board, earlier)
    if ending is None:
        return _no_claim(board, earlier, claim.san)
    turn.emit(claim)
    turn.emit(ending)
    return None


def _no_claim(board: Board, earlier: tuple[str, ...], san: str) -> Problem:
    key = "no-claim/after" if san else "no-claim"
    if san and not board.legal_moves:
        key = "no-claim/ends"
    return problem_in(
        key,
        hint="Nothing has been moved.",
        move=san,
        count=times(earlier, board.fen()),
        most=CLAIMED_TIMES,
        moves=board.halfmove_clock,
        fifty=FIFTY,
    )


_ACTS: Mapping[str, Callable[[Play, Order], Problem | None]] = {
    MOVE: _move,
    DRAW: _draw,
    CLAIM: _claim,
    RESIGN: _resign,
}


def end(game: Game, reason: str, draw: bool) -> GameOutcome:
    """End the game, for a reason that reads on from `the game is over,`: a draw, as nobody has mated or resigned."""
    ended = Ended((), reason)
    return Outcome(apply(game, ended), [ended])


def drop(game: Game, seat: str, dice: Dice) -> GameOutcome:
    """Return a seat out of the game, which it has lost as by resigning. A problem where the game is over."""
    if game.result:
        return refused(game, "nothing-to-leave", "The game is over.")
    turn = Play(game, seat, dice)
    turn.emit(Left(seat))
    turn.emit(_given_up(turn, "has left"))
    return turn.outcome


# The orders of a seat


FEWEST = 7
"""Half moves without a capture or a pawn's move before any claim can hold: twice there and back, but for the last."""


def legal(game: Game, seat: str) -> list[str]:
    """Return the orders of a seat, moves first, as if it were to move now; none once the game is over."""
    if game.result or seat not in SEATS:
        return []
    board = board_for(game, seat)
    offered = [] if game.offer == seat else [DRAW]
    return [*map(board.san, moves(board)), *claims(game, board), *offered, RESIGN]


def moves(board: Board) -> Iterator[Move]:
    """Return the legal moves; none that takes a king, which is in check where the other seat is really to move."""
    return (
        move for move in board.generate_legal_moves() if not board.kings & chess.BB_SQUARES[move.to_square]
    )


def claims(game: Game, board: Board) -> Iterator[str]:
    if board.halfmove_clock < FEWEST:
        return
    if claimable(board, game.earlier):
        yield CLAIM
    earlier = (*game.earlier, key_of(game.fen))
    for move in board.generate_legal_moves():
        if board.is_zeroing(move):
            continue
        san = board.san_and_push(move)
        if claimable(board, earlier):
            yield f"{CLAIM} {san}"
        board.pop()
