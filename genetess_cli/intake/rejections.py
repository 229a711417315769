"""Why something that was sent is rejected: a row for each reason, with what becomes of it and what its sender can do.

A finding names its row by `rejection`. The texts around it are made in `replies.py` and `mail/source.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from genetess_cli.errors import Finding
from genetess_cli.values import Value


class Rejection(Value):
    """What follows from a finding."""

    advice: str
    why: str = ""  # why it is closed; "": it stays open
    form: str = ""  # the advice of a form, where that is another one
    mail: str = "Fix it and send it again."
    clicks: bool = False  # a page tells what to click for the advice
    lead: str = ""  # how the answer begins, where that is another way
    waits: bool = False  # it is looked at again by every run
    done: str = ""  # what was done with it, where that is all that it asks for
    an_hour: int = 3  # answers that an address gets by mail


_NOT_NOW = "What this sends now was not accepted."
REJECTIONS = {
    "mend": Rejection(
        "Fix it in the same branch. The next run reads it again. Or send it again and close this one.",
        form="Edit the text above: it is then read again. Or send a new form and close this one.",
        clicks=True,
    ),
    "seat": Rejection(
        "Open a new one for your own seat.",
        why="only a seat's own player may send its orders",
    ),
    "anew": Rejection(
        "Correct it and open a new one.",
        why="it must not take effect later, when you no longer expect it",
        form="Correct your orders and send a new form.",
    ),
    "wait": Rejection(
        "You need not fix anything. Once the GM has fixed the league, it is read again.",
        waits=True,
    ),
    "none": Rejection(
        "For anything else, open a new one.",
        why="it cannot be fixed",
        mail="",
    ),
    "astray": Rejection(
        "If it is for the GM, leave it open. If not, close it, and send your own files alone.",
    ),
    "ready": Rejection(
        "Press *Ready for review* or *Mark as ready*, or remove `WIP:` from its title; then it is read."
    ),
    "words": Rejection(
        "",
        mail="",
        lead="Your message has no orders.",
        done="sent on to the GM",
    ),
    "sheet": Rejection(
        "",
        mail="",
        lead="You asked for your turnsheet.",
        done="answered with the turnsheet",
        an_hour=1,
    ),
    "slow": Rejection(
        "Send the same from a new branch that has nothing else in it, and close this one; or ask the GM."
    ),
    "earlier": Rejection(
        "Send changes in a new one: for each seat, all orders that are still to come.",
        why="its orders could run twice",
        lead=_NOT_NOW,
    ),
    "again": Rejection(
        "To send the same again, use a new branch.",
        why="nothing in it is new",
        lead=_NOT_NOW,
    ),
}
"""By their keys; of several findings the first of these rows counts."""


def decide(findings: Iterable[Finding]) -> Rejection:
    """Return the row that counts for all findings together."""
    found = {finding.rejection for finding in findings}
    return next((row for key, row in REJECTIONS.items() if key in found), REJECTIONS["mend"])
