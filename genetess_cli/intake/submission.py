"""What people send from outside: values that every source yields and `intake/collect.py` carries in.

A source (pull requests, issues, mail) finds out who sent what; it writes nothing. Whether the sender may is asked here,
and of nothing but the account.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

import msgspec

from genetess_cli.errors import Fault, Finding, Hopeless, InvalidFile, Refused
from genetess_cli.intake.rejections import Rejection, decide
from genetess_cli.rules import orders
from genetess_cli.rules.problems import Problem
from genetess_cli.store.codec import print_of
from genetess_cli.store.game import GameFolder, game_at
from genetess_cli.store.git.history import bodies
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.schema import ForgeId, GameFile, PlayerFile
from genetess_cli.store.signups import SignUpFile
from genetess_cli.turns.submit import look

Kind = Literal["pull", "merge", "issue", "mail"]

_WORDS = {"pull": "pull request", "merge": "merge request", "issue": "issue", "mail": "message"}


class Author(msgspec.Struct, frozen=True):
    """An account of a forge: its login, which can change hands, and its number, which cannot (None: not known)."""

    login: str
    id: ForgeId | None

    @property
    def key(self) -> int | str:
        """Return what tells it from others of the same forge."""
        return self.id or self.login

    def owns(self, player: PlayerFile) -> bool:
        """Say whether a player has this account. The number decides where both have one."""
        if player.github_id is not None and self.id is not None:
            return player.github_id == self.id
        return (player.github or "").lower() == self.login.lower()

    def seats(self, file: GameFile) -> list[str]:
        return [player.seat for player in file.players if self.owns(player)]


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
        """Return what it is sent for, as Markdown."""
        return f"`{self.seat}` in `{self.slug}`" if self.seat else f"a place in `{self.slug}`"


class Delivery(msgspec.Struct, frozen=True):
    """What came in at one time: from where, from whom, what for, and why it is not taken.

    `mark` is what it is known by, so that nothing is taken twice; of two the later one has the higher `number`.
    A delivery without submissions and findings is none of the program's business, and nobody is answered; `passed` may
    say why. `opened` is when it was, in seconds, where that is known, and `came` has the games for which something in
    it was accepted before. `fault` is the place in the program that failed on it, for the GM alone.
    """

    kind: Kind
    number: int
    mark: str
    author: Author
    submissions: Sequence[Submission] = ()
    findings: Sequence[Finding] = ()
    passed: str = ""
    opened: int | None = None
    came: Sequence[str] = ()
    fault: str = ""

    @property
    def what(self) -> str:
        """Return what it is, whatever is changed of it: `pull 12`."""
        return " ".join(self.mark.split(" ")[:2])

    @property
    def head(self) -> str:
        """The commit, or the print of the text, that it brings; "" of a message, which stays as it is."""
        return "".join(self.mark.split(" ")[2:3])

    @property
    def rejection(self) -> Rejection:
        """Return what follows from its findings."""
        return decide(self.findings)

    @property
    def closes(self) -> bool:
        return bool(self.findings and self.rejection.why)

    @property
    def noun(self) -> str:
        return _WORDS[self.kind]

    @property
    def words(self) -> str:
        """Return what it is, for messages: `pull request 12`."""
        return f"{self.noun} {self.number}"


def reject(delivery: Delivery, *findings: Finding, fault: str = "") -> Delivery:
    """Return a delivery of which nothing is accepted, for these findings."""
    return msgspec.structs.replace(delivery, submissions=(), findings=findings, fault=fault)


def reject_unread(delivery: Delivery, fault: str) -> Delivery:
    """Return a delivery that the program failed on, at the place `fault`: nothing of it is accepted."""
    words = "The program has a fault and could not read this. The GM has been told."
    return reject(delivery, Finding("", words, rejection="wait"), fault=fault)


_Made = TypeVar("_Made")


def guard(work: Callable[[], _Made], otherwise: Callable[[str], _Made]) -> _Made:
    """Return what `work` makes of a delivery; where the program fails, what `otherwise` makes of the fault's place.

    What comes from outside is a stranger's: a fault ends with it, and the orders of all others still count. This is the
    one place where any exception is caught. Faults of the league, of git, of the disk and of memory are everybody's.
    """
    try:
        return work()
    except (Fault, OSError, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other deliveries go on
        # Its words may hold what a sealed game hides.
        frame = traceback.extract_tb(fault.__traceback__)[-1]
        return otherwise(f"{type(fault).__name__} at {frame.filename}:{frame.lineno}")


_AGAIN = (
    "these sealed orders were here before, so anybody could have copied them; seal your orders again and send the new "
    "ones"
)


def game_over_reason(folder: GameFolder) -> str | None:
    """Return why no order can come to anything any more; None while the game goes on, or where nobody can tell."""
    try:
        if folder.clock is None or folder.clock.phase != "finished":
            return None
    except InvalidFile:
        return None
    return f"{folder.slug} is over; it takes no more orders"


def try_orders(repository: Repository, commit: str, sent: Submission) -> Finding | None:
    """Return what stands against a queue whose form is right, as things are in a commit.

    That is what its player can know of the first order, and of sealed ones that they lay there before. None where
    nothing does, or where nobody can know.
    """
    if sent.seat is None:
        return None
    folder = game_at(repository, commit, sent.slug)
    if words := game_over_reason(folder):
        return Finding("", words, rejection="none")
    try:
        path = folder.paths.orders(sent.seat)
        text = orders.decode(sent.data or b"")
        if not folder.is_sealed and not isinstance(text, Problem) and text.strip():
            look(folder.league.now(), folder.value, sent.seat, text)
    except InvalidFile:
        return None  # that is for the GM to mend; until then what came waits
    except Refused as fault:
        return Finding(path, str(fault), rejection="mend" if isinstance(fault, Hopeless) else "anew")
    if folder.is_sealed and sent.data and _lay_there(repository, commit, folder, sent.seat, sent.data):
        return Finding(path, _AGAIN, rejection="none")
    return None


def _lay_there(repository: Repository, commit: str, folder: GameFolder, seat: str, data: bytes) -> bool:
    """Say whether sealed orders of a seat were its queue before and are not now, wherever their lines end."""
    path, name = folder.paths.orders(seat), print_of(data)
    now = repository.read(commit, [path])[path]
    if now and print_of(now) == name:
        return False
    named = f"{folder.paths.orders_folder}/{seat}*.sealed"  # it may have come under a name of its own
    return any(print_of(body) == name for body in bodies(repository, commit, named))
