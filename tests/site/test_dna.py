"""DNA's pages: pyramids that can be read without ink, what the last turn did on the board, pools and archives."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from genetess_cli.rules import dna
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.colours import marks
from genetess_cli.rules.dna.game import Game, Settings
from genetess_cli.site.board.seats import SeatFacts, inks
from genetess_cli.site.games import drawing
from tests.kit.league import League
from tests.rules.dna.positions import FOUR, NO_LUCK, archived, done, laid, started
from tests.site.html import Document

GAME = """\
ruleset: dna
name: Helix
deadline: 3d
grace: 12h
players:
  - {seat: red, name: Ragnar}
  - {seat: green, name: Gwen}
  - {seat: blue, name: Bo}
"""
ORDER = "PLACE L D3; MUTATE D4 TO M, E4 TO M, D4 TO L; SCORE TAKE S FROM green"
SCORING = "PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO red"


def _seats(*names: str) -> dict[str, SeatFacts]:
    found = zip(names, inks(list(names)), marks(dict.fromkeys(names, "")).values(), strict=True)
    return {name: SeatFacts(name, name, name.title(), ink, mark) for name, ink, mark in found}


def _svg(game: Game) -> str:
    view = dna.view(game, PUBLIC)
    return drawing("dna").board(view, _seats(*game.players), "The board").svg()


def _titles(svg: str) -> list[str]:
    return re.findall(r"<title>(.*?)</title>", svg)


def _pieces(svg: str) -> list[tuple[str, str, str]]:
    """Of each piece on a board the class of its ink, its shape and its mark."""
    found = re.findall(
        r'<g class="(c-\w+)" data-piece="\w+"><title>.*?</title><use href="#(\w+)".*?/><text.*?>(.*?)</text>',
        svg,
    )
    return [(ink, shape, mark) for ink, shape, mark in found]


def test_size_is_told_by_form_and_colour_by_a_letter_too() -> None:
    svg = _svg(laid(started(), {"A1": "L red", "B1": "M green", "C1": "S yellow"}))
    assert _pieces(svg) == [("c-red", "pL", "r"), ("c-green", "pM", "g"), ("c-yellow", "pS", "y")]
    for size, rings in (("S", 1), ("M", 2), ("L", 3)):
        shape = re.search(rf'<g id="p{size}" class="py">.*?<path class="rg" d="(.*?)"', svg)
        assert shape
        assert shape[1].count("M") == rings


def test_no_two_colours_have_one_mark_or_one_ink() -> None:
    # ruling D4: red is no seat, and its letter and ink are taken
    game = started("rose", "green", "blue")
    found = set(_pieces(_svg(game)))
    assert len({ink for ink, _, _ in found}) == len({mark for _, _, mark in found}) == 4
    assert ("c-red", "pS", "r") in found, "rose is drawn as the rest of the page has it"
    assert {mark for _, _, mark in found} == {"r", "g", "b", "e"}


def test_the_whole_board_is_told_to_those_who_cannot_see_it() -> None:
    svg = Document(_svg(laid(started(), {"A1": "L red", "H8": "S blue"}))).of("svg")[0]
    assert svg["role"] == "img"
    assert svg["aria-label"] == "The board. A1: large red; H8: small blue"
    assert Document(_svg(laid(started(), {}))).of("svg")[0]["aria-label"] == "The board. no pieces"


def test_the_steps_of_the_last_mutation_are_numbered_in_order() -> None:
    svg = _svg(done(started(), ORDER))
    badges = re.findall(r'<g class="st">.*?<text.*?>(.*?)</text>', svg)
    assert badges == ["1+3", "2"]
    assert "D4: large red, until step 1 small red, until step 3 medium red" in _titles(svg)
    assert "E4: medium green, until step 2 small green" in _titles(svg)
    assert '<rect class="pl" x="182" y="122"' in svg
    assert Document(svg).of("svg")[0]["aria-label"].endswith("; placed last: D3; strand D3-D4-D5, 1 point")  # type: ignore[union-attr]


def test_strands_are_drawn_from_the_placed_piece_with_what_they_scored() -> None:
    svg = _svg(done(started(), SCORING))
    capsule = 'x="-85" y="-25" width="170" height="50" rx="25" transform="translate(210 270) rotate(-90)"'
    assert f'<rect class="sn" {capsule}/>' in svg
    assert re.findall(r'<g class="pt">.*?<text.*?>(.*?)</text>', svg) == ["+2"]
    assert "; strand D6-D5-D4, 2 points" in svg


def test_what_a_strand_scored_stands_on_the_edge_of_its_far_end() -> None:
    badges = r'<g class="pt"><rect x="(\d+)" y="(\d+)"'  # D4, of which the middle is at 210, 210
    assert re.findall(badges, _svg(done(started(), SCORING))) == [("197", "169")]
    game = laid(started(), {"D5": "S red", "E4": "S red", "D4": "S blue"})
    both = _svg(done(game, "PLACE M D3; MUTATE E4 TO M, D4 TO M; SCORE TAKE S FROM green"))
    assert re.findall(badges, both) == [("197", "289")]
    game = laid(started(), {"D5": "S red", "E4": "S red", "F5": "S blue", "E5": "S red"})
    assert 'class="pt"' not in _svg(game)


def test_after_a_time_out_the_last_turn_played_is_still_marked() -> None:
    game = done(started(), ORDER)
    late = dna.play(game, "green", None, NO_LUCK).game
    assert _svg(late) == _svg(game)


# What stands beside the board


def test_pools_and_archives_are_told_in_numbers_and_shown_in_pictures() -> None:
    game = archived(started(), "red", "S green", "L green", "M blue")
    pools, archives = drawing("dna").beside(dna.view(game, PUBLIC), _seats(*game.players), "")
    told = [[4, 5, 5], [3, 5, 4], [4, 4, 5], [4, 5, 5]]
    assert _owners(game) == ["red", "green", "blue", "yellow"]
    for counts, row in zip(told, pools.rows.values(), strict=True):
        assert f'aria-label="{counts[0]} small, {counts[1]} medium, {counts[2]} large"' in row
        assert re.findall(r"<text[^>]*>(\d+)</text>", row) == [str(count) for count in counts]
    first, second, *others = archives.rows.values()
    assert "1 small, 0 medium, 1 large" in first
    assert '<td class="n" rowspan="2"><strong>6</strong></td>' in first  # ruling D12: 1 + 3 + 2
    assert "0 small, 1 medium, 0 large" in second
    assert "rowspan" not in second
    assert ['<td colspan="2">empty</td>' in row for row in others] == [True] * 3


def _owners(game: Game) -> list[str]:
    pools, _ = drawing("dna").beside(dna.view(game, PUBLIC), _seats(*FOUR), "")
    return [re.findall(r'<th scope="row">(\w+)<', row)[0] for row in pools.rows.values()]


def test_a_pool_that_nobody_owns_is_told_as_such() -> None:
    game = started("red", "green", settings=Settings(two_player="double"))
    assert _owners(game) == ["red", "green", "red", "green"]  # ruling D4
    assert _owners(started("red", "green")) == ["red", "green", "nobody", "nobody"]


def test_the_pool_of_one_who_has_left_is_nobodys() -> None:
    # ruling D4
    game = dna.drop(started(), "green", NO_LUCK).game
    assert _owners(game) == ["red", "nobody", "blue", "yellow"]


NEUTRAL_COUNT = "The game goes on while a neutral gene pool has pyramids."
NEUTRAL_DO_NOT = "The game can end while neutral gene pools have pyramids."
LEFT_COUNT = "The gene pools that a player leaves behind count for the end of the game."
TWO_EACH = "Each player has two colours, with a gene pool for each and one archive."


@pytest.mark.parametrize(
    ("settings", "players", "told"),
    [
        (Settings(), 4, []),
        (Settings(neutral_counts=True), 4, [LEFT_COUNT]),
        (Settings(), 3, ["One colour is neutral, played by nobody.", NEUTRAL_DO_NOT]),
        (Settings(neutral_counts=True), 2, ["Two colours are neutral, played by nobody.", NEUTRAL_COUNT]),
        (Settings(two_player="double"), 2, [TWO_EACH]),
        (Settings(two_player="double", neutral_counts=True), 2, [TWO_EACH, LEFT_COUNT]),
    ],
)
def test_of_the_settings_those_are_told_that_apply(settings: Settings, players: int, told: list[str]) -> None:
    # ruling D4
    stash, centre, *others = drawing("dna").terms(settings, players)
    assert stash == "Of each colour there are 5 small, 5 medium and 5 large pieces."
    assert centre == "The four pyramids in the centre are placed in the order of the seats."
    assert others == told


def test_first_pieces_that_are_named_are_told() -> None:
    # ruling D2
    named = Settings(centre={"a1": "M red", "B2": "S green"})
    assert drawing("dna").terms(named, 4)[1] == "The game begins with M red on A1, S green on B2."
    assert drawing("dna").terms(Settings(centre={}), 4)[1] == "The game begins with an empty board."


# Pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    made = League(tmp_path_factory.mktemp("dna"), GAME).start()
    made.order(SCORING, "PLACE S F6; MUTATE E5 TO M; SCORE TAKE M FROM red").build()
    return made


EVERY_BOARD = pytest.mark.parametrize(
    "place",
    ["riot/index.html", "riot/turns/0001-1a.html", "riot/sheet/red/index.html", "riot/sheet/blue/0001.html"],
)


@EVERY_BOARD
def test_the_board_is_on_every_page_as_nothing_is_hidden(site: League, place: str) -> None:
    # ruling D13
    page = site.page(place)
    Document(page)
    assert page.count('id="pS"') == 1
    assert "D6: small red" in page


def test_a_public_turn_has_pools_archives_and_the_order(site: League) -> None:
    page = Document(site.page("riot/turns/0001-1a.html")).text
    assert "Gene pools" in page
    assert "red ordered PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO red." in " ".join(page.split())


@EVERY_BOARD
def test_the_key_the_pools_and_the_archives_are_with_every_board(site: League, place: str) -> None:
    # ruling D13
    document = Document(site.page(place))
    text = " ".join(document.text.split())
    for told in (
        "Gene pools",
        "Archives",
        "small (S), worth 1",
        "’s last turn: ",
        "the piece placed",
    ):
        assert told in text, told


def test_nothing_on_dnas_pages_is_of_another_game(site: League) -> None:
    for place, data in site.said().items():
        if place.startswith("riot/"):
            text = Document(data.decode()).text
            words = ("fog", "special", "codes", "could see", "walls", "by yourself", "\nE\n")
            assert not [word for word in words if word in text], place
            assert '<th scope="col">E</th>' not in data.decode()


def test_a_sheet_with_its_styles_is_light(site: League) -> None:
    files = (site.page("riot/sheet/red/index.html"), site.page("style.css"), site.page("dna.css"))
    assert sum(len(gzip.compress(text.encode())) for text in files) <= 14_000


def test_a_game_that_has_not_started_has_a_home(tmp_path: Path) -> None:
    made = League(tmp_path, GAME)
    made.build()
    assert "The game has not started yet" in made.page("riot/index.html")
