"""A small program that what the rules do is measured against. IT STAYS AS IT IS, to the last line.

Figures of the rules are told in turns of this program: so they can be compared from version to version, and more or
less from machine to machine. A faster way to write it, another Python style, a mended comment: whatever is changed here
takes the base away from all figures told before. `tests/house/test_bench.py` holds it to what it computes.

It resembles a game's turn, without any rule of a game: 48 pieces with letters on a board of 21 × 21 with walls. Each
turn one of them slides as far as its letters carry it and changes places with what stands there. Then two sides look at
the board: at the squares near their pieces, as bits of one integer, and at the pieces on them, as text.
"""

from __future__ import annotations

from typing import NamedTuple

SIDE = 21
SQUARES = SIDE * SIDE
STEPS = (-SIDE, -SIDE + 1, 1, SIDE + 1, SIDE, SIDE - 1, -1, -SIDE - 1)
LETTERS = "ABCDEF"
SIDES = 4
PIECES = 48


class Piece(NamedTuple):
    side: int
    letters: str


class Position(NamedTuple):
    pieces: dict[int, Piece]
    walls: int
    luck: int


def begin() -> Position:
    """The same position each time."""
    walls = 0
    for square in range(SQUARES):
        row, column = divmod(square, SIDE)
        is_edge = row in (0, SIDE - 1) or column in (0, SIDE - 1)
        if is_edge or (row % 5 == 0 and column % 4):
            walls |= 1 << square
    pieces: dict[int, Piece] = {}
    luck = 1
    while len(pieces) < PIECES:
        luck = _next(luck)
        square = luck % SQUARES
        if walls >> square & 1 or square in pieces:
            continue
        letters = "".join(LETTERS[(luck >> shift) % len(LETTERS)] for shift in (9, 12, 15))
        pieces[square] = Piece(len(pieces) % SIDES, letters)
    return Position(pieces, walls, luck)


def turns(count: int) -> int:
    """Play so many turns from the beginning; return a number that comes of all of them."""
    position = begin()
    total = 0
    for number in range(count):
        position = _play(position, number % SIDES)
        for side in (0, 1):
            total = (total * 31 + len(_view(position, side))) % 1_000_003
    return total


def _next(luck: int) -> int:
    return (luck * 1_103_515_245 + 12_345) % (1 << 31)


def _play(position: Position, side: int) -> Position:
    luck = _next(position.luck)
    own = [square for square, piece in position.pieces.items() if piece.side == side]
    square = own[luck % len(own)]
    reached = _slide(position, square, STEPS[luck >> 8 & 7])
    pieces = dict(position.pieces)
    piece = pieces.pop(square)
    if other := pieces.get(reached):
        pieces[square] = other
    pieces[reached] = piece
    return Position(pieces, position.walls, luck)


def _slide(position: Position, square: int, step: int) -> int:
    side, letters = position.pieces[square]
    for _ in range(1 + letters.count("B") * 2):
        onto = square + step
        if position.walls >> onto & 1:
            break
        other = position.pieces.get(onto)
        if other and other.side == side:
            break
        square = onto
        if other:
            break
    return square


def _view(position: Position, side: int) -> str:
    """What a side sees, as text."""
    seen = _seen(position, side)
    lines = []
    for square, piece in sorted(position.pieces.items()):
        if not seen >> square & 1:
            continue
        row, column = divmod(square, SIDE)
        letters = piece.letters if piece.side == side or "F" in piece.letters else "?"
        lines.append(f"{chr(65 + column)}{row + 1} {piece.side} {letters}")
    return "\n".join(lines)


def _seen(position: Position, side: int) -> int:
    """The squares around a side's pieces, as bits; walls end what is seen beyond them."""
    seen = 0
    for square, piece in position.pieces.items():
        if piece.side != side:
            continue
        near = 1 << square
        for _ in range(1 + piece.letters.count("D")):
            free = near & ~position.walls
            near |= free << 1 | free >> 1
            free = near & ~position.walls
            near |= free << SIDE | free >> SIDE
        seen |= near
    return seen & ((1 << SQUARES) - 1)
