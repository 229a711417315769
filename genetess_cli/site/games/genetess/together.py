"""The board as all seats of a Genetess game see it together, where anybody can open their turnsheets.

Nothing is in it that is on no sheet: it is made of what the seats see, and never of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.sight import GenetessView, PieceView, SpecialView


def together(public: GenetessView, views: Sequence[GenetessView]) -> GenetessView:
    """Return the board as all `views` show it together; the rest is as everybody is told it, by the `public` view."""
    pieces: dict[str, PieceView] = {}
    specials: dict[str, SpecialView] = {}
    for view in views:
        for piece in view.pieces:
            pieces[piece.at] = max(pieces.get(piece.at, piece), piece, key=_known)
        specials |= {special.at: special for special in view.specials}
    maps = zip(*(view.board.map for view in views), strict=True)
    board = replace(public.board, map=[_row(frozenset(rows)) for rows in maps])
    return replace(
        public,
        board=board,
        pieces=[pieces[at] for at in sorted(pieces, key=Square.named)],
        specials=[specials[at] for at in sorted(specials, key=Square.named)],
    )


def _known(piece: PieceView) -> tuple[bool, bool]:
    """Return how much a view tells of a piece: its codes, or that it has a K, or neither."""
    return piece.codes is not None, piece.king


@lru_cache(maxsize=8192)
def _row(rows: frozenset[str]) -> str:
    return "".join(next((sign for sign in signs if sign != "?"), "?") for signs in zip(*rows, strict=True))
