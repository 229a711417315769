"""A chess board with Genies. The rules of chess are the library's; here is what Genie of the Lamp adds to them.

An entrance is a move from a pawn's square to the same square that promotes to a Genie: `d2d2g`. Sets of squares are
integers, as everywhere in the library: bit 0 is a1, bit 63 is h8.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import chain

import chess
from chess import BB_ALL, BB_SQUARES, Bitboard, Color, Move, PieceType, Square

from genetess_cli.rules.genie.game import BLACK, INVENTORY, PIECES, STARTING_FEN, WHITE
from genetess_cli.rules.problems import join_words

# How a Genie gets about


_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Files and ranks of four directions that go up in the numbers of squares; the other four go back the same way."""


def _inside(file: int, rank: int) -> bool:
    return 0 <= file < 8 and 0 <= rank < 8


def _steps(square: Square) -> Bitboard:
    file = chess.square_file(square)
    rank = chess.square_rank(square)
    squares = (
        chess.square(file + way * length * across, rank + way * length * up)
        for across, up in _DIRECTIONS
        for way in (1, -1)
        for length in (1, 2)
        if _inside(file + way * length * across, rank + way * length * up)
    )
    return sum(BB_SQUARES[to] for to in squares)


def _room(across: int, up: int) -> Bitboard:
    """Return the squares from which there are two more in a direction."""
    return sum(
        mask
        for square, mask in enumerate(BB_SQUARES)
        if _inside(chess.square_file(square) + 2 * across, chess.square_rank(square) + 2 * up)
    )


STEPS = tuple(_steps(square) for square in chess.SQUARES)
"""For each square the up to 16 that a Genie there attacks: one and two squares away in all directions (ruling L2)."""
_FORTH = tuple((across + 8 * up, _room(across, up)) for across, up in _DIRECTIONS)
_BACK = tuple((across + 8 * up, _room(-across, -up)) for across, up in _DIRECTIONS)


def leaps(standing: Bitboard, occupied: Bitboard) -> Bitboard:
    """Return the empty squares two away from any of `standing` in a straight line, over an occupied one."""
    empty = ~occupied
    reached = 0
    for shift, room in _FORTH:
        reached |= ((standing & room) << shift & occupied) << shift & empty
    for shift, room in _BACK:
        reached |= ((standing & room) >> shift & occupied) >> shift & empty
    return reached


def double_jumps(square: Square, occupied: Bitboard) -> Bitboard:
    """Return where a Genie on a square can come by two leaps and by no step (ruling L3).

    That it stands there itself only keeps it from coming back: no second leap goes over the square where it began.
    """
    first = leaps(BB_SQUARES[square], occupied)
    return leaps(first, occupied) & ~STEPS[square] if first else 0


def landings(start: Square, end: Square, occupied: Bitboard) -> list[Square]:
    """Return the squares by which two leaps lead from one square to another."""
    first = leaps(BB_SQUARES[start], occupied)
    return [via for via in chess.scan_forward(first) if leaps(BB_SQUARES[via], occupied) & BB_SQUARES[end]]


# The board


GENIE = 7
"""The Genie as a type of piece; the library's own are 1 to 6."""

# By these two tables the library spells pieces in FEN, SAN and long algebraic; it never goes through them.
chess.PIECE_SYMBOLS.append("g")
chess.PIECE_NAMES.append("genie")

HALVES = (
    chess.BB_RANK_5 | chess.BB_RANK_6 | chess.BB_RANK_7,
    chess.BB_RANK_2 | chess.BB_RANK_3 | chess.BB_RANK_4,
)
"""Where the pawns of Black and of White may be flipped (ruling L1)."""
_RIGHTS = {"G": HALVES[chess.WHITE], "g": HALVES[chess.BLACK]}
"""The same by the letters of FEN (ruling L7)."""
_LAST_BUT_ONE = (chess.BB_RANK_2, chess.BB_RANK_7)
IN_A_SET = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 2, chess.KNIGHT: 2}
"""How many pieces of each kind a chess set has, of those that a pawn may become (ruling L4)."""


