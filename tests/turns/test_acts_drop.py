"""A player who leaves: the seat is timed out every turn, or its pieces are orphans, as the GM chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import run
from tests.kit.league import League, small
from tests.kit.reading import said

AT_ARMS_LENGTH = """\
map: |
  #########
  #.......#
  #.......#
  #########
starts:
  K1: {B2: K, C2: AP}
  K2: {D2: K}
  K3: {H3: K, B3: A}
"""


@pytest.fixture
def leader(tmp_path: Path) -> League:
    """A game that blue leads with 11 points, having taken red's King, and then leaves; red has a ronin."""
    story = small(tmp_path, board=AT_ARMS_LENGTH, blue=True).start()
    story.writes("red", "* PASS\n").writes("green", "* PASS\n").writes("blue", "* MOVE B3 N\n").run(1)
    story.drop(2, "blue")
    return story


def _winners(story: League) -> list[str]:
    """Who has won by state.yaml, to which all records lead, played again and applied."""
    assert run(story.repository.top, "verify").status == 0
    winners: list[str] = story.position()["result"]["winners"]
    return winners


def test_the_next_highest_score_wins_where_the_leader_has_left(leader: League) -> None:
    """Ruling G42: red's ronin ends the game, 12 to 10 for blue, who is alone still in."""
    assert leader.writes("red", "MOVE C2 E\n").run(3) == ["2a red: MOVE C2 E (live, done)"]
    assert leader.position()["result"]["survivor"] == "blue"
    assert _winners(leader) == ["red"]


def test_who_has_left_does_not_win_where_the_last_opponent_is_removed(leader: League) -> None:
    leader.drop(3, "green", orphans=True)
    assert _winners(leader) == ["red"]


def test_who_has_left_does_not_win_by_the_gms_word(leader: League) -> None:
    leader.finish(3)
    assert _winners(leader) == ["green"]


@pytest.mark.parametrize("back", ["undo", "replace"])
def test_a_seat_with_a_player_again_can_win(leader: League, back: str) -> None:
    if back == "undo":
        leader.undo(3)
    else:
        leader.replaced(3, "blue", "Rolf")
    leader.finish(4)
    assert _winners(leader) == ["blue"]


def test_an_end_that_is_taken_back_is_decided_anew(leader: League) -> None:
    leader.finish(3)
    leader.undo(4)
    leader.replaced(5, "blue", "Rolf")
    leader.finish(6)
    assert _winners(leader) == ["blue"]


def test_who_had_left_before_a_turn_that_is_taken_back_does_not_win(leader: League) -> None:
    leader.writes("red", "PASS\n").run(3)
    leader.undo(4)
    leader.finish(5)
    assert _winners(leader) == ["green"]


def test_nobody_wins_where_all_have_left(three: League) -> None:
    three.drop(1, "red")
    three.drop(1, "blue")
    three.drop(2, "green", orphans=True)
    three.finish(3)
    assert _winners(three) == []


def test_who_has_left_is_timed_out_as_soon_as_the_turn_comes(story: League) -> None:
    story.drop(1, "green")
    assert story.waits() == "1a red playing until 24"
    assert story.writes("green", "* MOVE H3 W\n").writes("red", "PASS\n").run(2) == [
        "1a red: PASS (live, done)",
        "1b green: - (timeout, timed out)",
    ]
    assert story.file("green") == "* MOVE H3 W\n"


def test_who_leaves_in_the_own_turn_is_timed_out_by_the_next_run(story: League) -> None:
    story.drop(1, "red")
    assert story.run(1) == ["1a red: - (timeout, timed out)"]


def test_a_seat_that_was_left_waits_again_for_its_new_player(story: League) -> None:
    story.drop(1, "green")
    story.replaced(2, "green", "Rolf")
    assert story.writes("red", "PASS\n").run(3) == ["1a red: PASS (live, done)"]


def test_the_same_player_can_come_back(story: League) -> None:
    story.drop(1, "green")
    story.replaced(2, "green", "Gwen")
    assert story.clock.absent == ()


def test_somebody_has_to_be_left_to_wait_for(three: League) -> None:
    three.drop(1, "red")
    three.drop(1, "blue")
    three.refused("is the last active player", three.drop, 1, "green")
    three.refused("has already left", three.drop, 1, "blue")
    assert three.run(2) == ["1a red: - (timeout, timed out)"]


def test_where_all_who_are_in_have_left_deadlines_count_again(three: League) -> None:
    """Else a run would never end."""
    three.drop(1, "red")
    three.drop(1, "blue")
    three.drop(2, "green", orphans=True)
    assert three.run(2) == []
    assert three.waits() == "1a red playing until 24"


def test_with_orphans_the_seat_is_out_and_the_turn_passes_on(three: League) -> None:
    record = three.drop(3, "red", orphans=True)
    assert three.waits() == "1b green playing until 27"
    assert [event["kind"] for event in record.events][:2] == ["dropped", "turn began"]
    assert three.position()["players"]["red"] == {"colour": "red", "eliminated": True, "dropped": True}
    three.refused("out already", three.drop, 4, "red")


