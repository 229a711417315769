"""An order of Genie of the Lamp as a value, and how it is written (ruling L6). How it is read is in `reading.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import chess
import msgspec
from chess import BB_SQUARES, SQUARE_NAMES, Bitboard, Move, Square
from msgspec.structs import replace

from genetess_cli.rules.base import Reading
from genetess_cli.rules.genie.board import (
    HALVES,
    Board,
    all_named,
    kind,
    letter_of,
    piece_words,
    side,
)
from genetess_cli.rules.genie.game import PIECES
from genetess_cli.rules.genie.leaps import double_jumps
from genetess_cli.rules.orders import HOLIDAY, Entry, Word, nearest
from genetess_cli.rules.problems import Problem, Span, join_words

MOVE, DRAW, CLAIM, RESIGN = "MOVE", "DRAW", "CLAIM", "RESIGN"
"""What an order can be; that of a move is written without a word before it."""
WORDS = (DRAW, CLAIM, RESIGN, HOLIDAY)
"""Words that stand for an order of their own."""
USAGES = {
    MOVE: "Nf3, exd5, e8=Q, O-O, Gd2, or by its squares g1f3",
    DRAW: "DRAW",
    CLAIM: "CLAIM, or CLAIM Nf3",
    RESIGN: "RESIGN",
    HOLIDAY: "HOLIDAY",
}
"""Every order, as it is written."""
SHORT, LONG = "O-O", "O-O-O"
CASTLING = r"[Oo0]-?[Oo0](?P<long>-?[Oo0])?[+#]*"
MOVE_PATTERN = (
    r"(?P<piece>[KQRBNGPkqrnp])?(?P<file>[a-h])?(?P<rank>[1-8])?-?(?:(?P<via>[a-h][1-8])-)?"
    r"(?P<captures>[x:])?(?P<to>[a-h][1-8])(?:[=(]?(?P<becomes>[KQRBNGPkqrbngp])\)?)?(?:e\.?p\.?)?[+#]*"
)
"""How castling and any other move are written, as regular expressions."""


class Written(msgspec.Struct, frozen=True):
    """A move as it is written: what of it is left out is "".

    `piece` and `becomes` are capitals; `piece` is "" for a pawn, and for any piece where the square that it comes from
    is given whole. `via` is the square between the two leaps of a double jump. A castling has nothing but `castling`.
    """

    to: str = ""
    piece: str = ""
    file: str = ""
    rank: str = ""
    via: str = ""
    captures: bool = False
    becomes: str = ""
    castling: str = ""

    @property
    def origin(self) -> str:
        """Return the square that the move comes from, where it is given whole."""
        return self.file + self.rank if self.file and self.rank else ""

    @property
    def is_push(self) -> bool:
        """Return whether it can only be a pawn going straight ahead: a capture has its file, or the sign."""
        return not (self.piece or self.file or self.captures)

    @property
    def can_enter(self) -> bool:
        """Return whether it can mean that a pawn is flipped where it stands: `Gd2`, `d2d2g`, `d2=G`."""
        return self.piece in ("", "G") and "G" in (self.piece, self.becomes)

    def __str__(self) -> str:
        if self.castling:
            return self.castling
        if self.via:
            return f"{self.piece}{self.origin}-{self.via}-{self.to}"
        by_squares = self.origin and not self.piece
        sign = "x" if self.captures else ""
        becomes = self.becomes and (self.becomes.lower() if by_squares else f"={self.becomes}")
        return f"{self.piece}{self.file}{self.rank}{sign}{self.to}{becomes}"


class Order(msgspec.Struct, frozen=True):
    """An order; `move` is the move itself, or that of a CLAIM, if it has one."""

    verb: str
    move: Written | None = None

    def __str__(self) -> str:
        words = (self.verb if self.verb != MOVE else "", str(self.move or ""))
        return " ".join(word for word in words if word)


_NUMBER = re.compile(r"[0-9]{1,3}(\.+|…|$)")
_CASTLING = re.compile(CASTLING)
_MOVE = re.compile(MOVE_PATTERN)
BESIDE = ("EP", "E.P", "+", "++")
"""Words behind a move that say nothing new: capture in passing, check, mate."""
SIGNS = {
    **{"–": "-", "—": "-", "×": "x", "“": "", "”": "", "♙": "", "♟": ""},
    **dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)),
}
"""What stands in a move for signs that people write in it."""
_PLAIN = str.maketrans(SIGNS)
HOW = f"A move is written like {USAGES[MOVE]}. There are also {', '.join(WORDS)}."


def parse(entry: Entry) -> Reading:
    words = _without_number(entry.words)
    if not words:
        return _misread("no-order", "There is no order here.", entry.span, HOW)
    verb = words[0].text.upper()
    if verb not in WORDS:
        return _move(words, MOVE)
    if verb == CLAIM and words[1:]:
        return _move(_without_number(words[1:]) or words[1:], CLAIM)
    return _last_reading(Order(verb), words[:1], words[1:])


def _without_number(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words without the number of the move that may stand before it: `12.`, or `12...` in `12...Nf6`."""
    match = _NUMBER.match(words[0].text) if words else None
    if not match or _CASTLING.fullmatch(words[0].text):
        return words
    remainder = words[0].text[match.end() :]
    start = words[0].span.end - len(remainder)
    first = [Word(remainder, Span(words[0].span.line, start, words[0].span.end))] if remainder else []
    return [*first, *words[1:]]


