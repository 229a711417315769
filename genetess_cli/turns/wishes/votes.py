"""Votes: who is asked, what they want, and what all of them want.

In a game of secret votes each seat always has one, of a fixed length: clock.yaml veils it like the ids of queues.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Final

from genetess_cli.errors import WrongUsage
from genetess_cli.rules.base import View
from genetess_cli.rules.voice import time_left_words
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.times import duration
from genetess_cli.turns.clock import open_seats, without
from genetess_cli.values import Value

NO_VOTE: Final = "NONE"
PAUSE: Final = "PAUSE"
EXTEND: Final = "EXTEND"
_LENGTH = 20


class Choice(Value):
    """What all players have to agree on."""

    what: str  # DRAW, CANCEL, PAUSE, EXTEND or NO_VOTE
    seconds: int = 0

    def __str__(self) -> str:
        """Return it as clock.yaml has it: the same for votes that want the same."""
        return f"{self.what} {self.seconds // 60}m" if self.seconds else self.what

    @property
    def words(self) -> str:
        time = time_left_words(self.seconds)
        named = {"DRAW": "a draw", "CANCEL": "the game called off", PAUSE: f"a pause of {time}"}
        return named.get(self.what, f"{time} more for the turn")


def read_vote(text: str) -> Choice | None:
    what, _, rest = text.upper().partition(" ")
    if what in (PAUSE, EXTEND):
        seconds = read_length(rest)
        return Choice(what, seconds) if seconds else None
    return Choice(what) if what in ("DRAW", "CANCEL", NO_VOTE) and not rest else None


def read_length(text: str) -> int:
    """Return the seconds of a time such as `1d`; 0 for another text."""
    with suppress(WrongUsage):
        return duration(text.lower()) or 0
    return 0


def voters(clock: Clock, file: GameFile, view: View) -> list[str]:
    """Return the seats that are asked: those in that have a player who is there."""
    silent = {*clock.absent, *file.bots, *open_seats(clock, file, view)}
    return [seat for seat in view.still_in if seat not in silent]


def no_votes(file: GameFile) -> dict[str, str]:
    return dict.fromkeys(file.seats, _hide(NO_VOTE)) if file.has_secret_votes else {}


def with_vote(clock: Clock, seat: str, text: str, file: GameFile) -> Clock:
    """Return the clock with the vote of a seat."""
    votes = without(clock.votes, seat)
    if file.has_secret_votes:
        votes[seat] = _hide(text)
    elif text != NO_VOTE:
        votes[seat] = text
    return clock.replace(votes=votes)


def without_votes(clock: Clock, file: GameFile, what: str) -> Clock:
    """Return the clock without votes for what a turn that begins, or a pause, has made pointless."""
    pointless = (what, what.encode().hex())
    kept = {seat: vote for seat, vote in clock.votes.items() if not vote.startswith(pointless)}
    return clock.replace(votes=no_votes(file) | kept)


def agreed(clock: Clock, file: GameFile, view: View) -> Choice | None:
    """Return what all want who are asked; None where they do not want the same."""
    wanted = {clock.votes.get(seat, NO_VOTE) for seat in voters(clock, file, view)}
    if len(wanted) != 1:
        return None
    [text] = wanted
    if file.has_secret_votes:
        text = bytes.fromhex(text).rstrip(b"\0").decode()
    vote = read_vote(text)
    return vote if vote and vote.what != NO_VOTE else None


def votes_words(clock: Clock, file: GameFile, view: View) -> list[str]:
    """Return what is voted for as everybody may read it: `2 of 3 want a draw`."""
    asked = voters(clock, file, view)
    wanted = Counter(clock.votes[seat] for seat in asked if seat in clock.votes)
    if file.has_secret_votes or view.result:
        return []
    return [count_words(text, count, len(asked)) for text, count in wanted.items()]


def last_votes(clock: Clock, file: GameFile, view: View) -> dict[str, str]:
    """Return by seat what its vote alone decides, as all others want it who are asked; "": whatever it votes for."""
    votes = {} if file.has_secret_votes else clock.votes
    asked = voters(clock, file, view)
    wants = {seat: {votes.get(name, NO_VOTE) for name in asked if name != seat} or {""} for seat in asked}
    return {
        seat: "".join(wanted) for seat, wanted in wants.items() if len(wanted) == 1 and wanted != {NO_VOTE}
    }


def count_words(text: str, count: int, of: int) -> str:
    want = "wants" if count == 1 else "want"
    vote = read_vote(text)
    what = vote.words if vote else text
    return f"{count} of {of} {want} {what}"


def _hide(text: str) -> str:
    return text.encode().ljust(_LENGTH, b"\0").hex()
