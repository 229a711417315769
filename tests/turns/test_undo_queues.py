"""Order files after an undo: as they were when what is taken back was carried out, and nobody's edits are lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.records import Record
from genetess_cli.turns import referee
from genetess_cli.turns.state import GmOrder
from tests.kit.history import verify
from tests.kit.league import League, at, small
from tests.kit.reading import records_in, said


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path, "holiday: 10d\n").start()


def _records(story: League) -> list[Record]:
    return records_in(story.league)


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(
    "text",
    [
        "MOVE B2 E\n",
        "move b2 e",
        "# My plan\n\n  Move B2 E # east\nPASS\n",
        "MOVE B2 E / * PASS / HOLIDAY\n",
        "* MOVE B2 E\n* PASS\n",
        "\ufeffMOVE B2 E\r\nPASS\r\n",
        "if Gwen is there, MOVE B2 E\n",
    ],
)
def test_an_order_file_comes_back_as_it_was(story: League, text: str) -> None:
    story.writes("red", text.encode()).writes("green", "HOLIDAY / PASS # tired\n").run(1)
    story.undo(2, to="1a")
    assert (story.folder / "orders" / "red.txt").read_bytes().decode() == text
    assert story.file("green") == "HOLIDAY / PASS # tired\n"


def test_a_file_in_utf_16_is_carried_out_and_what_is_left_is_utf_8(story: League) -> None:
    """As PowerShell writes it with `>`."""
    story.writes("red", "\ufeffMOVE B2 E\r\nPASS # später\r\n".encode("utf-16-le"))
    assert story.run(1) == ["1a red: MOVE B2 E (live, done)"]
    assert (story.folder / "orders/red.txt").read_bytes() == "PASS # später\r\n".encode()
    story.undo(2)
    assert story.file("red") == "MOVE B2 E\nPASS # später\n"
    assert verify(story.repository.top).status == 0


def test_stored_orders_come_back_without_being_kept_in_every_record(story: League) -> None:
    """They are in the commit before already."""
    story.writes("red", "*PASS # one\n*PASS # two\n*PASS # three\n").writes("green", "*PASS\n*PASS\n").run(1)
    assert [said(record).get("queue") for record in _records(story)[2:]] == [None] * 4
    story.undo(2, to="2a")
    assert story.file("red") == "# one\n*PASS # two\n*PASS # three\n"
    assert story.file("green") == "*PASS\n"


def test_after_an_undo_orders_count_as_stored(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    story.undo(2)
    assert story.run(3) == []
    assert story.run(26) == ["1a red: MOVE B2 E (stored, done)"]


def test_an_order_that_the_gm_brought_is_no_file(story: League) -> None:
    story.writes("red", "PASS # for later\n")
    referee.resolve(story.league, "riot", at(1), GmOrder("MOVE B2 E", "red"))
    story.undo(2)
    assert story.file("red") == "PASS # for later\n"


def test_a_time_out_leaves_the_files_alone(story: League) -> None:
    story.writes("green", "PASS # for later\n").run(24)
    story.undo(25)
    assert (story.file("red"), story.file("green")) == (None, "PASS # for later\n")


def test_with_an_order_file_that_was_edited_and_not_committed_it_is_refused(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").writes("green", "PASS\n").run(1)
    story.writes("red", "MOVE B3 S # my next\n")
    story.refused(
        "orders/red.txt: edited and not committed; commit it, or `rm games/riot/orders/red.txt`",
        story.undo,
        2,
    )
    story.commit("games/riot/orders/red.txt")
    story.undo(3)
    assert story.file("red") == "MOVE B2 E\nMOVE B3 S # my next\n"


@pytest.mark.parametrize(("is_committed", "way"), [(True, "git restore -SW"), (False, "rm")])
def test_the_way_to_drop_an_edited_file_is_one(story: League, is_committed: bool, way: str) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    if is_committed:
        story.writes("green", "PASS\n").commit("games/riot/orders/green.txt")
    story.writes("green", "PASS # another\n")
    story.refused(f"commit it, or `{way} games/riot/orders/green.txt`", story.undo, 2)


def test_what_is_no_file_of_orders_is_passed_over(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    (story.folder / "orders").mkdir(exist_ok=True)
    (story.folder / "orders" / "green.txt").symlink_to("/etc/hostname")
    story.undo(2)
    assert (story.folder / "orders" / "green.txt").is_symlink()
    assert story.file("red") == "PASS\n"
