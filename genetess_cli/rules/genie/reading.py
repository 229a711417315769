"""An order of Genie of the Lamp as a value, and how it is read and written (ruling L6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from genetess_cli.rules.base import Reading, refuse_lookalikes
from genetess_cli.rules.orders import HOLIDAY, Entry, Word, nearest, no_words, unclear
from genetess_cli.rules.problems import Sentences, problem_of
from genetess_cli.values import Value

# What an order can be; that of a move is written without a word before it.
MOVE = "MOVE"
DRAW = "DRAW"
CLAIM = "CLAIM"
RESIGN = "RESIGN"

WORDS = (DRAW, CLAIM, RESIGN, HOLIDAY)
"""Words that stand for an order of their own."""
EXAMPLES = ("Nf3", "* Gd2", "CLAIM Nf3")
USAGES = {
    MOVE: "Nf3, exd5, e8=Q, O-O, Gd2, or by its squares g1f3",
    DRAW: "DRAW",
    CLAIM: "CLAIM, or CLAIM Nf3",
    RESIGN: "RESIGN",
    HOLIDAY: "HOLIDAY",
}
"""Every order, as it is written."""
SENTENCES: Sentences = {
    "ambiguous": "{move}: it can be {pieces:or}.",
    "becomes-what": "{move}: say what the pawn becomes, like {like}.",
    "check": "{move}: your king would be in check from {pieces}.",
    "check/castling": (
        "{move}: no king castles out of check, nor over or to a square where it would be in check."
    ),
    "genie-captured": "{move}: your Genie has been captured, and comes again by a promotion alone.",
    "genie-there": "{move}: your Genie is on the board already, on {at}.",
    "in-the-way": "{move}: not with {pieces} between king and rook.",
    "misfit": "There is more after “{word}”: “{behind}”.",
    "no-capture": "{move}: nothing can be captured on {to}.",
    "no-claim": (
        "There is no draw to claim: the position has come up {count:time} of {most}, and {moves} of {fifty} half moves "
        "in a row were neither a capture nor a pawn’s move."
    ),
    "no-claim/after": (
        "There is no draw to claim: after {move} the position has come up {count:time} of {most}, and {moves} of "
        "{fifty} half moves in a row were neither a capture nor a pawn’s move."
    ),
    "no-claim/ends": f"There is no draw to claim: {{move}} ends the game. Order it without {CLAIM}.",
    "no-order": "“{word}” is no order of this game.",
    "no-order/move": "“{word}” is no move.",
    "no-piece": "{move}: you have no {piece} on {where}.",
    "no-piece/genie": (
        "{move}: your Genie is not on the board, and no pawn of yours stands on {to} to be flipped."
    ),
    "no-promotion": "{move}: a pawn becomes something on the last rank alone.",
    "no-promotion/piece": "{move}: no pawn becomes a {piece}.",
    "no-right": ("{move}: the right to it is lost, as king or rook have moved or the rook was captured."),
    "no-way": "{move}: {piece} cannot go to {to}.",
    "no-way/any": "{move}: none of your {piece}s can go to {to}.",
    "no-way/begins": "{move}: the way of a double jump begins with the square of your Genie.",
    "no-way/leap": (
        "{move}: in a double jump each leap goes two squares straight on, over a piece to an empty square."
    ),
    "nothing-to-become": "{move}: all that the pawn could become is still on the board.",
    "offered": "You have already offered a draw. The offer is open until {opponent} has moved.",
    "past-centre": "{move}: the pawn has passed the centre.",
    "still-there": "{move}: your {piece} is still on the board.",
    "still-there/both": "{move}: both your {piece}s are still on the board.",
}
"""What is said of each problem, by the key that records keep."""
problem_in = partial(problem_of, SENTENCES)
SHORT = "O-O"
LONG = "O-O-O"
CASTLING = r"[Oo0]-?[Oo0](?P<long>-?[Oo0])?[+#]*"
MOVE_PATTERN = (
    r"(?P<piece>[KQRBNGPkqrnp])?(?P<file>[a-h])?(?P<rank>[1-8])?-?(?:(?P<via>[a-h][1-8])-)?"
    r"(?P<captures>[x:])?(?P<to>[a-h][1-8])(?:[=(]?(?P<becomes>[KQRBNGPkqrbngp])\)?)?(?:e\.?p\.?)?[+#]*"
)
"""How castling and any other move are written, as regular expressions."""


class MoveText(Value):
    """A move as it is written; what is left out is ""."""

    to: str = ""
    # A capital; "" for a pawn, and for any piece where the square that it comes from is given whole.
    piece: str = ""
    file: str = ""
    rank: str = ""
    # The square between the two leaps of a double jump.
    via: str = ""
    captures: bool = False
    # A capital.
    becomes: str = ""
    # A castling has nothing but this.
    castling: str = ""

    @property
    def origin(self) -> str:
        """Return the square that the move comes from, where it is given whole."""
        return self.file + self.rank if self.file and self.rank else ""

    @property
    def is_push(self) -> bool:
        """Return whether it can only be a pawn going straight ahead: a capture has its file, or the sign."""
        return not (self.piece or self.file or self.captures)

    @property
    def can_enter(self) -> bool:
        """Return whether it can mean that a pawn is flipped where it stands: `Gd2`, `d2d2g`, `d2=G`."""
        return self.piece in ("", "G") and "G" in (self.piece, self.becomes)

    def __str__(self) -> str:
        if self.castling:
            return self.castling
        if self.via:
            return f"{self.piece}{self.origin}-{self.via}-{self.to}"
        by_squares = self.origin and not self.piece
        sign = "x" if self.captures else ""
        becomes = self.becomes
        if becomes:
            becomes = becomes.lower() if by_squares else f"={becomes}"
        return f"{self.piece}{self.file}{self.rank}{sign}{self.to}{becomes}"


class Order(Value):
    """An order."""

    verb: str
    # The move itself, or that of a CLAIM, if it has one.
    move: MoveText | None = None

    def __str__(self) -> str:
        verb = self.verb if self.verb != MOVE else ""
        words = (verb, str(self.move or ""))
        return " ".join(word for word in words if word)


_NUMBER = re.compile(r"[0-9]{1,3}(\.+|…|$)")
_CASTLING = re.compile(CASTLING)
_MOVE = re.compile(MOVE_PATTERN)
BESIDE = ("EP", "E.P", "+", "++")
"""Words behind a move that say nothing new: capture in passing, check, mate."""
SIGNS = {
    **{"×": "x", "♙": "", "♟": ""},
    **dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)),
}
"""What stands in a move for signs that people write in it."""
_PLAIN = str.maketrans(SIGNS)
HOW = f"A move is written like {USAGES[MOVE]}. There are also {', '.join(WORDS)}."


@refuse_lookalikes
def parse(entry: Entry) -> Reading[Order]:
    words = _without_number(entry.words)
    if not words:
        return Reading(problem=no_words(entry, HOW))
    verb = words[0].text.upper()
    if verb == CLAIM and words[1:]:
        return _move(_without_number(words[1:]) or words[1:], CLAIM)
    if verb in WORDS and not words[1:]:
        return Reading(Order(verb), places={"verb": words[0].span})
    if not any(read_move(word.text) for word in words) and (problem := unclear(entry, WORDS)):
        return Reading(problem=problem)
    return _more(words[0], words[1], _ONE) if verb in WORDS else _move(words, MOVE)


def _without_number(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words without the number of the move that may stand before it: `12.`, or `12...` in `12...Nf6`."""
    match = _NUMBER.match(words[0].text) if words else None
    if not match or _CASTLING.fullmatch(words[0].text):
        return words
    rest = words[0].replace(text=words[0].text[match.end() :], columns=words[0].columns[match.end() :])
    return [rest, *words[1:]] if rest.text else words[1:]


