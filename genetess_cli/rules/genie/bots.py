"""The orders that a seat may give: every move in SAN, what can be claimed, DRAW and RESIGN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import chess
from chess import Move

from genetess_cli.rules.base import Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.board import Board, letter_of
from genetess_cli.rules.genie.events import Event, Moved, Took
from genetess_cli.rules.genie.game import PIECES, SEATS, WHITE, Game, key_of
from genetess_cli.rules.genie.notation import fits
from genetess_cli.rules.genie.reading import CLAIM, DRAW, MOVE, RESIGN, Order, parse, read_move
from genetess_cli.rules.genie.setup import unsound
from genetess_cli.rules.genie.turn import board_for, board_of, claimable, verdict
from genetess_cli.rules.orders import entries

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
    return Order(MOVE, read_move(board.san(move).rstrip("+#")))


def flaws(before: Game, outcome: Outcome) -> list[str]:
    """What cannot be, in the outcome of an order given in the position `before`: a sentence each, [] if all is well.

    It is the program that is wrong then, and no player.
    """
    after: Game = outcome.game
    found = list(unsound(after))
    if outcome.problem:
        return [*found, *(["an order that failed changed something"] if after != before else [])]
    return [*found, *_of_turn(before, outcome), *_of_end(after)]


def _of_turn(before: Game, outcome: Outcome) -> Iterator[str]:
    """One move a turn at most, after which the other side is to move; nothing comes on the board, and no right."""
    after: Game = outcome.game
    moves = [event for event in outcome.events if isinstance(event, Moved)]
    if len(moves) > 1 or (before.to_move == after.to_move) == bool(moves):
        yield f"{before.label} was followed by {after.label}, with {len(moves)} moves"
    lost = len(before.pieces()) - len(after.pieces())
    taken = [event.piece for event in outcome.events if isinstance(event, Took)]
    if lost != len(taken):
        yield f"{lost} pieces went off the board, and {len(taken)} were taken"
    rights = before.fen.split()[6].strip("-")
    if not set(after.fen.split()[6].strip("-")) <= set(rights):
        yield "a side may enter a Genie again that could not"


def _of_end(after: Game) -> Iterator[str]:
    """Ruling L5: a game that goes on has something to be moved and is no draw by itself."""
    if after.result is None and (found := verdict(board_of(after), after.earlier)):
        yield f"the game went on, though {found.reason}"


CAPTURES, ENTRANCES, PROMOTIONS = "captures", "entrances", "promotions"
TALLIES: Mapping[str, bool] = {CAPTURES: False, ENTRANCES: False, PROMOTIONS: True}
"""Pieces taken, pawns flipped, and promotions by what the pawn became."""


def tally(event: Event) -> Iterator[tuple[str, str]]:
    """What an event counts as."""
    if isinstance(event, Took):
        yield CAPTURES, ""
    elif isinstance(event, Moved) and event.became:
        yield (ENTRANCES, "") if event.start == event.end else (PROMOTIONS, PIECES[event.became])
