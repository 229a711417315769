"""What a commit's message says: a turn or the GM's act in words, and trailers, written and read here alone.

riot 1a red: MOVE B2 E

Genetess-Game: riot
Genetess-Turn: 1a
Genetess-Seat: red
"""

from __future__ import annotations

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
    counted: bool  # or else it was replaced by another one of the same commit


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


def commit_message(slug: str, label: str, record: Record, sealed: bool) -> str:
    """Return a step's message, `riot 3b red: MOVE G4 E`; of a `sealed` game the same whatever came of an order.

    What the GM did has no TURN: what has is dropped where the remote has moved, and carried out again.
    """
    whose = [record.seat] if record.seat else []
    trailers = [(GAME, slug), (TURN, label), *((SEAT, seat) for seat in whose)]
    if isinstance(record, Acted) and not record.was_due:
        turn = [] if record.source == "gm" else trailers[1:2]
        trailers = [trailers[0], *turn, (ACT, record.act), *trailers[2:]]
    return with_trailers(subject(slug, label, record, sealed)[:200], *trailers)


def subject(slug: str, label: str, record: Record, sealed: bool) -> str:
    """Return the first line of such a message: of a `sealed` game what everybody may know."""
    if sealed and isinstance(record, Played | Failed | TimeOut):
        return f"{slug} {label}: resolved"
    whose = [record.seat] if record.seat else []
    return f"{' '.join([slug, label, *whose])}: {_what(record)}"


def _what(record: Begun | Played | Failed | TimeOut | Graced | Acted) -> str:
    match record:
        case Begun():
            return f"started, {', '.join(record.to_move)} to move"
        case Graced():
            return "deadline extended by the grace"
        case Acted():
            where = f" to {record.next}" if record.back_to else ""
            reason = f": {record.reason}" if record.reason else ""
            return f"{record.act}{where}{reason}"
        case TimeOut():
            return "timed out"
        case Failed():
            return f"{_printable(record.order or 'unreadable orders')} (failed)"
        case Played(source="gm"):
            by = ": ".join(filter(None, ["the GM", record.reason]))
            return f"{_printable(record.order)} (entered by {by})"
        case Played():
            return _printable(record.order)


def _printable(order: str) -> str:
    return "".join(letter for letter in order if letter.isprintable())[:100]
