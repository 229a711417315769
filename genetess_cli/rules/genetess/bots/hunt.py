"""The order of a player who looks ahead: where each order leads to, and what the others could do then."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.actions import act
from genetess_cli.rules.genetess.bots.belief import Belief, believe
from genetess_cli.rules.genetess.bots.guess import mind_of, passes, sample
from genetess_cli.rules.genetess.bots.weigh import KING, NEAR, Scale, any_of, worth
from genetess_cli.rules.genetess.codes import body
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.legal import possible
from genetess_cli.rules.genetess.memory import Memory
from genetess_cli.rules.genetess.order import PASS, Order
from genetess_cli.rules.genetess.round_zero import Gambles

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
RISK, STEP = 0.6, 0.3
"""At a glance: how much of a piece counts as lost where it can be taken, and how much of a way to a King counts."""
WHIM = 0.5
"""Orders that differ by less are as good as each other."""


def hunt(game: Game, seat: str, dice: Dice, memory: Memory | None = None) -> Order | Gambles:
    """Return the order after which a seat is best off, as far as it can know, once the others have answered.

    In round 0 its gambles are random.
    """
    if game.round_zero or game.to_move is None or game.result or not game.plays(seat):
        return sample(game, seat, dice)
    mind, hunter = mind_of(game, seat, dice), Hunter(believe(game, seat, memory), dice)
    ranked = sorted(hunter.choices(), key=lambda choice: choice[0] + WHIM * dice.number(100, "guess") / 100)
    return next((order for _, order in reversed(ranked) if passes(mind, order)), Order(PASS))


class Hunter:
    """A seat that looks for its order, by what it believes."""

    def __init__(self, belief: Belief, dice: Dice) -> None:
        self.belief, self.game, self.seat, self.dice = belief, belief.game, belief.seat, dice
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
        trial = Play(self.game, self.seat, Dice(lambda: b"rehearsal", 0))
        act(trial, order)
        return self.scale.weigh(trial.game.pieces, trial.game.players[self.seat].e), order

    # MOVE

    def _glance(self) -> Iterator[tuple[float, Square, Square]]:
        """Yield every MOVE with a rough guess of how good it is."""
        bits, ground = self.game.grid.bits, self.belief.ground
        threats = {
            square: ground.strikes(bits[square], piece.body, self.occupied)
            for square, piece in self.game.pieces.items()
            if piece.owner != self.seat and not self.game.is_orphan(piece)
        }
        danger = any_of(threats.values())
        movers = [(square, piece) for square, piece in self.own if "MOVE" in piece.body.verbs]
        for origin, piece in movers:
            is_king = piece.has("K")
            value = KING if is_king else worth(piece.codes)
            leaves = value * RISK if danger & bits[origin] else 0.0
            step = 0.0 if is_king else NEAR * STEP
            leaves -= step * self.scale.way(bits[origin], piece.body)
            for target in self.game.grid.of(ground.strikes(bits[origin], piece.body, self.blocked)):
                other = self.game.pieces.get(target)
                if other and other.owner == self.seat and target != origin:
                    continue
                gain = leaves + self.scale.prey(target, None if target == origin else other)
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
        purse, sold = self.game.players[self.seat].e, set(self.game.settings.codes)
        paid = [codes for codes in RECIPES if body(codes).cost <= purse and sold.issuperset(codes)]
        near = {
            beside
            for square, piece in self.own
            if piece.has("K")
            for beside in self.game.grid.neighbours(square)
            if self.game.is_vacant(beside)
        }
        for codes in paid[:MOST_RECIPES] if self.game.settings.create else []:
            for square in sorted(near):
                pieces = {**self.game.pieces, square: Piece(self.seat, codes)}
                score = self.scale.weigh(pieces, purse - body(codes).cost)
                yield score, Order("CREATE", to=square, codes=codes)
