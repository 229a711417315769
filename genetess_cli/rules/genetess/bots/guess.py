"""One random order that a seat has reason to believe in: what `genetess simulate` plays with.

`legal.py` lists every order; here a few are guessed and tried, which costs next to nothing however many there are.
All luck is that of the Dice handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.codes import body, minus, plus, sequence
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.legal import passes
from genetess_cli.rules.genetess.order import GAMBLE, MOST_CODES, PASS, Order
from genetess_cli.rules.genetess.round_zero import Gambles, prizes
from genetess_cli.rules.genetess.sight import known
from genetess_cli.values import Value

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


class Mind(Value):
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


def sample(game: Game, seat: str, dice: Dice, _: object = None) -> Order | Gambles:
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
            if order and passes(mind.game, seat, order):
                return order
    return Order(PASS)


def mind_of(game: Game, seat: str, dice: Dice) -> Mind:
    believed = known(game, seat)
    pieces = [(square, piece) for square, piece in believed.of(seat) if believed.controls(seat, piece)]
    verbs = sorted({verb for _, piece in pieces for verb in piece.body.verbs})
    verbs += [verb for verb in OFTEN if verb in verbs]
    return Mind(believed, seat, pieces, verbs, dice)


def _guess(mind: Mind) -> Order | None:
    """Return an order, whose verb and piece are chosen first and then the rest; None at a dead end."""
    if mind.now_and_then(ONE_IN_HUNTS):
        return _hunt(mind)
    game = mind.game
    verb = mind.one(mind.verbs)
    square, piece = mind.one([(square, piece) for square, piece in mind.pieces if verb in piece.body.verbs])
    match verb:
        case "MOVE":
            return _walk(mind, square, piece)
        case "CHARGE":
            return _charge(mind, square, piece)
        case "CREATE":
            return _create(mind, square)
        case "DIVIDE":
            return _divide(mind, square, piece)
        case "TRANSFER":
            targets = [target for target in game.in_view_of(square) if target != square]
            return Order(verb, square, mind.one(targets), mind.one(piece.codes)) if targets else None
        case "TELEPORT":
            targets = _vacant(mind, game.grid.of(game.grid.area(square, piece.body.radius)))
        case "SANCTUARY":
            targets = _other_kings(mind, square)
        case "HOME":
            kings = _other_kings(mind, square)
            targets = _vacant(mind, game.grid.neighbours(mind.one(kings))) if kings else []
        case _:
            return Order(verb, square)
    return Order(verb, square, mind.one(targets)) if targets else None


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
        return _walk(mind, *mind.one(mind.pieces))
    goal, _ = mind.one([enemy for enemy in enemies if enemy[1].is_king] or enemies)
    hunters = [hunter for hunter in mind.pieces if _reaches(hunter[1], hunter[0], goal)]
    nearest = min(mind.pieces, key=lambda hunter: _distance(hunter[1], hunter[0], goal))
    return _walk(mind, *mind.one(hunters or [nearest]), goal)


def _reaches(piece: Piece, origin: Square, target: Square) -> bool:
    """Return whether a MOVE can end on a square, walls and pieces aside."""
    spare = piece.body.steps - _distance(piece, origin, target)
    return spare >= 0 and (piece.has("C") or spare % 2 == 0)


def _distance(piece: Piece, origin: Square, target: Square) -> int:
    down = abs(origin[0] - target[0])
    right = abs(origin[1] - target[1])
    return max(down, right) if piece.has("C") else down + right


def _walk(mind: Mind, origin: Square, piece: Piece, goal: Square | None = None) -> Order | None:
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
    return Order("MOVE", origin, path=tuple(path))


def is_open(mind: Mind, origin: Square, piece: Piece, square: Square, left: int) -> bool:
    """Return whether a piece may step on a square, with so many steps left after it (ruling G13)."""
    other = mind.game.pieces.get(square)
    if mind.game.is_wall(square):
        return not left and piece.has("O") and mind.game.is_interior(square)
    if other is None or square == origin:
        return True
    return piece.has("E") if left else other.owner != piece.owner or piece.has("I")


def _charge(mind: Mind, square: Square, piece: Piece) -> Order | None:
    trial = Play(mind.game, mind.seat, Dice(bytes, 0))
    path: list[Direction] = []
    stop = square
    for _ in range(1 + mind.below(min(piece.body.legs, MOST_STEPS))):
        ways = [way for way in piece.body.directions if trial.game.is_vacant(stop.step(way))]
        if not ways:
            break
        path.append(mind.one(ways))
        stop = effects.charge(trial, stop, path[-1])
    return Order("CHARGE", square, path=tuple(path)) if path else None


def _vacant(mind: Mind, squares: Iterable[Square]) -> list[Square]:
    return [square for square in squares if mind.game.is_vacant(square)]


def _other_kings(mind: Mind, but: Square) -> list[Square]:
    return [square for square in mind.game.king_squares(mind.seat) if square != but]


# Making and remaking


def _create(mind: Mind, square: Square) -> Order:
    """Return a CREATE beside a King of codes that the seat can pay, with what the square needs (ruling G15)."""
    target = mind.one(mind.game.grid.neighbours(square))
    needed = "I" if target in mind.game.pieces else ""
    if mind.game.is_interior(target):
        needed = "O"
    return Order("CREATE", to=target, codes=_bought(mind, plus("A", needed)))


def _bought(mind: Mind, codes: str) -> str:
    sold = [code for code in mind.game.settings.codes if code != "K"]
    purse = mind.game.players[mind.seat].e
    while sold and len(codes) < MOST_CODES and not mind.now_and_then(ONE_IN_STOPS):
        more = plus(codes, mind.one(sold))
        if body(more).cost > purse:
            break
        codes = more
    return codes


def _divide(mind: Mind, square: Square, piece: Piece) -> Order | None:
    """Return a DIVIDE in which each half keeps an A or a K (ruling G17), and any part of the rest is ejected."""
    lives = "".join(code for code in piece.codes if code in "AK")
    free = _vacant(mind, mind.game.grid.neighbours(square))
    if len(lives) < 2 or not free:
        return None
    ejected = mind.one(lives)
    kept = mind.one(minus(lives, ejected))
    remainder = minus(piece.codes, ejected + kept)
    more = "".join(code * mind.below(remainder.count(code) + 1) for code in sorted(set(remainder)))
    return Order("DIVIDE", square, mind.one(free), sequence(ejected + more)[:MOST_CODES])
