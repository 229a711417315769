"""What people send from outside: values that every source yields and `intake/collect.py` carries in.

A source (pull requests, issues, mail) finds out who sent what; it writes nothing. Whether the sender may is asked here,
and of nothing but the account.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from genetess_cli.errors import Hopeless, InvalidFile, Refused
from genetess_cli.rules import orders
from genetess_cli.rules.problems import Problem
from genetess_cli.store.game import GameFolder, game_at
from genetess_cli.store.git.history import bodies
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.schema import GameFile, PlayerFile
from genetess_cli.store.seal.codec import print_of
from genetess_cli.store.signups import SignUpFile
from genetess_cli.turns.submit import NEXT_RUN, look, when_it_goes

Kind = Literal["pull", "merge", "issue", "mail"]
Remedy = Literal[
    "mend", "wait", "ready", "astray", "beside", "slow", "anew", "seat", "none", "earlier", "again"
]
"""What is to be done about a refusal.

`mend`: its author mends what was sent. `wait`: the GM mends the league. `ready`: a draft is to be declared ready.
`astray`: nothing in it is for a game's players to change. `beside`: what its author sends as a player is to be sent
without the rest, which its author may merge. `slow`: it cannot be fetched in time. The others close it: `anew`,
since on another day it could be taken in when nobody thinks of it any more; `seat`, since its author has no such seat;
`none`, since nothing helps; `earlier`, since what it said before was taken in; `again`, since all of it was, with
another one.
"""
CLOSING: Final = ("seat", "anew", "none", "earlier", "again")


UNREAD: Final = "The program has a fault and could not read this. The GM has been told."

_WORDS: Final = {"pull": "pull request", "merge": "merge request", "issue": "issue", "mail": "message"}


class Author(msgspec.Struct, frozen=True):
    """An account on the forge: its login, which can change hands, and its number, which cannot (None: not known)."""

    login: str
    id: int | None = None

    @property
    def key(self) -> int | str:
        """By what it is told from others of the same forge."""
        return self.id or self.login

    def owns(self, player: PlayerFile) -> bool:
        """Whether a player has this account. The number decides where both have one."""
        if player.github_id is not None and self.id is not None:
            return player.github_id == self.id
        return (player.github or "").lower() == self.login.lower()

    def seats(self, file: GameFile) -> list[str]:
        """The seats that this account plays in a game."""
        return [player.seat for player in file.players if self.owns(player)]

    def is_namesake(self, file: GameFile) -> bool:
        """Whether a player had this login when it was another account's."""
        return any(
            (one.github or "").lower() == self.login.lower() and not self.owns(one) for one in file.players
        )


class Submission(msgspec.Struct, frozen=True):
    """One thing that somebody sends for one game: the queue of a seat (None: cleared), or the wish for a seat.

    Without a `seat` it is a sign-up, and without `signup` then one that is taken back.
    """

    slug: str
    seat: str | None = None
    data: bytes | None = None
    signup: SignUpFile | None = None

    @property
    def words(self) -> str:
        """What it is sent for, as Markdown."""
        return f"`{self.seat}` in `{self.slug}`" if self.seat else f"a place in `{self.slug}`"


class Delivery(msgspec.Struct, frozen=True):
    """What came in at one time: from where, from whom, what for, and why it is not taken, a line for each reason.

    `mark` is what it is known by, so that nothing is taken twice; of two the later one has the higher `order`.
    A delivery without submissions and problems is none of the program's business, and nobody is answered. `remedy` says
    what is to be done about its problems, `joins` in which games its author would like a seat, or another one, `right`
    for what it sends things besides with which nothing is wrong. `opened` is when it was, in seconds, where that is
    known, and `came` has the games for which something in it was taken in before. `fault` is the place in the program
    that failed on it, for the GM alone.
    """

    kind: Kind
    name: str
    order: int
    mark: str
    author: Author
    submissions: Sequence[Submission] = ()
    problems: Sequence[str] = ()
    remedy: Remedy = "mend"
    joins: Sequence[str] = ()
    right: Sequence[str] = ()
    opened: int | None = None
    came: Sequence[str] = ()
    fault: str = ""

    @property
    def what(self) -> str:
        """What it is, whatever is changed of it: `pull 12`."""
        return " ".join(self.mark.split(" ")[:2])

    @property
    def head(self) -> str:
        """The commit, or the print of the text, that it brings; "" of a message, which stays as it is."""
        return "".join(self.mark.split(" ")[2:3])

    @property
    def closes(self) -> bool:
        """Whether it is done with, though nothing of it was taken in."""
        return bool(self.problems) and self.remedy in CLOSING

    @property
    def words(self) -> str:
        """What it is, for messages: `pull request 12`."""
        return f"{_WORDS[self.kind]} {self.name}"


