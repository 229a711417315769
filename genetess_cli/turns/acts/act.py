"""What every act of the GM's has: what it takes, what it does, the sentence that tells it, and its name once undone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar, Unpack

from genetess_cli.errors import Refused
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.rules.voice import Voice
from genetess_cli.store.codec import ids_of
from genetess_cli.store.records import Acted, By, Now, OfSeat, tag_of
from genetess_cli.store.schema import Clock, FromFile
from genetess_cli.store.times import Time, in_words
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.state import GameState, Step, about
from genetess_cli.turns.wishes.votes import EXTEND, no_votes, without_votes
from genetess_cli.values import Value

R = TypeVar("R", bound=Acted)


MORE_TIME = "The next run applies it. For more time: `genetess extend {} --by TIME`"
"""What is said of a deadline that has passed once the game goes on."""


class Telling(Value):
    """What the sentence of an act needs beside its record."""

    voice: Voice
    acts: Mapping[str, type[Act[Any]]]  # all that there are, by what files call them
    local: str | None = None  # the deadline that it led to, in the game's own zone where that is not UTC
    forfeits: bool = False  # a time-out loses the game
    changes: str = ""  # of the rules, in the versions that an adopt went over

    def until(self, deadline: Time | None) -> str:
        return f" until {in_words(deadline, self.local)}" if deadline else ""

    def with_time(self, deadline: Time | None) -> str:
        return f", with time to order{self.until(deadline)}" if deadline else ""


class Own(TypedDict, total=False):
    """What the records of some acts say beside what that of any does."""

    was: FromFile
    now: Now
    back_to: int
    rules_version: int


class Act(Value, Generic[R], kw_only=True):
    """What is asked for. Its record is of a kind of its own."""

    reason: str | None = None
    source: By = "gm"

    kind: ClassVar[type[Acted]]  # what its record is
    did: ClassVar[str] = ""  # behind the words "the GM", where that is the whole sentence
    undone: ClassVar[str]  # behind the word "undid"
    longest: ClassVar[int] = 200  # letters of its reason
    over: ClassVar[bool] = False  # it can be done in a game that is over
    any_rules: ClassVar[bool] = False  # it can be done in a game that was played by older rules

    @property
    def name(self) -> str:
        """The command, and what files call it."""
        return tag_of(self.kind)

    @property
    def seat(self) -> str | None:
        """The one that it is about."""
        return None

    @property
    def label(self) -> str:
        """The name under which it draws."""
        return f"{self.name} {self.seat or ''}"

    def carry_out(self, state: GameState, at: int, dice: Dice) -> Step:
        """Do it, unless the game is over. Raise Refused."""
        if state.clock.is_over and not self.over:
            raise Refused(f"{state.slug} is over. To go back: `genetess undo {state.slug}`")
        step = self.do(state, at, dice)
        if self.source != "vote":
            return step
        clock = step.state.clock.replace(votes=no_votes(state.file))
        return step.replace(state=step.state.replace(clock=clock))

    @abstractmethod
    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        """Return what comes of it. Raise Refused."""

    def step(
        self,
        before: GameState,
        clock: Clock,
        at: int,
        outcome: AnyOutcome | None = None,
        dice: Dice | None = None,
        **own: Unpack[Own],
    ) -> Step:
        """Return what it led to: another clock, and the position of an outcome, if there is one.

        Its record says what that of any act does, and what is its `own`.
        """
        after = before.replace(clock=clock)
        if outcome:
            after = _with_position(after, outcome, at)
        said: dict[str, Any] = {
            **about(before, after, at, outcome, dice),
            "rules_version": before.file.rules_version or before.ruleset.version,
            "source": self.source,
            "reason": self.reason,
            **own,
        }
        if self.seat:
            said["seat"] = self.seat
        return Step(self.kind(**said), before, after)

    @classmethod
    def again(cls, record: R) -> Self:
        """Return what the act of a record took, to play the game again."""
        return cls()

    @classmethod
    def words(cls, record: R, told: Telling) -> str:
        """Return the sentence, without its reason; what is said behind that stands in a second line."""
        return f"{who(record)} {cls.did}{told.with_time(record.until)}"

    @classmethod
    def undone_words(cls, act: OfSeat) -> str:
        """Return the name of an act about a seat once it is undone."""
        return f"the {cls.undone} of {act.seat}"


def who(record: Acted) -> str:
    return {
        "gm": "the GM",
        "wish": "the player",
        "vote": "the vote of all",
        "timeout": "the end of the pause",
    }[record.source]


def _with_position(state: GameState, outcome: AnyOutcome, now: int) -> GameState:
    """Return the state with another position; where the turn is another one as well, its clock begins."""
    view = state.ruleset.view(outcome.game, PUBLIC)
    clock = state.clock.replace(to_move=tuple(view.to_move))
    if view.result is None and view.turn == state.clock.turn:
        return state.replace(game=outcome.game, clock=clock)
    end = None if view.result else state.file.deadline_from(now)
    clock = clocks.begin(clock, ids_of(state.codec, state.queues), now, deadline=end)
    clock = without_votes(clock, state.file, EXTEND)
    clock = clocks.follow(clock, view)
    if state.clock.paused and not view.result:
        pause = state.clock.paused.replace(holiday=False)
        clock = clocks.keep_paused(clock, pause, view.to_move[0], now, state.file)
    return state.replace(game=outcome.game, clock=clock)
