"""`genetess status`: every game in a line, as far as the reader may know, and `tick --dry-run`."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command import (
    DEADLINE,
    LATER,
    START,
    Unchanged,
    new_game,
    run,
    start_game,
    tree,
    with_remote,
)

WAITING = f"riot 1a: red is to move until {DEADLINE}; 2 days left; since {START}"


def _status(league: Path, *options: str, now: str = LATER) -> list[str]:
    return run(league, "status", "--now", now, *options).out.splitlines()


def _json(league: Path, now: str = LATER) -> dict[str, Any]:
    games = run(league, "status", "--json", "--now", now).json
    return {game["game"]: game for game in games}


def _write(league: Path, text: str | bytes, name: str = "red.txt") -> Path:
    path = league / "games/riot/orders" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_game_that_waits_has_a_line(started: Path) -> None:
    assert _status(started) == [f"{WAITING}; no order: red"]


def test_whether_an_order_is_in_is_told_and_not_what_it_says(started: Path) -> None:
    _write(started, "MOVE B2 S\n")
    assert _status(started) == [f"{WAITING}; order in: red"]
    assert "MOVE" not in run(started, "status", "--json").out


def test_an_order_that_was_stored_or_put_back_runs_at_the_deadline(started: Path) -> None:
    run(started, "order", "riot", "green", "PASS", "--commit")
    run(started, "order", "riot", "red", "MOVE B2 S", "--commit")
    run(started, "tick", "--now", LATER)
    assert _json(started)["riot"]["orders"] == {"green": "waiting"}
    run(started, "undo", "riot", "--now", LATER)
    assert _status(started)[0].endswith("; order runs at the deadline: red")
    run(started, "order", "riot", "red", "MOVE B2 S", "--commit")
    assert _json(started)["riot"]["orders"] == {"red": "in"}


def test_an_order_that_nobody_waits_for_is_not_told(started: Path) -> None:
    _write(started, "PASS\n", "green.txt")
    assert _json(started)["riot"]["orders"] == {"red": "missing"}


@pytest.mark.parametrize(
    ("data", "name"), [(b"\xe9", "red.txt"), ("PASS\n" * 51, "green.txt"), ("PASS", "blue.txt")]
)
def test_a_file_that_no_run_can_read_is_named(started: Path, data: str | bytes, name: str) -> None:
    _write(started, data, name)
    assert _status(started) == [f"{WAITING}; no order: red; unreadable: games/riot/orders/{name}"]


def test_of_a_sealed_game_only_the_gm_with_the_key_hears_of_orders(
    sealed: Path, gm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _status(sealed)
    run(sealed, "order", "riot", "red", "PASS")
    assert (before, _status(sealed)) == ([f"{WAITING}; no order: red"], [f"{WAITING}; order in: red"])
    monkeypatch.setenv("CI", "true")
    assert _status(sealed) == [WAITING]
    monkeypatch.delenv("CI")
    monkeypatch.delenv("GENETESS_MASTER_KEY")
    assert _status(sealed) == [WAITING]
    assert _json(sealed)["riot"]["orders"] == {"red": "unknown"}


def test_where_all_order_together_each_seat_is_told_of(gambling: Path) -> None:
    assert _json(gambling)["riot"]["orders"] == {"red": "missing", "green": "missing"}
    _write(gambling, "GAMBLE 1E 1st\n", "green.txt")
    [line] = _status(gambling)
    assert line.startswith("riot 0: waiting for the gambles of red, green")
    assert line.endswith("; order in: green; no order: red")


def test_games_stand_in_the_order_of_their_deadlines(started: Path) -> None:
    new_game(started, "cave", "--deadline", "1d")
    new_game(started, "easy", "--deadline", "none")
    new_game(started, "late")
    run(started, "start", "cave", "easy", "--now", START)
    (started / "games/broken").mkdir()
    (started / "games/broken/game.yaml").write_text("ruleset: chess\n")
    new_game(started, "done")
    run(started, "start", "done", "--now", START)
    run(started, "finish", "done", "--now", LATER, "--reason", "over")
    done = run(started, "status", "--now", LATER)
    assert [line.partition(" ")[0] for line in done.out.splitlines()] == [
        "cave", "riot", "broken", "easy", "late", "done",
    ]  # fmt: skip
    assert done.status == 1
    assert "broken cannot be read: games/broken/game.yaml:1: " in done.out
    assert "late has not started; start it with `genetess start late`" in done.out


def test_a_deadline_that_has_passed_is_told(started: Path) -> None:
    assert "2 days past the deadline" in _status(started, now="2026-11-26T00:00:00Z")[0]


def test_missed_deadlines_and_open_seats_are_told(started: Path) -> None:
    settings = started / "games/riot/game.yaml"
    settings.write_text(settings.read_text().replace("drop_after: 0", "drop_after: 1"))
    run(started, "tick", "--now", DEADLINE)
    assert "; missed: red 1; vacant: red" in _status(started, now=DEADLINE)[0]


def test_a_game_that_is_over_misses_nothing(started: Path) -> None:
    run(started, "tick", "--now", DEADLINE)
    run(started, "finish", "riot", "--reason", "enough", "--now", DEADLINE)
    [line] = _status(started, now=DEADLINE)
    assert "the game is over" in line
    assert "missed" not in line


def test_a_sealed_game_that_is_over_has_the_command_that_reveals_it(sealed: Path, gm: None) -> None:
    assert run(sealed, "finish", "riot", "--now", LATER, "--reason", "over").status == 0
    assert _status(sealed)[0].endswith("; still sealed; `genetess reveal riot` publishes its key")
    assert run(sealed, "reveal", "riot", "--now", LATER).status == 0
    assert "reveal" not in _status(sealed)[0]


def test_a_seat_whose_player_has_left_is_vacant(started: Path) -> None:
    run(started, "drop", "riot", "green", "--now", LATER)
    assert "; vacant: green" in _status(started)[0]


def test_a_planned_start_and_a_game_called_off_are_told_as_such(empty: Path) -> None:
    for slug in ("cave", "hall"):
        run(empty, "new", slug, "--ruleset", "genie", "--signup", "white,black")
    path = empty / "games/cave/game.yaml"
    path.write_text(f"{path.read_text()}plan:\n  start: 2027-01-01 08:00\n")
    run(empty, "cancel", "hall", "--reason", "no time", "--now", LATER)
    lines = {line.partition(" ")[0]: line for line in _status(empty)}
    assert "; planned to start 2027-01-01T08:00:00Z; vacant: white, black" in lines["cave"]
    assert lines["hall"] == "hall is called off: no time"


def test_free_seats_of_a_sign_up_and_why_it_cannot_start_are_told(empty: Path) -> None:
    run(empty, "new", "cave", "--ruleset", "genie", "--signup", "white,black")
    [line] = _status(empty)
    assert line.startswith("cave has not started; vacant: white, black; cave needs 2 players and has 0")


def test_commits_that_are_not_pushed_are_counted(started: Path) -> None:
    with_remote(started)
    assert "not pushed" not in _status(started)[0]
    _write(started, "PASS\n")
    run(started, "tick", "--now", LATER)
    assert _status(started)[0].endswith("; commits not pushed: 1")
    assert _json(started)["riot"]["unpushed"] == 1


def test_a_paused_game_is_told_as_by_show(started: Path) -> None:
    run(started, "pause", "riot", "--open-end", "--now", LATER)
    [line] = _status(started)
    assert line.startswith(f"riot 1a: paused since {LATER}; nothing is due")
    assert line in run(started, "show").out


def test_hostile_text_steers_no_terminal(started: Path) -> None:
    _write(started, "PASS", "\x1b[2J\u202e.txt")
    assert not {"\x1b", "\u202e"} & {*run(started, "status").out}
    assert len(_status(started)) == 1


def test_a_league_without_games_says_how_to_make_one(empty: Path) -> None:
    assert _status(empty) == ["There is no game yet: `genetess new` makes one."]
    assert run(empty, "status", "--json").json == []


def test_nothing_is_written(started: Path) -> None:
    before = tree(started)
    run(started, "status")
    assert tree(started) == before


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_watching_takes_a_terminal(started: Path, refused: Unchanged, options: tuple[str, ...]) -> None:
    assert "--watch" in refused(started, "status", "--watch", *options, status=2).err


def test_show_takes_a_game_where_it_has_options_of_one(started: Path, refused: Unchanged) -> None:
    refused(started, "show", "--as", "red", status=2)


def test_a_watch_draws_again_and_ends_cleanly(started: Path) -> None:
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "genetess_cli", "status", "--watch"]
    with subprocess.Popen(command, cwd=started, stdout=terminal, stderr=terminal) as watch:
        os.close(terminal)  # so that nothing is waited for once the command has ended
        drawn = os.read(main, 10_000)
        while b"riot 1a" not in drawn:
            drawn += os.read(main, 10_000)
        time.sleep(0.1)
        watch.send_signal(signal.SIGINT)
        assert watch.wait(20) == 0
    os.close(main)
    assert b"Stopped" not in drawn


# tick --dry-run


def test_a_dry_tick_tells_what_is_due_in_all_games_and_writes_nothing(started: Path) -> None:
    new_game(started, "cave", "--deadline", "3d")
    start_game(started, "cave")
    before = tree(started)
    dry = run(started, "tick", "--dry-run", "--now", DEADLINE)
    assert tree(started) == before
    assert dry.out.splitlines() == [
        "cave 1a red: timed out",
        "riot 1a red: timed out",
        "Nothing was changed: this was a dry run.",
    ]
    told = run(started, "tick", "--now", DEADLINE).out.splitlines()
    assert {*dry.out.splitlines()[:2]} < {*told}


def test_a_dry_tick_is_no_push(started: Path, refused: Unchanged) -> None:
    refused(started, "tick", "--dry-run", "--push", status=2)
    refused(started, "tick", "--dry-run", "--now", LATER, status=3)
