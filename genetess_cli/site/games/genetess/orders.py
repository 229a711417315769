"""The parts of Genetess's orders, as they are inked, and how they are written, for scripts."""

from __future__ import annotations

from typing import Any

from pygments.lexer import words
from pygments.token import Keyword, Name, Number, String, Text

from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess import order
from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.offering import piece_table
from genetess_cli.rules.genetess.order import FILLERS, GAMBLE, USAGES
from genetess_cli.rules.letters import SIGNS
from genetess_cli.site.games.ink import END, SQUARE, WRONG, Ink, behind

_STEP = r"(?:NE|NW|SE|SW|N|E|S|W)"
_SLOTS: dict[str, tuple[str, object]] = {
    "at": SQUARE,
    "to": SQUARE,
    "codes": (rf"[A-Z]+{END}", String.Symbol),
    "code": (rf"[A-Z]{END}", String.Symbol),
    "path": (rf"{_STEP}(?:\s*[-{SIGNS['-']}]+\s*{_STEP})*{END}", Name.Constant),
    "stake": (rf"[0-9]+[ \t]*E?{END}", Number),
    "preferences": (r"[^\s,;/#]+", Name.Label),
}
_AGAIN: dict[str, list[object]] = {
    "CHARGE": [(words(("CHARGE",), suffix=END), Keyword)],
    GAMBLE: [(words(FILLERS, suffix=END), Text), (rf"don['’]?t[ \t]+care{END}", Keyword.Constant)],
}
"""Words that may stand among the parts of an order."""

_STATES = {
    verb: behind(*_AGAIN.get(verb, ()), *dict.fromkeys(_SLOTS[slot] for usage in usages for slot in usage))
    for verb, usages in USAGES.items()
}
INK = Ink(_STATES, [WRONG])


def grammar() -> dict[str, Any]:
    """Return the tables; `spent` is the code that an action takes from its piece, by its verb."""
    return {
        "usages": USAGES,
        "alone": order.ALONE,
        "expected": order.EXPECTED,
        "spent": {verb: code.letter for code in CODES.values() if code.spent for verb in code.verbs},
        "genes": piece_table(),
        "digits": order.LONGEST_STAKE,
        "colours": tuple(COLOURS),
        **order.SPELLING,
    }
