"""An order of Genie of the Lamp as a value, and how it is written (ruling L6). How it is read is in `reading.py`."""

from __future__ import annotations

import msgspec

from genetess_cli.rules.orders import HOLIDAY

MOVE, DRAW, CLAIM, RESIGN = "MOVE", "DRAW", "CLAIM", "RESIGN"
"""What an order can be; that of a move is written without a word before it."""
WORDS = (DRAW, CLAIM, RESIGN, HOLIDAY)
"""Words that stand for an order of their own."""
USAGES = {
    MOVE: "Nf3, exd5, e8=Q, O-O, Gd2, or by its squares g1f3",
    DRAW: "DRAW",
    CLAIM: "CLAIM, or CLAIM Nf3",
    RESIGN: "RESIGN",
    HOLIDAY: "HOLIDAY",
}
"""Every order, as it is written."""
SHORT, LONG = "O-O", "O-O-O"
CASTLING = r"[Oo0]-?[Oo0](?P<long>-?[Oo0])?[+#]*"
MOVE_PATTERN = (
    r"(?P<piece>[KQRBNGPkqrnp])?(?P<file>[a-h])?(?P<rank>[1-8])?-?(?:(?P<via>[a-h][1-8])-)?"
    r"(?P<captures>[x:])?(?P<to>[a-h][1-8])(?:[=(]?(?P<becomes>[KQRBNGPkqrbngp])\)?)?(?:e\.?p\.?)?[+#]*"
)
"""How castling and any other move are written, as regular expressions."""


class Written(msgspec.Struct, frozen=True):
    """A move as it is written: what of it is left out is "".

    `piece` and `becomes` are capitals; `piece` is "" for a pawn, and for any piece where the square that it comes from
    is given whole. `via` is the square between the two leaps of a double jump. A castling has nothing but `castling`.
    """

    to: str = ""
    piece: str = ""
    file: str = ""
    rank: str = ""
    via: str = ""
    captures: bool = False
    becomes: str = ""
    castling: str = ""

    @property
    def origin(self) -> str:
        """The square that the move comes from, where it is given whole."""
        return self.file + self.rank if self.file and self.rank else ""

    @property
    def is_push(self) -> bool:
        """Whether it can only be a pawn that goes straight ahead: for a capture its file is written, or the sign."""
        return not (self.piece or self.file or self.captures)

    @property
    def can_enter(self) -> bool:
        """Whether it can mean that a pawn is flipped where it stands: `Gd2`, `d2d2g`, `d2=G`."""
        return self.piece in ("", "G") and "G" in (self.piece, self.becomes)

    def __str__(self) -> str:
        if self.castling:
            return self.castling
        if self.via:
            return f"{self.piece}{self.origin}-{self.via}-{self.to}"
        by_squares = self.origin and not self.piece
        sign = "x" if self.captures else ""
        becomes = self.becomes and (self.becomes.lower() if by_squares else f"={self.becomes}")
        return f"{self.piece}{self.file}{self.rank}{sign}{self.to}{becomes}"


class Order(msgspec.Struct, frozen=True):
    """An order; `move` is the move itself, or that of a CLAIM, if it has one."""

    verb: str
    move: Written | None = None

    def __str__(self) -> str:
        words = (self.verb if self.verb != MOVE else "", str(self.move or ""))
        return " ".join(word for word in words if word)