def _move(words: Sequence[Word], verb: str) -> Reading:
    written = read_move(words[0].text)
    if written is None:
        return _no_move(words, verb)
    behind = [word for word in words[1:] if word.text.upper() not in BESIDE]
    return _last_reading(Order(verb, written), words[:1], behind, _together(words))


def _together(words: Sequence[Word]) -> str:
    if len(words) != 2:
        return ""
    text = "".join(word.text for word in words)
    return text if read_move(text) else ""


def _last_reading(order: Order, words: Sequence[Word], behind: Sequence[Word], meant: str = "") -> Reading:
    """Return the reading of an order that ends here; `meant` is the move that it is with what stands behind it."""
    if not behind:
        return Reading(order, places={"verb": words[0].span})
    hint = "Write one order; separate orders with `/` or a new line."
    if meant:
        hint = f"{hint} If it is one move, write {meant}."
    if behind[0].text.upper() == DRAW or behind[0].text in ("=", "==", "½"):
        hint = f"A draw is offered before the move, by an order of its own: {DRAW} / {order}"
    return _misread("misfit", f"{order}: there is more after it: “{behind[0].text}”.", behind[0].span, hint)


def read_move(text: str) -> Written | None:
    """Return a move as it is written, in SAN or by its squares; None where the text is none.

    Capitals and small letters are told apart where chess does: B and G are pieces, b and g files. A text all in
    capitals, which no other reading fits, is read as if the squares in it were small.
    """
    text = text.translate(_PLAIN)
    if castling := _CASTLING.fullmatch(text):
        return Written(castling=LONG if castling["long"] else SHORT)
    tried = (text, text[:1] + text[1:].lower(), text.lower())
    match = next(filter(None, map(_MOVE.fullmatch, tried)), None)
    if match is None:
        return None
    parts = {name: part or "" for name, part in match.groupdict().items()}
    return Written(
        to=parts["to"],
        piece=parts["piece"].upper().removeprefix("P"),
        file=parts["file"],
        rank=parts["rank"],
        via=parts["via"],
        captures=bool(parts["captures"]),
        becomes=parts["becomes"].upper(),
    )


def _no_move(words: Sequence[Word], verb: str) -> Reading:
    word = words[0]
    if move := _together(words):
        return _misread("no-order", f"“{word.text}” alone is no move.", word.span, f"Did you mean {move}?")
    meant = nearest(word.text, WORDS) if verb == MOVE else None
    what = "no order of this game" if verb == MOVE else "no move"
    return _misread(
        "no-order", f"“{word.text}” is {what}.", word.span, f"Did you mean {meant}? {HOW}" if meant else HOW
    )


def _misread(slug: str, message: str, span: Span, hint: str) -> Reading:
    return Reading(problem=Problem(slug, message, span, hint))


def fault_of(board: Board, origin: Square, via: Square, to: Square) -> str | None:
    """Return what is wrong with two leaps from `origin` by `via`; None where they can be made."""
    if to == origin:
        return "a double jump ends on another square than it began"
    return _leap(board, origin, via) or _leap(board, via, to)


def ways(origin: Square, to: Square) -> list[Square]:
    """Return the squares by which two leaps lead from one square to another, whatever stands there."""
    return [via for via in chess.SQUARES if _is_leap(origin, via) and _is_leap(via, to)]


