"""What a commit's message says: a turn or the GM's act in words, and trailers, written and read here alone.

riot 1a red: MOVE B2 E

Genetess-Game: riot
Genetess-Turn: 1a
Genetess-Seat: red
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from genetess_cli.store.records import Acted, Begun, Failed, Graced, Played, Record, TimeOut
from genetess_cli.values import Value

GAME = "Genetess-Game"
TURN = "Genetess-Turn"
SEAT = "Genetess-Seat"
ACT = "Genetess-Desk"
UNDO = "undo"
TAKEN = "Genetess-Taken"
"""Names what the commit takes in from outside, so that it is taken once."""
_REPLACED = "replaced"


class Mark(Value):
    """A mark that something from outside was accepted for a game."""

    slug: str
    what: str  # what names it: `pull 12`
    head: str  # the commit, or the print of the text, that was accepted of it; "" of a message, which stays as it is
    at: int  # when, in seconds
    counted: bool = True  # or else it was replaced by another one of the same commit


def with_trailers(words: str, *trailers: tuple[str, str]) -> str:
    """Return a commit message of words and trailers, each of them once."""
    rows = dict.fromkeys(f"{name}: {value}" for name, value in trailers)
    return "\n".join([words, "", *rows, ""])


def log_format(*names: str) -> str:
    """Return what `git log` prints the values of these trailers by, a line each."""
    return "".join(f"%(trailers:key={name},valueonly)" for name in names)


def taken(slug: str, mark: str, *, counted: bool) -> tuple[str, str]:
    """Return the trailer for what is accepted for a game, by its `mark`: what it is and its head."""
    words = [slug, mark] if counted else [slug, mark, _REPLACED]
    return TAKEN, " ".join(words)


def read_taken(value: str, at: int) -> Mark:
    """Return what the value of such a trailer says, in a commit of the time `at`."""
    slug, *sent = value.split()
    return Mark(slug, " ".join(sent[:2]), "".join(sent[2:3]), at, sent[3:] != [_REPLACED])


RESOLVED = "resolved"
"""The public word for a turn of a sealed game, whatever came of it."""


def commit_message(slug: str, label: str, to_move: Sequence[str], record: Record, sealed: bool) -> str:
    """Return a step's message, `riot 3b red: MOVE G4 E`; of a `sealed` game the same whatever came of an order."""
    if isinstance(record, Acted) and not record.was_due:
        return _message_of_act(slug, label, record)
    names_nobody = isinstance(record, Acted | Graced) and record.seat is None
    whose = () if names_nobody else to_move[:1]
    if isinstance(record, Acted | Failed) and record.seat:  # of a wish, whoever is to move
        whose = (record.seat,)
    subject = f"{slug} {label}: {RESOLVED}"
    if not sealed or isinstance(record, Begun | Graced | Acted):
        subject = f"{' '.join([slug, label, *whose])}: {_what(record)}"
    trailers = ((GAME, slug), (TURN, label), *((SEAT, seat) for seat in whose))
    return with_trailers(subject, *trailers)


def _message_of_act(slug: str, label: str, record: Acted) -> str:
    """Return the commit message of what the GM did: `riot 3b: pause: on the road`.

    It has no TURN, unless a player wished it: what has is dropped where the remote has moved, and carried out again.
    """
    whose = [record.seat] if record.seat else []
    reason = f": {record.reason}" if record.reason else ""
    where = f" to {record.next}" if record.back_to else ""
    subject = f"{' '.join([slug, label, *whose])}: {record.act}{where}{reason}"
    turn = [(TURN, label)] if record.source != "gm" else []
    trailers = ((GAME, slug), *turn, (ACT, record.act), *((SEAT, seat) for seat in whose))
    return with_trailers(subject[:200], *trailers)


def _what(record: Begun | Played | Failed | TimeOut | Graced | Acted) -> str:
    match record:
        case Begun():
            return f"started, {', '.join(record.to_move)} to move"
        case Graced():
            return "deadline extended by the grace"
        case Acted():
            return record.act
        case TimeOut():
            return "timed out"
        case Failed():
            return f"{_printable(record.order or 'unreadable orders')} (failed)"
        case Played(source="gm"):
            by = ": ".join(filter(None, ["the GM", record.reason]))
            return f"{_printable(record.order)} (entered by {by})"
        case Played():
            return _printable(record.order)
        case _:
            assert_never(record)


def _printable(order: str) -> str:
    return "".join(letter for letter in order if letter.isprintable())[:100]
