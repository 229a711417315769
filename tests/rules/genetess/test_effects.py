"""Effects that no action of this page has by itself: what special squares will need of the one place for change."""

from __future__ import annotations

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play
from tests.rules.genetess.cases import Loaded, drawn, picture


def _turn(text: str, *draws: int) -> Play:
    return Play(drawn(text), "red", Loaded(list(draws)))


def _picture(turn: Play) -> list[str]:
    return picture(turn.game).splitlines()


def test_a_piece_that_loses_its_last_a_and_is_no_king_is_destroyed() -> None:
    turn = _turn("before:\n    a.\na: green AB", 0)
    effects.irradiate(turn, Square(0, 0), last_a=True, why="S9")
    assert _picture(turn) == [".."]  # ruling G19


def test_a_king_that_loses_its_last_a_lives() -> None:
    turn = _turn("before:\n    a.\na: green AK", 0)
    effects.irradiate(turn, Square(0, 0), last_a=True, why="S9")
    assert _picture(turn) == ["@.", "A1 green K"]


def test_a_shield_resists_codes_once_for_each_w() -> None:
    turn = _turn("before:\n    a.\na: green AWW")
    for _ in range(3):
        effects.mutate(turn, Square(0, 0), "adder", gained="B")
    assert _picture(turn) == ["@.", "A1 green AB"]  # ruling G11


def test_no_shield_is_spent_where_no_code_would_change() -> None:
    turn = _turn("before:\n    a.\na: green AW")
    effects.mutate(turn, Square(0, 0), "adder")
    assert turn.events == []  # ruling G11


def test_nothing_is_paid_or_earned_where_the_amount_is_0() -> None:
    turn = _turn("before:\n    a.\na: green A")
    effects.pay(turn, "red", 0, "create")
    effects.earn(turn, "red", 0, "income")
    assert turn.events == []


def test_a_purse_is_filled_no_further_than_the_files_can_hold() -> None:
    turn = _turn("before:\n    a.\na: green A")
    effects.earn(turn, "red", 10**18, "digest")
    assert turn.game.players["red"].e == effects.MOST_E
    effects.earn(turn, "red", 1, "income")
    assert len(turn.events) == 1
    assert len(str(effects.MOST_E)) <= 18


def test_a_king_digested_with_a_full_purse_pays_no_more_than_the_taker_can_hold() -> None:
    turn = _turn("before:\n    ab\na: red AG\nb: green K")
    effects.earn(turn, "green", effects.MOST_E, "income")
    effects.earn(turn, "red", effects.MOST_E - 1, "income")
    effects.take(turn, Square(0, 0), Square(0, 1))
    assert turn.game.players["red"].e == effects.MOST_E  # ruling G9


def test_a_run_stops_short_of_what_drew_it() -> None:
    turn = _turn("before:\n    a..b\na: red A\nb: green AEO")
    effects.run(turn, Square(0, 3), Direction.W, stop=Square(0, 0))
    assert _picture(turn) == ["@@..", "A1 red A", "B1 green AEO"]  # ruling G23
