"""One random order that a seat has reason to believe in: what `genetess simulate` plays with.

`legal.py` lists every order; here a few are guessed and tried, which costs next to nothing however many there are.
All luck is that of the Dice handed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from genetess_cli.rules.base import Outcome, plain
from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.actions import act
from genetess_cli.rules.genetess.codes import LETTERS, body, minus, plus, sequence
from genetess_cli.rules.genetess.effects import MOST_E, POINTS_FOR_STAYING, POINTS_FOR_TAKING, Play
from genetess_cli.rules.genetess.events import (
    Dropped,
    Eliminated,
    Event,
    Fired,
    Overviewed,
    Surfaced,
    Taken,
    TurnBegan,
)
from genetess_cli.rules.genetess.game import Game, Piece, Player
from genetess_cli.rules.genetess.legal import Path, reach
from genetess_cli.rules.genetess.order import GAMBLE, MOST_CODES, PASS, Order
from genetess_cli.rules.genetess.round_zero import Gambles, prizes
from genetess_cli.rules.genetess.sight import known, sight

TRIES = 12
"""Orders that are guessed before the seat passes."""
ONE_IN_PASSES = 50
"""Of so many orders one is PASS, whatever else could be done."""
ONE_IN_HUNTS = 5
"""Of so many guesses one goes for an enemy piece that is in reach, so that games get somewhere."""
OFTEN = ("MOVE", "MOVE", "CREATE", "CREATE")
"""Actions that are likelier than the others, so that boards neither freeze nor empty."""
ONE_IN_ABSTAINS = 4
"""Of so many prizes one is not gambled for."""
ONE_IN_STOPS = 6
"""After so many codes, on average, a new piece has enough of them."""
MOST_STEPS = 1000
"""Pieces with more steps than this stay: such a way hardly fits into an order file."""

Item = TypeVar("Item")


class Mind(msgspec.Struct, frozen=True):
    """What a seat chooses by: the position it believes in, its pieces, what they can do, and the luck."""

    game: Game
    seat: str
    pieces: list[tuple[Square, Piece]]
    verbs: list[str]
    dice: Dice

    def one(self, among: Sequence[Item]) -> Item:
        return self.dice.choice(among, "guess")

    def below(self, of: int) -> int:
        return self.dice.number(of, "guess")

    def now_and_then(self, of: int) -> bool:
        return self.below(of) == 0


def sample(game: Game, seat: str, dice: Dice) -> Order | Gambles:
    """Return a random order of a seat, as far as it can know a good one; PASS now and then, and where nothing is found.

    In round 0 it is all of the seat's gambles in one.
    """
    if game.round_zero:
        return _gambles(game, seat, dice)
    if game.to_move is None or game.result or not game.plays(seat):
        return Order(PASS)
    mind = mind_of(game, seat, dice)
    if mind.verbs and not mind.now_and_then(ONE_IN_PASSES):
        for _ in range(TRIES):
            order = _guess(mind)
            if order and passes(mind, order):
                return order
    return Order(PASS)


def mind_of(game: Game, seat: str, dice: Dice) -> Mind:
    believed = known(game, seat)
    pieces = [(square, piece) for square, piece in believed.of(seat) if believed.controls(seat, piece)]
    verbs = sorted({verb for _, piece in pieces for verb in piece.body.verbs})
    verbs += [verb for verb in OFTEN if verb in verbs]
    return Mind(believed, seat, pieces, verbs, dice)


def passes(mind: Mind, order: Order) -> bool:
    return act(Play(mind.game, mind.seat, Dice(bytes, 0)), order) is None


def _guess(mind: Mind) -> Order | None:
    if mind.now_and_then(ONE_IN_HUNTS):
        return _hunt(mind)
    verb = mind.one(mind.verbs)
    square, piece = mind.one([(square, piece) for square, piece in mind.pieces if verb in piece.body.verbs])
    guess = _GUESSES.get(verb)
    return guess(mind, verb, square, piece) if guess else Order(verb, square)


def _gambles(game: Game, seat: str, dice: Dice) -> Gambles:
    """Return a gamble for each kind of prize or for some, all stakes together within the purse (ruling G39)."""
    left = game.players[seat].e
    orders = []
    for names in prizes(game).values():
        if dice.number(ONE_IN_ABSTAINS, "guess"):
            stake = dice.number(left + 1, "guess")
            wishes = [dice.choice(names, "guess") for _ in range(1 + dice.number(len(names), "guess"))]
            orders.append(Order(GAMBLE, stake=stake, preferences=tuple(dict.fromkeys(wishes))))
            left -= stake
    return Gambles(tuple(orders))


# Moving


def _hunt(mind: Mind) -> Order | None:
    """Return a MOVE onto an enemy piece, a King if one is known, or towards it if nobody reaches it; else any."""
    enemies = [(square, piece) for square, piece in mind.game.pieces.items() if piece.owner != mind.seat]
    if not enemies:
        return _walk(mind, "MOVE", *mind.one(mind.pieces))
    goal, _ = mind.one([enemy for enemy in enemies if enemy[1].has("K")] or enemies)
    hunters = [hunter for hunter in mind.pieces if _reaches(hunter[1], hunter[0], goal)]
    nearest = min(mind.pieces, key=lambda hunter: _distance(hunter[1], hunter[0], goal))
    return _walk(mind, "MOVE", *mind.one(hunters or [nearest]), goal)


def _reaches(piece: Piece, origin: Square, target: Square) -> bool:
    """Return whether a MOVE can end on a square, walls and pieces aside."""
    spare = piece.body.steps - _distance(piece, origin, target)
    return spare >= 0 and (piece.has("C") or spare % 2 == 0)


def _distance(piece: Piece, origin: Square, target: Square) -> int:
    down, right = abs(origin[0] - target[0]), abs(origin[1] - target[1])
    return max(down, right) if piece.has("C") else down + right


def _walk(mind: Mind, verb: str, origin: Square, piece: Piece, goal: Square | None = None) -> Order | None:
    """Return a MOVE of the right length that runs into nothing, towards `goal` if there is one; None at a dead end."""
    if piece.body.steps > MOST_STEPS:
        return None
    path: list[Direction] = []
    square = origin
    for left in reversed(range(piece.body.steps)):
        ways = [way for way in piece.body.directions if is_open(mind, origin, piece, square.step(way), left)]
        if not ways:
            return None
        if goal:
            far = max(left, min(_distance(piece, square.step(way), goal) for way in ways))
            ways = [way for way in ways if _distance(piece, square.step(way), goal) <= far]
        path.append(mind.one(ways))
        square = square.step(path[-1])
    return Order(verb, origin, path=tuple(path))


def is_open(mind: Mind, origin: Square, piece: Piece, square: Square, left: int) -> bool:
    """Return whether a piece may step on a square, with so many steps left after it (ruling G13)."""
    other = mind.game.pieces.get(square)
    if mind.game.is_wall(square):
        return not left and piece.has("O") and mind.game.is_interior(square)
    if other is None or square == origin:
        return True
    return piece.has("E") if left else other.owner != piece.owner or piece.has("I")


def _charge(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    trial = Play(mind.game, mind.seat, Dice(bytes, 0))
    path: list[Direction] = []
    stop = square
    for _ in range(1 + mind.below(min(piece.body.legs, MOST_STEPS))):
        ways = [way for way in piece.body.directions if trial.game.is_vacant(stop.step(way))]
        if not ways:
            break
        path.append(mind.one(ways))
        stop = effects.charge(trial, stop, path[-1])
    return Order(verb, square, path=tuple(path)) if path else None


def _teleport(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    free = _vacant(mind, mind.game.grid.of(mind.game.grid.area(square, piece.body.radius)))
    return Order(verb, square, mind.one(free)) if free else None


def _vacant(mind: Mind, squares: Iterable[Square]) -> list[Square]:
    return [square for square in squares if mind.game.is_vacant(square)]


def _home(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    kings = _other_kings(mind, square)
    free = _vacant(mind, mind.game.grid.neighbours(mind.one(kings))) if kings else []
    return Order(verb, square, mind.one(free)) if free else None


def _sanctuary(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    kings = _other_kings(mind, square)
    return Order(verb, square, mind.one(kings)) if kings else None


def _other_kings(mind: Mind, but: Square) -> list[Square]:
    return [square for square, piece in mind.game.of(mind.seat) if piece.has("K") and square != but]


# Making and remaking


def _create(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    """Return a CREATE beside a King of codes that the seat can pay, with what the square needs (ruling G15)."""
    target = mind.one(mind.game.grid.neighbours(square))
    needed = "O" if mind.game.is_interior(target) else "I" if target in mind.game.pieces else ""
    return Order(verb, to=target, codes=_bought(mind, plus("A", needed)))


def _bought(mind: Mind, codes: str) -> str:
    sold = [code for code in mind.game.settings.codes if code != "K"]
    purse = mind.game.players[mind.seat].e
    while sold and len(codes) < MOST_CODES and not mind.now_and_then(ONE_IN_STOPS):
        more = plus(codes, mind.one(sold))
        if body(more).cost > purse:
            break
        codes = more
    return codes


def _divide(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    """Return a DIVIDE in which each half keeps an A or a K (ruling G17), and any part of the rest is ejected."""
    lives = "".join(code for code in piece.codes if code in "AK")
    free = _vacant(mind, mind.game.grid.neighbours(square))
    if len(lives) < 2 or not free:
        return None
    ejected = mind.one(lives)
    kept = mind.one(minus(lives, ejected))
    remainder = minus(piece.codes, ejected + kept)
    more = "".join(code * mind.below(remainder.count(code) + 1) for code in sorted(set(remainder)))
    return Order(verb, square, mind.one(free), sequence(ejected + more)[:MOST_CODES])


def _transfer(mind: Mind, verb: str, square: Square, piece: Piece) -> Order | None:
    targets = [target for target in mind.game.in_view_of(square) if target != square]
    return Order(verb, square, mind.one(targets), mind.one(piece.codes)) if targets else None


_GUESSES: Mapping[str, Callable[[Mind, str, Square, Piece], Order | None]] = {
    "MOVE": _walk,
    "CHARGE": _charge,
    "TELEPORT": _teleport,
    "HOME": _home,
    "SANCTUARY": _sanctuary,
    "CREATE": _create,
    "DIVIDE": _divide,
    "TRANSFER": _transfer,
}
"""How the rest of an order is guessed, once its verb and its piece are chosen; any other order is complete then."""


FARTHEST = 12
"""Steps beyond which the ways of a piece are not looked through."""
RECIPES = ("ABBBCD", "ABBCD", "ABCD", "ABBC", "ABC")
"""New pieces, the best first. A seat saves for the last of them before it explores with what it has."""
STOPGAPS = ("AB", "AC", "A")
"""What a seat makes that has nothing but Kings and can pay none of RECIPES, or may not use their codes."""


def greedy(game: Game, seat: str, dice: Dice) -> Order | Gambles:
    """Return the greedy order of a seat; a random one in round 0, and where there is nothing to be greedy for."""
    if game.round_zero or game.to_move is None or game.result or not game.plays(seat):
        return sample(game, seat, dice)
    mind = mind_of(game, seat, dice)
    unseen = list(game.grid.of(game.grid.everything & ~sight(game, seat).seen))
    wishes = _wishes(mind, unseen)
    return next((order for order in wishes if passes(mind, order)), None) or sample(game, seat, dice)


def _wishes(mind: Mind, unseen: Sequence[Square]) -> Iterator[Order]:
    ways = [(square, piece, _ways(mind, square, piece)) for square, piece in mind.pieces]
    yield from _captures(mind, ways)
    enemies = [(square, piece) for square, piece in mind.game.pieces.items() if piece.owner != mind.seat]
    yield from _advances(mind, ways, [square for square, piece in enemies if piece.has("K")])
    scouts = [square for square, piece in mind.pieces if not piece.has("K")]
    yield from _purchases(mind, RECIPES if scouts else RECIPES + STOPGAPS)
    starts = [square for square in mind.game.starts if square in unseen]
    if goals := starts or unseen:
        yield from _advances(mind, ways, [mind.one(goals)])


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


def flaws(before: Game, outcome: Outcome) -> list[str]:
    after: Game = outcome.game
    sentences = [*_of_walls(before, after), *_of_pieces(after), *_of_specials(before, after)]
    sentences += [*_of_players(before, after), *_of_scores(before, outcome), *_of_end(after)]
    return [*sentences, *(_of_failure(before, outcome) if outcome.problem else _of_order(before, outcome))]


def _of_walls(before: Game, after: Game) -> Iterator[str]:
    if (before.grid, before.exterior) != (after.grid, after.exterior):
        yield "the board's size or an exterior wall has changed"  # ruling G1
    if after.exterior & after.interior:
        yield "a square is both kinds of wall"


def _of_pieces(game: Game) -> Iterator[str]:
    for square, piece in game.in_row_order():
        if game.is_wall(square):
            yield f"the {piece.codes} on {square} stands in a wall or off the board"
        is_sequence = list(piece.codes) == sorted(piece.codes) and set(piece.codes) <= set(LETTERS)
        if not is_sequence or not piece.body.viable or piece.owner not in game.players:
            yield f"the {piece.codes} on {square} is no sequence that can live, or has no owner"


def _of_specials(before: Game, after: Game) -> Iterator[str]:
    for square in after.specials:
        if square not in after.grid:
            yield f"the special on {square} is off the board"
    if before.specials != after.specials and _specials(before) != _specials(after):
        yield "a special was lost, made or changed"


def _specials(game: Game) -> Counter[str]:
    return Counter(str(plain(special)) for special in game.specials.values())


def _of_players(before: Game, after: Game) -> Iterator[str]:
    if before.to_move is not None and list(before.players) != list(after.players):
        yield "the seats or their order have changed"
    crowned = {piece.owner for piece in after.pieces.values() if piece.has("K")}
    for seat, player in after.players.items():
        if not 0 <= player.e <= MOST_E:
            yield f"{seat} has {player.e} E"
        if player.eliminated and player.e:
            yield f"{seat} is eliminated and has {player.e} E"  # ruling G41
        if not player.eliminated and not after.round_zero and seat not in crowned:
            yield f"{seat} is in and has no King"  # ruling G31
        if before.players[seat].eliminated and not player.eliminated:
            yield f"{seat} was eliminated and is in again"


def _of_scores(before: Game, outcome: Outcome) -> Iterator[str]:
    """Hold scores to ruling G41: 10 for whom took the King, 1 for everybody still in."""
    scores = {seat: player.score for seat, player in before.players.items()}
    still_in = before.still_in()
    for event in outcome.events:
        if isinstance(event, Eliminated | Dropped):
            still_in = [seat for seat in still_in if seat != event.seat]
        if isinstance(event, Eliminated):
            scores[event.by] += POINTS_FOR_TAKING
            for seat in still_in:
                scores[seat] += POINTS_FOR_STAYING
    players: dict[str, Player] = outcome.game.players
    for seat, player in players.items():
        if player.score != scores[seat]:
            yield f"{seat} has {player.score} points; the eliminations make it {scores[seat]}"
    if outcome.game.still_in() != [seat for seat in outcome.game.players if seat in still_in]:
        yield "who is still in does not follow from the eliminations"


def _of_end(game: Game) -> Iterator[str]:
    remaining = len(game.still_in())
    if not remaining:
        yield "nobody is still in"
    if (game.result is not None) != (remaining == 1):
        yield f"the game is {'over' if game.result else 'not over'} with {remaining} still in"  # ruling G42


def _of_failure(before: Game, outcome: Outcome) -> Iterator[str]:
    """Hold a failure to ruling G14: nothing changes but phased pieces that were run into."""
    if not all(isinstance(event, Surfaced) and event.bumped for event in outcome.events):
        yield "an order that failed did more than reveal phased pieces"
    if (before.to_move, before.round) != (outcome.game.to_move, outcome.game.round):
        yield "the turn went on after an order that failed"


def _of_order(before: Game, outcome: Outcome) -> Iterator[str]:
    """Hold an order to ruling G40: the turn moves on, unless the game is over or round 0 still waits (G39)."""
    after: Game = outcome.game
    if after.to_move is None or after.result or _is_still_the_turn(before, outcome):
        return
    begun = [event.seat for event in outcome.events if isinstance(event, TurnBegan)]
    if begun[-1:] != [after.to_move] or _moment(after) <= _moment(before):
        yield f"{before.label} was followed by {after.label}, and turns began of {begun}"
    if any(after.plays(seat) for seat in begun[:-1]):
        yield f"of {begun} one could play that was passed over"
    if not after.plays(after.to_move):
        yield f"{after.to_move} is to move and has nothing to order with"


def _is_still_the_turn(before: Game, outcome: Outcome) -> bool:
    """Return whether nothing was ordered, but a player left who was not to move."""
    left = [event.seat for event in outcome.events if isinstance(event, Dropped)]
    return bool(left) and before.to_move not in left


def _moment(game: Game) -> tuple[int, int]:
    seats = list(game.players)
    return game.round, -1 if game.to_move is None else seats.index(game.to_move)


TALLIES = {"captures": False, "eliminations": False, "specials": True}


def tally(event: Event) -> Iterator[tuple[str, str]]:
    if isinstance(event, Taken):
        yield "captures", ""
    elif isinstance(event, Eliminated):
        yield "eliminations", ""
    elif isinstance(event, Fired):
        yield "specials", event.special
    elif isinstance(event, Overviewed) and event.how:
        yield "specials", "S5"
