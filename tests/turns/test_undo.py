"""Turns taken back, told as timelines: what is as it was, what begins afresh, and what nobody loses."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from genetess_cli.store.league import find
from genetess_cli.store.records import Record
from genetess_cli.store.times import Time
from genetess_cli.turns.acts.back import Extent, Undone
from genetess_cli.turns.acts.undo import undo
from tests.kit.command import commit, git
from tests.kit.league import League, at, small
from tests.kit.reading import records_in, said


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path, "holiday: 10d\n").start()


@pytest.fixture
def gambling(tmp_path: Path) -> League:
    return small(tmp_path).edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()


def time(hour: int) -> str:
    return str(Time(at(hour)))


def _records(story: League) -> list[Record]:
    return records_in(story.league)


def test_the_game_goes_back_to_before_its_last_turn_with_a_full_deadline(story: League) -> None:
    before = story.position()
    story.writes("red", "MOVE B2 E\n").run(5)
    record = story.undo(10)
    assert story.position() == before
    assert story.waits() == "1a red playing until 34"
    assert isinstance(record, Undone)
    assert (record.back_to, record.was) == (1, Extent("1a", "1a"))


def test_nothing_is_erased(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(5)
    story.undo(10)
    assert [record.number for record in _records(story)] == [0, 1, 2]
    message = story.message()
    assert message.startswith("riot 1b: undo to 1a: a mistake\n")


def test_nobody_is_skipped_or_asked_twice(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.writes("green", "PASS\n").run(2)
    story.undo(3)
    assert story.writes("green", "MOVE H3 W\n").run(4) == ["1b green: MOVE H3 W (live, done)"]
    assert story.waits() == "2a red playing until 28"


def test_a_turn_played_again_draws_under_its_next_attempt(story: League) -> None:
    for hour in (1, 3, 5):
        story.writes("red", f"PASS # {hour}\n").run(hour)
        story.undo(hour + 1)
    assert story.clock.attempts == {"1a": 3}
    story.extend(9, 1)
    story.undo(10)
    assert story.clock.attempts == {"1a": 3}, "an act of the GM draws nothing"


def test_to_a_label_all_since_that_turn_began_is_taken_back(story: League) -> None:
    for hour, seat in enumerate(["red", "green", "red", "green"], start=1):
        story.writes(seat, "PASS\n").run(hour)
    record = story.undo(9, to="1b")
    assert story.waits() == "1b green playing until 33"
    assert said(record).get("was") == {"first": "1b", "last": "2b"}
    assert story.clock.attempts == {"1b": 1, "2a": 1, "2b": 1}


def test_to_the_present_turn_what_failed_in_it_and_the_gms_acts_are_taken_back(story: League) -> None:
    story.writes("red", "MOVE B2 N\n").run(1)
    story.extend(2, 5)
    story.undo(3, to="1a")
    assert story.waits() == "1a red playing until 27"
    assert story.file("red") == "MOVE B2 N\n"
    story.refused("already at the start of turn 1a", story.undo, 4, "1a")


def test_it_tells_whose_orders_are_in_their_files_again(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    story.undo(2)
    assert story.notes == [
        "riot: orders are again in the files of red. They wait until their player saves them again, or for the "
        "deadline."
    ]


def test_what_failed_is_no_turn_of_its_own(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    story.writes("green", "MOVE H3 X\n").run(2)
    assert story.undo(3).back_to == 1


def test_where_orders_have_only_failed_nothing_is_taken_back(story: League) -> None:
    story.writes("red", "MOVE H3 X\n").run(1)
    story.refused("no order of riot has been played yet", story.undo, 2)
    assert story.undo(3, "1a").back_to == 1


def test_there_is_nothing_before_the_start(story: League) -> None:
    story.refused("no order of riot has been played yet", story.undo, 1)
    story.refused("no turn '9z' to go back to: no turn has been played yet", story.undo, 1, "9z")
    story.writes("red", "PASS\n").run(1)
    story.refused("no turn '0' to go back to: you can go back to 1a", story.undo, 2, "0")


def test_undo_of_undo_is_redo(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").writes("green", "PASS # later\n").run(5)
    after = story.position()
    story.undo(10)
    record = story.undo(11)
    assert story.position() == after
    assert story.waits() == "1b green playing until 35"
    assert (story.file("red"), story.file("green")) == (None, "PASS # later\n")
    assert said(record).get("was") == {"acts": ["undo"]}
    assert story.undo(12).back_to == 3
    assert story.waits() == "1a red playing until 36"


def test_what_was_taken_back_is_no_turn_to_go_back_to(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    story.writes("green", "PASS\n").run(2)
    story.undo(3, to="1a")
    story.refused("no turn '1b'", story.undo, 4, "1b")


# Every act of the GM's


def test_a_pause_is_taken_back_and_a_resume_too(story: League) -> None:
    story.pause(1)
    story.undo(5)
    assert story.waits() == "1a red playing until 24"
    story.pause(6)
    story.resume(7)
    story.undo(8)
    assert story.waits() == "1a red suspended until None"
    story.resume(10)
    assert story.waits() == "1a red playing until 28"


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("act", ["pause", "extend", "replace", "drop"])
def test_the_clock_is_as_it_was_before_an_act_that_was_no_turn(story: League, act: str) -> None:
    """In a holiday, of which pauses, more time and another player change more than the deadline."""
    story.writes("red", "HOLIDAY\n").run(1)
    before = story.clock
    acts = {
        "pause": lambda: story.pause(3),
        "extend": lambda: story.extend(3, 100),
        "replace": lambda: story.replaced(3, "red", "Rolf"),
        "drop": lambda: story.drop(3, "red"),
    }
    acts[act]()
    story.undo(5)
    changed = {"number": before.number + 2, "last": story.clock.last}
    assert story.clock == msgspec.structs.replace(before, **changed)
    story.undo(6)  # and what was taken back comes again as it was
    assert story.clock != before
    story.undo(7)
    assert (story.clock.deadline, story.clock.since) == (before.deadline, before.since)


@pytest.mark.exhaustive
def test_a_live_order_stays_live_where_an_act_is_taken_back(story: League) -> None:
    story.pause(1)
    story.writes("red", "PASS\n")
    story.commit("games/riot/orders/red.txt")
    story.undo(2)
    assert story.file("red") == "PASS\n"
    assert story.run(3) == ["1a red: PASS (live, done)"]


def test_of_a_seat_that_goes_back_to_its_player_the_orders_of_the_other_are_told(story: League) -> None:
    """As they are where it is given away."""
    story.replaced(1, "green", "Rolf")
    story.writes("green", "PASS # Rolf\n").commit("games/riot/orders/green.txt")
    story.undo(2)
    assert story.file("green") == "PASS # Rolf\n"
    assert "orders/green.txt still holds orders from before" in story.notes[-1]


def test_more_time_is_taken_back(story: League) -> None:
    story.extend(1, 100)
    record = story.undo(2)
    assert said(record).get("was") == {"acts": ["extend"]}
    assert said(record).get("now") == {"since": time(0), "deadline": time(24)}
    assert story.waits() == "1a red playing until 24"
    assert story.notes == []


def test_a_deadline_that_has_passed_again_is_told_with_what_to_do(story: League) -> None:
    story.extend(1, 100)
    story.undo(30)
    assert story.waits() == "1a red playing until 24"
    assert story.notes == [
        f"riot 1a: the deadline is again {time(24)}, which has passed. The next run applies it. "
        "For more time: `genetess extend riot --by TIME`"
    ]
    assert story.run(31) == ["1a red: - (timeout, timed out)"]


def test_a_seat_goes_back_to_its_player(story: League) -> None:
    before = story.game_text()
    story.replaced(1, "green", "Rolf", "rolf-h")
    story.undo(2)
    assert story.game_text() == before
    story.undo(3)
    assert story.game_text() == before.replace("Gwen", "Rolf, github: rolf-h")


GAUDY = "{github:  'gwen-g', seat: green, name: \"Gwen\", start: K2}  # she"


@pytest.mark.parametrize("login", [None, "rolf-h"])
def test_a_players_line_is_again_as_the_gm_wrote_it(story: League, login: str | None) -> None:
    story.edit("{seat: green, name: Gwen, start: K2}", GAUDY)
    story.pause(1)
    before = story.game_text()
    story.replaced(2, "green", "Rolf", login)
    story.undo(3)
    assert story.game_text() == before


@pytest.mark.exhaustive
def test_what_the_gm_has_changed_since_stays_as_a_player_comes_back(story: League) -> None:
    story.replaced(1, "green", "Rolf", "rolf-h")
    game = story.folder / "game.yaml"
    edited = game.read_text().replace("deadline: 24h", "deadline: 48h # longer")
    game.write_text(edited)
    story.undo(2)
    assert story.game_text() == edited.replace("Rolf, github: rolf-h", "Gwen")


@pytest.mark.exhaustive
def test_of_several_players_the_one_of_that_time_comes_back(story: League) -> None:
    story.replaced(1, "green", "Rolf")
    story.writes("red", "PASS\n").run(2)
    story.replaced(3, "green", "Gudrun")
    story.undo(4, to="1b")
    assert "name: Rolf" in story.player("green")
    story.undo(5, to="1a")
    assert "name: Gwen" in story.player("green")


@pytest.mark.exhaustive
def test_a_name_that_the_gm_wrote_by_hand_stays(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    story.edit("Gwen", "Gwendolyn")
    story.undo(2)
    assert "Gwendolyn" in story.player("green")


def test_who_had_left_is_there_again_and_the_other_way_round(story: League) -> None:
    story.drop(1, "green")
    story.undo(2)
    assert list(story.clock.absent) == []
    story.undo(3)
    assert list(story.clock.absent) == ["green"]


def test_a_seat_that_was_taken_out_is_in_again(tmp_path: Path) -> None:
    story = small(tmp_path, blue=True).start()
    before = story.position()
    story.drop(1, "red", orphans=True)
    story.undo(2)
    assert story.position() == before
    assert story.waits() == "1a red playing until 26"


@pytest.mark.parametrize("end", ["finish", "draw"])
def test_an_end_is_taken_back(story: League, end: str) -> None:
    story.finish(1) if end == "finish" else story.draw(1, "red", "green")
    over = story.position()
    story.undo(5)
    assert story.waits() == "1a red playing until 29"
    assert story.position().get("result") is None
    story.undo(6)
    assert (story.position(), story.clock.phase, story.clock.deadline) == (over, "finished", None)


def test_a_game_that_was_won_goes_on_where_its_last_turn_is_taken_back(tmp_path: Path) -> None:
    """Across an elimination: who was out is in again."""
    board = "map: |\n  #####\n  #...#\n  #####\nstarts:\n  K1: {B2: K}\n  K2: {C2: K}\n"
    story = small(tmp_path, board=board).start()
    before = story.position()
    story.writes("red", "MOVE B2 E\n").run(1)
    assert story.clock.phase == "finished"
    story.undo(2)
    assert story.position() == before
    assert story.waits() == "1a red playing until 26"


# Holidays and missed deadlines


def test_holidays_left_and_missed_deadlines_are_as_they_were(story: League) -> None:
    story.writes("red", "HOLIDAY\n").run(0)
    story.writes("red", "PASS\n").run(48)
    story.run(72)
    assert (story.clock.holiday["red"], story.clock.missed) == (8 * 86400, {"green": 1})
    story.undo(73, to="1a")
    assert (story.clock.holiday["red"], story.clock.missed) == (10 * 86400, {})


@pytest.mark.exhaustive
def test_a_holiday_that_was_under_way_goes_on_with_what_was_left(story: League) -> None:
    story.writes("red", "HOLIDAY\n").run(0)
    story.writes("red", "PASS\n").run(48)
    story.undo(100)
    assert story.waits() == f"1a red suspended until {100 + 8 * 24}"
    assert story.clock.holiday["red"] == 8 * 86400


def test_a_pause_in_a_holiday_comes_back_with_it(story: League) -> None:
    story.writes("red", "HOLIDAY\n").run(0)
    story.pause(24)
    story.resume(30)
    story.undo(40)
    assert story.waits() == "1a red suspended until None"
    story.resume(50)
    assert story.waits() == f"1a red suspended until {50 + 9 * 24}"


# Round 0


def test_round_zero_is_taken_back_as_a_whole(gambling: League) -> None:
    before = gambling.position()
    gambling.writes("red", "GAMBLE 3E on 2nd # please\nPASS\n").writes("green", "GAMBLE 1E on 1st\n").run(1)
    assert gambling.clock.turn == "1a"
    gambling.undo(2)
    assert gambling.waits() == "0 red green gambling until 26"
    assert gambling.position() == before
    assert gambling.file("red") == "GAMBLE 3E on 2nd # please\nPASS\n"
    assert gambling.file("green") == "GAMBLE 1E on 1st\n"
    assert gambling.clock.attempts == {"0": 1}


@pytest.mark.exhaustive
def test_gambles_of_a_seat_that_was_not_in_come_back(gambling: League) -> None:
    gambling.writes("red", "GAMBLE 300E on 2nd\n").run(24)
    gambling.undo(25)
    assert gambling.file("red") == "GAMBLE 300E on 2nd\n"


def test_acts_in_round_zero_are_taken_back_one_by_one(gambling: League) -> None:
    gambling.pause(1)
    gambling.undo(2)
    assert gambling.waits() == "0 red green gambling until 24"
    gambling.finish(3)
    gambling.undo(4, to="0")
    assert gambling.waits() == "0 red green gambling until 28"


# The history


def test_a_clone_without_the_history_is_told_how_to_get_it(story: League, tmp_path: Path) -> None:
    for hour in (1, 2, 3):
        story.writes("red", "* PASS\n").writes("green", "* PASS\n").run(hour)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=2", story.root.as_uri(), clone.name)
    league = find(clone)
    assert undo(league, "riot", at(9)).back_to == 6
    story.refused("--unshallow", undo, league, "riot", at(9), "1a")


def squash(story: League, count: int) -> None:
    git(story.root, "reset", "--quiet", "--soft", f"HEAD~{count}")
    commit(story.root, "squashed")


@pytest.mark.exhaustive
def test_a_history_that_was_squashed_is_told_with_the_turn_that_can_be_gone_back_to(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    story.writes("green", "PASS\n").run(2)
    story.writes("red", "PASS\n").run(3)
    squash(story, 2)
    story.refused("holds more than record .*Try an earlier turn", story.undo, 4)
    assert story.undo(4, "1b").next == "1b"


def test_a_history_that_was_squashed_as_a_whole_is_told(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    story.writes("green", "PASS\n").run(2)
    squash(story, 3)
    story.refused("holds more than record .* “After a squash”", story.undo, 3)


def test_orders_that_are_committed_between_turns_do_not_matter(story: League) -> None:
    before = story.position()
    story.writes("red", "MOVE B2 E\n").commit("games/riot/orders/red.txt")
    story.run(1)
    story.writes("green", "PASS\n").commit("games/riot/orders/green.txt")
    story.undo(2)
    assert story.position() == before
    assert (story.file("red"), story.file("green")) == ("MOVE B2 E\n", "PASS\n")
