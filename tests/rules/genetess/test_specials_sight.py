"""What S5, S17 and S18 show, over several turns (rulings G24, G35); what they show at once is in the cases."""

from __future__ import annotations

import pytest

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.genetess.sight.told import SeenDisplaced
from tests.rules.genetess.cases import drawn, line_of, shown
from tests.rules.genetess.rounds import after, standing, turn

KINGS = """
before:
    a.....k.
    ........
    .......b
a: red AB
k: green KR
b: blue A
special A1 S17
order blue: PASS
"""


def test_a_king_that_s17_shows_is_shown_wherever_it_goes_until_the_next_turn() -> None:
    game = after(drawn(KINGS), "PASS")
    assert shown(game, "red")["G1"] == "green/None"
    game = after(game, "MOVE A1 E-S", "MOVE G1 E")
    assert game.to_move == "blue"
    assert shown(game, "red") == {"B2": "red/AB", "H1": "green/None"}  # ruling G35
    assert shown(after(game, "PASS"), "red") == {"B2": "red/AB"}


def test_all_that_is_known_of_a_shown_king_is_that_it_is_one() -> None:
    pieces = genetess.view(after(drawn(KINGS), "PASS"), "red").pieces
    assert [(piece.at, piece.codes, piece.king) for piece in pieces] == [
        ("A1", "AB", False),
        ("G1", None, True),
    ]


def test_it_is_shown_again_as_long_as_the_s17_is_held() -> None:
    game = after(drawn(KINGS), "PASS", "PASS", "MOVE G1 S", "PASS")
    assert shown(game, "red")["G2"] == "green/None"  # ruling G35


def test_it_is_shown_no_longer_once_it_phases() -> None:
    game = after(drawn(KINGS), "PASS", "PASS", "PHASE G1")
    assert "G1" not in shown(game, "red")  # rulings G5, G35
    assert genetess.view(game, "red").board.map[0] == "..??????"


@pytest.mark.parametrize(("special", "codes"), [("S17", "None"), ("S18", "AB")])
def test_a_phased_piece_is_marked_too_and_shown_as_soon_as_it_is_not_phased(special: str, codes: str) -> None:
    text = KINGS.replace("S17", special).replace("green KR", "green KR phased")
    if special == "S18":
        text = text.replace("green KR", "green AB")
    game = after(drawn(text), "PASS", "PASS")
    assert "G1" not in shown(game, "red")  # ruling G5
    assert shown(after(game, "MOVE G1 E" if special == "S17" else "MOVE G1 E-W"), "red") == {
        "A1": "red/AB",
        "H1" if special == "S17" else "G1": f"green/{codes}",
    }  # ruling G35


def test_the_marks_of_who_is_eliminated_end() -> None:
    text = KINGS.replace("red AB", "red ABP").replace(".......b", "qc.....b") + "q: red K\nc: green A"
    game = after(drawn(text), "PASS", "PASS")
    assert shown(game, "red")["G1"] == "green/None"
    game = after(game, "MOVE B3 W")
    assert game.players["red"].eliminated
    assert shown(game, "red") == {"A1": "red/ABP"}  # ruling G6


def test_a_player_sees_a_shown_king_move_in_the_dark() -> None:
    game = after(drawn(KINGS), "PASS", "PASS")
    outcome = turn(game, "MOVE G1 E")
    told = genetess.tell(game, outcome.events, "red")
    assert [one.to for one in told if isinstance(one, SeenDisplaced)] == ["H1"]  # rulings G35, G43


def test_whose_a_piece_was_that_a_shown_king_takes_in_the_dark_is_not_told() -> None:
    game = after(drawn(KINGS.replace("k.\n", "kc\n") + "c: blue AF"), "PASS", "PASS")
    told = [line_of(told) for told in genetess.tell(game, turn(game, "MOVE G1 E").events, "red")]
    assert told[:2] == [
        "taken at=H1 piece=None/None by=green",  # ruling G43: the view just before showed no such piece
        "displaced at=G1 piece=green/None to=H1 by=green",
    ]


def test_a_piece_that_gives_its_last_k_away_is_shown_no_longer() -> None:
    game = after(drawn(KINGS.replace("green KR", "green AHK")), "PASS", "PASS", "DIVIDE G1 K H1")
    assert {"G1", "H1"}.isdisjoint(shown(game, "red"))  # ruling G35: it follows the King's piece, not the K


def test_a_piece_that_s18_shows_keeps_its_codes_to_itself_once_they_change() -> None:
    text = KINGS.replace("S17", "S18").replace("red AB", "red ABHA").replace("green KR", "green ABHA")
    game = after(drawn(text), "PASS", "PASS")
    assert shown(game, "red")["G1"] == "green/AABH"
    assert shown(after(game, "DIVIDE G1 A H1"), "red") == {"A1": "red/AABH", "G1": "green/None"}  # ruling G35


def test_a_piece_that_s18_shows_is_shown_with_its_codes_wherever_it_goes() -> None:
    text = KINGS.replace("S17", "S18").replace("green KR", "green AB")
    game = after(drawn(text), "PASS", "MOVE A1 E-S", "MOVE G1 E-S")
    assert shown(game, "red") == {"B2": "red/AB", "H2": "green/AB"}  # ruling G35
    assert shown(after(game, "PASS"), "red") == {"B2": "red/AB"}


def test_s5_shows_until_a_turn_begins_without_a_piece_on_it() -> None:
    game = after(drawn(KINGS.replace("S17", "S5")), "PASS")
    assert shown(game, "red")["G1"] == "green/None"
    game = after(game, "MOVE A1 E-S")
    assert shown(game, "red") == {"B2": "red/AB"}  # ruling G24


def test_a_piece_taken_on_s5_shows_nothing_more() -> None:
    game = drawn("before:\n    ab...k\n    c.....\na: red A\nb: green A\nk: green K\nc: red A\nspecial A1 S5")
    game = after(game, "PASS")
    assert shown(game, "red")["F1"] == "green/None"
    assert "F1" not in shown(after(game, "MOVE B1 W"), "red")  # ruling G28


def test_s5_widens_the_view_of_its_player_and_not_of_the_piece() -> None:
    game = after(
        drawn("before:\n    a....b\na: red AN\nb: green A\nspecial A1 S5\norder green: PASS"), "PASS"
    )
    assert shown(game, "red")["F1"] == "green/None"
    truth = turn(game, "TELEPORT A1 E1").truth
    assert truth
    assert truth.slug == "out-of-view"  # the page's own example is radiation


def test_a_piece_on_s5_radiates_no_further_than_it_sees() -> None:
    game = drawn("before:\n    a....b\na: red ADM\nb: green AB\nspecial A1 S5\norder green: PASS")
    outcome = turn(after(game, "PASS"), "RADIATE A1", 0)
    assert standing(outcome.game) == ["A1 red AM", "F1 green AB"]


@pytest.mark.parametrize("special", ["S5", "S17", "S18"])
def test_what_is_shown_is_saved_with_the_position(special: str) -> None:
    text = KINGS.replace("S17", special).replace("green KR", "green AB")
    game = after(drawn(text.replace("blue A", "blue K")), "PASS")
    loaded = codec.load(genetess.RULES, game.settings, codec.dump(game))
    assert loaded == game
    assert len(shown(loaded, "red")) > 1
