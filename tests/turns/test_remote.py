"""Turns pushed to a remote that others push to as well: nothing is lost, and no order goes to the wrong player."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Busy, Note, NothingDue, Refused
from genetess_cli.store.league import League, find
from genetess_cli.store.records import Record
from genetess_cli.turns import referee, remote
from genetess_cli.turns.acts import Pause
from genetess_cli.turns.referee import act
from genetess_cli.turns.state import GmOrder
from tests.kit.command import commit, git, with_clone
from tests.kit.league import BEGIN, HOUR, line, small


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A league with a remote; another clone of it lies beside it, in `there`."""
    league = small(tmp_path).start().root
    with_clone(league)
    return league


def ticked(league: Path, hour: float, push: bool = True, told: Note = print) -> list[Record]:
    here = find(league)
    now = BEGIN + int(hour * HOUR)

    def play(slug: str, note: Note) -> list[Record]:
        return referee.resolve(here, slug, now, note=note)

    return remote.tick(here, now, play, push, told).done.get("riot", [])


def run(league: Path, hour: float = 1) -> list[str]:
    return [line(record) for record in ticked(league, hour)]


def bring(league: Path, order: str, hour: int) -> list[Record]:
    """What the GM does with an order that came by other means."""
    here = find(league)
    brought = GmOrder(order, "red", "1a")

    def play(here: League, note: Note) -> list[Record]:
        return referee.resolve(here, "riot", BEGIN + hour * HOUR, brought, note=note)

    return remote.push_played(here, play, [], print)


def write(league: Path, seat: str, text: str) -> None:
    (league / "games/riot/orders").mkdir(exist_ok=True)
    (league / f"games/riot/orders/{seat}.txt").write_text(text)


def push_note(league: Path) -> None:
    """Something else happens on the remote."""
    (league / "note.md").write_text("hi\n")
    git(league, "add", "note.md")
    git(league, "commit", "--quiet", "--message", "a note")
    git(league, "push", "--quiet")


def test_a_turn_is_carried_out_again_on_top_of_what_came_in_between(here: Path) -> None:
    push_note(here.parent / "there")
    write(here, "red", "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]
    assert git(here, "log", "--format=%s", "-2").splitlines() == ["riot 1a red: MOVE B2 E", "a note"]
    assert git(here, "status", "--porcelain", "--branch") == "## main...origin/main"


def test_an_edit_that_was_never_committed_survives(here: Path) -> None:
    """It is taken into the turn, on top of the remote's commit as it was without it."""
    push_note(here.parent / "there")
    game = here / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("24h", "48h"))
    write(here, "red", "PASS\n")
    run(here)
    assert "deadline: 48h" in git(here, "show", "origin/main:games/riot/game.yaml")


@pytest.mark.exhaustive
def test_an_order_that_was_never_committed_replaces_what_the_remote_has(here: Path) -> None:
    write(here, "red", "# nothing yet\n")
    commit(here, "a file")
    git(here, "push", "--quiet")
    git(here.parent / "there", "pull", "--quiet")
    push_note(here.parent / "there")
    write(here, "red", "MOVE B2 E\n")
    assert run(here) == ["1a red: MOVE B2 E (live, done)"]


