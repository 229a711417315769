"""What one file below turns/ says: a kind for each thing that can happen, read and written here alone.

What the GM did has a kind an act, beside the act in `turns/acts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from genetess_cli.errors import InvalidFile
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import WORDS, Part, Problem
from genetess_cli.store.schema import FromFile, Number, Version, Word, name_with_bot
from genetess_cli.store.times import Time, encode_time
from genetess_cli.store.yaml.convert import MOST, Upgrade, convert, nearest, no_such_field, upgraded
from genetess_cli.store.yaml.read import Tree, fault
from genetess_cli.values import Value

Way = Literal["live", "stored", "gm", "bot"]
"""How an order came in."""


By = Literal["gm", "wish", "vote", "timeout"]
"""What an act comes of: the GM's command, a player's wish, the vote of all players, or a time that has come."""


FORM: Final = 3
"""The form of the records that are written. Of the first form, none says a `form`."""
SENTENCES_KEPT: Final = 1
"""The last form that kept what was said of problems."""


class Cause(FromFile, omit_defaults=True):
    """A problem as a record keeps it: what is said of it is made when that is read."""

    key: str
    parts: Mapping[str, Part] = {}
    orders: tuple[str, ...] = ()  # those of a round 0 that were left out for it
    line: Number = 0  # the one of the order file that cannot be read


Causes = tuple[Cause, ...]


def causes_of(problem: Problem) -> Causes:
    """Return a problem, and those behind it, as a record keeps them."""
    return tuple(Cause(each.key, each.facts) for each in (problem, *problem.also))


class RecordHead(FromFile, kw_only=True):
    """What every record says: when it was made, what the rules made of it, and how the game stood after it."""

    number: Number
    turn: Word
    at: Time
    to_move: tuple[Word, ...] = ()
    next: Word | None = None  # the turn after it
    draws: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    rules_version: Version
    form: Version = FORM

    # What only some kinds say, for those who list records whatever they are of.

    @property
    def was_due(self) -> bool:
        """Return whether it has the form of an act, but a run did it: nobody asked for it just then."""
        return False

    @property
    def is_quiet(self) -> bool:
        """Return whether it is the player's own matter, which nobody is told of."""
        return False

    @property
    def seat(self) -> str | None:
        return None

    @property
    def order(self) -> str | None:
        return None

    @property
    def reason(self) -> str | None:
        return None

    @property
    def problems(self) -> Causes:
        """Return what the seat hears was wrong."""
        return ()

    @property
    def queue(self) -> str | None:
        """The seat's order file before it, where the record itself keeps that."""
        return None

    @property
    def back_to(self) -> int | None:
        """The record before which the game stands after this one, if it is of an undo."""
        return None

    def absent_after(self, absent: frozenset[str]) -> frozenset[str]:
        """Return the seats that their players have left after it."""
        return absent


class Begun(RecordHead, kw_only=True):
    """The first one of a game."""

    source: Literal["start"] = "start"
    outcome: Literal["done"] = "done"


class Played(RecordHead, kw_only=True):
    """An order was carried out."""

    seat: Word
    order: str
    source: Way
    outcome: Literal["done"] = "done"
    reason: str | None = None  # why the GM brought it
    problems: Causes = ()  # why some orders were left out of it
    by: str | None = None  # the GM who brought it, as records before the third form name him
    queue: str | None = None  # the order file before it, where neither the commit before nor `order` tells it

    @property
    def is_holiday(self) -> bool:
        return self.order == HOLIDAY


class Failed(RecordHead, kw_only=True):
    """An order failed, or an order file could not be read: the seat is still to move."""

    seat: Word
    order: str | None = None  # None: the file could not be read
    source: Way | Literal["wish"]  # "wish": it was no order, and the seat need not be to move
    outcome: Literal["failed"] = "failed"
    problems: Causes
    queue: str | None = None
    fresh: Number = 0  # so many fresh deadlines has the turn had, as the order got one


