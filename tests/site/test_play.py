"""How to play here: the ways that this league has to send orders, on a page of its own and on every sheet."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from genetess_cli.site.places import LESSONS
from genetess_cli.store.forges import FORGES
from tests.kit.league import League, wide
from tests.site.html import Document

PLAY = "play.html"
MOST_WORDS = 1_000
"""What fits on the two sides of one sheet of A4: who reads it wants to play."""
SHEET = "riot/sheet/red/index.html"
MAIL = "mail: games@example.org\n"
GITHUB = "site: {repository: me/league}\n"
GITLAB = "site: {repository: 'https://gitlab.com/me/league'}\n"
CODEBERG = "site: {repository: 'https://codeberg.org/me/league'}\n"
FORM = "https://github.com/me/league/issues/new"


def _league(folder: Path, settings: str = "", sealed: bool = False) -> League:
    site = wide(folder, sealed=sealed).reachable().start()
    (site.root / "genetess.yaml").write_text(f"title: Friday\n{settings}")
    site.build()
    return site


def _text(page: str) -> str:
    return " ".join(Document(page).text.split())


def _forms(page: str) -> list[str]:
    return [link for link in Document(page).links if "template=" in link]


@pytest.mark.parametrize("place", ["index.html", "riot/index.html", SHEET])
def test_every_page_that_players_come_to_leads_to_it(tmp_path: Path, place: str) -> None:
    site = _league(tmp_path)
    assert f"{'../' * place.count('/')}{PLAY}" in Document(site.page(place)).links
    assert ">How to play here</a>" in site.page(place)


def test_a_sealed_sheet_does_so_locked_and_opened(tmp_path: Path) -> None:
    site = _league(tmp_path, GITHUB, sealed=True)
    assert isinstance(site, League)
    for page in (site.page(SHEET), site.sheet(SHEET)):
        assert f"../../../{PLAY}" in Document(page).links


@pytest.mark.parametrize(
    ("settings", "forge"), [(GITHUB, "github"), (GITLAB, "gitlab"), (CODEBERG, "forgejo")]
)
def test_it_has_the_clicks_of_the_leagues_own_forge(tmp_path: Path, settings: str, forge: str) -> None:
    text = _text(_league(tmp_path, settings).page(PLAY))
    for name, kind in FORGES.items():
        steps = " ".join(f"{step[0].upper()}{step[1:]}." for step in kind.steps)
        assert (steps in text) == (name == forge)
        assert (f"on its page, {kind.mend}." in text) == (name == forge)
    assert FORGES[forge].soon in text
    assert ("By the form" in text) == (forge == "github")
    assert "mail" not in text.lower()


def test_it_has_the_leagues_mail_address(tmp_path: Path) -> None:
    text = _text(_league(tmp_path, MAIL).page(PLAY))
    assert "Write to games@example.org, from an address that your GM has registered" in text
    assert "request" not in text


def test_where_there_is_neither_orders_go_to_the_gm(tmp_path: Path) -> None:
    text = _text(_league(tmp_path).page(PLAY))
    assert "The button on your sheet saves a file. Send this file to your GM." in text
    for word in ("request", "By mail", "forge", "the answer"):
        assert word not in text


def test_it_stays_one_page(tmp_path: Path) -> None:
    page = Document(
        _league(tmp_path, f"{GITHUB}{MAIL}gm: {{name: Gail, mail: gail@example.org}}\n").page(PLAY)
    )
    assert 500 < len(page.text.split()) < MOST_WORDS


@pytest.mark.parametrize("settings", ["", MAIL, GITHUB, GITLAB, CODEBERG, GITHUB + MAIL])
def test_it_is_whole_without_scripts_and_loads_nothing_but_style(tmp_path: Path, settings: str) -> None:
    page = _league(tmp_path, settings).page(PLAY)
    document = Document(page)
    assert not document.of("script")
    styles = [link["href"] for link in document.of("link") if link["rel"] == "stylesheet"]
    assert styles == ["style.css", "league.css"]
    anchors = {each.get("id") for _, each in document.elements}
    assert {link[1:] for link in document.links if link.startswith("#")} <= anchors


def test_it_is_made_again_with_the_leagues_settings_and_not_with_a_turn(tmp_path: Path) -> None:
    site = _league(tmp_path)
    (site.out / PLAY).write_text("as it was")
    site.order("MOVE C2 E-E").build()
    assert site.page(PLAY) == "as it was"
    (site.root / "genetess.yaml").write_text(f"title: Friday\n{MAIL}")
    site.build()
    assert "games@example.org" in site.page(PLAY)


def test_it_leads_to_the_lesson_of_each_game(tmp_path: Path) -> None:
    assert {*LESSONS.values()} <= {*Document(_league(tmp_path).page(PLAY)).links}


def test_it_comes_back_where_it_was_removed(tmp_path: Path) -> None:
    site = _league(tmp_path)
    (site.out / PLAY).unlink()
    site.build()
    assert "How to play here" in site.page(PLAY)


# How to order, on a sheet


def test_a_seat_has_the_ways_of_its_player_alone(tmp_path: Path) -> None:
    """A form or a mail of somebody whom the league does not know is rejected."""
    site = wide(tmp_path)
    site.edit("seat: red,", "seat: red, github: ragnar42,")
    site.edit("seat: green,", "seat: green, mail: [gwen@example.org],").start()
    (site.root / "genetess.yaml").write_text(f"title: Friday\n{GITHUB}{MAIL}")
    site.build()
    ways = {}
    for seat in ("red", "green", "blue"):
        page = site.page(f"riot/sheet/{seat}/index.html")
        ways[seat] = re.search('data-way="([a-z]+)"', page)[1]  # type: ignore[index]
        assert ("issues/new" in page) == (seat == "red")
        assert ("mailto:" in page) == (seat == "green")
    assert ways == {"red": "form", "green": "mail", "blue": "file"}


def test_a_sheet_leads_to_the_form_with_its_game_and_seat_filled_in(tmp_path: Path) -> None:
    """Nobody who may not make files on the forge, or runs no scripts, knew that there is one."""
    found = _forms(_league(tmp_path, GITHUB).page(SHEET))
    assert {link.partition("?")[0] for link in found} == {FORM}
    for link in found:
        assert parse_qs(urlsplit(link).query, keep_blank_values=True) == {
            "template": ["order.yml"], "game": ["riot"], "seat": ["red"], "orders": [""]}  # fmt: skip
    assert len(found) == 1  # in what is said without scripts; the builder has an address that they fill in


def test_so_does_a_sealed_one_and_only_for_sealed_orders(tmp_path: Path) -> None:
    site = _league(tmp_path, GITHUB, sealed=True)
    assert isinstance(site, League)
    assert not _forms(site.page(SHEET))
    sheet = site.sheet(SHEET)
    assert len(_forms(sheet)) == 1
    assert "Send what you have sealed with a form on GitHub" in _text(sheet)


@pytest.mark.parametrize("settings", ["", MAIL, GITLAB, CODEBERG])
def test_where_the_forge_has_no_form_none_is_named(tmp_path: Path, settings: str) -> None:
    page = _league(tmp_path, settings).page(SHEET)
    assert not _forms(page)
    assert "the form" not in _text(page)


def test_a_sheet_names_the_leagues_mail_address_with_the_subject(tmp_path: Path) -> None:
    page = _league(tmp_path, MAIL).page(SHEET)
    assert "mailto:games@example.org?subject=%5Briot/red%5D" in Document(page).links
    assert "by mail to games@example.org." in _text(page)


def test_sheets_of_earlier_turns_take_no_orders(tmp_path: Path) -> None:
    site = _league(tmp_path, GITHUB + MAIL)
    site.order("MOVE C2 E-E").build()
    page = site.page("riot/sheet/red/0000.html")
    assert not _forms(page)
    assert "mailto:" not in page


def test_how_to_play_tells_when_the_next_order_is_not_tried(tmp_path: Path) -> None:
    page = _text(_league(tmp_path).page(PLAY))
    assert "the next one is tried, unless your deadline is over and you get no new one" in page
