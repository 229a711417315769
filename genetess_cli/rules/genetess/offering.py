"""What a seat may order, as data for the picker of the order builder, and an order to show how one is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from genetess_cli.rules.board import Direction, Grid, Square
from genetess_cli.rules.genetess.actions import ACTIONS, barred, rehearse
from genetess_cli.rules.genetess.codes import CODES, body
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.legal import (
    MOST_SPLITS,
    obstacle,
    passable,
    passes,
    possible,
    rooms,
    splits,
)
from genetess_cli.rules.genetess.order import GAMBLE, MOST_CODES, PASS, Order
from genetess_cli.rules.genetess.round_zero import prizes
from genetess_cli.rules.genetess.sight import GenetessView, SeatMemory, recalled, view
from genetess_cli.rules.genetess.trial import TRIAL
from genetess_cli.rules.ruleset import Offering, Offers

Data = dict[str, Any]
_FOR_GOOD = ("too-late", "no-create", "unavailable")
"""What is wrong with orders that no later turn mends."""
_ANY_PRICE = 1_000_000


def offers(game: Game, seat: str, memory: SeatMemory | None = None) -> Offers:
    """Return what a seat may order, as far as it can know; {} for one that has no turns any more.

    Where it sees nothing there are the walls of its `memory`, as its page draws them (None: there are none).

    `pieces` are those that take orders, `acts` what each can do, by verb, and `cannot` why it can do nothing with
    another that it has; `orphans` are those that take none. `create` is where a King can make a piece, by the codes
    that it takes there, whatever it costs; `e` is the purse of the seat's next turn, with `income` in it where that is
    still to come (ruling G8). `never` says by verb what no turn of the seat can be. In round 0 `prizes` is what can be
    bid for, and the seat's `e` the purse for it.
    """
    board = {"plain": [PASS], "columns": game.grid.columns, "rows": game.grid.rows}
    if game.round_zero:
        bids = {"e": game.players[seat].e, "prizes": prizes(game)}
        return board | bids if seat in game.awaited else {}
    if game.result or not game.plays(seat):
        return {}
    believed = recalled(game, seat, memory)
    every = list(believed.of(seat))
    own = [(square, piece) for square, piece in every if believed.controls(seat, piece)]
    taking = {square for square, _ in own}
    income = 0 if game.to_move == seat else game.settings.e_per_king * game.kings(seat)
    never = _never(believed, seat)
    create = _rooms(believed, seat)
    no_room = {} if create else {"CREATE": never.get("CREATE", "No square beside your Kings is free.")}
    return board | {
        "e": game.players[seat].e + income,
        "income": income,
        "never": never,
        "sold": game.settings.codes.replace("K", ""),
        "pieces": [_piece(believed, seat, square, piece, no_room) for square, piece in own],
        "orphans": [str(square) for square, _ in every if square not in taking],
        "create": create,
    }


def _never(game: Game, seat: str) -> dict[str, str]:
    tried = (Order(GAMBLE), Order("CREATE", to=Square(0, 0), codes="A"))
    answers = [(order.verb, rehearse(game, seat, order)[1]) for order in tried]
    return {verb: problem.message for verb, problem in answers if problem and problem.slug in _FOR_GOOD}


def _rooms(game: Game, seat: str) -> dict[str, str]:
    places: dict[str, list[Square]] = {}
    player = game.players[seat].replace(e=_ANY_PRICE)
    for square, needed in rooms(game.replace(players={**game.players, seat: player}), seat):
        places.setdefault(needed, []).append(square)
    return {needed: runs(squares) for needed, squares in places.items()}


def _piece(game: Game, seat: str, square: Square, piece: Piece, no_room: dict[str, str]) -> Data:
    acts: Data = {}
    cannot = dict(no_room) if "CREATE" in piece.body.verbs else {}
    for verb in ACTIONS:
        if verb in piece.body.verbs and verb != "CREATE":
            offer = _OFFERS.get(verb, _targets)(game, seat, verb, square, piece)
            if offer is None:
                cannot[verb] = obstacle(game, seat, verb, square, piece)
            else:
                acts[verb] = offer
    diagonal = piece.has("C")
    return {"at": str(square), "codes": piece.codes, "diagonal": diagonal, "acts": acts, "cannot": cannot}


def _targets(game: Game, seat: str, verb: str, square: Square, piece: Piece) -> Data | None:
    """Return an action's targets, any of them with any of its codes; `codes` is None for very many.

    An action with nothing but its square is `idle` where it would change nothing.
    """
    orders = possible(game, seat, verb, square, piece)
    if not orders:
        return None
    codes = sorted({order.codes for order in orders if order.codes})
    offer: Data = {}
    if codes:
        are_many = verb == "DIVIDE" and len(splits(piece)) > MOST_SPLITS
        offer["codes"] = None if are_many else codes
    if targets := sorted({order.to for order in orders if order.to}):
        return offer | {"to": runs(targets)}
    turn, _ = rehearse(game, seat, Order(verb, square))
    return {"idle": True} if turn.pieces == game.pieces else {}


# MOVE


def _move(game: Game, seat: str, verb: str, square: Square, piece: Piece) -> Data | None:
    """Return the number of steps, where all but the last may go, and where the last may."""
    grid = game.grid
    steps = piece.body.steps
    diagonal = piece.has("C")
    free = grid.mask(
        near for near in grid.of(grid.area(square, steps - 1)) if passable(game, square, piece, near)
    )
    passed, last = _flood(grid, grid.bits[square], free, diagonal, steps - 1)
    ends = [end for end in grid.of(grid.spread(last, diagonal)) if barred(game, square, end) is None]
    return {"steps": steps, "pass": runs(grid.of(passed)), "end": runs(ends)} if ends else None


def _flood(grid: Grid, start: int, free: int, diagonal: bool, steps: int) -> tuple[int, int]:
    """Return the squares on which one can be within so many steps over free ones, and those after exactly so many."""
    before = -1
    now = start
    passed = start
    for step in range(steps):
        after = grid.spread(now, diagonal) & free
        if after == before:  # from here on one goes to and fro
            last = after if (steps - step) % 2 else now
            return passed, last
        before = now
        now = after
        passed = passed | after
    return passed, now


# CHARGE


def _charge(game: Game, seat: str, verb: str, square: Square, piece: Piece) -> Data | None:
    """Return the most legs, and every run that one of them can be: from where, in which direction, to where."""
    texts: list[str] = []
    ways: dict[Square, tuple[Direction, ...]] = {square: ()}
    seen = {square}
    for _ in range(piece.body.legs):
        onward: dict[Square, tuple[Direction, ...]] = {}
        for start, way in ways.items():
            for direction in piece.body.directions:
                path = (*way, direction)
                stop = _rest(game, seat, Order(verb, square, path=path))
                if stop is not None:
                    texts.append(f"{start} {direction} {stop}")
                    onward.setdefault(stop, path)
        ways = {stop: path for stop, path in onward.items() if stop not in seen}
        seen |= ways.keys()
    return {"legs": piece.body.legs, "runs": texts} if texts else None


def _rest(game: Game, seat: str, charge: Order) -> Square | None:
    turn, problem = rehearse(game, seat, charge)
    if problem:
        return None
    return next(iter(turn.pieces.keys() - game.pieces.keys()), charge.at)


_OFFERS = {"MOVE": _move, "CHARGE": _charge}


def runs(squares: Iterable[Square]) -> str:
    """Return squares in row order as runs: `B2+3 B3`."""
    spans: list[list[int]] = []
    for row, column in squares:
        if spans and spans[-1][0] == row and spans[-1][1] + spans[-1][2] + 1 == column:
            spans[-1][2] += 1
        else:
            spans.append([row, column, 0])
    return " ".join(_span(Square(row, column), more) for row, column, more in spans)


def _span(first: Square, more: int) -> str:
    return f"{first}+{more}" if more else str(first)


_STRAIGHT = (Direction.E, Direction.S, Direction.W, Direction.N)
MOST_PIECES = 4
"""Pieces of a seat that are asked for a move: an example need not be looked for on all of a large board."""


def example(game: Game, seat: str, memory: SeatMemory | None = None) -> str:
    """Return a move of the seat's that can be made as far as it knows, or a PASS; in round 0 a gamble."""
    if prizes := view(game, seat).prizes:
        return f"{GAMBLE} 3E on {', '.join(next(iter(prizes.values()))[:2])}"
    believed = recalled(game, seat, memory)
    return next((str(move) for move in _example_moves(believed, seat) if passes(believed, seat, move)), PASS)


