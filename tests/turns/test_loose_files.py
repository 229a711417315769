"""Queues that arrive as files of their own, as a forge's page for new files makes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import NothingDue
from genetess_cli.store import game
from genetess_cli.store.league import find
from genetess_cli.turns import remote, submit
from genetess_cli.turns.referee import resolve
from tests.kit.command import git, with_clone
from tests.kit.keys import dice_key
from tests.kit.league import BEGIN, HOUR, League, line, small

RED = "red.txt"
ORDERS = "games/riot/orders"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return small(tmp_path).start().repository.top


def write(league: Path, name: str, text: str) -> Path:
    path = league / "games/riot/orders" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def commit(league: Path, name: str, text: str) -> None:
    write(league, name, text)
    git(league, "add", "--all")
    git(league, "commit", "--quiet", "--message", name)


def run(league: Path, told: list[str] | None = None) -> list[str]:
    heard = [] if told is None else told
    return [line(one) for one in resolve(find(league), "riot", BEGIN + HOUR, dice_key, note=heard.append)]


def orders(league: Path) -> dict[str, str]:
    folder = league / "games/riot/orders"
    return {path.name: path.read_text() for path in folder.iterdir()} if folder.exists() else {}


def test_a_new_file_is_carried_out_as_the_seats_queue(here: Path) -> None:
    commit(here, "red-x7.txt", "MOVE B2 E\nPASS\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert orders(here) == {RED: "PASS\n"}
    assert git(here, "status", "--porcelain") == ""
    assert git(here, "log", "--format=%s", "-2").splitlines() == [
        "riot 1a red: MOVE B2 E",
        "riot: new queues of red",
    ]


def test_it_replaces_the_whole_queue(here: Path) -> None:
    commit(here, RED, "MOVE B2 S\nMOVE B3 S\n")
    commit(here, "red-x7.txt", "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert orders(here) == {}


def test_the_newest_of_several_counts(here: Path) -> None:
    for name, order in (("red-b.txt", "MOVE B2 S"), ("red-a.txt", "MOVE B2 E")):
        commit(here, name, f"{order}\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert orders(here) == {}


def test_what_was_merged_last_is_newest_whenever_it_was_written(here: Path) -> None:
    git(here, "switch", "--quiet", "--create", "early")
    commit(here, "red-early.txt", "MOVE B2 E\n")
    git(here, "switch", "--quiet", "main")
    commit(here, "red-late.txt", "MOVE B2 S\n")
    git(here, "merge", "--quiet", "--no-edit", "early")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]


def test_an_order_file_that_came_later_counts(here: Path) -> None:
    commit(here, "red-x7.txt", "MOVE B2 S\n")
    commit(here, RED, "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert orders(here) == {}


def test_an_order_file_that_was_renamed_is_still_the_queue(here: Path) -> None:
    """It is deleted and a new one is there, in one commit: what is there counts."""
    commit(here, RED, "MOVE B2 E\nPASS\n")
    git(here, "mv", "games/riot/orders/red.txt", "games/riot/orders/red-monday.txt")
    git(here, "commit", "--quiet", "--message", "renamed")
    told: list[str] = []
    assert run(here, told) == ["1a red: MOVE B2 E (live, done)"]
    assert orders(here) == {RED: "PASS\n"}
    assert told == [f"riot: {ORDERS}/red-monday.txt is red's queue from now on, as {ORDERS}/red.txt"]


@pytest.mark.parametrize("first", ["the new one", "the deletion", "both at once"])
def test_a_deleted_order_file_does_not_count_against_one_that_is_there(here: Path, first: str) -> None:
    commit(here, RED, "MOVE B2 S\n")
    if first == "the new one":
        commit(here, "red-x7.txt", "MOVE B2 E\n")
    (here / ORDERS / RED).unlink()
    if first == "the deletion":
        git(here, "commit", "--quiet", "--all", "--message", "deleted")
    commit(here, "red-x7.txt", "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert orders(here) == {}


def test_a_queue_that_its_player_cleared_stays_cleared_beside_an_older_one(here: Path) -> None:
    commit(here, "red-x7.txt", "PASS\n")
    folder = game.GameFolder(find(here), "riot")
    submit.write(folder, "red", "MOVE B2 E", BEGIN, commit=True)
    submit.write(folder, "red", "", BEGIN, commit=True)
    told: list[str] = []
    with pytest.raises(NothingDue):
        run(here, told)
    assert orders(here) == {}
    assert any("is empty and clears red's queue" in each for each in told)


def test_a_deletion_on_a_branch_does_not_count_either(here: Path) -> None:
    commit(here, RED, "MOVE B2 S\n")
    git(here, "switch", "--quiet", "--create", "tidy")
    git(here, "rm", "--quiet", f"{ORDERS}/{RED}")
    git(here, "commit", "--quiet", "--message", "deleted")
    git(here, "switch", "--quiet", "main")
    commit(here, "red-x7.txt", "MOVE B2 E\n")
    git(here, "merge", "--quiet", "--no-edit", "tidy")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]


def test_one_that_was_taken_back_is_none(here: Path) -> None:
    commit(here, "red-a.txt", "MOVE B2 E\n")
    commit(here, "red-b.txt", "MOVE B2 S\n")
    git(here, "rm", "--quiet", f"{ORDERS}/red-b.txt")
    git(here, "commit", "--quiet", "--message", "not that one")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]


def test_of_files_that_came_together_the_order_file_counts(here: Path) -> None:
    write(here, "red-x7.txt", "MOVE B2 S\n")
    commit(here, RED, "MOVE B2 E\n")
    told: list[str] = []
    assert run(here, told) == ["1a red: MOVE B2 E (live, done)"]
    assert told == [
        f"riot: {ORDERS}/red.txt is newer and stays red's queue; deleted as older: {ORDERS}/red-x7.txt"
    ]


def test_a_sealed_order_file_that_was_renamed_is_still_the_queue(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E / PASS")
    sealed.commit(f"{ORDERS}/red.sealed")
    git(sealed.repository.top, "mv", f"{ORDERS}/red.sealed", f"{ORDERS}/red-monday.sealed")
    git(sealed.repository.top, "commit", "--quiet", "--message", "renamed")
    assert sealed.run(1) == ["1a red: MOVE B2 E (live, done)"]
    assert sealed.file("red") == "PASS"


def test_an_empty_one_clears_the_queue(here: Path) -> None:
    commit(here, RED, "MOVE B2 S\n")
    commit(here, "red-none.txt", "")
    with pytest.raises(NothingDue):
        run(here)
    assert orders(here) == {}


def test_one_of_a_seat_that_is_not_to_move_waits_as_its_queue(here: Path) -> None:
    commit(here, "green-1.txt", "PASS\n")
    with pytest.raises(NothingDue):
        run(here)
    assert orders(here) == {"green.txt": "PASS\n"}


def test_a_file_that_is_nobodys_is_told_and_stays(here: Path) -> None:
    commit(here, "Red-1.txt", "PASS\n")
    commit(here, "red-1.sealed", "PASS\n")
    told: list[str] = []
    with pytest.raises(NothingDue):
        run(here, told)
    assert [text for text in told if "Red-1.txt is no seat's order file" in text]
    assert [text for text in told if "red-1.sealed is no seat's order file" in text]
    assert len(orders(here)) == 2


def test_one_that_is_not_committed_waits(here: Path) -> None:
    write(here, "red-1.txt", "PASS\n")
    told: list[str] = []
    with pytest.raises(NothingDue):
        run(here, told)
    assert orders(here) == {"red-1.txt": "PASS\n"}
    assert told == ["ignored: games/riot/orders/red-1.txt is not committed; commit it to make it red's queue"]


def test_one_that_is_committed_is_not_told_to_wait(here: Path) -> None:
    commit(here, "green-1.txt", "PASS\n")
    write(here, RED, "MOVE B2 E\n")
    told: list[str] = []
    run(here, told)
    assert not [text for text in told if "not committed" in text]


def test_orders_that_were_edited_and_not_committed_are_not_overwritten(here: Path) -> None:
    commit(here, "red-1.txt", "MOVE B2 S\n")
    write(here, RED, "MOVE B2 E\n")
    told: list[str] = []
    assert run(here, told) == ["1a red: MOVE B2 E (live, done)"]
    assert [text for text in told if "was edited and not committed" in text]
    assert orders(here) == {"red-1.txt": "MOVE B2 S\n"}


def test_a_link_or_a_huge_file_is_passed_over(here: Path) -> None:
    write(here, "red-1.txt", "").unlink()
    (here / "games/riot/orders/red-1.txt").symlink_to("/etc/passwd")
    commit(here, "green-1.txt", "x" * 20_000)
    told: list[str] = []
    with pytest.raises(NothingDue):
        run(here, told)
    assert [text for text in told if "symbolic link" in text]
    assert [text for text in told if "larger than 16 KiB" in text]


def test_a_dry_run_changes_nothing(here: Path) -> None:
    commit(here, "red-1.txt", "PASS\n")
    tip = git(here, "rev-parse", "HEAD")
    with pytest.raises(NothingDue):
        resolve(find(here), "riot", BEGIN + HOUR, dice_key, dry_run=True)
    assert git(here, "rev-parse", "HEAD") == tip


def test_it_is_done_again_where_the_remote_has_moved(here: Path) -> None:
    commit(here, "green-1.txt", "PASS\n")
    with_clone(here)
    commit(here.parent / "there", "red-1.txt", "MOVE B2 E\n")
    git(here.parent / "there", "push", "--quiet")
    done = remote.tick(find(here), BEGIN + HOUR, dice_key, push=True).done["riot"]
    assert [line(one) for one in done] == ["1a red: MOVE B2 E (live, done)", "1b green: PASS (stored, done)"][
        :1
    ]
    assert orders(here) == {"green.txt": "PASS\n"}
