"""How good a position is for a seat, as it believes it is: pieces, Kings in danger and in reach, ground, E."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.bots.belief import Belief
from genetess_cli.rules.genetess.codes import Body, body
from genetess_cli.rules.genetess.game import Piece

KING = 1000.0
"""What a King is worth, an enemy's and the own one."""
REACH = (0.5, 0.8, 1.2, 1.5, 1.6)
"""What a piece is worth by its steps; one without C half of that."""
ABLE = 8.0
"""What a piece is worth that is as good at reaching a King as any other."""
CROWDED = 0.93
"""How much of its worth each further piece has."""
PER_E, SAVED = 0.45, 45
"""What an E in the purse is worth, and how many there may be before more is worth a tenth of that."""

NEAR, PACE, COMPANY = 60.0, 0.85, 0.4
"""What a piece on a King's square is worth, how much of that with each MOVE more, and of each further piece's."""
PARTS = (1.0, 0.5, 0.25, 0.12)
"""How likely a King has to be on squares that are gone for, beside where it most likely is; so much less they count."""
BEHIND = 0.5
"""How much of a way is left that leads over pieces."""
SEARCH = 0.4
"""How much of NEAR is left at least, however unlikely each square is on which a King may be."""
PATIENT = 10
"""Rounds after which fear for pieces begins to go, and half of it after as many more; ways to Kings grow as it goes."""
THREATENED, DEFENDED, FURTHER = 0.9, 0.5, 0.3
"""How much of a piece that can be taken is lost, where it cannot be avenged and where it can; how much of further ones,
as only one is taken in a turn.
"""
FADED = 0.7
"""How much of a threat is left for each round that its piece is out of sight."""

FAR = 5
"""How near to a King is near."""
GLIMPSE, HOME, WATCH = 0.06, 1.0, 3.0
"""What each square is worth that comes in view for the first time, one near the own King, and to see all of those."""
REWARD = "S1"
PROMISED = 6.0
"""What it is worth to be on the way to one of these, where a piece gets more E than a King brings."""
SPECIALS = {
    "S1": 8.0, "S2": 3.0, "S3": 8.0, "S4": 4.0, "S5": 3.0, "S11": 3.0, "S12": 1.0, "S15": 4.0, "S17": 4.0,
    "S6": -6.0, "S7": -20.0, "S9": -8.0, "S19": -6.0, "S20": -2.0, "S21": -8.0,
}  # fmt: skip
"""What a piece is worth more or less on a special square that the seat knows."""

_Placed = Sequence[tuple[Square, Piece]]


@lru_cache(maxsize=4096)
def worth(codes: str) -> float:
    """Return what a piece is worth: by its cost, each E the less the dearer it is, and by how far it gets."""
    kind = body(codes)
    reach = REACH[min(kind.steps, len(REACH)) - 1]
    value: float = kind.cost**0.75 * (reach if kind.has("C") else reach / 2)
    return value


