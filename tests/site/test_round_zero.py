"""The site in round 0 (ruling G39): everybody sees what is gambled for, and nobody a gamble before all are in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.leagues import Site

FILES = {"red": "GAMBLE 17E on K2\n", "green": "GAMBLE 13E on K3\n"}


def _site(folder: Path, gamble: str = "start, order", more: str = "") -> Site:
    """The game riot in round 0, and its site."""
    site = Site(folder, more=more)
    game = site.root / "games/riot/game.yaml"
    text = game.read_text().replace("rules: {", f"rules: {{gamble: [{gamble}], ")
    if "start" in gamble:
        text = text.replace(", start: K1", "").replace(", start: K2", "").replace(", start: K3", "")
    if "colour" in gamble:
        for number, colour in enumerate(("red", "green", "blue"), start=1):
            text = text.replace(f"seat: {colour}", f"seat: p{number}")
    game.write_text(text)
    site.start().build()
    return site


def test_pages_say_that_all_gamble_at_the_same_time(tmp_path: Path) -> None:
    site = _site(tmp_path)
    home = site.page("riot/index.html")
    assert "Round 0: the gambles of <strong>red</strong>" in home
    assert "all players gamble E at the same time for starts and places in the order of play" in home
    sheet = site.page("riot/sheet/green/index.html")
    assert "Round 0: all players gamble at the same time, you too." in sheet
    assert "<dt>start</dt><dd>K1, K2, K3</dd>" in sheet
    assert "<dt>order</dt><dd>1st, 2nd, 3rd</dd>" in sheet
    assert "You have 40 E for all your stakes together." in sheet
    assert 'GAMBLE</span> <span class="m">3E</span> on <span class="nl">K1</span>' in sheet


def test_a_player_sees_the_own_gambles_in_the_file(tmp_path: Path) -> None:
    site = _site(tmp_path).writes("red", FILES["red"])
    site.build()
    assert "17E" in site.page("riot/sheet/red/index.html")


@pytest.mark.parametrize("more", ["", "spectators: full\n"])
def test_no_other_page_shows_a_gamble_before_all_are_in(tmp_path: Path, more: str) -> None:
    """Ruling G39: nothing is shown until then, not even who is in."""
    site = _site(tmp_path, more=more)
    before = site.pages()
    for seat, text in FILES.items():
        site.writes(seat, text)
    site.build()
    after = site.pages()
    changed = {place for place in after if after[place] != before.get(place)}
    assert changed == {f"riot/sheet/{seat}/{page}.html" for seat in FILES for page in ("0000", "index")}


def test_afterwards_everybody_reads_who_got_what(tmp_path: Path) -> None:
    site = _site(tmp_path)
    for seat, text in {**FILES, "blue": "PASS\n"}.items():
        site.writes(seat, text)
    site.run().build()
    for place in ("riot/index.html", "riot/turns/0003-0.html", "riot/log/01.html"):
        assert "Red (Ragnar) got the start K2 (for 17 E on K2)." in site.page(place)
    assert '<a href="turns/0003-0.html">0</a>' in site.page("riot/index.html")  # nobody's turn
    assert "You got the start K2 (for 17 E on K2)." in site.page("riot/sheet/red/index.html")
    assert "Your K appeared on Q2." in site.page("riot/sheet/red/index.html")
    assert "17E" not in site.page("riot/sheet/blue/index.html")


def test_a_colour_is_on_the_pages_once_it_is_drawn(tmp_path: Path) -> None:
    site = _site(tmp_path, "colour")
    assert "<td>–</td>" in site.page("riot/index.html")
    assert "c-grey" in site.page("riot/sheet/p1/index.html")
    for seat, colour in (("p1", "pink"), ("p2", "cyan"), ("p3", "brown")):
        site.writes(seat, f"GAMBLE 1E on {colour}\n")
    site.run().build()
    pages = site.pages()
    assert "<td>pink</td>" in site.page("riot/index.html")
    assert "c-pink" in site.page("riot/sheet/p1/index.html")
    site.build(full=True)
    assert site.pages() == pages


def test_a_build_that_goes_on_is_as_one_from_the_beginning(tmp_path: Path) -> None:
    site = _site(tmp_path)
    for seat in ("red", "green", "blue"):
        site.writes(seat, "GAMBLE 1E on 3rd\n")
    site.run().build()
    site.order("PASS", "PASS").build()
    pages = site.pages()
    site.build(full=True)
    assert site.pages() == pages


def test_gambles_are_the_last_orders_until_the_next_one(tmp_path: Path) -> None:
    site = _site(tmp_path, "order")
    for seat, place in (("red", "1st"), ("green", "2nd"), ("blue", "3rd")):
        site.writes(seat, f"GAMBLE 1E on {place}\n")
    site.run().build()
    assert "Your last order" in site.page("riot/sheet/red/index.html")
    site.order("PASS").build()
    assert "1E" not in site.page("riot/sheet/red/index.html")
