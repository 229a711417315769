"""What an undo puts back: what the undone turns took, in front of what lies there now; and nothing else is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.turns import submit
from genetess_cli.turns.queue import read_queue
from tests.kit.command import run
from tests.kit.history import verify
from tests.kit.league import League, at, small
from tests.kit.reading import said

pytestmark = pytest.mark.usefixtures("key")


@pytest.fixture(params=["open", "sealed"])
def story(key: None, tmp_path: Path, request: pytest.FixtureRequest) -> League:
    return small(tmp_path, "holiday: 10d\n", sealed=request.param == "sealed").start()


def saves(story: League, seat: str, text: str) -> None:
    """A player's file, committed."""
    story.writes(seat, text).commit(str(story.path(seat).relative_to(story.root)))


def holds(story: League) -> bool:
    return verify(story.repository.top).status == 0


# What lies there stays


def test_what_another_wrote_for_the_turn_after_it_stays(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    saves(story, "green", "* MOVE H3 W\n")
    story.undo(2)
    assert (story.file("red"), story.file("green")) == ("MOVE B2 E\n", "* MOVE H3 W\n")
    assert holds(story)


def test_to_a_label_over_an_act_alone_every_file_stays(story: League) -> None:
    story.extend(1, 5)
    saves(story, "red", "MOVE B2 E\n")
    saves(story, "green", "PASS\n")
    story.undo(2, to="1a")
    assert (story.file("red"), story.file("green")) == ("MOVE B2 E\n", "PASS\n")
    story.undo(3)
    assert (story.file("red"), story.file("green")) == ("MOVE B2 E\n", "PASS\n")
    assert holds(story)


def test_what_a_player_wrote_since_is_behind_what_comes_back(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    saves(story, "red", "PASS\n")
    story.undo(2)
    assert story.file("red") == "PASS\nPASS\n"
    assert holds(story)


def test_of_several_turns_the_orders_come_back_in_their_order(story: League) -> None:
    for hour, (seat, text) in enumerate(
        [("red", "MOVE B2 E\n"), ("green", "PASS\n"), ("red", "* MOVE C2 E\n")]
    ):
        story.writes(seat, text).run(hour)
    saves(story, "red", "PASS # later\n")
    story.undo(5, to="1a")
    assert story.file("red") == "MOVE B2 E\n* MOVE C2 E\nPASS # later\n"
    assert story.file("green") == "PASS\n"
    assert holds(story)


def test_what_failed_is_in_front_of_what_put_it_right(story: League) -> None:
    story.writes("red", "MOVE B2 N\n").run(1)
    story.writes("red", "MOVE B2 E\nPASS\n").run(2)
    story.undo(3, to="1a")
    assert story.file("red") == "MOVE B2 N\nMOVE B2 E\nPASS\n"
    assert holds(story)


def test_what_was_deleted_stays_so(story: League) -> None:
    story.writes("red", "MOVE B2 E\nPASS\n").run(1)
    story.path("red").unlink()
    story.commit(str(story.path("red").relative_to(story.root)))
    story.undo(2)
    assert story.file("red") == "MOVE B2 E\n"
    assert holds(story)


def test_what_was_put_back_once_and_was_changed_comes_back_no_second_time(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.undo(2)
    saves(story, "red", "MOVE B2 S\n")
    story.extend(3, 5)
    story.undo(4, to="1a")
    story.undo(5)
    story.undo(6)
    assert story.file("red") == "MOVE B2 S\n"
    assert holds(story)


def test_an_undo_of_an_undo_takes_what_that_put_there_out_again(story: League) -> None:
    saves(story, "red", "MOVE B2 E\n* PASS # next\n")
    story.run(24)
    story.undo(25)
    story.undo(26)
    assert story.file("red") == "* PASS # next\n"
    assert story.writes("green", "* PASS\n").run(27) == [
        "1b green: PASS (live, done)",
        "2a red: PASS (stored, done)",
    ]
    assert holds(story)


def test_an_undo_of_an_undo_leaves_what_was_written_since(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.undo(2)
    saves(story, "red", "MOVE B2 S\n")
    story.undo(3)
    assert story.file("red") == "MOVE B2 S\n"
    story.undo(4)
    assert story.file("red") == "MOVE B2 S\n"
    assert holds(story)


def test_a_file_that_could_not_be_read_with_it_stays(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    saves(story, "red", "PASS\n" * 50)
    story.undo(2)
    assert story.file("red") == "PASS\n" * 50
    assert holds(story)


# It waits


@pytest.mark.parametrize("order", ["MOVE B2 E", "* MOVE B2 E", "HOLIDAY"])
def test_what_comes_back_waits_for_the_deadline(story: League, order: str) -> None:
    story.writes("red", f"{order}\n").run(1)
    story.undo(2)
    assert story.run(2) == []
    assert story.run(25) == []
    assert story.run(26) == [f"1a red: {order.removeprefix('* ')} (stored, done)"]
    assert holds(story)


def test_what_is_left_of_it_waits_too(story: League) -> None:
    story.writes("red", "* MOVE B2 E\n* MOVE C2 E\n").writes("green", "* PASS\n").run(1)
    story.undo(2, to="1a")
    assert story.run(26) == ["1a red: MOVE B2 E (stored, done)"]
    story.writes("green", "PASS\n")
    assert story.run(27) == ["1b green: PASS (live, done)"]
    assert story.run(28) == []
    assert story.run(51) == ["2a red: MOVE C2 E (stored, done)"]
    assert holds(story)


def test_the_same_text_saved_again_runs(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.undo(2)
    written = submit.write(story.league, story.game, "red", "MOVE B2 E\n", at(3), commit=True)
    assert "carries it out" in written.when
    assert story.run(3) == ["1a red: MOVE B2 E (live, done)"]
    assert holds(story)


def test_the_same_text_saved_again_and_not_committed_runs(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.undo(2)
    submit.write(story.league, story.game, "red", "MOVE B2 E\n", at(3))
    assert story.run(3) == ["1a red: MOVE B2 E (live, done)"]
    assert holds(story)


def test_what_is_saved_again_before_its_turn_is_stored_and_a_star_counts(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").writes("green", "* PASS\n").run(1)
    story.undo(2, to="1a")
    submit.write(story.league, story.game, "green", "* PASS\n", at(3), commit=True)
    submit.write(story.league, story.game, "red", "MOVE B2 E\n", at(3), commit=True)
    assert story.run(3) == ["1a red: MOVE B2 E (live, done)", "1b green: PASS (stored, done)"]
    assert holds(story)


def test_a_star_that_nobody_took_back_still_counts(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    saves(story, "green", "* PASS\n")
    story.undo(2)
    story.writes("red", "PASS\n")
    assert story.run(3) == ["1a red: PASS (live, done)", "1b green: PASS (stored, done)"]


def test_what_was_put_back_with_an_act_undone_since_still_waits(story: League) -> None:
    story.writes("red", "* MOVE B2 E\n").run(1)
    story.undo(2)
    story.extend(3, 5)
    story.undo(4)
    assert story.run(5) == []
    assert holds(story)


# What it takes back


def undone(story: League, hour: float) -> tuple[int | None, dict[str, object]]:
    record = story.undo(hour)
    return record.back_to, said(record)["was"]


def test_alone_a_failure_goes_with_the_turn_before_it(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.writes("green", "MOVE H3 X\n").run(2)
    assert undone(story, 3) == (1, {"first": "1a", "last": "1a"})
    assert (story.file("red"), story.file("green")) == ("MOVE B2 E\n", "MOVE H3 X\n")
    assert holds(story)


def test_with_an_extension_before_it_a_failure_goes_with_that(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.extend(2, 5)
    story.writes("green", "MOVE H3 X\n").run(3)
    assert undone(story, 4) == (2, {"acts": ["extend"]})
    assert story.waits().startswith("1b green playing")
    assert story.file("green") == "MOVE H3 X\n"
    assert holds(story)


def test_after_an_undone_extension_a_failure_goes_with_that_undo(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.extend(2, 5)
    story.undo(3)
    story.writes("green", "MOVE H3 X\n").run(4)
    assert undone(story, 5) == (3, {"acts": ["undo"]})
    assert story.file("green") == "MOVE H3 X\n"
    assert undone(story, 6) == (5, {"acts": ["undo", "extend"]})
    assert holds(story)


def test_with_a_grace_behind_it_a_turn_goes_with_that(tmp_path: Path) -> None:
    story = small(tmp_path, "grace: 6h\n").start()
    story.writes("red", "MOVE B2 E\n").run(1)
    story.run(25)
    assert undone(story, 26) == (1, {"first": "1a", "last": "1a", "acts": ["grace"]})
    assert holds(story)


def test_failures_alone_are_told_as_the_turn_that_begins_again(story: League) -> None:
    story.writes("red", "MOVE B2 N\n").run(1)
    assert said(story.undo(2, to="1a")).get("was", {}) == {}
    assert story.file("red") == "MOVE B2 N\n"
    assert holds(story)


def test_into_a_holiday_it_rests_for_what_was_left_of_it(tmp_path: Path) -> None:
    """However long a full deadline is."""
    story = small(tmp_path, "holiday: 30h\n").start()
    story.writes("red", "HOLIDAY\n").run(0)
    story.writes("red", "PASS\n").run(20)
    story.undo(50)
    assert story.waits() == "1a red suspended until 60"
    assert holds(story)


# It is told


def test_the_reply_says_that_it_waits(tmp_path: Path) -> None:
    story = small(tmp_path).start()
    story.writes("red", "* MOVE B2 E\n").run(1)
    story.undo(2)
    game = story.game
    when = submit.when_it_goes(
        story.league, game, "red", read_queue(game.terms, "red", game.queue_bytes("red"))
    )
    assert (
        when == "An undo put this back. It waits until you send it again, `*` or not, or for your deadline."
    )


def test_show_says_that_it_waits(story: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)  # where nothing of a sealed game is printed
    story.writes("red", "* MOVE B2 E\n").run(1)
    story.undo(2)
    assert "(put back by undo, waits)" in run(story.root, "show", "riot").out.replace("\n", " ")
    players = run(story.root, "show", "riot", "--json").json["players"]
    assert (players["red"]["put_back"], "put_back" in players["green"]) == (True, False)
    story.writes("red", "PASS\n")
    assert "put_back" not in run(story.root, "show", "riot", "--json").json["players"]["red"]
