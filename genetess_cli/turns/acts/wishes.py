"""What becomes of a wish: the kind of its record, and its act, which does it or says why it cannot be done."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from msgspec.structs import replace

from genetess_cli.errors import Refused
from genetess_cli.rules import orders
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import Problem, render
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.rules.voice import time_left_words
from genetess_cli.store.records import By, Failed, Longer, Wished, causes_of
from genetess_cli.store.schema import FromFile, GameFile
from genetess_cli.store.times import Time
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.acts.act import Act, Telling, move_position
from genetess_cli.turns.state import GameState, Step, about, final, present

W = TypeVar("W", bound=Wished)


class WishAct(Act[W], Generic[W], kw_only=True):
    """What a player asks for beside orders."""

    seat: str
    text: str = ""
    # What its order file says without it; None: it came by command, which refuses what cannot be done.
    remaining: bytes | None = None

    source: By = "wish"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        done = self.grant(state, at, dice)
        if isinstance(done, Step):
            return replace(done, state=self._lifted(done.state))
        if self.remaining is None:
            raise Refused(f"{state.slug}: {render(done, self.text)}")
        after = self._lifted(state)
        record = Failed(
            **about(state, after, at),
            seat=self.seat,
            order=self.text,
            source="wish",
            problems=causes_of(done),
        )
        return Step(record, state, after, problem=done)

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        """Return what comes of it, or why it cannot be done."""
        raise NotImplementedError

    def _lifted(self, state: GameState) -> GameState:
        """Return a state without the wish in the order file, whose orders wait as they did."""
        if self.remaining is None:
            return state
        codec = state.codec
        queues = state.clock.queues
        if codec.queue_id(self.seat, state.queues.get(self.seat) or b"") == queues.get(self.seat):
            queues = queues | {self.seat: codec.queue_id(self.seat, self.remaining)}
        clock = replace(state.clock, queues=queues)
        return replace(state, clock=clock, queues=state.queues | {self.seat: self.remaining})


class Misread(WishAct[Wished]):
    """A line that begins as a wish does, and is none."""

    problem: Problem

    kind = Wished

    def grant(self, state: GameState, at: int, dice: Dice) -> Problem:
        return self.problem


class SeatLeft(FromFile, omit_defaults=True):
    """How a seat was left: out of the game, or open for somebody until a time."""

    out: bool = False
    until: Time | None = None


class SeatResigned(Wished, kw_only=True, tag="resign"):
    """The player of the seat plays no more."""

    now: SeatLeft = SeatLeft()

    def absent_after(self, absent: frozenset[str]) -> frozenset[str]:
        return absent - {self.seat} if self.now.out else absent | {self.seat}


class Resign(WishAct[SeatResigned]):
    """Leave the game: by its rules, or with the seat open for one deadline where others play on."""

    kind = SeatResigned
    undone = "resignation"

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        seat = self.seat
        rules = state.ruleset
        if seat not in rules.view(state.game, PUBLIC).still_in:
            return problem_in("wish-out")
        if seat in state.clock.absent:
            return problem_in("wish-left")
        [entry] = orders.entries("RESIGN")
        order = rules.parse(entry).order
        if order is not None:  # the game has such an order
            return self._out(state, rules.play(state.game, seat, order, dice), at, dice)
        outcome = rules.drop(state.game, seat, dice)
        is_last = len(present(state)) <= 2 or state.terms.waits
        if outcome.problem is None and is_last:
            return self._out(state, outcome, at, dice)
        if outcome.problem is not None and state.terms.waits:
            return outcome.problem
        until = state.file.deadline_from(at)
        resigned = state.clock.resigned | ({seat: until} if until else {})
        clock = replace(state.clock, absent=(*state.clock.absent, seat), resigned=resigned)
        after = replace(state, clock=clock)
        return Step(
            SeatResigned(**self.head(state, after, at), seat=seat, now=SeatLeft(until=until)), state, after
        )

    def _out(self, state: GameState, outcome: AnyOutcome, at: int, dice: Dice) -> Step | Problem:
        if outcome.problem:
            return outcome.problem
        outcome = final(state, outcome, at)
        after = move_position(state, outcome, at)
        head = self.head(state, after, at, outcome, dice)
        return Step(SeatResigned(**head, seat=self.seat, now=SeatLeft(out=True)), state, after)

    @classmethod
    def again(cls, record: SeatResigned, file: GameFile | None) -> Self:
        return cls(seat=record.seat)

    @classmethod
    def words(cls, record: SeatResigned, told: Telling) -> str:
        is_own = record.seat == told.voice.viewer
        give, your = ("give", "Your") if is_own else ("gives", "The")
        gives_up = f"{told.voice.seat(record.seat)} {give} up the game"
        if record.now.out:
            return gives_up
        until = told.until(record.now.until) or ""
        return f"{gives_up}\n{your.lower()} seat is open for somebody else{until}"


def settled(state: GameState, now: int) -> str | None:
    """Return a seat that was resigned and that nobody has taken in time, or nobody can any more; None for none."""
    clock = state.clock
    if clock.is_over or clock.paused or clock.together:
        return None
    is_last = len(present(state)) <= 1
    return next((seat for seat, until in clock.resigned.items() if is_last or now >= until), None)


class GiftOfTime(Longer, omit_defaults=True, kw_only=True):
    """What one seat would give, and what all of them gave then; nothing as long as others have not said so."""

    wish: int
    by: int = 0


class TimeGiven(Wished, kw_only=True, tag="give"):
    """A seat that waits gave time to the one to move."""

    now: GiftOfTime

    @property
    def until(self) -> Time | None:
        return self.now.deadline


class Give(WishAct[TimeGiven]):
    """Give more time to the seat to move: at most one `deadline` a turn, and only as much as all give who wait."""

    seconds: int

    kind = TimeGiven
    undone = "gift of time"

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        seat = self.seat
        clock = state.clock
        if problem := _cannot_give(state, seat):
            return problem
        left = (state.file.deadline_seconds or 0) - clock.gift
        if left <= 0:
            return problem_in("give-all", limit=time_left_words(clock.gift))
        given = {**clock.given, seat: min(self.seconds, left)}
        now = GiftOfTime(wish=given[seat])
        waiting = [
            name for name in present(state) if name not in clock.to_move and name not in state.file.bots
        ]
        clock = replace(clock, given=given)
        if all(name in given for name in waiting):
            by = min(given[name] for name in waiting)
            longer = clocks.extend(clock, state.seat, at, by, state.file)
            assert longer is not None, "a turn without a deadline is given no time"
            clock = replace(longer, given={}, gift=clock.gift + by)
            now = replace(now, by=by, deadline=clock.deadline)
        after = replace(state, clock=clock)
        return Step(TimeGiven(**self.head(state, after, at), seat=seat, now=now), state, after)

    @classmethod
    def again(cls, record: TimeGiven, file: GameFile | None) -> Self:
        return cls(seat=record.seat, seconds=record.now.wish)

    @classmethod
    def words(cls, record: TimeGiven, told: Telling) -> str:
        now = record.now
        whose = told.voice.seat(record.seat)
        if not now.by:
            return f"{whose} would give {time_left_words(now.wish)} more to the player to move, if all who wait do"
        return f"{whose} gave {time_left_words(now.by)} more to the player to move,{told.until(now.deadline)}"


def _cannot_give(state: GameState, seat: str) -> Problem | None:
    clock = state.clock
    if seat not in state.ruleset.view(state.game, PUBLIC).still_in:
        return problem_in("wish-out")
    if seat in clock.absent:
        return problem_in("wish-left")
    if clock.together or len(clock.to_move) > 1:
        return problem_in("give-together")
    if seat in clock.to_move:
        return problem_in("give-own")
    is_timed = clock.paused.left is not None if clock.paused else clock.deadline is not None
    return None if is_timed else problem_in("give-none")
