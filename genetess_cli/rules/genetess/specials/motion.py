"""Specials that move pieces or specials about: S8, S13, S16, S20."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import Displaced


def teleport(turn: Play, square: Square) -> None:
    """S8: sends the piece to one of the empty `targets`; with none empty it tries again (rulings G28, G32)."""
    named = map(Square.named, turn.game.specials[square].details["targets"])
    empty = [target for target in named if turn.game.is_vacant(target)]
    if not empty:
        effects.block(turn, square)
    elif effects.shielded(turn, square):
        effects.block(turn, square, ended=True)
    else:
        target = empty[0] if len(empty) == 1 else turn.dice.choice(empty, f"where {square} leads")
        effects.settle(turn, square, target)


def relocation(turn: Play, square: Square) -> None:
    """S13: every special, in row order, to a random floor square with no piece and no special (ruling G33)."""
    bare = [to for to in turn.game.grid.squares if _is_bare(turn, to)]
    for home in [turn.home(at) for at in sorted(turn.game.specials)]:
        at = turn.place(home)
        if bare:
            to = turn.dice.choice(bare, f"where the special on {at} goes")
            turn.shift(at, to)
            bare.remove(to)
            if _is_bare(turn, at):
                insort(bare, at)


def _is_bare(turn: Play, square: Square) -> bool:
    return square not in turn.game.specials and turn.game.is_vacant(square)


def tremor(turn: Play, square: Square) -> None:
    """S16: every special, then every piece, goes one square in a random direction or stays (ruling G34)."""
    for home in [turn.home(at) for at in sorted(turn.game.specials)]:
        at = turn.place(home)
        to = _shaken(turn, at, "special")
        if to in turn.game.grid and to not in turn.game.specials:
            turn.shift(at, to)
            effects.enter(turn, to)
    for at in _each_once(turn, sorted(turn.game.pieces)):
        to = _shaken(turn, at, "piece")
        if turn.game.is_vacant(to) and not effects.shielded(turn, at):
            effects.settle(turn, at, to)


def _shaken(turn: Play, square: Square, what: str) -> Square:
    """Return one of the nine squares around and at a square."""
    down, right = divmod(turn.dice.number(9, f"tremor under the {what} on {square}"), 3)
    return Square(square.row + down - 1, square.column + right - 1)


def wind(turn: Play, square: Square) -> None:
    """S20: blows all other pieces away from the one here, the farthest first (ruling G36)."""
    squares = sorted(other for other in turn.game.pieces if other != square)
    for at in _each_once(turn, sorted(squares, key=square.apart, reverse=True)):
        effects.blow(turn, at, _away(square, at))


def _away(origin: Square, square: Square) -> Direction:
    """Return the direction nearest to the line between two squares; none tie, for tan 22.5° is irrational."""
    down, right = square.row - origin.row, square.column - origin.column

    def along(direction: Direction) -> int:
        reach: int = direction.down * down + direction.right * right
        return reach * abs(reach) * (1 if direction.diagonal else 2)

    return max(Direction, key=along)


def _each_once(turn: Play, squares: list[Square]) -> Iterator[Square]:
    """Yield the squares of pieces, one after the other, while the pieces move; each piece comes up once.

    Passed over are pieces that are gone when their place comes, and those that have moved onto such a square.
    """
    waiting = dict.fromkeys(squares)
    while waiting:
        square = next(iter(waiting))
        del waiting[square]
        if square not in turn.game.pieces:
            continue
        known = len(turn.events)
        yield square
        for event in turn.events[known:]:
            if isinstance(event, Displaced):
                waiting.pop(event.to, None)
