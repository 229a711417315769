"""What the banner of a sheet has to say of the game, and what it leaves to the list below."""

from __future__ import annotations

from pathlib import Path

from genetess_cli.turns.acts.undo import undo
from tests.kit.keys import ID
from tests.kit.league import BEGIN, HOUR, League, wide
from tests.site.html import Document
from tests.site.test_genie import GAME as GENIE


def _news(page: str) -> str:
    news = page.split('id="news"')[1].partition(">")[2].split("</section>")[0]
    return Document(f"<p>{news.split('<b>')[1].split('</b>')[0]}</p>").text


def test_acts_of_the_gm_do_not_crowd_out_the_game(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("green", "PASS").tick(100)
    for hour in range(200, 206):
        site.extend(hour, 1)
    site.build()
    page = site.page("riot/sheet/red/index.html")
    assert "missed your deadline" in _news(page)
    assert "extended the deadline" in page
    ticks = page.split('<ol class="ticks">')[1].split("</ol>")[0]
    assert "GM" not in ticks


def test_what_was_undone_is_no_news_but_the_undo_is(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS", "MOVE P2 W-W", "PASS")
    undo(site.league, "riot", BEGIN + 9 * HOUR, to="1b", reason="wrong order")
    site.build()
    for seat in ("red", "green", "blue"):
        news = _news(site.page(f"riot/sheet/{seat}/index.html"))
        assert news.endswith("the game goes on in turn 1b: wrong order."), seat


def test_where_only_the_gm_did_something_it_is_told(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.extend(1, 1)
    site.build()
    assert "extended the deadline" in site.page("riot/sheet/red/index.html")


def test_nobody_has_points_in_chess_before_the_end(tmp_path: Path) -> None:
    site = League(tmp_path, f"{GENIE}id: {ID}\n").start().order("e4")
    site.build()
    assert " points</span>" not in site.page("riot/sheet/white/index.html")
    site.order("RESIGN").build()
    assert "<b>1</b>" in site.page("riot/sheet/white/index.html")


def test_the_way_back_to_a_sheet_of_the_same_turn_says_so(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.extend(1, 1)
    site.build()
    assert ">‹ earlier in 1a</a>" in site.page("riot/sheet/red/index.html")
