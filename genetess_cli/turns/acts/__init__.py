"""What the GM does to a game beside its orders: a class an act, the kind of its record above it, and ACTS, all of them.

Pure: what an act does to a position is for the rules to say, and to a clock for `clock.py`. `referee.act` carries one
out. An undo is `back.py`, and made by `undo.py`, from the history.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self, Union

from genetess_cli.errors import Refused
from genetess_cli.rules.base import AGREED, CALLED_OFF, TOGETHER
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.rules.voice import Voice, capital, time_left_words
from genetess_cli.store.files import Contents
from genetess_cli.store.records import (
    Acted,
    Graced,
    Handover,
    Holder,
    Longer,
    Now,
    OfSeat,
    Record,
    TakenBack,
    Until,
    tag_of,
)
from genetess_cli.store.schema import Word
from genetess_cli.store.terms import Terms
from genetess_cli.store.times import Time
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.acts.absence import RestAway, TellPerson
from genetess_cli.turns.acts.act import Act, Telling, who
from genetess_cli.turns.acts.adopt import Adopt as Adopt
from genetess_cli.turns.acts.adopt import Adopted, changes
from genetess_cli.turns.acts.back import Undo, Undone
from genetess_cli.turns.acts.seats import check_turns, holder_of, orders_left, set_players
from genetess_cli.turns.acts.wishes import Give, Resign, Vote
from genetess_cli.turns.state import GameState, Step, final, present, with_new_keys
from genetess_cli.turns.wishes.votes import NO_VOTE, PAUSE, voters, with_vote, without_votes
from genetess_cli.values import Value


class PauseEnd(Now):
    """When a pause ends by itself, if it does."""

    until: Time | None = None


class GamePaused(Acted, tag="pause"):
    """Nothing is due from here on."""

    now: PauseEnd = PauseEnd()

    @property
    def until(self) -> Time | None:
        return self.now.until


class Pause(Act[GamePaused]):
    """Stop the clock."""

    until: Time | None = None
    seconds: int = 0  # or for so long; neither: until `Resume`

    kind = GamePaused
    undone = "the pause"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        if state.clock.paused:
            raise Refused(f"{state.slug} is already paused, since {state.clock.paused.since}")
        until = Time(at + self.seconds) if self.seconds else self.until
        if until is not None and until <= at:
            raise Refused(f"{state.slug}: the pause would be over at {until}, which has passed")
        clock = clocks.pause(state.clock, state.seat, at, state.file, until)
        clock = without_votes(clock, state.file, PAUSE)
        return self.step(state, clock, at, now=PauseEnd(until))

    @classmethod
    def again(cls, record: GamePaused) -> Self:
        return cls(record.until)

    @classmethod
    def words(cls, record: GamePaused, told: Telling) -> str:
        return f"{who(record)} paused the game{told.until(record.until)}"


class Resumed(Acted, tag="resume"):
    """`now` is the deadline with what was left of the time."""

    now: Until = Until()


class Resume(Act[Resumed]):
    """Let the clock run again."""

    kind = Resumed
    did = "resumed the game"
    undone = "the end of the pause"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        if not state.clock.paused:
            raise Refused(f"{state.slug} is not paused")
        clock = clocks.resume(state.clock, state.clock.paused, state.view.phase, at, state.file)
        return self.step(state, clock, at, now=Until(clock.deadline))


class Extended(Acted, kw_only=True, tag="extend"):
    """The deadline before and after it."""

    was: Until = Until()
    now: Longer


class Extend(Act[Extended]):
    """Put the deadline off."""

    seconds: int = 0
    days: int = 0  # in a game whose deadlines end at times of day: so many days, to the same time
    until: str = ""  # or to this time, on the clocks of the game's zone

    kind = Extended
    undone = "the extension of the deadline"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        seconds = self._seconds(state, at)
        if seconds <= 0:
            raise Refused("a deadline can only be put off")
        clock = clocks.extend(state.clock, state.seat, at, seconds, state.file)
        if clock is None:
            raise Refused(f"{state.slug} {state.clock.turn} has no deadline to extend")
        if self.source == "vote":
            clock = clock.replace(gift=clock.gift + seconds)
        was = Until(state.clock.deadline)
        now = Longer(seconds, clock.deadline)
        return self.step(state, clock, at, was=was, now=now)

    def _seconds(self, state: GameState, at: int) -> int:
        """Return how many seconds more that count lead to where the deadline is put off to."""
        file = state.file
        running = file.later(max(state.clock.deadline or at, at), 0)
        if self.until:
            end = file.on_clock(self.until)
            if state.clock.paused:
                raise Refused(f"{state.slug} is paused; resume it first, or extend it --by a time")
            if file.later(end, 0) != end:
                raise Refused(
                    f"{self.until} is on a quiet day, on which no deadline ends; write another time"
                )
            if end <= running:
                raise Refused(f"{self.until} is not after the deadline, {file.format_time(running)}")
        elif self.days and file.at and not state.clock.paused:
            end = Time(file.calendar.days_later(running, self.days))
        else:
            return self.seconds
        return file.count_seconds(running, end)

    @classmethod
    def again(cls, record: Extended) -> Self:
        return cls(record.now.by)

    @classmethod
    def words(cls, record: Extended, told: Telling) -> str:
        until = told.until(record.until)
        time = f",{until}" if until else ", from the end of the pause"
        return f"{who(record)} extended the deadline by {time_left_words(record.now.by)}{time}"


class Replaced(Handover, tag="replace"):
    """Who had the seat, and who has it."""

    @property
    def taken_back(self) -> TakenBack:
        return OfSeat(self.act, self.seat, was=self.was.said, now=self.now.said)


class Replace(Act[Replaced]):
    """Give a seat to another player: in game.yaml, with a clean slate."""

    seat: str
    newcomer: Holder
    former: Holder | None = None  # None: whom game.yaml names
    people: Contents = {}  # the newcomer's file in people/, where that is new

    kind = Replaced
    undone = "replacement"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        seat = self.seat
        was = self.former or holder_of(state.file.player(seat))
        check_turns(state, seat, "given to anybody")
        if was == self.newcomer and seat not in state.clock.absent:
            raise Refused(f"{state.slug}: {seat} is already played by {state.file.player(seat).called}")
        settings = set_players(state.terms, state.terms.source, {seat: self.newcomer})
        clock = with_new_keys(state, seat).clock
        clock = clocks.given_back(clocks.forgive_missed(clock, seat), seat)
        clock = with_vote(clock, seat, NO_VOTE, state.file)
        step = self.step(state, clock, at, was=was, now=self.newcomer)
        return step.replace(notes=orders_left(state, [seat]), settings=settings, people=self.people)

    @classmethod
    def again(cls, record: Replaced) -> Self:
        """Return the act of a record: who had the seat before, the work tree told, which was never committed."""
        return cls(record.seat, record.now, record.was)

    @classmethod
    def words(cls, record: Replaced, told: Telling) -> str:
        was = strip_controls(record.was.called)
        new = strip_controls(record.now.called)
        if record.source == "timeout":
            return f"nobody took the seat of {record.seat} in time, so {new} plays it"
        instead = f" instead of {was}" if was != new else ""
        return f"the GM gave the seat {record.seat} to {new}{instead}"

    @classmethod
    def undone_words(cls, act: OfSeat) -> str:
        was = strip_controls(act.was.called if act.was else "")
        new = strip_controls(act.now.called if act.now else "")
        return f"the replacement of {was} by {new}" if was != new else f"the return of {was}"


class Orphaned(Now):
    """The seat is out of the game, if `orphans`."""

    orphans: bool = False


class PlayerDropped(Acted, tag="drop"):
    """The player of the seat has left."""

    seat: Word
    now: Orphaned = Orphaned()

    def absent_after(self, absent: frozenset[str]) -> frozenset[str]:
        return absent - {self.seat} if self.now.orphans else absent | {self.seat}

    @property
    def taken_back(self) -> TakenBack:
        return OfSeat(self.act, self.seat, orphans=self.now.orphans)


class Drop(Act[PlayerDropped]):
    """Let a player leave: the seat is timed out whenever its turn comes, or with `orphans` out of the game at once."""

    seat: str
    orphans: bool = False

    kind = PlayerDropped
    undone = "drop"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        if self.orphans:
            return self._orphan(state, at, dice)
        seat = self.seat
        slug = state.slug
        check_turns(state, seat, "dropped")
        if state.terms.waits:
            raise Refused(f"{slug}: it would wait for {seat} for ever; add --orphans")
        if seat in state.clock.absent:
            raise Refused(f"{slug}: {seat} has already left; its turns are skipped")
        if present(state) in ([seat], []):
            raise Refused(
                f"{slug}: {seat} is the last active player. To end the game: `genetess finish {slug} --reason TEXT`"
            )
        clock = state.clock.replace(absent=(*state.clock.absent, seat))
        return self.step(state, clock, at)

    def _orphan(self, state: GameState, at: int, dice: Dice) -> Step:
        seat = self.seat
        outcome = state.ruleset.drop(state.game, seat, dice)
        if outcome.problem:
            instead = "; leave out --orphans" if state.view.phase == TOGETHER else ""
            words = f"{seat} cannot be dropped. {outcome.problem.message.rstrip('.')}{instead}."
            raise Refused(f"{state.slug}: {words}")
        outcome = final(state, outcome, at)
        clock = clocks.given_back(state.clock, seat)
        return self.step(state, clock, at, outcome, dice, now=Orphaned(orphans=True))

    @classmethod
    def again(cls, record: PlayerDropped) -> Self:
        return cls(record.seat, record.now.orphans)

    @classmethod
    def words(cls, record: PlayerDropped, told: Telling) -> str:
        voice = told.voice
        if record.source == "timeout":
            return f"nobody took the seat of {voice.seat(record.seat)} in time, so it is out of the game"
        if record.now.orphans:
            return f"the GM took {voice.seat(record.seat)} out of the game"
        is_own = record.seat == voice.viewer
        has, whose = ("have", "your") if is_own else ("has", "the seat’s")
        left = f"the GM reports that {voice.seat(record.seat)} {has} left"
        if told.forfeits:
            unless = "unless the GM gives the seat to somebody else before"
            return f"{left}\nthe game is lost at {whose} next turn, {unless}"
        return f"{left}\n{whose} turns are skipped until someone takes the seat"

    @classmethod
    def undone_words(cls, act: OfSeat) -> str:
        undone = "removal" if act.orphans else cls.undone
        return f"the {undone} of {act.seat}"


class Finished(Acted, tag="finish"):
    """Its `reason` is how the game ended."""


class Finish(Act[Finished]):
    """End the game by the GM's word, which reads on from `The game is over, `; the rules' own count tells who won."""

    kind = Finished
    did = "ended the game"
    undone = "the end of the game"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        outcome = _ended(state, self.reason or "")
        return self.step(state, state.clock, at, outcome, dice)


class Cancelled(Acted, tag="cancel"):
    """The game counts for nobody."""


class Cancel(Act[Cancelled]):
    """Call the game off: it is over, and nobody has won."""

    kind = Cancelled
    did = "called the game off"
    undone = "the end of the game"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        ended = _ended(state, CALLED_OFF)
        outcome = state.ruleset.award(ended, state.file.seats)
        return self.step(state, state.clock, at, outcome, dice)


class Agreement(Now):
    """The seats that agreed, in their order."""

    agreed: list[Word]


class DrawAgreed(Acted, tag="draw"):
    """Who agreed to a draw."""

    now: Agreement


class AgreedDraw(Act[DrawAgreed]):
    """End the game in a draw to which all have agreed who are in and have a player; seats with one share the win."""

    agreed: Sequence[str]

    kind = DrawAgreed
    undone = "the draw"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        now = Agreement(_check_agreement(state, self.agreed))
        outcome = _ended(state, AGREED, is_shared=True)
        return self.step(state, state.clock, at, outcome, dice, now=now)

    @classmethod
    def again(cls, record: DrawAgreed) -> Self:
        return cls(record.now.agreed)

    @classmethod
    def words(cls, record: DrawAgreed, told: Telling) -> str:
        agreed = join_words(told.voice.seat(seat) for seat in record.now.agreed)
        return f"{agreed} agreed to a draw, and {who(record)} ended the game"


class RulingPublished(Acted, tag="say"):
    """Its `reason` is the ruling; nothing changed but what everybody reads."""


class Say(Act[RulingPublished]):
    """Tell everybody a ruling, its `reason`."""

    kind = RulingPublished
    did = "ruled"
    undone = "the ruling"
    longest = 1_000
    over = True
    any_rules = True

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        return self.step(state, state.clock, at)


class MutedUntil(Now):
    """How long the seat says nothing."""

    until: Time


class SeatMuted(Acted, tag="mute"):
    """The seat says nothing for a while."""

    seat: Word
    now: MutedUntil


class Mute(Act[SeatMuted]):
    """Let a seat say nothing to all for a while."""

    seat: str
    seconds: int

    kind = SeatMuted
    undone = "muting"
    over = True
    any_rules = True

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        until = Time(at + self.seconds)
        muted = {**state.clock.muted, self.seat: until}
        clock = state.clock.replace(muted=muted)
        return self.step(state, clock, at, now=MutedUntil(until))

    @classmethod
    def again(cls, record: SeatMuted) -> Self:
        return cls(record.seat, record.now.until - record.at)

    @classmethod
    def words(cls, record: SeatMuted, told: Telling) -> str:
        return f"the GM muted {told.voice.seat(record.seat)}{told.until(record.now.until)}"


_ACTS: Final[Sequence[type[Act[Any]]]] = (
    Pause,
    Resume,
    Extend,
    Replace,
    Drop,
    Finish,
    Cancel,
    AgreedDraw,
    Adopt,
    Say,
    Mute,
    Undo,
    Resign,
    Give,
    TellPerson,
    RestAway,
    Vote,
)
ACTS: Final[Mapping[str, type[Act[Any]]]] = {tag_of(act.kind): act for act in _ACTS}
"""Everything that is done to a game beside its orders, by the GM or as a player wishes, by its name."""
KINDS: Final = {name: act.kind for name, act in ACTS.items()}
"""What their records are."""
if TYPE_CHECKING:
    AnyAct = Acted
else:
    AnyAct = Union[tuple(KINDS.values())]  # noqa: UP007


def with_names(record: Record, told: Callable[[Holder], Holder]) -> Record:
    """Return a record in which those who have seats are as they are `told`."""
    match record:
        case Handover():
            return record.replace(was=told(record.was), now=told(record.now))
        case Undone():
            acts = [_named(act, told) for act in record.was.acts]
            return record.replace(was=record.was.replace(acts=acts))
        case _:
            return record


def holders_in(record: Record) -> list[Holder]:
    """Return those who have or had seats whom a record names, but for bots."""
    found: list[Holder] = []

    def told(holder: Holder) -> Holder:
        if not holder.bot:
            found.append(holder)
        return holder

    with_names(record, told)
    return found


def _named(act: TakenBack, told: Callable[[Holder], Holder]) -> TakenBack:
    if isinstance(act, OfSeat) and act.was and act.now:
        return act.replace(was=told(act.was), now=told(act.now))
    return act


class ToldAct(Value):
    """An act of the GM's, or a grace, and what its sentence needs of the game beside its record."""

    done: AnyAct | Graced
    local: str | None = None  # the deadline that it led to, in the game's own zone where that is not UTC
    forfeits: bool = False  # a time-out loses the game
    changes: str = ""  # of the rules, in the versions that an adopt went over

    @property
    def name(self) -> str:
        """Return what files call it."""
        return tag_of(type(self.done))

    @property
    def is_gms(self) -> bool:
        return self.done.source == "gm"

    def words(self, voice: Voice) -> str:
        """Return the sentence, with the reason that the GM gave."""
        done = self.done
        told = Telling(voice, ACTS, self.local, self.forfeits, self.changes)
        text = _grace_words(done, told) if isinstance(done, Graced) else ACTS[done.act].words(done, told)
        if not done.reason:
            whole = text.replace("\n", "; ")
            return f"{capital(whole)}."
        reason = strip_controls(done.reason).rstrip(".!")
        text, _, tail = text.partition("\n")
        more = f" {capital(tail)}." if tail else ""
        return f"{capital(text)}: {reason}.{more}"


