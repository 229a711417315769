"""Strands and their bonuses: what a placed piece scores as the board stands (ruling D10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.dna.game import Piece, Strand

MOST_POINTS = 24
"""What one piece can score at most: eight strands, each with a bonus for colours and one for sizes."""


_Trio = Sequence[Piece]


def _sizes(trio: _Trio) -> str:
    return "".join(piece.size for piece in trio)


BONUSES: Mapping[str, Callable[[_Trio], bool]] = {
    "three colours": lambda trio: len({piece.colour for piece in trio}) == 3,
    "one colour": lambda trio: len({piece.colour for piece in trio}) == 1,
    "sizes in succession": lambda trio: _sizes(trio) in ("SML", "LMS"),
    "one size": lambda trio: len(set(_sizes(trio))) == 1,
}
"""What is worth one point more, in the order of the rules."""


def strands(pieces: Mapping[Square, Piece], at: Square) -> tuple[Strand, ...]:
    """Return the strands that begin with the piece on a square, in the order of the directions from north on."""
    formed = []
    for direction in Direction:
        second = at.step(direction)
        third = second.step(direction)
        if second in pieces and third in pieces:
            trio = [pieces[square] for square in (at, second, third)]
            bonuses = tuple(name for name, holds in BONUSES.items() if holds(trio))
            formed.append(Strand((at, second, third), bonuses))
    return tuple(formed)


def points(formed: Sequence[Strand]) -> int:
    return sum(strand.points for strand in formed)


def describe_strands(formed: Sequence[Strand]) -> str:
    """Return strands as a player checks them: `2 strands, 5 points: 1+1 for D4-D5-D6 (one colour), 1+1+1 for …`."""
    if not formed:
        return "no strand, 0 points"
    total = points(formed)
    heading = f"{len(formed)} strand{'s'[: len(formed) > 1]}, {total} point{'s'[: total > 1]}"
    return f"{heading}: {', '.join(map(str, formed))}"
