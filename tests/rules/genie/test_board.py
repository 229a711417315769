"""The board with Genies as a chess board: what the library asks of one, and what stays the same whatever is done."""

from __future__ import annotations

from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.rules import genie
from genetess_cli.rules.genie import notation
from genetess_cli.rules.genie.board import GENIE, Board
from genetess_cli.rules.genie.game import FIDE, INVENTORY, STARTING_FEN
from genetess_cli.rules.genie.notation import find, refusal
from genetess_cli.rules.genie.reading import Order
from genetess_cli.rules.orders import entries
from tests.kit.shares import examples

PLACES = "abcdefgh"


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board in the middle of a random game, Genies in it more often than by chance."""
    luck = Random(draw(st.integers(0, 2**32)))
    board = Board(promotion=draw(st.sampled_from([INVENTORY, FIDE])))
    for _ in range(draw(st.integers(0, 120))):
        moves = [*board.generate_legal_moves()]
        if not moves:
            board.pop()
            break
        special = [
            move for move in moves if move.promotion or board.genies & chess.BB_SQUARES[move.from_square]
        ]
        board.push(luck.choice(special if special and luck.random() < 0.3 else moves))
    return board


def _state(board: Board) -> tuple[object, ...]:
    return board.fen(), board.genies, board.lamps, board.promoted, board.halfmove_clock, str(board)


def _read(text: str) -> Order:
    order = genie.parse(entries(text)[0]).order
    assert isinstance(order, Order)
    return order


@given(boards())
@settings(max_examples=examples(40), deadline=None)
def test_a_fen_leads_back_to_its_board(board: Board) -> None:
    again = notation.read(board.fen(), board.promotion)  # ruling L7
    assert again.fen() == board.fen()
    assert again == board
    assert {*again.legal_moves} == {*board.legal_moves}


@pytest.mark.no_cover
@given(boards())
@settings(max_examples=examples(40), deadline=None)
def test_a_move_in_san_and_by_its_squares_leads_back_to_the_move(board: Board) -> None:
    for move in board.legal_moves:
        for text in (board.san(move), board.san(move).rstrip("+#"), move.uci()):
            order = _read(text)  # ruling L6
            assert order.move
            assert find(board, order.move) == move
            assert _read(str(order)) == order


@given(boards())
@settings(max_examples=examples(40), deadline=None)
def test_a_move_that_is_taken_back_leaves_nothing(board: Board) -> None:
    before = _state(board)
    for move in [*board.legal_moves]:
        board.push(move)
        board.pop()
        assert _state(board) == before


@given(boards())
@settings(max_examples=examples(30), deadline=None)
def test_the_whole_game_can_be_taken_back(board: Board) -> None:
    copy = board.copy()
    while copy.move_stack:
        copy.pop()
    assert copy == board.root()
    assert copy.fen() == board.root().fen() == STARTING_FEN
    assert board.root().promotion == board.promotion


@pytest.mark.no_cover
@given(
    boards(),
    st.sampled_from(["", *"KQRBNG"]),
    st.integers(0, 63),
    st.integers(0, 63),
    st.sampled_from(["", *"QRBNGK"]),
)
@settings(max_examples=examples(200), deadline=None)
def test_every_move_that_is_refused_is_refused_with_a_reason(
    board: Board, piece: str, start: int, end: int, becomes: str
) -> None:
    squares = chess.SQUARE_NAMES[start], chess.SQUARE_NAMES[end]
    for text in (
        f"{piece}{squares[1]}{becomes}",
        f"{piece}{squares[0]}{squares[1]}{becomes}",
        "O-O",
        "O-O-O",
    ):
        written = _read(text).move
        assert written
        found = find(board, written)
        if not isinstance(found, chess.Move):
            assert found.message.endswith((".", "?"))
            assert "  " not in found.message
            assert found.slug in ("ambiguous", "no-capture") or found == refusal(board, written)


@pytest.mark.no_cover
@given(boards())
@settings(max_examples=examples(40), deadline=None)
def test_what_is_legal_by_itself_is_what_is_generated(board: Board) -> None:
    generated = {*board.generate_legal_moves()}
    tried = {
        chess.Move(start, end, becomes)
        for start in chess.scan_forward(board.occupied)
        for end in chess.scan_forward(
            ~board.rooks & chess.BB_ALL
        )  # a king on its rook castles by the library's word
        for becomes in (None, GENIE)
    }
    assert {move for move in tried if board.is_legal(move)} == {
        move
        for move in generated
        if move.promotion in (None, GENIE) and not board.rooks & chess.BB_SQUARES[move.to_square]
    }
    assert all(move in board.pseudo_legal_moves for move in generated)


@given(boards())
@settings(max_examples=examples(30), deadline=None)
def test_repetitions_are_counted_as_the_library_counts_them(board: Board) -> None:
    """Ruling L5, by a game's own keys and by the library's."""
    from genetess_cli.rules.genie.game import key_of, times

    keys = []
    copy = board.copy()
    while copy.move_stack:
        copy.pop()
        keys.append(key_of(copy.fen()))
    count = times(tuple(keys), board.fen())
    assert board.is_repetition(count)
    assert not board.is_repetition(count + 1)


def test_the_first_position_is_that_of_the_rules() -> None:
    assert Board().fen() == STARTING_FEN  # ruling L7
    assert Board(None).fen() == "8/8/8/8/8/8/8/8 w - - 0 1 -"


@pytest.mark.parametrize("rights", ["Gg", "G", "g", "-"])
def test_the_seventh_field_tells_who_may_enter(rights: str) -> None:
    text = f"4k3/8/8/8/8/8/8/4K3 w - - 0 1 {rights}"
    assert notation.read(text).fen() == text  # ruling L7


def test_two_positions_are_the_same_only_with_the_same_rights() -> None:
    one, other = (notation.read(f"4k3/8/8/8/8/8/8/4K3 w - - 0 1 {rights}") for rights in ("G", "g"))
    assert one != other  # ruling L5


def test_en_passant_stands_in_the_fen_only_where_it_is_legal() -> None:
    board = Board()
    board.push_uci("e2e4")
    assert board.fen().split()[3] == "-"  # ruling L7
    board = notation.read("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 Gg")
    board.push_uci("e2e4")
    assert board.fen().split()[3] == "e3"
    assert (
        notation.read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 Gg").fen().split()[3]
        == "-"
    )


def test_a_genie_is_a_piece_of_the_board() -> None:
    board = Board(None)
    board.set_piece_at(chess.D4, chess.Piece(GENIE, chess.WHITE))
    assert board.pieces(GENIE, chess.WHITE) == chess.SquareSet([chess.D4])
    assert board.piece_at(chess.D4) == chess.Piece.from_symbol("G")
    assert len(board.attacks(chess.D4)) == 16  # ruling L2
    assert board.is_attacked_by(chess.WHITE, chess.D6)
    assert board.mirror().piece_at(chess.D5) == chess.Piece.from_symbol("g")
    assert board.remove_piece_at(chess.D4) == chess.Piece.from_symbol("G")
    assert not board.occupied | board.genies


def test_without_a_king_every_move_is_safe() -> None:
    board = Board(None)
    board.set_piece_at(chess.A1, chess.Piece(GENIE, chess.WHITE))
    assert board.legal_moves.count() == 6


def test_a_copy_can_have_some_of_the_past() -> None:
    board = Board()
    for text in ("d2d2g", "d7d7g", "d2d4"):
        board.push(next(move for move in board.legal_moves if move.uci() == text))
    assert board.copy() == board
    short = board.copy(stack=1)
    short.pop()
    assert short.piece_type_at(chess.D2) == GENIE
    assert not short.move_stack
    assert board.copy(stack=False).fen() == board.fen()
    assert Board().copy() == Board()


def test_both_the_mirrored_position_and_its_mirror_have_as_many_moves() -> None:
    board = notation.read("4k3/2p1p1p1/8/1pPpP1p1/3G4/1P1p1P2/8/4K3 w - - 0 1 G")
    mirrored = board.mirror()
    assert mirrored.legal_moves.count() == board.legal_moves.count()
    assert mirrored.fen().split()[6] == "g"


@pytest.mark.parametrize(
    ("pieces", "enough"),
    [
        ("4k3/8/8/8/8/8/8/4K3", False),
        ("4k3/8/8/8/8/8/8/3GK3", True),
        ("4k3/8/8/8/8/8/8/3NK3", False),
        ("3gk3/8/8/8/8/8/8/3NK3", True),
        ("4k3/8/8/8/8/8/8/3BK3", False),
    ],
)
def test_a_genie_is_enough_to_mate(pieces: str, enough: bool) -> None:
    board = notation.read(f"{pieces} w - - 0 1 -")
    assert board.is_insufficient_material() is not enough  # ruling L5


def test_a_bare_king_cannot_mate_whatever_the_other_has() -> None:
    board = notation.read("3gk3/8/8/8/8/8/8/4K3 w - - 0 1 -")
    assert board.has_insufficient_material(chess.WHITE)
    assert not board.has_insufficient_material(chess.BLACK)


@given(boards())
@settings(max_examples=examples(30), deadline=None)
def test_a_game_comes_to_valid_positions_alone(board: Board) -> None:
    assert board.is_valid()


def test_check_from_both_sides_of_a_line_is_possible_with_a_genie() -> None:
    board = notation.read("7k/8/3p1p2/3K2gr/8/8/8/8 b - - 0 1 Gg")
    board.push_uci("g5c5")
    assert board.is_valid()
    assert chess.popcount(board.checkers_mask()) == 2
    assert notation.read("4k3/8/8/8/4r3/8/4K3/8 w - - 0 1 Gg").is_check()
    assert notation.read("4k3/8/4r3/8/4K3/8/4g3/8 w - - 0 1 Gg").is_check()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected seven fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "expected seven fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 gG", "Gg, G, g or -: "),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1 Gg", "expected 8 columns per row"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1 Gg", "expected 'w' or 'b' for turn part of fen"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1 Gg", "invalid half-move clock in fen"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1 Gg", "no position of this game: no black king"),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1 Gg", "too many kings"),
        ("4k3/8/8/8/8/8/8/G1G1K3 w - - 0 1 Gg", "too many white pieces"),
        ("4k3/8/8/8/g1g5/8/8/4K3 w - - 0 1 Gg", "too many black pieces"),
        ("4k3/8/4G3/8/8/8/8/4K3 w - - 0 1 Gg", "opposite check"),
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ValueError) as refused:
        notation.read(text)
    assert words in str(refused.value)
