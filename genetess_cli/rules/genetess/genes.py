"""The codes as one table, for scripts that work out pieces: all its numbers are asked of `codes.py` and `body.py`."""

from __future__ import annotations

from typing import Any

from genetess_cli.rules.genetess.body import body
from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES

_COUNTED = ("steps", "radius", "legs", "kings")


def table() -> dict[str, Any]:
    """What a sequence's cost and abilities are worked out from.

    `codes` has each code's price (None: it has none), name and verbs; `counts` what of a piece is counted: what one
    without codes has (""), and what each copy of a code adds; `living` the codes with one of which it is viable, and
    `diagonal` those with one of which it goes diagonally; `verbs` is the order in which actions are listed, and `most`
    how many codes an order can name.
    """
    return {
        "codes": {code.letter: [code.price, code.name, list(code.verbs)] for code in CODES.values()},
        "counts": {name: _counts(name) for name in _COUNTED},
        "living": "".join(letter for letter in CODES if body(letter).viable),
        "diagonal": "".join(letter for letter in CODES if body(letter).directions != body("").directions),
        "most": MOST_CODES,
        "verbs": [verb for verb in USAGES if any(verb in code.verbs for code in CODES.values())],
    }


def _counts(name: str) -> dict[str, int]:
    least = getattr(body(""), name)
    more = {letter: getattr(body(letter), name) - least for letter in CODES}
    return {"": least} | {letter: number for letter, number in more.items() if number}
