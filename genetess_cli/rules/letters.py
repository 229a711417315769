"""What the letters and signs that people write are read as: the plain ones of orders, and those nobody sees as none.

The tables are for the pages' scripts as well, so that both read alike, whatever Unicode knows on either side.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

SIGNS = {
    "-": "\u02d7\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u208b\u2212\u23af\u2500\u2501"
    "\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\u30fc\ufe31\ufe32\ufe58\ufe63\uff0d\uff70\U00010d6e"
    "\U00010ead",
    "/": "\u2044\u2215",
    "*": "\u204e\u2217",
    " ": "\u2800",
}
"""Signs, each with those that are read as it."""
ALPHABETS = {
    "Cyrillic": (
        "АВЕЅІЈКМНОРСТУХЗԚԜҺавеѕіјкмнорстухзԛԝһԁѵ",
        "ABESIJKMHOPCTYX3QWHABESIJKMHOPCTYX3QWHDV",
    ),
    "Greek": (
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεζηικμνορτυχω",
        "ABEZHIKMNOPTYXABEZNIKUVOPTUXW",
    ),
    "Armenian": (
        "ՍՏՕսօոհց",
        "USOUONHG",
    ),
    "Cherokee": (
        "ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ",
        "ABCDEGHJKLMPRSTVWZ",
    ),
}
"""Letters of other alphabets, above the Latin letters and the digit that they look like."""
MOST_ACCENTS = 4
"""In one place."""
# Patterns as text: of most orders all letters are plain, and nothing compiles these.
_UNSEEN = (
    "["
    "\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    "\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "]"
)
"""What nobody sees: controls, format characters, selectors, fillers; whatever Unicode an interpreter knows."""
_SIGNS = {like: sign for sign, every in SIGNS.items() for like in every}
LOOKALIKE = f"[{''.join(like for like, _ in ALPHABETS.values())}]"
"""Finds such a letter."""
_IN_LATIN = {ord(like): latin for rows in ALPHABETS.values() for like, latin in zip(*rows, strict=True)}
_JOINERS = "\u200c\u200d"
_LAYOUT = f"\n\t{_JOINERS}"


def plain(letter: str) -> str:
    """Return the letter or sign that one is read as."""
    same = unicodedata.normalize("NFKC", letter)
    if len(same) != 1:
        same = letter
    return _SIGNS.get(letter, same)


def seen(text: str, columns: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return a text as it is read, and of the columns of its letters those of the ones that are left."""
    if text.isascii() and text.isprintable():
        return text, columns
    kept = [index for index, letter in enumerate(text) if not re.match(_UNSEEN, letter)]
    return "".join(plain(text[index]) for index in kept), tuple(columns[index] for index in kept)


def in_latin(text: str) -> str:
    return text.translate(_IN_LATIN)


def printable(text: str) -> str:
    """Return a text with a space in place of each character that cannot be printed."""
    return "".join(map(_printable, text))


def _printable(letter: str) -> str:
    return letter if letter.isprintable() else " "


def cut_accents(text: str) -> str:
    """Return a text without the accents that are more than a place holds: they are drawn over other lines."""
    kept = []
    piled = 0
    for letter in text:
        is_accent = unicodedata.category(letter)[0] == "M"
        piled = piled + 1 if is_accent else 0
        if piled <= MOST_ACCENTS:
            kept.append(letter)
    return "".join(kept)


def strip_controls(text: str) -> str:
    """Return what a person wrote without the characters that are not seen but turn or break what stands around them."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if letter in _JOINERS or unicodedata.category(letter)[0] != "C")


def escape_controls(text: str) -> str:
    """Return a text of several lines with the characters that are not seen written out: `⟨202E⟩`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_escape_control, text.replace("\r\n", "\n")))


def _escape_control(letter: str) -> str:
    is_control = unicodedata.category(letter)[0] == "C" and letter not in _LAYOUT
    return f"⟨{ord(letter):04X}⟩" if is_control else letter
