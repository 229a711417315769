"""Any text at all as an order of Genie of the Lamp: it is refused, or reads the same once it is written out."""

from __future__ import annotations

from random import Random

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from genetess_cli.rules import genie
from genetess_cli.rules.genie import notation
from genetess_cli.rules.genie.game import STARTING_FEN
from genetess_cli.rules.genie.notation import find
from genetess_cli.rules.genie.reading import read_move
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem
from tests.kit.shares import examples
from tests.rules.genie.positions import game, read

LETTERS = "…“”½abcdefgh12345678KQRBNGPqrnxO0-=+:() .*DRAWCLIMESN♞½×–"


@given(st.text(LETTERS, max_size=12) | st.text(max_size=12))
@example("Qd2=G")
@example("12...♞f6")
@settings(max_examples=examples(400))
def test_any_text_reads_or_is_refused(text: str) -> None:
    for entry in entries(text):
        reading = genie.parse(entry)
        if reading.order is None:
            assert reading.problem
            assert reading.problem.message.endswith(".")
        else:
            assert genie.parse(entries(str(reading.order))[0]).order == reading.order
            genie.check(game(), "white", reading.order)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("nf3", "Nf3"),
        ("NF3", "Nf3"),
        ("♘f3", "Nf3"),
        ("e7e8q", "e7e8q"),
        ("e8Q", "e8=Q"),
        ("0-0-0", "O-O-O"),
        ("oo", "O-O"),
        ("Ge4-e6-g6", "Ge4-e6-g6"),
        ("Nb1xd2+", "Nb1xd2"),
        ("claim 12. nf3", "CLAIM Nf3"),
        ("Draw?", "DRAW"),
        ("HOLIDAY", "HOLIDAY"),
        ("O–O–O", "O-O-O"),
        ("g1−f3", "g1f3"),
        ("Ｎｆ３", "Nf3"),
        ("12. resign", "RESIGN"),
    ],
)
def test_an_order_is_written_in_one_way(text: str, written: str) -> None:
    assert str(read(text)) == written  # ruling L6


@given(st.randoms(use_true_random=False))
@settings(max_examples=examples(30), deadline=None)
def test_a_pawn_that_is_written_without_a_file_never_captures(luck: Random) -> None:
    # ruling L6
    board = notation.read(STARTING_FEN)
    for _ in range(60):
        moves = list(board.generate_legal_moves())
        if not moves:
            break
        for move in moves:
            if board.is_capture(move) and board.piece_type_at(move.from_square) == chess.PAWN:
                written = read_move(board.san(move)[2:])
                assert written
                found = find(board, written)
                assert isinstance(found, Problem) or not board.is_capture(found)
        board.push(luck.choice(moves))