def _is_leap(start: Square, end: Square) -> bool:
    across = abs(chess.square_file(start) - chess.square_file(end))
    up = abs(chess.square_rank(start) - chess.square_rank(end))
    return {across, up} in ({0, 2}, {2})


def _leap(board: Board, start: Square, end: Square) -> str | None:
    if not _is_leap(start, end):
        return (
            f"from {SQUARE_NAMES[start]} to {SQUARE_NAMES[end]} is no leap of two squares in a straight line"
        )
    over = (start + end) // 2
    if board.piece_type_at(over) is None:
        return f"{SQUARE_NAMES[over]} is empty, and a double jump leaps over pieces alone"
    if board.piece_type_at(end) is not None:
        return f"{SQUARE_NAMES[end]} is occupied, and a double jump captures nothing"
    return None


Reason = tuple[str, str]
_LAST: dict[chess.Color, Bitboard] = {chess.WHITE: chess.BB_RANK_8, chess.BLACK: chess.BB_RANK_1}


def refusal(board: Board, written: Written) -> Problem:
    to = _castling_to(board, written)
    slug, why = next(_moving(board, written) if to is None else _castling(board, to))
    return Problem(slug, f"{written}: {why}.", hint=_hint(board, written))


def _moving(board: Board, written: Written) -> Iterator[Reason]:
    to = chess.parse_square(written.to)
    if written.origin:
        yield from _stranger(board, written, chess.parse_square(written.origin))
    if _is_entrance(board, written, to):
        yield from _entering(board, to)
    pieces = [*chess.scan_forward(_pieces_meant(board, written))]
    if not pieces:
        yield "no-piece", _none_there(board, written)
    if board.occupied_co[board.turn] & BB_SQUARES[to]:
        yield "own-piece", f"your own {kind(board, to)} stands on {written.to}"
    coming = [square for square in pieces if _reach(board, square) & BB_SQUARES[to]]
    if not coming:
        yield "no-way", _no_way(board, written, pieces, to)
    yield from _becoming(board, written, coming[0], to)
    yield "check", _check(board, coming[0], to)


# Which piece


def _stranger(board: Board, written: Written, origin: Square) -> Iterator[Reason]:
    if not board.occupied & BB_SQUARES[origin]:
        yield "empty", f"nothing stands on {written.origin}"
    elif not board.occupied_co[board.turn] & BB_SQUARES[origin]:
        owner = side(not board.turn)
        yield "not-yours", f"{piece_words(board, origin)} is {owner}’s, and you play {side(board.turn)}"
    elif written.piece and written.piece != letter_of(board.piece_type_at(origin)):
        yield (
            "other-piece",
            f"on {written.origin} stands your {kind(board, origin)}, no {PIECES[written.piece]}",
        )


def _pieces_meant(board: Board, written: Written) -> Bitboard:
    if written.origin:
        return BB_SQUARES[chess.parse_square(written.origin)]
    piece_type = chess.PIECE_SYMBOLS.index((written.piece or "P").lower())
    pieces = board.pieces_mask(piece_type, board.turn)
    if written.is_push:
        pieces &= chess.BB_FILES[chess.FILE_NAMES.index(written.to[0])]
    if written.file:
        pieces &= chess.BB_FILES[chess.FILE_NAMES.index(written.file)]
    return pieces & chess.BB_RANKS[int(written.rank) - 1] if written.rank else pieces


def _none_there(board: Board, written: Written) -> str:
    file = written.to[0] if written.is_push else written.file
    where = f" on the {file}-file" if file else f" on rank {written.rank}" if written.rank else ""
    if written.piece == "G":
        return f"your Genie is not on the board, and no pawn of yours stands on {written.to} to be flipped"
    return f"you have no {PIECES[written.piece or 'P']}{where or ' on the board'}"


# Entrances and promotions


def _is_entrance(board: Board, written: Written, to: Square) -> bool:
    pawn = board.pawns & board.occupied_co[board.turn] & BB_SQUARES[to]
    return bool(pawn) and written.origin in ("", written.to) and written.can_enter


