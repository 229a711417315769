"""What a seat remembers of the board: made of views and of what was told, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

import msgspec

from genetess_cli.rules.base import Told, round_of
from genetess_cli.rules.board import NEVER, SEEN, Square
from genetess_cli.rules.genetess.game import Game, Map
from genetess_cli.rules.genetess.sight.light import sight
from genetess_cli.rules.genetess.sight.told import (
    SeenConverted,
    SeenDestroyed,
    SeenDisplaced,
    SeenSwapped,
    SeenTaken,
)
from genetess_cli.rules.genetess.sight.views import GenetessView, PieceView, SpecialView, known
from genetess_cli.values import Value

LATELY = 36
"""Rounds for which it is remembered when a square was seen."""
_IN_SIGHT = str.maketrans(SEEN + "?", "1" * len(SEEN) + "0")
_AT_THE_START = str.maketrans(SEEN, NEVER)


class SeatMemory(Value):
    """What a seat remembers."""

    # The sign of each square as it was last seen, or the one that says it never was.
    map: list[str]
    # Those of others by square, each with the round in which it was last seen.
    pieces: dict[str, tuple[PieceView, int]] = {}
    # By square, each with the round in which it was last seen.
    specials: dict[str, tuple[SpecialView, int]] = {}
    # The squares that were in view in each of the last rounds, as a mask in hexadecimal digits, the newest first.
    lately: list[tuple[int, str]] = []
    turn: str = ""
    # So many orders in `turn`.
    failed: int = 0

    def mask(self, signs: str) -> int:
        """Return the squares of the map that have one of some signs."""
        bits = dict.fromkeys(map(ord, SEEN + NEVER), "0") | dict.fromkeys(map(ord, signs), "1")
        return int("".join(self.map)[::-1].translate(bits), 2)


def recalled(game: Game, seat: str, memory: SeatMemory | None) -> Game:
    """Return what is `known`, with the walls that the seat remembers, or that were there at the start, out of sight."""
    believed = known(game, seat)
    if memory is None:
        return believed
    dark = game.grid.everything & ~sight(game, seat).seen
    exterior, interior = (dark & memory.mask(SEEN[sign] + NEVER[sign]) for sign in (1, 2))
    walls = Map(game.grid, believed.map.exterior | exterior, believed.map.interior | interior)
    return believed.replace(map=walls)


class HasMap(Protocol):
    """What is read of board.yaml."""

    @property
    def map(self) -> str: ...


def remember(files: HasMap, memory: object, view: GenetessView, told: Iterable[Told]) -> SeatMemory:
    """Return the memory after a turn; `memory` is that before it (None: nothing was seen yet), `files` the board's."""
    known_before = memory or SeatMemory([line.translate(_AT_THE_START) for line in files.map.splitlines()])
    memory = msgspec.convert(known_before, SeatMemory)
    now = int(round_of(view.turn))
    rows = view.board.map
    pieces = dict(memory.pieces)
    for event in told:
        for at in _gone(event):
            pieces.pop(at or "", None)
        if isinstance(event, SeenDisplaced) and event.to and event.piece.owner:
            moved = PieceView(event.to, event.piece.owner, event.piece.codes, phased=False, flare=False)
            pieces[event.to] = moved, now
    hidden = {at: each for at, each in pieces.items() if is_hidden(rows, at) and each[0].owner != view.viewer}
    shown = {piece.at: (piece, now) for piece in view.pieces if piece.owner != view.viewer}
    specials = {at: each for at, each in memory.specials.items() if is_hidden(rows, at)}
    lit = int("".join(rows)[::-1].translate(_IN_SIGHT), 2)
    for last, squares in memory.lately[:1]:
        if last == now:
            lit |= int(squares, 16)
    failed = memory.failed + 1 if view.turn == memory.turn else 0
    return SeatMemory(
        [_merge(row, old) for row, old in zip(rows, memory.map, strict=True)],
        hidden | shown,
        specials | {special.at: (special, now) for special in view.specials},
        [(now, f"{lit:x}"), *(each for each in memory.lately if now - LATELY < each[0] < now)],
        view.turn,
        failed,
    )


def _gone(event: Told) -> tuple[str | None, ...]:
    """Return the squares on which what was seen before is no more, or is somebody else's."""
    match event:
        case SeenSwapped():
            return event.at, event.to
        case SeenDisplaced() | SeenTaken() | SeenDestroyed() | SeenConverted():
            return (event.at,)
        case _:
            return ()


def is_hidden(rows: list[str], at: str) -> bool:
    square = Square.named(at)
    return rows[square[0]][square[1]] == "?"


@lru_cache(maxsize=8192)
def _merge(row: str, old: str) -> str:
    signs = list(row)
    for place, before in enumerate(old):
        if signs[place] == "?":
            signs[place] = before
    return "".join(signs)
