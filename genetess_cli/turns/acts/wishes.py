"""What becomes of a wish: the kind of its record, and its act, which does it or says why it cannot be done."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Self, TypeVar

from genetess_cli.errors import Refused
from genetess_cli.rules import orders
from genetess_cli.rules.base import AGREED
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import Problem, render
from genetess_cli.rules.voice import time_left_words
from genetess_cli.store.records import By, Failed, Longer, Now, Wished, causes_of
from genetess_cli.store.schema import Line, Number
from genetess_cli.store.times import Time
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.acts.act import Act, Telling
from genetess_cli.turns.state import GameState, Step, about, final, present
from genetess_cli.turns.wishes.votes import (
    NO_VOTE,
    Choice,
    count_words,
    read_vote,
    voters,
    with_vote,
)

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
            return done.replace(state=self._lifted(done.state))
        if self.remaining is None:
            raise Refused(f"{state.slug}: {render(done, self.text)}")
        return self._told_alone(state, self._lifted(state), at, done)

    def _told_alone(self, state: GameState, after: GameState, at: int, problem: Problem) -> Step:
        record = Failed(
            **about(state, after, at),
            seat=self.seat,
            order=self.text,
            source="wish",
            problems=causes_of(problem),
        )
        return Step(record, state, after, problem=problem)

    @abstractmethod
    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        """Return what comes of it, or why it cannot be done."""

    def _lifted(self, state: GameState) -> GameState:
        """Return a state without the wish in the order file, whose orders wait as they did."""
        if self.remaining is None:
            return state
        codec = state.codec
        queues = state.clock.queues
        if codec.queue_id(self.seat, state.text_of(self.seat)) == queues.get(self.seat):
            queues = queues | {self.seat: codec.queue_id(self.seat, self.remaining)}
        clock = state.clock.replace(queues=queues)
        return state.replace(clock=clock, queues=state.queues | {self.seat: self.remaining})


class Misread(WishAct[Wished]):
    """A line that begins as a wish does, and is none."""

    problem: Problem

    kind = Wished

    def grant(self, state: GameState, at: int, dice: Dice) -> Problem:
        return self.problem


class SeatLeft(Now):
    """How a seat was left: out of the game, or open for somebody until a time."""

    out: bool = False
    until: Time | None = None


class SeatResigned(Wished, tag="resign"):
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
        if problem := _gone(state, seat):
            return problem
        [entry] = orders.entries("RESIGN")
        order = rules.parse(entry).order  # which some games have
        outcome = rules.play(state.game, seat, order, dice) if order else rules.drop(state.game, seat, dice)
        is_last = order or state.terms.waits or (len(present(state)) <= 2 and not outcome.problem)
        if is_last and outcome.problem:
            return outcome.problem
        if is_last:
            outcome = final(state, outcome, at)
            return self.step(state, state.clock, at, outcome, dice, now=SeatLeft(out=True))
        until = state.file.deadline_from(at)
        clock = state.clock.replace(absent=(*state.clock.absent, seat))
        if until:
            clock = clock.replace(resigned=clock.resigned | {seat: until})
        return self.step(state, clock, at, now=SeatLeft(until=until))

    @classmethod
    def again(cls, record: SeatResigned) -> Self:
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


def _gone(state: GameState, seat: str) -> Problem | None:
    if seat not in state.view.still_in:
        return problem_in("wish-out")
    return problem_in("wish-left") if seat in state.clock.absent else None


def settled(state: GameState, now: int) -> str | None:
    """Return a seat that was resigned and that nobody has taken in time, or nobody can any more; None for none."""
    clock = state.clock
    if clock.is_over or clock.paused or clock.together:
        return None
    is_last = len(present(state)) <= 1
    return next((seat for seat, until in clock.resigned.items() if is_last or now >= until), None)


class GiftOfTime(Longer, kw_only=True):
    """What one seat would give, and what all of them gave then; nothing as long as others have not said so."""

    wish: int
    by: int = 0


class TimeGiven(Wished, tag="give"):
    """A seat that waits gave time to the one to move."""

    now: GiftOfTime


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
        given = {**clock.given, seat: min(self.seconds, time_to_give(state))}
        now = GiftOfTime(wish=given[seat])
        waiting = [
            name for name in present(state) if name not in clock.to_move and name not in state.file.bots
        ]
        clock = clock.replace(given=given)
        if all(name in given for name in waiting):
            by = min(given[name] for name in waiting)
            longer = clocks.extend(clock, state.seat, at, by, state.file)
            assert longer is not None, "a turn without a deadline is given no time"
            clock = longer.replace(given={}, gift=clock.gift + by)
            now = now.replace(by=by, deadline=clock.deadline)
        return self.step(state, clock, at, now=now)

    @classmethod
    def again(cls, record: TimeGiven) -> Self:
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
    if problem := _gone(state, seat):
        return problem
    if clock.together or len(clock.to_move) > 1:
        return problem_in("give-together")
    if seat in clock.to_move:
        return problem_in("give-own")
    return _cannot_extend(state)


def _cannot_extend(state: GameState) -> Problem | None:
    if not state.clock.is_timed:
        return problem_in("give-none")
    return None if time_to_give(state) else problem_in("give-all", limit=time_left_words(state.clock.gift))


class Ballot(Now):
    """What a seat votes for now, and how many of all want that."""

    vote: Line
    count: Number = 0
    of: Number = 0


class Voted(Wished, tag="vote"):
    """A player voted, or took the vote back."""

    now: Ballot


KEPT = "vote-kept"
"""What the record of a secret vote says, which is that of an order that failed."""
LONGEST_PAUSE = 14 * 86_400
"""Of one that players vote for."""


class Vote(WishAct[Voted]):
    """Want what is done once all want it who are asked. A secret vote is told to nobody but its player."""

    vote: Choice

    kind = Voted
    undone = "vote"

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        seat = self.seat
        file = state.file
        text = str(self.vote)
        if problem := self._wrong(state):
            return problem
        clock = with_vote(state.clock, seat, text, file)
        if file.has_secret_votes:
            return self._told_alone(state, state.replace(clock=clock), at, problem_in(KEPT))
        now = Ballot(text)
        if text != NO_VOTE:
            asked = voters(clock, file, state.view)
            now = Ballot(text, sum(clock.votes.get(name) == text for name in asked), len(asked))
        return self.step(state, clock, at, now=now)

    def _wrong(self, state: GameState) -> Problem | None:
        clock = state.clock
        if self.seat not in voters(clock, state.file, state.view):
            return problem_in("vote-unasked")
        if state.file.has_secret_votes and self.remaining is None:
            return problem_in("vote-secret")
        match self.vote.what:
            case "DRAW":
                return state.ruleset.end(state.game, AGREED, True).problem
            case "PAUSE" if self.vote.seconds > LONGEST_PAUSE:
                return problem_in("vote-long", limit=time_left_words(LONGEST_PAUSE))
            case "PAUSE" if clock.paused:
                return problem_in("vote-paused")
            case "EXTEND" if problem := _cannot_extend(state):
                return problem
            case "EXTEND" if self.vote.seconds > (left := time_to_give(state)):
                return problem_in("vote-long", limit=time_left_words(left))
        return None

    @classmethod
    def again(cls, record: Voted) -> Self:
        vote = read_vote(record.now.vote)
        assert vote is not None, "a record of a vote says what it is for"
        return cls(seat=record.seat, vote=vote)

    @classmethod
    def words(cls, record: Voted, told: Telling) -> str:
        whose = told.voice.seat(record.seat)
        now = record.now
        if not now.of:
            return f"{whose} took the vote back"
        return f"{whose} voted: {count_words(now.vote, now.count, now.of)}"


def time_to_give(state: GameState) -> int:
    """Return how many seconds the players can still add to the turn: one `deadline` in all."""
    return max(0, (state.file.deadline_seconds or 0) - state.clock.gift)
