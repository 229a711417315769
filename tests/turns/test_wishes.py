"""Wishes: lines of an order file that are no orders, carried out at once, whoever is to move."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.rules import orders
from genetess_cli.rules.base import PUBLIC
from genetess_cli.turns.acts.wishes import act_of
from genetess_cli.turns.referee import act
from genetess_cli.turns.submit import write
from tests.kit.keys import dice_key
from tests.kit.league import League, at, small
from tests.kit.verified import verified

pytestmark = pytest.mark.usefixtures("key")
WITH_HOLIDAY = "grace: 12h\nholiday: 10d\n"


def _three(folder: Path, more: str = WITH_HOLIDAY, *, sealed: bool = False) -> League:
    return small(folder, more, blue=True, sealed=sealed).start()


def _is_sound(story: League) -> None:
    story.check_past()
    assert verified(story.league, "riot").difference is None


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
    _is_sound(story)


def test_an_order_beside_a_wish_waits_as_it_did(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("green", "PASS\n")
    story.run(1, "PASS", "red")
    story.writes("green", "RESIGN or not\nPASS\n")
    assert story.run(2) == ["1b green: RESIGN or not (wish, failed)"]
    assert (story.file("green"), story.clock.to_move) == ("PASS\n", ("green",))
    _is_sound(story)


def test_an_order_that_was_sent_in_its_turn_is_carried_out_behind_the_wish(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("red", "GIVE 1d\nPASS\n")
    assert story.run(1) == ["1a red: GIVE 1d (wish, failed)", "1a red: PASS (live, done)"]
    assert story.file("red") is None
    _is_sound(story)


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_what_cannot_be_done_is_told_to_its_seat_alone(tmp_path: Path, sealed: bool) -> None:
    story = _three(tmp_path, sealed=sealed).writes("green", "GIVE me a break\n")
    assert story.run(1) == ["1a green: GIVE me a break (wish, failed)"]
    assert story.reason("green") == (
        "“GIVE me a break” is no wish that can be read. Write it like this: GIVE 1d"
    )
    assert not story.told("red")
    assert not story.told("")
    assert story.file("green") is None
    _is_sound(story)


def test_an_undone_turn_does_not_bring_a_wish_back(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("red", "GIVE 1d\nPASS\n")
    story.run(1)
    story.undo(2)
    assert story.file("red") == "PASS\n"
    story.writes("green", "GIVE 1d\n").writes("blue", "GIVE 1d\n").run(3)
    story.undo(4)
    assert story.run(5) == []
    _is_sound(story)


def test_a_wish_of_a_paused_game_is_carried_out(tmp_path: Path) -> None:
    story = _three(tmp_path)
    story.pause(1)
    story.writes("green", "RESIGN\n")
    assert story.run(2) == ["1a green: - (wish, done)"]
    story.resume(3)
    assert story.clock.absent == ("green",)
    _is_sound(story)


def test_a_file_with_only_a_wish_leaves_the_orders_that_were_there(tmp_path: Path) -> None:
    story = _three(tmp_path)
    write(story.league, story.game, "green", "PASS", at(1), commit=True)
    written = write(story.league, story.game, "green", "GIVE 1d", at(1), commit=True)
    assert (written.orders, story.file("green")) == ([], "GIVE 1d\nPASS\n")
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
    record = act(story.league, "riot", act_of(give, "green"), at(1), dice_key)
    assert (record.source, record.seat, story.file("green")) == ("wish", "green", "PASS\n")
    story.refused("You are to move yourself", act, story.league, "riot", act_of(give, "red"), at(2), dice_key)
    _is_sound(story)


# RESIGN


def test_who_resigns_leaves_the_seat_open_for_one_deadline(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("red", "RESIGN\n")
    assert story.run(1) == ["1a red: - (wish, done)", "1a red: - (timeout, timed out)"]
    assert story.run(24) == []
    assert story.clock.absent == ("red",)
    assert story.run(1 + 72)[0] == "1b red: - (timeout, done)"
    assert "red" not in story.game.view(PUBLIC).still_in
    _is_sound(story)


def test_an_open_seat_that_is_taken_is_no_longer_resigned(tmp_path: Path) -> None:
    story = _three(tmp_path).writes("green", "RESIGN\n")
    story.run(1)
    story.replaced(2, "green", "Gil")
    assert not story.clock.resigned
    story.run(100)
    assert "green" in story.game.view(PUBLIC).still_in
    _is_sound(story)


def test_a_bot_takes_the_seat_where_the_game_says_so(tmp_path: Path) -> None:
    story = _three(tmp_path, WITH_HOLIDAY + "resigned: greedy\n").writes("green", "RESIGN\n")
    story.run(1)
    done = story.run(1 + 72)
    assert "1a green: - (timeout, done)" in done
    assert story.game.file.bots == {"green": "greedy"}
    _is_sound(story)


def test_where_two_are_left_resigning_ends_the_game(tmp_path: Path) -> None:
    story = small(tmp_path).start().writes("green", "RESIGN\n")
    assert story.run(1) == ["1a green: - (wish, done)"]
    assert story.clock.is_over
    story.undo(2)
    assert (story.clock.is_over, story.run(3)) == (False, [])
    _is_sound(story)
