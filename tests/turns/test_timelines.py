"""Timelines: somebody writes orders, a run comes at a time, and this is what it carries out (rulings G8, G27, G44)."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import InvalidFile, Refused
from tests.kit.command import commit, git
from tests.kit.league import League, small


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path).start()


def test_start_begins_the_first_turn_with_income_and_a_full_deadline(story: League) -> None:
    """Ruling G8: income comes with the turn's start."""
    assert story.waits() == "1a red playing until 24"
    assert "red: {colour: red, e: 21}" in (story.folder / "state.yaml").read_text()
    assert (story.folder / "game.yaml").read_text().startswith("# The GM's own comment.\n")


def test_start_is_refused_a_second_time(story: League) -> None:
    before = story.snapshot()
    with pytest.raises(Refused, match="has already started"):
        story.start(hour=1)
    assert story.snapshot() == before


def test_a_live_order_is_carried_out_and_the_next_turn_begins(story: League) -> None:
    assert story.writes("red", "MOVE B2 E\n").run(5) == ["1a red: MOVE B2 E (live, done)"]
    assert story.waits() == "1b green playing until 29"
    assert story.file("red") is None


def test_a_stored_order_waits_for_the_deadline(story: League) -> None:
    """Ruling G44: what lay in the file as the turn began is stored."""
    story.writes("green", "MOVE H3 W\n").writes("red", "PASS\n")
    assert story.run(1) == ["1a red: PASS (live, done)"]
    assert story.run(24) == []
    assert story.run(25) == ["1b green: MOVE H3 W (stored, done)"]


def test_a_starred_order_goes_at_once_when_the_turn_comes(story: League) -> None:
    story.writes("green", "* MOVE H3 W / PASS\n").writes("red", "PASS\n")
    assert story.run(1) == ["1a red: PASS (live, done)", "1b green: MOVE H3 W (stored, done)"]
    assert story.file("green") == "PASS\n"
    assert story.waits() == "2a red playing until 25"


def test_two_starred_players_play_a_cascade_in_one_run_one_commit_a_turn(story: League) -> None:
    story.writes("red", "*PASS\n*PASS\n").writes("green", "*PASS\n*PASS\n")
    assert [text.split()[0] for text in story.run(1)] == ["1a", "1b", "2a", "2b"]
    subjects = story.subjects()
    assert subjects[:4] == [
        "riot 2b green: PASS",
        "riot 2a red: PASS",
        "riot 1b green: PASS",
        "riot 1a red: PASS",
    ]


def test_an_edited_file_is_live_as_a_whole(story: League) -> None:
    """Ruling G44: a file that changed during the player's own turn is live from its first order on."""
    story.writes("green", "PASS\n").writes("red", "PASS\n").run(1)
    story.writes("green", "MOVE H3 W\nPASS\n")
    assert story.run(2) == ["1b green: MOVE H3 W (live, done)"]


def test_a_missed_deadline_times_the_player_out(story: League) -> None:
    assert story.run(23.99) == []
    assert story.run(24) == ["1a red: - (timeout, timed out)"]
    assert story.waits() == "1b green playing until 48"
    assert story.clock.missed == {"red": 1}


def test_a_late_run_still_carries_out_what_lies_there(story: League) -> None:
    """Ruling G44: a deadline has passed when a run finds it so."""
    assert story.writes("red", "MOVE B2 E\n").run(100) == ["1a red: MOVE B2 E (live, done)"]
    assert story.waits() == "1b green playing until 124"


