"""The source of orders that came by mail: messages judged, and answered once it is known what became of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from genetess_cli.errors import Fault
from genetess_cli.intake.collect import Collected
from genetess_cli.intake.mail.answers import acceptance, answer, refusal, to_gm
from genetess_cli.intake.mail.judged import Judged, judge
from genetess_cli.intake.mail.seats import places_of
from genetess_cli.intake.submission import Delivery
from genetess_cli.notices.mail import Post
from genetess_cli.notices.sheet import sheet
from genetess_cli.site.position import Document
from genetess_cli.store.league import League

_HOUR = 60 * 60
_SHEET = "Your turnsheet now:"
_REFUSED_BEFORE = (
    "it has no orders that can be accepted, and its sender was told so several times within the last hour"
)


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
        self._judged: dict[str, Judged] = {}

    def deliveries(self, league: League, *_: object) -> list[Delivery]:
        """Return what the messages bring, judged by the league as it is here; each is handed over once."""
        league = self._league.at(league.snapshot.commit)
        places = places_of(league)
        self._judged = {}
        for number, data in enumerate(self._messages, start=1):
            judged = judge(league, places, number, data, self._now)
            self._judged.setdefault(judged.delivery.mark, judged)  # the same message twice is one
        return [judged.delivery for judged in self._judged.values()]

    def is_done(self, collected: Collected) -> bool:
        """Say whether something became of every message: none has to be handed over again."""
        taken = (accepted.delivery for accepted in collected.taken)
        done = {delivery.mark for delivery in (*taken, *collected.refused, *collected.passed)}
        return self._judged.keys() <= done

    def without_loops(self, collected: Collected) -> Collected:
        """Pass over the refusals to an address after some in an hour: a program may be at the other end."""
        folder = self._league.repository.folder / "genetess/refused"
        refused: list[Delivery] = []
        passed = [*collected.passed]
        for delivery in collected.refused:
            letter = self._judged[delivery.mark].letter
            row = delivery.rejection
            # a letter and a sheet, whose answers lead in another way, keep back no other
            kind = f"{row.lead}{letter.sender if letter else ''}"
            if any(_is_free(folder, f"{kind} {number}", self._now) for number in range(row.an_hour)):
                refused.append(delivery)
            else:
                passed.append(replace(delivery, passed=_REFUSED_BEFORE))
        return replace(collected, refused=refused, passed=passed)

    def answers(self, collected: Collected) -> list[Post]:
        """Return the answers to messages that were accepted or refused, in the order in which they came.

        What had been accepted before was answered then. Behind the answers is what goes on to the GM.
        """
        gms = self._league.settings.gm_mails
        words = {one.mark: refusal(self._judged[one.mark], one, gms) for one in collected.refused}
        for entry in collected.taken:
            if not entry.earlier:
                mark = entry.delivery.mark
                words[mark] = acceptance(self._judged[mark], entry)
        answered = {mark: judged for mark, judged in self._judged.items() if mark in words}
        made = [answer(judged, [*words[mark], *self._sheet(judged)]) for mark, judged in answered.items()]
        letters = [to_gm(judged, gms) for judged in answered.values() if judged.onward]
        return [post for post in (*made, *letters) if post]

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


def _is_free(folder: Path, place: str, now: int) -> bool:
    """Note that an answer is given in this place; say whether none was for an hour, or nothing can be noted here."""
    note = folder / hashlib.sha256(place.lower().encode()).hexdigest()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if note.exists() and 0 <= now - note.stat().st_mtime < _HOUR:
            return False
        note.touch()
        os.utime(note, (now, now))
    return True
