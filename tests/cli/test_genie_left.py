"""A player leaves a game in which a time-out loses: everybody is told what that means before it happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_genie import _founded, _shown, _tick, _writes
from tests.kit.command import LATER, START, run

LOST = "the game is lost at the seat’s next turn, unless the GM gives the seat to somebody else before"


@pytest.fixture
def lamp(empty: Path) -> Path:
    return _founded(empty)


def test_a_drop_says_that_the_game_will_be_lost(lamp: Path) -> None:
    told = run(lamp, "drop", "lamp", "black", "--now", START).out  # ruling L8
    assert f"The GM reports that Boris (black) has left; {LOST}." in told
    assert "timed out" not in told


def test_a_drop_of_the_seat_to_move_says_that_the_next_run_loses_the_game(lamp: Path) -> None:
    told = run(lamp, "drop", "lamp", "white", "--now", START).out
    assert "lamp 1a: white is to move, and its player has left, so the next run ends the game as lost" in told
    shown = run(lamp, "show", "lamp").out
    assert "white is to move, and its player has left, so the next run ends the game as lost" in shown


def test_the_pages_say_that_the_game_will_be_lost(lamp: Path, tmp_path: Path) -> None:
    run(lamp, "drop", "lamp", "white", "--now", START)
    assert run(lamp, "build", "--out", str(tmp_path / "site")).status == 0
    home = (tmp_path / "site/index.html").read_text()
    assert "A seat is free: Wendy (white)." in home
    page = (tmp_path / "site/lamp/index.html").read_text()
    assert "its player has left, and the game is lost at its next turn." in page
    assert "The player has left, so the next run loses the game for the seat." in page
    sheet = (tmp_path / "site/lamp/sheet/white/index.html").read_text()
    assert "You have left the game, so the next run loses it for you." in sheet


def test_an_order_in_the_file_of_who_has_left_is_answered_with_what_will_happen(lamp: Path) -> None:
    run(lamp, "drop", "lamp", "black", "--now", START)
    assert (
        "The player of black has left: nothing in the file runs"
        in run(lamp, "order", "lamp", "black", "e5").out
    )


def test_the_reason_of_the_end_is_that_the_player_has_left(lamp: Path) -> None:
    run(lamp, "drop", "lamp", "black", "--now", START)
    _writes(lamp, "white", "e4\n")
    assert _tick(lamp).out.splitlines()[:2] == ["lamp 1a white: e4", "lamp 1b black: timed out"]
    result = _shown(lamp)["result"]
    assert isinstance(result, dict)
    assert (result["winners"], result["reason"]) == (["white"], "black has left")  # ruling L8
    assert "missed the deadline" not in run(lamp, "log", "lamp").out
    assert run(lamp, "verify").status == 0


def test_who_takes_the_seat_over_misses_deadlines_of_their_own(lamp: Path) -> None:
    run(lamp, "drop", "lamp", "black", "--now", START)
    run(lamp, "replace", "lamp", "black", "Rolf", "--now", START)
    _writes(lamp, "white", "e4\n")
    _tick(lamp)
    _tick(lamp, str(_shown(lamp)["deadline"]))
    result = _shown(lamp)["result"]
    assert isinstance(result, dict)
    assert result["reason"] == "black missed the deadline"
    assert run(lamp, "verify").status == 0


def test_an_undo_behind_the_drop_keeps_the_seat_left(lamp: Path) -> None:
    run(lamp, "drop", "lamp", "black", "--now", START)
    _writes(lamp, "white", "e4\n")
    _tick(lamp)
    run(lamp, "undo", "lamp", "--now", LATER)
    assert _tick(lamp).out.splitlines()[0] == "lamp 1b black: timed out"
    assert run(lamp, "verify").status == 0
