"""The order of a player who looks ahead: where each order leads to, how good that is, what the others could do then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from math import sqrt
from operator import or_

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.actions import rehearse
from genetess_cli.rules.genetess.bots.belief import Belief, believe
from genetess_cli.rules.genetess.bots.guess import mind_of, sample
from genetess_cli.rules.genetess.codes import Body, body
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.legal import passes, possible
from genetess_cli.rules.genetess.order import PASS, Order
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.sight import SeatMemory

# How good a position is: pieces, Kings in danger and in reach, ground, E


KING = 1000.0
"""What a King is worth, an enemy's and the own one."""
REACH = (0.5, 0.8, 1.2, 1.5, 1.6)
"""What a piece is worth by its steps; one without C half of that."""
ABLE = 8.0
"""What a piece is worth that is as good at reaching a King as any other."""
CROWDED = 0.93
"""How much of its worth each further piece has."""
PER_E = 0.45
"""What an E in the purse is worth."""
SAVED = 45
"""How many E there may be in the purse before more is worth a tenth of that."""

NEAR = 60.0
"""What a piece on a King's square is worth."""
PACE = 0.85
"""How much of that is left with each MOVE more."""
COMPANY = 0.4
"""How much of that counts for each further piece."""
PARTS = (1.0, 0.5, 0.25, 0.12)
"""How likely a King has to be on squares that are gone for, beside where it most likely is; so much less they count."""
BEHIND = 0.5
"""How much of a way is left that leads over pieces."""
SEARCH = 0.4
"""How much of NEAR is left at least, however unlikely each square is on which a King may be."""
PATIENT = 10
"""Rounds after which fear for pieces begins to go, and half of it after as many more; ways to Kings grow as it goes."""
THREATENED = 0.9
DEFENDED = 0.5
FURTHER = 0.3
"""How much of a piece that can be taken is lost, where it cannot be avenged and where it can; how much of further ones,
as only one is taken in a turn.
"""
FADED = 0.7
"""How much of a threat is left for each round that its piece is out of sight."""

FAR = 5
"""How near to a King is near."""
GLIMPSE = 0.06
"""What each square is worth that comes in view for the first time."""
HOME = 1.0
"""What one is worth near the own King."""
WATCH = 3.0
"""What it is worth to see all of those near the own King."""
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
    if not kind.has("C"):
        reach /= 2
    value: float = kind.cost**0.75 * reach
    return value


