"""The orders of Genie of the Lamp, as they are inked, words and moves without any, and as scripts read them."""

from __future__ import annotations

from typing import Any

from pygments.lexer import words
from pygments.token import Keyword, Name

from genetess_cli.rules.genie.game import PIECES
from genetess_cli.rules.genie.reading import BESIDE, CASTLING, LONG, MOVE_PATTERN, SHORT, SIGNS, WORDS
from genetess_cli.site.games.ink import END, WRONG, Ink

_ORDERS = [
    (words(WORDS, suffix=END), Keyword),
    (rf"(?-i:{CASTLING}|{MOVE_PATTERN}){END}", Name.Label),
]
INK = Ink({}, [*_ORDERS, WRONG])


def grammar() -> dict[str, Any]:
    """Return the tables; `forms` are the regular expressions of moves as scripts have them."""
    return {
        "words": WORDS,
        "beside": BESIDE,
        "signs": SIGNS,
        "men": PIECES,
        "castling": {"short": SHORT, "long": LONG},
        "forms": [form.replace("(?P<", "(?<") for form in (CASTLING, MOVE_PATTERN)],
    }
