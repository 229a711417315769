"""A game of Genie of the Lamp as PGN: the tags of the standard and `Variant`, then the moves in SAN, in short lines.

The text is UTF-8. What the standard has no sign for, the reason of the end, is a comment before the result.
"""

from __future__ import annotations

from textwrap import wrap

from genetess_cli.rules.genie.game import SEATS, WHITE
from genetess_cli.rules.genie.sight import GenieView
from genetess_cli.rules.letters import printable
from genetess_cli.site.facts import GameFacts

VARIANT = "Genie of the Lamp"
_WIDTH = 79
_LONGEST = 200
"""Characters of a value: a line with its tag stays below the 255 that the standard allows."""
_UNKNOWN = "?"
_NONE = "-"


def text(game: GameFacts, view: GenieView, league: str, began: str) -> str:
    """Return the whole game as far as it has come; `began` is the time of its start, `2026-11-24T18:00:00Z`."""
    tags = [  # the seven that every PGN has, in their order, then the others in that of the alphabet
        ("Event", f"{league}: {game.name}"),
        ("Site", _UNKNOWN),
        ("Date", began[:10].replace("-", ".")),
        ("Round", str(game.number or _NONE)),
        *((seat.capitalize(), game.seats[seat].name) for seat in SEATS),
        ("Result", _result(view)),
        ("PlyCount", str(len(view.sheet))),
        ("Termination", _termination(view)),
        ("Variant", VARIANT),
    ]
    words: list[str] = []
    for index, san in enumerate(view.sheet):
        if index % 2 == 0:
            words.append(f"{index // 2 + 1}.")
        words.append(san)
    if view.result:
        words.append(f"{{{view.result.reason.replace('}', ')')}}}")
    moves = wrap(" ".join([*words, _result(view)]), _WIDTH, break_long_words=False, break_on_hyphens=False)
    head = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags)
    return f"{head}\n{chr(10).join(moves)}\n"


def _result(view: GenieView) -> str:
    if view.result is None or view.result.is_void:
        return "*"
    if not view.result.winners:
        return "1/2-1/2"
    return "1-0" if view.result.winners == [WHITE] else "0-1"


def _termination(view: GenieView) -> str:
    if view.result is None:
        return "unterminated"
    ends = {"missed the deadline": "time forfeit", "has left": "abandoned"}
    return next((how for end, how in ends.items() if view.result.reason.endswith(end)), "normal")


def _escape(value: str) -> str:
    """Return a value as it stands between quotes, in printable characters, not too long."""
    plain = printable(value)[:_LONGEST]
    return plain.replace("\\", r"\\").replace('"', r"\"")
