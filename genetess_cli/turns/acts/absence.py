"""Players who are away: the person's file says when, and a game rests while such a player is to move.

Only the person's file has the dates, sealed; records and clocks say that the seat is away, and until when the turn is.
What reads and writes that file is at the end, all else is pure.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, time, timedelta
from typing import Literal, Self

import msgspec

from genetess_cli.errors import InvalidFile, Refused, WrongUsage
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.store import people
from genetess_cli.store.files import Files
from genetess_cli.store.layout import person_file
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.records import Acted, Failed, Now, Played, Record, Wished
from genetess_cli.store.schema import GameFile, Notices, Word
from genetess_cli.store.times import Time, first_shown, span
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.acts.act import Act, Telling
from genetess_cli.turns.acts.wishes import WishAct
from genetess_cli.turns.clock import HOUR
from genetess_cli.turns.state import GameState, Step
from genetess_cli.turns.wishes.lines import without_days

Days = tuple[date, date]
"""The first and the last day of an absence."""


# What a player wishes

Noted = Literal["away", "here", "notices"]


class NotedOf(Now):
    """Of what the player's file says something else now; what that is, nothing here tells."""

    what: Noted


class PersonTold(Wished, tag="person"):
    """The player is away for some days, is there again, or chose which mail to get."""

    now: NotedOf

    @property
    def is_quiet(self) -> bool:
        return self.now.what == "notices"


class TellPerson(WishAct[PersonTold]):
    """Note something in the player's file, for all games."""

    what: Noted
    value: str = ""  # the days, or which notices; "" where only the record, or the person's file, tells of it

    kind = PersonTold

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        if state.file.player(self.seat).person is None:
            return problem_in("away-person")
        if self.is_over(state.file, at):
            return problem_in("away-past")
        return self.step(state, state.clock, at, now=NotedOf(self.what))

    def is_over(self, file: GameFile, at: int) -> bool:
        """Say whether it is an absence whose days are over."""
        return bool(self.value) and self.what == "away" and _end(span(self.value), file) <= at

    def filed(self, name: str, held: bytes) -> bytes:
        """Return the player's file, which was `held`, as this leaves it. Raise Refused without a master key."""
        if self.what == "away" and not self.value:
            return held  # it has been noted there
        person = people.read_person(held, person_file(name))
        if self.what == "notices":
            person = person.replace(notices=msgspec.convert(self.value, Notices))
        else:
            sealed = people.seal(name, "away", self.value) if self.value else None
            person = person.replace(away=sealed)
        return people.write_person(person)

    @classmethod
    def again(cls, record: PersonTold) -> Self:
        return cls(seat=record.seat, what=record.now.what)

    @classmethod
    def words(cls, record: PersonTold, told: Telling) -> str:
        are, are_not = ("are", "are not") if record.seat == told.voice.viewer else ("is", "is not")
        said = {
            "away": "will be away for some days",
            "here": f"{are} here, and {are_not} away on any day to come",
            "notices": "chose which notices to get",
        }
        return f"{told.voice.seat(record.seat)} {said[record.now.what]}"


# What a run does by it


class Rest(Now, kw_only=True):
    """The deadline of the turn, and up to when the absence was holiday, once it is over."""

    deadline: Time
    end: Time | None = None


class Rested(Acted, tag="absence"):
    """The holiday of the seat to move runs, as its player is away; or no longer."""

    seat: Word
    now: Rest