class Scale:
    """What the positions that orders of a seat lead to are weighed by.

    `chance` is how likely an enemy King is where it most likely is; `quarries` are the squares where it is so with at
    least a part of that, the squares to go around on the way there, and what that is worth.
    """

    def __init__(self, belief: Belief) -> None:
        game = belief.game
        self.belief = belief
        self.ground = belief.ground
        self.bits = game.grid.bits
        self.chance = belief.chance
        self.quarries = [
            (game.grid.mask(belief.likely(self.chance * part)), taken, part * share)
            for part in PARTS
            for taken, share in ((game.grid.mask(game.pieces), 1.0), (0, BEHIND))
            if self.chance
        ]
        self._rewards = game.grid.mask(at for at, kind in belief.specials.items() if kind == REWARD)
        self._home = 0
        for square in game.king_squares(belief.seat):
            self._home |= game.grid.area(square, FAR) & belief.new
        self._patience = PATIENT / max(PATIENT, game.round)

    def weigh(self, pieces: Mapping[Square, Piece], purse: int) -> float:
        """Return how good it is for the seat to have so much E, and pieces like this, as the others are to move."""
        game = self.belief.game
        seat = self.belief.seat
        occupied = game.grid.mask(pieces)
        own = [(square, piece) for square, piece in pieces.items() if piece.owner == seat]
        foes = [each for each in pieces.items() if each[1].owner != seat and not game.is_orphan(each[1])]
        strikes = [self.ground.strikes(self.bits[square], piece.body, occupied) for square, piece in own]
        score = PER_E * (min(purse, SAVED) + purse / 10)
        score += self._material(own, foes) + self._approach(own, strikes) + self._sight(own)
        score += self._danger(own, strikes, foes, occupied)
        return score + sum(SPECIALS.get(self.belief.specials.get(square, ""), 0.0) for square, _ in own)

    def _material(self, own: _Placed, foes: _Placed) -> float:
        ranked = sorted((worth(piece.codes) for _, piece in own if not piece.is_king), reverse=True)
        score = sum(value * CROWDED**index for index, value in enumerate(ranked))
        return score - sum(self.prey(square, piece) for square, piece in foes)

    def prey(self, square: Square, piece: Piece | None) -> float:
        """Return what it is worth to take what is or may be on a square."""
        king = KING * self.belief.kings.get(square, 0.0)
        return king + worth(piece.codes) if piece else king

    def _danger(self, own: _Placed, strikes: Sequence[int], foes: _Placed, occupied: int) -> float:
        ages = self.belief.ages
        threats = [
            (self.ground.strikes(self.bits[square], piece.body, occupied), FADED ** ages.get(square, 0))
            for square, piece in foes
        ]
        kings = 0.0
        hanging = []
        for index, (square, piece) in enumerate(own):
            bit = self.bits[square]
            threat = max((sure for squares, sure in threats if squares & bit), default=0.0)
            if piece.is_king:
                kings += KING * threat
            elif threat and not piece.phased:
                avenged = any(other & bit for each, other in enumerate(strikes) if each != index)
                lost = DEFENDED if avenged else THREATENED
                hanging.append(worth(piece.codes) * threat * lost)
        most = max(hanging, default=0.0)
        return -kings - (most + FURTHER * (sum(hanging) - most)) * self._patience

    def _approach(self, own: _Placed, strikes: Sequence[int]) -> float:
        """Return what the ways of the pieces are worth, each by where it can go next, as far as it is free to."""
        filled = self.belief.game.grid.mask(square for square, _ in own)
        ends = [
            (squares & ~filled, piece.body)
            for (_, piece), squares in zip(own, strikes, strict=True)
            if not piece.is_king
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
        best = 0.0
        for goals, taken, part in self.quarries:
            if part <= best:
                continue
            around = 0 if kind.has("E") else taken
            turns = self.ground.turns(squares, goals, kind, around)
            if turns is not None:
                best = max(best, part * PACE**turns)
        return best

    def _nearest(self, ends: Sequence[tuple[int, Body]]) -> float:
        turns = [self.ground.turns(squares, self._rewards, kind) for squares, kind in ends if self._rewards]
        return max((PACE**turn for turn in turns if turn is not None), default=0.0)

    def _sight(self, own: _Placed) -> float:
        grid = self.belief.game.grid
        seen = 0
        score = 0.0
        for square, piece in own:
            seen |= grid.area(square, piece.body.radius)
        score += (seen & self.belief.new).bit_count() * GLIMPSE + (seen & self._home).bit_count() * HOME
        for square, piece in own:
            if piece.is_king:
                near = grid.area(square, FAR) & self.ground.floor
                score += WATCH * (near & seen).bit_count() / max(1, near.bit_count())
        return score


# The order


RECIPES = ("ABBBBC", "ABBBC", "ABBCE", "ABCE", "ABBCD", "ABBC", "ABC", "AB", "AC", "A")
"""New pieces that are thought of, the dearest first."""
MOST_RECIPES = 6
"""So many of them at a time, those that the seat can pay."""
OTHERS = (
    "TELEPORT", "CHARGE", "HOME", "SANCTUARY", "RADIATE", "CONVERT", "REPULSE", "ATTRACT", "DIVIDE", "PHASE",
)  # fmt: skip
"""Other actions that are thought of; what cannot be foretold, or ends the piece, is not."""
MOST_OTHERS = 40
"""Orders with one action of one piece that are weighed."""
MOST_MOVES = 24
"""MOVEs that are weighed, those that look best at a glance."""
RISK = 0.6
"""How much of a piece counts, at a glance, as lost where it can be taken."""
STEP = 0.3
"""How much of a way to a King counts at a glance."""
WHIM = 0.5
"""Orders that differ by less are as good as each other."""


def hunt(game: Game, seat: str, dice: Dice, memory: SeatMemory | None = None) -> Order | Gambles:
    """Return the order after which a seat is best off, as far as it can know, once the others have answered.

    In round 0 its gambles are random.
    """
    if game.round_zero or game.to_move is None or game.result or not game.plays(seat):
        return sample(game, seat, dice)
    mind = mind_of(game, seat, dice)
    hunter = Hunter(believe(game, seat, memory), dice)
    ranked = sorted(hunter.choices(), key=lambda choice: choice[0] + WHIM * dice.number(100, "guess") / 100)
    return next((order for _, order in reversed(ranked) if passes(mind.game, seat, order)), Order(PASS))


class Hunter:
    """A seat that looks for its order, by what it believes."""

    def __init__(self, belief: Belief, dice: Dice) -> None:
        self.belief = belief
        self.game = belief.game
        self.seat = belief.seat
        self.dice = dice
        self.scale = Scale(belief)
        self.occupied = self.game.grid.mask(self.game.pieces)
        self.blocked = self.occupied | belief.shunned
        self.own = [each for each in self.game.of(self.seat) if self.game.controls(self.seat, each[1])]

    def choices(self) -> Iterator[tuple[float, Order]]:
        """Yield the orders that are worth a thought, with how good the position is that each leads to."""
        moves = sorted(self._glance(), reverse=True)[:MOST_MOVES]
        yield from (self._move(origin, target) for _, origin, target in moves)
        yield from self._creations()
        for square, piece in self.own:
            for verb in OTHERS:
                if verb in piece.body.verbs:
                    orders = possible(self.game, self.seat, verb, square, piece)[:MOST_OTHERS]
                    yield from map(self._try, orders)
        yield self._try(Order(PASS))

    def _try(self, order: Order) -> tuple[float, Order]:
        trial, _ = rehearse(self.game, self.seat, order)
        return self.scale.weigh(trial.game.pieces, trial.game.players[self.seat].e), order

    # MOVE

    def _glance(self) -> Iterator[tuple[float, Square, Square]]:
        """Yield every MOVE with a rough guess of how good it is."""
        bits = self.game.grid.bits
        ground = self.belief.ground
        threats = {
            square: ground.strikes(bits[square], piece.body, self.occupied)
            for square, piece in self.game.pieces.items()
            if piece.owner != self.seat and not self.game.is_orphan(piece)
        }
        danger = reduce(or_, threats.values(), 0)
        movers = [(square, piece) for square, piece in self.own if "MOVE" in piece.body.verbs]
        for origin, piece in movers:
            is_king = piece.is_king
            value = KING if is_king else worth(piece.codes)
            leaves = value * RISK if danger & bits[origin] else 0.0
            step = 0.0 if is_king else NEAR * STEP
            leaves -= step * self.scale.way(bits[origin], piece.body)
            for target in self.game.grid.of(ground.strikes(bits[origin], piece.body, self.blocked)):
                other = self.game.pieces.get(target)
                if other and other.owner == self.seat and target != origin:
                    continue
                prey = None if target == origin else other
                gain = leaves + self.scale.prey(target, prey)
                if danger & bits[target] and any(
                    squares & bits[target] for square, squares in threats.items() if square != target
                ):
                    gain -= value * RISK
                gain += step * self.scale.way(bits[target], piece.body)
                new = self.game.grid.area(target, piece.body.radius) & self.belief.new
                yield gain + new.bit_count() / 10, origin, target

    def _move(self, origin: Square, target: Square) -> tuple[float, Order]:
        pieces = dict(self.game.pieces)
        prey = None if target == origin else pieces.get(target)
        piece = pieces[target] = pieces.pop(origin)
        path = self.belief.ground.path(origin, piece.body, target, self.blocked, self.belief.dark, self.dice)
        score = self.scale.weigh(pieces, self.game.players[self.seat].e)
        if prey is None:
            score += self.scale.prey(target, None)
        return score, Order("MOVE", origin, path=path)

    # CREATE

    def _creations(self) -> Iterator[tuple[float, Order]]:
        purse = self.game.players[self.seat].e
        sold = set(self.game.settings.codes)
        paid = [codes for codes in RECIPES if body(codes).cost <= purse and sold.issuperset(codes)]
        near = {
            beside
            for square, piece in self.own
            if piece.is_king
            for beside in self.game.grid.neighbours(square)
            if self.game.is_vacant(beside)
        }
        for codes in paid[:MOST_RECIPES] if self.game.settings.create else []:
            for square in sorted(near):
                pieces = {**self.game.pieces, square: Piece(self.seat, codes)}
                score = self.scale.weigh(pieces, purse - body(codes).cost)
                yield score, Order("CREATE", to=square, codes=codes)
