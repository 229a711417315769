"""The GM's desk, told as timelines: what each act does, what it is refused for, and what the commit says."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.store.records import Record
from genetess_cli.turns.acts import GamePaused, Pause
from genetess_cli.turns.referee import act
from tests.kit.boards import LAMP
from tests.kit.command import git
from tests.kit.league import League, at, small
from tests.kit.reading import said


def test_every_act_is_a_commit_and_a_record_that_say_why_and_not_who(story: League) -> None:
    record = story.pause(1)
    assert isinstance(record, GamePaused)
    assert (record.by, record.reason) == (None, "a break")
    message = story.message()
    assert message.startswith("riot 1a: pause: a break\n\n")
    assert "Genetess-Desk: pause" in message
    assert "Genetess-Turn" not in message, "it would be dropped where the remote has moved"
    assert "desk: pause" in (story.folder / "turns/00xx/0001-1a.yaml").read_text()


@pytest.mark.parametrize("reason", ["", "two\nlines", "x" * 201])
def test_a_reason_is_one_line(story: League, reason: str) -> None:
    story.refused("one line", act, story.league, "riot", Pause(reason=reason), at(1))


# Pause and resume


def test_nothing_is_due_while_a_game_is_paused_not_even_live_orders(story: League) -> None:
    story.pause(1)
    assert story.waits() == "1a red suspended until None"
    assert story.writes("red", "* PASS\n").run(100) == []


def test_resume_gives_back_what_was_left_and_orders_of_meanwhile_are_live(story: League) -> None:
    story.pause(4)
    story.writes("red", "PASS\n").resume(100)
    assert story.waits() == "1a red playing until 120"
    assert story.run(100) == ["1a red: PASS (live, done)"]


def test_after_a_pause_there_is_an_hour_at_least(story: League) -> None:
    story.pause(23.99)
    story.resume(100)
    assert story.waits() == "1a red playing until 101"


def test_a_deadline_missed_after_a_pause_is_not_counted(story: League) -> None:
    story.pause(1)
    story.resume(2)
    assert story.run(30) == ["1a red: - (timeout, timed out)"]
    assert story.clock.missed == {}
    assert story.run(60) == ["1b green: - (timeout, timed out)"]
    assert story.clock.missed == {"green": 1}


def test_a_holiday_uses_no_days_in_a_pause_and_goes_on_behind_it(story: League) -> None:
    story.writes("red", "HOLIDAY\n").run(0)
    story.pause(48)
    assert story.clock.holiday["red"] == 8 * 86400
    story.resume(800)
    assert story.clock.phase == "suspended"
    assert story.run(800 + 8 * 24 - 1) == []
    assert story.run(800 + 8 * 24) == ["1a red: - (timeout, timed out)"]
    assert story.clock.holiday["red"] == 0


def test_a_game_without_a_deadline_has_none_after_a_pause(story: League) -> None:
    story.edit("deadline: 24h", "deadline: none")
    story.writes("red", "PASS\n").run(1)
    story.pause(2)
    story.resume(3)
    assert story.waits() == "1b green playing until None"


def test_the_gm_brings_no_order_into_a_paused_game(story: League) -> None:
    story.pause(1)
    story.refused("is paused", story.records, 2, "PASS")


def test_pausing_twice_and_resuming_what_is_not_paused_are_refused(story: League) -> None:
    story.refused("is not paused", story.resume, 1)
    story.pause(1)
    story.refused("is already paused, since 2027", story.pause, 2)


def test_round_zero_can_be_paused_and_goes_on_as_round_zero(gambling: League) -> None:
    gambling.pause(1)
    gambling.writes("red", "PASS\n").writes("green", "PASS\n")
    assert gambling.run(2) == []
    gambling.resume(3)
    assert gambling.waits() == "0 red green gambling until 26"
    assert len(gambling.run(4)) == 2


# Extend


def test_extend_puts_the_deadline_off(story: League) -> None:
    record = story.extend(1, 48)
    assert story.waits() == "1a red playing until 72"
    assert said(record)["was"]["deadline"] < said(record)["now"]["deadline"]


def test_a_deadline_that_has_passed_is_put_off_from_now(story: League) -> None:
    story.extend(30, 2)
    assert story.waits() == "1a red playing until 32"


def test_in_a_pause_more_time_is_left_for_later(story: League) -> None:
    story.pause(4)
    story.extend(5, 10)
    story.resume(100)
    assert story.waits() == "1a red playing until 130"


def test_an_extended_holiday_is_longer_by_as_much(story: League) -> None:
    story.writes("red", "HOLIDAY\n").run(0)
    story.extend(1, 24)
    assert story.waits() == "1a red suspended until 264"
    assert story.clock.holiday["red"] == 11 * 86400


def test_without_a_deadline_nothing_can_be_put_off(tmp_path: Path) -> None:
    story = small(tmp_path).edit("deadline: 24h", "deadline: none").start()
    story.refused("no deadline", story.extend, 1, 5)
    story.pause(2)
    story.refused("no deadline", story.extend, 3, 5)


# Another player


def test_replace_writes_the_players_line_and_nothing_else_of_game_yaml(story: League) -> None:
    before = (story.folder / "game.yaml").read_text()
    story.replaced(1, "green", "Rolf", "rolf-h")
    after = (story.folder / "game.yaml").read_text()
    assert story.player("green") == "- {seat: green, name: Rolf, github: rolf-h, start: K2}"
    assert after == before.replace("name: Gwen", "name: Rolf, github: rolf-h")
    assert git(story.root, "show", "HEAD:games/riot/game.yaml") == after.rstrip()


def test_the_new_player_begins_with_a_clean_slate(story: League) -> None:
    story.run(24)
    assert story.clock.missed == {"red": 1}
    story.writes("red", "PASS\n").replaced(25, "red", "Rolf")
    assert story.clock.missed == {}
    assert story.file("red") == "PASS\n"
    assert "still holds orders from before" in story.notes[-1]


def test_who_plays_a_seat_already_cannot_take_it(story: League) -> None:
    story.refused("already played by Gwen", story.replaced, 1, "green", "Gwen")


def test_a_seat_that_is_out_for_good_is_given_to_nobody(three: League) -> None:
    three.drop(1, "blue", orphans=True)
    three.refused("blue cannot be given to anybody. blue is out already", three.replaced, 2, "blue", "Rolf")


def test_round_zero_and_a_pause_let_players_be_replaced(gambling: League) -> None:
    gambling.replaced(1, "red", "Rolf")
    gambling.pause(2)
    gambling.replaced(3, "green", "Gudrun")
    assert gambling.waits() == "0 red green suspended until None"


# The end


def test_finish_ends_a_game_and_says_why(story: League) -> None:
    record = story.finish(1)
    assert record.events[-1]["reason"] == "the season is over"
    assert story.waits() == "1a  finished until None"
    assert story.run(100) == []


@pytest.mark.parametrize("board", [None, LAMP], ids=["genetess", "genie"])
def test_a_game_that_is_called_off_has_no_winner(tmp_path: Path, board: str | None) -> None:
    story = (League(tmp_path, board) if board else small(tmp_path)).start()
    story.cancel(1)
    result = story.game.view(PUBLIC).result
    assert result
    assert (result.is_void, result.winners) == (True, [])
    assert story.clock.is_over
    story.undo(2)
    assert story.game.view(PUBLIC).result is None
    story.check_past()


def test_a_paused_game_can_be_ended(story: League) -> None:
    story.pause(1)
    story.finish(2)
    assert story.clock.paused is None


def test_round_zero_can_be_ended(gambling: League) -> None:
    gambling.finish(1)
    assert gambling.waits() == "0  finished until None"


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("act", ["pause", "resume", "extend", "replaced", "drop", "finish", "cancel", "draw"])
def test_a_game_that_is_over_is_left_alone(story: League, act: str) -> None:
    story.finish(1)
    rest = {"extend": (5,), "replaced": ("red", "Rolf"), "drop": ("red",), "draw": ("red",)}
    story.refused("is over. To go back: `genetess undo riot`", getattr(story, act), 2, *rest.get(act, ()))


def test_what_people_wrote_is_committed_with_the_act(story: League) -> None:
    story.writes("green", "PASS\n").pause(1)
    path = "games/riot/orders/green.txt"
    assert git(story.root, "show", f"HEAD:{path}") == "PASS"
    assert story.notes == [f"{path} was edited; it is part of this commit"]


def test_records_of_orders_do_not_speak_of_the_desk(story: League) -> None:
    record: Record = story.writes("red", "PASS\n").records(1)[0]
    text = (story.folder / "turns/00xx/0001-1a.yaml").read_text()
    assert said(record).get("desk") is None
    assert not {"desk", "by", "back_to", "queue", "was", "now"} & {
        row.split(":")[0] for row in text.splitlines()
    }
