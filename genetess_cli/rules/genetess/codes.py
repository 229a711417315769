"""The 26 genetic codes, A to Z, as data, and what a sequence of them makes of a piece.

A sequence is a string of the letters A to Z, sorted, a letter once for each copy. Only here letters are counted;
nothing here knows of boards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod

from genetess_cli.rules.board import Direction
from genetess_cli.tables import table
from genetess_cli.values import Value

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Code(Value):
    """One genetic code: its price in E (None: cannot be bought), the actions it enables, whether copies add up."""

    letter: str
    name: str
    price: int | None
    verbs: tuple[str, ...]
    stacks: bool
    spent: bool


def _code(letter: str, price: str, words: str) -> Code:
    name, _, more = words.partition(", ")
    said = more.split()
    cost = int(price) if price.isdigit() else None
    return Code(letter, name, cost, tuple(filter(str.isupper, said)), "stacks" in said, "spent" in said)


_TABLE = table("""
    A  1   Basic Piece, MOVE
    B  2   Additional Move, stacks
    C  2   Diagonal Moves
    D  3   Additional View, stacks
    E  3   Jump
    F  4   Decode
    G  5   Digest
    H  5   Divide, DIVIDE
    I  8   Cannibalise
    J  9   Transfer, TRANSFER spent
    K  –   King, MOVE CREATE stacks
    L  10  Subsumption
    M  7   Radiate, RADIATE
    N  7   Teleport, TELEPORT
    O  20  Mine
    P  2   Ronin
    Q  19  Petrify, PETRIFY
    R  7   Phase, PHASE spent
    S  4   Convert, CONVERT
    T  9   Repulse, REPULSE
    U  9   Flare, FLARE spent
    V  4   Home, HOME
    W  4   Shield, spent
    X  9   Attract, ATTRACT
    Y  13  Sanctuary, SANCTUARY
    Z  20  Charge, CHARGE stacks
""")
"""By their letters: the price, the name, and behind a comma the actions and how copies count."""
CODES = {letter: _code(letter, *row) for letter, row in _TABLE.items()}


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
