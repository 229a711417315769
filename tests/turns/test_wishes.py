"""Wishes: lines of an order file that are no orders, carried out at once, whoever is to move."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.notices.log import lines
from genetess_cli.rules import orders
from genetess_cli.rules.base import PUBLIC
from genetess_cli.turns.acts.asked import act_of
from genetess_cli.turns.referee import act
from genetess_cli.turns.submit import write
from genetess_cli.turns.wishes.lines import joined
from tests.kit.boards import LAMP
from tests.kit.league import League, at, small

pytestmark = pytest.mark.usefixtures("key")
WITH_HOLIDAY = "grace: 12h\nholiday: 10d\n"


def _three(folder: Path, more: str = WITH_HOLIDAY, *, sealed: bool = False) -> League:
    return small(folder, more, blue=True, sealed=sealed).start()


# How a wish travels


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_a_wish_is_carried_out_at_once_and_leaves_the_file_whose_orders_stay(
    tmp_path: Path, sealed: bool
) -> None:
    story = _three(tmp_path, sealed=sealed).writes("green", "PASS\ngive 2d / MOVE H3 W # soon\n")
    deadline = story.clock.deadline
    assert story.run(1) == ["1a green: - (wish, done)"]
    assert story.file("green") == "PASS\nMOVE H3 W # soon\n"
    assert (story.clock.to_move, story.clock.deadline) == (("red",), deadline)
    assert story.run(2) == []
    story.check()


@pytest.mark.parametrize("sent", [b"GIVE 1d", b"GIVE 1d\n"])
def test_a_wish_that_is_sent_alone_keeps_the_orders_whatever_its_last_line_ends_with(sent: bytes) -> None:
    assert joined(sent, b"PASS\n") == b"GIVE 1d\nPASS\n"


def test_an_order_beside_a_wish_waits_as_it_did(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("green", "PASS\n")
    story.run(1, "PASS", "red")
    story.writes("green", "RESIGN or not\nPASS\n")
    assert story.run(2) == ["1b green: RESIGN or not (wish, failed)"]
    assert (story.file("green"), story.clock.to_move) == ("PASS\n", ("green",))
    story.check()


def test_an_order_that_was_sent_in_its_turn_is_carried_out_behind_the_wish(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("red", "GIVE 1d\nPASS\n")
    assert story.run(1) == ["1a red: GIVE 1d (wish, failed)", "1a red: PASS (live, done)"]
    assert story.file("red") is None
    story.check()


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_what_cannot_be_done_is_told_to_its_seat_alone(tmp_path: Path, sealed: bool) -> None:
    story = _three(tmp_path, sealed=sealed).writes("green", "GIVE me a break\n")
    assert story.run(1) == ["1a green: GIVE me a break (wish, failed)"]
    assert story.reason("green") == (
        "“GIVE me a break” is no wish that can be read. Write it like this: GIVE 1d"
    )
    assert lines(story.told("green")[0])[0] == "1a green: GIVE me a break (failed)"
    assert not story.told("red")
    assert not story.told("")
    assert story.file("green") is None
    story.check()


def test_an_undone_turn_does_not_bring_a_wish_back(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("red", "GIVE 1d\nPASS\n")
    story.run(1)
    story.undo(2)
    assert story.file("red") == "PASS\n"
    story.writes("green", "GIVE 1d\n").writes("blue", "GIVE 1d\n").run(3)
    story.undo(4)
    assert story.run(5) == []
    story.check()


def test_a_wish_of_a_paused_game_is_carried_out(tmp_path: Path) -> None:
    story = _three(tmp_path)
    story.pause(1)
    story.writes("green", "RESIGN\n")
    assert story.run(2) == ["1a green: - (wish, done)"]
    story.resume(3)
    assert story.clock.absent == ("green",)
    story.check()


def test_a_file_with_only_a_wish_leaves_the_orders_that_were_there(tmp_path: Path) -> None:
    story = _three(tmp_path)
    write(story.league, story.game, "green", "PASS", at(1), commit=True)
    written = write(story.league, story.game, "green", "GIVE 1d", at(1), commit=True)
    assert (written.said, story.file("green")) == (["GIVE 1d"], "GIVE 1d\nPASS\n")
    write(story.league, story.game, "green", "MOVE H3 W", at(1), commit=True)
    assert story.file("green") == "GIVE 1d\nMOVE H3 W\n"
    write(story.league, story.game, "green", "", at(1), commit=True)
    assert story.file("green") is None


def test_a_wish_that_cannot_be_read_is_refused_with_its_place(tmp_path: Path) -> None:
    story = _three(tmp_path)
    with pytest.raises(Refused) as refused:
        write(story.league, story.game, "green", "PASS\n  GIVE 1 day", at(1))
    assert "line 2: “GIVE 1 day” is no wish" in str(refused.value)
    assert "\n      GIVE 1 day\n      ^^^^" in str(refused.value)


def test_a_wish_is_done_by_command_and_refused_there_whole(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("green", "PASS\n")
    [give] = orders.entries("GIVE 1d")
    record = act(story.league, "riot", act_of(give, "green"), at(1))
    assert (record.source, record.seat, story.file("green")) == ("wish", "green", "PASS\n")
    story.refused("You are to move yourself", act, story.league, "riot", act_of(give, "red"), at(2))
    story.check()


# RESIGN


def test_who_resigns_leaves_the_seat_open_for_one_deadline(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("red", "RESIGN\n")
    assert story.run(1) == ["1a red: - (wish, done)", "1a red: - (timeout, timed out)"]
    assert story.run(24) == []
    assert story.clock.absent == ("red",)
    assert story.run(1 + 72)[0] == "1b red: - (timeout, done)"
    assert "red" not in story.game.view(PUBLIC).still_in
    story.check()


def test_an_open_seat_that_is_taken_is_no_longer_resigned(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("green", "RESIGN\n")
    story.run(1)
    story.replaced(2, "green", "Gil")
    assert not story.clock.resigned
    story.run(100)
    assert "green" in story.game.view(PUBLIC).still_in
    story.check()


def test_a_bot_takes_the_seat_where_the_game_says_so(tmp_path: Path) -> None:
    story = small(tmp_path, f"version: 3\n{WITH_HOLIDAY}resigned: greedy\n", blue=True)
    (story.root / "people").mkdir()
    for number, name in enumerate(("Ragnar", "Gwen", "Bo"), start=1):
        (story.root / f"people/p{number}.yaml").write_text(f"name: {name}\n")
        story.edit(f"name: {name}", f"person: p{number}")
    story.start().writes("green", "RESIGN\n").run(1)
    done = story.run(1 + 72)
    assert "1a green: - (timeout, done)" in done
    assert story.game.file.bots == {"green": "greedy"}
    story.check()


def test_where_two_are_left_resigning_ends_the_game(tmp_path: Path) -> None:
    story = small(tmp_path).start().writes("green", "RESIGN\n")
    assert story.run(1) == ["1a green: - (wish, done)"]
    assert story.clock.is_over
    story.undo(2)
    assert (story.clock.is_over, story.run(3)) == (False, [])
    story.check()


@pytest.mark.parametrize("seat", ["white", "black"])
def test_in_genie_whoever_resigns_loses_as_by_its_order(tmp_path: Path, seat: str) -> None:
    story = League(tmp_path, LAMP).start().writes(seat, "RESIGN\n")
    assert story.run(1) == [f"1a {seat}: - (wish, done)"]
    result = story.game.view(PUBLIC).result
    assert result
    assert result.reason == f"{seat} resigned"
    story.check()


@pytest.mark.parametrize(("players", "left"), [(2, True), (3, False)])
def test_in_dna_who_resigns_leaves_as_in_genetess(tmp_path: Path, players: int, left: bool) -> None:
    seats = {"red": "Ragnar", "green": "Gwen", "blue": "Bo"}
    rows = "".join(f"  - {{seat: {seat}, name: {seats[seat]}}}\n" for seat in [*seats][:players])
    story = League(tmp_path, f"ruleset: dna\nname: Pools\ndeadline: 3d\nplayers:\n{rows}").start()
    seat = story.game.file.seats[-1]
    story.writes(seat, "RESIGN\n")
    assert story.run(1)[0].endswith(f"{seat}: - (wish, done)")
    assert story.clock.is_over is left
    story.run(1 + 72)
    assert seat not in story.game.view(PUBLIC).still_in
    story.check()


# GIVE


def test_time_is_given_once_all_who_wait_have_said_so_and_then_the_least(tmp_path: Path) -> None:
    story = _three(tmp_path)
    story.writes("green", "GIVE 5h\n").run(1)
    assert story.waits() == "1a red playing until 24"
    story.writes("blue", "GIVE 1d\n").run(2)
    assert story.waits() == "1a red playing until 29"
    assert next(row["events"][0]["text"] for row in story.told("red")) == (
        "Gwen (green) would give 5 hours more to the player to move, if all who wait do."
    )
    story.check()


def test_a_turn_gets_one_deadline_more_at_most_however_often_it_is_given(tmp_path: Path) -> None:
    story = small(tmp_path, WITH_HOLIDAY).start()
    for hour, given in enumerate(("GIVE 20h", "GIVE 20h", "GIVE 1h"), start=1):
        story.writes("green", f"{given}\n").run(hour)
    assert story.waits() == "1a red playing until 48"
    assert story.reason("green") == "This turn has been given 1 day already, the most that players can give."
    story.run(5, "PASS")
    story.writes("red", "GIVE 1h\n").run(6)
    assert story.waits() == "1b green playing until 30"
    story.check()


def test_time_that_is_given_late_counts_from_then(tmp_path: Path) -> None:
    story = small(tmp_path, WITH_HOLIDAY).start().writes("green", "GIVE 3h\n")
    story.run(30)
    assert story.waits() == "1a red playing until 33"
    story.check()


# Who learns what


HOSTILE = [
    "GIVE \u202e1d",
    "GIVE 1d\x1b[2J",
    "RESIGN @everyone <b>*x*</b>",
    f"GIVE {'9' * 300}d",
    "RESIGN \u2066",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_a_wish_is_told_to_its_seat_alone(tmp_path: Path, text: str) -> None:
    story = _three(tmp_path)
    story.writes("green", f"{text}\n").run(1)
    assert not [row for row in story.told("red") if "everyone" in str(row)]
    assert "\x1b" not in story.message() + "".join(story.subjects())
    story.check()


@pytest.mark.parametrize(
    "text", ["RES\u200bIGN", "\uff32\uff25\uff33\uff29\uff27\uff2e", "* resign", "“Resign!”"]
)
def test_a_wish_is_read_as_an_order_is(tmp_path: Path, text: str) -> None:
    story = _three(tmp_path).writes("green", f"{text}\n")
    assert story.run(1) == ["1a green: - (wish, done)"]


def test_a_file_of_powershell_says_a_wish_too(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("green", "RESIGN\r\n".encode("utf-16"))
    assert story.run(1) == ["1a green: - (wish, done)"]
    story.check()


def test_an_order_to_resign_of_before_there_were_wishes_is_verified_as_it_was(tmp_path: Path) -> None:
    story = League(tmp_path, LAMP).start().writes("white", "RESIGN\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("genetess_cli.turns.referee._wish_due", lambda state: None)
        assert story.run(1) == ["1a white: RESIGN (live, done)"]
    story.check()