def test_a_file_that_changed_on_both_sides_is_left_to_the_gm(here: Path) -> None:
    there = here.parent / "there"
    write(there, "red", "MOVE B2 S\n")
    commit(there, "red's orders")
    git(there, "push", "--quiet")
    write(here, "red", "MOVE B2 E\n")
    tip = git(here, "rev-parse", "HEAD")
    with pytest.raises(Refused, match=r"edited and not committed: games/riot/orders/red\.txt"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
    assert (here / "games/riot/orders/red.txt").read_text() == "MOVE B2 E\n"


def test_an_own_commit_that_is_no_turn_is_never_dropped(here: Path) -> None:
    push_note(here.parent / "there")
    (here / "mine.md").write_text("mine\n")
    git(here, "add", "mine.md")
    git(here, "commit", "--quiet", "--message", "mine")
    write(here, "red", "PASS\n")
    tip = git(here, "rev-parse", "HEAD")
    with pytest.raises(Refused, match="commits here are not on it"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
    assert (here / "games/riot/orders/red.txt").read_text() == "PASS\n"


@pytest.mark.exhaustive
def test_what_is_done_on_top_of_the_remote_is_told_once_it_can_be(here: Path) -> None:
    """A run that is refused does not announce first what it then does not do."""
    told: list[str] = []
    there = here.parent / "there"
    push_note(there)
    write(here, "red", "PASS\n")
    ticked(here, 1, told=told.append)
    assert [text for text in told if "done again on top" in text] == told
    write(there, "green", "MOVE H3 W\n")
    git(there, "pull", "--quiet")
    commit(there, "green's orders")
    git(there, "push", "--quiet")
    write(here, "green", "PASS\n")
    told.clear()
    with pytest.raises(Refused, match=r"edited and not committed: games/riot/orders/green\.txt"):
        ticked(here, 2, told=told.append)
    assert told == []


def test_an_order_by_other_means_goes_to_nobody_else(here: Path) -> None:
    """Two GMs bring red's PASS at once: the second must not pass for green."""
    bring(here.parent / "there", "PASS", hour=1)
    with pytest.raises(Refused, match="moved from 1a to 1b"):
        bring(here, "PASS", hour=2)


def test_turns_that_cannot_be_pushed_are_dropped_and_carried_out_by_the_next_run(here: Path) -> None:
    url = git(here, "remote", "get-url", "origin")
    git(here, "remote", "set-url", "origin", "../gone.git")
    write(here, "red", "PASS\n")
    tip = git(here, "rev-parse", "HEAD")
    with pytest.raises(Busy, match="nothing was done, because it could not be pushed"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
    assert (here / "games/riot/orders/red.txt").read_text() == "PASS\n"
    git(here, "remote", "set-url", "origin", url)
    assert run(here) == ["1a red: PASS (live, done)"]
    assert git(here, "status", "--porcelain", "--branch") == "## main...origin/main"
    with pytest.raises(NothingDue):
        run(here)


def test_what_the_gm_did_at_the_desk_is_never_dropped(here: Path) -> None:
    """Nobody would do it again on top of what came in between."""
    act(find(here), "riot", Pause(), BEGIN)
    tip = git(here, "rev-parse", "HEAD")
    push_note(here.parent / "there")
    with pytest.raises(Refused, match="commits here are not on it"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip


def locally(league: Path, hour: float = 1) -> list[str]:
    """What a run that does not push carries out."""
    return [line(record) for record in ticked(league, hour, push=False)]


@pytest.mark.parametrize("order", ["MOVE B2 E", "MOVE B2 N"])
def test_turns_of_an_earlier_run_that_were_not_pushed_are_never_dropped(here: Path, order: str) -> None:
    """The order file was never committed: nobody else has what it said."""
    write(here, "red", f"{order}\n")
    locally(here)
    tip = git(here, "rev-parse", "HEAD")
    push_note(here.parent / "there")
    write(here, "green", "PASS\n")
    with pytest.raises(Refused, match="commits here are not on it"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
    assert (here / "games/riot/orders/green.txt").read_text() == "PASS\n"
    git(here, "pull", "--quiet", "--rebase")
    run(here)
    assert git(here, "log", "--format=%s", "-1", "origin/main").startswith("riot 1")


def test_a_turn_that_the_remote_carried_out_itself_is_not_carried_out_twice(here: Path) -> None:
    there = here.parent / "there"
    write(there, "red", "MOVE B2 E / MOVE C2 E\n")
    commit(there, "red's orders")
    git(there, "push", "--quiet")
    git(here, "pull", "--quiet")
    locally(here, 1)
    assert run(there, 1) == ["1a red: MOVE B2 E (live, done)"]
    write(here, "green", "PASS\n")
    assert run(here, 2) == ["1b green: PASS (live, done)"]
    assert git(here, "show", "origin/main:games/riot/orders/red.txt") == "MOVE C2 E"


def test_an_order_that_the_gm_brought_in_an_earlier_run_is_never_dropped(here: Path) -> None:
    """No file has it: nobody would do it again."""
    referee.resolve(find(here), "riot", BEGIN + HOUR, GmOrder("PASS", "red", reason="by phone"))
    tip = git(here, "rev-parse", "HEAD")
    push_note(here.parent / "there")
    with pytest.raises(Refused, match="commits here are not on it"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip


def test_the_start_of_a_game_is_never_dropped(tmp_path: Path) -> None:
    """`tick` starts none."""
    story = small(tmp_path)
    here = story.repository.top
    with_clone(here)
    story.start()
    push_note(tmp_path / "there")
    with pytest.raises(Refused, match="commits here are not on it"):
        run(here)
    assert story.clock.turn == "1a"


@pytest.mark.exhaustive
def test_that_turns_are_pushed_is_told_once_they_are(here: Path) -> None:
    told: list[str] = []
    write(here, "red", "PASS\n")
    locally(here)
    ticked(here, 1, told=told.append)
    assert told == ["nothing new is due; earlier turns were pushed now"]


def test_without_a_remote_the_way_to_one_is_told(here: Path) -> None:
    tip = git(here, "rev-parse", "HEAD")
    git(here, "remote", "remove", "origin")
    write(here, "red", "MOVE B2 E\n")
    with pytest.raises(Refused, match="there is no remote to push to; name one with `git remote add origin"):
        run(here)
    assert git(here, "rev-parse", "HEAD") == tip
