"""The special that opens walls: S10."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.playing import Play


def open_wall(turn: Play, square: Square) -> None:
    """S10: the interior walls on `walls`, or as many `random` ones, become floor."""
    details = turn.game.specials[square].details
    for name in details.get("walls", ()):
        effects.open_wall(turn, Square.named(name))
    for _ in range(details.get("random", 0)):
        walls = turn.game.grid.of(turn.game.interior)
        if walls:
            effects.open_wall(turn, turn.dice.choice(walls, "wall that opens"))
