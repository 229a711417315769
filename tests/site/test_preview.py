"""What goes with a link to a page where it is posted: a title, a description and a picture."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from genetess_cli.site.board.design import colour
from genetess_cli.site.write import preview
from tests.kit.boards import WIDE, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, wide
from tests.site.html import Document
from tests.site.test_dna import GAME as HELIX
from tests.site.test_genie import GAME as LAMP

ADDRESS = "https://games.example.org/league"
PICTURE = "riot/preview.png"


@pytest.fixture
def site(tmp_path: Path) -> League:
    """A league that knows its address, with two games."""
    made = wide(tmp_path).start()
    made.configure(f"site: {{base_url: '{ADDRESS}/'}}\n")
    made.add("fort", wide_file(name="Fort", red="Rasmus", id=OTHER_ID), WIDE)
    made.start("fort").build()
    return made


def _meta(site: League, place: str) -> dict[str, str]:
    found = Document(site.page(place)).of("meta")
    names = ("name", "property")  # an element can have both
    return {str(each[name]): str(each.get("content")) for each in found for name in names if name in each}


def test_a_link_to_a_game_says_how_it_stands_and_shows_its_picture(site: League) -> None:
    meta = _meta(site, "riot/index.html")
    assert meta["og:title"] == "Riot · The Test League"
    assert meta["description"] == meta["og:description"] == "Genetess, round 1. Ragnar is to move."
    assert meta["og:image"] == f"{ADDRESS}/{PICTURE}"
    data = site.pages()[PICTURE]
    assert struct.unpack(">II", data[16:24]) == (1200, 630)


def test_pages_of_the_league_have_its_own_picture(site: League) -> None:
    for place in ("index.html", "standings.html", "play.html", "rules-dna.html"):
        assert _meta(site, place)["og:image"] == f"{ADDRESS}/preview.png", place
    assert "preview.png" in site.pages()


def test_a_league_without_an_address_has_titles_and_no_pictures(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert _meta(site, "riot/index.html")["og:title"] == "Riot · The Test League"
    assert "og:image" not in _meta(site, "riot/index.html")
    assert not [place for place in site.pages() if place.endswith("preview.png")]


def _drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every picture is added that is drawn from now on."""
    drawn: list[str] = []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b""

    monkeypatch.setattr(preview, "draw", draw)
    return drawn


def test_a_turn_draws_the_picture_of_its_game_and_no_other(
    site: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = _drawn(monkeypatch)
    site.build()
    assert drawn == []
    site.order("PASS").build()
    assert len(drawn) == 1
    assert "Gwen is to move" in drawn[0]


def test_the_same_game_has_the_same_picture_whatever_was_built_before(site: League) -> None:
    before = site.pages()[PICTURE]
    (site.out / PICTURE).unlink()
    site.build(full=True)
    assert site.pages()[PICTURE] == before


def test_the_picture_of_a_game_in_the_fog_shows_no_piece(
    site: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = _drawn(monkeypatch)
    site.order("MOVE C2 E-E").build()
    assert "start K1" in drawn[0]
    assert 'class="p c-' not in drawn[0]


@pytest.mark.parametrize(
    ("game", "colours"),
    [(HELIX, ("--pit", "--red", "--green", "--blue", "--yellow")), (LAMP, ("--sq1", "--sq2"))],
)
def test_the_board_of_every_game_has_its_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, colours: tuple[str, ...]
) -> None:
    drawn = _drawn(monkeypatch)
    site = League(tmp_path, game)
    (site.root / "genetess.yaml").write_text(f"title: Friday\nsite: {{base_url: '{ADDRESS}'}}\n")
    site.start().build()
    picture = preview.apply_style(drawn[0])
    assert all(f'fill="{colour(name)}"' in picture for name in colours)


def test_the_rules_of_the_style_sheet_become_attributes() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="m"><path class="b"/></g></defs>'
        '<g class="p c-red"><use href="#m" x="6" y="7"/></g></svg>'
    )
    [group] = [each for each in ElementTree.fromstring(preview.apply_style(svg)) if each.get("class")]
    [path] = [each for each in group.iter() if each.get("class") == "b"]
    assert path.get("fill") == colour("--red")
    assert group[0].get("transform") == "translate(6 7)"
    assert "var(" not in preview.apply_style(svg)
