"""A move as it is written, found among those that a position allows, or why it is none of them (ruling L6)."""

from __future__ import annotations

from itertools import chain
from typing import Any

import chess
from chess import BB_SQUARES, Bitboard, Move

from genetess_cli.rules.genie.board import GENIE, HALVES, Board, all_named, landings, letter_of, piece_words
from genetess_cli.rules.genie.game import INVENTORY, PIECES
from genetess_cli.rules.genie.reading import LONG, SHORT, MoveText, problem_in
from genetess_cli.rules.problems import Problem, join_words


def find(board: Board, written: MoveText) -> Move | Problem:
    if written.via and (key := _no_leaps(board, written)):
        return problem_in(key, move=written)
    moves = [move for move in board.generate_legal_moves() if fits(board, written, move)]
    if not moves:
        return refusal(board, written)
    if len(moves) > 1:
        which = [piece_words(board, move.from_square) for move in moves]
        exact = join_words(map(board.san, moves), "or")
        return problem_in("ambiguous", hint=f"Write {exact}.", move=written, pieces=which)
    if written.captures and not board.is_capture(moves[0]):
        hint = f"Without a capture it is {board.san(moves[0])}."
        return problem_in("no-capture", hint=hint, move=written, to=written.to)
    return moves[0]


def fits(board: Board, written: MoveText, move: Move) -> bool:
    if board.is_castling(move) and not written.origin:
        side = SHORT if board.is_kingside_castling(move) else LONG
        return written.castling == side
    origin = chess.SQUARE_NAMES[move.from_square]
    if chess.SQUARE_NAMES[move.to_square] != written.to:
        return False
    if written.is_push and origin[0] != written.to[0]:
        return False
    if written.file not in ("", origin[0]) or written.rank not in ("", origin[1]):
        return False
    if move.from_square == move.to_square:
        return written.can_enter
    return written.becomes == letter_of(move.promotion) and _is_meant(board, written, move)


def _is_meant(board: Board, written: MoveText, move: Move) -> bool:
    """Return whether it is the piece that is written; where its square is given whole, its name can be left out."""
    letter = letter_of(board.piece_type_at(move.from_square))
    return written.piece == letter or (not written.piece and (letter == "P" or bool(written.origin)))


# Why a move is refused


def _no_leaps(board: Board, written: MoveText) -> str | None:
    genie = board.pieces_mask(GENIE, board.turn)
    via = chess.parse_square(written.via)
    to = chess.parse_square(written.to)
    if not written.origin or genie != BB_SQUARES[chess.parse_square(written.origin)]:
        return "no-way/begins"
    if via in landings(chess.msb(genie), to, board.occupied):
        return None
    return "no-way/leap"


Reason = tuple[str, dict[str, Any]]
"""The key of a problem with a move, and the parts of its sentence beside the move."""


def refusal(board: Board, written: MoveText) -> Problem:
    """Return why no legal move is the one that is written, and where the piece can go if it can only be one."""
    if written.castling:
        key, parts = _castling(board, written)
        return problem_in(key, move=written, **parts)
    pieces = _pieces_meant(board, written)
    key, parts = _entering(board, written) or _moving(board, written, pieces)
    can = board.generate_legal_moves(pieces) if chess.popcount(pieces) == 1 else ()
    moves = ", ".join(map(board.san, can))
    hint = f"It can go: {moves}." if moves else ""
    return problem_in(key, hint=hint, move=written, **parts)


def _pieces_meant(board: Board, written: MoveText) -> Bitboard:
    pieces = board.occupied_co[board.turn]
    if written.piece or not written.origin:
        pieces = board.pieces_mask(chess.PIECE_SYMBOLS.index((written.piece or "P").lower()), board.turn)
    file = written.to[0] if written.is_push else written.file
    if file:
        pieces &= chess.BB_FILES[chess.FILE_NAMES.index(file)]
    return pieces & chess.BB_RANKS[int(written.rank) - 1] if written.rank else pieces


