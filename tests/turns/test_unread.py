"""An order file that cannot be read: its owner is told once, whenever it came, and a time-out says why (ruling G44)."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.records import Record
from tests.kit.command import commit, run
from tests.kit.history import replaced, tamper, verify
from tests.kit.league import League, small
from tests.kit.reading import records_in

SEE = "See games/riot/orders/green.txt"
FILES = {
    "not UTF-8": (b"\xff\xfe", f"Line 1 is not UTF-8 text (byte 0xff at column 1). {SEE}."),
    "merged": (
        b"<<<<<<< HEAD\n* PASS\n=======\n* MOVE H3 W\n>>>>>>> main\n",
        "Line 1 is left over from a merge: keep what is meant, and delete the marks of git. " + SEE + ".",
    ),
    "too many": (b"PASS\n" * 51, f"The queue holds 51 orders; at most 50 can be stored. {SEE}, line 51."),
    "too long": (b"x" * 5000, f"The order file has 5000 bytes; at most 4096 are read. {SEE}."),
}


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path, "drop_after: 5\n").start()


def _records(story: League) -> list[Record]:
    return records_in(story.league, first=1)


def _verified(story: League) -> None:
    done = run(story.repository.top, "verify", "riot")
    assert done.status == 0, done.err


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(("data", "reason"), FILES.values(), ids=FILES)
def test_a_stored_one_is_told_as_its_turn_comes_and_stays(story: League, data: bytes, reason: str) -> None:
    story.writes("green", data).writes("red", "PASS\n")
    assert story.run(1) == ["1a red: PASS (live, done)", "1b green: - (stored, failed)"]
    assert story.game.terms.reason(_records(story)[-1]) == reason
    assert (story.folder / "orders" / "green.txt").read_bytes() == data
    assert story.waits() == "1b green playing until 25"
    _verified(story)


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(("data", "reason"), FILES.values(), ids=FILES)
def test_the_time_out_says_why_no_stored_order_was_used(story: League, data: bytes, reason: str) -> None:
    story.writes("green", data).writes("red", "PASS\n").run(1)
    assert story.run(25) == ["1b green: - (timeout, timed out)"]
    words = "The order file cannot be read, so no order was used: "
    assert story.game.terms.reason(_records(story)[-1]) == words + reason
    top = story.repository.top
    assert words in " ".join(run(top, "log", "riot", "--as", "green").out.split())
    assert "cannot be read" not in run(top, "log", "riot", "--as", "red").out
    _verified(story)


def test_one_of_more_than_1_mib_is_passed_over_and_named(story: League) -> None:
    story.writes("red", b"PASS\n" * 300_000)
    done = run(story.repository.top, "tick", "--now", "2027-01-15T09:00:00Z")
    assert (done.status, "ignored: games/riot/orders/red.txt is larger than 1 MiB" in done.err) == (3, True)
    assert story.run(24) == ["1a red: - (timeout, timed out)"]
    commit(story.repository.top, "a large file")
    assert story.writes("green", "PASS\n").run(25) == ["1b green: PASS (live, done)"]
    _verified(story)


@pytest.mark.exhaustive
def test_it_is_told_once_however_many_turns_it_lies_there(story: League) -> None:
    story.writes("green", b"\xff\n").writes("red", "* PASS\n* PASS\n* PASS\n").run(1)
    assert story.run(25) == ["1b green: - (timeout, timed out)", "2a red: PASS (stored, done)"]
    assert story.run(49) == ["2b green: - (timeout, timed out)", "3a red: PASS (stored, done)"]
    assert story.clock.unread == {"green": story.clock.queues["green"]}
    _verified(story)


def test_one_that_came_in_the_turn_is_not_told_again_in_the_next(story: League) -> None:
    story.writes("red", b"\xff\n")
    assert story.run(1) == ["1a red: - (live, failed)"]
    story.run(25)
    story.writes("green", "PASS\n")
    assert story.run(26) == ["1b green: PASS (live, done)"]
    _verified(story)


def test_it_fails_as_its_player_could_foresee_and_gets_a_fresh_deadline(tmp_path: Path) -> None:
    """Ruling G44: as any order that does, and no more often in a turn."""
    story = small(tmp_path, "fresh_deadlines: 1\n").start()
    assert story.writes("red", b"\xff\n").run(30) == ["1a red: - (live, failed)"]
    assert story.waits() == "1a red playing until 54"
    assert story.writes("red", b"\xfe\n").run(54) == [
        "1a red: - (live, failed)",
        "1a red: - (timeout, timed out)",
    ]
    _verified(story)


def test_it_ends_a_holiday_as_any_order_that_fails(tmp_path: Path) -> None:
    story = small(tmp_path, "holiday: 10d\n").start()
    story.writes("red", "HOLIDAY\n").run(0)
    assert story.writes("red", b"\xff\n").run(24) == ["1a red: - (live, failed)"]
    assert story.waits() == "1a red playing until 48"
    _verified(story)


@pytest.mark.exhaustive
def test_another_one_is_told_again(story: League) -> None:
    story.writes("red", b"\xff\n").run(1)
    assert story.writes("red", b"\xfe\n").run(2) == ["1a red: - (live, failed)"]
    assert story.writes("red", b"PASS\n").run(3) == ["1a red: PASS (live, done)"]
    assert story.clock.unread == {}
    _verified(story)


def test_who_has_left_is_told_nothing(story: League) -> None:
    story.writes("green", b"\xff\n").drop(1, "green")
    assert story.writes("red", "PASS\n").run(2)[1:] == ["1b green: - (timeout, timed out)"]
    assert story.game.terms.reason(_records(story)[-1]) is None
    _verified(story)


def test_after_an_undo_nobody_is_told_twice(story: League) -> None:
    story.writes("green", b"\xff\n").writes("red", "PASS\n").run(1)
    story.run(25)
    story.undo(26)
    assert story.run(27) == []
    _verified(story)


@pytest.mark.parametrize(
    ("number", "old", "new", "words"),
    [
        (2, "key: not-utf-8", "key: merged", "problems[0].key: expected not-utf-8"),
        (2, "0xff", "0xfe", "problems[0].parts.byte: expected 0xff"),
        (3, "key: not-utf-8", "key: said", "problems[0].key: expected not-utf-8"),
    ],
)
def test_verify_finds_another_reason(story: League, number: int, old: str, new: str, words: str) -> None:
    story.writes("green", b"\xff\n").writes("red", "PASS\n").run(1)
    story.run(25)
    path = tamper(story.repository.top, number, "", replaced(old, new))
    done = verify(story.repository.top)
    assert f"riot: {path}: " in done.err
    assert words in done.err


def test_verify_finds_a_file_that_can_be_read(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    old = "order: PASS\nsource: live\noutcome: done\nreason: null"
    new = "order: null\nsource: live\noutcome: failed\nproblems: [{key: merged}]\nreason: null"
    path = tamper(story.repository.top, 1, "", replaced(old, new))
    assert f"riot: {path}: " in verify(story.repository.top).err
