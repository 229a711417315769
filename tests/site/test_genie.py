"""Genie's pages: the board as the viewer sits, what happened last on it, what stands beside it, the game as PGN."""

from __future__ import annotations

import gzip
import io
import re
import shutil
from pathlib import Path

import chess.pgn
import chess.variant
import pytest
from msgspec.structs import replace

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.genie import view
from genetess_cli.rules.genie.board import Board
from genetess_cli.rules.genie.game import FIDE, PIECES, Game, Settings
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.facts import GameFacts, Secrecy
from genetess_cli.site.games import drawing
from genetess_cli.site.games.genie import chessmen
from genetess_cli.site.games.genie.board import beside, blank, tables, terms
from genetess_cli.site.games.genie.pgn import text
from tests.kit.command import commit
from tests.kit.league import League, wide
from tests.rules.genie.positions import done, game
from tests.site.html import Document

GAME = """\
ruleset: genie
name: Lamp
number: 7
deadline: 3d
grace: 12h
players:
  - {seat: white, name: Wendy}
  - {seat: black, name: Boris}
"""
OPENING = ("Gd2", "d5", "Gd4", "Ge7", "Gxd5", "Nf6", "DRAW", "Nf3")
SEATS = {
    "white": SeatFacts("white", "white", "Wendy", "c-white", "w"),
    "black": SeatFacts("black", "black", "Boris", "c-black", "b"),
}
FACTS = GameFacts("lamp", "Lamp", 7, "", "genie", SEATS, Secrecy(is_full=True))
LEAPS = "4k3/5p2/3p4/4p3/3G4/4P3/8/4K3 w - - 0 1 Gg"


def _svg(now: Game, viewer: str = PUBLIC) -> str:
    return drawing("genie").board(view(now, viewer), SEATS, "The board").svg()


def _label(now: Game) -> str:
    label = Document(_svg(now)).of("svg")[0]["aria-label"]
    assert label
    return label


def _use(kind: str, x: int, y: int) -> str:
    return f'<use href="#{kind}" x="{x}" y="{y}"/>'


def test_each_side_has_its_own_men_below() -> None:
    now = done(game(), "Gd2", "e5")
    assert _use("wG", 180, 360) in _svg(now)
    assert _svg(now, "white") == _svg(now)
    assert _use("wG", 240, 60) in _svg(now, "black")
    assert 'x="55" y="474">h</text>' in _svg(now, "black")
    assert 'x="55" y="474">a</text>' in _svg(now, "white")


def test_a1_is_dark_and_h1_is_light() -> None:
    dark = re.search('<path class="dk" d="(.*?)"', _svg(game()))
    assert dark
    assert "M0 420h60" in dark[1]
    assert "M420 420h60" not in dark[1]
    assert dark[1].count("h60v60") == 32


def test_each_man_is_defined_once_and_a_genie_is_unlike_any() -> None:
    svg = _svg(done(game(), "Gd2", "Gd7"))
    kinds = re.findall(r'<g id="(\w+)" ', svg)
    assert len(kinds) == len(set(kinds)) == 14
    assert svg.count("<use ") == 32
    shapes = [chessmen.shape(seat, letter).full for seat in SEATS for letter in PIECES]
    inside = {re.sub(r'id="\w+"', "", shape) for shape in shapes}
    assert len(inside) == 14
    assert all(('class="lamp"' in shape) == ('G"' in shape) for shape in shapes)  # the lamp


def test_a_page_that_allows_no_styles_of_its_own_needs_none() -> None:
    assert "style=" not in _svg(done(game(), "e4", "f6", "Qh5+"))


def test_a_man_that_was_captured_is_defined_too() -> None:
    now = done(game("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 Gg"), "exd5")
    assert 'id="bP"' in _svg(now)


def test_the_squares_of_the_last_move_are_marked() -> None:
    assert _svg(game()).count('class="mv"') == 0
    assert _svg(done(game(), "Gd2")).count('class="mv"') == 1
    svg = _svg(done(game(), "e4"))
    for y in (360, 240):
        assert f'<rect class="mv" x="240" y="{y}" width="60" height="60"/>' in svg


def test_the_king_in_check_stands_in_a_light() -> None:
    assert '<rect class="ck" x="240" y="0"' in _svg(done(game(), "e4", "f6", "Qh5+"))
    assert 'class="ck"' not in _svg(done(game(), "e4"))


def test_a_double_jump_is_drawn_leap_by_leap() -> None:
    # ruling L3
    svg = _svg(done(game(LEAPS), "Gf8"))
    assert (
        '<path class="sn" d="M210 270L330 150L330 30"/><circle class="by" cx="330" cy="150" r="10"/>' in svg
    )
    assert 'class="by"' not in _svg(done(game(LEAPS), "Gf6"))


