"""The orders of Genie of the Lamp, as they are inked: words, and moves without any."""

from __future__ import annotations

from pygments.lexer import words
from pygments.token import Keyword, Name

from genetess_cli.rules.genie.reading import CASTLING, MOVE_PATTERN, WORDS
from genetess_cli.site.lexer import END

STATES: dict[str, list[object]] = {}
ORDERS = [
    (words(WORDS, suffix=END), Keyword),
    (rf"(?-i:{CASTLING}|{MOVE_PATTERN}){END}", Name.Label),
]
