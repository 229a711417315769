"""The rooms of the museum: one small league for each way in which a game can stand, open or sealed. No test is here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from genetess_cli.rules.genetess import RULES
from tests.kit.boards import END, LAMP, SECRET, SMALL_FOR_THREE, SOON
from tests.kit.keys import ID
from tests.kit.league import League, small, wide

SETTINGS = "title: The Test League\nmail: games@example.org\nsite:\n  base_url: https://example.org/l\n"
USUAL = "grace: 12h\nholiday: 10d\nremind: [6h]\n"
GREEN = "{seat: green, name: Gwen"
OFFERED = """\
ruleset: genetess
name: Fort
number: 12
deadline: 3d
signup: {seats: [red, green, blue], minimum: 2, launch: "2027-02-01T18:00:00Z"}
players:
  - {seat: red, name: Ann, start: K1}
"""


class Room(msgspec.Struct, frozen=True):
    """A league, and the hour at which everybody looks."""

    league: League
    hour: float


Maker = Callable[[Path, bool], Room]
ROOMS: dict[str, Maker] = {}
"""How each room is made, in a folder, sealed or not; its name says how the game stands."""


def _room(maker: Maker) -> Maker:
    ROOMS[maker.__name__.strip("_").replace("_", "-")] = maker
    return maker


def _settled(league: League) -> League:
    """A league that has a site and an address for mail."""
    (league.root / "genetess.yaml").write_text(SETTINGS)
    league.commit("genetess.yaml")
    return league


def _secret(sealed: bool) -> str:
    """The lines of game.yaml that a game has an id by, sealed or not."""
    return f'{SECRET if sealed else ""}id: "{ID}"\n'


def _usual(folder: Path, sealed: bool, more: str, *, blue: bool = False) -> League:
    return small(folder, more if sealed else f"{_secret(sealed)}{more}", blue=blue, sealed=sealed)


def _drafted(folder: Path, sealed: bool, more: str = USUAL, *, blue: bool = False) -> League:
    return _settled(_usual(folder, sealed, more, blue=blue).reachable())


def _begun(folder: Path, sealed: bool, more: str = USUAL, *, blue: bool = False) -> League:
    return _drafted(folder, sealed, more, blue=blue).start()


def _gambling(folder: Path, sealed: bool) -> League:
    league = _drafted(folder, sealed, blue=True)
    return league.edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()


def _with_bot(folder: Path, sealed: bool) -> League:
    league = _settled(_usual(folder, sealed, USUAL))
    return league.edit("{seat: red, name: Ragnar", "{seat: red, name: Ragnar, bot: greedy").start()


def _lamp(folder: Path, sealed: bool, more: str = "grace: 12h\n") -> League:
    file = LAMP.replace("players:", f"{more}{_secret(sealed)}players:")
    return _settled(League(folder, file, None).reachable()).start()


# Before the first turn


@_room
def sign_ups(folder: Path, sealed: bool) -> Room:
    """Bo and Cy want the same seat."""
    file = OFFERED.replace("signup:", f"{_secret(sealed)}signup:")
    league = _settled(League(folder, file, SMALL_FOR_THREE))
    wishes = league.folder / "signups"
    wishes.mkdir()
    for number, name in enumerate(("Bo", "Cy"), start=1):
        text = f"name: {name}\nseat: blue\ncame: {number}\nat: 2026-11-20T12:00:00Z\n"
        (wishes / f"p{number}.yaml").write_text(text)
    return Room(league, 0)


@_room
def not_started(folder: Path, sealed: bool) -> Room:
    return Room(_drafted(folder, sealed), 0)


@_room
def just_started(folder: Path, sealed: bool) -> Room:
    return Room(_begun(folder, sealed), 1)


# Somebody is to move


@_room
def to_move(folder: Path, sealed: bool) -> Room:
    """Red has moved; green's deadline is near."""
    league = _begun(folder, sealed, f"{USUAL}timezone: Europe/Berlin\n")
    return Room(league.order("PASS"), 20)


@_room
def to_move_of_three(folder: Path, sealed: bool) -> Room:
    return Room(_begun(folder, sealed, blue=True).order("PASS"), 2)


@_room
def without_a_deadline(folder: Path, sealed: bool) -> Room:
    league = _drafted(folder, sealed).edit("deadline: 24h", "deadline: none")
    return Room(league.start().order("PASS"), 2)


@_room
def with_a_stored_order(folder: Path, sealed: bool) -> Room:
    league = _begun(folder, sealed).writes("green", "PASS\n")
    return Room(league.order("PASS"), 2)


@_room
def with_a_priority_order(folder: Path, sealed: bool) -> Room:
    """Green's file came after its turn had begun."""
    league = _begun(folder, sealed).order("PASS")
    return Room(league.writes("green", "* PASS\n"), 2)


@_room
def by_grace(folder: Path, sealed: bool) -> Room:
    league = _begun(folder, sealed)
    league.run(24)
    return Room(league, 25)


@_room
def after_a_failure(folder: Path, sealed: bool) -> Room:
    """Red's order failed, could be foreseen to, and got a fresh deadline."""
    league = _begun(folder, sealed).writes("red", "MOVE B2 N\n")
    league.run(1)
    return Room(league, 2)


@_room
def after_an_unreadable_file(folder: Path, sealed: bool) -> Room:
    league = _begun(folder, sealed).writes("red", b"\xff\xfe")
    league.run(1)
    return Room(league, 2)


@_room
def after_a_time_out(folder: Path, sealed: bool) -> Room:
    """Red's seat is open from here on."""
    league = _begun(folder, sealed, "drop_after: 1\n")
    league.run(24)
    return Room(league, 25)