def test_with_orphans_another_seats_turn_and_clock_stay(three: League) -> None:
    three.drop(3, "green", orphans=True)
    assert three.waits() == "1a red playing until 24"
    assert three.writes("red", "PASS\n").run(4) == ["1a red: PASS (live, done)"]
    assert three.waits() == "1c blue playing until 28"


def test_a_pause_lasts_when_the_seat_to_move_is_dropped(three: League) -> None:
    three.pause(1)
    three.drop(3, "red", orphans=True)
    assert three.waits() == "1b green suspended until None"
    three.resume(10)
    assert three.waits() == "1b green playing until 34"


def test_a_holiday_ends_when_its_seat_is_dropped(tmp_path: Path) -> None:
    story = small(tmp_path, "holiday: 10d\n", blue=True).start()
    story.writes("red", "HOLIDAY\n").run(1)
    story.drop(2, "red", orphans=True)
    assert story.waits() == "1b green playing until 26"


def test_a_game_of_which_one_alone_is_left_is_over(story: League) -> None:
    story.drop(1, "green", orphans=True)
    assert story.waits() == "1a  finished until None"


def test_nobody_is_made_an_orphan_in_round_zero(gambling: League) -> None:
    gambling.refused("nobody has pieces yet.*leave out --orphans", gambling.drop, 1, "green", orphans=True)


def test_who_leaves_in_round_zero_keeps_nobody_waiting_and_bids_nothing(gambling: League) -> None:
    """Rulings G39, G40: the seat is timed out as in any other turn, whatever is in its file."""
    gambling.writes("green", "GAMBLE 5E 1st\n")
    gambling.drop(1, "green")
    assert gambling.run(1) == []
    assert gambling.writes("red", "PASS\n").run(2)[:2] == [
        "0 red: PASS (live, done)",
        "0 green: - (timeout, timed out)",
    ]
    assert gambling.file("green") == "GAMBLE 5E 1st\n"
    assert gambling.clock.missed == {}
    assert gambling.position()["players"]["green"]["e"] >= 20
    assert run(gambling.repository.top, "verify").status == 0


def test_the_first_in_round_zero_may_be_the_one_who_leaves(gambling: League) -> None:
    gambling.drop(1, "red")
    assert gambling.writes("green", "PASS\n").run(2)[:2] == [
        "0 red: - (timeout, timed out)",
        "0 green: PASS (live, done)",
    ]


def test_somebody_has_to_be_left_to_wait_for_in_round_zero(gambling: League) -> None:
    gambling.drop(1, "green")
    gambling.refused("has already left", gambling.drop, 1, "green")
    gambling.refused("is the last active player", gambling.drop, 1, "red")


def test_a_seat_left_in_round_zero_gets_no_grace_and_no_blame(tmp_path: Path) -> None:
    story = small(tmp_path, "grace: 6h\ndrop_after: 1\n")
    story.edit("starting_e: 20", "starting_e: 20, gamble: [order]")
    story.start()
    story.drop(1, "green")
    assert story.run(24) == ["0 None: - (timeout, done)"]
    assert story.run(30)[:2] == ["0 red: - (timeout, timed out)", "0 green: - (timeout, timed out)"]
    assert story.clock.missed == {"red": 1}
    assert run(story.repository.top, "verify").status == 0


def test_undo_brings_who_left_in_round_zero_back(gambling: League) -> None:
    gambling.drop(1, "green")
    gambling.undo(2)
    gambling.writes("red", "PASS\n")
    assert gambling.clock.absent == ()
    assert gambling.run(3) == []
    gambling.writes("green", "PASS\n")
    assert [each[:5] for each in gambling.run(4)][:2] == ["0 red", "0 gre"]
    assert run(gambling.repository.top, "verify").status == 0


def test_undo_of_a_round_zero_leaves_who_had_left_before_it(gambling: League) -> None:
    gambling.drop(1, "green")
    gambling.writes("red", "PASS\n").run(2)
    assert gambling.undo(3, "0").back_to == 1
    assert gambling.clock.absent == ()
    gambling.undo(4)
    gambling.undo(5)
    assert run(gambling.repository.top, "verify").status == 0


def test_who_took_a_seat_that_was_left_in_round_zero_is_waited_for(gambling: League) -> None:
    gambling.drop(1, "green")
    gambling.replaced(2, "green", "Rolf")
    assert gambling.writes("red", "PASS\n").run(3) == []


def test_the_time_outs_of_a_player_who_has_left_are_not_counted(tmp_path: Path) -> None:
    story = small(tmp_path, more="drop_after: 1\n").start()
    story.drop(1, "red")
    records = story.records(1)
    assert [(record.seat, record.outcome, said(record).get("opened")) for record in records] == [
        ("red", "timed out", None)
    ]
    assert story.clock.missed == {}
