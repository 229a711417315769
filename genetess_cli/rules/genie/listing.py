"""The orders that a seat may give: every move in SAN, what can be claimed, DRAW and RESIGN."""

from __future__ import annotations

from collections.abc import Iterator

import chess
from chess import Move

from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.ending import claimable
from genetess_cli.rules.genie.game import SEATS, WHITE, Game, key_of
from genetess_cli.rules.genie.notation import fits
from genetess_cli.rules.genie.order import CLAIM, DRAW, MOVE, RESIGN, Order
from genetess_cli.rules.genie.playing import board_for

FEWEST = 7
"""Half moves without a capture or a pawn's move before any claim can hold: twice there and back, but for the last."""


def legal(game: Game, seat: str, begun: Order | None = None) -> list[str]:
    """The orders of a seat, moves first, as if it were to move now; none once the game is over.

    With `begun`, those that are of its kind, and of moves those that it can mean.
    """
    if game.result or seat not in SEATS:
        return []
    board = board_for(game, seat)
    listed = {
        MOVE: sans(board, begun),
        CLAIM: list(claims(game, board)),
        DRAW: [] if game.offer == seat else [DRAW],
        RESIGN: [RESIGN],
    }
    if begun is not None:
        return listed.get(begun.verb, [])
    return [order for orders in listed.values() for order in orders]


def sans(board: Board, begun: Order | None = None) -> list[str]:
    """Every legal move in SAN, or those that an order's move can mean."""
    written = begun.move if begun else None
    return [board.san(move) for move in moves(board) if written is None or fits(board, written, move)]


def moves(board: Board) -> Iterator[Move]:
    """The legal moves; none that takes a king, which is in check where the other seat is really to move."""
    return (
        move for move in board.generate_legal_moves() if not board.kings & chess.BB_SQUARES[move.to_square]
    )


def example(game: Game, seat: str) -> str:
    """A knight's first move, or else any: an entrance, which spends the Genie, only where nothing else is left."""
    usual = "Nf3" if seat == WHITE else "Nf6"
    board = board_for(game, seat)
    found = sorted(moves(board), key=lambda move: move.from_square == move.to_square)
    sans = [board.san(move) for move in found]
    return usual if usual in sans else next(iter(sans), usual)


def claims(game: Game, board: Board) -> Iterator[str]:
    """The claims that hold: of the position as it is, and of those that a move leads to."""
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
