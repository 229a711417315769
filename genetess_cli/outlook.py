"""What is to come of orders that somebody sends from outside: how they are read, when they go, what is against them.

One place for all ways in. Said is only what the seat can know (`submit.look`); what is sealed nobody can look into.
"""

from __future__ import annotations

from typing import Final

import msgspec

from genetess_cli.errors import Hopeless, InvalidFile, Refused
from genetess_cli.problems import Problem
from genetess_cli.rules import orders
from genetess_cli.store import Hosted, League, load
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import Layout
from genetess_cli.store.marks import bodies
from genetess_cli.store.overlay import Overlay
from genetess_cli.store.sealed import print_of
from genetess_cli.store.shelf import Committed
from genetess_cli.submissions import Remedy, Submission
from genetess_cli.submit import NEXT_RUN, look, when_it_goes

_AGAIN: Final = (
    "these sealed orders lay there before, and anybody could have sent them once more; seal your orders anew, and send "
    "those"
)


class Outlook(msgspec.Struct, frozen=True):
    """A queue as its file would hold it, its orders as they are understood, what is odd, when the first one goes."""

    data: bytes
    orders: list[str]
    warnings: list[str]
    when: str


def outlook(hosted: Hosted, seat: str, text: str, soon: str = NEXT_RUN, numbered: bool = True) -> Outlook:
    """What is to come of a seat's whole queue; `soon` as for `submit.when_it_goes`, `numbered` as for `submit.look`.

    Raises Refused, with a caret, as `submit.look` does.
    """
    looked = look(hosted, seat, text, numbered)
    return Outlook(looked.data, looked.orders, looked.warnings, when_it_goes(hosted, seat, looked.data, soon))


def game_at(repository: Repository, commit: str, slug: str) -> Hosted:
    """A game as a commit has it, game.yaml included."""
    path = Layout(slug).game
    league = League(repository.top / repository.prefix)
    there = Overlay(league, {path: repository.read(commit, [path])[path]})
    return load(there, slug, Committed(repository, commit))


def over(hosted: Hosted) -> str | None:
    """Why no order can come to anything any more; None while the game goes on, or where nobody can tell."""
    try:
        if hosted.clock is None or hosted.clock.phase != "finished":
            return None
    except InvalidFile:
        return None
    return f"{hosted.slug} is over; no order can be carried out any more"


def problem(repository: Repository, commit: str, sent: Submission) -> tuple[str, Remedy] | None:
    """What stands against a queue whose form is right, as things are in a commit, and its remedy.

    That is what its player can know of the first order, and of sealed ones that they lay there before. None where
    nothing does, or where nobody can know.
    """
    if sent.seat is None:
        return None
    hosted = game_at(repository, commit, sent.slug)
    if words := over(hosted):
        return words, "none"
    try:
        text = orders.decode(sent.data or b"")
        if not hosted.is_sealed and not isinstance(text, Problem) and text.strip():
            look(hosted, sent.seat, text)
    except InvalidFile:
        return None  # that is for the GM to mend; until then what came waits
    except Refused as fault:
        lasts = isinstance(fault, Hopeless)
        return f"{hosted.paths.orders(sent.seat)}: {fault}", "mend" if lasts else "anew"
    if hosted.is_sealed and sent.data and _lay_there(repository, commit, hosted, sent.seat, sent.data):
        return f"{hosted.paths.orders(sent.seat)}: {_AGAIN}", "none"
    return None


def _lay_there(repository: Repository, commit: str, hosted: Hosted, seat: str, data: bytes) -> bool:
    """Whether sealed orders of a seat were its queue before and are not now, wherever their lines end."""
    path, name = hosted.paths.orders(seat), print_of(data)
    now = repository.read(commit, [path])[path]
    if now and print_of(now) == name:
        return False
    named = f"{hosted.paths.orders_folder}/{seat}*.sealed"  # it may have come under a name of its own
    return any(print_of(body) == name for body in bodies(repository, commit, named))
