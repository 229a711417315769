"""What `show` tells of a game that looks for players: how many can play, and what those who signed up may hope for."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_signup import OFFER, offer, sign_up
from tests.kit.command import run


def test_a_game_without_any_player_shows_no_empty_table(founded: Path) -> None:
    folder = founded / "games/blank"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "ruleset: dna\nname: Blank\nplayers: []\nsignup: {seats: [red, green]}\n"
    )
    out = run(founded, "show", "blank").out
    assert "status" not in out
    assert "Archives" not in out
    assert "\n2 players; no seat is taken yet, nobody signed up; 2 places are left.\n" in out


def test_who_waits_or_asked_for_a_seat_later_is_told_so(founded: Path) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2, maximum: 3"))
    for at, login in enumerate(("zoe", "ann", "bo"), start=1):
        sign_up(founded, login, at, f"name: {login}\nseat: blue\nat: 2026-11-20T0{at}:00:00Z\n")
    out = run(founded, "show", "riot").out
    assert "1 seat is taken, 3 signed up; no place is left.\n" in out
    assert "  3. ann: asked for blue, after number 2\n  4. bo: waits, would like blue\n" in out


def test_a_seat_that_has_a_player_by_now_is_told_so(founded: Path) -> None:
    offer(founded)
    sign_up(founded, "zoe", 1, "name: Zoe\nseat: red\nat: 2026-11-20T01:00:00Z\n")
    assert "  2. Zoe: asked for red, which is taken\n" in run(founded, "show", "riot").out
