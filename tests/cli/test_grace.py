"""A deadline that the grace has put off: whoever runs the game or looks at it is told."""

from __future__ import annotations

from pathlib import Path

from tests.kit.command import DEADLINE, run

PUT_OFF = "2026-11-24T12:00:00Z, with grace"


def test_tick_and_show_say_that_a_deadline_was_put_off_by_the_grace(started: Path) -> None:
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("grace: 0h", "grace: 12h"))
    assert "with grace" not in run(started, "show", "riot").out
    assert "grace_used" not in run(started, "show", "riot", "--json").json
    done = run(started, "tick", "--now", DEADLINE)
    assert f"riot 1a: red is to move until {PUT_OFF}\n" in done.out
    assert f"red is to move until {PUT_OFF}\n" in run(started, "show", "riot").out
    assert run(started, "show", "riot", "--json").json["grace_used"] is True


def test_it_is_said_behind_the_time_in_the_games_zone(started: Path) -> None:
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("grace: 0h", "timezone: Asia/Tokyo\ngrace: 12h"))
    run(started, "tick", "--now", DEADLINE)
    assert "21:00 in Asia/Tokyo), with grace" in " ".join(run(started, "show", "riot").out.split())
