"""The league's home: what a newcomer learns there, which games are on, which are over, and what happened last."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.site.build import build
from genetess_cli.site.league import front
from genetess_cli.turns.acts import undo
from tests.kit.boards import END, SOON, WIDE, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import BEGIN, HOUR, League, wide
from tests.site.html import Document
from tests.site.test_home import OFFERED


def _text(site: League) -> str:
    return " ".join(Document(site.page("index.html")).text.split())


def _games(site: League) -> list[str]:
    """The games as they are listed, in order."""
    return re.findall(r'<li class="game" data-place="([a-z]+)/"', site.page("index.html"))


def _fort(site: League, board: str = WIDE) -> None:
    site.add("fort", wide_file(name="Fort", red="Rasmus", id=OTHER_ID), board)
    site.start("fort")


def test_a_newcomer_is_told_what_a_league_is_and_where_the_rules_are(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.build()
    assert "by sending an order before each deadline" in _text(site)
    assert "No seat is free now: ask the GM" in _text(site)
    assert "Genie of the Lamp: Chess with one extra piece" in _text(site)
    assert "Genetess DNA Genie of the Lamp How to play" in _text(site)


def test_where_a_seat_is_free_a_newcomer_is_told_so(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED)
    site.build()
    assert "Join a game with free seats." in _text(site)


def test_the_game_in_which_something_happened_last_comes_first(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS", "PASS")
    _fort(site)
    site.build()
    assert _games(site) == ["riot", "fort"]
    site.order_in("fort", 9, "PASS").build()
    assert _games(site) == ["fort", "riot"]


def test_games_that_are_over_have_a_part_of_their_own(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    _fort(site)
    site.build()
    assert _games(site) == ["fort", "riot"]
    on, _, over = site.page("index.html").partition("Games that are over")
    assert "fort/index.html" in on
    assert "fort/index.html" not in over
    assert "<bdi>Ragnar</bdi></strong> (red) won" in over
    assert "ended <time" in over


def test_the_newest_turns_of_all_games_are_told(tmp_path: Path) -> None:
    site = wide(tmp_path).start().tick(84)
    _fort(site)
    site.records(85, slug="fort")
    site.build()
    assert _news(site)[:2] == ["fort/turns/0001-1a", "riot/turns/0001-1a"]
    for turn in range(2, 12):
        site.records(85 * turn, slug="fort")
    site.build()
    assert len(_news(site)) == front.LATEST
    assert not [line for line in _news(site) if line.startswith("riot")]


def test_what_was_taken_back_is_no_news(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, to="1a")
    site.build()
    assert "riot/turns/0001-1a" not in _news(site)


@pytest.mark.parametrize(("sealed", "marked"), [(False, 0), (True, 1)])
def test_a_sealed_game_is_marked_in_words(tmp_path: Path, sealed: bool, marked: int) -> None:
    site = wide(tmp_path, sealed=sealed).start()
    site.build()
    assert _text(site).count("Genetess sealed") == marked


def test_the_card_of_a_game_in_the_fog_shows_what_all_see_together(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.build()
    assert _colours(_card(site)) == {"red", "green", "blue"}
    assert "data-piece" not in _card(site)


def test_where_scripts_run_nothing_of_it_is_drawn_before_the_reader_is_known(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert not _colours(re.sub("<noscript>.*?</noscript>", "", _card(site)))


def test_each_seat_has_a_picture_of_what_it_sees(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert [_colours(site.page(file)) for file in _pictures(site)] == [{"blue"}, {"green"}, {"red"}]


def test_there_are_such_pictures_until_everybody_sees_the_board(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start()
    site.build()
    assert len(_pictures(site)) == 3
    site.order(*END).build()
    assert not _pictures(site)
    assert "<noscript>" not in site.page("index.html")


@pytest.mark.parametrize("settings", [{"sealed": True}, {"more": "spectators: full\n"}])
def test_where_not_all_may_know_it_or_all_see_the_board_there_are_no_such_pictures(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    site = wide(tmp_path, **settings).start()
    site.build()
    assert not _pictures(site)
    assert "<noscript>" not in site.page("index.html")


def test_on_one_machine_nobody_is_shown_what_the_others_see(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    build(site.league, site.out, here=True)
    assert not _colours(_card(site))


def _card(site: League) -> str:
    """The picture on the card of the game."""
    return site.page("index.html").partition('<a class="pic"')[2].partition("</a>")[0]


def _pictures(site: League) -> list[str]:
    return sorted(str(file.relative_to(site.out)) for file in site.out.glob("riot/sheet/*/picture.js"))


def _colours(drawn: str) -> set[str]:
    """Whose pieces are drawn."""
    return set(re.findall(r'class=\\?"p c-([a-z]+)', drawn))


def _news(site: League) -> list[str]:
    """What happened last: the game and the turn of each line."""
    told = site.page("index.html").partition("What happened")[2].partition("</ul>")[0]
    return re.findall(r'<li><a href="([a-z]+/turns/[^"]*).html">', told)


@pytest.mark.exhaustive
def test_passes_in_the_fog_are_no_news_and_leave_the_end_of_another_game_its_place(tmp_path: Path) -> None:
    """Of a pass everybody hears whose turn began and nothing else; the lists of games tell that."""
    site = wide(tmp_path).start()
    _fort(site, SOON)
    for hour, order in enumerate(END, 1):
        site.order_in("fort", hour, order)
    for seat in ("red", "green", "blue", "red", "green", "blue"):
        site.writes(seat, "* PASS").tick(2)
    site.build()
    assert "turn began" not in site.page("index.html")
    assert "fort/turns/0003-2a" in _news(site)
    assert not [line for line in _news(site) if line.startswith("riot/turns") and "-0" not in line]


def test_the_record_before_all_turns_is_called_the_start(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add(
        "lamp",
        "ruleset: genie\nname: Lamp\nnumber: 4\nplayers:\n  - {seat: white, name: Ann}\n  - {seat: black, name: Bo}\n",
        board=None,
    )
    site.start("lamp").build()
    assert _news(site) == ["lamp/turns/0000-0"]
