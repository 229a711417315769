"""What people send from outside: values that every source yields and `intake/collect.py` carries in.

A source (pull requests, issues, mail) finds out who sent what; it writes nothing. Whether the sender may is asked here,
and of the account alone.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Literal, TypeVar

from genetess_cli.errors import Fault, Finding, Hopeless, InvalidFile, Refused
from genetess_cli.intake.rejections import Rejection, decide
from genetess_cli.rules import orders
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.store.codec import print_of
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.git.history import bodies
from genetess_cli.store.layout import Layout, person_of
from genetess_cli.store.league import League
from genetess_cli.store.people import seated
from genetess_cli.store.reader.games import AnyGame, Broken
from genetess_cli.store.schema import GameFile, load_game
from genetess_cli.store.signups import SignUpFile
from genetess_cli.store.yaml import api
from genetess_cli.turns.acts.absence import TellPerson
from genetess_cli.turns.acts.asked import misread
from genetess_cli.turns.submit import look, over_reason
from genetess_cli.turns.wishes.lines import WISHES, verb_of
from genetess_cli.values import Value

# `1. `, `a) `, `Red: ` and the like before an order.
_LIST_MARK = re.compile(r"[\W\d_]*(?:\w\)|[\w ]{1,20}:)?[\W\d_]*")
# A square, a length of time or a date.
_PLACE = re.compile(r"[a-z]{1,2}\d{1,2}$|\d+[dhm]$|\d+[-.]\d", re.IGNORECASE)
_LIKE = 0.7  # so like an order's word is one with a slip

Kind = Literal["pull", "merge", "issue", "mail", "comment"]

_WORDS = {
    "pull": "pull request",
    "merge": "merge request",
    "issue": "issue",
    "mail": "message",
    "comment": "comment",
}


class Submission(Value):
    """One thing that somebody sends: a seat's queue or what it says, a sign-up, or the own file in people/."""

    slug: str  # the game's; or the path of the file in people/
    seat: str | None = None  # None: it is a sign-up, or a person's
    data: bytes | None = None  # the queue of the seat, or the person's file; None: cleared
    signup: SignUpFile | None = None  # the sign-up; None: taken back
    said: Sequence[str] = ()  # the lines that the seat says to all; with any, it sends no queue
    path: str = ""  # of the file that it came in; "": the seat's own
    told: Sequence[TellPerson] = ()  # what is to change in the person's file, where that is not sent

    @property
    def words(self) -> str:
        """Return what it is sent for, as Markdown."""
        if person_of(self.slug):
            return f"`{self.slug}`"
        return f"`{self.seat}` in `{self.slug}`" if self.seat else f"a place in `{self.slug}`"


class Delivery(Value):
    """What came in at one time. Without submissions and findings it is not the program's business, nor answered."""

    kind: Kind
    number: int  # of two the later one has the higher
    mark: str  # what it is known by, so that nothing is taken twice
    author: Author
    submissions: Sequence[Submission] = ()
    findings: Sequence[Finding] = ()  # why it is not taken
    unsaid: Sequence[Finding] = ()  # why nothing is said to all, while the rest counts
    passed: str = ""  # why it is passed by
    opened: int | None = None  # when, in seconds, where that is known
    came: Sequence[str] = ()  # the games for which something in it was accepted before
    fault: str = ""  # the place in the program that failed on it, for the GM alone

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
    return delivery.replace(submissions=(), findings=findings, fault=fault)


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


def game_file(league: League, slug: str) -> GameFile | None:
    """Return a game's settings without anything else of it; None where there is no such game. Raise Fault."""
    path = Layout(slug).game
    data = league.lying(path)
    if data is None:
        return None
    return seated(load_game(api.read(data, path, league.cache)), league.people, Layout(slug))


def game_files(league: League) -> Iterator[tuple[str, GameFile]]:
    """Yield the settings of all games that can be read."""
    for slug in league.slugs():
        with suppress(Fault):
            if file := game_file(league, slug):
                yield slug, file


def order_in(rules: AnyRuleset, said: Sequence[str]) -> str:
    """Return the first line of what a seat says to all that is an order or a wish, or nearly; "" for none.

    Quoted lines are others'.
    """
    return next((line for line in said if not line.startswith(">") and _is_order(rules, line)), "")


def _is_order(rules: AnyRuleset, line: str) -> bool:
    """Say whether a line names a square or a time behind an order's word, or is one that the game reads as a whole.

    What is a word alone too is an order in capitals: `PASS`, and not `pass`.
    """
    if line.strip().startswith("genetess/v1 sealed order"):
        return True
    text = _LIST_MARK.sub("", line, count=1)
    entries = orders.entries(text)
    if not all(entry.words for entry in entries):
        return False
    for entry in entries:
        verb, *more = (word.text for word in entry.words)
        if any(map(_PLACE.match, more)) and orders.nearest(verb, [*rules.verbs, *WISHES], _LIKE):
            return True
    is_plain = text[-1:].isalnum() and (text.isupper() or any(map(str.isdigit, text)))
    return is_plain and all(_is_read(rules, entry) for entry in entries)


def _is_read(rules: AnyRuleset, entry: orders.Entry) -> bool:
    if verb_of(entry):
        return not misread([entry])
    reading = rules.parse(entry)
    return bool(reading.order and not reading.ignored)


def try_orders(league: League, sent: Submission, now: int) -> Finding | None:
    """Return what stands against a queue whose form is right, as things are in the league's commit.

    That is what its player can know of the first order and of wishes, and of sealed orders that they lay there before.
    None where nothing does, or where nobody can know: what is broken is for the GM to mend, and until then what came
    waits.
    """
    if sent.seat is None or sent.said:
        return None
    game = league.find(sent.slug)
    if isinstance(game, Broken):
        return None
    if words := over_reason(game):
        return Finding("", words, rejection="none")
    path = sent.path or game.paths.orders(sent.seat)
    text = orders.decode(sent.data or b"")
    try:
        if not game.is_sealed and not isinstance(text, Problem) and text.strip():
            look(league, game, sent.seat, text, now)
    except InvalidFile:
        return None
    except Refused as fault:
        rejection = "mend" if isinstance(fault, Hopeless) else "anew"
        return Finding(path, str(fault), rejection=rejection)
    if game.is_sealed and sent.data and _lay_there(league, game, sent.seat, sent.data):
        return Finding(path, _AGAIN, rejection="none")
    return None


def _lay_there(league: League, game: AnyGame, seat: str, data: bytes) -> bool:
    """Say whether sealed orders of a seat were its queue before and are not now, wherever their lines end."""
    name = print_of(data)
    now = game.files.get(seat)
    if now and print_of(now) == name:
        return False
    named = f"{game.paths.orders_folder}/{seat}*.sealed"  # it may have come under a name of its own
    held = bodies(league.repository, league.snapshot.commit, named)
    return any(print_of(body) == name for body in held)