@_room
def after_an_undo(folder: Path, sealed: bool) -> Room:
    league = _begun(folder, sealed).order("PASS")
    league.undo(2)
    return Room(league, 3)


@_room
def with_one_out(folder: Path, sealed: bool) -> Room:
    """Green has lost its King."""
    league = _settled(wide(folder, more="holiday: 10d\n", board=SOON, sealed=sealed))
    return Room(league.reachable().start().order(END[0]), 2)


@_room
def genie(folder: Path, sealed: bool) -> Room:
    """A time-out loses this game."""
    return Room(_lamp(folder, sealed).order("Gd2"), 2)


# All together


@_room
def round_0_none_in(folder: Path, sealed: bool) -> Room:
    return Room(_gambling(folder, sealed), 1)


@_room
def round_0_some_in(folder: Path, sealed: bool) -> Room:
    return Room(_gambling(folder, sealed).writes("red", "GAMBLE 3E on 1st\n"), 1)


@_room
def round_0_all_in(folder: Path, sealed: bool) -> Room:
    """The next run draws."""
    league = _gambling(folder, sealed).writes("red", "GAMBLE 3E on 1st\n")
    return Room(league.writes("green", "GAMBLE 2E on 1st\n").writes("blue", "PASS\n"), 1)


@_room
def round_0_by_grace(folder: Path, sealed: bool) -> Room:
    league = _gambling(folder, sealed).writes("red", "GAMBLE 3E on 1st\n")
    league.run(24)
    return Room(league, 25)


@_room
def round_0_without_some(folder: Path, sealed: bool) -> Room:
    """A bot has red's seat, and green's player has left: blue alone has to order."""
    league = _settled(_usual(folder, sealed, USUAL, blue=True))
    league.edit("{seat: red, name: Ragnar", "{seat: red, name: Ragnar, bot: greedy")
    league.edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()
    league.drop(1, "green")
    return Room(league, 2)


@_room
def round_0_over(folder: Path, sealed: bool) -> Room:
    league = round_0_all_in(folder, sealed).league
    league.run(2)
    return Room(league, 3)


# Nobody has to do anything


@_room
def holiday(folder: Path, sealed: bool) -> Room:
    league = _begun(folder, sealed).writes("red", "HOLIDAY\n")
    league.run(1)
    return Room(league, 2)


def _paused(room: Room) -> Room:
    room.league.pause(room.hour)
    return Room(room.league, room.hour + 1)


@_room
def paused_to_move(folder: Path, sealed: bool) -> Room:
    return _paused(to_move_of_three(folder, sealed))


@_room
def paused_holiday(folder: Path, sealed: bool) -> Room:
    return _paused(holiday(folder, sealed))


@_room
def paused_round_0(folder: Path, sealed: bool) -> Room:
    return _paused(round_0_some_in(folder, sealed))


@_room
def paused_passed_by(folder: Path, sealed: bool) -> Room:
    return _paused(passed_by(folder, sealed))


@_room
def paused_bot(folder: Path, sealed: bool) -> Room:
    return _paused(bot(folder, sealed))


def _of_older_rules(room: Room) -> Room:
    """The game is of the version of the rules before that of the program."""
    league = room.league
    version = RULES.version
    text = league.game_text().replace(f"rules_version: {version}", f"rules_version: {version - 1}")
    (league.root / "games/riot/game.yaml").write_text(text)
    league.commit("games/riot/game.yaml")
    return room


@_room
def of_older_rules(folder: Path, sealed: bool) -> Room:
    return _of_older_rules(to_move(folder, sealed))


@_room
def passed_by(folder: Path, sealed: bool) -> Room:
    league = _begun(folder, sealed, blue=True)
    league.drop(1, "red")
    return Room(league, 2)


@_room
def passed_by_and_lost(folder: Path, sealed: bool) -> Room:
    """Genie: the next run loses the game for white."""
    league = _lamp(folder, sealed)
    league.drop(1, "white")
    return Room(league, 2)


@_room
def bot(folder: Path, sealed: bool) -> Room:
    return Room(_with_bot(folder, sealed), 1)


@_room
def bots_opponent(folder: Path, sealed: bool) -> Room:
    """The bot has moved, and green, a person, is to move."""
    league = _with_bot(folder, sealed)
    league.run(1)
    return Room(league, 2)


# It is over


@_room
def over_by_win(folder: Path, sealed: bool) -> Room:
    return Room(with_one_out(folder, sealed).league.order(*END[1:]), 5)


@_room
def over_by_draw_with_no_winner(folder: Path, sealed: bool) -> Room:
    """Genie: nobody has won."""
    league = _lamp(folder, sealed).order("Gd2")
    league.draw(2, "white", "black")
    return Room(league, 3)


@_room
def over_by_draw(folder: Path, sealed: bool) -> Room:
    """All share the win."""
    league = _begun(folder, sealed)
    league.draw(1, "red", "green")
    return Room(league, 2)


@_room
def over_by_finish(folder: Path, sealed: bool) -> Room:
    """Nobody has a point, and all share the win."""
    league = _begun(folder, sealed)
    league.finish(1)
    return Room(league, 2)


@_room
def over_by_time(folder: Path, sealed: bool) -> Room:
    """Genie: white missed the deadline."""
    league = _lamp(folder, sealed, "")
    league.run(72)
    return Room(league, 73)


@_room
def over_by_mate(folder: Path, sealed: bool) -> Room:
    return Room(_lamp(folder, sealed).order("f3", "e5", "g4", "Qh4"), 5)


@_room
def over_and_revealed(folder: Path, sealed: bool) -> Room:
    """The key of the sealed one is published."""
    league = over_by_draw(folder, sealed).league
    if sealed:
        league.reveal(3)
    return Room(league, 4)