def told_act(terms: Terms, done: Acted | Graced) -> ToldAct:
    changed = changes(terms.ruleset, done) if isinstance(done, Adopted) else ""
    return ToldAct(done, terms.file.local(done.until), terms.forfeits, changed)


def _grace_words(done: Graced, told: Telling) -> str:
    voice = told.voice
    names = {voice.viewer: "yours"}
    seats = [names.get(seat) or voice.seat(seat) for seat in done.now.seats]
    why = f"no order of {join_words(seats)} arrived in time" if seats else "orders are missing"
    more = time_left_words(done.now.by)
    return f"{why}; the grace extends the deadline by {more},{told.until(done.until)}"


def _ended(state: GameState, why: str, is_shared: bool = False) -> AnyOutcome:
    """Return the end that the rules make of the game. Raise Refused where they make none."""
    outcome = state.ruleset.end(state.game, why, is_shared)
    if outcome.problem:
        raise Refused(f"{state.slug}: {outcome.problem.message}")
    return state.terms.award(outcome, state.clock.absent)


def _check_agreement(state: GameState, agreed: Sequence[str]) -> list[str]:
    """Return who has agreed to a draw, in the order of the seats, where that is enough.

    A seat whose player has left can say nothing. One that is open, as its player missed too many deadlines, may agree,
    but nobody waits for it. Raise Refused, naming those who still have to agree or cannot.
    """
    slug = state.slug
    view = state.view
    asked = voters(state.clock, state.file, view)
    for seat in agreed:
        if seat not in view.still_in:
            raise Refused(f"{slug}: {seat} is out of the game and cannot agree to a draw")
        if seat in state.clock.absent:
            raise Refused(f"{slug}: {seat} cannot agree to a draw: its player has left; leave it out")
    if missing := [seat for seat in asked if seat not in agreed]:
        raise Refused(f"{slug}: not everyone has agreed to a draw. Missing: {', '.join(missing)}")
    if not agreed:
        raise Refused(f"{slug}: nobody has agreed to a draw")
    return [seat for seat in view.still_in if seat in agreed]
