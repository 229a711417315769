"""The greedy order: what it prefers to what, that it knows no more than its seat, and that it pays."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.admin.simulate import plays
from genetess_cli.rules import genetess
from genetess_cli.rules.base import PUBLIC, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import bots
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.store import resources
from tests.kit.shares import examples
from tests.rules.genetess.cases import drawn, read_order
from tests.rules.genetess.strategies import games, twins

MOST_TURNS = 1500


def _greedy(game: Game, number: int = 0) -> Order:
    order = bots.greedy(game, str(game.to_move), Dice(lambda: b"a key", number))
    assert isinstance(order, Order)
    return order


def _of(text: str) -> str:
    return str(_greedy(replace(drawn(text), to_move="red")))


def test_a_king_is_taken_rather_than_anything_else() -> None:
    """It has to read the codes, or every piece is worth the same."""
    board = "before:\n    .c...\n    gab..\n    .....\n"
    assert _of(board + "a: red AF\nb: green ABBBB\nc: red K\ng: green K") == "MOVE B2 W"


def test_the_dearest_piece_is_taken_first_and_the_cheapest_takes_it() -> None:
    board = "before:\n    .k...\n    .fg..\n    .ab..\n"
    pieces = "k: red K\na: red A\nf: red AF\ng: green ABC\nb: green A\ne: red 100"
    assert _of(board + pieces) == "MOVE B2 E"
    assert _of(board + pieces.replace("g: green ABC", "g: green A")) == "MOVE B3 E"


def test_a_king_in_view_is_gone_for_along_the_shortest_way_round_the_walls() -> None:
    board = "before:\n    k.....\n    .a+g..\n    ......\n"
    assert _of(board + "k: red K\na: red ADF\ng: green K\ne: red 100") in ("MOVE B2 N", "MOVE B2 S")


def test_a_king_stays_at_home() -> None:
    """Nothing but Kings goes nowhere: it makes a piece."""
    order = _of("before:\n    k....g\n    ......\nk: red KD\ng: green K\ne: red 5")
    assert order.startswith("CREATE ")
    assert order.endswith(" AB")


@pytest.mark.parametrize(("purse", "codes"), [(100, "ABBBCD"), (9, "ABC"), (2, "A")])
def test_the_best_piece_is_made_that_can_be_paid(purse: int, codes: str) -> None:
    order = _of(f"before:\n    k.........g\nk: red K\ng: green K\ne: red {purse}")
    assert order == f"CREATE B1 {codes}"


def test_only_codes_that_are_sold_are_bought() -> None:
    text = "before:\n    k.........g\nk: red K\ng: green K\ne: red 100"
    assert _of(text + "\ncodes: AC") == "CREATE B1 AC"


def test_without_money_the_pieces_look_for_kings_where_these_may_be() -> None:
    board = "before:\n    k.a.........g\nk: red K\na: red A\ng: green K\ne: red 0\nstarting squares: A1 M1"
    assert _of(board) == "MOVE C1 E"


def test_where_every_start_is_in_view_any_square_out_of_sight_will_do() -> None:
    board = "before:\n    k.a.........g\nk: red K\na: red A\ng: green K\ne: red 0\nstarting squares: A1"
    assert _of(board) == "MOVE C1 E"


def test_with_nothing_to_do_it_is_a_random_order() -> None:
    assert _of("before:\n    k#g\nk: red K\ng: green K\ne: red 0").startswith("PASS")


def test_a_piece_with_very_many_steps_is_left_alone() -> None:
    board = f"before:\n    ka...g\n    ......\nk: red K\na: red A{'B' * 20}\ng: green K\ne: red 0"
    assert _of(board)


@pytest.mark.parametrize("bot", bots.BOTS.names)
def test_in_round_0_every_bot_gambles_at_random(bot: str) -> None:
    """Ruling G39."""
    board = Board(".....\n", {"K1": {"A1": "K"}, "K2": {"C1": "K"}})
    begun = genetess.new(
        Settings(gamble=("start",)), board, [Seat("p1", "p1"), Seat("p2", "p2")], Dice(bytes, 0)
    )
    assert isinstance(bots.BOTS.named[bot].choose(begun.game, "p1", Dice(lambda: b"a key", 0), None), Gambles)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.integers(0, 2**32))
def test_whatever_is_greedy_is_accepted_and_reads_back(game: Game, number: int) -> None:
    order = _greedy(game, number)
    assert genetess.check(game, str(game.to_move), order) is None
    assert read_order(str(order)) == order


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.data())
def test_greed_sees_nothing_that_its_seat_cannot_see(game: Game, data: st.DataObject) -> None:
    assert _greedy(game) == _greedy(data.draw(twins(game, str(game.to_move))))


@pytest.mark.no_cover
def test_greed_beats_luck() -> None:
    """On the board for two, from either side of it, it wins nearly every game."""
    rules = genetess.RULES
    won = {"greedy": 0, "random": 0}
    for number in range(12):
        greedy, other = ("red", "green") if number % 2 else ("green", "red")
        *_, last = islice(plays(rules, duel()[0], f"duel {number}", {greedy: "greedy"}), MOST_TURNS)
        result = rules.view(last.outcome.game, PUBLIC).result
        won["greedy"] += bool(result and result.winners == [greedy])
        won["random"] += bool(result and result.winners == [other])
    assert won["greedy"] >= 10
    assert won["random"] <= 1


def duel() -> tuple[Game, Board]:
    from genetess_cli.store.yaml import api

    data = resources.preset("duel").read_bytes()
    board = api.convert(api.read(data, "duel.yaml"), Board)
    seats = [Seat("red", "red", "K1"), Seat("green", "green", "K2")]
    game: Game = genetess.new(Settings(), board, seats, Dice(bytes, 0)).game
    return game, board
