"""The program's clock and the model's play the same random stories: queues, holidays, failures, what the GM does.

A difference is told as a timeline, and shortened as long as some difference is left.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from genetess_cli.store.records import Failed, Graced, Record, TimeOut
from tests.clock.model import HOUR, Clock, Kind, Outcome, Settings, Told, cannot_be_read, orders
from tests.kit.boards import THREE, game_file
from tests.kit.command import run
from tests.kit.league import League

BEGIN = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
BOARD = """\
map: |
  ##########
  #....+...#
  ##########
  #....+...#
  ##########
  #....+...#
  ##########
starts:
  K1: {B2: ABBB, H2: BK, D6: A}
  K2: {B4: ABBB, H4: BK, D2: A}
  K3: {B6: ABBB, H6: BK, D4: A}
"""
"""Each seat has a row, and sees three columns around each of its two pieces there. In column D, just out of its view,
stands somebody else's piece. Nothing that is ordered here changes the board for good."""
ROWS = {"red": 2, "green": 4, "blue": 6}
SUCCEEDS = ("PASS", "MOVE B{row} E-W-E-W")
INTO_THE_FOG = ("MOVE B{row} E-E-E-E", "MOVE B{row} E-E-W-W")
FORESEEABLE = (
    "MOVE B{row} W-W-W-W",  # a wall in view
    "MOVE H{row} N-N",
    "MOVE B{row} E",  # too short
    "MOVE E{row} E",  # no piece of one's own there, out of view
    "MOVE D{row} E",  # somebody else's piece there, out of view
    "CREATE E{row} A",  # far from any King
    "CREATE G{row} ABBBBBBBBBBBBBBBBBBBBBB",  # too dear
    "TELEPORT B{row} E{row}",  # no such code
    "CHARGE B{row} E",
    "HOME B{row} E{row}",
    "SANCTUARY B{row} E{row}",
    "MOVE H{row} E-E",  # the outer wall, out of view, which everybody knows
    "MOVE Z99 E",  # off the board
    "MOOVE B{row} E",  # no order, with a square in view
    "MOOVE E{row} E",  # and out of view
    "haha",
)
UNREADABLE = (
    b"PASS\n" * 51,
    b"PASS \xff\n",
    b"PASS # " + b"a" * 4100,
    b"<<<<<<< ours\nPASS\n=======\nHOLIDAY\n>>>>>>> theirs\n",
)
NO_ORDERS = (b"", b"# nothing yet\n")
TICKS = 40  # of a story

GM_ACTS = {"drop": 0.02, "replace": 0.1, "orphans": 0.003, "extend": 0.03, "pause": 0.02, "resume": 0.2}
"""How likely each is before a tick. What cannot be done then, as in a game that is not paused, is left out."""


class Step(NamedTuple):
    """Something that happens in a story. `who` is a seat, or whose turn it is then."""

    act: str
    who: str = ""
    what: Any = None


class Difference(AssertionError):
    """The program and the model do not agree."""


@pytest.mark.by_day(1, ci=6)
@pytest.mark.parametrize("seed", range(500))
def test_the_clock_goes_as_the_model_does(tmp_path: Path, seed: int) -> None:
    settings, steps = invent(random.Random(seed))
    if found := difference(tmp_path / "story", settings, steps):
        pytest.fail(shortened(tmp_path / "story", settings, steps, found), pytrace=False)


# Stories


def invent(luck: random.Random) -> tuple[Settings, list[Step]]:
    settings = Settings(
        deadline=luck.choice([24 * HOUR, 24 * HOUR, 24 * HOUR, 30 * 60, None]),
        grace=luck.choice([0, 0, 6 * HOUR]),
        holiday=luck.choice([0, 30 * HOUR, 72 * HOUR]),
        drop_after=luck.choice([0, 1, 2]),
        fresh_deadlines=luck.choice([None, 0, 1, 1, 2]),
    )
    return settings, [step for _ in range(TICKS) for step in _some_steps(luck)]


def _some_steps(luck: random.Random) -> list[Step]:
    """A tick, and what comes before it."""
    steps = []
    for _ in range(luck.choice([0, 1, 1, 2])):
        who = luck.choice(["mover", "mover", *ROWS])
        steps.append(Step("write", who, _a_file(luck)))
    for act, chance in GM_ACTS.items():
        if luck.random() < chance:
            steps.append(Step(act, luck.choice(list(ROWS)), luck.choice([HOUR, 30 * HOUR])))
    wait = luck.choice(["an hour", "nothing", "just before", "at", "just after", "long after"])
    return [*steps, Step("wait", what=wait), Step("tick")]


