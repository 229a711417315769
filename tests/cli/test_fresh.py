"""A fresh deadline after an order that failed: whoever runs the game or looks at it is told (ruling G44)."""

from __future__ import annotations

import re
from pathlib import Path

from tests.kit.command import run

NOW = "2026-11-22T09:00:00Z"


def test_tick_and_show_say_that_a_deadline_is_a_fresh_one(started: Path) -> None:
    assert "fresh" not in run(started, "show", "riot").out
    assert "fresh_number" not in run(started, "show", "riot", "--json").json
    (started / "games/riot/orders/red.txt").write_text("MOOVE\n")
    done = run(started, "tick", "--now", NOW)
    assert re.search(r"red is to move until [0-9TZ:-]+, fresh deadline number 1 of the turn\n", done.out)
    assert "fresh deadline number 1 of the turn\n" in run(started, "show", "riot").out
    assert run(started, "show", "riot", "--json").json["fresh_number"] == 1


def test_new_writes_one_for_each_turn(started: Path) -> None:
    assert "\nfresh_deadlines: 1 " in (started / "games/riot/game.yaml").read_text()
