"""Sealed text as a file: a line that says what it is, and the sealed bytes as base64 below it.

    genetess/v1 sealed order riot red 3b
    c2VhbGVkIGJ5dGVz…

The words of the first line are the kind, the game's slug, the seat and the turn; `-` where there is none. It is for
people and for finding the place again, and is not trusted: `box.py` opens nothing that was sealed for another place.
"""

from __future__ import annotations

import binascii
import re
from typing import Final

import msgspec

WIDTH: Final = 76
_WORD: Final = r"[a-z0-9-]{1,60}"
_FIRST: Final = rf"genetess/v1 sealed ({_WORD}) ({_WORD}) ({_WORD}) ({_WORD})"


class Misshapen(ValueError):
    """A file that holds no sealed text; the words say what is wrong with it."""


class Letter(msgspec.Struct, frozen=True):
    """What a file of sealed text says of itself, and the sealed bytes; `seat` and `turn` may be empty."""

    kind: str
    slug: str
    seat: str
    turn: str
    sealed: bytes


def written(letter: Letter) -> bytes:
    """The file of some sealed text."""
    words = (letter.kind, letter.slug, letter.seat or "-", letter.turn or "-")
    text = binascii.b2a_base64(letter.sealed, newline=False)
    rows = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return b"\n".join([f"genetess/v1 sealed {' '.join(words)}".encode(), *rows, b""])


def read(data: bytes, most: int) -> Letter:
    """The sealed text of a file, of at most `most` bytes. Raises Misshapen, without looking at more than that."""
    if len(data) > size_of(most):
        raise Misshapen(f"the file has {len(data):,} bytes, and no sealed text of its kind has so many")
    first, _, body = data.partition(b"\n")
    found = re.fullmatch(_FIRST, first.rstrip(b"\r").decode("ascii", "replace"))
    if found is None:
        raise Misshapen("its first line does not say what was sealed, as `genetess/v1 sealed order …` does")
    kind, slug, seat, turn = (word if word != "-" else "" for word in found.groups())
    return Letter(kind, slug, seat, turn, _decoded(body, most))


def size_of(sealed: int) -> int:
    """The most bytes that a file has which holds so many sealed ones, with a CR LF behind each letter even."""
    return 300 + 3 * 4 * -(-sealed // 3)


def _decoded(body: bytes, most: int) -> bytes:
    text = body.translate(None, b" \t\r\n")
    try:
        sealed = binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error:
        sealed = None
    # Bits that no byte comes from are zero, or a file could be changed without being another one.
    if sealed is None or binascii.b2a_base64(sealed, newline=False) != text:
        raise Misshapen(
            "what follows its first line is no base64: a part of it is missing, or something was added"
        )
    if len(sealed) > most:
        raise Misshapen(f"it holds {len(sealed):,} sealed bytes; at most {most:,} are opened")
    return sealed