def unreadable(found: Delivery, fault: str) -> Delivery:
    """A delivery that the program failed on at the place `fault`: nothing of it is taken in."""
    return msgspec.structs.replace(found, submissions=(), problems=[UNREAD], remedy="wait", fault=fault)


def remedy_of(found: Iterable[Remedy], rest: bool) -> Remedy:
    """What is to be done about several problems together; `rest`: something was sent that has none.

    What its author alone can mend keeps all of it from coming in by itself, so that it can stay open.
    """
    kinds = set(found)
    if kinds == {"astray"} and not rest:
        return "astray"
    if kinds & {"mend", "astray"}:
        return "mend"
    first = next((one for one in (*CLOSING[:2], "wait") if one in kinds), None)
    return first or ("mend" if rest else "none")


def one_each(sent: Sequence[Submission]) -> tuple[list[Submission], dict[str, Submission]]:
    """What one delivery sends, one submission for each seat, and by what is wrong the one that has another beside it.

    A file that is deleted says nothing where another one of the same seat holds a queue.
    """
    found: dict[tuple[str, str | None], Submission] = {}
    problems: dict[str, Submission] = {}
    for one in sent:
        there = found.get((one.slug, one.seat))
        if there and is_full(there) and is_full(one):
            words = f"{one.slug}: two files for {one.seat or 'one sign-up'}; leave one of them"
            problems[words] = there
        elif there is None or is_full(one):
            found[one.slug, one.seat] = one
    return [*found.values()], problems


def is_full(one: Submission) -> bool:
    """Whether it brings something, and does not take it away."""
    return one.data is not None or one.signup is not None


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


def outlook(folder: GameFolder, seat: str, text: str, soon: str = NEXT_RUN, numbered: bool = True) -> Outlook:
    """What is to come of a seat's whole queue; `soon` as for `submit.when_it_goes`, `numbered` as for `submit.look`.

    Raises Refused, with a caret, as `submit.look` does.
    """
    looked = look(folder, seat, text, numbered)
    return Outlook(looked.data, looked.orders, looked.warnings, when_it_goes(folder, seat, looked.data, soon))


def game_over_reason(folder: GameFolder) -> str | None:
    """Why no order can come to anything any more; None while the game goes on, or where nobody can tell."""
    try:
        if folder.clock is None or folder.clock.phase != "finished":
            return None
    except InvalidFile:
        return None
    return f"{folder.slug} is over; no order can be carried out any more"


def rejection(repository: Repository, commit: str, sent: Submission) -> tuple[str, Remedy] | None:
    """What stands against a queue whose form is right, as things are in a commit, and its remedy.

    That is what its player can know of the first order, and of sealed ones that they lay there before. None where
    nothing does, or where nobody can know.
    """
    if sent.seat is None:
        return None
    folder = game_at(repository, commit, sent.slug)
    if words := game_over_reason(folder):
        return words, "none"
    try:
        text = orders.decode(sent.data or b"")
        if not folder.is_sealed and not isinstance(text, Problem) and text.strip():
            look(folder, sent.seat, text)
    except InvalidFile:
        return None  # that is for the GM to mend; until then what came waits
    except Refused as fault:
        lasts = isinstance(fault, Hopeless)
        return f"{folder.paths.orders(sent.seat)}: {fault}", "mend" if lasts else "anew"
    if folder.is_sealed and sent.data and _lay_there(repository, commit, folder, sent.seat, sent.data):
        return f"{folder.paths.orders(sent.seat)}: {_AGAIN}", "none"
    return None


def _lay_there(repository: Repository, commit: str, folder: GameFolder, seat: str, data: bytes) -> bool:
    """Whether sealed orders of a seat were its queue before and are not now, wherever their lines end."""
    path, name = folder.paths.orders(seat), print_of(data)
    now = repository.read(commit, [path])[path]
    if now and print_of(now) == name:
        return False
    named = f"{folder.paths.orders_folder}/{seat}*.sealed"  # it may have come under a name of its own
    return any(print_of(body) == name for body in bodies(repository, commit, named))
