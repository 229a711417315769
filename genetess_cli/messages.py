"""The messages of the commits that a game's steps make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from genetess_cli.store.schema import GRACE, RecordFile

RESOLVED: Final = "resolved"
"""What is said in public of a turn of a sealed game, whatever came of it."""


def is_deed(record: RecordFile) -> bool:
    """Whether a record is of what the GM did beside orders."""
    return record.desk not in (None, GRACE)


def message(slug: str, label: str, to_move: Sequence[str], record: RecordFile, sealed: bool = False) -> str:
    """The commit message of a step: `riot 3b red: MOVE G4 E` and its trailers.

    Of a `sealed` game it says the same whatever came of an order.
    """
    if is_deed(record):
        return _message_of_desk(slug, label, record, record.desk or "")
    whose = to_move[:1] if record.seat or not record.desk else ()
    trailers = [f"Genetess-Game: {slug}", f"Genetess-Turn: {label}"]
    trailers += [f"Genetess-Seat: {seat}" for seat in whose]
    said = record.source == "start" or record.desk == GRACE or not sealed
    subject = " ".join([slug, label, *(whose if said else ())])
    return f"{subject}: {_what(record) if said else RESOLVED}\n\n" + "\n".join(trailers) + "\n"


def _message_of_desk(slug: str, label: str, record: RecordFile, act: str) -> str:
    """The commit message of what the GM did: `riot 3b: pause (Gail): on the road`.

    It has no `Genetess-Turn`: what names its turn is dropped where the remote has moved, and carried out again.
    """
    whose = [record.seat] if record.seat else []
    reason = f": {record.reason}" if record.reason else ""
    where = f" to {record.next}" if record.back_to else ""
    subject = f"{' '.join([slug, label, *whose])}: {act}{where} ({record.by}){reason}"
    trailers = [
        f"Genetess-Game: {slug}",
        f"Genetess-Desk: {act}",
        *(f"Genetess-Seat: {seat}" for seat in whose),
    ]
    return f"{subject[:200]}\n\n" + "\n".join(trailers) + "\n"


def _what(record: RecordFile) -> str:
    if record.source == "start":
        return f"started, {', '.join(record.to_move)} to move"
    if record.desk == GRACE:
        return "deadline extended by the grace"
    if record.outcome == "timed out":
        return "timed out"
    order = "".join(letter for letter in record.order or "unreadable orders" if letter.isprintable())
    brought = f" (brought by {': '.join(filter(None, [record.by, record.reason]))})" if record.by else ""
    return order[:100] + (" (failed)" if record.outcome == "failed" else brought)
