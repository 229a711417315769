"""The parts of DNA's orders, as they are inked, and how they are written, for scripts."""

from __future__ import annotations

from typing import Any

from pygments.lexer import words
from pygments.token import Keyword, Name, String

from genetess_cli.rules.dna.game import ARCHIVE_EXTRA, GRID, SIZES, VALUES
from genetess_cli.rules.dna.offering import PATTERNS, trios
from genetess_cli.rules.dna.order import EXPECTED, KEYWORDS, MUTATE, PLACE, SCORE, USAGES
from genetess_cli.rules.dna.reading import LONGEST_COLOUR, SIZE_WORDS, SLOTS
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.site.games.ink import END, SQUARE, WRONG, Ink, behind

_STATES = {
    PLACE: behind(
        (words(KEYWORDS, suffix=END), Keyword),
        (words(SIZES, suffix=END), String.Symbol),
        SQUARE,
        (rf"[a-z][a-z0-9-]*{END}", Name.Constant),
    ),
    HOLIDAY: behind(),
}
INK = Ink(_STATES, [WRONG])


def grammar() -> dict[str, Any]:
    """Return the tables; `clauses` stand in the order in which they are carried out if one is left out (ruling D5)."""
    return {
        "keywords": KEYWORDS,
        "clauses": (MUTATE, SCORE),
        "form": USAGES[PLACE],
        "expected": {slot: EXPECTED[slot] for slot in SLOTS},
        "letters": LONGEST_COLOUR,
        "sizes": "".join(SIZES),
        "spelled": SIZE_WORDS,
        "values": [VALUES[size] for size in SIZES],
        "extra": ARCHIVE_EXTRA,
        "patterns": PATTERNS,
        "trios": trios(),
        "side": GRID.columns,
    }
