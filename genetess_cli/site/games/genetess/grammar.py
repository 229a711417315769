"""How orders of Genetess are written, and what codes cost and give, for scripts."""

from __future__ import annotations

from typing import Any

from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.offering import piece_table
from genetess_cli.rules.genetess.order import (
    DONT,
    DONT_CARE,
    EXPECTED,
    FILLERS,
    LONGEST_STAKE,
    SPELLED,
    USAGES,
)


def grammar() -> dict[str, Any]:
    """Return the tables; `spent` is the code that an action takes from its piece, by its verb."""
    return {
        "usages": USAGES,
        "expected": EXPECTED,
        "spent": {verb: code.letter for code in CODES.values() if code.spent for verb in code.verbs},
        "genes": piece_table(),
        "gambles": {
            "fillers": FILLERS,
            "places": SPELLED,
            "dont": DONT,
            "dont_care": DONT_CARE,
            "digits": LONGEST_STAKE,
        },
    }
