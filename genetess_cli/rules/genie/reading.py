"""An order of Genie of the Lamp read from words (ruling L6). Whether it can be carried out is not asked here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genetess_cli.problems import Problem, Span
from genetess_cli.rules.base import Reading
from genetess_cli.rules.genie.order import (
    CASTLING,
    CLAIM,
    DRAW,
    LONG,
    MOVE,
    MOVE_PATTERN,
    SHORT,
    USAGES,
    WORDS,
    Order,
    Written,
)
from genetess_cli.rules.orders import Entry, Word, nearest

_NUMBER = re.compile(r"[0-9]{1,3}(\.+|…|$)")
_CASTLING = re.compile(CASTLING)
_MOVE = re.compile(MOVE_PATTERN)
_BESIDE = ("EP", "E.P", "+", "++")
"""Words behind a move that say nothing new: capture in passing, check, mate."""
_SAME_LETTERS = str.maketrans({"–": "-", "—": "-", "×": "x", "“": "", "”": ""})
_FIGURINES = str.maketrans(dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)) | {"♙": "", "♟": ""})
HOW = f"A move is written like {USAGES[MOVE]}. Besides there are {', '.join(WORDS)}."


def parse(entry: Entry) -> Reading:
    """The order that an entry's words make up, or the problem of the first word that does not fit."""
    words = _without_number(entry.words)
    if not words:
        return _misread("no-order", "There is no order here.", entry.span, HOW)
    verb = words[0].text.upper()
    if verb not in WORDS:
        return _move(words, MOVE)
    if verb == CLAIM and words[1:]:
        return _move(_without_number(words[1:]) or words[1:], CLAIM)
    return _closed(Order(verb), words[:1], words[1:])


def _without_number(words: Sequence[Word]) -> Sequence[Word]:
    """The words without the number of the move that may stand before it: `12.`, or `12...` in `12...Nf6`."""
    found = _NUMBER.match(words[0].text) if words else None
    if not found or _CASTLING.fullmatch(words[0].text):
        return words
    rest = words[0].text[found.end() :]
    start = words[0].span.end - len(rest)
    first = [Word(rest, Span(words[0].span.line, start, words[0].span.end))] if rest else []
    return [*first, *words[1:]]


def _move(words: Sequence[Word], verb: str) -> Reading:
    written = written_as(words[0].text)
    if written is None:
        return _no_move(words, verb)
    rest = [word for word in words[1:] if word.text.upper() not in _BESIDE]
    return _closed(Order(verb, written), words[:1], rest, _together(words))


def _together(words: Sequence[Word]) -> str:
    """Two words as one, if that is a move; else ""."""
    if len(words) != 2:
        return ""
    text = "".join(word.text for word in words)
    return text if written_as(text) else ""


def _closed(order: Order, words: Sequence[Word], rest: Sequence[Word], meant: str = "") -> Reading:
    """The reading of an order that ends here; `meant` is the move that it is with what stands behind it."""
    if not rest:
        return Reading(order, places={"verb": words[0].span})
    hint = "An order stands alone; part orders by a `/` or a new line."
    if meant:
        hint = f"{hint} If it is one move, write {meant}."
    if rest[0].text.upper() == DRAW or rest[0].text in ("=", "==", "½"):
        hint = f"A draw is offered before the move, by an order of its own: {DRAW} / {order}"
    return _misread("misfit", f"{order}: there is more behind it: “{rest[0].text}”.", rest[0].span, hint)


def written_as(text: str) -> Written | None:
    """A move as it is written, in SAN or by its squares; None where the text is none.

    Capitals and small letters are told apart where chess does: B and G are pieces, b and g files. A text all in
    capitals, which no other reading fits, is read as if the squares in it were small.
    """
    text = text.translate(_SAME_LETTERS).translate(_FIGURINES)
    if castling := _CASTLING.fullmatch(text):
        return Written(castling=LONG if castling["long"] else SHORT)
    tried = (text, text[:1] + text[1:].lower(), text.lower())
    found = next((match for each in tried if (match := _MOVE.fullmatch(each))), None)
    if found is None:
        return None
    parts = {name: part or "" for name, part in found.groupdict().items()}
    return Written(
        to=parts["to"],
        piece=parts["piece"].upper().removeprefix("P"),
        file=parts["file"],
        rank=parts["rank"],
        via=parts["via"],
        captures=bool(parts["captures"]),
        becomes=parts["becomes"].upper(),
    )


def _no_move(words: Sequence[Word], verb: str) -> Reading:
    word = words[0]
    if move := _together(words):
        return _misread("no-order", f"“{word.text}” alone is no move.", word.span, f"Did you mean {move}?")
    meant = nearest(word.text, WORDS) if verb == MOVE else None
    what = "no order of this game" if verb == MOVE else "no move"
    return _misread(
        "no-order", f"“{word.text}” is {what}.", word.span, f"Did you mean {meant}? {HOW}" if meant else HOW
    )


def _misread(slug: str, message: str, span: Span, hint: str) -> Reading:
    return Reading(problem=Problem(slug, message, span, hint))