def _entering(board: Board, to: Square) -> Iterator[Reason]:
    """Yield why a pawn cannot be flipped (ruling L1)."""
    own = board.genies & board.occupied_co[board.turn]
    if not HALVES[board.turn] & BB_SQUARES[to]:
        yield "past-centre", "the pawn has passed the centre"
    elif own:
        yield "genie-there", f"your Genie is on the board already, on {SQUARE_NAMES[chess.msb(own)]}"
    elif not board.lamps & HALVES[board.turn]:
        yield "genie-captured", "your Genie has been captured, and comes again by a promotion alone"
    else:
        yield "check", f"{_in_check(board)}, and an entrance does not end that"


def _becoming(board: Board, written: Written, pawn: Square, to: Square) -> Iterator[Reason]:
    """Yield what is wrong with what a pawn is to become, or with nothing being said of it (ruling L4)."""
    is_promotion = bool(board.pawns & BB_SQUARES[pawn] and _LAST[board.turn] & BB_SQUARES[to])
    can = [letter_of(piece_type) for piece_type in board.promotions()]
    if not is_promotion:
        if written.becomes:
            yield "no-promotion", "a pawn becomes something on the last rank alone"
    elif not can:
        yield (
            "nothing-to-become",
            "there is nothing left that the pawn could become: all of it is on the board",
        )
    elif not written.becomes:
        yield "becomes-what", f"say what the pawn becomes, like {replace(written, becomes=can[0])}"
    elif written.becomes in ("K", "P"):
        yield "no-promotion", f"no pawn becomes a {PIECES[written.becomes]}"
    elif written.becomes not in can:
        both = "both your {}s are" if written.becomes in "RBN" else "your {} is"
        yield "still-there", f"{both.format(PIECES[written.becomes])} still on the board"


# Ways


def _reach(board: Board, square: Square) -> Bitboard:
    """Return where a piece can go, whatever becomes of its king and of a pawn there."""
    targets = board.attacks_mask(square) & ~board.occupied_co[board.turn]
    if board.genies & BB_SQUARES[square]:
        return targets | double_jumps(square, board.occupied)
    if not board.pawns & BB_SQUARES[square]:
        return targets
    passed = BB_SQUARES[board.ep_square] if board.ep_square is not None else 0
    return targets & (board.occupied_co[not board.turn] | passed) | _advances(board, square)


def _advances(board: Board, square: Square) -> Bitboard:
    up, first = (8, 1) if board.turn else (-8, 6)
    step = BB_SQUARES[square + up] & ~board.occupied
    if not step or chess.square_rank(square) != first:
        return step
    return step | BB_SQUARES[square + 2 * up] & ~board.occupied


def _no_way(board: Board, written: Written, pieces: list[Square], to: Square) -> str:
    if len(pieces) > 1 and (behind := _behind(board, written, pieces, to)) is not None:
        pieces = [behind]
    if len(pieces) > 1:
        kinds = join_words(sorted({f"{kind(board, square)}s" for square in pieces}))
        return f"none of your {kinds} can go to {written.to}"
    [square] = pieces
    if board.genies & BB_SQUARES[square]:
        return _no_jump(board, square, to)
    between = chess.between(square, to) & board.occupied
    on_its_line = _lines(board, square) & BB_SQUARES[to]
    if between and on_its_line:
        return f"{all_named(board, between)} {'is' if between & (between - 1) == 0 else 'are'} in the way"
    if board.pawns & BB_SQUARES[square]:
        if chess.square_file(square) != chess.square_file(to):
            return f"{piece_words(board, square)} finds nothing to capture on {written.to}"
        if board.occupied & BB_SQUARES[to]:
            return f"{piece_words(board, to)} is in the way"
        if chess.square_distance(square, to) > 1 and _is_ahead(board, square, to):
            return f"that is too far for {piece_words(board, square)}"
    return f"{piece_words(board, square)} cannot go to {written.to}"


def _behind(board: Board, written: Written, pieces: list[Square], to: Square) -> Square | None:
    """Return the pawn that comes nearest to a square on its file, where a pawn's move straight on is written."""
    behind = [pawn for pawn in pieces if written.is_push and _is_ahead(board, pawn, to)]
    return min(behind, key=lambda pawn: chess.square_distance(pawn, to), default=None)


def _is_ahead(board: Board, square: Square, to: Square) -> bool:
    return (to > square) == board.turn and chess.square_rank(to) != chess.square_rank(square)


def _lines(board: Board, square: Square) -> Bitboard:
    if board.pawns & BB_SQUARES[square]:
        return chess.BB_FILES[chess.square_file(square)]
    bare = Board(None)
    bare.set_piece_at(square, board.piece_at(square))
    return bare.attacks_mask(square)


