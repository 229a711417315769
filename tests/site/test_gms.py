"""Who runs the league, on every page of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.forges import forge_at, forge_named
from tests.kit.league import wide


def test_every_page_names_the_gms(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.configure("gm: [{name: 'Gail \u202e<b>', mail: gail@league.example}, {name: Olaf}]\n")
    site.build()
    pages = [*site.out.rglob("*.html")]
    assert len(pages) > 10
    for page in pages:
        text = page.read_text()
        assert (
            '<a href="mailto:gail@league.example"><bdi>Gail &lt;b&gt;</bdi></a>, <bdi>Olaf</bdi>' in text
        ), page


def test_about_is_shown_as_text_on_the_home_of_league_and_game(tmp_path: Path) -> None:
    site = (
        wide(tmp_path)
        .edit("players:", "about: |\n  # Rules\n  Say `PASS`.\n\n  <b>\u202ehi\nplayers:")
        .start()
    )
    (site.root / "about.md").write_text("# Friday\r\nBe kind: [x](https://evil.example)\r\n\r\n<script>\n")
    site.build()
    home = site.page("riot/index.html")
    assert "<p><b>Rules</b><br>Say <code>PASS</code>.<br><br>&lt;b&gt;hi</p>" in home
    league = site.page("index.html")
    assert "<p><b>Friday</b><br>Be kind: [x](https://evil.example)<br><br>&lt;script&gt;</p>" in league
    (site.root / "about.md").unlink()
    site.build()
    assert "Friday" not in site.page("index.html")


def test_every_page_of_a_game_links_to_its_thread(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.configure("site: {repository: gail/league}\n")
    site.build()
    search = (
        "https://github.com/gail/league/issues?q=is%3Aissue+label%3Aturns+in%3Atitle+%22Turns%20of%20riot%22"
    )
    for page in (site.out / "riot").rglob("*.html"):
        assert search in page.read_text(), page
    assert "Turns%20of" not in site.page("index.html")


@pytest.mark.parametrize(
    ("place", "search"),
    [
        (
            "https://gitlab.com/gail/league",
            "/-/issues?state=all&label_name%5B%5D=turns&search=Turns%20of%20riot",
        ),
        ("https://codeberg.org/gail/league", "/issues?type=all&state=all&q=Turns%20of%20riot"),
    ],
)
def test_a_thread_is_searched_as_each_forge_does(place: str, search: str) -> None:
    assert forge_at(place, str(forge_named(place)), "main").thread("riot") == place + search


def test_a_ruling_is_read_in_log_pages_and_feed(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS")
    site.rule(2, "Turn <1a> stands")
    site.build()
    for page in ("riot/index.html", "riot/sheet/green/index.html", "riot/feed.atom", "riot/log/01.html"):
        assert "ruled: Turn &lt;1a&gt; stands" in site.page(page).replace("&amp;lt;", "&lt;").replace(
            "&amp;gt;", "&gt;"
        )


def test_without_a_gm_no_page_says_anything_of_one(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert "<p>GM:" not in site.page("riot/index.html")


def test_the_gm_is_written_to_by_mail_where_there_is_an_address(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.configure("site: {repository: gail/league}\ngm: {name: Gail, mail: gail@example.org}\n")
    site.build()
    assert '<a href="mailto:gail@example.org">ask the GM</a>' in site.page("index.html")
    assert '<a href="mailto:gail@example.org">write to the GM</a>' in site.page("play.html")
