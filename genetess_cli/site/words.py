"""Words that pages share: lists and durations, who did what, how a seat stands, what the GM did. No markup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from genetess_cli.rules import orders
from genetess_cli.rules.base import AGREED, CALLED_OFF, View
from genetess_cli.rules.letters import escape_controls
from genetess_cli.rules.problems import count_words, join_words
from genetess_cli.values import Value


def duration_words(duration: str) -> str:
    """Return a duration as files have it, for people: `3d` is `3 days`."""
    unit = {"m": "minute", "h": "hour", "d": "day"}[duration[-1]]
    return count_words(int(duration[:-1]), unit)


def date_words(time: str) -> str:
    """Return a time as pages name it: `Wed 25 Nov, 10:50 UTC`."""
    moment = datetime.fromisoformat(time)
    return f"{moment:%a} {moment.day} {moment:%b, %H:%M} UTC"


AWAITED = "awaited"
"""How a seat stands in round 0 whose gamble is not taken, while any may come in."""
NOT_YET = "unresolved"
"""How it stands once the first gamble of others is taken."""
UNSAID = "(taken away by the GM)"
STANDS = {
    AWAITED: "gambles awaited",
    NOT_YET: "gambles not yet resolved",
    "taken": "gambles taken",
    "moves": "to move",
    "playing": "playing",
    "out": "out",
    "won": "won",
    "shared": "shared the win",
    "survived": "survived",
    "lost": "lost",
    "drew": "drew",
}
"""How a seat can stand, by the code that scripts read, in the words of every page."""


def winner_words(winners: Sequence[str]) -> str:
    """Return who won: `red won`, `red and green share the win`, or `it is a draw` where nobody did."""
    if len(winners) < 2:
        return f"{winners[0]} won" if winners else "it is a draw"
    return f"{join_words(winners)} share the win"


def stand(view: View, seat: str, waiting: str = AWAITED) -> str:
    """Return how a seat stands, as STANDS has it: whether it is to move, gambles, is out, or what came of it.

    `waiting` is how it stands in round 0 if its gamble is not taken yet.
    """
    if view.players[seat].status != "eliminated":
        if view.together and not view.result:
            return waiting if seat in view.to_move else "taken"
        if seat in view.to_move:
            return "moves"
    return fate(view, seat)


def fate(view: View, seat: str) -> str:
    """Return how a seat stands: `playing` or `out` while the game is on, then what came of it.

    Who wins may have been taken out long before (ruling G42): after the end that counts no more.
    """
    result = view.result
    if result is None or result.is_void:
        return "out" if view.players[seat].status == "eliminated" else "playing"
    if seat in result.winners:
        return "won" if len(result.winners) == 1 else "shared"
    if seat == result.survivor:
        return "survived"
    return "lost" if result.winners else "drew"


def standing_words(view: View, seat: str, waiting: str = AWAITED) -> str:
    return STANDS[stand(view, seat, waiting)]


def ending_words(reason: str, winners: Sequence[str]) -> str:
    if reason in (AGREED, CALLED_OFF) and not winners:
        return f"the game is over: {reason}"
    return f"the game is over, {reason}: {winner_words(winners)}"


def count(least: int, most: int, players: int, asked: int) -> str:
    many = f"{least} to {most}" if least != most else str(most)
    have = {0: "no seat is taken yet", 1: "1 seat is taken"}.get(players, f"{players} have seats")
    return f"{many} players; {have}, {asked or 'nobody'} signed up"


def free_seats(places: int) -> str:
    return {0: "no place is left", 1: "1 place is left"}.get(places, f"{places} places are left")


def wish(seat: str | None, number: int, wanted: Mapping[str, int], most: int) -> str:
    """Return what somebody asked for who is the `number`-th of `most` who can play.

    `wanted` has the number of who asked first for each seat, of those who would get it.
    """
    if number > most:
        return f"waits, would like {seat}" if seat else "waits"
    words = "any free seat" if seat is None else f"asked for {seat}"
    if seat is None or wanted.get(seat) == number:
        return words
    first = wanted.get(seat)
    return f"{words}, which is taken" if first is None else f"{words}, after number {first}"


class Stored(Value):
    """An order file: its text, or why it cannot be read; then its text is not shown at all."""

    text: str = ""
    fault: str | None = None
    is_put_back: bool = False  # an undo did so, and nobody has saved it since

    @property
    def plain(self) -> str:
        return escape_controls(self.text)

    @property
    def entries(self) -> list[str]:
        return [entry.text for entry in orders.entries(self.plain)]


def read_stored(data: bytes, is_put_back: bool = False) -> Stored:
    """Return an order file's bytes, read as the referee reads them."""
    read = orders.decode(data)
    if isinstance(read, str):
        problem = orders.too_many(orders.entries(read))
        if problem is None:
            return Stored(read.strip(), is_put_back=is_put_back)
        read = problem
    return Stored(fault=escape_controls(read.message))
