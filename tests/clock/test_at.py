"""Deadlines at a time of day: the rules of docs/formats.md by example, and against a model that walks every minute."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from genetess_cli.errors import InvalidFile
from genetess_cli.store.schema import Clock, GameFile, load_game
from genetess_cli.store.times import Time
from genetess_cli.store.yaml.api import read
from genetess_cli.turns import clock as clocks

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3600
PLAYERS = "players:\n  - {seat: red, name: Ragnar, start: K1}\n  - {seat: green, name: Gwen, start: K2}\n"


def load(more: str) -> GameFile:
    return load_game(read(f"ruleset: genetess\nname: Riot\n{PLAYERS}{more}\n".encode(), "game.yaml"))


def berlin(more: str = "", at: str = "20:00", deadline: str = "1d") -> GameFile:
    return load(f'timezone: Europe/Berlin\ndeadline: {deadline}\nat: ["{at}"]\n{more}')


def moment(text: str) -> Time:
    return Time(datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp())


def shown(time: int | None) -> str:
    assert time is not None
    return datetime.fromtimestamp(time, BERLIN).strftime("%a %d %b %H:%M %Z")


def lasts(seconds: int) -> str:
    return f"{seconds // HOUR}:{seconds // 60 % 60:02}"


MON_THU = berlin("days: [mon, thu]", deadline="2d")


@pytest.mark.parametrize(
    ("begin", "game", "deadline", "length"),
    [
        ("2026-10-05 20:07", berlin(), "Tue 06 Oct 20:00 CEST", "23:53"),
        ("2026-10-05 10:00", berlin(), "Tue 06 Oct 20:00 CEST", "34:00"),
        ("2026-10-05 19:55", berlin(), "Tue 06 Oct 20:00 CEST", "24:05"),
        ("2026-10-05 23:30", berlin(), "Tue 06 Oct 20:00 CEST", "20:30"),
        ("2026-10-06 03:10", berlin(), "Wed 07 Oct 20:00 CEST", "40:50"),
        ("2026-10-09 20:05", berlin("quiet: [sat, sun]"), "Mon 12 Oct 20:00 CEST", "71:55"),
        ("2026-10-24 20:00", berlin(), "Sun 25 Oct 20:00 CET", "25:00"),
        ("2027-03-27 20:00", berlin(), "Sun 28 Mar 20:00 CEST", "23:00"),
        ("2027-03-27 02:30", berlin(at="02:30"), "Sun 28 Mar 03:00 CEST", "23:30"),
        ("2026-10-24 02:30", berlin(at="02:30"), "Sun 25 Oct 02:30 CEST", "24:00"),
        ("2026-10-05 20:10", MON_THU, "Thu 08 Oct 20:00 CEST", "71:50"),
        ("2026-10-08 20:10", MON_THU, "Mon 12 Oct 20:00 CEST", "95:50"),
        ("2026-10-12 23:30", berlin("days: [mon]", deadline="7d"), "Mon 19 Oct 20:00 CEST", "164:30"),
    ],
)
def test_a_deadline_is_the_first_slot_after_three_quarters_of_the_time(
    begin: str, game: GameFile, deadline: str, length: str
) -> None:
    end = game.deadline_from(moment(begin))
    assert end
    assert (shown(end), lasts(end - moment(begin))) == (deadline, length)


def test_grace_counts_from_the_deadline_and_is_not_put_to_a_slot() -> None:
    """Tuesday at 20:00 is missed, with 12 hours of grace; the run comes at Wednesday, 08:05."""
    game = berlin()
    assert shown(game.later(moment("2026-10-06 20:00"), 12 * HOUR)) == "Wed 07 Oct 08:00 CEST"
    assert shown(game.deadline_from(moment("2026-10-07 08:05"))) == "Thu 08 Oct 20:00 CEST"


def turn(since: str, deadline: Time | None, **more: object) -> Clock:
    values = {"turn": "1a", "phase": "playing", "to_move": ("red",), "number": 1, **more}
    return Clock(since=moment(since), deadline=deadline, **values)  # type: ignore[arg-type]


def test_a_pause_ends_with_the_first_slot_after_what_was_left() -> None:
    game = berlin()
    before = turn("2026-10-06 20:05", moment("2026-10-07 20:00"))
    paused = clocks.pause(before, "red", moment("2026-10-07 12:00"), game)
    assert paused.paused
    resumed = clocks.resume(paused, paused.paused, "playing", moment("2026-10-09 09:00"), game)
    assert shown(resumed.deadline) == "Fri 09 Oct 20:00 CEST"


def test_an_undo_gives_the_deadline_of_a_turn_that_begins_now() -> None:
    before = turn("2026-10-05 20:05", moment("2026-10-06 20:00"))
    again = clocks.restart(
        before, "red", {}, moment("2026-10-06 10:00"), moment("2026-10-08 23:30"), berlin()
    )
    assert shown(again.deadline) == "Fri 09 Oct 20:00 CEST"


def test_a_holiday_ends_with_the_first_slot_after_it() -> None:
    clock = clocks.suspend(
        turn("2026-10-05 20:05", moment("2026-10-06 20:00")), moment("2026-10-05 21:00"), 86_400, berlin()
    )
    assert shown(clock.deadline) == "Wed 07 Oct 20:00 CEST"
    over = clocks.end_holiday(
        replace(clock, holiday={"red": 86_400}), "red", moment("2026-10-07 21:00"), berlin()
    )
    assert over.holiday == {"red": 0}


BACK = moment("2026-10-28 00:00")


def test_an_absence_costs_the_time_that_counts_and_ends_with_the_first_slot_after_it() -> None:
    game = berlin()
    begin = moment("2026-10-19 20:05")
    deadline = game.deadline_from(begin)
    assert deadline
    away = clocks.absence(deadline, begin, BACK, 10 * 86_400, game)
    assert away == moment("2026-10-28 20:00")
    assert game.count_seconds(begin, BACK) == 8 * 86_400 + 4 * HOUR + 55 * 60


@pytest.mark.parametrize(
    ("begin", "deadline", "left", "until"),
    [
        ("2026-10-17 00:00", "2026-10-17 20:00", 0, None),  # no holiday is left
        ("2026-10-17 00:00", "2026-10-17 20:00", 864_000, "Tue 27 Oct 20:00 CET"),  # as much as there is
        ("2026-10-26 20:00", "2026-10-27 20:00", 864_000, "Wed 28 Oct 20:00 CET"),
        ("2026-10-28 20:00", "2026-10-29 20:00", 864_000, None),  # it is over
    ],
)
def test_an_absence_lasts_as_long_as_there_is_holiday_left(
    begin: str, deadline: str, left: int, until: str | None
) -> None:
    away = clocks.absence(moment(deadline), moment(begin), BACK, left, berlin())
    assert (away and shown(away)) == until


def test_without_slots_what_was_left_of_the_deadline_comes_after_an_absence() -> None:
    game = load("timezone: Europe/Berlin\ndeadline: 2d")
    away = clocks.absence(
        moment("2026-10-18 12:00"), moment("2026-10-17 00:00"), BACK, 11 * 86_400 + HOUR, game
    )
    assert away
    assert shown(away) == "Thu 29 Oct 12:00 CET"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("at: [\"20:00\"]", "there is no deadline; write how long a turn lasts"),
        ("deadline: none\nat: [\"20:00\"]", "there is no deadline"),
        ("deadline: 1d\nat: [\"24:00\"]", r"at\[0\]: expected a time of day such as `20:00`"),
        ("deadline: 1d\nat: [\"8:00\"]", r"at\[0\]: expected a time of day"),
        ("deadline: 1d\nat: [\"20:00\", \"08:00\", \"20:00\"]", r"at\[2\]: `20:00` is there twice; delete one"),
        ("deadline: 1d\nat: \"20:00\"", "at: expected a list of at most 24 times of day"),
        (f"deadline: 1d\nat: {['12:00'] * 25}", "at: expected a list of at most 24"),
        ("deadline: 1d\ndays: [mon]", "days: it says on which days deadlines end"),
        ("deadline: 1d\nat: [\"20:00\"]\ndays: [monday]", r"days\[0\]: "),
        ("deadline: 1d\nat: [\"20:00\"]\ndays: [mon, mon]", r"days\[1\]: `mon` is there twice"),
        ("deadline: 1d\nat: [\"20:00\"]\ndays: [sat, sun]\nquiet: [fri, sun, sat]", "days: all of them are quiet days"),
        ("deadline: 1d\nat: [\"20:00\"]\nquiet: [mon, tue, wed, thu, fri, sat, sun]", "all seven days"),
        ("deadline: 1d\nat: [\"20:00\"]\ntimezone: Europe/Berln", "there is no time zone"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_line(more: str, words: str) -> None:
    with pytest.raises(InvalidFile, match=words):
        load(more)


# The same by a model that knows nothing but to walk on, minute by minute


class Model:
    def __init__(self, hours: list[str], days: list[str], quiet: list[str], zone: str) -> None:
        self.hours, self.days, self.quiet, self.zone = hours, days, quiet, ZoneInfo(zone)

    def clock(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, UTC).astimezone(self.zone)

    def is_quiet(self, at: int) -> bool:
        return f"{self.clock(at):%a}".lower() in self.quiet

    def is_slot(self, at: int) -> bool:
        """Whether the clocks come to one of the hours in this minute, for the first time that day."""
        now = self.clock(at)
        before = self.clock(at - 60)
        if f"{now:%a}".lower() not in self.days or self.is_quiet(at):
            return False
        day = at - 26 * HOUR
        for hour in self.hours:
            if not (f"{before:%H:%M}" if before.date() == now.date() else "") < hour <= f"{now:%H:%M}":
                continue
            earlier = [self.clock(past) for past in range(day, at, 60)]
            if not any(one.date() == now.date() and f"{one:%H:%M}" >= hour for one in earlier):
                return True
        return False

    def deadline(self, begin: int, minutes: int) -> int:
        at = begin
        left = minutes * 60 - minutes * 60 // 4
        while left or self.is_quiet(at):
            left -= 0 if self.is_quiet(at) else 60
            at += 60
        while not self.is_slot(at):
            at += 60
        return at


WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Asuncion",
    "Africa/Cairo",
    "Asia/Kathmandu",
]
AROUND = [
    "2026-03-28",
    "2026-03-07",
    "2026-04-04",
    "2026-04-23",
    "2026-10-24",
    "2026-10-30",
    "2026-10-31",
    "2024-03-23",
    "2024-10-05",
]


@pytest.mark.parametrize("seed", range(120))
def test_every_deadline_is_where_walking_minute_by_minute_leads(seed: int) -> None:
    chance = random.Random(seed)
    zone = chance.choice(ZONES)
    hours = chance.sample(
        ["00:00", "00:30", "01:30", "02:00", "02:30", "12:00", "20:00", "23:45"], chance.randint(1, 3)
    )
    quiet = chance.sample(WEEK, chance.choice([0, 0, 1, 2]))
    days = [day for day in WEEK if day not in quiet]
    chosen = chance.sample(days, chance.randint(1, len(days)))
    minutes = chance.choice([60, 240, 720, 1440, 2880])
    begin = int(datetime.fromisoformat(chance.choice(AROUND)).replace(tzinfo=UTC).timestamp())
    begin += 60 * chance.randint(-1440, 2880)
    lines = f"timezone: {zone}\ndeadline: {minutes}m\nat: {hours}\ndays: {chosen}\nquiet: {quiet}"
    game = load(lines.replace("'", '"'))
    found = game.deadline_from(begin)
    assert found == Model(hours, chosen, quiet, zone).deadline(begin, minutes), (lines, begin)
    assert game.count_seconds(begin, found) * 4 >= minutes * 60 * 3
