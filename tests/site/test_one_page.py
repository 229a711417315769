"""A page that is made alone, as it is asked for, is the one of the whole site."""

from __future__ import annotations

from pathlib import Path

from genetess_cli.site import build
from tests.kit.league import site_in, wide


def test_every_file_of_a_game_is_the_same_made_alone(tmp_path: Path) -> None:
    """The first time, after a turn, and again: what was told of the game is remembered between."""
    made = wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    alone = tmp_path / "alone"
    assert build.build_page(made.league, alone, "riot/sheet/red/index.html")
    made.order("MOVE B2 E", "FLARE Q3")
    build.build(made.league, made.out, here=True)
    whole = {name: data for name, data in site_in(made.out).items() if "/" in name or name == "index.html"}
    assert len(whole) > 20
    assert {name: build.build_page(made.league, alone, name) for name in whole} == whole


def test_only_the_page_that_is_asked_for_is_made(tmp_path: Path) -> None:
    made = wide(tmp_path / "here").start()
    build.build_page(made.league, made.out, "riot/sheet/red/index.html")
    assert [name for name in site_in(made.out) if name[0] != "."] == ["riot/sheet/red/index.html"]


def test_there_is_nothing_at_an_address_of_no_page(tmp_path: Path) -> None:
    made = wide(tmp_path / "here").start()
    for place in ("riot/sheet/pink/index.html", "riot/turns/0099-9a.html", "none/index.html", "none.html"):
        assert build.build_page(made.league, made.out, place) is None


def test_files_that_grow_are_made_once_for_all_viewers_until_the_game_goes_on(tmp_path: Path) -> None:
    made = wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS")
    asked = [f"riot/sheet/{seat}/past/01.js" for seat in ("red", "green")]
    before = {place: build.build_page(made.league, made.out, place) for place in asked}
    laid = {place: (made.out / place).stat().st_mtime_ns for place in asked}
    assert {place: build.build_page(made.league, made.out, place) for place in asked} == before
    assert {place: (made.out / place).stat().st_mtime_ns for place in asked} == laid
    made.order("MOVE C17 N-E")
    build.build_page(made.league, made.out, "index.html")
    assert not [place for place in asked if (made.out / place).exists()]
    after = {place: build.build_page(made.league, made.out, place) for place in asked}
    assert all(after[place] != before[place] for place in asked)