class Board(chess.Board):
    """A position with its past, as in the library, and with `promotion` as the game has it (ruling L4).

    `genies` are the squares of both Genies, `lamps` those on which a pawn may still be flipped if its side has no
    Genie: a side's whole half, or nothing of it once its Genie has been captured (rulings L1 and L7).
    """

    aliases = ["Genie of the Lamp", "Genie"]
    uci_variant = "genie"
    xboard_variant = None
    starting_fen = STARTING_FEN

    def __init__(
        self, fen: str | None = STARTING_FEN, *, chess960: bool = False, promotion: str = INVENTORY
    ) -> None:
        self.genies: Bitboard = 0
        self.lamps: Bitboard = 0
        self.promotion = promotion
        self._lamp_stack: list[tuple[Bitboard, Bitboard]] = []
        super().__init__(fen, chess960=chess960)

    # Pieces

    def _reset_board(self) -> None:
        super()._reset_board()
        self.genies = 0

    def _clear_board(self) -> None:
        super()._clear_board()
        self.genies = 0

    def reset(self) -> None:
        super().reset()
        self.lamps = HALVES[chess.WHITE] | HALVES[chess.BLACK]

    def clear(self) -> None:
        super().clear()
        self.lamps = 0

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        if piece_type == GENIE:
            return self.genies & self.occupied_co[color]
        return super().pieces_mask(piece_type, color)

    def piece_type_at(self, square: Square) -> PieceType | None:
        return GENIE if self.genies & BB_SQUARES[square] else chess.Board.piece_type_at(self, square)

    def _remove_piece_at(self, square: Square) -> PieceType | None:
        mask = BB_SQUARES[square]
        if not self.genies & mask:
            return chess.Board._remove_piece_at(self, square)
        self.genies ^= mask
        self.occupied ^= mask
        self.occupied_co[chess.WHITE] &= ~mask
        self.occupied_co[chess.BLACK] &= ~mask
        self.promoted &= ~mask
        return GENIE

    def _set_piece_at(
        self, square: Square, piece_type: PieceType, color: Color, promoted: bool = False
    ) -> None:
        chess.Board._set_piece_at(self, square, piece_type, color, promoted)
        if piece_type == GENIE:
            mask = BB_SQUARES[square]
            self.genies |= mask
            self.occupied |= mask
            self.occupied_co[color] |= mask

    # Attacks

    def attacks_mask(self, square: Square) -> Bitboard:
        """Return what the piece on a square attacks; a Genie does so by its step alone (ruling L3)."""
        return STEPS[square] if self.genies & BB_SQUARES[square] else chess.Board.attacks_mask(self, square)

    def attackers_mask(self, color: Color, square: Square, occupied: Bitboard | None = None) -> Bitboard:
        attackers = chess.Board.attackers_mask(self, color, square, occupied)
        return attackers | STEPS[square] & self.genies & self.occupied_co[color] if self.genies else attackers

    def _shield(self, king: Square, square: Square) -> Bitboard:
        """Return where a pinned piece is still in the way of what it is pinned by, or has captured it."""
        origin = BB_SQUARES[square]
        sliders = self.attackers_mask(not self.turn, king, self.occupied ^ origin) & chess.ray(king, square)
        ways = (chess.between(king, slider) | BB_SQUARES[slider] for slider in chess.scan_reversed(sliders))
        return next(way for way in ways if way & origin)

    # Moves

    def promotions(self) -> list[PieceType]:
        """Return what a pawn of the side to move may become on the last rank (ruling L4)."""
        own = self.occupied_co[self.turn]
        piece_types = [
            piece_type
            for piece_type, most in IN_A_SET.items()
            if self.promotion != INVENTORY or chess.popcount(self.pieces_mask(piece_type, self.turn)) < most
        ]
        return piece_types if self.genies & own else [*piece_types, GENIE]

    def generate_pseudo_legal_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Return every move but for the safety of the own king: the library's and the Genie's (rulings L1 to L4)."""
        own = self.occupied_co[self.turn]
        pawns = self.pawns & own & from_mask
        moves = chess.Board.generate_pseudo_legal_moves(self, from_mask, to_mask)
        if pawns & _LAST_BUT_ONE[self.turn]:
            moves = self._promoting(moves)
        if genies := self.genies & own:
            return chain(moves, self._jumping(genies & from_mask, to_mask)) if genies & from_mask else moves
        keepers = pawns & self.lamps & HALVES[self.turn] & to_mask
        return (
            chain(moves, [Move(keeper, keeper, GENIE) for keeper in chess.scan_reversed(keepers)])
            if keepers
            else moves
        )

    def _jumping(self, genies: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        for square in chess.scan_reversed(genies):
            for to in chess.scan_reversed(double_jumps(square, self.occupied) & to_mask):
                yield Move(square, to)

    def _promoting(self, moves: Iterator[Move]) -> Iterator[Move]:
        """Yield moves with every promotion there is in place of the library's four, the first of which is a queen."""
        kinds = self.promotions()
        for move in moves:
            if not move.promotion:
                yield move
            elif move.promotion == chess.QUEEN:
                for kind in kinds:
                    yield Move(move.from_square, move.to_square, kind)

    def _generate_evasions(
        self, king: Square, checkers: Bitboard, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        if not checkers & self.genies:
            yield from super()._generate_evasions(king, checkers, from_mask, to_mask)
            return
        yield from super()._generate_evasions(king, checkers, from_mask & BB_SQUARES[king], to_mask)
        if not checkers & (checkers - 1):  # a Genie's check can be captured, but nothing can get in its way
            yield from self.generate_pseudo_legal_moves(~self.kings & from_mask, checkers & to_mask)

    def _is_safe(self, king: Square, blockers: Bitboard, move: Move) -> bool:
        origin = BB_SQUARES[move.from_square]
        if origin & self.genies or move.from_square == move.to_square:
            return not origin & blockers or bool(
                self._shield(king, move.from_square) & BB_SQUARES[move.to_square]
            )
        return super()._is_safe(king, blockers, move)

    def generate_legal_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Return every legal move. Only of moves that can be unsafe for the king it is asked whether they are."""
        king = self.king(self.turn)
        if king is None:
            return self.generate_pseudo_legal_moves(from_mask, to_mask)
        checkers = self.attackers_mask(not self.turn, king)
        if checkers:
            moves = self._generate_evasions(king, checkers, from_mask, to_mask)
        else:
            moves = self.generate_pseudo_legal_moves(from_mask, to_mask)
        blockers = self._slider_blockers(king)
        watched = blockers | BB_SQUARES[king]
        if self.ep_square is not None:
            watched |= chess.BB_PAWN_ATTACKS[not self.turn][self.ep_square]
        # A list is quicker than another generator on top of the library's.
        return iter(
            [
                move
                for move in moves
                if not BB_SQUARES[move.from_square] & watched or self._is_safe(king, blockers, move)
            ]
        )

    def is_pseudo_legal(self, move: Move) -> bool:
        if move.promotion == GENIE or self.genies & BB_SQUARES[move.from_square]:
            places = BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]
            return move in self.generate_pseudo_legal_moves(*places)
        return super().is_pseudo_legal(move)

    def is_zeroing(self, move: Move) -> bool:
        """Return whether a move restarts the count of the fifty-move rule: an entrance is a pawn's move (ruling L1)."""
        return move.promotion is not None or super().is_zeroing(move)

    # Past

    def push(self, move: Move) -> None:
        self._lamp_stack.append((self.genies, self.lamps))
        chess.Board.push(self, move)

    def _push_capture(
        self, move: Move, capture_square: Square, piece_type: PieceType, was_promoted: bool
    ) -> None:
        if piece_type == GENIE:
            self.lamps &= ~HALVES[not self.turn]

    def pop(self) -> Move:
        move = chess.Board.pop(self)
        self.genies, self.lamps = self._lamp_stack.pop()
        return move

    def clear_stack(self) -> None:
        super().clear_stack()
        self._lamp_stack.clear()

    def root(self) -> Board:
        board = super().root()
        board.promotion = self.promotion
        if self._lamp_stack:
            board.genies, board.lamps = self._lamp_stack[0]
        return board

    def copy(self, *, stack: bool | int = True) -> Board:
        board = super().copy(stack=stack)
        board.genies = self.genies
        board.lamps = self.lamps
        board.promotion = self.promotion
        if stack:
            board._lamp_stack = self._lamp_stack[-len(board.move_stack) :] if board.move_stack else []
        return board

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        super().apply_transform(f)
        self.genies = f(self.genies)
        self.lamps = f(self.lamps)

    def _transposition_key(self) -> Hashable:
        return super()._transposition_key(), self.genies, self.lamps

    # The end, and what can be at all

    def status(self) -> chess.Status:
        """Return what is wrong with the position. The library's check of who gives check does not know Genies."""
        status = super().status() & ~chess.Status.IMPOSSIBLE_CHECK
        if chess.popcount(self.genies & self.occupied_co[chess.WHITE]) > 1:
            status |= chess.Status.TOO_MANY_WHITE_PIECES
        if chess.popcount(self.genies & self.occupied_co[chess.BLACK]) > 1:
            status |= chess.Status.TOO_MANY_BLACK_PIECES
        return status

    def has_insufficient_material(self, color: Color) -> bool:
        """Return whether a side can never mate. With a Genie on the board anything but a bare king can (ruling L5)."""
        if self.genies and self.occupied_co[color] & ~self.kings:
            return False
        return super().has_insufficient_material(color)

    # Notation

    def _algebraic_without_suffix(self, move: Move, *, long: bool = False) -> str:
        if move and move.from_square == move.to_square:
            return f"G{chess.SQUARE_NAMES[move.to_square]}"
        return super()._algebraic_without_suffix(move, long=long)

    def rights(self) -> str:
        """Return which sides may still enter a Genie by flipping a pawn: `Gg`, `G`, `g` or `-` (ruling L7)."""
        return "".join(letter for letter, half in _RIGHTS.items() if self.lamps & half) or "-"

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: chess.EnPassantSpec = "legal",
        promoted: bool | None = None,
    ) -> str:
        """Return the position as FEN with its seventh field (ruling L7)."""
        return f"{super().fen(shredder=shredder, en_passant=en_passant, promoted=promoted)} {self.rights()}"

    def set_fen(self, fen: str) -> None:
        """Set up a position. Raise ValueError for what is no FEN of seven fields."""
        *orthodox, rights = fen.split() or [""]
        if len(orthodox) != 6 or rights not in ("Gg", "G", "g", "-"):
            raise ValueError(f"expected seven fields, the last of them Gg, G, g or -: {fen!r}")
        super().set_fen(" ".join(orthodox))
        self.lamps = sum(half for letter, half in _RIGHTS.items() if letter in rights)


