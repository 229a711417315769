"""The orders that a seat may give, as far as it can know: candidates, each tried on the position it believes in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from operator import mul

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import round_zero
from genetess_cli.rules.genetess.actions import ACTIONS, rehearse
from genetess_cli.rules.genetess.codes import body, minus, sequence
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.order import PASS, USAGES, Order
from genetess_cli.rules.genetess.sight import known

MOST_PATHS = 4096
"""A piece with more ways than this is listed with one way to each square."""
MOST_SPLITS = 64
"""A piece that divides in more ways than this is listed with a template."""


def legal(game: Game, seat: str) -> list[str]:
    """Return every order of a seat; CREATE, a gamble and a DIVIDE in very many ways as templates with `<…>`."""
    if game.round_zero:
        return round_zero.legal(game, seat)
    if game.result or not game.plays(seat):
        return []
    believed = known(game, seat)
    orders = [PASS]
    for square, piece in believed.of(seat):
        if believed.controls(seat, piece):
            for verb in ACTIONS:
                if verb in piece.body.verbs and verb != "CREATE":
                    orders += _orders(believed, seat, verb, square, piece)
    kinds = {"": "<codes>", "O": "<codes with O>", "I": "<codes with I>"}
    return orders + [f"CREATE {square} {kinds[needed]}" for square, needed in rooms(believed, seat)]


def _orders(game: Game, seat: str, verb: str, square: Square, piece: Piece) -> Iterable[str]:
    orders = [str(order) for order in possible(game, seat, verb, square, piece)]
    if verb == "DIVIDE" and len(splits(piece)) > MOST_SPLITS:
        codes = splits(piece)[0]
        return [text.replace(f" {codes} ", " <codes> ") for text in orders]
    return orders


def possible(game: Game, seat: str, verb: str, square: Square, piece: Piece) -> list[Order]:
    """Return the orders with a verb that a seat's piece can carry out in a position that the seat believes in.

    Of a DIVIDE with very many ways these are those with the first of them, of a MOVE one to each square.
    """
    return [order for order in _candidates(game, verb, square, piece) if passes(game, seat, order)]


def _candidates(game: Game, verb: str, square: Square, piece: Piece) -> Iterable[Order]:
    grid = game.grid
    match verb:
        case "MOVE":
            return _moves(game, square, piece)
        case "CHARGE":
            return _charges(square, piece)
        case "TRANSFER":
            pairs = product(sorted({*piece.codes}), game.in_view_of(square))
            return (Order(verb, square, target, code) for code, target in pairs)
        case "DIVIDE":
            parts = splits(piece)
            shown = parts[:1] if len(parts) > MOST_SPLITS else parts
            return (
                Order(verb, square, target, codes)
                for codes, target in product(shown, grid.neighbours(square))
            )
        case "TELEPORT":
            targets = grid.of(grid.area(square, piece.body.radius))
        case "SANCTUARY":
            targets = game.king_squares(piece.owner)
        case "HOME":
            targets = _beside(game, game.king_squares(piece.owner))
        case _:
            return [Order(verb, square)]
    return (Order(verb, square, target) for target in targets)


def obstacle(game: Game, seat: str, verb: str, square: Square, piece: Piece) -> str:
    """Return why a seat's piece can do nothing with a verb that it has, where one reason says it all; else ""."""
    if USAGES[verb] != (("at",),) and (verb != "DIVIDE" or splits(piece)):
        return ""
    codes = piece.codes[:1] if verb == "DIVIDE" else ""
    to = square if codes else None
    _, problem = rehearse(game, seat, Order(verb, square, to, codes))
    assert problem is not None
    return problem.message


def passes(game: Game, seat: str, order: Order) -> bool:
    return rehearse(game, seat, order)[1] is None


def _moves(game: Game, square: Square, piece: Piece) -> Iterator[Order]:
    directions = piece.body.directions
    steps = piece.body.steps
    if len(directions) ** steps <= MOST_PATHS:
        return (Order("MOVE", square, path=path) for path in product(directions, repeat=steps))

    def may(target: Square, left: int) -> bool:
        return target in game.grid and (not left or passable(game, square, piece, target))

    return (Order("MOVE", square, path=path) for path in reach(square, piece, may).values())


Path = tuple[Direction, ...]


def reach(origin: Square, piece: Piece, may: Callable[[Square, int], bool]) -> dict[Square, Path]:
    """Return one way of a MOVE's length to each square that can be reached.

    `may` tells whether a square can be entered with so many steps left after it.
    """
    reached: dict[Square, Path] = {origin: ()}
    for left in reversed(range(piece.body.steps)):
        further: dict[Square, Path] = {}
        for square, path in reached.items():
            for direction in piece.body.directions:
                target = square.step(direction)
                if target not in further and may(target, left):
                    further[target] = (*path, direction)
        reached = further
    return reached


def passable(game: Game, origin: Square, piece: Piece, square: Square) -> bool:
    """Return whether a step of a MOVE that is not the last may enter a square (ruling G13)."""
    return not game.is_wall(square) and (square == origin or square not in game.pieces or piece.has("E"))


def _charges(square: Square, piece: Piece) -> Iterator[Order]:
    directions = piece.body.directions
    for legs in range(1, piece.body.legs + 1):
        if len(directions) ** legs > MOST_PATHS:
            return
        yield from (Order("CHARGE", square, path=path) for path in product(directions, repeat=legs))


def _beside(game: Game, squares: Iterable[Square]) -> list[Square]:
    return sorted({beside for square in squares for beside in game.grid.neighbours(square)})


def splits(piece: Piece) -> list[str]:
    """Return every part of a piece's codes that it can eject, so that both halves live: MOST_SPLITS + 1 at most."""
    if piece.codes.count("A") + piece.body.kings < 2:
        return []
    # A and K last: their numbers change fastest, so parts that can live come soon even of very long sequences.
    letters = sorted(set(piece.codes), key=lambda letter: (letter in "AK", letter))
    counts = [range(piece.codes.count(letter) + 1) for letter in letters]
    parts: list[str] = []
    for numbers in product(*counts):
        part = sequence("".join(map(mul, letters, numbers)))
        if body(part).viable and body(minus(piece.codes, part)).viable:
            parts.append(part)
        if len(parts) > MOST_SPLITS:
            break
    return sorted(parts)


def rooms(game: Game, seat: str) -> Iterator[tuple[Square, str]]:
    """Yield the squares beside a King where a piece could be made, with the code that it needs there or ""."""
    for square in _beside(game, game.king_squares(seat)):
        for needed in ("", "O", "I"):
            if passes(game, seat, Order("CREATE", to=square, codes=f"A{needed}")):
                yield square, needed
                break
