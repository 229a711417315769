"""The source of orders that came by mail: messages judged, and answered once it is known what became of them.

An answer goes to the address that the player registered, whatever the message says of where to answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap

from genetess_cli.errors import Fault
from genetess_cli.intake.collect import Acceptance, Collected
from genetess_cli.intake.mail.judged import Judged, judge
from genetess_cli.intake.mail.seats import places_of
from genetess_cli.intake.submission import Delivery
from genetess_cli.notices.mail import Post, quote
from genetess_cli.notices.sheet import sheet
from genetess_cli.site.position import Document
from genetess_cli.store.league import League
from genetess_cli.store.times import Time

_HOUR = 60 * 60
_SHEET = "Your turnsheet now:"
_REFUSED_BEFORE = (
    "it has no orders that can be accepted, and its sender was told so several times within the last hour"
)
_AN_HOUR = "In an hour you get at most {} of these answers. If no answer comes, nothing was accepted."
_LAST = "This is the last one until {}."
_SENT_ON = "These lines were sent on to the GM, {}, who can answer you:\n\n{}"
_UNSAID = "What you say to all was not accepted:\n\n{}"
_LETTER = "{} wrote to the league:\n\n{}\n\nYour answer to this message goes to {} alone.\n"
_REPLACED = "What you sent for {} arrived together with a newer message of yours, which counts instead."
_FORGED = "If you did not send this, tell the GM: anybody can forge a sender's address."


class Letters:
    """Messages as a source of deliveries; they are answered once it is known what became of them."""

    def __init__(
        self, league: League, messages: Sequence[bytes], now: int, draw: Callable[[Document], str]
    ) -> None:
        """`draw` gives a position as text."""
        self._league = league
        self._now = now
        self._draw = draw
        self._messages = messages
        self._found: dict[str, Delivery] = {}
        self._judged: dict[str, Judged] = {}  # those that are answered

    def deliveries(self, league: League, *_: object) -> list[Delivery]:
        """Return what the messages bring, judged by the league as it is here; each is handed over once."""
        league = self._league.at(league.snapshot.commit)
        places = places_of(league)
        self._found = {}
        self._judged = {}
        for number, data in enumerate(self._messages, start=1):
            found = judge(league, places, number, data, self._now)
            if isinstance(found, Judged):
                self._judged.setdefault(found.delivery.mark, found)  # the same message twice is one
                found = found.delivery
            self._found.setdefault(found.mark, found)
        return [*self._found.values()]

    def is_done(self, collected: Collected) -> bool:
        """Say whether something became of every message: none has to be handed over again."""
        taken = (accepted.delivery for accepted in collected.taken)
        done = {delivery.mark for delivery in (*taken, *collected.refused, *collected.passed)}
        return self._found.keys() <= done

    def without_loops(self, collected: Collected) -> Collected:
        """Pass over the refusals to an address after some in an hour: a program may be at the other end."""
        folder = self._league.repository.folder / "genetess/refused"
        refused: list[Delivery] = []
        passed = [*collected.passed]
        for delivery in collected.refused:
            row = delivery.rejection
            # a letter and a sheet, whose answers lead in another way, keep back no other
            kind = f"{row.lead}{self._judged[delivery.mark].letter.sender}"
            note = folder / hashlib.sha256(kind.lower().encode()).hexdigest()
            last = _note_answer(note, row.an_hour, self._now)
            if last is not None:
                self._judged[delivery.mark] = self._judged[delivery.mark].replace(next=[last])
                refused.append(delivery)
            else:
                passed.append(delivery.replace(passed=_REFUSED_BEFORE))
        return collected.replace(refused=refused, passed=passed)

    def answers(self, collected: Collected) -> list[Post]:
        """Return the answers to messages that were accepted or refused, in the order in which they came.

        What had been accepted before was answered then. Behind the answers is what goes on to the GM.
        """
        gms = self._league.settings.gm_mails
        words = {one.mark: _refusal(self._judged[one.mark], one, gms) for one in collected.refused}
        for entry in collected.taken:
            if not entry.earlier:
                mark = entry.delivery.mark
                words[mark] = _acceptance(self._judged[mark], entry)
        answered = {mark: judged for mark, judged in self._judged.items() if mark in words}
        made = [_answer(judged, [*words[mark], *self._sheet(judged)]) for mark, judged in answered.items()]
        letters = [_to_gm(judged, gms) for judged in answered.values() if judged.onward]
        return [*made, *letters]

    def _sheet(self, judged: Judged) -> list[str]:
        place = judged.place
        if place is None or not judged.asks_sheet:
            return []
        try:
            return [
                _SHEET,
                *sheet(self._league, self._league.game(place.slug), place.player.seat, self._draw),
            ]
        except Fault as fault:
            return [_SHEET, str(fault)]


def _note_answer(note: Path, most: int, now: int) -> str | None:
    """Note in a file that an answer is given; None where so many were within the hour.

    Return what is said of the last; "" for every other one, and where nothing can be noted here.
    """
    with suppress(OSError, ValueError):
        before = note.read_text().split() if note.exists() else []
        recent = [*(at for at in map(int, before) if 0 <= now - at < _HOUR), now]
        if len(recent) > most:
            return None
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(" ".join(map(str, recent)))
        return _LAST.format(Time(min(recent) + _HOUR)) if len(recent) == most else ""
    return ""


# Answers


def _refusal(judged: Judged, delivery: Delivery, gms: Sequence[str]) -> list[str]:
    row = delivery.rejection
    sent_on = _SENT_ON.format(" or ".join(gms), quote(judged.onward)) if judged.onward else ""
    lead = row.lead or "Nothing in your message was accepted."
    reasons = quote(filter(None, (finding.text for finding in delivery.findings)))
    an_hour = " ".join([_AN_HOUR.format(row.an_hour), *judged.next])
    return [lead, reasons, sent_on, *judged.read, row.mail, an_hour]


def _acceptance(judged: Judged, entry: Acceptance) -> list[str]:
    if unsaid := entry.delivery.unsaid:
        said = _UNSAID.format(quote(finding.text for finding in unsaid))
        judged = judged.replace(accepted=[said, *judged.accepted[1:]])
    if entry.replaced and judged.place:
        return [_REPLACED.format(judged.place.words), *judged.accepted[1:], *judged.read, _FORGED]
    return [*judged.accepted, *judged.read, *judged.next, _FORGED]


def _answer(judged: Judged, parts: Sequence[str]) -> Post:
    letter = judged.letter
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


def _to_gm(judged: Judged, gms: Sequence[str]) -> Post:
    """Return the words of a message as one to the GM, whose answer goes to its sender."""
    letter = judged.letter
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
