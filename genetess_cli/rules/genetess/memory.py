"""What a seat remembers of a Genetess board: ground, special squares and pieces, as it last saw them.

It is made of the views that the seat was shown and of what it was told, and of nothing else. What was never seen is as
the map at the start has it, which is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from genetess_cli.rules.base import Told, round_of
from genetess_cli.rules.board import NEVER, SEEN, Square
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.sight import GenetessView, PieceView, SpecialView

LATELY = 36
"""Rounds for which it is remembered when a square was seen."""
_IN_SIGHT = str.maketrans(SEEN + "?", "1" * len(SEEN) + "0")
_AT_THE_START = str.maketrans(SEEN, NEVER)
_NO_MORE = {
    **dict.fromkeys(("displaced", "taken", "destroyed", "converted"), ("at",)),
    "swapped": ("at", "to"),
}
"""The facts of an event that name squares on which what was seen before is no more, or is somebody else's."""


class Memory(msgspec.Struct, frozen=True):
    """`map` has the sign of each square as it was last seen, else the one that says it never was. Others' pieces and
    specials are by square, each with the round in which it was last seen. `lately` has the squares that were in view in
    each of the last rounds, as a mask in hexadecimal digits, the newest first. Of the orders in `turn` some `failed`.
    """

    map: list[str]
    pieces: dict[str, tuple[PieceView, int]] = {}
    specials: dict[str, tuple[SpecialView, int]] = {}
    lately: list[tuple[int, str]] = []
    turn: str = ""
    failed: int = 0


def remember(files: Board, memory: Any, view: GenetessView, told: Iterable[Told]) -> Memory:
    """Return the memory after a turn; `memory` is that before it (None: nothing was seen yet)."""
    if memory is None:
        memory = Memory([line.translate(_AT_THE_START) for line in files.map.splitlines()])
    memory = msgspec.convert(memory, Memory)
    now, rows, pieces = int(round_of(view.turn)), view.board.map, dict(memory.pieces)
    for event in told:
        for end in _NO_MORE.get(event.kind, ()):
            pieces.pop(event.facts.get(end) or "", None)
        if event.kind == "displaced" and event.facts["to"] and (event.facts["piece"] or {}).get("owner"):
            to, piece = event.facts["to"], event.facts["piece"]
            pieces[to] = PieceView(to, piece["owner"], piece["codes"], phased=False, flare=False), now
    hidden = {at: each for at, each in pieces.items() if is_hidden(rows, at) and each[0].owner != view.viewer}
    shown = {piece.at: (piece, now) for piece in view.pieces if piece.owner != view.viewer}
    specials = {at: each for at, each in memory.specials.items() if is_hidden(rows, at)}
    lit = int("".join(rows)[::-1].translate(_IN_SIGHT), 2)
    for last, squares in memory.lately[:1]:
        lit |= int(squares, 16) if last == now else 0
    return Memory(
        [_merge(row, old) for row, old in zip(rows, memory.map, strict=True)],
        hidden | shown,
        specials | {special.at: (special, now) for special in view.specials},
        [(now, f"{lit:x}"), *(each for each in memory.lately if now - LATELY < each[0] < now)],
        view.turn,
        memory.failed + 1 if view.turn == memory.turn else 0,
    )


def is_hidden(rows: list[str], at: str) -> bool:
    square = Square.named(at)
    return rows[square[0]][square[1]] == "?"


@lru_cache(maxsize=8192)
def _merge(row: str, old: str) -> str:
    return "".join(sign if sign != "?" else known for sign, known in zip(row, old, strict=True))
