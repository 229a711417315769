"""Spectators who see the whole board some turns late, in open games and in sealed ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import InvalidFile
from genetess_cli.site import build
from genetess_cli.turns.acts import Finish, undo
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, League, site_in, wide
from tests.site.html import Document

DELAYED = "spectators: {delayed: 3}\n"
GAMES = pytest.mark.parametrize("sealed", [False, True])


def _whole(site: League) -> list[str]:
    """The turns whose page shows the whole board."""
    pages = sorted((site.out / "riot" / "turns").glob("[0-9]*.html"))
    return [page.stem for page in pages if '<svg class="board' in page.read_text(encoding="utf-8")]


def _fresh(site: League, folder: Path) -> dict[str, bytes]:
    build.build(site.league, folder)
    return site_in(folder)


@pytest.mark.by_day(1)
@GAMES
def test_a_board_is_shown_once_so_many_turns_have_ended_after_it(sealed: bool, tmp_path: Path) -> None:
    site = wide(tmp_path, more=DELAYED, sealed=sealed).start().order("MOVE C2 E-E", "PASS")
    site.build()
    assert _whole(site) == []
    site.order("MOVE C17 N-E").build()
    assert _whole(site) == ["0000-0"]
    site.order("MOVE B2 E").build()
    assert _whole(site) == ["0000-0", "0001-1a"]
    page = Document(site.page("riot/turns/0001-1a.html"))
    assert "red ordered MOVE C2 E-E" in page.text
    assert "3 turns late: it is shown here then" not in page.text
    assert "3 turns late: it is shown here then" in site.page("riot/turns/0002-1b.html")
    assert "Spectators see the whole board 3 turns late." in site.page("riot/index.html")


@pytest.mark.by_day(0, ci=1)
@GAMES
def test_turn_by_turn_is_the_same_as_all_at_once(sealed: bool, tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more=DELAYED, sealed=sealed).start()
    site.build()
    for order in ("MOVE C2 E-E", "PASS", "MOVE C17 N-E", "MOVE B2 E", "FLARE Q3", "PASS", "CREATE C3 AB"):
        site.order(order).build()
        assert site.build().written == 0
    assert len(_whole(site)) == 5
    assert site.pages() == _fresh(site, tmp_path / "fresh")
    assert site.build(full=True).written == 0


@pytest.mark.exhaustive
@GAMES
def test_builds_after_several_turns_are_the_same_too(sealed: bool, tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more=DELAYED, sealed=sealed).start().order("PASS", "PASS")
    site.build()
    site.order("PASS", "MOVE C2 E-E", "PASS", "PASS", "PASS").build()
    assert len(_whole(site)) == 5
    assert site.pages() == _fresh(site, tmp_path / "fresh")


@GAMES
def test_orders_that_fail_bring_no_board_forward(sealed: bool, tmp_path: Path) -> None:
    """Else a player could fail until the present is shown."""
    site = wide(tmp_path / "here", more=DELAYED, sealed=sealed).start()
    for _ in range(4):
        site.writes("red", "MOVE B2 N-N-N\n").tick()
    site.build()
    assert len(list((site.out / "riot" / "turns").glob("[0-9]*"))) == 5
    assert _whole(site) == []


@pytest.mark.exhaustive
@GAMES
def test_what_is_taken_back_is_hidden_again(sealed: bool, tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more=DELAYED, sealed=sealed).start().order("PASS", "PASS", "PASS", "PASS")
    site.build()
    assert _whole(site) == ["0000-0", "0001-1a"]
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, to="1b")
    site.build()
    assert _whole(site) == []
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_an_open_game_that_is_over_shows_everything(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more=DELAYED).start().order("PASS")
    site.build()
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + 9 * HOUR)
    site.build()
    assert len(_whole(site)) == 3
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_a_sealed_game_that_is_over_is_late_until_it_is_revealed(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more=DELAYED, sealed=True).start().order("PASS", "PASS", "PASS")
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + 9 * HOUR)
    site.build()
    assert _whole(site) == ["0000-0"]
    site.hour = 10
    site.reveal().build()
    assert len(_whole(site)) == 5
    assert site.pages() == _fresh(site, tmp_path / "fresh")


@pytest.mark.parametrize(
    "value", ["late", "{delayed: 0}", "{delayed: 101}", "{delayed: soon}", "{late: 3}", "[full]", "3"]
)
def test_another_way_to_see_is_refused(tmp_path: Path, value: str) -> None:
    site = wide(tmp_path, more=f"spectators: {value}\n")
    with pytest.raises(InvalidFile, match=r"spectators.*`public`, `full`, or `\{delayed: 10\}`"):
        site.league.game("riot")