def _no_jump(board: Board, genie: Square, to: Square) -> str:
    """Return why a Genie comes to a square neither by a step nor by a double jump (rulings L2 and L3)."""
    faults = [f"by {SQUARE_NAMES[via]}: {fault_of(board, genie, via, to)}" for via in ways(genie, to)]
    if not faults:
        return f"{piece_words(board, genie)} comes there neither by a step nor by a double jump"
    return f"that is too far for a step, and two leaps fail; {'; '.join(faults)}"


# The king


def _in_check(board: Board) -> str:
    return f"your king is in check from {all_named(board, board.checkers_mask())}"


def _check(board: Board, square: Square, to: Square) -> str:
    last = board.pawns & BB_SQUARES[square] and _LAST[board.turn] & BB_SQUARES[to]
    after = board.copy(stack=False)
    after.push(Move(square, to, chess.QUEEN if last else None))
    king = after.king(board.turn)
    assert king is not None
    attackers = all_named(after, after.attackers_mask(not board.turn, king))
    if board.kings & BB_SQUARES[square]:
        return f"there your king would be in check from {attackers}"
    if board.is_check():
        return f"{_in_check(board)}, and this does not end that"
    return f"{piece_words(board, square)} is pinned: without it your king would be in check from {attackers}"


def _castling_to(board: Board, written: Written) -> Square | None:
    """Return where the king is to castle, by name or by its squares; None for any other move."""
    home = chess.E1 if board.turn else chess.E8
    goals = (home + 2, home - 2)
    if written.castling:
        return goals[written.castling != SHORT]
    to = chess.parse_square(written.to)
    is_king = board.kings & board.occupied_co[board.turn] & BB_SQUARES[home]
    return to if is_king and written.origin == SQUARE_NAMES[home] and to in goals else None


def _castling(board: Board, to: Square) -> Iterator[Reason]:
    king = chess.E1 if board.turn else chess.E8
    rook = king + 3 if to > king else king - 4
    if not board.clean_castling_rights() & BB_SQUARES[rook]:
        yield "no-right", "the right to it is lost, as king or rook have moved or the rook was captured"
    if between := chess.between(king, rook) & board.occupied:
        are = "is" if between & (between - 1) == 0 else "are"
        yield "in-the-way", f"{all_named(board, between)} {are} in the way"
    if board.is_check():
        yield "check", _in_check(board)
    attacked = [square for square in ((king + to) // 2, to) if board.attackers_mask(not board.turn, square)]
    attackers = all_named(board, board.attackers_mask(not board.turn, attacked[0]))
    yield "check", f"on {SQUARE_NAMES[attacked[0]]} the king would be in check from {attackers}"


# What to do instead


def _hint(board: Board, written: Written) -> str:
    """Return the capital that a small letter may have been meant for, a pawn's capture, or where the piece can go."""
    legal = [*board.generate_legal_moves()]
    if written.castling:
        return ""
    captures = [board.san(move) for move in legal if _is_capture_to(board, written, move)]
    if written.is_push and captures:
        return f"A pawn’s capture names the file that it comes from: {join_words(captures, 'or')}."
    if written.file in ("b", "g") and not written.piece and not written.rank:
        name = written.file.upper()
        meant = f"{name}{written.to}"
        if any(_lands(board, move) == meant for move in legal):
            return f"A {PIECES[name]} is written with a capital: did you mean {meant}?"
    pieces = _pieces_meant(board, written)
    if pieces & (pieces - 1) or not pieces:
        return ""
    moves = [board.san(move) for move in legal if BB_SQUARES[move.from_square] & pieces]
    return f"It can go: {', '.join(moves)}." if moves else ""


def _is_capture_to(board: Board, written: Written, move: Move) -> bool:
    pawn = board.pawns & BB_SQUARES[move.from_square] and board.is_capture(move)
    meant = SQUARE_NAMES[move.to_square] == written.to and letter_of(move.promotion) == written.becomes
    return bool(pawn) and meant


def _lands(board: Board, move: Move) -> str:
    """Return a move's piece and the square that it comes to; of an entrance the Genie."""
    enters = move.from_square == move.to_square
    letter = "G" if enters else letter_of(board.piece_type_at(move.from_square))
    return f"{letter}{SQUARE_NAMES[move.to_square]}"