def _a_file(luck: random.Random) -> bytes:
    if luck.random() < 0.08:
        return luck.choice(NO_ORDERS)
    if luck.random() < 0.06:
        return luck.choice(UNREADABLE) + b"\n# %d\n" % luck.randrange(1_000_000)
    lines = [_an_order(luck) for _ in range(luck.choice([1, 1, 2, 2, 3, 4]))]
    between = luck.choice(["\n", " / "])
    return (between.join(lines) + "\n").encode()


def _an_order(luck: random.Random) -> str:
    kind = luck.choice(
        [SUCCEEDS, SUCCEEDS, INTO_THE_FOG, INTO_THE_FOG, FORESEEABLE, FORESEEABLE, ("HOLIDAY",)]
    )
    star = luck.choice(["", "", "* "])
    return star + luck.choice(kind)


# Telling them


class Telling:
    """A story that is told to a real league and to the model, step by step."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.league = League(folder, _game_file(settings), BOARD, begin=BEGIN).start()
        assert run(self.league.repository.top, "migrate", "--yes").status == 0  # who takes a seat is a person
        self.now = BEGIN
        self.model = Clock(settings, ROWS, kind, self.now)
        self.lines = [f"{settings}"]

    def happens(self, step: Step) -> None:
        model = self.model
        who = model.mover if step.who == "mover" else step.who
        match step.act:
            case "write":
                self._write(who, _for(who, step.what))
            case "wait":
                self._wait(step.what)
            case "tick":
                self._tick()
            case "drop" if _may_drop(model, who):
                self._act("drop", who)
                model.drop(who)
            case "orphans" if _may_orphan(model):
                self._act("drop", who, "--orphans")
                model.drop_for_good(who)
            case "replace" if model.seats[who].has_left and not model.seats[who].is_out:
                self._act("replace", who, f"Somebody{self.now}")
                model.replace(who)
            case "extend" if model.turn.deadline is not None or model.left is not None:
                self._act("extend", "--by", f"{step.what // HOUR}h")
                model.extend(step.what)
            case "pause" if not model.paused:
                self._act("pause", "--open-end")
                model.pause()
            case "resume" if model.paused:
                self._act("resume")
                model.resume()

    def _write(self, seat: str, file: bytes) -> None:
        self._say(f"{seat} writes {_short(file)}")
        self.model.writes(seat, file)
        self.league.writes(seat, file)
        self.league.commit(f"games/riot/orders/{seat}.txt")

    def _wait(self, what: str) -> None:
        deadline = self.model.turn.deadline
        times = {"nothing": 0, "an hour": HOUR}
        if deadline is not None:
            left = deadline - self.now
            times |= {
                "just before": left - 1,
                "at": left,
                "just after": left + 1,
                "long after": left + 50 * HOUR,
            }
        self.now += max(0, times.get(what, 10 * HOUR))
        self.model.now = self.now

    def _act(self, command: str, *arguments: str) -> None:
        self._say(" ".join(["GM:", command, *arguments]))
        done = run(self.league.root, command, "riot", *arguments, "--now", _written(self.now))
        if done.status != 0:
            raise Difference(f"{command} is refused: {done.err}")

    def _tick(self) -> None:
        first = self.league.clock.number
        done = run(self.league.root, "tick", "--now", _written(self.now))
        records = [_line(_told(record)) for record in self.league.recorded(first)]
        label = self.model.label
        told = self.model.tick(self.now)
        expected = [_line(one) for one in told]
        self._say("tick: " + ("; ".join(expected) or "nothing is due"), label)
        self._compare("the records", records, expected)
        self._compare("the exit status", done.status, _status(told))
        for name, seat in self.model.seats.items():
            self._compare_file(name, seat.file)
        clock = self.league.clock
        self._compare("the turn", clock.turn, self.model.label)
        self._compare("to move", list(clock.to_move), [self.model.mover])
        suspended = self.model.paused or self.model.turn.is_holiday
        self._compare("the phase", clock.phase, "suspended" if suspended else "playing")
        self._compare("the deadline", self._when(clock.deadline), self._when(self.model.turn.deadline))
        self._compare("grace used", clock.grace_used, self.model.turn.grace_used)
        seats = self.model.seats.items()
        missed = {name: seat.missed for name, seat in seats if seat.missed}
        self._compare("missed", {name: count for name, count in clock.missed.items() if count}, missed)
        left = {name: seat.holiday for name, seat in seats}
        self._compare("holiday left", {name: clock.holiday.get(name, 0) for name in left}, left)
        self._compare("fresh deadlines", clock.fresh, self.model.turn.fresh)

    def _compare_file(self, name: str, expected: bytes | None) -> None:
        """Compare what is left of a queue; from then on the model has the file's own spaces and ends of lines."""
        path = self.league.path(name)
        real = path.read_bytes() if path.exists() else None
        if cannot_be_read(expected) or cannot_be_read(real):
            self._compare(f"the file of {name}", real, expected)
            return
        self._compare(f"the file of {name}", orders(real), orders(expected))
        seat = self.model.seats[name]
        if name == self.model.mover and self.model.turn.stored == seat.file:
            self.model.turn.stored = real
        seat.file = real

    def _compare(self, what: str, program: object, model: object) -> None:
        if program != model:
            raise Difference(f"{what}\n    program: {program}\n    model:   {model}")

    def _say(self, line: str, label: str = "") -> None:
        self.lines.append(f"{self._when(self.now)} {label or self.model.label} {line}")

    def _when(self, time: int | None) -> str:
        if time is None:
            return "no time"
        days, seconds = divmod(time - BEGIN, 24 * HOUR)
        return f"day {days} {seconds // HOUR:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def difference(folder: Path, settings: Settings, steps: Sequence[Step]) -> tuple[int, str] | None:
    """How many steps lead to where the two part, and the timeline up to there; None if they do not part."""
    telling = Telling(folder, settings)
    try:
        for index, step in enumerate(steps):
            try:
                telling.happens(step)
            except Difference as found:
                return index + 1, "\n".join([*telling.lines, f"They differ in {found}"])
    finally:
        telling.league.repository.close()
        shutil.rmtree(folder)
    return None


