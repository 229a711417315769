"""From turn to turn: who is next, labels, income, time-outs, flares, the end (rulings G8, G24, G40 to G42)."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules import genetess, ruleset
from genetess_cli.rules.base import Outcome, Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import Event
from genetess_cli.rules.genetess.game import Game, Settings, Special
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.turn import begin_next
from tests.rules.genetess.cases import Loaded, drawn, line_of, read_order

THREE = "before:\n    a.b.c\na: red K\nb: green K\nc: blue K\n"


def _play(game: Game, text: str | None) -> Outcome[Game, Event]:
    order = read_order(text) if text else None
    return genetess.play(game, str(game.to_move), order, Loaded([]))


def _labels(game: Game, turns: int) -> list[str]:
    labels = [game.label]
    for _ in range(turns):
        game = _play(game, "PASS").game
        labels.append(game.label)
    return labels


def test_every_seat_has_its_letter_and_every_circle_is_a_round() -> None:
    assert _labels(drawn(THREE), 4) == ["1a", "1b", "1c", "2a", "2b"]  # ruling G40


def test_an_eliminated_seat_without_ronin_is_skipped_and_keeps_its_letter() -> None:
    assert _labels(drawn(THREE + "out: green"), 3) == ["1a", "1c", "2a", "2c"]  # ruling G40


def test_an_eliminated_seat_with_a_ronin_has_its_turns() -> None:
    game = drawn(THREE.replace("green K", "green KP") + "out: green")
    assert _labels(game, 3) == ["1a", "1b", "1c", "2a"]


def test_a_seat_whose_last_ronin_dies_as_its_turn_begins_is_skipped() -> None:
    game = replace(
        drawn(THREE.replace("green K", "green AP") + "out: green"),
        specials={Square.named("C1"): Special("S19", "S19")},
    )
    outcome = _play(game, "PASS")
    assert outcome.game.label == "1c"  # ruling G40
    assert Square.named("C1") not in outcome.game.pieces


def test_when_the_first_seat_is_out_rounds_go_on() -> None:
    assert _labels(drawn(THREE + "out: red\norder green: PASS"), 2) == ["1b", "1c", "2b"]


def test_income_comes_at_a_turns_start_for_every_k() -> None:
    game = _play(drawn("before:\n    ab.\n    c..\na: red K\nb: green AKK\nc: green K\n"), "PASS").game
    assert game.players["green"].e == 13  # ruling G8
    assert game.players["red"].e == 10


def test_income_is_multiplied_by_the_setting() -> None:
    game = replace(drawn(THREE), settings=Settings(e_per_king=3))
    assert _play(game, "PASS").game.players["green"].e == 13


def test_an_eliminated_player_gets_no_income() -> None:
    game = drawn(THREE.replace("green K", "green KP") + "out: green")
    assert _play(game, "PASS").game.players["green"].e == 0  # ruling G41


def test_a_seat_that_is_timed_out_loses_its_turn_and_not_its_income() -> None:
    game = drawn(THREE)
    outcome = _play(game, None)
    assert line_of(genetess.tell(game, outcome.events, "#public")[0]) == "timed-out seat=red"  # ruling G43
    assert outcome.game.label == "1b"
    assert _play(_play(outcome.game, None).game, None).game.players["red"].e == 11  # ruling G8


def test_a_flare_burns_until_its_players_next_turn() -> None:
    game = _play(drawn("before:\n    a...b\na: red AFU\nb: green ABC"), "FLARE A1").game
    lit = [piece.codes for piece in genetess.view(game, "red").pieces]
    assert lit == ["AF", "ABC"]  # ruling G24
    dark = _play(game, "PASS").game
    assert [piece.codes for piece in genetess.view(dark, "red").pieces] == ["AF"]
    assert not any(piece.flare for piece in dark.pieces.values())


def test_a_flare_outlives_the_piece_that_fired_it() -> None:
    game = drawn("before:\n    ab..c\na: red AFU\nb: green A\nc: blue AD")
    taken = _play(_play(game, "FLARE A1").game, "MOVE B1 W").game
    assert [piece.codes for piece in genetess.view(taken, "red").pieces] == ["A", "AD"]  # ruling G24


def test_a_failed_order_leaves_the_seat_to_move() -> None:
    outcome = _play(drawn(THREE), "MOVE A1 N")
    assert outcome.problem
    assert outcome.game.label == "1a"  # ruling G44


def test_a_holiday_is_no_order_that_the_rules_refuse() -> None:
    assert genetess.check(drawn(THREE), "red", Order("HOLIDAY")) is None


def test_a_game_that_is_over_has_no_next_turn() -> None:
    game = _play(drawn("before:\n    ak\na: red A\nk: green K"), "MOVE A1 E").game
    assert game.result
    assert game.label == "1a"
    assert genetess.legal(game, "red") == []


def test_where_nobody_can_play_no_turn_begins() -> None:
    turn = Play(drawn("before:\n    ab\na: red A\nb: green A\nout: red green"), "red", Loaded([]))
    begin_next(turn)
    assert turn.events == []


def test_equal_scores_share_the_victory() -> None:
    game = drawn("before:\n    ak.b.ck\na: red AP\nk: green K\nb: blue A\nc: blue A\nout: red")
    players = {**game.players, "blue": replace(game.players["blue"], score=9)}
    result = _play(replace(game, players=players), "MOVE A1 E").game.result
    assert result
    assert (result.winners, result.survivor) == (("red", "blue"), "blue")  # ruling G42


def test_a_game_begins_with_the_first_seats_income() -> None:
    board = genetess.Board("...\n", {"K1": {"A1": "K"}, "K2": {"C1": "K"}})
    seats = [Seat("red", "red", "K1"), Seat("green", "green", "K2")]
    opening = genetess.opening(Settings(), board, seats)
    assert opening.label == "0"
    outcome = genetess.new(Settings(), board, seats, Loaded([]))
    assert outcome.game.label == "1a"
    assert [player.e for player in outcome.game.players.values()] == [11, 10]  # ruling G8


def test_the_ruleset_is_found_by_its_name() -> None:
    assert ruleset("genetess") is genetess.RULES  # type: ignore[comparison-overlap]
