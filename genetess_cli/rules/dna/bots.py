"""A random order, a greedy one and the best that is found. All luck is that of the Dice handed in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import scoring
from genetess_cli.rules.dna.events import Altered, Captured, Counted, Event
from genetess_cli.rules.dna.game import Game, Piece
from genetess_cli.rules.dna.order import Capture, Clause, Mutation, MutationStep, Order, Scoring
from genetess_cli.rules.dna.plans import (
    Kind,
    all_captures,
    all_mutations,
    continuations,
    mutate_piece,
    place_piece,
    placings,
    take_pieces,
)
from genetess_cli.rules.ruleset import Bot, Bots

MOST_WEIGHED = 200
"""Mutations that are looked at before one is chosen."""


def sample(game: Game, seat: str, dice: Dice, _: object = None) -> Order:
    """Return a random order of the seat to move: any piece on any square, and either clause first."""
    placing, piece = dice.choice(list(placings(game, seat)), "guess")
    after = place_piece(game, seat, placing, piece)
    at = placing.at
    if dice.number(2, "guess"):
        taken = _some_captures(after, seat, at, dice)
        steps = _some_mutation(take_pieces(after, seat, taken), at, dice)
        clauses: tuple[Clause, ...] = (Scoring(taken), Mutation(steps))
    else:
        steps = _some_mutation(after, at, dice)
        clauses = (Mutation(steps), Scoring(_some_captures(mutate_piece(after, seat, steps), seat, at, dice)))
    return placing.replace(clauses=clauses)


def _some_mutation(game: Game, at: Square, dice: Dice) -> tuple[MutationStep, ...]:
    return dice.choice(list(islice(all_mutations(game, at), MOST_WEIGHED)), "guess")


def _some_captures(game: Game, seat: str, at: Square, dice: Dice) -> tuple[Capture, ...]:
    """Return captures that take the most that the score reaches, drawn one by one."""
    score = scoring.points(scoring.strands(game.pieces, at))
    left = scoring.greatest(scoring.wares(game, seat), score)
    taken: list[Capture] = []
    while left:
        capture = dice.choice(list(_fitting(game, seat, left)), "guess")
        taken.append(capture)
        left -= capture.price
        game = take_pieces(game, seat, [capture])
    return tuple(taken)


def _fitting(game: Game, seat: str, left: int) -> Iterator[Capture]:
    """Yield the captures that leave a total which the others can make up."""
    for ware in scoring.wares(game, seat):
        capture = Capture(ware.size, ware.colour, ware.owner, ware.archive)
        remainder = left - ware.price
        if remainder >= 0:
            offered = scoring.wares(take_pieces(game, seat, [capture]), seat)
            if scoring.greatest(offered, remainder) == remainder:
                yield capture


def greedy(game: Game, seat: str, dice: Dice, _: object = None) -> Order:
    """Return the order of a player who scores all that one piece can, before any mutation, and takes from gene pools.

    Of pieces that score the same one from a gene pool is placed, a small rather than a large; the mutation is one that
    brings most of the seat's own pieces back into its gene pools.
    """
    weighed = [(_weight(game, *placement), placement) for placement in placings(game, seat)]
    best = max(weight for weight, _ in weighed)
    placing, piece = dice.choice([placement for weight, placement in weighed if weight == best], "guess")
    after = place_piece(game, seat, placing, piece)
    taken = next(all_captures(after, placing.at, scoring.wares(after, seat)))
    after = take_pieces(after, seat, taken)
    mutations = islice(all_mutations(after, placing.at), MOST_WEIGHED)
    steps = max(mutations, key=lambda candidate: _own(mutate_piece(after, seat, candidate), seat))
    return placing.replace(clauses=(Scoring(taken), Mutation(steps)))


def _weight(game: Game, placing: Order, piece: Piece) -> tuple[int, bool, int]:
    return _score(game, placing.at, piece), not placing.archive, -piece.value


def _score(game: Game, at: Square, piece: Piece) -> int:
    return scoring.points(scoring.strands({**game.pieces, at: piece}, at))


def _own(game: Game, seat: str) -> int:
    return sum(game.pools[colour].value for colour in game.players[seat].colours)


MOST_PLACINGS = 8
"""Placings of which whole orders are weighed, those that score most at once."""
MOST_WAYS = {Scoring: 8, Mutation: 24}
"""Ways to go on with a clause that are weighed."""
MOST_ANSWERED = 24
"""Whole orders of which is asked what they leave to the others, the best ones."""
IN_POOL = 0.3
"""What a point in the own gene pools is worth, beside one in the archive."""
LEFT = 0.5
"""What it costs to leave the others a point that they can score next."""


def hunt(game: Game, seat: str, dice: Dice, _: object = None) -> Order:
    """Return the best of the whole orders: by what it brings the seat and takes from the others, and leaves to them."""
    ranked = sorted(placings(game, seat), key=lambda placement: _weight(game, *placement), reverse=True)
    whole = [each for placement in ranked[:MOST_PLACINGS] for each in _orders(game, seat, *placement)]
    whole.sort(key=lambda each: _lead(each[1], seat), reverse=True)
    weighed = [(_lead(end, seat) - LEFT * _answer(end, seat), order) for order, end in whole[:MOST_ANSWERED]]
    best = max(weight for weight, _ in weighed)
    return dice.choice([order for weight, order in weighed if weight == best], "guess")


def _orders(game: Game, seat: str, placing: Order, piece: Piece) -> Iterator[tuple[Order, Game]]:
    after = place_piece(game, seat, placing, piece)
    for first, second in ((Scoring, Mutation), (Mutation, Scoring)):
        for earlier, between in _ways(after, seat, placing.at, first):
            for later, end in _ways(between, seat, placing.at, second):
                yield placing.replace(clauses=(earlier, later)), end


def _ways(game: Game, seat: str, at: Square, kind: Kind) -> Iterator[tuple[Clause, Game]]:
    return islice(continuations(game, seat, at, kind), MOST_WAYS[kind])


def _lead(game: Game, seat: str) -> float:
    """Return how far a seat is ahead of the best of the others."""
    wealth = {each: game.score(each) + IN_POOL * _own(game, each) for each in game.still_in()}
    return wealth.pop(seat) - max(wealth.values(), default=0.0)


def _answer(game: Game, seat: str) -> int:
    """Return the most that one of the others can score with its next piece."""
    rivals = (other for other in game.still_in() if other != seat)
    kinds = {piece for rival in rivals for archive in (False, True) for piece in game.supply(rival, archive)}
    return max((_score(game, at, piece) for at in game.empty_squares() for piece in kinds), default=0)


def tally(event: Event) -> Iterator[tuple[str, str]]:
    if isinstance(event, Counted):
        for strand in event.strands:
            yield "strands", ""
            yield from (("bonuses", bonus) for bonus in strand.bonuses)
    elif isinstance(event, Altered):
        yield "mutations", ""
    elif isinstance(event, Captured):
        yield "captures", ""


BOTS = Bots(
    named={"random": Bot(sample), "greedy": Bot(greedy), "hunter": Bot(hunt)},
    tallies={"strands": False, "mutations": False, "captures": False, "bonuses": True},
    tally=tally,
)
