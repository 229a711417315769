"""Special squares over several turns: what is tried again, what has a limit, what a start and a failed order set off.

What one order or one turn's start does is shown by the cases of `tests/cases/genetess/s01.txt` to `s22.txt`.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import Outcome, Seat
from genetess_cli.rules.genetess.events import Event, Mutated
from genetess_cli.rules.genetess.game import Game, Settings
from tests.rules.genetess.cases import Loaded, drawn, read_order, shown
from tests.rules.genetess.rounds import after, fired, standing, turn

SEATS = [Seat("red", "red", "K1"), Seat("green", "green", "K2")]


# S8 that was blocked


BLOCKED = "before:\n    a..b\n    ....\nb: green A\nspecial B1 S8 targets=D1\n"


def test_a_blocked_s8_tries_again_as_its_occupants_turn_begins() -> None:
    game = after(drawn(BLOCKED + "a: red A"), "MOVE A1 E")
    assert standing(game) == ["B1 red A", "D1 green A"]
    assert standing(after(game, "MOVE D1 S")) == ["D1 red A", "D2 green A"]  # ruling G28


def test_it_tries_again_every_round_until_a_target_is_empty() -> None:
    game = after(drawn(BLOCKED + "a: red A"), "MOVE A1 E", "PASS", "PASS", "PASS", "PASS")
    assert standing(game) == ["B1 red A", "D1 green A"]
    assert standing(after(game, "MOVE D1 S")) == ["D1 red A", "D2 green A"]  # ruling G28


def test_it_does_not_try_as_others_turns_begin() -> None:
    game = after(drawn(BLOCKED + "a: red A\nseats: red green blue"), "MOVE A1 E", "MOVE D1 S")
    assert (game.to_move, standing(game)) == ("blue", ["B1 red A", "D2 green A"])
    assert standing(after(game, "PASS"))[0] == "D1 red A"  # ruling G28


def test_a_shield_that_resists_the_second_try_ends_it() -> None:
    game = after(drawn(BLOCKED + "a: red AWW"), "MOVE A1 E", "MOVE D1 S")
    assert standing(game)[0] == "B1 red AW"
    assert standing(after(game, "PASS", "PASS"))[0] == "B1 red AW"  # ruling G11


def test_a_shield_that_resists_the_first_try_leaves_no_second() -> None:
    game = after(drawn("before:\n    a...\na: red AW\nspecial B1 S8 targets=D1"), "MOVE A1 E", "PASS", "PASS")
    assert standing(after(game, "PASS")) == ["B1 red A"]  # ruling G11


def test_a_piece_that_walks_off_a_blocked_s8_is_not_sent_any_more() -> None:
    game = after(drawn(BLOCKED + "a: red A"), "MOVE A1 E", "PASS", "MOVE B1 S", "MOVE D1 S")
    assert standing(game) == ["B2 red A", "D2 green A"]


def test_a_piece_that_walks_from_a_blocked_s8_onto_another_special_sets_that_off_once() -> None:
    game = after(drawn(BLOCKED + "a: red A\nspecial B2 S6 squares=D2"), "MOVE A1 E", "PASS", "MOVE B1 S")
    assert standing(after(game, "MOVE D1 S")) == ["B2 red A", "D2 green A"]  # ruling G28


def test_a_piece_with_b_that_walks_in_place_on_a_blocked_s8_enters_it_anew() -> None:
    text = "before:\n    a...b\n    .....\na: red ABW\nb: green A\nspecial C1 S8 targets=E1\n"
    game = after(drawn(text), "MOVE A1 E-E", "MOVE E1 S")
    assert standing(game)[0] == "C1 red AB"
    assert standing(after(game, "MOVE C1 S-N"))[0] == "E1 red AB"  # ruling G28


def test_a_converted_piece_on_a_blocked_s8_is_sent_as_its_new_owners_turn_begins() -> None:
    text = BLOCKED.replace("....", ".c..") + "a: red A\nc: green AC\nspecial A2 S15\n"
    game = after(drawn(text), "MOVE A1 E", "MOVE B2 W", "PASS")
    assert standing(game)[0] == "B1 green A"  # S15 has the higher number: the S8 had its turn before
    game = after(game, "MOVE D1 S", "PASS")
    assert standing(game)[0] == "D1 green A"  # ruling G28


def test_what_a_tremor_pushes_under_a_blocked_piece_goes_off_once_and_not_as_the_turn_begins() -> None:
    text = """
before:
    a..b.g
    h.....