def letter_of(piece_type: PieceType | None) -> str:
    return chess.piece_symbol(piece_type).upper() if piece_type else ""


def kind(board: Board, square: Square) -> str:
    return PIECES[letter_of(board.piece_type_at(square))]


def piece_words(board: Board, square: Square) -> str:
    """Return the piece on an occupied square: `the rook on e8`."""
    return f"the {kind(board, square)} on {chess.SQUARE_NAMES[square]}"


def all_named(board: Board, squares: Bitboard) -> str:
    """Return some pieces with their squares: `the rook on e8 and the Genie on e3`."""
    return join_words(piece_words(board, square) for square in chess.scan_forward(squares))


def side(color: Color) -> str:
    return WHITE if color else BLACK


# Trees of moves: how the rules are held against other programs


def perft(board: Board, depth: int) -> int:
    if depth < 2:
        return board.legal_moves.count() if depth else 1
    return sum(divide(board, depth).values())


def divide(board: Board, depth: int) -> dict[str, int]:
    """Return the count below each move, by its long algebraic name, in order of the alphabet; `depth` is 1 or more."""
    counts = {}
    for move in board.generate_legal_moves():
        board.push(move)
        counts[move.uci()] = perft(board, depth - 1)
        board.pop()
    return dict(sorted(counts.items()))