def test_a_tick_at_the_same_time_again_does_nothing(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    before = story.snapshot()
    assert story.run(1) == []
    assert story.snapshot() == before


def test_a_failed_order_in_view_gets_a_fresh_deadline_and_leaves_the_file(story: League) -> None:
    """Ruling G44."""
    assert story.writes("red", "MOVE B2 N\n").run(20) == ["1a red: MOVE B2 N (live, failed)"]
    assert story.waits() == "1a red playing until 44"
    assert story.file("red") is None


def test_the_order_behind_a_failed_one_is_tried_in_its_place(story: League) -> None:
    """Ruling G44: starred or not."""
    assert story.writes("red", "MOVE B2 N / MOVE B2 X / MOVE B2 E\nPASS\n").run(1) == [
        "1a red: MOVE B2 N (live, failed)",
        "1a red: MOVE B2 X (live, failed)",
        "1a red: MOVE B2 E (live, done)",
    ]
    assert story.file("red") == "PASS\n"


def test_a_failed_starred_order_is_followed_by_the_next_stored_one(story: League) -> None:
    story.writes("green", "* MOVE H3 S / MOVE H3 W\n").writes("red", "PASS\n")
    assert story.run(1)[1:] == ["1b green: MOVE H3 S (stored, failed)", "1b green: MOVE H3 W (stored, done)"]


def test_words_around_an_order_are_passed_over(story: League) -> None:
    """Ruling G27."""
    story.writes("red", "if Gwen is still on H3 I'll MOVE B2 E\n")
    assert story.run(1) == ["1a red: MOVE B2 E (live, done)"]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"PASS\n" * 51, b"x" * 5000], ids=["not UTF-8", "too many orders", "too long"]
)
def test_an_unreadable_file_stays_and_is_told_once(story: League, data: bytes) -> None:
    assert story.writes("red", data).run(1) == ["1a red: - (live, failed)"]
    assert (story.folder / "orders" / "red.txt").read_bytes() == data
    assert story.run(24) == []
    assert story.run(25) == ["1a red: - (timeout, timed out)"]


def test_an_emptied_file_takes_a_stored_order_back(story: League) -> None:
    story.writes("green", "PASS\n").writes("red", "PASS\n").run(1)
    story.writes("green", "# on second thoughts\n")
    assert story.run(25) == ["1b green: - (timeout, timed out)"]


def test_grace_is_added_once(tmp_path: Path) -> None:
    story = small(tmp_path, "grace: 6h\n").start()
    assert story.run(24) == ["1a red: - (timeout, done)"]
    assert story.waits() == "1a red playing until 30"
    assert story.run(30) == ["1a red: - (timeout, timed out)"]


def test_a_holiday_suspends_until_its_days_run_out(tmp_path: Path) -> None:
    """Ruling G44: then the next stored order goes at once."""
    story = small(tmp_path, "holiday: 10d\n").start()
    assert story.writes("red", "HOLIDAY / MOVE B2 E\n").run(1) == ["1a red: HOLIDAY (live, done)"]
    assert story.waits() == "1a red suspended until 241"
    assert story.run(240) == []
    assert story.run(241) == ["1a red: MOVE B2 E (stored, done)"]
    assert story.clock.holiday == {"red": 0, "green": 240 * 3600}


def test_an_order_ends_a_holiday_and_only_the_days_used_are_gone(tmp_path: Path) -> None:
    story = small(tmp_path, "holiday: 10d\n").start()
    story.writes("red", "HOLIDAY\n").run(0)
    assert story.writes("red", "PASS\n").run(48) == ["1a red: PASS (live, done)"]
    assert story.clock.holiday["red"] == 8 * 86400


def test_holidays_one_after_the_other_are_no_longer_than_one(tmp_path: Path) -> None:
    """The days that are used are gone, whether an order or the next HOLIDAY ends the first one."""
    story = small(tmp_path, "holiday: 10d\n").start()
    story.writes("red", "HOLIDAY\n").run(0)
    assert story.writes("red", "HOLIDAY # and on\n").run(9 * 24) == ["1a red: HOLIDAY (live, done)"]
    assert story.waits() == "1a red suspended until 240"
    assert story.run(240) == ["1a red: - (timeout, timed out)"]


def test_stored_holidays_do_not_add_up(tmp_path: Path) -> None:
    story = small(tmp_path, "holiday: 1d\n").start()
    story.writes("red", "HOLIDAY / HOLIDAY / PASS\n").run(0)
    assert story.run(24) == ["1a red: HOLIDAY (stored, failed)", "1a red: PASS (stored, done)"]


def test_a_holiday_can_be_asked_of_the_gm(tmp_path: Path) -> None:
    story = small(tmp_path, "holiday: 10d\n").start()
    assert story.run(1, order="HOLIDAY") == ["1a red: HOLIDAY (gm, done)"]
    assert story.waits() == "1a red suspended until 241"


