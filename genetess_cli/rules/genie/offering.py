"""What a seat may order, as data for the picker of the order builder, and an order to show how one is written."""

from __future__ import annotations

from collections.abc import Sequence

import chess
from chess import Move

from genetess_cli.rules.genie.board import Board, landings
from genetess_cli.rules.genie.game import SEATS, WHITE, Game
from genetess_cli.rules.genie.reading import CLAIM, DRAW, RESIGN
from genetess_cli.rules.genie.sight import GenieView
from genetess_cli.rules.genie.trial import TRIAL
from genetess_cli.rules.genie.turn import board_for, claims, moves
from genetess_cli.rules.ruleset import Offering, Offers


def example(game: Game, seat: str, _: object = None) -> str:
    """Return a knight's first move, or else any: an entrance, which spends the Genie, only as the last resort."""
    usual = "Nf3" if seat == WHITE else "Nf6"
    board = board_for(game, seat)
    legal = sorted(moves(board), key=lambda move: move.from_square == move.to_square)
    sans = [board.san(move) for move in legal]
    return usual if usual in sans else next(iter(sans), usual)


def offers(game: Game, seat: str, _: object = None) -> Offers:
    """Return what a seat may order as if it were to move now; {} once the game is over.

    `moves` are squares and SAN (`e7e8q e8=Q`, of an entrance `d2d2g Gd2`), `ways` the squares between the leaps of
    double jumps, by the squares of the move. `claims` hold now. `offer` is the seat whose offer of a draw stands.
    """
    if game.result or seat not in SEATS:
        return {}
    board = board_for(game, seat)
    legal = list(moves(board))
    claimed = list(claims(game, board))
    return {
        "plain": [verb for verb in (DRAW, CLAIM, RESIGN) if verb != CLAIM or CLAIM in claimed],
        "seat": seat,
        "moves": [f"{move.uci()} {board.san(move)}" for move in legal],
        "ways": _ways(board, legal),
        "claims": claimed,
        "offer": game.offer or "",
    }


def _ways(board: Board, legal: Sequence[Move]) -> dict[str, list[str]]:
    """Return the squares on which a Genie can come down in the middle of each double jump (ruling L3)."""
    return {
        move.uci(): [
            chess.SQUARE_NAMES[via] for via in landings(move.from_square, move.to_square, board.occupied)
        ]
        for move in legal
        if board.genies & chess.BB_SQUARES[move.from_square]
        and not board.attacks_mask(move.from_square) & chess.BB_SQUARES[move.to_square]
    }


OFFERING: Offering[Game, GenieView, object] = Offering(example=example, offers=offers, trial=TRIAL)
