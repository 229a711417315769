"""How a game ends: by the position alone, or by what can be claimed of it (ruling L5). The counts are the library's."""

from __future__ import annotations

import msgspec

from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import times
from genetess_cli.rules.genie.words import side

CLAIMED_TIMES, MOST_TIMES = 3, 5
"""How often a position comes up before a draw can be claimed, and before the game is a draw by itself."""


class Verdict(msgspec.Struct, frozen=True):
    """How a game is over: who won, nobody for a draw, and the reason as it reads on from `the game is over,`."""

    winners: tuple[str, ...]
    reason: str


def verdict(board: Board, earlier: tuple[str, ...]) -> Verdict | None:
    """How the game is over by the position, which came after those of `earlier`; None while it goes on."""
    if not any(True for _ in board.generate_legal_moves()):
        loser = side(board.turn)
        if board.is_check():
            return Verdict((side(not board.turn),), f"{loser} was checkmated")
        return Verdict((), f"{loser} was stalemated")
    if board.is_insufficient_material():
        return Verdict((), "neither side has enough left to mate with")
    if board.is_seventyfive_moves():
        return Verdict((), "for 75 moves there was no capture and no pawn’s move")
    if times(earlier, board.fen()) >= MOST_TIMES:
        return Verdict((), "the same position came up for the fifth time")
    return None


def claimable(board: Board, earlier: tuple[str, ...]) -> Verdict | None:
    """The draw that can be claimed of a position; None where there is none."""
    if board.is_fifty_moves():
        return Verdict((), "for 50 moves there was no capture and no pawn’s move")
    if times(earlier, board.fen()) >= CLAIMED_TIMES:
        return Verdict((), "the same position came up for the third time")
    return None
