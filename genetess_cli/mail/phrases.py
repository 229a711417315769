"""What stands above the orders in our own mail: written from here, and known again where an answer has it below.

Many mail programs put what is answered below the answer, each line as it was. Then nothing but these words tells the
player's orders from those that we gave back.
"""

from __future__ import annotations

import re
from typing import Final

YOURS: Final = "it is your turn"
PAUSED: Final = "the game is paused."
OVER: Final = "the game is over."
FIRST: Final = "The first order in your file:"
TOLD: Final = "What happened, as far as you were told:"
SHEET: Final = "Your turnsheet:"
EXAMPLE: Final = "An order is written like this:"
GUIDE: Final = "How to play here:"
COMMIT: Final = "The turn's commit:"

REFUSED: Final = "Nothing of your message was taken in."
TAKEN: Final = "Your orders for {whose} came in."
SEALED: Final = "Your sealed orders for {whose} came in."
CLEARED: Final = "Your queue for {whose} is cleared."
REPLACED: Final = "What you sent for {whose} came in,"
READ: Final = "As they were read:"
WAITING: Final = "What was waiting:"
OTHERS: Final = "These lines are no orders, and were left out:"

_HEADINGS: Final = (FIRST, EXAMPLE, TOLD, READ, WAITING, OTHERS, REFUSED)
_OPENINGS: Final = (SHEET, GUIDE, COMMIT, TAKEN, SEALED, CLEARED, REPLACED)
_TURN: Final = (
    rf".{{1,80}} \([a-z0-9-]{{1,40}}\), turn [^ :]{{1,40}}: (?:{YOURS}|{PAUSED}|{OVER}|.* (?:is|are) to move)"
)
_OURS: Final = re.compile(
    "|".join(
        [
            *(rf"{re.escape(each)}\Z" for each in _HEADINGS),
            *(re.escape(each).replace(r"\{whose\}", ".{1,200}") for each in _OPENINGS),
            _TURN,
        ]
    )
)


def turn(name: str, slug: str, label: str) -> str:
    """What the first line of a notice begins with."""
    return f"{name} ({slug}), turn {label}:"


def are_ours(row: str) -> bool:
    """Whether a line of a message is one of those with which the program begins, or under which it repeats orders."""
    return bool(_OURS.match(" ".join(row.split())))
