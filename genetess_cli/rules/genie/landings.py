"""Where a Genie came down between two leaps, told from the squares and the pieces after the move (ruling L3).

Pages of the past are made without the chess library, so that squares are names here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from itertools import product

from genetess_cli.rules.genie.game import FILES

_TWO = (-2, 0, 2)


def landings(start: str, end: str, pieces: Collection[str]) -> list[str]:
    """The squares by which a Genie may have come that leapt from `start` and stands on `end` now.

    `pieces` are all squares with a piece on them. There is none for a step, and there are several where more than one
    way was open.
    """
    if _is_step(start, end):
        return []
    standing = set(pieces) - {end}
    return [via for via in _leaps(start, standing) if via not in standing and end in _leaps(via, standing)]


def _is_step(start: str, end: str) -> bool:
    across, up = _away(start, end)
    return max(across, up) <= 2 and (across == up or not across or not up)


def _away(start: str, end: str) -> tuple[int, int]:
    return abs(FILES.index(start[0]) - FILES.index(end[0])), abs(int(start[1]) - int(end[1]))


def _leaps(square: str, standing: Set[str]) -> Iterator[str]:
    """The squares two away in a straight line, over a piece."""
    for across, up in product(_TWO, _TWO):
        end = _beside(square, across, up)
        if end and end != square and _beside(square, across // 2, up // 2) in standing:
            yield end


def _beside(square: str, across: int, up: int) -> str | None:
    """The square so many files and ranks away, if that is on the board."""
    file, rank = FILES.index(square[0]) + across, int(square[1]) + up
    return f"{FILES[file]}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else None
