"""Votes: who is asked, what they want, and what all of them want.

In a game of secret votes each seat always has one, of a fixed length: clock.yaml veils it like the ids of queues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from genetess_cli.rules.base import View
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.turns.clock import open_seats
from genetess_cli.turns.wishes.grammar import NO_VOTE, ToVote, read_vote

_LENGTH = 20


def voters(clock: Clock, file: GameFile, view: View) -> list[str]:
    """Return the seats that are asked: those in that have a player who is there."""
    silent = {*clock.absent, *file.bots, *open_seats(clock.missed, file.drop_after, view)}
    return [seat for seat in view.still_in if seat not in silent]


def no_votes(file: GameFile) -> dict[str, str]:
    return dict.fromkeys(file.seats, _hide(NO_VOTE)) if file.has_secret_votes else {}


def with_vote(votes: Mapping[str, str], seat: str, text: str, file: GameFile) -> dict[str, str]:
    """Return the votes with that of a seat."""
    if file.has_secret_votes:
        return {**votes, seat: _hide(text)}
    others = {name: vote for name, vote in votes.items() if name != seat}
    return others if text == NO_VOTE else {**others, seat: text}


def agreed(clock: Clock, file: GameFile, view: View) -> ToVote | None:
    """Return what all want who are asked; None where they do not want the same."""
    wanted = {clock.votes.get(seat, NO_VOTE) for seat in voters(clock, file, view)}
    if len(wanted) != 1:
        return None
    [text] = wanted
    vote = read_vote(_shown(text) if file.has_secret_votes else text)
    return vote if vote and vote.what != NO_VOTE else None


def votes_words(clock: Clock, file: GameFile, view: View) -> list[str]:
    """Return what is voted for as everybody may read it: `2 of 3 want a draw`."""
    asked = voters(clock, file, view)
    wanted = Counter(clock.votes[seat] for seat in asked if seat in clock.votes)
    if file.has_secret_votes or view.result:
        return []
    return [count_words(text, count, len(asked)) for text, count in wanted.items()]


def count_words(text: str, count: int, of: int) -> str:
    want = "wants" if count == 1 else "want"
    vote = read_vote(text)
    return f"{count} of {of} {want} {vote.words if vote else text}"


def _hide(text: str) -> str:
    return text.encode().ljust(_LENGTH, b"\0").hex()


def _shown(text: str) -> str:
    return bytes.fromhex(text).rstrip(b"\0").decode()
