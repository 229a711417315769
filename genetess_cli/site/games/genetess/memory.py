"""A view of Genetess with what its viewer remembers of the squares out of sight, for its board."""

from __future__ import annotations

from genetess_cli.rules.base import round_of
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
