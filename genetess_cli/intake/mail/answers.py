"""What is answered to a message, and what of it goes on to the GM.

An answer goes to the address that the player registered, whatever the message says of where to answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from msgspec.structs import replace

from genetess_cli.intake.collect import Acceptance
from genetess_cli.intake.mail.judged import Judged
from genetess_cli.intake.submission import Delivery
from genetess_cli.notices.mail import Post, quote

_AN_HOUR = "In an hour you get at most {} of these answers. If no answer comes, nothing was accepted."
_SENT_ON = "These lines were sent on to the GM, {}, who can answer you:\n\n{}"
_UNSAID = "What you say to all was not accepted:\n\n{}"
_LETTER = "{} wrote to the league:\n\n{}\n\nYour answer to this message goes to {} alone.\n"
_REPLACED = "What you sent for {} arrived together with a newer message of yours, which counts instead."
_FORGED = "If you did not send this, tell the GM: anybody can forge a sender's address."


def refusal(judged: Judged, delivery: Delivery, gms: Sequence[str]) -> list[str]:
    row = delivery.rejection
    sent_on = _SENT_ON.format(" or ".join(gms), quote(judged.onward)) if judged.onward else ""
    lead = row.lead or "Nothing in your message was accepted."
    reasons = quote(filter(None, map(str, delivery.findings)))
    return [lead, reasons, sent_on, *judged.read, row.mail, _AN_HOUR.format(row.an_hour)]


def acceptance(judged: Judged, entry: Acceptance) -> list[str]:
    if unsaid := entry.delivery.unsaid:
        said = _UNSAID.format(quote(map(str, unsaid)))
        judged = replace(judged, accepted=[said, *judged.accepted[1:]])
    if entry.replaced and judged.place:
        return [_REPLACED.format(judged.place.words), *judged.accepted[1:], *judged.read, _FORGED]
    return [*judged.accepted, *judged.read, *judged.next, _FORGED]


def answer(judged: Judged, parts: Sequence[str]) -> Post | None:
    letter = judged.letter
    if letter is None:
        return None
    about = "Your mail"
    name = ""
    seat = ""
    if place := judged.place:
        about = f"{place.tag} {place.name}: your mail"
        name = place.player.name
        seat = place.tag
    text = "\n\n".join(filter(None, parts)) + "\n"
    return Post(
        [letter.sender],
        name,
        about,
        text,
        f"answer {judged.delivery.mark}",
        "auto-replied",
        letter.id,
        tag=seat,
    )


def to_gm(judged: Judged, gms: Sequence[str]) -> Post | None:
    """Return the words of a message as one to the GM, whose answer goes to its sender."""
    letter = judged.letter
    if letter is None:
        return None
    who = letter.sender
    subject = letter.subject
    if place := judged.place:
        who = f"{place.player.name}, {place.words},"
        subject = f"{place.tag} {letter.subject.replace(place.tag, '')}"
    rows = quote(line for row in judged.onward for line in wrap(row, 100))
    return Post(
        to=gms,
        name="GM",
        subject=subject,
        text=_LETTER.format(who, rows, letter.sender),
        mark=f"letter {judged.delivery.mark}",
        parent=letter.id,
        stem="letter",
        reply_to=letter.sender,
    )
