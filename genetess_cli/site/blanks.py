"""A page that is printed once for all seats, with blanks where they differ: each seat's is filled in.

Printing a sealed turnsheet's page for each seat anew would take longer than sealing all sheets of the turn.
"""

from __future__ import annotations

import re
from typing import Final

from genetess_cli.site.facts import SeatFacts

_BLANK: Final = re.compile("\x02([a-z]+)\x03")
SEALED: Final = "\x02sealed\x03"
"""The blank for what is sealed."""
ANYBODY: Final = SeatFacts(*(f"\x02{field}\x03" for field in SeatFacts.__struct_fields__))
"""A seat whose facts are blanks to be filled in: no text of a league holds such characters."""


def pieces_of(page: str) -> list[str]:
    """A printed page cut at its blanks: every other piece is the name of one."""
    return _BLANK.split(page)


def filled(pieces: list[str], seat: SeatFacts, sealed: str) -> str:
    """The page for a seat, with what is sealed for it."""
    from markupsafe import escape

    facts = {"sealed": sealed}
    for blank in set(pieces[1::2]) - facts.keys():
        facts[blank] = str(escape(getattr(seat, blank)))
    page = pieces.copy()
    page[1::2] = [facts[blank] for blank in pieces[1::2]]
    return "".join(page)
