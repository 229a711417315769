"""A random order, a greedy one and one that looks ahead, and what cannot be: what `genetess simulate` plays with."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from chess import Move

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.board import Board, letter_of
from genetess_cli.rules.genie.events import Event, Moved, Took
from genetess_cli.rules.genie.game import PIECES, Game, key_of
from genetess_cli.rules.genie.reading import DRAW, MOVE, RESIGN, Order, parse, read_move
from genetess_cli.rules.genie.turn import board_of, claims
from genetess_cli.rules.orders import entries
from genetess_cli.rules.ruleset import Bot, Bots

ONE_OFFERS = 100
"""Of so many orders one is a DRAW."""
ONE_RESIGNS = 500
VALUES = {"": 0, "P": 1, "N": 3, "B": 3, "R": 5, "G": 6, "Q": 9}
"""What a greedy player takes a piece for."""
_MATE = 1000


def sample(game: Game, seat: str, dice: Dice, _: object = None) -> Order:
    """Return a random order of the seat to move: mostly a move, at times a DRAW, a claim that holds, seldom RESIGN."""
    if dice.number(ONE_RESIGNS, "guess") == 0:
        return Order(RESIGN)
    if game.offer != seat and dice.number(ONE_OFFERS, "guess") == 0:
        return Order(DRAW)
    board = board_of(game)
    claimable = list(claims(game, board))
    if claimable and dice.number(2, "guess"):
        claim = parse(entries(dice.choice(claimable, "guess"))[0]).order
        assert claim is not None
        return claim
    return _order(board, dice.choice(list(board.generate_legal_moves()), "guess"))


def greedy(game: Game, seat: str, dice: Dice, _: object = None) -> Order:
    """Return the order of a player who mates, or else takes and becomes the most that can be had."""
    board = board_of(game)
    weighed = [(_weight(board, move), move) for move in board.generate_legal_moves()]
    best = max(weight for weight, _ in weighed)
    return _order(board, dice.choice([move for weight, move in weighed if weight == best], "guess"))


def _weight(board: Board, move: Move) -> int:
    mate = _MATE if _is_mate(board, move) else 0
    return mate + _prize(board, move)


def _order(board: Board, move: Move) -> Order:
    return Order(MOVE, read_move(board.san(move).rstrip("+#")))


MOBILITY = 0.02
"""What a move more to choose from is worth, beside a pawn."""
PLIES = 2
"""Moves of both sides that are looked at."""
FARTHEST = -3
"""Where the captures behind them end, counted down from 0."""


def hunt(game: Game, seat: str, dice: Dice, _: object = None) -> Order:
    """Return the order of a player who mates in one or two, and else wins what two moves ahead can be won."""
    board = board_of(game)
    moves = sorted(_ordered(board), key=lambda _: dice.number(1000, "guess"))
    mate = _mate(board) or next((move for move in moves if _mates_next(board, move)), None)
    if mate:
        return _order(board, mate)
    best = moves[0]
    most = -inf
    for move in sorted(moves, key=lambda move: -_weight(board, move)):
        board.push(move)
        value = -_search(board, PLIES - 1, -inf, -most)
        # A position that came before brings nobody on.
        value -= 0.5 if key_of(board.fen()) in game.earlier else 0.0
        board.pop()
        if value > most:
            best = move
            most = value
    return _order(board, best)


def _ordered(board: Board) -> list[Move]:
    """Return the moves, captures first: what is best is then found soon, and the others are cut off."""
    return sorted(board.generate_legal_moves(), key=lambda move: -_prize(board, move))


def _prize(board: Board, move: Move) -> int:
    took = letter_of(board.piece_type_at(move.to_square)) if board.is_capture(move) else ""
    return VALUES[took] + VALUES[letter_of(move.promotion)]


def _mate(board: Board) -> Move | None:
    """Return a move that mates, if there is one."""
    return next((move for move in board.generate_legal_moves() if _is_mate(board, move)), None)


def _is_mate(board: Board, move: Move) -> bool:
    board.push(move)
    is_mate = board.is_check() and board.is_checkmate()
    board.pop()
    return is_mate


def _mates_next(board: Board, move: Move) -> bool:
    """Return whether every answer to a move is mated."""
    board.push(move)
    answers = list(board.generate_legal_moves())
    is_won = bool(answers)
    for answer in answers:
        board.push(answer)
        is_won = not board.is_game_over() and _mate(board) is not None
        board.pop()
        if not is_won:
            break
    board.pop()
    return is_won


def _search(board: Board, plies: int, low: float, high: float) -> float:
    """Return what a position is worth to the side to move, as far as it is between two bounds (alpha and beta)."""
    moves = _ordered(board)
    if not moves:
        return -_MATE if board.is_check() else 0.0
    if plies <= 0:
        low = max(low, _material(board) + MOBILITY * len(moves))
        moves = [move for move in moves if board.is_capture(move)] if plies > FARTHEST else []
    for move in moves:
        if low >= high:
            break
        board.push(move)
        low = max(low, -_search(board, plies - 1, -high, -low))
        board.pop()
    return low


def _material(board: Board) -> int:
    """Return what the pieces of the side to move are worth more than the other's."""
    return sum(
        VALUES[letter]
        * (
            board.pieces_mask(kind, board.turn).bit_count()
            - board.pieces_mask(kind, not board.turn).bit_count()
        )
        for kind, letter in _KINDS
    )


_KINDS = [(kind, letter_of(kind)) for kind in range(1, 8) if letter_of(kind) in VALUES]


CAPTURES = "captures"
"""Pieces taken."""
ENTRANCES = "entrances"
"""Pawns flipped."""
PROMOTIONS = "promotions"
"""By what the pawn became."""


def tally(event: Event) -> Iterator[tuple[str, str]]:
    if isinstance(event, Took):
        yield CAPTURES, ""
    elif isinstance(event, Moved) and event.became:
        if event.start == event.end:
            yield ENTRANCES, ""
        else:
            yield PROMOTIONS, PIECES[event.became]


BOTS = Bots(
    named={"random": Bot(sample), "greedy": Bot(greedy), "hunter": Bot(hunt)},
    tallies={CAPTURES: False, ENTRANCES: False, PROMOTIONS: True},
    tally=tally,
)