class Scale:
    """What the positions that orders of a seat lead to are weighed by.

    `chance` is how likely an enemy King is where it most likely is; `quarries` are the squares where it is so with at
    least a part of that, the squares to go around on the way there, and what that is worth.
    """

    def __init__(self, belief: Belief) -> None:
        game = belief.game
        self.belief, self.ground, self.bits = belief, belief.ground, game.grid.bits
        self.chance = belief.chance
        self.quarries = [
            (game.grid.mask(belief.likely(self.chance * part)), taken, part * share)
            for part in PARTS
            for taken, share in ((game.grid.mask(game.pieces), 1.0), (0, BEHIND))
            if self.chance
        ]
        self._rewards = game.grid.mask(at for at, kind in belief.specials.items() if kind == REWARD)
        self._home = 0
        for square, piece in game.of(belief.seat):
            if piece.has("K"):
                self._home |= game.grid.area(square, FAR) & belief.new
        self._patience = PATIENT / max(PATIENT, game.round)

    def weigh(self, pieces: Mapping[Square, Piece], purse: int) -> float:
        """Return how good it is for the seat to have so much E, and pieces like this, as the others are to move."""
        game, seat = self.belief.game, self.belief.seat
        occupied = game.grid.mask(pieces)
        own = [(square, piece) for square, piece in pieces.items() if piece.owner == seat]
        foes = [each for each in pieces.items() if each[1].owner != seat and not game.is_orphan(each[1])]
        strikes = [self.ground.strikes(self.bits[square], piece.body, occupied) for square, piece in own]
        score = PER_E * (min(purse, SAVED) + purse / 10)
        score += self._material(own, foes) + self._approach(own, strikes) + self._sight(own)
        score += self._danger(own, strikes, foes, occupied)
        return score + sum(SPECIALS.get(self.belief.specials.get(square, ""), 0.0) for square, _ in own)

    def _material(self, own: _Placed, foes: _Placed) -> float:
        ranked = sorted((worth(piece.codes) for _, piece in own if not piece.has("K")), reverse=True)
        score = sum(value * CROWDED**index for index, value in enumerate(ranked))
        return score - sum(self.prey(square, piece) for square, piece in foes)

    def prey(self, square: Square, piece: Piece | None) -> float:
        """Return what it is worth to take what is or may be on a square."""
        return KING * self.belief.kings.get(square, 0.0) + (worth(piece.codes) if piece else 0.0)

    def _danger(self, own: _Placed, strikes: Sequence[int], foes: _Placed, occupied: int) -> float:
        ages = self.belief.ages
        threats = [
            (self.ground.strikes(self.bits[square], piece.body, occupied), FADED ** ages.get(square, 0))
            for square, piece in foes
        ]
        kings, hanging = 0.0, []
        for index, (square, piece) in enumerate(own):
            bit = self.bits[square]
            threat = max((sure for squares, sure in threats if squares & bit), default=0.0)
            if piece.has("K"):
                kings += KING * threat
            elif threat and not piece.phased:
                avenged = any(other & bit for each, other in enumerate(strikes) if each != index)
                hanging.append(worth(piece.codes) * threat * (DEFENDED if avenged else THREATENED))
        most = max(hanging, default=0.0)
        return -kings - (most + FURTHER * (sum(hanging) - most)) * self._patience

    def _approach(self, own: _Placed, strikes: Sequence[int]) -> float:
        """Return what the ways of the pieces are worth, each by where it can go next, as far as it is free to."""
        filled = self.belief.game.grid.mask(square for square, _ in own)
        ends = [
            (squares & ~filled, piece.body)
            for (_, piece), squares in zip(own, strikes, strict=True)
            if not piece.has("K")
        ]
        score = self._near(ends) * NEAR * max(self.chance, SEARCH) / self._patience
        return score + self._nearest(ends) * PROMISED

    def _near(self, ends: Sequence[tuple[int, Body]]) -> float:
        ways = sorted(
            (
                self.way(squares, kind) * PACE * sqrt(min(worth(kind.codes) / ABLE, 1))
                for squares, kind in ends
            ),
            reverse=True,
        )
        return float(sum(way * COMPANY**index for index, way in enumerate(ways)))

    def way(self, squares: int, kind: Body) -> float:
        """Return how good it is for a piece to be on one of some squares, by how near it is to where Kings may be."""
        ways = [
            (self.ground.turns(squares, goals, kind, 0 if kind.has("E") else taken), part)
            for goals, taken, part in self.quarries
        ]
        return max((part * PACE**turns for turns, part in ways if turns is not None), default=0.0)

    def _nearest(self, ends: Sequence[tuple[int, Body]]) -> float:
        turns = [self.ground.turns(squares, self._rewards, kind) for squares, kind in ends if self._rewards]
        return max((PACE**turn for turn in turns if turn is not None), default=0.0)

    def _sight(self, own: _Placed) -> float:
        grid, seen, score = self.belief.game.grid, 0, 0.0
        for square, piece in own:
            seen |= grid.area(square, piece.body.radius)
        score += (seen & self.belief.new).bit_count() * GLIMPSE + (seen & self._home).bit_count() * HOME
        for square, piece in own:
            if piece.has("K"):
                near = grid.area(square, FAR) & self.ground.floor
                score += WATCH * (near & seen).bit_count() / max(1, near.bit_count())
        return score


def any_of(masks: Iterable[int]) -> int:
    """Return the squares that are in one of some masks."""
    squares = 0
    for mask in masks:
        squares |= mask
    return squares
