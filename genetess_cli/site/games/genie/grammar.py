"""How orders of Genie of the Lamp are written, for scripts."""

from __future__ import annotations

from typing import Any

from genetess_cli.rules.genie.game import PIECES
from genetess_cli.rules.genie.reading import BESIDE, CASTLING, LONG, MOVE_PATTERN, SHORT, SIGNS, WORDS


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
