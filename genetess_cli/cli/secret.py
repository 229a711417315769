"""Keys on the terminal: shown only where nobody but the person who asked can read them."""

from __future__ import annotations

import io
import os
import re
from typing import TYPE_CHECKING

from genetess_cli.errors import Refused, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genetess_cli.store.game import GameFolder
    from genetess_cli.turns.start import Link

_MESSAGE = """\
Hello {player},

your seat in {game} is {seat}. Your turnsheets are here:

{link.address}

This key opens them. Copy the line and paste it into the field on that page, not into the address. If others use
the machine, use a private window. Keep the key to yourself: whoever has it can read and order for you.

{link.pasted}

To order from a clone of the league as well, run `genetess keys import` there once.
If you lose the key or someone else sees it, tell me and I will send you a new one.
"""
_ON_A_PHONE = """\
Scan this code only with your own phone: its browser will keep the key in its history.
"""
_REVEALED = """\
Hello {player},

{game} is over, and its key is public. Nothing in it is secret any more: everybody can read the turnsheets
of {seat}, without a key as well:

{link.address}
"""

_LIKE_A_KEY = "An argument looks like a key or a seat's link, so nothing was done."
_FOR_KEYS = "`genetess keys` has the commands new, show and import, which take no argument. Nothing was done."
_NO_ARGUMENT = """\
{} Keys are not accepted as arguments, because
others on this machine can read those. Run `genetess keys import` without it, and paste the key when you are asked.
Your shell has it in its history now. Remove that line (bash: `history`, then `history -d` with its number; zsh and
others: edit the history file). If somebody else may have read it: for a seat's link ask the GM for a new one, who
runs `genetess invite GAME SEAT --renew`; of a master key docs/security.md says what to do."""

_SHORTEST_KEY = 20
"""No argument with fewer characters can be a key, or most of one."""
_OF_COMMITS = ("--base", "--after", "--holds")

# A seat's key has 43 characters, and a few more may stick to it: `--`, `0x`, the `23` of a `#` that was written `%23`.
_SEAT_KEY = r"(?<![\w-])[\w-]{43,46}(?![\w-])"
_DRAWN = (
    ("[A-Z]", 5),
    ("[a-z]", 5),
    ("[0-9_-]", 1),
)  # what a drawn key is all but sure to have, and few names have
_MASTER_KEY = r"(?<![0-9a-f/])[0-9a-f]{56,72}(?![0-9a-f/])"  # between `/` it is a folder's name


def is_in_public() -> bool:
    """Return whether what is printed would stand in a log for others to read."""
    return bool(os.environ.get("CI"))


def refuse_in_public(what: str) -> None:
    if is_in_public():
        raise Refused(
            f"{what} is not printed in CI, where others can read the logs; run this on your own machine"
        )


def is_told(folder: GameFolder) -> bool:
    """Return whether what is secret in a game may be printed here: not in CI, of a sealed game that is not revealed."""
    return not (is_in_public() and folder.is_secret)


def refuse_sealed_in_public(folder: GameFolder) -> None:
    """Raise Refused in CI for a sealed game that is not revealed: what is printed of it tells its position."""
    if not is_told(folder):
        refuse_in_public(f"what happens in the sealed game {folder.slug}")


def refuse_as_argument(words: Sequence[str]) -> None:
    """Raise WrongUsage, which does not repeat it, where one of a command's words looks like a key or a seat's link."""
    if any(map(_looks_like_a_key, _own_words(words))):
        raise WrongUsage(_NO_ARGUMENT.format(_LIKE_A_KEY))


def refuse_any_argument(words: Sequence[str]) -> None:
    """Raise WrongUsage, which repeats nothing, for any word behind `keys`: it may be a piece of a key."""
    if words:
        raise WrongUsage(_NO_ARGUMENT.format(_FOR_KEYS))


def _own_words(words: Sequence[str]) -> list[str]:
    """Return the words but those of options that name commits, which can be as many digits as a key; of `--x=y`, y."""
    own, before = [], ""
    for word in words:
        option, sign, value = word.partition("=")
        is_option = word.startswith("--") and bool(sign)
        if (option if is_option else before) not in _OF_COMMITS:
            own.append(value if is_option else word)
        before = before if before == "--holds" and not word.startswith("-") else word
    return own


def _looks_like_a_key(word: str) -> bool:
    """Return whether a key, or a link with most of one, is somewhere in a word."""
    if len(word) < _SHORTEST_KEY:
        return False
    if re.search(r"/#[\w-]{20,}", word, re.ASCII) or re.search(_MASTER_KEY, word, re.IGNORECASE):
        return True
    runs = re.findall(_SEAT_KEY, word, re.ASCII)
    return any(all(len(re.findall(kind, run)) >= least for kind, least in _DRAWN) for run in runs)


def invitation(folder: GameFolder, seat: str, link: Link) -> str:
    """A message to a seat's player with address and key, and both as a QR code; without them once all is public."""
    is_public = bool(folder.clock and folder.clock.key)
    message = _REVEALED if is_public else _MESSAGE
    player = folder.file.player(seat).name
    text = message.format(player=player, game=folder.file.name, seat=seat, link=link)
    return text if is_public else f"{text}\n{_ON_A_PHONE}{_code(str(link))}"


def _code(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
