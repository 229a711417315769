"""What the terminal shows of keys: only where nobody but the person who asked can read it."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

from genetess_cli.errors import Refused, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

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
_REVEALED = """\
Hello {player},

{game} is over, and its key is public. Nothing in it is secret any more: everybody can read the turnsheets
of {seat}, without this link as well:

{link}
"""

_NO_ARGUMENT = """\
An argument looks like a key or a seat's link, and nothing was done. Keys are not taken as arguments, which others on
this machine can read. Run `genetess keys import` without it, and paste it when you are asked.
Your shell has it in its history now: take that line out (bash: `history`, then `history -d` with its number; zsh and
others: edit the history file). If somebody else may have read it: for a seat's link ask the GM for a new one, who
runs `genetess invite GAME SEAT --renew`; of a master key docs/security.md says what to do."""

_OF_COMMITS = ("--base", "--after")


def is_in_public() -> bool:
    """Whether what is printed would stand in a log for others to read."""
    return bool(os.environ.get("CI"))


def refuse_in_public(what: str) -> None:
    """Raise Refused where what is printed would stand in a log for others to read."""
    if is_in_public():
        raise Refused(
            f"{what} is not printed in CI, whose logs others can read; run this on your own machine"
        )


def refuse_sealed_in_public(hosted: Hosted) -> None:
    """Raise Refused in CI for a sealed game that is not revealed: what is printed of it tells its position."""
    if hosted.is_sealed and not (hosted.clock and hosted.clock.key):
        refuse_in_public(f"what happens in the sealed game {hosted.slug}")


def refuse_as_argument(words: Sequence[str]) -> None:
    """Raise WrongUsage, which does not repeat it, where one of a command's words looks like a key or a seat's link."""
    if any(map(_looks_like_a_key, _own_words(words))):
        raise WrongUsage(_NO_ARGUMENT)


def _own_words(words: Sequence[str]) -> list[str]:
    """The words but those of options that name a commit, which can be as many digits as a key; of `--x=y`, y."""
    found, before = [], ""
    for word in words:
        option, sign, value = word.partition("=")
        is_option = word.startswith("--") and bool(sign)
        if (option if is_option else before) not in _OF_COMMITS:
            found.append(value if is_option else word)
        before = word
    return found


def _looks_like_a_key(word: str) -> bool:
    import re

    text = word.strip()
    if re.search(r"/#[\w-]{20,}|#[\w-]{43}(?![\w-])", text, re.ASCII):
        return True
    if re.fullmatch(r"(?:[0-9a-f]{2}){28,36}", text, re.IGNORECASE):
        return True
    kinds = (r"[0-9_-]", r"[a-z]", r"[A-Z]")
    return bool(re.fullmatch(r"[\w-]{43}", text, re.ASCII)) and all(re.search(kind, text) for kind in kinds)


def invitation(hosted: Hosted, seat: str, link: Link) -> str:
    """A message to a seat's player with the link, and below it the link as a QR code."""
    message = _REVEALED if hosted.clock and hosted.clock.key else _MESSAGE
    player = next(one.name for one in hosted.file.players if one.seat == seat)
    return f"{message.format(player=player, game=hosted.file.name, seat=seat, link=link)}\n{_code(str(link))}"


def _code(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
