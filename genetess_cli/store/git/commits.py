"""What a commit's message says: a turn or the GM's act in words, and trailers, written and read here alone.

riot 1a red: MOVE B2 E

Genetess-Game: riot
Genetess-Turn: 1a
Genetess-Seat: red
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from genetess_cli.store.schema import GRACE, RecordFile

GAME = "Genetess-Game"
TURN = "Genetess-Turn"
SEAT = "Genetess-Seat"
DESK = "Genetess-Desk"
TAKEN = "Genetess-Taken"
"""Names what the commit takes in from outside, so that it is taken once."""
_REPLACED = "replaced"


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
    words = [slug, mark] if counted else [slug, mark, _REPLACED]
    return TAKEN, " ".join(words)


def read_taken(value: str, at: int) -> Mark:
    """Return what the value of such a trailer says, in a commit of the time `at`."""
    slug, *sent = value.split()
    return Mark(slug, " ".join(sent[:2]), "".join(sent[2:3]), at, sent[3:] != [_REPLACED])


RESOLVED = "resolved"
"""The public word for a turn of a sealed game, whatever came of it."""


def is_gm_action(record: RecordFile) -> bool:
    return record.desk not in (None, GRACE)


def commit_message(slug: str, label: str, to_move: Sequence[str], record: RecordFile, sealed: bool) -> str:
    """Return a step's message, `riot 3b red: MOVE G4 E`; of a `sealed` game the same whatever came of an order."""
    if is_gm_action(record):
        return _message_of_desk(slug, label, record, record.desk or "")
    whose = to_move[:1] if record.seat or not record.desk else ()
    is_open = record.source == "start" or record.desk == GRACE or not sealed
    subject = f"{slug} {label}: {RESOLVED}"
    if is_open:
        subject = f"{' '.join([slug, label, *whose])}: {_what(record)}"
    trailers = ((GAME, slug), (TURN, label), *((SEAT, seat) for seat in whose))
    return with_trailers(subject, *trailers)


def _message_of_desk(slug: str, label: str, record: RecordFile, act: str) -> str:
    """Return the commit message of what the GM did: `riot 3b: pause (Gail): on the road`.

    It has no TURN: what names its turn is dropped where the remote has moved, and carried out again.
    """
    whose = [record.seat] if record.seat else []
    reason = f": {record.reason}" if record.reason else ""
    where = f" to {record.next}" if record.back_to else ""
    subject = f"{' '.join([slug, label, *whose])}: {act}{where} ({record.by}){reason}"
    trailers = ((GAME, slug), (DESK, act), *((SEAT, seat) for seat in whose))
    return with_trailers(subject[:200], *trailers)


def _what(record: RecordFile) -> str:
    if record.source == "start":
        return f"started, {', '.join(record.to_move)} to move"
    if record.desk == GRACE:
        return "deadline extended by the grace"
    if record.outcome == "timed out":
        return "timed out"
    order = "".join(letter for letter in record.order or "unreadable orders" if letter.isprintable())[:100]
    if record.outcome == "failed":
        return f"{order} (failed)"
    if record.by:
        return f"{order} (entered by {': '.join(filter(None, [record.by, record.reason]))})"
    return order