def shortened(folder: Path, settings: Settings, steps: Sequence[Step], found: tuple[int, str]) -> str:
    """The timeline of the story without the steps that some difference does not need."""
    count, timeline = found
    steps = steps[:count]
    size = len(steps) // 2
    while size:
        end = len(steps)
        while end > 0:
            fewer = [*steps[: max(0, end - size)], *steps[end:]]
            if still := difference(folder, settings, fewer):
                count, timeline = still
                steps = fewer[:count]
            end = min(end - size, len(steps))
        size //= 2
    return timeline


def kind(order: str) -> Kind:
    """What a text of the vocabulary is good for."""
    for row in ROWS.values():
        if order in [text.format(row=row) for text in SUCCEEDS]:
            return "succeeds"
        if order in [text.format(row=row) for text in INTO_THE_FOG]:
            return "into the fog"
    return "holiday" if order == "HOLIDAY" else "foreseeable"


def _game_file(settings: Settings) -> str:
    lines = [f"grace: {settings.grace // HOUR}h", f"holiday: {settings.holiday // HOUR}h"]
    lines.append(f"drop_after: {settings.drop_after}")
    if settings.fresh_deadlines is not None:
        lines.append(f"fresh_deadlines: {settings.fresh_deadlines}")
    deadline = "none" if settings.deadline is None else f"{settings.deadline // 60}m"
    return game_file("\n".join(lines) + "\n", THREE, deadline=deadline)


def _for(seat: str, file: bytes) -> bytes:
    """The file as that seat writes it, about its own row."""
    return file.replace(b"{row}", b"%d" % ROWS[seat])


def _may_drop(model: Clock, seat: str) -> bool:
    here = [name for name, other in model.seats.items() if not other.has_left and not other.is_out]
    return seat in here and len(here) > 1


def _may_orphan(model: Clock) -> bool:
    """Whether two seats are left without one that goes for good, and one of them has a player."""
    return not any(seat.has_left or seat.is_out for seat in model.seats.values())


def _told(record: Record) -> Told:
    outcome: Outcome = "grace" if isinstance(record, Graced) else record.outcome
    order = record.order and record.order.lstrip("* ")
    fresh = record.fresh if isinstance(record, Failed) else 0
    opened = isinstance(record, TimeOut) and record.opened is not None
    return Told(record.turn, record.seat or "", order, outcome, fresh, opened)


def _line(told: Told) -> str:
    fresh = f", fresh deadline {told.fresh}" if told.fresh else ""
    opened = ", the seat is open" if told.opened else ""
    return f"{told.turn} {told.seat}: {told.order or '-'} {told.outcome}{fresh}{opened}"


def _status(told: Sequence[Told]) -> int:
    """How `tick` ends: 3 if nothing was due, 1 if orders failed and nothing else happened."""
    if not told:
        return 3
    return 1 if all(one.outcome == "failed" for one in told) else 0


def _short(file: bytes) -> str:
    text = file.decode(errors="replace").rstrip("\n").replace("\n", " / ")
    if not text:
        return "an empty file"
    return text if len(text) < 150 else f"{text[:60]} … ({len(file)} bytes)"


def _written(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
