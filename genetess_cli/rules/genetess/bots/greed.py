"""The order of a player who takes what can be had: Kings first, then pieces, then what is nearest to a King."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.bots.belief import chart
from genetess_cli.rules.genetess.bots.guess import Mind, is_open, mind_of, passes, sample
from genetess_cli.rules.genetess.codes import body
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.legal import Path, reach
from genetess_cli.rules.genetess.memory import Memory
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.round_zero import Gambles

FARTHEST = 12
"""Steps beyond which the ways of a piece are not looked through."""
RECIPES = ("ABBBCD", "ABBCD", "ABCD", "ABBC", "ABC")
"""New pieces, the best first. A seat saves for the last of them before it explores with what it has."""
STOPGAPS = ("AB", "AC", "A")
"""What a seat makes that has nothing but Kings and can pay none of RECIPES, or may not use their codes."""


def greedy(game: Game, seat: str, dice: Dice, memory: Memory | None = None) -> Order | Gambles:
    """Return the greedy order of a seat; a random one in round 0, and where there is nothing to be greedy for."""
    if game.round_zero or game.to_move is None or game.result or not game.plays(seat):
        return sample(game, seat, dice)
    charted, dark, new = chart(game, seat, memory)
    mind = replace(mind_of(game, seat, dice), game=charted)
    wishes = _wishes(mind, [game.grid.of(new), game.grid.of(dark)])
    return next((order for order in wishes if passes(mind, order)), None) or sample(game, seat, dice)


def _wishes(mind: Mind, unseen: Sequence[Sequence[Square]]) -> Iterator[Order]:
    ways = [(square, piece, _ways(mind, square, piece)) for square, piece in mind.pieces]
    yield from _captures(mind, ways)
    enemies = [(square, piece) for square, piece in mind.game.pieces.items() if piece.owner != mind.seat]
    yield from _advances(mind, ways, [square for square, piece in enemies if piece.has("K")])
    scouts = [square for square, piece in mind.pieces if not piece.has("K")]
    yield from _purchases(mind, RECIPES if scouts else RECIPES + STOPGAPS)
    new, dark = unseen
    starts = [square for square in mind.game.starts if square in new]
    yield from _advances(mind, ways, starts)
    yield from _advances(mind, ways, [mind.one(dark)] if dark else [])


_Ways = tuple[Square, Piece, Mapping[Square, Path]]


def _ways(mind: Mind, origin: Square, piece: Piece) -> Mapping[Square, Path]:
    """Return where a MOVE of a piece can end, as far as the seat knows, and one path to each place."""
    if "MOVE" not in piece.body.verbs or piece.body.steps > FARTHEST:
        return {}
    return reach(origin, piece, partial(is_open, mind, origin, piece))


def _captures(mind: Mind, ways: Sequence[_Ways]) -> Iterator[Order]:
    """Return every capture by a MOVE: Kings first, then the dearest, with the cheapest piece that can do it."""
    captures = []
    for origin, piece, ends in ways:
        for end, path in ends.items():
            prey = mind.game.pieces.get(end)
            if prey and prey.owner != mind.seat:
                order = Order("MOVE", origin, path=path)
                worth = prey.body.kings > 0, prey.body.cost
                captures.append((worth, not piece.has("K"), -piece.body.cost, order))
    captures.sort(key=lambda capture: capture[:3], reverse=True)
    return (order for *_, order in captures)


def _advances(mind: Mind, ways: Sequence[_Ways], goals: Sequence[Square]) -> Iterator[Order]:
    """Return MOVEs that bring a piece nearer to one of some squares, the nearest piece first; Kings stay at home."""
    fields = {eight: _field(mind.game, goals, eight) for eight in (False, True)}
    advances = []
    for origin, piece, ends in ways:
        field = fields[piece.has("C")]
        free = [end for end in ends if end in field and end not in mind.game.pieces]
        if free and not piece.has("K"):
            end = min(free, key=lambda square: field[square])
            if field[end] < field.get(origin, len(field)):
                advances.append((field[end], Order("MOVE", origin, path=ends[end])))
    advances.sort(key=lambda advance: advance[0])
    return (order for _, order in advances)


def _field(game: Game, goals: Sequence[Square], eight: bool) -> dict[Square, int]:
    """Return how many steps each square is from the nearest goal, walls in the way and pieces not."""
    field = dict.fromkeys(goals, 0)
    edge = list(goals)
    while edge:
        further = []
        for square in edge:
            for way in Direction:
                target = square.step(way)
                if (eight or not way.diagonal) and target not in field and not game.is_wall(target):
                    field[target] = field[square] + 1
                    further.append(target)
        edge = further
    return field


def _purchases(mind: Mind, recipes: Sequence[str]) -> Iterator[Order]:
    """Yield the best new piece that the seat can pay, on each free square beside its Kings."""
    purse, sold = mind.game.players[mind.seat].e, set(mind.game.settings.codes)
    best = next((codes for codes in recipes if body(codes).cost <= purse and sold.issuperset(codes)), None)
    if best:
        for square, piece in mind.pieces:
            if piece.has("K"):
                yield from (
                    Order("CREATE", to=to, codes=best)
                    for to in mind.game.grid.neighbours(square)
                    if mind.game.is_vacant(to)
                )
