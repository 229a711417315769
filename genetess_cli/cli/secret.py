"""What the terminal shows of keys: only where nobody but the person who asked can read it."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

from genetess_cli.errors import Refused

if TYPE_CHECKING:
    from genetess_cli.links import Link
    from genetess_cli.store import Hosted

_MESSAGE = """\
Hello {player},

your seat in {game} is {seat}. This link opens your turnsheets; keep it to yourself, as whoever has it
can read and order for you:

{link}

To order from a clone of the league as well, bring the key with `genetess keys import` once.
If the link gets lost or known, write to me: I make a new one.
"""


def refuse_in_public(what: str) -> None:
    """Raise Refused where what is printed would stand in a log for others to read."""
    if os.environ.get("CI"):
        raise Refused(
            f"{what} is not printed in CI, whose logs others can read; run this on your own machine"
        )


def invitation(hosted: Hosted, seat: str, link: Link) -> str:
    """A message to a seat's player with the link, and below it the link as a QR code."""
    player = next(one.name for one in hosted.file.players if one.seat == seat)
    return (
        f"{_MESSAGE.format(player=player, game=hosted.file.name, seat=seat, link=link)}\n{_code(str(link))}"
    )


def _code(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
