"""A draw: all who are still in and have a player must have agreed; a seat without one keeps nobody from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.league import League, small
from tests.kit.reading import said


def test_a_draw_needs_all_who_are_still_in(three: League) -> None:
    three.refused("Missing: green, blue", three.draw, 1, "red")
    three.drop(1, "blue", orphans=True)
    three.refused("Missing: green$", three.draw, 1, "red")
    three.refused("blue is out of the game and cannot agree to a draw", three.draw, 1, "red", "green", "blue")
    assert three.draw(1, "red", "green").events[-1]["winners"] == ["red", "green"]
    assert three.waits() == "1a  finished until None"


def test_nobody_waits_for_the_word_of_a_player_who_has_left(three: League) -> None:
    three.drop(1, "blue")
    three.refused("Missing: green$", three.draw, 2, "red")
    record = three.draw(2, "red", "green")
    assert said(record).get("now") == {"agreed": ["red", "green"]}


def test_a_seat_that_was_left_has_no_share_in_the_win(three: League) -> None:
    three.drop(1, "blue")
    assert three.draw(2, "red", "green").events[-1]["winners"] == ["red", "green"]  # ruling G42


def test_nobody_can_agree_for_a_player_who_has_left(three: League) -> None:
    three.drop(1, "blue")
    ways = "blue cannot agree to a draw: its player has left; leave it out"
    three.refused(ways, three.draw, 2, "red", "green", "blue")


def test_a_new_player_is_asked_like_all_others(three: League) -> None:
    three.drop(1, "blue")
    three.replaced(2, "blue", "Rolf")
    three.refused("Missing: blue$", three.draw, 3, "red", "green")
    assert said(three.draw(3, "red", "green", "blue")).get("now") == {"agreed": ["red", "green", "blue"]}


@pytest.mark.parametrize("agreed", [["green"], ["red", "green"]])
def test_who_stays_away_from_an_open_seat_need_not_agree_but_may(tmp_path: Path, agreed: list[str]) -> None:
    story = small(tmp_path, more="drop_after: 1\n").start()
    story.run(24)
    record = story.draw(25, *agreed)
    assert said(record).get("now") == {"agreed": agreed}
    assert record.events[-1]["winners"] == ["red", "green"]


def test_somebody_has_to_agree(tmp_path: Path) -> None:
    story = small(tmp_path, more="drop_after: 1\n").start()
    story.run(24)
    story.run(48)
    story.refused("nobody has agreed", story.draw, 49)
    story.refused("nobody has agreed", story.draw, 49, *[])
    assert said(story.draw(49, "green")).get("now") == {"agreed": ["green"]}
