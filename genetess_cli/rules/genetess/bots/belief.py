"""The position that a seat believes in: what it is shown, what it remembers, and guesses where it can know neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.board import NEVER, SEEN, Square
from genetess_cli.rules.genetess.bots.ground import Ground
from genetess_cli.rules.genetess.game import Game, Map, Piece
from genetess_cli.rules.genetess.memory import Memory
from genetess_cli.rules.genetess.sight import PieceView, known, sight, view

OLDEST = 8
"""Rounds after which a piece that was seen is no more believed to be there."""
STRANGER, KING = "ABC", "K"
"""What a piece whose codes cannot be read is taken for, and one that is likely a King."""
ON_START, ELSEWHERE, UNLIKELY, PLAIN = 0.9, 0.15, 0.03, 0.02
"""How likely an enemy piece that cannot be read is a King: on one of the board's starts, on no start, and where its
owner's King is known to be another.
"""
NEVER_SEEN, EMPTY = 0.8, 0.02
"""How likely an enemy King is on a start out of sight, by whether the seat has ever seen that square."""
FADING = 0.95
"""How much of a likelihood is left after each round out of sight."""


Item = TypeVar("Item")


class Belief(msgspec.Struct, frozen=True):
    """What a seat believes: the position, how many rounds ago it saw pieces that are out of sight, where enemy Kings
    may be and how likely, the specials it knows; squares out of sight (`dark`), and those that it never saw (`new`).
    """

    game: Game
    seat: str
    ground: Ground
    ages: dict[Square, int]
    kings: dict[Square, float]
    specials: dict[Square, str]
    dark: int
    new: int


def chart(game: Game, seat: str, memory: Memory | None) -> tuple[Game, int, int]:
    """Return the position that a seat sees with the walls that it knows of, the squares out of sight, and those of them
    that it never saw.
    """
    seen, dark = known(game, seat), game.grid.everything & ~sight(game, seat).seen
    if not memory:
        return seen, dark, dark
    exterior, interior = (_mask(memory.map, SEEN[sign] + NEVER[sign]) & dark for sign in (1, 2))
    charted = replace(seen, map=Map(game.grid, seen.map.exterior | exterior, seen.map.interior | interior))
    return charted, dark, _mask(memory.map, NEVER) & dark


def believe(game: Game, seat: str, memory: Memory | None) -> Belief:
    """Return what a seat believes of a position, of what it is shown of it and remembers alone."""
    (seen, dark, new), shown = chart(game, seat, memory), view(game, seat)
    specials = {Square.named(special.at): special.type for special in shown.specials}
    pieces, foreign, ages = dict(seen.pieces), {Square.named(piece.at): piece for piece in shown.pieces}, {}
    if memory:
        for square, (piece, last) in _hidden(memory.pieces, dark, game):
            foreign[square], ages[square] = piece, game.round - last
        specials |= {square: special.type for square, (special, _) in _hidden(memory.specials, dark, game)}
    foreign = {
        square: piece
        for square, piece in foreign.items()
        if piece.owner != seat and (square in game.starts or _is_believed(piece, ages.get(square, 0)))
    }
    ages = {square: age for square, age in ages.items() if square in foreign}
    for square, piece in foreign.items():
        guess = KING if piece.king or square in game.starts else STRANGER
        pieces[square] = (
            replace(pieces[square], codes=piece.codes or guess)
            if square in pieces
            else Piece(piece.owner, piece.codes or guess)
        )
    believed = replace(seen, pieces=pieces)
    kings = dict(_kings(believed, foreign, ages, dark, new))
    return Belief(believed, seat, Ground(seen.map), ages, kings, specials, dark, new)


def _mask(rows: list[str], signs: str) -> int:
    """Return the squares of a map that have one of some signs."""
    bits = "".join(rows)[::-1].translate(
        {ord(sign): "1" for sign in signs} | dict.fromkeys(map(ord, set(SEEN + NEVER) - set(signs)), "0")
    )
    return int(bits, 2)


def _hidden(
    found: Mapping[str, tuple[Item, int]], dark: int, game: Game
) -> Iterator[tuple[Square, tuple[Item, int]]]:
    for at, each in found.items():
        square = Square.named(at)
        if game.grid.bits[square] & dark:
            yield square, each


def _is_believed(piece: PieceView, age: int) -> bool:
    return age <= OLDEST or piece.king or "K" in (piece.codes or "")


def _kings(
    game: Game, foreign: Mapping[Square, PieceView], ages: Mapping[Square, int], dark: int, new: int
) -> Iterator[tuple[Square, float]]:
    """Yield the squares where there may be a King of an enemy who is still in, and how likely."""
    enemies = set(game.still_in())
    sure = {piece.owner for piece in foreign.values() if piece.king or "K" in (piece.codes or "")}
    elsewhere = UNLIKELY if any(game.grid.bits[start] & new for start in game.starts) else ELSEWHERE
    for square, piece in foreign.items():
        if piece.owner not in enemies:
            continue
        is_king = piece.king or "K" in (piece.codes or "")
        likely = PLAIN if piece.owner in sure else ON_START if square in game.starts else elsewhere
        if is_king or not piece.codes:
            yield square, (1.0 if is_king else likely) * FADING ** ages.get(square, 0)
    for square in game.starts:
        bit = game.grid.bits[square]
        if bit & dark and square not in foreign and len(sure) < len(enemies) - 1:
            yield square, NEVER_SEEN if bit & new else EMPTY