class TimeOut(RecordHead, kw_only=True):
    """A deadline passed, or the turn came of a seat that its player has left."""

    seat: Word
    source: Literal["timeout"] = "timeout"
    outcome: Literal["timed out"] = "timed out"
    problems: Causes = ()  # why nothing in its order file was used
    queue: str | None = None
    opened: Word | None = None  # the seat, where it is open for replacement from here on
    rested: bool = False  # the deadline was the end of the seat's holiday


class Now(FromFile, omit_defaults=True):
    """What an act led to."""

    @property
    def deadline(self) -> Time | None:
        """The one that it led to, which only some acts have."""
        return None


class Until(Now):
    """A deadline, where there is one."""

    deadline: Time | None = None


class Longer(Now):
    """So many seconds more, and the deadline that comes of it; none while the game is paused."""

    by: int  # seconds
    deadline: Time | None = None


class Given(Longer, kw_only=True):
    """What a grace gives."""

    seats: list[Word] = msgspec.field(name="for", default_factory=list)  # nobody is named in round 0


GRACE: Final = "grace"
FORMER: Final = "a former player"
"""How everybody is called whom the league has forgotten, or never knew."""


class Graced(RecordHead, kw_only=True, tag_field="desk", tag=GRACE):
    """A deadline was put off by the grace: it has the form of an act, but nobody did it."""

    seat: Word | None = None
    source: Literal["timeout"] = "timeout"
    outcome: Literal["done"] = "done"
    was: Until
    now: Given

    @property
    def until(self) -> Time | None:
        return self.now.deadline


class Holder(Now):
    """Who has a seat: a person by the ID or a bot; in a game of an older version a name and a login."""

    name: str = FORMER  # a person's is not written
    github: str | None = None
    bot: str | None = None
    person: Word | None = None

    @property
    def called(self) -> str:
        return name_with_bot(self.name, self.bot)

    @property
    def said(self) -> Holder:
        """Return what the record of an undo says of it."""
        return self if self.person else Holder(self.called)


class OfSeat(FromFile, omit_defaults=True):
    """An act about a seat that was taken back, as the record of the undo names it."""

    act: Word
    seat: Word
    was: Holder | None = None  # who had the seat before and after it, where it was given to somebody
    now: Holder | None = None
    orphans: bool = False  # it took the seat out of the game


TakenBack = str | OfSeat
"""An act that was taken back: its name, with its seat if it was about one."""


class Acted(RecordHead, kw_only=True, tag_field="desk"):
    """Something was done beside orders: each act has a kind of its own, by whose name files know it."""

    source: By = "gm"
    outcome: Literal["done"] = "done"
    reason: str | None = None
    by: str | None = None  # the GM, as records before the third form name him

    @property
    def was_due(self) -> bool:
        return self.source in ("vote", "timeout")

    @property
    def act(self) -> str:
        return tag_of(type(self))

    @property
    def now(self) -> Now:
        return Now()

    @property
    def until(self) -> Time | None:
        return self.now.deadline

    @property
    def taken_back(self) -> TakenBack:
        """Return how the record of an undo names it."""
        return OfSeat(self.act, self.seat) if self.seat else self.act


class Handover(Acted, kw_only=True):
    """An act by which one player had a seat before, and another has it now."""

    seat: Word
    was: Holder
    now: Holder

    def absent_after(self, absent: frozenset[str]) -> frozenset[str]:
        return absent - {self.seat}


class Wished(Acted, kw_only=True):
    """What a player wished: each wish has a kind of its own."""

    seat: Word
    source: By = "wish"
    queue: str | None = None  # the order file before it, where no commit has it


Record = Begun | Played | Failed | TimeOut | Graced | Acted


def tag_of(kind: type[Acted | Graced]) -> str:
    """Return the name by which files know an act."""
    return str(kind.__struct_config__.tag)


