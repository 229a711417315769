"""The order of a player who takes what can be had: Kings first, then pieces, then what is nearest to a King."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.bots.belief import Belief, believe
from genetess_cli.rules.genetess.bots.guess import Mind, is_open, mind_of, sample
from genetess_cli.rules.genetess.codes import body
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.legal import Path, passes, reach
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.sight import SeatMemory

FARTHEST = 12
"""Steps beyond which the ways of a piece are not looked through."""
RECIPES = ("ABBBCD", "ABBCD", "ABCD", "ABBC", "ABC")
"""New pieces, the best first. A seat saves for the last of them before it explores with what it has."""
STOPGAPS = ("AB", "AC", "A")
"""What a seat makes that has nothing but Kings and can pay none of RECIPES, or may not use their codes."""


def greedy(game: Game, seat: str, dice: Dice, memory: SeatMemory | None = None) -> Order | Gambles:
    """Return the greedy order of a seat; a random one in round 0, and where there is nothing to be greedy for."""
    if game.round_zero or game.to_move is None or game.result or not game.plays(seat):
        return sample(game, seat, dice)
    belief = believe(game, seat, memory)
    mind = mind_of(game, seat, dice).replace(game=belief.game)
    wishes = _wishes(mind, belief)
    return next((order for order in wishes if passes(mind.game, seat, order)), None) or sample(
        game, seat, dice
    )


def _wishes(mind: Mind, belief: Belief) -> Iterator[Order]:
    ways = [(square, piece, _ways(mind, square, piece, belief.shunned)) for square, piece in mind.pieces]
    yield from _captures(mind, ways)
    grid = mind.game.grid
    pieces = mind.game.pieces
    own, others = (
        grid.mask(square for square, piece in pieces.items() if (piece.owner == mind.seat) == is_own)
        for is_own in (True, False)
    )
    kings = grid.mask(square for square in belief.kings if square in pieces and pieces[square].is_king)
    yield from _advances(mind, belief, ways, kings, own | others)
    has_scouts = any(not piece.is_king for _, piece in mind.pieces)
    recipes = RECIPES if has_scouts else RECIPES + STOPGAPS
    yield from _purchases(mind, recipes)
    quarry = grid.mask(belief.quarry)
    for goals, taken in ((quarry, own | others), (others, own), (quarry, 0)):
        yield from _advances(mind, belief, ways, goals, taken)


_Ways = tuple[Square, Piece, Mapping[Square, Path]]


def _ways(mind: Mind, origin: Square, piece: Piece, shunned: int) -> Mapping[Square, Path]:
    """Return where a MOVE of a piece can end, as far as the seat knows, and one path to each place."""
    if "MOVE" not in piece.body.verbs or piece.body.steps > FARTHEST:
        return {}
    bits = mind.game.grid.bits

    def may(square: Square, left: int) -> bool:
        return is_open(mind, origin, piece, square, left) and not (left and bits[square] & shunned)

    return reach(origin, piece, may)


def _captures(mind: Mind, ways: Sequence[_Ways]) -> Iterator[Order]:
    """Return every capture by a MOVE: Kings first, then the dearest, with the cheapest piece that can do it."""
    captures = []
    for origin, piece, ends in ways:
        for end, path in ends.items():
            prey = mind.game.pieces.get(end)
            if prey and prey.owner != mind.seat:
                order = Order("MOVE", origin, path=path)
                worth = prey.body.kings > 0, prey.body.cost
                captures.append((worth, not piece.is_king, -piece.body.cost, order))
    captures.sort(key=lambda capture: capture[:3], reverse=True)
    return (order for *_, order in captures)


def _advances(mind: Mind, belief: Belief, ways: Sequence[_Ways], goals: int, taken: int) -> Iterator[Order]:
    """Return MOVEs after which a piece needs fewer to one of some squares, around those that are `taken`.

    The nearest piece is the first; Kings stay at home.
    """
    ground = belief.ground
    bits = mind.game.grid.bits
    advances = []
    for origin, piece, ends in ways:
        around = taken & ~bits[origin]
        turns = {at: ground.turns(bits[at], goals, piece.body, around) for at in (*ends, origin)}
        here = turns[origin]
        nearer = [
            (turn, at)
            for at, turn in turns.items()
            if turn is not None and at not in mind.game.pieces and (here is None or turn < here)
        ]
        if nearer and not piece.is_king:
            turn, end = min(nearer)
            advances.append((turn, Order("MOVE", origin, path=ends[end])))
    advances.sort(key=lambda advance: advance[0])
    return (order for _, order in advances)


def _purchases(mind: Mind, recipes: Sequence[str]) -> Iterator[Order]:
    """Yield the best new piece that the seat can pay, on each free square beside its Kings."""
    purse = mind.game.players[mind.seat].e
    sold = set(mind.game.settings.codes)
    best = next((codes for codes in recipes if body(codes).cost <= purse and sold.issuperset(codes)), None)
    if best:
        for square, piece in mind.pieces:
            if piece.is_king:
                yield from (
                    Order("CREATE", to=to, codes=best)
                    for to in mind.game.grid.neighbours(square)
                    if mind.game.is_vacant(to)
                )
