"""The trailers by which a commit says what it is, written and read here alone.

riot 1a red: MOVE B2 E

Genetess-Game: riot
Genetess-Turn: 1a
Genetess-Seat: red
"""

from __future__ import annotations

from typing import Final

import msgspec

GAME: Final = "Genetess-Game"
TURN: Final = "Genetess-Turn"
SEAT: Final = "Genetess-Seat"
DESK: Final = "Genetess-Desk"
TAKEN: Final = "Genetess-Taken"
"""Names what the commit takes in from outside, so that it is taken once."""
_REPLACED: Final = "replaced"


class Mark(msgspec.Struct, frozen=True):
    """A mark that something from outside was accepted for the game `slug`, and when, in seconds.

    `what` names it (`pull 12`), and `head` is the commit, or the print of the text, that was accepted of it; "" of a
    message, which stays as it is. What does not count was replaced by another one of the same commit.
    """

    slug: str
    what: str
    head: str
    at: int
    counted: bool = True


def with_trailers(words: str, *trailers: tuple[str, str]) -> str:
    """Return a commit message of words and trailers, each of them once."""
    rows = dict.fromkeys(f"{name}: {value}" for name, value in trailers)
    return "\n".join([words, "", *rows, ""])


def log_format(*names: str) -> str:
    """Return what `git log` prints the values of these trailers by, a line each."""
    return "".join(f"%(trailers:key={name},valueonly)" for name in names)


def taken(slug: str, mark: str, *, counted: bool) -> tuple[str, str]:
    """Return the trailer for what is accepted for a game, by its `mark`: what it is and its head."""
    return TAKEN, f"{slug} {mark}" + ("" if counted else f" {_REPLACED}")


def read_taken(value: str, at: int) -> Mark:
    """Return what the value of such a trailer says, in a commit of the time `at`."""
    slug, *sent = value.split()
    return Mark(slug, " ".join(sent[:2]), "".join(sent[2:3]), at, sent[3:] != [_REPLACED])
