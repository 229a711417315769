"""Who runs the league, on every page of it."""

from __future__ import annotations

from pathlib import Path

from tests.kit.league import wide


def test_every_page_names_the_gms(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    settings = site.root / "genetess.yaml"
    said = "gm: [{name: 'Gail \u202e<b>', mail: gail@league.example}, {name: Olaf}]\n"
    settings.write_text(settings.read_text() + said)
    site.build()
    pages = [*site.out.rglob("*.html")]
    assert len(pages) > 10
    for page in pages:
        text = page.read_text()
        assert (
            '<a href="mailto:gail@league.example"><bdi>Gail &lt;b&gt;</bdi></a>, <bdi>Olaf</bdi>' in text
        ), page


def test_without_a_gm_no_page_says_anything_of_one(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert "<p>GM:" not in site.page("riot/index.html")