def _entering(board: Board, written: MoveText) -> Reason | None:
    """Return why a pawn cannot be flipped (ruling L1); None where no entrance is written."""
    to = chess.parse_square(written.to)
    pawn = board.pawns & board.occupied_co[board.turn] & BB_SQUARES[to]
    if not pawn or not written.can_enter or written.origin not in ("", written.to):
        return None
    if not HALVES[board.turn] & pawn:
        return "past-centre", {}
    if genie := board.pieces_mask(GENIE, board.turn):
        return "genie-there", {"at": chess.SQUARE_NAMES[chess.msb(genie)]}
    if not board.lamps & HALVES[board.turn]:
        return "genie-captured", {}
    return _check(board, Move(to, to, GENIE))


def _moving(board: Board, written: MoveText, pieces: Bitboard) -> Reason:
    if not pieces:
        return _none_there(written)
    ends = BB_SQUARES[chess.parse_square(written.to)]
    # The library's own promotions too: a pawn comes to the last rank even if it can become nothing there.
    moves = chain(
        board.generate_pseudo_legal_moves(pieces, ends),
        chess.Board.generate_pseudo_legal_moves(board, pieces, ends),
    )
    move = next(
        (move for move in moves if move.from_square != move.to_square and not board.is_castling(move)), None
    )
    if move is None:
        if pieces & (pieces - 1):
            return "no-way/any", {"piece": PIECES[written.piece or "P"], "to": written.to}
        return "no-way", {"piece": piece_words(board, chess.msb(pieces)), "to": written.to}
    return _becoming(board, written, move) or _check(board, move)


def _none_there(written: MoveText) -> Reason:
    if written.piece == "G" and not written.origin:
        return "no-piece/genie", {"to": written.to}
    what = PIECES[written.piece or "P"] if written.piece or not written.origin else "piece"
    file = written.to[0] if written.is_push else written.file
    where = f"rank {written.rank}" if written.rank else "the board"
    if file:
        where = f"the {file}-file"
    return "no-piece", {"piece": what, "where": written.origin or where}


def _becoming(board: Board, written: MoveText, move: Move) -> Reason | None:
    """Return what is wrong with what a pawn is to become, or with nothing being said of it (ruling L4)."""
    if not move.promotion:
        return ("no-promotion", {}) if written.becomes else None
    can = [letter_of(piece_type) for piece_type in board.promotions()]
    if not can:
        return "nothing-to-become", {}
    legal = next(board.generate_legal_moves(BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]), None)
    if not written.becomes and legal:
        like = written.replace(becomes=letter_of(legal.promotion))
        exact = like if isinstance(find(board, like), Move) else board.san(legal)
        return "becomes-what", {"like": exact}
    if not written.becomes or written.becomes in can:
        return None
    if written.becomes in ("K", "P"):
        return "no-promotion/piece", {"piece": PIECES[written.becomes]}
    key = "still-there/both" if written.becomes in "RBN" else "still-there"
    return key, {"piece": PIECES[written.becomes]}


def _check(board: Board, move: Move) -> Reason:
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    assert king is not None
    attackers = all_named(after, after.attackers_mask(not board.turn, king))
    return "check", {"pieces": attackers}


def _castling(board: Board, written: MoveText) -> Reason:
    king = chess.E1 if board.turn else chess.E8
    rook = king + 3 if written.castling == SHORT else king - 4
    if not board.clean_castling_rights() & BB_SQUARES[rook]:
        return "no-right", {}
    if between := chess.between(king, rook) & board.occupied:
        return "in-the-way", {"pieces": all_named(board, between)}
    return "check/castling", {}


def read(fen: str, promotion: str = INVENTORY) -> Board:
    """Return the board of a FEN with seven fields. Raise ValueError for any other text or position."""
    board = Board(fen, promotion=promotion)
    if status := board.status():
        faults = ", ".join(str(flag.name).lower().replace("_", " ") for flag in status)
        raise ValueError(f"that is no position of this game: {faults}")
    return board
