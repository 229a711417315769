"""Where pieces can go on a board and how many MOVEs it takes, for sets of squares at once ("masks")."""

from __future__ import annotations

from functools import lru_cache

from genetess_cli.rules.board import Direction, Grid, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.codes import Body
from genetess_cli.rules.genetess.game import Map
from genetess_cli.rules.genetess.legal import Path

MOST_STEPS = 40
"""Steps beyond which a piece is taken to have no more."""


@lru_cache(maxsize=64)
def _edges(columns: int, rows: int) -> tuple[int, int, int]:
    """Return the masks of the first and of the last column, and of all squares."""
    first = sum(1 << row * columns for row in range(rows))
    return first, first << columns - 1, (1 << columns * rows) - 1


def spread(grid: Grid, mask: int, eight: bool) -> int:
    """Return the squares that are one step from one of some squares, diagonal steps too with `eight`."""
    first, last, everything = _edges(grid.columns, grid.rows)
    beside = (mask & ~last) << 1 | (mask & ~first) >> 1
    upright = mask | beside if eight else mask
    return (beside | upright << grid.columns | upright >> grid.columns) & everything


class Ground:
    """The floor and the interior walls that a seat believes in."""

    def __init__(self, walls: Map) -> None:
        self.grid, exterior, interior = walls
        self.interior = interior
        self.floor = self.grid.everything & ~exterior & ~interior
        self._fields: dict[tuple[int, int, int, bool], list[int]] = {}

    def strikes(self, origin: int, body: Body, occupied: int) -> int:
        """Return the squares on which a MOVE from a square can end, whatever is there; `occupied` stands in the way."""
        *_, last = self._waves(origin, body, occupied)
        return last

    def path(self, origin: Square, body: Body, target: Square, occupied: int, dark: int, dice: Dice) -> Path:
        """Return a way of a MOVE's length to one of the squares of `strikes`, in the light as far as it can be."""
        *before, _ = self._waves(self.grid.bits[origin], body, occupied)
        square, path = target, []
        for wave in reversed(before):
            steps = {square.step(way.opposite): way for way in body.directions}
            ways = [at for at in steps if wave & self.grid.bits.get(at, 0)]
            lit = [at for at in ways if not dark & self.grid.bits[at]]
            earlier = dice.choice(lit or ways, "guess")
            path.append(steps[earlier])
            square = earlier
        return tuple(reversed(path))

    def _waves(self, origin: int, body: Body, occupied: int) -> list[int]:
        """Return where a piece can be after each of its steps, the first of them none."""
        eight, free = Direction.NE in body.directions, self.floor
        if not body.has("E"):
            free &= ~occupied | origin
        waves = [origin]
        for _ in range(min(body.steps, MOST_STEPS) - 1):
            waves.append(spread(self.grid, waves[-1], eight) & free)
        ends = self.floor | self.interior if body.has("O") else self.floor
        return [*waves, spread(self.grid, waves[-1], eight) & ends]

    def field(self, goals: int, body: Body, taken: int = 0) -> list[int]:
        """Return the squares from which such a piece needs 0, 1, 2 … MOVEs to one of some goals, pieces aside.

        `taken` are squares that it has to go around.
        """
        steps, eight = min(body.steps, MOST_STEPS), Direction.NE in body.directions
        key = goals, taken, steps, eight
        if key not in self._fields:
            self._fields[key] = list(self._layers(*key))
        return self._fields[key]

    def _layers(self, goals: int, taken: int, steps: int, eight: bool) -> list[int]:
        layers, known, free = [goals], goals, self.floor & ~taken
        while layers[-1]:
            wave = layers[-1]
            for _ in range(steps):
                wave = spread(self.grid, wave, eight) & free
            layers.append(wave & ~known)
            known |= wave
        return layers

    def turns(self, square: int, goals: int, body: Body, taken: int = 0) -> int | None:
        """Return how many MOVEs take such a piece from a square to one of some goals; None where none do."""
        return next(
            (turns for turns, layer in enumerate(self.field(goals, body, taken)) if layer & square), None
        )
