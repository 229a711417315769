"""`genetess start`, `resolve` and `tick`: lines, exit statuses, and that what is refused changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import DEADLINE, LATER, START, Unchanged, git, run, tree


def _orders(league: Path, seat: str, text: str) -> None:
    file = league / f"games/riot/orders/{seat}.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


# start


def test_a_start_is_a_commit_and_names_who_is_to_move_and_how_to_tell_the_players(founded: Path) -> None:
    done = run(founded, "start", "riot", "--now", START)
    assert (done.status, done.out) == (
        0,
        f"riot 1a: red is to move until {DEADLINE}\n"
        "The players are not told by this. Messages to send: `genetess invite riot`.\n",
    )
    assert git(founded, "status", "--porcelain") == ""


def test_a_new_master_key_is_told_of(founded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All luck of all games comes from it, and nobody has a copy yet."""
    monkeypatch.delenv("GENETESS_MASTER_KEY", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    done = run(founded, "start", "riot", "--now", START)
    assert "the master key is missing" in done.err, "another one would not fit what the game is bound to"
    assert not (tmp_path / "config").exists()
    players = ("--player", "red=R", "--player", "green=G")
    done = run(founded, "new", "cave", "--ruleset", "genetess", "--preset", "duel", *players)
    assert str(tmp_path / "config") in done.err
    assert "keep a copy" in done.err


def test_every_game_is_checked_before_the_first_starts(founded: Path, refused: Unchanged) -> None:
    run(founded, "new", "cave", "--ruleset", "genetess", "--player", "red=R", "--player", "green=G")
    board = founded / "games/cave/board.yaml"
    board.write_text(board.read_text().replace("B2: K", "B2: A"))
    refused(founded, "start", "riot", "cave")


def test_a_started_game_is_not_started_again(started: Path, refused: Unchanged) -> None:
    assert "has already started" in refused(started, "start", "riot").err


@pytest.mark.parametrize("now", ["yesterday", "2026-02-30T00:00:00Z", "2026-11-24T18:00:00+02:00", ""])
def test_a_time_that_is_none_is_wrong_usage(founded: Path, refused: Unchanged, now: str) -> None:
    refused(founded, "start", "riot", "--now", now, status=2)


# resolve


def test_a_live_order_is_carried_out(started: Path) -> None:
    _orders(started, "red", "MOVE B2 S\n")
    done = run(started, "resolve", "riot", "--now", LATER)
    assert done.status == 0
    assert done.out.splitlines() == [
        "riot 1a red: MOVE B2 S", "riot 1b: green is to move until 2026-11-25T00:00:00Z",
    ]  # fmt: skip
    assert git(started, "log", "-1", "--format=%s") == "riot 1a red: MOVE B2 S"


def test_nothing_due_is_status_3(started: Path, refused: Unchanged) -> None:
    refused(started, "resolve", "riot", "--now", LATER, status=3)


def test_an_order_that_fails_is_recorded_and_the_same_seat_is_to_move(started: Path) -> None:
    _orders(started, "red", "MOVE B2 W\n")
    done = run(started, "resolve", "riot", "--now", LATER)
    assert done.status == 1
    assert "MOVE B2 W failed. A2 is exterior wall" in done.err
    assert "Still to move: red." in done.err
    assert git(started, "log", "-1", "--format=%s") == "riot 1a red: MOVE B2 W (failed)"


def test_a_failed_order_beside_a_done_one_is_status_0(started: Path) -> None:
    _orders(started, "red", "MOVE B2 W\nPASS\n")
    done = run(started, "resolve", "riot", "--now", LATER)
    assert done.status == 0
    assert "riot 1a red: PASS" in done.out
    assert "failed" in done.err


def test_a_missed_deadline_times_out(started: Path) -> None:
    assert "riot 1a red: timed out" in run(started, "resolve", "riot", "--now", DEADLINE).out


def test_an_order_by_other_means(started: Path) -> None:
    assert run(started, "resolve", "riot", "--order", "pass", "--seat", "red", "--now", LATER).status == 0
    done = run(started, "resolve", "riot", "--order", "pass", "--seat", "green", "--now", LATER)
    assert done.out.startswith("riot 1b green: PASS")


def test_the_same_command_twice_does_not_play_the_next_players_turn(
    started: Path, refused: Unchanged
) -> None:
    brought = ("resolve", "riot", "--order", "PASS", "--now", LATER)
    done = refused(started, *brought, status=2)
    assert done.err == "--order needs the seat; add --seat red or --seat green\n"
    assert run(started, *brought, "--seat", "red").status == 0
    assert "riot 1b: green is to move, not red" in refused(started, *brought, "--seat", "red").err


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (("--order", "MOVE B2 W", "--seat", "red"), 1),
        (("--order", "JUMP", "--seat", "red"), 1),
        (("--order", "", "--seat", "red"), 1),
        (("--order", "PASS / PASS", "--seat", "red"), 1),
        (("--order", "PASS", "--seat", "green"), 1),
        (("--order", "PASS", "--seat", "blue"), 2),
        (("--seat", "red"), 2),
        (("--push", "--dry-run"), 2),
    ],
)
def test_what_is_refused_is_not_recorded(
    started: Path, refused: Unchanged, options: tuple[str, ...], status: int
) -> None:
    refused(started, "resolve", "riot", *options, "--now", LATER, status=status)


