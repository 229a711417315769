"""Where a Genie came down between two leaps, as pages tell it: of the move that the rules have made (ruling L3)."""

from __future__ import annotations

from random import Random

import chess
import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.genie import view
from genetess_cli.rules.genie.board import STEPS, landings, leaps
from genetess_cli.rules.genie.game import SEATS
from tests.rules.genie.positions import done, game

CROWD = "4k3/2p1p1p1/8/1pPpP1p1/3G4/1P1p1P2/8/4K3 w - - 0 1 Gg"
"""A Genie with leaps to all sides."""


@pytest.mark.parametrize(
    ("position", "move", "via"),
    [
        (CROWD, "Gh8", "f6"),
        (CROWD, "Gf8", "d6"),
        (CROWD, "Gd8", None),  # by b6 or by f6
        (CROWD, "Gxd5", None),  # a step
        (CROWD, "Kd1", None),
        ("4k3/8/8/3p4/8/8/3P4/4K3 w - - 0 1 Gg", "Gd2", None),  # an entrance
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1 Gg", "e8=G", None),
    ],
)
def test_a_view_tells_the_square_between(position: str, move: str, via: str | None) -> None:
    now = done(game(position), move)
    assert {view(now, viewer).via for viewer in (PUBLIC, *SEATS)} == {via}


def test_the_squares_between_are_those_of_the_rules_own_leaps() -> None:
    # ruling L3: what stands on the board is seen after the move, with the Genie at its end
    luck, seen = Random(3), 0
    for _ in range(300):
        board = chess.Board.empty()
        for square in luck.sample(chess.SQUARES, luck.randint(10, 30)):
            board.set_piece_at(square, chess.Piece(chess.KNIGHT, luck.random() < 0.5))
        start = luck.choice(chess.SQUARES)
        board.remove_piece_at(start)
        for end in chess.scan_forward(
            _ends(start, board.occupied) & ~STEPS[start] & ~chess.BB_SQUARES[start]
        ):
            expected = [via for via in chess.SQUARES if _leaps(board, start, via) and _leaps(board, via, end)]
            assert landings(start, end, board.occupied) == expected
            seen += 1
    assert seen > 100


def _leaps(board: chess.Board, start: chess.Square, end: chess.Square) -> bool:
    across = abs(chess.square_file(start) - chess.square_file(end))
    up = abs(chess.square_rank(start) - chess.square_rank(end))
    over = board.piece_at((start + end) // 2)
    return {across, up} in ({0, 2}, {2}) and over is not None and board.piece_at(end) is None


def _ends(start: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    return leaps(leaps(chess.BB_SQUARES[start], occupied), occupied)
