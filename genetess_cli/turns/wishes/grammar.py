"""What can be wished, and how it is written: a kind a wish, and WISHES, all of them, by their verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import Final, get_args

from genetess_cli.errors import WrongUsage
from genetess_cli.rules.orders import Entry, nearest, problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.voice import time_left_words
from genetess_cli.store.schema import Notices
from genetess_cli.store.times import duration, span
from genetess_cli.values import Value


class ToResign(Value):
    """Play no more."""


class ToGive(Value):
    """More time for the seat to move."""

    seconds: int


class ToGoAway(Value):
    """Be away."""

    days: tuple[date, date]  # the first and the last


class ToComeBack(Value):
    """Be there again."""


class ToBeTold(Value):
    """Get such mail."""

    which: Notices


class ToVote(Value):
    """What all players have to agree on."""

    what: str  # DRAW, CANCEL, PAUSE, EXTEND or NO_VOTE
    seconds: int = 0

    def __str__(self) -> str:
        """Return it as clock.yaml has it: the same for votes that want the same."""
        return f"{self.what} {self.seconds // 60}m" if self.seconds else self.what

    @property
    def words(self) -> str:
        time = time_left_words(self.seconds)
        named = {"DRAW": "a draw", "CANCEL": "the game called off", "PAUSE": f"a pause of {time}"}
        return named.get(self.what, f"{time} more for the turn")


NO_VOTE: Final = "NONE"
TAKEN_BACK: Final = (
    "HERE ends an absence, VOTE NONE takes a vote back. All else only the GM takes back (`genetess undo`)."
)
AnyWish = ToResign | ToGive | ToVote | ToGoAway | ToComeBack | ToBeTold


class Form(Value):
    """How a wish is written."""

    usage: str
    read: Callable[[str], AnyWish | None]  # of what is behind the verb; None where it is no such wish


def _resign(text: str) -> ToResign | None:
    return None if text else ToResign()


def _give(text: str) -> ToGive | None:
    seconds = _length(text)
    return ToGive(seconds) if seconds else None


def read_vote(text: str) -> ToVote | None:
    what, _, rest = text.upper().partition(" ")
    if what in ("PAUSE", "EXTEND"):
        seconds = _length(rest)
        return ToVote(what, seconds) if seconds else None
    return ToVote(what) if what in ("DRAW", "CANCEL", NO_VOTE) and not rest else None


def _length(text: str) -> int:
    with suppress(WrongUsage):
        return duration(text.lower()) or 0
    return 0


def _away(text: str) -> ToGoAway | None:
    with suppress(WrongUsage):
        return ToGoAway(span(text))
    return None


def _here(text: str) -> ToComeBack | None:
    return None if text else ToComeBack()


def _told(text: str) -> ToBeTold | None:
    return next((ToBeTold(which) for which in get_args(Notices) if which == text.lower()), None)


WISHES: Final[Mapping[str, Form]] = {
    "RESIGN": Form("RESIGN", _resign),
    "GIVE": Form("GIVE 1d", _give),
    "AWAY": Form("AWAY 2026-12-20..2027-01-03", _away),
    "HERE": Form("HERE", _here),
    "NOTICES": Form("NOTICES each, NOTICES daily, NOTICES own or NOTICES none", _told),
    "VOTE": Form("VOTE DRAW, VOTE CANCEL, VOTE PAUSE 5d, VOTE EXTEND 2d or VOTE NONE", read_vote),
}
"""Every wish, by the word that it begins with."""


def verb_of(entry: Entry) -> str:
    """Return the verb of an entry that begins as a wish does; "" for every other one."""
    first = entry.words[0].text.upper() if entry.words else ""
    return first if first in WISHES else ""


def meant(entry: Entry) -> str:
    """Return the wish that an entry is but for a slip in its first word; "" where it is none."""
    first, *more = [word.text for word in entry.words] or [""]
    verb = nearest(first, WISHES)
    return " ".join([verb, *more]) if verb and WISHES[verb].read(" ".join(more)) else ""


def read_wish(entry: Entry) -> AnyWish | Problem:
    """Return the wish that an entry says, or what is wrong with it."""
    form = WISHES[verb_of(entry)]
    wish = form.read(" ".join(word.text for word in entry.words[1:]))
    return wish or problem_in("wish", span=entry.span, text=entry.text[:100], usage=form.usage)
