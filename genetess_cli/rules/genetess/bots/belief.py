"""What a seat believes: the position that it is shown, remembers or guesses, and the ways of pieces there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from genetess_cli.rules.board import NEVER, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.codes import Body, body
from genetess_cli.rules.genetess.game import Game, Map, Piece
from genetess_cli.rules.genetess.legal import Path
from genetess_cli.rules.genetess.sight import LATELY, PieceView, SeatMemory, recalled, sight, view
from genetess_cli.values import Value

MOST_STEPS = 40
"""Steps beyond which a piece is taken to have no more."""


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
        square = target
        path = []
        for wave in reversed(before):
            steps = {Square(square[0] - way.down, square[1] - way.right): way for way in body.directions}
            ways = [at for at in steps if wave & self.grid.bits.get(at, 0)]
            lit = [at for at in ways if not dark & self.grid.bits[at]]
            earlier = dice.choice(lit or ways, "guess")
            path.append(steps[earlier])
            square = earlier
        return tuple(reversed(path))

    def _waves(self, origin: int, body: Body, occupied: int) -> list[int]:
        """Return where a piece can be after each of its steps, the first of them none."""
        eight = body.has("C")
        free = self.floor
        if not body.has("E"):
            free &= ~occupied | origin
        waves = [origin]
        for _ in range(min(body.steps, MOST_STEPS) - 1):
            waves.append(self.grid.spread(waves[-1], eight) & free)
        ends = self.floor | self.interior if body.has("O") else self.floor
        return [*waves, self.grid.spread(waves[-1], eight) & ends]

    def field(self, goals: int, body: Body, taken: int = 0) -> list[int]:
        """Return the squares from which such a piece needs 0, 1, 2 … MOVEs to one of some goals, pieces aside.

        `taken` are squares that it has to go around.
        """
        steps = min(body.steps, MOST_STEPS)
        eight = body.has("C")
        key = goals, taken, steps, eight
        if key not in self._fields:
            self._fields[key] = list(self._layers(*key))
        return self._fields[key]

    def _layers(self, goals: int, taken: int, steps: int, eight: bool) -> list[int]:
        layers = [goals]
        known = goals
        free = self.floor & ~taken
        while layers[-1]:
            wave = layers[-1]
            for _ in range(steps):
                wave = self.grid.spread(wave, eight) & free
            layers.append(wave & ~known)
            known |= wave
        return layers

    def turns(self, square: int, goals: int, body: Body, taken: int = 0) -> int | None:
        """Return how many MOVEs take such a piece from a square to one of some goals; None where none do."""
        for turns, layer in enumerate(self.field(goals, body, taken)):
            if layer & square:
                return turns
        return None


OLDEST = 8
"""Rounds after which a piece that was seen is no more believed to be there."""
STRANGER = "ABC"
"""What a piece whose codes cannot be read is taken for."""
KING = "K"
"""What a piece is taken for that is likely a King."""
FADING = 0.95
"""How much of a likelihood is left after each round out of sight."""
PIECE = 0.3
DARK = 0.02
ASTRAY = 0.8
"""How likely an enemy King is a piece that cannot be read, and on a square out of sight, beside a start that was never
seen; and how much of that is left with each step from where Kings are sought.
"""
HOME = 4
"""How near a start is to an own King that is the seat's own."""
SURE = 0.9
"""How likely at most a King is where it is only guessed."""

Item = TypeVar("Item")


class Belief(Value):
    """What a seat believes: the position, how many rounds ago it saw pieces that are out of sight, where enemy Kings
    may be and how likely, the specials it knows; squares out of sight (`dark`), floor that it never saw (`new`), and
    squares that it does not walk through (`shunned`): all out of sight, once an order of this turn has failed.
    """

    game: Game
    seat: str
    ground: Ground
    ages: dict[Square, int]
    kings: dict[Square, float]
    specials: dict[Square, str]
    dark: int
    new: int
    shunned: int

    @property
    def chance(self) -> float:
        return max(self.kings.values(), default=0.0)

    @property
    def quarry(self) -> list[Square]:
        """Return the squares where an enemy King most likely is."""
        return self.likely(self.chance / 2)

    def likely(self, least: float) -> list[Square]:
        return [square for square, likely in self.kings.items() if likely >= least]


