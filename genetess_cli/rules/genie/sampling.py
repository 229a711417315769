"""A random order and a greedy one: what `genetess simulate` plays with. All luck is that of the Dice handed in."""

from __future__ import annotations

from chess import Move

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import Game
from genetess_cli.rules.genie.listing import claims
from genetess_cli.rules.genie.order import DRAW, MOVE, RESIGN, Order
from genetess_cli.rules.genie.playing import board_of
from genetess_cli.rules.genie.reading import parse, written_as
from genetess_cli.rules.genie.words import letter_of
from genetess_cli.rules.orders import entries

ONE_OFFERS = 100
"""Of so many orders one is a DRAW."""
ONE_RESIGNS = 500
VALUES = {"": 0, "P": 1, "N": 3, "B": 3, "R": 5, "G": 6, "Q": 9}
"""What a greedy player takes a piece for."""
_MATE = 1000


def sample(game: Game, seat: str, dice: Dice) -> Order:
    """A random order of the seat to move: mostly a move, at times a DRAW, a claim that holds, seldom RESIGN."""
    if dice.number(ONE_RESIGNS, "guess") == 0:
        return Order(RESIGN)
    if game.offer != seat and dice.number(ONE_OFFERS, "guess") == 0:
        return Order(DRAW)
    board = board_of(game)
    found = list(claims(game, board))
    if found and dice.number(2, "guess"):
        claim: Order = parse(entries(dice.choice(found, "guess"))[0]).order
        return claim
    return _order(board, dice.choice(list(board.generate_legal_moves()), "guess"))


def greedy(game: Game, seat: str, dice: Dice) -> Order:
    """The order of a player who mates, or else takes and becomes the most that can be had, whatever comes of it."""
    board = board_of(game)
    weighed = [(_weight(board, move), move) for move in board.generate_legal_moves()]
    best = max(weight for weight, _ in weighed)
    return _order(board, dice.choice([move for weight, move in weighed if weight == best], "guess"))


def _weight(board: Board, move: Move) -> int:
    took = letter_of(board.piece_type_at(move.to_square)) if board.is_capture(move) else ""
    weight = VALUES[took] + VALUES[letter_of(move.promotion)]
    board.push(move)
    weight += _MATE if board.is_checkmate() else 0
    board.pop()
    return weight


def _order(board: Board, move: Move) -> Order:
    return Order(MOVE, written_as(board.san(move).rstrip("+#")))
