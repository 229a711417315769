"""Players who are away: the person's file says when, and a game rests while such a player is to move.

Only the person's file has the dates, sealed; records and clocks say that the seat is away, and until when the turn is.
What reads and writes that file is at the end, all else is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, time, timedelta
from typing import Any, Self

from msgspec.structs import replace

from genetess_cli.errors import Fault
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.store import people
from genetess_cli.store.layout import person_file
from genetess_cli.store.league import League
from genetess_cli.store.records import Acted, Record, Until, Wished
from genetess_cli.store.schema import FromFile, GameFile, Word
from genetess_cli.store.times import Time, first_shown, span
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.acts.act import Act, Telling
from genetess_cli.turns.acts.notices import ChooseNotices, NoticesChosen
from genetess_cli.turns.acts.wishes import WishAct
from genetess_cli.turns.clock import HOUR
from genetess_cli.turns.state import GameState, Step

Days = tuple[date, date]
"""The first and the last day of an absence."""


# What a player wishes


class WentAway(Wished, kw_only=True, tag="away"):
    """The player is away for some days, which nothing here tells."""


class GoAway(WishAct[WentAway]):
    """Be away for some days, in all games."""

    days: Days | None = None  # None: the record does not tell

    kind = WentAway
    undone = "notice of an absence"

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        if state.file.player(self.seat).person is None:
            return problem_in("away-person")
        if self.days and _end(self.days, state.file) <= at:
            return problem_in("away-past")
        return Step(WentAway(**self.head(state, state, at), seat=self.seat), state, state)

    @classmethod
    def again(cls, record: WentAway, file: GameFile | None) -> Self:
        return cls(seat=record.seat)

    @classmethod
    def words(cls, record: WentAway, told: Telling) -> str:
        return f"{told.voice.seat(record.seat)} will be away for some days"


class CameBack(Wished, kw_only=True, tag="here"):
    """The player is there again, or will not be away."""


class ComeBack(WishAct[CameBack]):
    """Be there again, in all games."""

    kind = CameBack
    undone = "return"

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        if state.file.player(self.seat).person is None:
            return problem_in("away-person")
        return Step(CameBack(**self.head(state, state, at), seat=self.seat), state, state)

    @classmethod
    def again(cls, record: CameBack, file: GameFile | None) -> Self:
        return cls(seat=record.seat)

    @classmethod
    def words(cls, record: CameBack, told: Telling) -> str:
        is_own = record.seat == told.voice.viewer
        return f"{told.voice.seat(record.seat)} {'are' if is_own else 'is'} here"


# What a run does by it


class AbsenceBegun(Acted, kw_only=True, tag="absence"):
    """The seat to move is away: its holiday runs."""

    seat: Word
    now: Until  # once the player is there again

    @property
    def until(self) -> Time | None:
        return self.now.deadline


class BeginAbsence(Act[AbsenceBegun]):
    """Let a game rest, as the player to move is away."""

    seat: str
    deadline: Time

    kind = AbsenceBegun
    undone = "beginning of an absence"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        clock = clocks.forgive_missed(state.clock, self.seat)
        clock = replace(clock, since=Time(at), deadline=self.deadline, phase="suspended", away=True)
        after = replace(state, clock=clock)
        record = AbsenceBegun(**self.head(state, after, at), seat=self.seat, now=Until(self.deadline))
        return Step(record, state, after)

    @classmethod
    def again(cls, record: AbsenceBegun, file: GameFile | None) -> Self:
        assert record.now.deadline is not None
        return cls(seat=record.seat, deadline=record.now.deadline)

    @classmethod
    def words(cls, record: AbsenceBegun, told: Telling) -> str:
        voice = told.voice
        are = "are" if record.seat == voice.viewer else "is"
        return f"{voice.seat(record.seat)} {are} away, as holiday;{told.until(record.until)} is time to order"


class Returned(FromFile):
    """Up to when the absence is holiday, and the deadline of the turn."""

    end: Time
    deadline: Time


class AbsenceEnded(Acted, kw_only=True, tag="absence-end"):
    """The seat to move is there again, or its holiday is used up."""

    seat: Word
    now: Returned

    @property
    def until(self) -> Time | None:
        return self.now.deadline


class EndAbsence(Act[AbsenceEnded]):
    """Go on with the turn of a player who was away."""

    seat: str
    end: Time
    deadline: Time

    kind = AbsenceEnded
    undone = "end of an absence"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        spent = state.file.count_seconds(state.clock.since, self.end)
        clock = clocks.end_holiday(state.clock, self.seat, spent=spent)
        after = replace(state, clock=replace(clock, deadline=self.deadline))
        now = Returned(self.end, self.deadline)
        record = AbsenceEnded(**self.head(state, after, at), seat=self.seat, now=now)
        return Step(record, state, after)

    @classmethod
    def again(cls, record: AbsenceEnded, file: GameFile | None) -> Self:
        return cls(seat=record.seat, end=record.now.end, deadline=record.now.deadline)

    @classmethod
    def words(cls, record: AbsenceEnded, told: Telling) -> str:
        return f"{told.voice.whose(record.seat)} absence is over{told.with_time(record.until)}"


def absence_due(state: GameState, now: int) -> BeginAbsence | EndAbsence | None:
    """Return what an absence of the player to move leads to, if anything."""
    clock = state.clock
    file = state.file
    if clock.is_over or clock.paused or clock.together or clock.deadline is None:
        return None
    seat = state.seat
    days = state.away.get(seat)
    left = clock.holiday.get(seat, 0)
    if clock.away:
        used_up = file.later(clock.since, left)
        end = min(_end(days, file), used_up) if days else Time(now)
        if end > now:
            return None
        deadline = clock.deadline if days else min(clock.deadline, file.deadline_from(now) or clock.deadline)
        return EndAbsence(seat=seat, end=end, deadline=deadline, source="timeout")
    if days is None or clock.phase != "playing" or not left or seat in clock.absent:
        return None
    absence = clocks.absence(clock.deadline, clock.since, days, left, file)
    if absence is None or not _begin(days, file) <= now < _end(days, file):
        return None
    absence = clocks.absence(max(clock.deadline, Time(now + HOUR)), now, days, left, file) or absence
    return BeginAbsence(seat=seat, deadline=max(clock.deadline, absence.deadline), source="timeout")


def _begin(days: Days, file: GameFile) -> Time:
    return Time(first_shown(days[0], time(), file.calendar.zone))


def _end(days: Days, file: GameFile) -> Time:
    """Return the last midnight of an absence, in the game's zone."""
    return Time(first_shown(days[1] + timedelta(days=1), time(), file.calendar.zone))