class Replayed(Value):
    """What of a record leads from one position to the next."""

    back_to: int | None = None
    events: list[dict[str, Any]] = []


class _Kind(Value):
    """What tells the kind of a record."""

    source: Literal["start", "live", "stored", "timeout", "gm", "bot", "wish", "vote"]
    outcome: Literal["done", "failed", "timed out"]
    act: Word | None = msgspec.field(name="desk", default=None)


_ALWAYS = (
    "number", "turn", "seat", "order", "source", "outcome", "reason", "at", "to_move", "next", "draws", "events",
    "rules_version", "form",
)  # fmt: skip
_SELDOM = ("queue", "desk", "by", "was", "now", "back_to", "opened", "rested", "fresh", "problems")


def plain(record: Record) -> dict[str, Any]:
    """Return what the file of a record says, in its order."""
    values = msgspec.to_builtins(record, enc_hook=encode_time)
    always = {name: values.get(name) for name in _ALWAYS}
    return always | {name: values[name] for name in _SELDOM if values.get(name)}


def _name_problems(said: Mapping[str, Any]) -> dict[str, Any]:
    """Take a sentence that the program made for a problem of its own kind, which is told as it stands."""
    words = said.get("reason")
    first = {**said, "form": 1}
    if said.get("source") == "gm" or not isinstance(words, str):
        return first
    return {**first, "reason": None, "problems": [{"key": "said", "parts": {WORDS: words}}]}


def _name_holders(said: Mapping[str, Any]) -> dict[str, Any]:
    """Take the names of an act that was taken back for those of holders."""
    was = said.get("was")
    if not (isinstance(was, dict) and isinstance(was.get("acts"), list)):
        return {**said}
    acts = [_with_holders(act) for act in was["acts"]]
    return {**said, "was": {**was, "acts": acts}}


def _with_holders(act: object) -> object:
    if not isinstance(act, dict):
        return act
    return {name: {"name": part} if name in ("was", "now") else part for name, part in act.items()}


UPGRADES: Sequence[Upgrade] = [_name_problems, _name_holders]
"""What makes a record of each form one of the next, the first form first."""


def read_record(tree: Tree, acts: Mapping[str, type[Acted]]) -> Record:
    """Return the record that a file says. Raise InvalidFile for what no record of its kind says."""
    tree = upgraded(tree, "form", UPGRADES)
    _check_names(tree)
    kind = _kind(tree, acts)
    assert isinstance(tree.data, dict)
    said = {name: value for name, value in tree.data.items() if name != "desk"}
    for name in {*_ALWAYS} - {*kind.__struct_encode_fields__}:
        if said.pop(name, None) is not None:
            raise InvalidFile(fault(tree, (name,), f"expected `null`: {_BY_KIND} has no {name}"))
    return convert(tree.with_data(said), kind)


_BY_KIND = "by its `source`, `outcome` and `desk` this record"


def _check_names(tree: Tree) -> None:
    """Raise InvalidFile for fields that no record has: first of all, as the kind of a record follows from some."""
    known = [*_ALWAYS, *_SELDOM]
    if isinstance(tree.data, dict):
        unknown = [name for name in tree.data if name not in known]
        if unknown:
            raise InvalidFile(*[no_such_field(tree, (name,), known) for name in unknown[:MOST]])


def _kind(tree: Tree, acts: Mapping[str, type[Acted]]) -> type[Record]:
    of = convert(tree, _Kind)
    if of.act == GRACE:
        return Graced
    if of.act is not None:
        if of.act not in acts:
            known = ", ".join([*acts, GRACE])
            words = f"there is no act {of.act}{nearest(of.act, [*acts])}; the acts are {known}"
            raise InvalidFile(fault(tree, ("desk",), words))
        return acts[of.act]
    if of.source == "start":
        return Begun
    match of.outcome:
        case "done":
            return Played
        case "failed":
            return Failed
        case "timed out":
            return TimeOut
