"""The 26 genetic codes, A to Z, as data, and what a sequence of them makes of a piece.

A sequence is a string of the letters A to Z, sorted, a letter once for each copy. Only here letters are counted;
nothing here knows of boards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod

from genetess_cli.rules.board import Direction
from genetess_cli.values import Value

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Code(Value):
    """One genetic code: its price in E (None: cannot be bought), the actions it enables, whether copies add up."""

    letter: str
    name: str
    price: int | None
    verbs: tuple[str, ...] = ()
    stacks: bool = False
    spent: bool = False


CODES: dict[str, Code] = {
    code.letter: code
    for code in (
        Code("A", "Basic Piece", 1, ("MOVE",)),
        Code("B", "Additional Move", 2, stacks=True),
        Code("C", "Diagonal Moves", 2),
        Code("D", "Additional View", 3, stacks=True),
        Code("E", "Jump", 3),
        Code("F", "Decode", 4),
        Code("G", "Digest", 5),
        Code("H", "Divide", 5, ("DIVIDE",)),
        Code("I", "Cannibalise", 8),
        Code("J", "Transfer", 9, ("TRANSFER",), spent=True),
        Code("K", "King", None, ("MOVE", "CREATE"), stacks=True),
        Code("L", "Subsumption", 10),
        Code("M", "Radiate", 7, ("RADIATE",)),
        Code("N", "Teleport", 7, ("TELEPORT",)),
        Code("O", "Mine", 20),
        Code("P", "Ronin", 2),
        Code("Q", "Petrify", 19, ("PETRIFY",)),
        Code("R", "Phase", 7, ("PHASE",), spent=True),
        Code("S", "Convert", 4, ("CONVERT",)),
        Code("T", "Repulse", 9, ("REPULSE",)),
        Code("U", "Flare", 9, ("FLARE",), spent=True),
        Code("V", "Home", 4, ("HOME",)),
        Code("W", "Shield", 4, spent=True),
        Code("X", "Attract", 9, ("ATTRACT",)),
        Code("Y", "Sanctuary", 13, ("SANCTUARY",)),
        Code("Z", "Charge", 20, ("CHARGE",), stacks=True),
    )
}


class Body(Value):
    """The abilities of one sequence."""

    codes: str
    # In E (ruling G7).
    cost: int
    # Those that a MOVE takes (G13).
    steps: int
    # Of its view, in squares (G2).
    radius: int
    # Those of a CHARGE (G26).
    legs: int
    # Where it may go, and sends waves and blasts.
    directions: tuple[Direction, ...]
    kings: int
    # Whether it can exist at all.
    viable: bool
    # The actions that it may do.
    verbs: frozenset[str]

    def has(self, code: str) -> bool:
        return code in self.codes


_EIGHT = tuple(Direction)
_FOUR = tuple(direction for direction in Direction if not direction.diagonal)


@lru_cache(maxsize=65536)
def body(codes: str) -> Body:
    directions = _EIGHT if "C" in codes else _FOUR
    return Body(
        codes=codes,
        cost=cost(codes),
        steps=1 + codes.count("B"),
        radius=1 + 2 * codes.count("D"),
        legs=codes.count("Z"),
        directions=directions,
        kings=codes.count("K"),
        viable="A" in codes or "K" in codes,
        verbs=frozenset(verb for code in set(codes) for verb in CODES[code].verbs),
    )


def prices(codes: str) -> list[int]:
    """Return the price of each copy of each code, K left out."""
    return [price for code in codes if (price := CODES[code].price) is not None]


def cost(codes: str) -> int:
    """Sum plus product of the prices, K left out of both; nothing but K costs 0 (ruling G7)."""
    paid = prices(codes)
    return sum(paid) + prod(paid) if paid else 0


def sequence(letters: Iterable[str]) -> str:
    """Return letters in any order and either case as a sequence."""
    return "".join(sorted(letter.upper() for letter in letters))


def plus(codes: str, more: str) -> str:
    return sequence(codes + more)


def minus(codes: str, fewer: str) -> str:
    """Return the sequence with one copy removed for each letter of `fewer`.

    Raise ValueError if it does not hold that many copies.
    """
    left = list(codes)
    for code in fewer:
        left.remove(code)
    return "".join(left)


def holds(codes: str, part: str) -> bool:
    """Return whether `part` is a sub-multiset of the sequence."""
    return all(codes.count(code) >= part.count(code) for code in set(part))


def merge(codes: str, taken: str) -> str:
    """Return the codes that `taken` has and `codes` lacks, one copy each (ruling G10)."""
    return sequence(set(taken) - set(codes))


def may_lose(codes: str, last_a: bool) -> str:
    """Return the codes that radiation may take: never K, and the last A only if `last_a` says so (ruling G19)."""
    safe = "K" if last_a or codes.count("A") > 1 else "KA"
    return "".join(code for code in codes if code not in safe)
