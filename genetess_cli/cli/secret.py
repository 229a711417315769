"""Keys on the terminal: shown only where nobody but the person who asked can read them."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

from genetess_cli.errors import Refused

if TYPE_CHECKING:
    from genetess_cli.store.game import GameFolder
    from genetess_cli.turns.start import Link

_OPEN = """\
Hello {player},

your seat in {game} ({kind}) is {seat}. Your turnsheet is here:

{link.address}

It says whether it is your turn, and until when. Click your order there and press *Send*.

How to play: {guide}
"""
_SEALED = """\
Hello {player},

your seat in {game} ({kind}) is {seat}. Your turnsheet is here:

{link.address}

This key opens it. Copy the line below and paste it into the field on that page, not into the address. On a shared
computer use a private window. Keep the key to yourself: anybody who has it can read your sheet and order for you.

{link.pasted}

How to play: {guide}

If you lose the key or someone else sees it, tell me and I will send you a new one.
If you also use the program: run `genetess keys import` once in your clone of the league.
"""
_ON_A_PHONE = """\
Or scan this code, but only with your own phone: the key stays in the history of its browser.
"""
_REVEALED = """\
Hello {player},

{game} is over, and its key is public. Nothing in it is secret any more: everybody can read the turnsheets
of {seat}, without a key as well:

{link.address}
"""


def is_in_public() -> bool:
    """Return whether what is printed would stand in a log for others to read."""
    return bool(os.environ.get("CI"))


def refuse_in_public(what: str) -> None:
    if is_in_public():
        raise Refused(
            f"{what} is not printed in CI, where others can read the logs; run this on your own machine"
        )


def refuse_sealed_in_public(folder: GameFolder) -> None:
    """Raise Refused in CI for a sealed game that is not revealed: what is printed of it tells its position."""
    if folder.is_secret:
        refuse_in_public(f"what happens in the sealed game {folder.slug}")


def invitation(folder: GameFolder, seat: str, link: Link) -> str:
    """A message to a seat's player with the address and, of a sealed game, its key and both as a QR code."""
    from genetess_cli.site.games import parts
    from genetess_cli.site.places import place

    message = _OPEN if link.key is None else _SEALED if folder.is_secret else _REVEALED
    player, kind = folder.file.player(seat).name, parts(folder.file.ruleset).title
    guide = f"{link.site}/{place('play')}"
    text = message.format(player=player, game=folder.file.name, kind=kind, seat=seat, link=link, guide=guide)
    return f"{text}\n{_ON_A_PHONE}{_code(str(link))}" if message is _SEALED else text


def _code(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
