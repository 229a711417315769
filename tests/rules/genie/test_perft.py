"""Counts of moves: without Genies those of the library, with them those of a second generator (rulings L1 to L4)."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import chess
import pytest

from genetess_cli.rules.genie import notation
from genetess_cli.rules.genie.board import GENIE, Board, divide, perft
from genetess_cli.rules.genie.game import FIDE, INVENTORY
from tests.rules.genie import naive
from tests.rules.genie.positions import USUAL

PUBLISHED = {
    "start": (20, 400, 8902, 197281),
    "kiwipete": (48, 2039, 97862, 4085603),
    "endgame": (14, 191, 2812, 43238),
    "promotions": (6, 264, 9467, 422333),
    "bug catcher": (44, 1486, 62379, 2103487),
    "middle game": (46, 2079, 89890, 3894594),
}
"""What the chess programming community counts at depths 1 to 4."""

WITH_GENIES = {
    "both on the board": "r1bqkb1r/ppp2ppp/2n2n2/4p1g1/2G1P3/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5 Gg",
    "pinned": "4r1k1/8/8/8/4p3/4G3/4P3/4K3 w - - 0 1 G",
    "pinned on a diagonal": "6k1/8/8/b7/1p6/2G5/3P4/4K3 w - - 0 1 G",
    "in check": "4k3/4g3/8/8/4G3/8/3PPP2/R3K2R w KQ - 0 1 Gg",
    "in check from a Genie behind the own king's guard": "4k3/3pp3/4G3/8/8/8/8/4K2R b K - 0 1 g",
    "in check from a Genie and another piece": "4k3/4p3/2B1G3/8/8/8/8/4K3 b - - 0 1 Gg",
    "double jumps in a crowd": "4k3/2p1p1p1/8/1pPpP1p1/3G4/1P1p1P2/8/4K3 w - - 0 1 Gg",
    "promotions": "8/PPP4k/8/2G5/8/8/4Kppp/6g1 w - - 0 1 Gg",
    "nothing to become": "8/3P3k/8/8/G7/8/1p6/QRRBBNNK w - - 0 1 -",
    "rights of one side": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 g",
    "en passant beside Genies": "4k3/2p1g3/8/1P1pP3/8/4G3/8/4K3 w - d6 0 1 Gg",
    "castling under a Genie": "r3k2r/8/3G4/8/8/4g3/8/R3K2R w KQkq - 0 1 Gg",
    "captured Genie": "r3k2r/8/8/3g4/4P3/2N5/8/R3K2R w KQkq - 0 1 Gg",
}


@pytest.mark.by_day(2)
@pytest.mark.no_cover
@pytest.mark.parametrize("name", USUAL)
def test_without_genies_the_tree_is_that_of_chess(name: str) -> None:
    """With promotions in reach of four moves a Genie could come by one (ruling L4): those lines are left out."""
    board = notation.read(f"{USUAL[name]} -", FIDE)
    assert tuple(_orthodox(board, depth, {}) for depth in (1, 2, 3, 4)) == PUBLISHED[name]


@pytest.mark.parametrize("name", ["start", "endgame", "middle game"])
def test_where_no_pawn_comes_to_the_last_rank_nothing_is_left_out(name: str) -> None:
    board = notation.read(f"{USUAL[name]} -", FIDE)
    assert [perft(board, depth) for depth in (1, 2, 3)] == list(PUBLISHED[name][:3])


def _orthodox(board: Board, depth: int, known: dict[Hashable, int]) -> int:
    """The count of lines in which no pawn becomes a Genie; what a position comes to is looked for once."""
    key = board._transposition_key(), depth
    if key not in known:
        moves = [move for move in board.generate_legal_moves() if move.promotion != GENIE]
        known[key] = len(moves) if depth == 1 else sum(_below(board, move, depth, known) for move in moves)
    return known[key]


def _below(board: Board, move: chess.Move, depth: int, known: dict[Hashable, int]) -> int:
    board.push(move)
    count = _orthodox(board, depth - 1, known)
    board.pop()
    return count


@pytest.mark.parametrize("name", USUAL)
def test_the_published_counts_are_the_librarys_too(name: str) -> None:
    def count(board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += count(board, depth - 1)
            board.pop()
        return found

    assert [count(chess.Board(USUAL[name]), depth) for depth in (1, 2)] == list(PUBLISHED[name][:2])


@pytest.mark.by_day(0, ci=1)
@pytest.mark.no_cover
@pytest.mark.parametrize("promotion", [INVENTORY, FIDE])
@pytest.mark.parametrize("name", WITH_GENIES)
def test_with_genies_a_second_generator_counts_the_same(name: str, promotion: str) -> None:
    text = WITH_GENIES[name]
    depths = (1, 2) if promotion == FIDE and "P" not in text[:9] else (1, 2, 3)
    board, position = notation.read(text, promotion), naive.read(text, promotion == FIDE)
    assert [perft(board, depth) for depth in depths] == [naive.perft(position, depth) for depth in depths]


@pytest.mark.parametrize("name", USUAL)
def test_the_usual_positions_with_entrances_are_counted_the_same(name: str) -> None:
    text = f"{USUAL[name]} Gg"
    assert perft(notation.read(text), 2) == naive.perft(naive.read(text), 2)


@pytest.mark.by_day(2)
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6))
def test_in_random_games_both_find_the_same_moves(seed: int) -> None:
    luck = Random(seed)
    fide = bool(seed % 2)
    board = Board(promotion=FIDE if fide else INVENTORY)
    for number in range(120):
        moves = [*board.generate_legal_moves()]
        if not moves or board.is_insufficient_material():
            break
        position = naive.read(board.fen(), fide)
        assert sorted(move.uci() for move in moves) == sorted(map(str, naive.legal(position))), board.fen()
        if number in (25, 60):
            assert perft(board, 2) == naive.perft(position, 2), board.fen()
        ours = [move for move in moves if move.promotion or board.piece_type_at(move.from_square) == GENIE]
        board.push(luck.choice(ours if ours and luck.random() < 0.4 else moves))


@pytest.mark.exhaustive
@pytest.mark.no_cover
def test_three_deep_in_random_positions() -> None:
    luck = Random(7)
    for _ in range(2):
        board = Board()
        while board.fullmove_number < 40:
            board.push(luck.choice([*board.generate_legal_moves()]))
            if board.is_game_over():
                board = Board()
        assert perft(board, 3) == naive.perft(naive.read(board.fen()), 3), board.fen()


def test_no_move_is_counted_twice() -> None:
    for text in WITH_GENIES.values():
        moves = [*notation.read(text).generate_legal_moves()]
        assert len(moves) == len(set(moves))


def test_nothing_is_one_line() -> None:
    assert perft(Board(), 0) == 1


def test_the_first_position_has_eight_more_moves_than_in_chess() -> None:
    counts = divide(Board(), 1)
    assert len(counts) == 28  # ruling L1
    assert list(counts) == sorted(counts)
    assert counts["d2d2g"] == 1
    assert sum(divide(Board(), 2).values()) == perft(Board(), 2)