class RestAway(Act[Rested]):
    """Let a game rest while the player to move is away, or go on with the turn."""

    seat: str
    rest: Rest

    kind = Rested
    undone = "absence"

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        seat = self.seat
        end = self.rest.end
        clock = state.clock.replace(deadline=self.rest.deadline)
        if end is None:
            clock = clocks.forgive_missed(clock, seat)
            clock = clock.replace(since=Time(at), phase="suspended", away=True)
        else:
            clock = clocks.end_holiday(clock, seat, end, state.file)
        return self.step(state, clock, at, now=self.rest)

    @classmethod
    def again(cls, record: Rested) -> Self:
        return cls(seat=record.seat, rest=record.now)

    @classmethod
    def words(cls, record: Rested, told: Telling) -> str:
        voice = told.voice
        if record.now.end:
            return f"{voice.whose(record.seat)} absence is over{told.with_time(record.until)}"
        are = "are" if record.seat == voice.viewer else "is"
        then = f"after that the turn runs on{told.until(record.until)}"
        return f"{voice.seat(record.seat)} {are} away, on holiday; {then}"


def absence_due(state: GameState, now: int) -> RestAway | None:
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
        return RestAway(seat=seat, rest=Rest(deadline=deadline, end=end), source="timeout")
    if days is None or clock.phase != "playing" or not left or seat in clock.absent:
        return None
    begin = _begin(days, file)
    if now < begin or clock.deadline <= begin:
        return None
    later = clocks.absence(max(clock.deadline, Time(now + HOUR)), now, _end(days, file), left, file)
    if later is None:
        return None
    return RestAway(seat=seat, rest=Rest(deadline=max(clock.deadline, later)), source="timeout")


def _begin(days: Days, file: GameFile) -> Time:
    return Time(first_shown(days[0], time(), file.calendar.zone))


def _end(days: Days, file: GameFile) -> Time:
    """Return the last midnight of an absence, in the game's zone."""
    return Time(first_shown(days[1] + timedelta(days=1), time(), file.calendar.zone))


# The person's file


def absences(league: League, file: GameFile) -> dict[str, Days]:
    """Return when the players of a game are away, by seat; what no key opens tells nothing.

    Raise Refused where no master key is here: nobody may be timed out who could be away.
    """
    found = {}
    for player in file.players:
        person = league.people.find(player.person) if player.person else None
        if person and (days := _days(str(player.person), person)):
            found[player.seat] = days
    return found


def noted(league: League, game: AnyGame, seat: str, data: bytes, now: int) -> tuple[bytes, Files]:
    """Return an order file of an open game without the days of an absence, and the person's file with them.

    As it is where they cannot be sealed, or are past.
    """
    person = game.file.player(seat).person
    if person is None or game.is_sealed:
        return data, {}

    def is_to_come(said: str) -> bool:
        with suppress(WrongUsage):
            return _end(span(said), game.file) > now
        return False

    rest, days = without_days(data, is_to_come)
    if not days:
        return data, {}
    path = person_file(person)
    with suppress(Refused):
        first, last = span(days)
        told = TellPerson(seat=seat, what="away", value=f"{first}..{last}")
        return rest, {path: told.filed(person, league.lying(path) or b"")}
    return data, {}


def followed(league: League, step: Step, event: object, now: int) -> Step:
    """Return a step with the person's file as a wish leaves it, or an order that ends an absence.

    Raise Refused without a master key.
    """
    record: Record = step.record
    seat = record.seat or ""
    days = step.before.away.get(seat)
    is_live = isinstance(record, Played | Failed) and record.source == "live"
    told = TellPerson(seat=seat, what="here")
    if isinstance(event, TellPerson) and isinstance(record, PersonTold):
        told = event
    elif not (is_live and days and _begin(days, step.before.file) <= now):
        return step
    name = step.before.file.player(seat).person
    assert name is not None, "such wishes are granted to persons alone"
    path = person_file(name)
    held = league.lying(path) or b""
    data = told.filed(name, held)
    away = clocks.without(step.state.away, seat)
    if days := _days(name, people.read_person(data, path)):
        away[seat] = days
    return step.replace(state=step.state.replace(away=away), people={path: data}, known={path: held})


def _days(name: str, person: people.Person) -> Days | None:
    """Return when a person is away; what no key opens tells nothing. Raise Refused without a master key."""
    with suppress(InvalidFile):
        return span(people.unseal(name, "away", person.away)) if person.away else None
    return None
