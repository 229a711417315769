"""How a Genie gets about: the squares that it steps to, and those that it reaches by leaps (rulings L2 and L3).

Sets of squares are integers, as everywhere in the library: bit 0 is a1, bit 63 is h8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from itertools import product
from typing import Final

import chess

from genetess_cli.rules.genie.game import FILES

_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Files and ranks of four directions that go up in the numbers of squares; the other four go back the same way."""


def _inside(file: int, rank: int) -> bool:
    return 0 <= file < 8 and 0 <= rank < 8


def _steps(square: chess.Square) -> chess.Bitboard:
    file, rank = chess.square_file(square), chess.square_rank(square)
    squares = (
        chess.square(file + way * length * across, rank + way * length * up)
        for across, up in _DIRECTIONS
        for way in (1, -1)
        for length in (1, 2)
        if _inside(file + way * length * across, rank + way * length * up)
    )
    return sum(chess.BB_SQUARES[to] for to in squares)


def _room(across: int, up: int) -> chess.Bitboard:
    """Return the squares from which there are two more in a direction."""
    return sum(
        mask
        for square, mask in enumerate(chess.BB_SQUARES)
        if _inside(chess.square_file(square) + 2 * across, chess.square_rank(square) + 2 * up)
    )


STEPS: Final = tuple(_steps(square) for square in chess.SQUARES)
"""For each square the up to 16 that a Genie there attacks: one and two squares away in all directions (ruling L2)."""
_FORTH: Final = tuple((across + 8 * up, _room(across, up)) for across, up in _DIRECTIONS)
_BACK: Final = tuple((across + 8 * up, _room(-across, -up)) for across, up in _DIRECTIONS)


def leaps(standing: chess.Bitboard, occupied: chess.Bitboard) -> chess.Bitboard:
    """Return the empty squares two away from any of `standing` in a straight line, over an occupied one."""
    empty = ~occupied
    reached = 0
    for shift, room in _FORTH:
        reached |= ((standing & room) << shift & occupied) << shift & empty
    for shift, room in _BACK:
        reached |= ((standing & room) >> shift & occupied) >> shift & empty
    return reached


def double_jumps(square: chess.Square, occupied: chess.Bitboard) -> chess.Bitboard:
    """Return where a Genie on a square can come by two leaps and by no step (ruling L3).

    That it stands there itself only keeps it from coming back: no second leap goes over the square where it began.
    """
    first = leaps(chess.BB_SQUARES[square], occupied)
    return leaps(first, occupied) & ~STEPS[square] if first else 0


_TWO = (-2, 0, 2)


def landings(start: str, end: str, pieces: Collection[str]) -> list[str]:
    """Return the squares by which a Genie may have come that leapt from `start` and stands on `end` now.

    `pieces` are all squares with a piece on them. There is none for a step, and there are several where more than one
    way was open.
    """
    if _is_step(start, end):
        return []
    standing = set(pieces) - {end}
    return [via for via in _leaps(start, standing) if via not in standing and end in _leaps(via, standing)]


def _is_step(start: str, end: str) -> bool:
    across, up = abs(FILES.index(start[0]) - FILES.index(end[0])), abs(int(start[1]) - int(end[1]))
    return max(across, up) <= 2 and (across == up or not across or not up)


def _leaps(square: str, standing: Set[str]) -> Iterator[str]:
    for across, up in product(_TWO, _TWO):
        end = _beside(square, across, up)
        if end and end != square and _beside(square, across // 2, up // 2) in standing:
            yield end


def _beside(square: str, across: int, up: int) -> str | None:
    file, rank = FILES.index(square[0]) + across, int(square[1]) + up
    return f"{FILES[file]}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else None
