"""Where a Genie came down between two leaps, as pages tell it: of the move that the rules have made (ruling L3)."""

from __future__ import annotations

from random import Random

import chess
import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.genie import view
from genetess_cli.rules.genie.game import SEATS
from genetess_cli.rules.genie.leaps import STEPS, landings, leaps
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
            standing = {chess.SQUARE_NAMES[each] for each in chess.scan_forward(board.occupied)}
            names = chess.SQUARE_NAMES[start], chess.SQUARE_NAMES[end]
            expected = [
                chess.SQUARE_NAMES[via]
                for via in chess.scan_forward(leaps(chess.BB_SQUARES[start], board.occupied))
                if leaps(chess.BB_SQUARES[via], board.occupied) & chess.BB_SQUARES[end]
            ]
            assert sorted(landings(*names, standing | {names[1]})) == sorted(expected)
            seen += 1
    assert seen > 100


def _ends(start: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    return leaps(leaps(chess.BB_SQUARES[start], occupied), occupied)