def test_the_whole_position_is_told_to_those_who_cannot_see_it() -> None:
    assert _label(done(game(LEAPS), "Gf8")) == (
        "The board. White has king e1; pawn e3; Genie f8. Black has king e8; pawns d6, e5, f7. "
        "Last move: 1. Gf8+, d4 to f6 to f8. The king on e8 is in check."
    )
    assert _label(game()).startswith("The board. White has king e1; queen d1; rooks a1, h1; bishops c1, f1; ")


def test_before_a_game_begins_its_board_is_the_first_position() -> None:
    assert blank(None, SEATS, "The board").svg().count("<title>") == 32


# What stands beside the board


def test_moves_are_told_in_figures_with_their_san_behind() -> None:
    told = tables(view(done(game(), "e4", "Gd7", "Nf3"), PUBLIC), SEATS, "", "replay.html")
    genie = '<span role="img" aria-label="Gd7" title="Gd7">◉d7</span>'
    knight = '<span role="img" aria-label="Nf3" title="Nf3">♞f3</span>'
    first, second = (f'<a href="replay.html#1{letter}">' for letter in "ab")
    assert told["moves"] == (
        f'<li>{first}e4</a> {second}{genie}</a></li><li><a href="replay.html#2a">{knight}</a></li>'
    )
    assert told["last"] == "2. Nf3, g1 to f3"
    assert chessmen.figured("O-O") == "O-O"
    assert ">e8=♛#<" in chessmen.figured("e8=Q#")


def test_what_was_captured_is_told_in_words_and_pictures() -> None:
    now = done(game(), "e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+", "Be2", "Qxe2+", "Kxe2")
    [captured] = beside(view(now, PUBLIC), SEATS, "")
    white, black = captured.rows.values()
    assert [row.partition("</td><td>")[2] for row in (white, black)] == [
        "bishop, pawn</td></tr>",
        "queen, pawn</td></tr>",
    ]
    assert re.findall("#(w.|b.)", white + black) == ["wB", "wP", "bQ", "bP"]
    assert beside(view(game(), PUBLIC), SEATS, "")[0].rows == {}


def test_the_settings_are_told_in_words() -> None:
    assert terms(Settings(), 2) == [
        "A pawn becomes a piece that you have lost from your set, or the Genie.",
        "A missed deadline loses the game.",
    ]
    assert terms(Settings(promotion=FIDE, timeout="wait"), 2) == [
        "A pawn becomes any piece, or the Genie.",
        "A missed deadline changes nothing: the deadline begins again.",
    ]


# PGN


