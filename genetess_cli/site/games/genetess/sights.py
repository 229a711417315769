"""What is on a Genetess board beside one view: what its viewer remembers, or what all seats see together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from genetess_cli.rules.base import round_of
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.sight import GenetessView, Memory, PieceView, SpecialView, is_hidden


class Remembering(GenetessView, frozen=True, kw_only=True):
    """A view with what the viewer remembers of the squares that are out of sight."""

    memory: Memory

    def out_of_sight(self) -> tuple[list[tuple[PieceView, int]], list[tuple[SpecialView, int]]]:
        """Return the pieces and the specials that are remembered, each with the rounds since it was last seen."""
        now, rows = int(round_of(self.turn)), self.board.map
        pieces, specials = self.memory.pieces.items(), self.memory.specials.items()
        return (
            [(piece, now - seen) for at, (piece, seen) in pieces if is_hidden(rows, at)],
            [(special, now - seen) for at, (special, seen) in specials if is_hidden(rows, at)],
        )


def recall(view: GenetessView, memory: Memory) -> Remembering:
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    return Remembering(**fields, memory=memory)


def together(public: GenetessView, views: Sequence[GenetessView]) -> GenetessView:
    """Return the board as all `views` show it together; the rest is as everybody is told it, by the `public` view.

    Anybody can open the sheets of these seats. Nothing is in it that is on no sheet.
    """
    pieces: dict[str, PieceView] = {}
    specials: dict[str, SpecialView] = {}
    for view in views:
        for piece in view.pieces:  # whose codes one knows, or else that it has a K
            pieces[piece.at] = max(
                pieces.get(piece.at, piece), piece, key=lambda seen: (seen.codes is not None, seen.king)
            )
        specials |= {special.at: special for special in view.specials}
    maps = zip(*(view.board.map for view in views), strict=True)
    return replace(
        public,
        board=replace(public.board, map=[_row(frozenset(rows)) for rows in maps]),
        pieces=[pieces[at] for at in sorted(pieces, key=Square.named)],
        specials=[specials[at] for at in sorted(specials, key=Square.named)],
    )


@lru_cache(maxsize=8192)
def _row(rows: frozenset[str]) -> str:
    return "".join(next((sign for sign in signs if sign != "?"), "?") for signs in zip(*rows, strict=True))
