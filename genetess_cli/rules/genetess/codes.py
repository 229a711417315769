"""The 26 genetic codes, A to Z, as data. What a whole sequence makes of a piece is worked out in `body.py`."""

from __future__ import annotations

import msgspec

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Code(msgspec.Struct, frozen=True):
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