def _move(words: Sequence[Word], verb: str) -> Reading[Order]:
    written = read_move(words[0].text)
    if written is None:
        return _no_move(words, verb)
    order = Order(verb, written)
    behind = next((word for word in words[1:] if word.text.upper() not in BESIDE), None)
    if behind is None:
        return Reading(order, places={"verb": words[0].span})
    offers = behind.text.upper() == DRAW or behind.text in ("=", "==", "½")
    hint = f"A draw is offered before the move, by an order of its own: {DRAW} / {order}" if offers else _ONE
    return _more(words[0], behind, hint)


_ONE = "Write one order; separate orders with `/` or a new line."


def _more(word: Word, behind: Word, hint: str) -> Reading[Order]:
    problem = problem_in("misfit", span=behind.span, hint=hint, word=word.text, behind=behind.text)
    return Reading(problem=problem)


def read_move(text: str) -> MoveText | None:
    """Return a move as it is written, in SAN or by its squares; None where the text is none.

    Capitals and small letters are told apart where chess does: B and G are pieces, b and g files. A text all in
    capitals, which no other reading fits, is read as if the squares in it were small.
    """
    text = text.translate(_PLAIN)
    if castling := _CASTLING.fullmatch(text):
        side = LONG if castling["long"] else SHORT
        return MoveText(castling=side)
    tried = (text, text[:1] + text[1:].lower(), text.lower())
    match = next(filter(None, map(_MOVE.fullmatch, tried)), None)
    if match is None:
        return None
    parts = match.groupdict("")
    return MoveText(
        to=parts["to"],
        piece=parts["piece"].upper().removeprefix("P"),
        file=parts["file"],
        rank=parts["rank"],
        via=parts["via"],
        captures=bool(parts["captures"]),
        becomes=parts["becomes"].upper(),
    )


def _no_move(words: Sequence[Word], verb: str) -> Reading[Order]:
    word = words[0]
    meant = nearest(word.text, WORDS) if verb == MOVE else None
    key = "no-order" if verb == MOVE else "no-order/move"
    hint = f"Did you mean {meant}? {HOW}" if meant else HOW
    return Reading(problem=problem_in(key, span=word.span, hint=hint, word=word.text))