def test_a_queue_that_was_taken_back_is_committed_as_gone(story: League) -> None:
    """Else a fresh clone would still have the order, and carry it out."""
    story.writes("green", "MOVE H3 W\n").writes("red", "PASS\n").run(1)
    (story.folder / "orders" / "green.txt").unlink()
    story.run(2, order="PASS")
    path = "games/riot/orders/green.txt"
    assert git(story.root, "ls-files", path) == ""


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_what_is_no_file_of_orders_stops_nobody_else(story: League, kind: str) -> None:
    path = story.folder / "orders" / "green.txt"
    if kind == "link":
        path.symlink_to("/etc/hostname")
    else:
        path.mkdir()
    assert story.writes("red", "PASS\n").run(1) == ["1a red: PASS (live, done)"]
    assert story.run(30) == ["1b green: - (timeout, timed out)"]


def test_an_order_file_of_megabytes_is_none_and_stops_nobody_else(story: League) -> None:
    (story.folder / "orders" / "green.txt").write_bytes(bytes(2_000_000))
    assert story.writes("red", "PASS\n").run(1) == ["1a red: PASS (live, done)"]
    assert story.run(30) == ["1b green: - (timeout, timed out)"]


def test_a_link_that_was_committed_stops_nobody_else(story: League) -> None:
    """As one would arrive with a merge."""
    (story.folder / "orders" / "green.txt").symlink_to("/etc/hostname")
    commit(story.root, "a link")
    assert story.writes("red", "PASS\n").run(1) == ["1a red: PASS (live, done)"]


def test_a_holiday_that_nobody_has_left_fails(story: League) -> None:
    assert story.writes("red", "HOLIDAY\n").run(1) == ["1a red: HOLIDAY (live, failed)"]


def test_an_order_by_other_means_is_carried_out_for_the_seat_to_move(story: League) -> None:
    assert story.run(1, order="MOVE B2 E", seat="red") == ["1a red: MOVE B2 E (gm, done)"]


@pytest.mark.parametrize("to_move", ["to_move: []", "to_move: [purple]"])
def test_a_clock_that_does_not_fit_is_told_and_changes_nothing(story: League, to_move: str) -> None:
    clock = story.folder / "clock.yaml"
    clock.write_text(clock.read_text().replace("to_move: [red]", to_move))
    story.commit("games/riot/clock.yaml")
    with pytest.raises(InvalidFile, match=r"games/riot/clock\.yaml: to_move"):
        story.records(1)


@pytest.mark.parametrize(
    ("order", "seat", "words"),
    [
        ("MOVE B2 N", None, "exterior wall"),
        ("MOVE B2 X", None, "MOVE B2 X\n            \\^"),
        ("MOOVE B2 E", None, "Did you mean MOVE"),
        ("PASS / PASS", None, "one order"),
        ("", None, "no order"),
        ("MOVE H3 W", "green", "red is to move"),
        ("HOLIDAY", None, "no holidays"),
    ],
)
def test_what_the_gm_brings_is_refused_whole(story: League, order: str, seat: str | None, words: str) -> None:
    before = story.snapshot()
    with pytest.raises(Refused, match=words):
        story.records(1, order=order, seat=seat)
    assert story.snapshot() == before


def test_a_dry_run_changes_nothing(story: League) -> None:
    story.writes("red", "* PASS\n").writes("green", "* PASS\n")
    before = story.snapshot()
    assert len(story.run(1, dry=True)) == 2
    assert story.snapshot() == before


def test_a_turn_is_one_commit_with_its_trailers(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    message = story.message()
    assert message == "riot 1a red: MOVE B2 E\n\nGenetess-Game: riot\nGenetess-Turn: 1a\nGenetess-Seat: red\n"


def test_a_taken_king_ends_a_game_of_two(tmp_path: Path) -> None:
    """Ruling G42: then nothing is due any more."""
    board = "map: |\n  #####\n  #...#\n  #####\nstarts:\n  K1: {B2: K}\n  K2: {C2: K}\n"
    story = small(tmp_path, board=board).start()
    assert story.writes("red", "MOVE B2 E\n").run(1) == ["1a red: MOVE B2 E (live, done)"]
    assert story.waits() == "1a  finished until None"
    assert story.run(1000) == []
    with pytest.raises(Refused, match="is over"):
        story.records(2, order="PASS", seat="green")


def test_a_changed_setting_is_committed_with_the_turn(story: League) -> None:
    game = story.folder / "game.yaml"
    game.write_text(game.read_text().replace("24h", "48h"))
    story.writes("red", "PASS\n").run(1)
    assert story.waits() == "1b green playing until 49"
    assert git(story.root, "show", "HEAD:games/riot/game.yaml") == game.read_text().rstrip()
