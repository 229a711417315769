"""The parts of DNA's orders, as they are inked."""

from __future__ import annotations

from pygments.lexer import words
from pygments.token import Keyword, Name, String

from genetess_cli.rules.dna.game import SIZES
from genetess_cli.rules.dna.order import KEYWORDS, PLACE
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.site.lexer import END, SQUARE, behind

STATES = {
    PLACE: behind(
        (words(KEYWORDS, suffix=END), Keyword),
        (words(SIZES, suffix=END), String.Symbol),
        SQUARE,
        (rf"[a-z][a-z0-9-]*{END}", Name.Constant),
    ),
    HOLIDAY: behind(),
}
ORDERS: list[object] = []