a: red A
b: green A
g: green A
h: green A
special B1 S8 targets=D1
special C1 S6 squares=A1
special F1 S16
"""
    outcome = turn(drawn(text), "MOVE A1 E", 7, 3, 4, 4, 4, 4, 4)
    assert fired(outcome.events) == ["S8 B1", "S16 F1", "S6 B1"]
    game = after(outcome.game, "MOVE A2 N")
    assert standing(game)[0] == "A1 green A"  # rulings G28, G34


def test_a_blocked_s8_is_saved_with_the_position() -> None:
    game = after(drawn(BLOCKED + "a: red A"), "MOVE A1 E")
    loaded = codec.load(genetess.RULES, game.settings, codec.dump(game))
    assert standing(after(loaded, "MOVE D1 S"))[0] == "D1 red A"


# What has a limit


def test_a_piece_is_not_doubled_beyond_what_a_piece_can_hold() -> None:
    text = "before:\n    a\ne: red 5000\nspecial A1 S14\norder green: PASS\n"
    doubled = after(drawn(f"{text}a: red {'A' * 500}"), "PASS")
    assert len(doubled.in_row_order()[0][1].codes) == 1000
    left = after(drawn(f"{text}a: red {'A' * 501}"), "PASS")
    assert len(left.in_row_order()[0][1].codes) == 501
    assert left.players["red"].e == 5000


def test_a_piece_gains_no_code_beyond_what_a_piece_can_hold() -> None:
    text = "before:\n    a\nspecial A1 S4 codes=BC\norder green: PASS\n"
    full = after(drawn(f"{text}a: red {'A' * 998}"), "PASS")
    assert full.in_row_order()[0][1].codes == "A" * 998 + "BC"
    left = after(drawn(f"{text}a: red {'A' * 999}"), "PASS")
    assert left.in_row_order()[0][1].codes == "A" * 999


def test_e_stays_within_what_files_can_hold_whatever_specials_add() -> None:
    specials = " ".join("ABCDEFGH")
    rows = "".join(f"special {column}1 S2 percent=1000 of=all\n" for column in specials.split())
    game = drawn("before:\n    kkkkkkkk\nk: red KKK\norder green: PASS\n" + rows)
    for _ in range(8):
        game = after(game, "PASS", "PASS") if game.to_move == "red" else after(game, "PASS")
    assert game.players["red"].e == 10**15


# What lies buried


def test_a_buried_special_goes_off_as_it_is_dug_out_and_entered() -> None:
    game = drawn("before:\n    a+.b\na: red AO\nb: green A\nspecial B1 S6 squares=D1")
    assert standing(after(game, "MOVE A1 E")) == ["B1 red AO"]  # ruling G37


def test_what_a_rockfall_buried_works_again_once_it_is_dug_out() -> None:
    text = "before:\n    a.b...c\na: red A\nb: green AO\nc: green A\nspecial A1 S21\nspecial B1 S6 squares=G1"
    game = after(drawn(text + "\norder green: PASS"), "PASS")
    assert standing(game) == ["C1 green AO", "G1 green A"]
    assert standing(after(game, "PASS", "MOVE C1 W")) == ["B1 green AO"]  # ruling G37


def test_a_special_on_which_a_piece_petrified_stays_and_works_again_once_it_is_dug_out() -> None:
    text = "before:\n    abc..d\na: red AQ\nb: green AO\nc: red A\nd: red A\nspecial A1 S6 squares=F1"
    game = after(drawn(text), "PETRIFY A1")
    assert game.specials.keys() == drawn(text).specials.keys()
    assert "F1 red A" not in standing(after(game, "MOVE B1 W"))  # rulings G20, G37


def test_a_turns_start_special_that_a_piece_dug_out_fires_as_its_next_turn_begins() -> None:
    game = drawn("before:\n    a+\na: red AO\nspecial B1 S4 codes=B")
    assert standing(after(game, "MOVE A1 E", "PASS")) == ["B1 red ABO"]  # rulings G28, G37


# The start, time-outs, failures, the end


def _new(
    edition: str, specials: list[dict[str, object]], starts: dict[str, dict[str, str]]
) -> Outcome[Game, Event]:
    settings = Settings(specials=edition)
    board = genetess.Board("......\n......\n", starts, specials)
    assert not genetess.faults(settings, board, SEATS)
    return genetess.new(settings, board, SEATS, Loaded([]))


def test_at_the_start_only_specials_of_the_first_players_turn_fire() -> None:
    specials: list[dict[str, object]] = [
        {"at": "A1", "type": "S1", "amount": 5},
        {"at": "F1", "type": "S1", "amount": 7},
        {"at": "B1", "type": "S7"},
        {"at": "C1", "type": "S8", "targets": ["C2"]},
    ]
    outcome = _new("1.00", specials, {"K1": {"A1": "K", "B1": "A", "C1": "A"}, "K2": {"F1": "K"}})
    assert [player.e for player in outcome.game.players.values()] == [16, 10]  # ruling G8
    assert standing(outcome.game) == ["A1 red K", "B1 red A", "C1 red A", "F1 green K"]  # ruling G28
    assert fired(outcome.events) == ["S1 A1"]


def test_a_start_piece_on_s8_was_not_blocked_and_is_not_sent_later() -> None:
    specials: list[dict[str, object]] = [{"at": "A1", "type": "S8", "targets": ["C2"]}]
    game = _new("1.00", specials, {"K1": {"A1": "K"}, "K2": {"F1": "K"}}).game
    assert standing(after(game, "PASS", "PASS"))[0] == "A1 red K"  # ruling G28


def test_in_1_02_all_specials_of_the_first_players_turn_fire_at_the_start() -> None:
    specials: list[dict[str, object]] = [{"at": "A1", "type": "S8", "targets": ["C2"]}]
    outcome = _new("1.02", specials, {"K1": {"A1": "K"}, "K2": {"F1": "K"}})
    assert standing(outcome.game) == ["F1 green K", "C2 red K"]  # ruling G28


def test_s5_counts_at_the_start_for_all() -> None:
    specials: list[dict[str, object]] = [{"at": "F1", "type": "S5"}]
    outcome = _new("1.00", specials, {"K1": {"A1": "K"}, "K2": {"F1": "K"}})
    assert shown(outcome.game, "green") == {"A1": "red/None", "F1": "green/K"}  # ruling G28


def test_a_players_specials_fire_although_it_was_timed_out_before() -> None:
    game = drawn("before:\n    ak\na: red A\nk: green K\nspecial A1 S4 codes=B")
    game = turn(turn(game, None).game, None).game
    assert standing(game)[0] == "A1 red AB"  # ruling G8


def test_a_failed_order_sets_nothing_off() -> None:
    text = "before:\n    a.b.\n    +...\na: red AZZ\nb: green A\nspecial B1 S7"
    outcome = turn(drawn(text), "CHARGE A1 E-N")
    assert outcome.truth
    assert outcome.events == []  # ruling G44


def test_an_order_is_judged_beforehand_without_the_specials_it_may_meet() -> None:
    game = drawn("before:\n    a..\na: red A\nspecial B1 S9")
    assert genetess.check(game, "red", read_order("MOVE A1 E")) is None
    assert "MOVE A1 E" in genetess.legal(game, "red")


@pytest.mark.parametrize(("seats", "left"), [("red green", ["B1 red A"]), ("red green blue", [])])
def test_who_takes_a_king_on_a_special_is_hit_unless_the_game_is_over(seats: str, left: list[str]) -> None:
    game = drawn(f"before:\n    ak.\na: red A\nk: green K\nspecial B1 S7\nseats: {seats}")
    game = after(game, "MOVE A1 E")
    assert standing(game) == left  # rulings G28, G42
    assert game.players["red"].score == 11


def test_a_k_from_s22_brings_e_from_the_next_turn_on() -> None:
    game = drawn("before:\n    a\na: red A\nspecial A1 S22\nstarting squares: A1\norder green: PASS")
    game = after(game, "PASS")
    assert (standing(game), game.players["red"].e) == (["A1 red AK"], 10)  # ruling G38
    assert after(game, "PASS", "PASS").players["red"].e == 11


def test_every_king_that_s3_copied_brings_e_and_every_one_can_be_taken() -> None:
    text = "before:\n    k..b\nk: red K\nb: green A\nspecial A1 S3 target=C1\norder green: PASS"
    game = after(drawn(text), "PASS", "PASS")
    outcome = turn(game, "MOVE D1 W")
    assert outcome.game.players["red"].eliminated  # ruling G41
    assert after(game, "PASS").players["red"].e == 13  # ruling G8


def test_monkey_makes_kings_in_row_order() -> None:
    text = """
