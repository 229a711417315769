"""The site in round 0 (ruling G39): everybody sees what is gambled for, and nobody a gamble before all are in."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from genetess_cli.errors import ignore_note
from genetess_cli.site.words import STANDS
from genetess_cli.turns import referee
from genetess_cli.turns.state import read_state
from tests.kit.league import League, at, wide
from tests.site.scenes import scenes

FILES = {"red": "GAMBLE 17E on K2\n", "green": "GAMBLE 13E on K3\n"}


def site_in_round_0(folder: Path, gamble: str = "start, order", more: str = "") -> League:
    """The game riot in round 0, and its site."""
    site = wide(folder, more=more)
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
    site = site_in_round_0(tmp_path)
    home = site.page("riot/index.html")
    assert "Round 0: waiting for the gambles of <bdi>Ragnar</bdi>" in home
    assert "all players gamble E at the same time for starts and places in the order of play" in home
    sheet = site.page("riot/sheet/green/index.html")
    assert "<b>Place your gambles</b> <small>everyone gambles at once</small>" in sheet
    assert "<dt>start</dt><dd>K1, K2, K3</dd>" in sheet
    assert "<dt>order</dt><dd>1st, 2nd, 3rd</dd>" in sheet
    assert "You have 40 E for all your stakes together." in sheet
    assert 'GAMBLE</a> <span class="m">3E</span> on <span class="nl">K1</span>' in sheet


def test_before_the_first_turn_the_home_says_that_everyone_gambles(tmp_path: Path) -> None:
    home = site_in_round_0(tmp_path).page("riot/index.html")
    assert "Nothing yet: everyone is gambling." in home
    assert "No public news yet" not in home


@pytest.mark.parametrize("more", ["", "spectators: full\n"])
def test_no_page_shows_a_gamble_before_all_are_in(tmp_path: Path, more: str) -> None:
    """Ruling G39: nothing is shown until then, not even who is in; anybody can open any sheet."""
    site = site_in_round_0(tmp_path, more=more)
    before = site.pages()
    for seat, text in FILES.items():
        site.writes(seat, text)
    site.build()
    assert site.pages() == before
    site.build(full=True)
    assert site.pages() == before
    sheet = site.page("riot/sheet/red/index.html")
    assert "it does not show your gambles until" in sheet
    assert "genetess show riot --as red" in sheet


@pytest.mark.parametrize("more", ["", "spectators: full\n"])
def test_no_page_shows_a_gamble_while_round_0_is_paused(tmp_path: Path, more: str) -> None:
    """Ruling G39: a pause hides the phase in the clock, and the position still has it."""
    site = site_in_round_0(tmp_path, more=more)
    site.pause(1)
    site.build()
    before = site.pages()
    for seat, text in FILES.items():
        site.writes(seat, text)
    site.build(full=True)
    assert site.pages() == before
    assert "it does not show your gambles until" in site.page("riot/sheet/red/index.html")
    assert "waiting for the gambles of <bdi>Ragnar</bdi>" in site.page("riot/index.html")


@pytest.mark.exhaustive
def test_stored_orders_are_on_the_sheet_again_once_round_0_is_over(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    for seat in ("red", "green", "blue"):
        site.writes(seat, "GAMBLE 1E on K1\nMOVE B2 S\n")
    site.tick().build()
    assert "not shown here" not in site.page("riot/sheet/red/index.html")
    stored = (
        site.page("riot/sheet/red/index.html").partition("Your waiting orders")[2].partition("</section>")[0]
    )
    assert "MOVE" in stored
    assert "GAMBLE" not in stored


def _run_one(site: League) -> None:
    """What a run that is killed after its first commit leaves behind."""
    site.hour = 1
    league = site.league
    with league.repository.lock():
        table = read_state(league, "riot", ignore_note)
        key = partial(league.dice_key, table.terms)
        step = next(referee._steps(table, at(1), key, None, referee.memories(league, table)))
        referee.save(league, league.snapshot.commit, step, at(1), ignore_note)


@pytest.mark.parametrize("more", ["", "spectators: full\n"])
def test_what_a_killed_run_left_behind_shows_no_gamble_either(tmp_path: Path, more: str) -> None:
    """Ruling G39: the seats without a record can still change their minds."""
    site = site_in_round_0(tmp_path, more=more)
    for seat in ("red", "green", "blue"):
        site.writes(seat, "GAMBLE 33E on K1\n")
    _run_one(site)
    site.build()
    telling = re.compile(rb'33 ?E|33</span>|<td class="n">7</td>')  # the stake, and what is left of 40 E
    assert [place for place, page in site.said().items() if telling.search(page)] == []
    site.tick().build()
    pages = site.pages()
    assert "33E" in site.page("riot/sheet/red/index.html")
    site.build(full=True)
    assert site.pages() == pages


def test_walls_and_starts_are_drawn_on_every_sheet_while_they_are_gambled_for(tmp_path: Path) -> None:
    """Ruling G39: players see what they bid for; of specials they learn nothing."""
    site = site_in_round_0(tmp_path)
    sheet = site.page("riot/sheet/red/index.html")
    assert "<title>B2: start K1</title>" in sheet
    assert "<title>Q2: start K2</title>" in sheet
    assert 'class="f" d=' not in sheet
    assert "S8" not in sheet.partition("<main>")[2].partition("</svg>")[0]
    for seat in ("red", "green", "blue"):
        site.writes(seat, "PASS\n")
    site.tick().build()
    assert ": start K" not in site.page("riot/sheet/red/index.html")
    assert 'class="f" d=' in site.page("riot/sheet/red/index.html")


def test_where_starts_are_fixed_the_sheet_shows_what_the_player_sees(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path, "order")
    assert ": start K" not in site.page("riot/sheet/red/index.html")
    assert 'class="f" d=' in site.page("riot/sheet/red/index.html")


def test_nobody_is_in_for_the_reader_before_all_are(tmp_path: Path) -> None:
    """To be in means something else in round 0 (ruling G39)."""
    site = site_in_round_0(tmp_path)
    for place in ("riot/index.html", "riot/sheet/red/index.html"):
        assert len(re.findall('(?:<(?:td|b)>|"does">)gambles awaited<', site.page(place))) == 3
        assert not re.findall('(?:<(?:td|b)>|"does">)in<', site.page(place))


@pytest.mark.exhaustive
def test_a_sheet_leads_to_the_rules_and_in_round_0_to_gamble(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    assert '<a href="../../../rules-genetess.html#GAMBLE">' in site.page("riot/sheet/red/index.html")
    assert '<a href="../../../rules-genetess.html">' in site.page("riot/sheet/red/index.html")
    for seat in ("red", "green", "blue"):
        site.writes(seat, "PASS\n")
    site.tick().build()
    for page in ("0000", "0003", "index"):
        assert '<a href="../../../rules-genetess.html">' in site.page(f"riot/sheet/red/{page}.html")
    assert "#GAMBLE" not in site.page("riot/sheet/red/index.html")


def test_what_everybody_knows_of_round_0_is_a_list(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    for seat, text in {**FILES, "blue": "PASS\n"}.items():
        site.writes(seat, text)
    site.tick().build()
    for place in ("riot/index.html", "riot/log/01.html", "riot/sheet/blue/index.html"):
        assert "<li>Ragnar (red) got the start K2.</li>" in site.page(place)


def test_pages_of_the_single_records_of_round_0_await_nothing(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    for seat in ("red", "green", "blue"):
        site.writes(seat, "PASS\n")
    site.tick().build()
    for place in ("riot/turns/0001-0.html", "riot/turns/0002-0.html", "riot/sheet/blue/0001.html"):
        page = site.page(place)
        assert "awaited" not in page
        assert "<b>Round 0</b> <small>everyone has gambled</small>" in page
    assert "waiting for <bdi>Ragnar</bdi>" in site.page("riot/turns/0000-0.html")


def test_afterwards_everybody_reads_who_got_what(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    for seat, text in {**FILES, "blue": "PASS\n"}.items():
        site.writes(seat, text)
    site.tick().build()
    for place in ("riot/index.html", "riot/turns/0003-0.html", "riot/log/01.html"):
        assert "Ragnar (red) got the start K2." in site.page(place)
        assert "17 E" not in site.page(place)  # rulings G39 and G43: stakes tell how much E is left
    assert 'href="turns/0003-0.html">0</a>' in site.page("riot/index.html")  # nobody's turn
    assert "You got the start K2 (for 17 E on K2)." in site.page("riot/sheet/red/index.html")
    assert "Your K appeared on Q2." in site.page("riot/sheet/red/index.html")
    assert "Ragnar (red) got the start K2." in site.page("riot/sheet/blue/index.html")
    assert not re.search("17 ?E", site.page("riot/sheet/blue/index.html"))
    assert "17E" not in site.page("riot/sheet/blue/index.html")


def test_who_misses_round_0_reads_that_no_gamble_counted_and_of_no_turn_that_was_skipped(
    tmp_path: Path,
) -> None:
    site = site_in_round_0(tmp_path)
    site.writes("red", FILES["red"])
    site.tick(100).build()
    assert "You missed your deadline; no gamble counted." in site.page("riot/sheet/blue/index.html")
    for place in ("riot/sheet/blue/index.html", "riot/sheet/red/index.html", "riot/log/01.html"):
        assert "skipped" not in site.page(place)


def test_a_colour_is_on_the_pages_once_it_is_drawn(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path, "colour")
    assert "pink" not in site.page("riot/index.html")
    assert "c-grey" in site.page("riot/sheet/p1/index.html")
    for seat, colour in (("p1", "pink"), ("p2", "cyan"), ("p3", "brown")):
        site.writes(seat, f"GAMBLE 1E on {colour}\n")
    site.tick().build()
    pages = site.pages()
    assert " · pink · " in site.page("riot/index.html")
    assert "c-pink" in site.page("riot/sheet/p1/index.html")
    site.build(full=True)
    assert site.pages() == pages


@pytest.mark.exhaustive
def test_a_build_that_goes_on_is_as_one_from_the_beginning(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    for seat in ("red", "green", "blue"):
        site.writes(seat, "GAMBLE 1E on 3rd\n")
    site.tick().build()
    site.order("PASS", "PASS").build()
    pages = site.pages()
    site.build(full=True)
    assert site.pages() == pages


@pytest.mark.exhaustive
def test_gambles_are_the_last_orders_until_the_next_one(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path, "order")
    for seat, place in (("red", "1st"), ("green", "2nd"), ("blue", "3rd")):
        site.writes(seat, f"GAMBLE 1E on {place}\n")
    site.tick().build()
    assert "Your last order" in site.page("riot/sheet/red/index.html")
    site.order("PASS").build()
    assert "1E" not in site.page("riot/sheet/red/index.html")


def test_scenes_say_how_seats_stand_in_the_words_of_the_pages(tmp_path: Path) -> None:
    site = site_in_round_0(tmp_path)
    for seat in ("red", "green", "blue"):
        site.writes(seat, "PASS\n")
    site.tick().build()
    found = [[STANDS[stand] for _, stand, *_ in scene["players"].values()] for scene in scenes(site)]
    assert found[0] == ["gambles awaited"] * 3
    assert found[1] == ["gambles taken", "gambles not yet resolved", "gambles not yet resolved"]
    assert sorted(found[-1]) == ["playing", "playing", "to move"]
    for number, words in enumerate(found):
        [turn] = (site.out / "riot/turns").glob(f"{number:04d}-*.html")
        assert re.findall(r'"does">([a-z ]+)<', turn.read_text(encoding="utf-8")) == words