def test_of_two_rules_about_options_the_broken_one_is_told(started: Path) -> None:
    assert "--push" not in run(started, "resolve", "riot", "--seat", "red").err
    assert "--seat" not in run(started, "resolve", "riot", "--push", "--dry-run").err


def test_a_game_that_has_not_started_has_nothing_to_resolve(founded: Path, refused: Unchanged) -> None:
    assert "genetess start riot" in refused(founded, "resolve", "riot").err


def test_a_dry_run_prints_and_changes_nothing(started: Path) -> None:
    _orders(started, "red", "PASS\n")
    before = tree(started)
    done = run(started, "resolve", "riot", "--dry-run", "--now", LATER)
    assert done.status == 0
    assert "riot 1a red: PASS" in done.out
    assert tree(started) == before


def test_push_sends_the_turns(started: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "remote.git")
    git(started, "remote", "add", "origin", str(tmp_path / "remote.git"))
    _orders(started, "red", "PASS\n")
    assert run(started, "resolve", "riot", "--push", "--now", LATER).status == 0
    assert git(tmp_path / "remote.git", "rev-parse", "main") == git(started, "rev-parse", "HEAD")


# tick


def test_a_tick_goes_through_every_game(started: Path) -> None:
    run(started, "new", "cave", "--ruleset", "genetess", "--player", "red=R", "--player", "green=G")
    run(started, "start", "cave", "--now", START)
    done = run(started, "tick", "--now", DEADLINE)
    assert done.status == 0
    assert "cave 1a red: timed out" in done.out
    assert "riot 1a red: timed out" in done.out


def test_a_tick_with_nothing_due_is_status_3(started: Path, refused: Unchanged) -> None:
    refused(started, "tick", "--now", LATER, status=3)


def test_a_tick_says_why_nothing_is_due_where_it_stays_so(started: Path) -> None:
    """A game that waits for its player alone is no news; one that is paused is."""
    assert run(started, "tick", "--now", LATER).err == "nothing is due in any game\n"
    run(started, "pause", "riot", "--open-end", "--now", LATER)
    paused = run(started, "tick", "--now", DEADLINE)
    assert paused.status == 3
    assert "riot 1a: nothing is due; the game has been paused since 2026-11-22T00:00:00Z\n" in paused.err


def test_a_broken_game_does_not_stop_the_others(started: Path) -> None:
    run(started, "new", "cave", "--ruleset", "genetess", "--player", "red=R", "--player", "green=G")
    run(started, "start", "cave", "--now", START)
    (started / "games/cave/game.yaml").write_text("ruleset: [")
    done = run(started, "tick", "--now", DEADLINE)
    assert done.status == 1
    assert "riot 1a red: timed out" in done.out
    assert "games/cave/game.yaml:1" in done.err


def test_a_tick_of_failed_orders_alone_is_status_1(started: Path) -> None:
    _orders(started, "red", "JUMP\n")
    assert run(started, "tick", "--now", LATER).status == 1