def _pgn(now: Game, facts: GameFacts = FACTS, league: str = "Friday league") -> str:
    return text(facts, view(now, PUBLIC), league, "2026-11-24T18:00:00Z")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library reads the variant by its name, as any program does that knows it."""
    monkeypatch.setattr(chess.variant, "VARIANTS", [*chess.variant.VARIANTS, Board])


def test_a_pgn_has_the_seven_tags_first_and_the_result_last() -> None:
    assert _pgn(done(game(), "Gd2", "e5", "Nf3")) == (
        '[Event "Friday league: Lamp"]\n[Site "?"]\n[Date "2026.11.24"]\n[Round "7"]\n[White "Wendy"]\n'
        '[Black "Boris"]\n[Result "*"]\n[PlyCount "3"]\n[Termination "unterminated"]\n'
        '[Variant "Genie of the Lamp"]\n\n1. Gd2 e5 2. Nf3 *\n'
    )


@pytest.mark.parametrize(
    ("orders", "result", "how", "end"),
    [
        (("f3", "e5", "g4", "Qh4#"), "0-1", "normal", "{white was checkmated} 0-1\n"),
        (("e4", "RESIGN"), "1-0", "normal", "{black resigned} 1-0\n"),
        (("e4", "DRAW", "a6"), "*", "unterminated", "1. e4 a6 *\n"),
        (("DRAW", "e4", "DRAW"), "1/2-1/2", "normal", "{a draw was agreed} 1/2-1/2\n"),
    ],
)
def test_how_a_game_ended_is_in_its_tags_and_behind_its_moves(
    orders: tuple[str, ...], result: str, how: str, end: str
) -> None:
    pgn = _pgn(done(game(), *orders))
    assert f'[Result "{result}"]' in pgn
    assert f'[Termination "{how}"]' in pgn
    assert pgn.endswith(end)


def test_a_missed_deadline_is_named_as_the_standard_has_it() -> None:
    # ruling L8
    from genetess_cli.rules import genie
    from tests.rules.genie.positions import NO_LUCK

    over = genie.play(game(), "white", None, NO_LUCK).game
    assert '[Result "0-1"]' in _pgn(over)
    assert '[Termination "time forfeit"]' in _pgn(over)


def test_a_game_whose_player_has_left_was_abandoned() -> None:
    from genetess_cli.rules import genie
    from tests.rules.genie.positions import NO_LUCK

    assert '[Termination "abandoned"]' in _pgn(genie.drop(game(), "white", NO_LUCK).game)


def test_the_moves_lead_to_the_same_position_again() -> None:
    now = done(game(), *OPENING)
    words = _pgn(now).split("\n\n")[1].split()
    assert words[-1] == "*"
    sans = [word for word in words[:-1] if not word[0].isdigit()]
    assert done(game(), *sans).fen == now.fen


@pytest.mark.usefixtures("reads")
def test_a_long_game_is_set_in_short_lines_and_read_by_the_library() -> None:
    moves = ("Nf3", "Nf6", "Ng1", "Ng8") * 3 + ("Nc3", "Nc6", "a4", "Nb8", "Nb1", "a5") * 2
    pgn = _pgn(done(game(), *moves[:18]))
    assert max(map(len, pgn.splitlines())) < 80
    assert len(pgn.split("\n\n")[1].splitlines()) > 1
    found = chess.pgn.read_game(io.StringIO(pgn))
    assert found
    assert len([*found.mainline_moves()]) == 18


@pytest.mark.usefixtures("reads")
def test_names_cannot_break_out_of_their_tags() -> None:
    odd = replace(SEATS["white"], name='Wen"dy\\ \n[Result "1-0"]')
    facts = replace(FACTS, seats=SEATS | {"white": odd}, number=0)
    pgn = _pgn(game(), facts, "x" * 500)
    found = chess.pgn.read_game(io.StringIO(pgn))
    assert found
    assert found.headers["White"] == r"Wen\"dy\\  [Result \"1-0\"]"  # as the library leaves it
    assert found.headers["Result"] == "*"
    assert found.headers["Round"] == "-"
    assert max(map(len, pgn.splitlines())) < 255


# Pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    made = _site(tmp_path_factory.mktemp("genie"))
    made.start().order(*OPENING).build()
    return made


def _site(folder: Path) -> League:
    return League(folder, GAME)


def test_the_sheet_to_move_says_that_a_missed_deadline_loses_the_game(site: League) -> None:
    words = "If you miss the deadline, you lose the game."
    assert words in site.page("riot/sheet/black/index.html")
    assert words not in site.page("riot/sheet/white/index.html")


def test_the_game_as_pgn_lies_beside_its_home(site: League) -> None:
    assert "1. Gd2 d5 2. Gd4 Ge7 3. Gxd5 Nf6 4. Nf3 *" in site.page("riot/game.pgn")
    assert '[Date "2027.01.15"]' in site.page("riot/game.pgn")
    for place, link in (("riot/index.html", "../riot"), ("riot/sheet/black/index.html", "../../../riot")):
        assert f'href="{link}/game.pgn"' in site.page(place)


def test_it_grows_by_the_turn_and_goes_with_the_game(tmp_path: Path) -> None:
    made = _site(tmp_path).start()
    made.build()
    assert made.page("riot/game.pgn").endswith("\n\n*\n")
    made.order("e4").build()
    assert made.page("riot/game.pgn").endswith("\n\n1. e4 *\n")
    assert made.build().written == 0
    shutil.rmtree(made.folder)
    commit(made.root, "riot is gone")
    made.build()
    assert not (made.out / "riot").exists()


def test_no_other_game_has_one(tmp_path: Path) -> None:
    made = wide(tmp_path).start()
    made.build()
    assert not (made.out / "riot/game.pgn").exists()
    assert "PGN" not in made.page("riot/index.html")


@pytest.mark.parametrize(
    "place",
    [
        "riot/index.html",
        "riot/turns/0001-1a.html",
        "riot/sheet/white/index.html",
        "riot/sheet/black/0001.html",
    ],
)
def test_the_board_is_on_every_page_as_nothing_is_hidden(site: League, place: str) -> None:
    # ruling L8
    page = site.page(place)
    Document(page)
    assert page.count('<g id="wG" ') == 1


def test_an_offer_is_told_to_both_and_to_everybody(site: League) -> None:
    # ruling L5
    for place in ("riot/sheet/white/index.html", "riot/sheet/black/index.html", "riot/turns/0008-4a.html"):
        assert "white offers a draw" in Document(site.page(place)).text


def test_a_sheet_with_its_styles_is_light(site: League) -> None:
    names = ("riot/sheet/white/index.html", "style.css", "genie.css")
    files = map(site.page, names)
    assert sum(len(gzip.compress(each.encode())) for each in files) < 15 * 1024


def test_a_game_that_has_not_started_has_a_home_and_no_pgn(tmp_path: Path) -> None:
    made = _site(tmp_path)
    made.build()
    assert "The game has not started yet" in made.page("riot/index.html")
    assert "PGN" not in made.page("riot/index.html")
    assert not (made.out / "riot/game.pgn").exists()