# The person's file


def absences(league: League, file: GameFile) -> dict[str, Days]:
    """Return when the players of a game are away, by seat, as far as that can be opened here."""
    found = {}
    for player in file.players:
        person = league.people.find(player.person) if player.person else None
        if person and person.away:
            with suppress(Fault):
                found[player.seat] = span(people.unseal(str(player.person), "away", person.away))
    return found


def followed(league: League, step: Step, event: object, now: int) -> Step:
    """Return a step with the file of a person whose absence it tells, or ends. Raise Refused without a master key."""
    before = step.before
    match event:
        case GoAway(days=days) if isinstance(step.record, WentAway):
            return _with_absence(league, step, str(step.record.seat), days)
        case ComeBack() if isinstance(step.record, CameBack):
            return _with_absence(league, step, str(step.record.seat), None)
        case ChooseNotices(seat=seat, which=which) if which and isinstance(step.record, NoticesChosen):
            return _with_person(league, step, seat, lambda person: replace(person, notices=which))
        case _:
            record: Record = step.record
            days = before.away.get(record.seat or "")
            is_there = record.order is not None and record.source == "live" and record.outcome == "done"
            if is_there and days and _begin(days, before.file) <= now:
                return _with_absence(league, step, str(record.seat), None)
            return step


def _with_absence(league: League, step: Step, seat: str, days: Days | None) -> Step:
    name = str(step.before.file.player(seat).person)
    text = f"{days[0]}..{days[1]}" if days else ""
    sealed = people.seal(name, "away", text) if text else None
    others: Mapping[str, Any] = {key: value for key, value in step.state.away.items() if key != seat}
    away = {**others, seat: days} if days else others
    after = replace(step, state=replace(step.state, away=away))
    return _with_person(league, after, seat, lambda person: replace(person, away=sealed))


def _with_person(
    league: League, step: Step, seat: str, change: Callable[[people.Person], people.Person]
) -> Step:
    name = step.before.file.player(seat).person
    assert name is not None, "such wishes are granted to persons alone"
    path = person_file(name)
    held = league.lying(path) or b""
    person = change(people.read_person(held, path))
    return replace(step, people={path: people.write_person(person)}, known={path: held})