before:
    a..
    ...
    b.c
a: red A
b: green A
c: green A
special A1 S22
starting squares: C3 A3 A1
order green: PASS
"""
    outcome = turn(drawn(text), "PASS")
    gained = [str(event.at) for event in outcome.events if isinstance(event, Mutated)]
    assert gained == ["A1", "A3", "C3"]  # ruling G29


def test_whoever_is_eliminated_sees_by_s5_no_more_even_as_the_game_ends() -> None:
    game = drawn("before:\n    ab....\na: red A\nb: green K\n")
    watching = replace(game.players["green"], overview="plain")
    game = replace(game, players={**game.players, "green": watching})
    outcome = turn(game, "MOVE A1 E")
    assert outcome.game.result
    assert outcome.game.players["green"].overview == ""  # ruling G6


@pytest.mark.parametrize(
    ("how", "codes", "left"),
    [
        ("plain", "AP", "plain"),
        ("plain", "A", ""),
        ("plain", "AFP", "plain"),
        ("decoded", "AFP", "decoded"),
        ("decoded", "AP", "plain"),
    ],
)
def test_a_ronin_on_an_s5_shows_the_board_to_whoever_is_eliminated(how: str, codes: str, left: str) -> None:
    """As it alone would; the piece with F on the other S5 is an orphan now."""
    game = drawn(
        f"before:\n    ab.c.f\na: red A\nb: green K\nc: green {codes}\nf: green AF\nspecial D1 S5\nspecial F1 S5\n"
    )
    watching = replace(game.players["green"], overview=how)
    outcome = turn(replace(game, players={**game.players, "green": watching}), "MOVE A1 E")
    assert outcome.game.players["green"].eliminated
    assert outcome.game.players["green"].overview == left  # rulings G6, G28