def _example_moves(game: Game, seat: str) -> Iterator[Order]:
    """Yield moves of so many steps as each piece has to go: straight on, or else to and fro between two directions."""
    ways = sorted(product(_STRAIGHT, repeat=2), key=lambda pair: pair[0] != pair[1])
    own = [(at, piece.body.steps) for at, piece in game.of(seat) if piece.body.steps]
    for at, steps in own[:MOST_PIECES]:
        for pair in ways:
            yield Order("MOVE", at, path=tuple(pair[step % 2] for step in range(steps)))


_NEAR = 3**2
"""The square of a distance at which an enemy is near the King."""


def alarms(view: GenetessView) -> Sequence[str]:
    """Return what a seat should heed in its view: an enemy that it sees near a King of its own."""
    own = [piece for piece in view.pieces if piece.owner == view.viewer and piece.is_king]
    foes = [piece for piece in view.pieces if piece.owner != view.viewer]
    pairs = product([Square.named(king.at) for king in own], [Square.named(foe.at) for foe in foes])
    return ["king-in-danger"] if any(king.apart(foe) <= _NEAR for king, foe in pairs) else []


OFFERING: Offering[Game, GenetessView, SeatMemory] = Offering(
    example=example, offers=offers, alarms=alarms, trial=TRIAL
)

_COUNTED = ("steps", "radius", "legs", "kings")


def piece_table() -> dict[str, Any]:
    """Return what a sequence's cost and abilities are worked out from.

    `codes` has each code's price (None: it has none), name and verbs; `counts` what of a piece is counted: what one
    without codes has (""), and what each copy of a code adds; `living` the codes with one of which it is viable, and
    `diagonal` those with one of which it goes diagonally; `most` is how many codes an order can name.
    """
    return {
        "codes": {code.letter: [code.price, code.name, list(code.verbs)] for code in CODES.values()},
        "counts": {name: _counts(name) for name in _COUNTED},
        "living": "".join(letter for letter in CODES if body(letter).viable),
        "diagonal": "".join(letter for letter in CODES if body(letter).directions != body("").directions),
        "most": MOST_CODES,
    }


def _counts(name: str) -> dict[str, int]:
    least = getattr(body(""), name)
    more = {letter: getattr(body(letter), name) - least for letter in CODES}
    return {"": least} | {letter: number for letter, number in more.items() if number}