def believe(game: Game, seat: str, memory: SeatMemory | None) -> Belief:
    """Return what a seat believes of a position, of what it is shown of it and remembers alone."""
    memory = memory or SeatMemory([NEVER[0] * game.grid.columns] * game.grid.rows)
    seen = recalled(game, seat, memory)
    shown = view(game, seat)
    dark = game.grid.everything & ~sight(game, seat).seen
    specials = {Square.named(special.at): special.type for special in shown.specials}
    pieces = dict(seen.pieces)
    foreign = {Square.named(piece.at): piece for piece in shown.pieces}
    ages = {}
    for square, (piece, last) in _hidden(memory.pieces, dark, game):
        foreign[square] = piece
        ages[square] = game.round - last
    specials |= {square: special.type for square, (special, _) in _hidden(memory.specials, dark, game)}
    foreign = {
        square: piece
        for square, piece in foreign.items()
        if piece.owner != seat and (square in game.starts or ages.get(square, 0) <= OLDEST or piece.is_king)
    }
    ages = {square: age for square, age in ages.items() if square in foreign}
    for square, piece in foreign.items():
        guess = KING if piece.king or square in game.starts else STRANGER
        known = pieces.get(square) or Piece(piece.owner, guess)
        pieces[square] = known.replace(codes=piece.codes or guess)
    ground = Ground(seen.map)
    belief = Belief(
        game=seen.replace(pieces=pieces),
        seat=seat,
        ground=ground,
        ages=ages,
        kings={},
        specials=specials,
        dark=dark,
        new=ground.floor & dark & memory.mask(NEVER),
        shunned=dark if memory.failed else 0,
    )
    lately = [(last, int(squares, 16)) for last, squares in memory.lately]
    return belief.replace(kings=dict(_kings(belief, foreign, lately)))


def _hidden(
    found: Mapping[str, tuple[Item, int]], dark: int, game: Game
) -> Iterator[tuple[Square, tuple[Item, int]]]:
    for at, each in found.items():
        square = Square.named(at)
        if game.grid.bits[square] & dark:
            yield square, each


def _kings(
    belief: Belief, foreign: Mapping[Square, PieceView], lately: Sequence[tuple[int, int]]
) -> Iterator[tuple[Square, float]]:
    """Yield the squares where there may be a King of an enemy who is still in, and how likely.

    Of a King that nobody knows all that is likely is shared out: among pieces that cannot be read and floor out of
    sight, by how near each is to where Kings began or were last seen, and by how long ago the floor was seen.
    """
    game = belief.game
    grid = game.grid
    enemies = set(game.still_in()) - {belief.seat}
    foreign = {square: piece for square, piece in foreign.items() if piece.owner in enemies}
    sure = {
        square: FADING ** belief.ages.get(square, 0) for square, piece in foreign.items() if piece.is_king
    }
    yield from sure.items()
    enemies -= {foreign[square].owner for square in sure}
    missing = len(enemies) + sum(1 - likely for likely in sure.values())
    home = {near for at in game.king_squares(belief.seat) for near in grid.of(grid.area(at, HOME))}
    starts = set(game.starts) - home
    layers = belief.ground.field(grid.mask(starts | sure.keys()), body(KING))
    steps = {square: number for number, layer in enumerate(layers) for square in grid.of(layer)}
    weights = dict[Square, float]()
    for square in grid.of(grid.mask(foreign) | belief.dark & belief.ground.floor):
        bit = grid.bits[square]
        piece = foreign.get(square)
        near = ASTRAY ** steps.get(square, len(layers))
        if piece and (piece.owner not in enemies or piece.codes):
            continue
        if square in starts and (piece or belief.new & bit):
            weights[square] = 1.0
        elif piece:
            weights[square] = PIECE * near
        else:
            age = next((game.round - last for last, squares in lately if squares & bit), LATELY)
            weights[square] = DARK * near * age / LATELY
    scale = missing / max(sum(weights.values()), 1e-9)
    yield from ((square, min(SURE, weight * scale)) for square, weight in weights.items() if weight)
