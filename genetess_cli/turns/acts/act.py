"""What every act of the GM's has: what it takes, what it does, the sentence that tells it, and its name once undone."""

from __future__ import annotations

from typing import ClassVar, Generic, Self, TypeVar

import msgspec

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.voice import Voice
from genetess_cli.store.records import Acted, OfSeat, tag_of
from genetess_cli.store.schema import GameFile
from genetess_cli.store.times import Time, in_words
from genetess_cli.turns.state import GameState, Step

R = TypeVar("R", bound=Acted)


class Telling(msgspec.Struct, frozen=True):
    """What the sentence of an act needs beside its record."""

    voice: Voice
    local: str | None = None  # the deadline that it led to, in the game's own zone where that is not UTC
    forfeits: bool = False  # a time-out loses the game

    def until(self, deadline: Time | None) -> str:
        return f" until {in_words(deadline, self.local)}" if deadline else ""

    def with_time(self, deadline: Time | None) -> str:
        return f", with time to order{self.until(deadline)}" if deadline else ""


class Act(msgspec.Struct, Generic[R], frozen=True, kw_only=True):
    """What the GM asks for. Its record is of a kind of its own."""

    reason: str | None = None
    by: str = ""  # whoever does it, as git signs it

    kind: ClassVar[type[Acted]]  # what its record is
    undone: ClassVar[str]  # behind the word "undid"
    over: ClassVar[bool] = False  # it can be done in a game that is over

    @property
    def name(self) -> str:
        """The command, and what files call it."""
        return tag_of(self.kind)

    @property
    def label(self) -> str:
        """The name under which it draws."""
        return f"{self.name} "

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        """Return what comes of it. Raise Refused."""
        raise NotImplementedError

    @classmethod
    def again(cls, record: R, file: GameFile | None) -> Self:
        """Return the act of a record, for whoever plays the game again; `file` is game.yaml after it, if known."""
        return cls(reason=record.reason, by=record.by)

    @classmethod
    def words(cls, record: R, told: Telling) -> str:
        """Return the sentence, without its reason; what is said behind that stands in a second line."""
        raise NotImplementedError

    @classmethod
    def undone_words(cls, act: OfSeat) -> str:
        """Return the name of an act about a seat once it is undone."""
        return f"the {cls.undone} of {act.seat}"


def gm_words(record: Acted) -> str:
    return f"the GM ({strip_controls(record.by)})"
