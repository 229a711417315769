"""The hunter: Kings first, the own one kept, walls remembered, and nothing known that its seat does not know."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.admin.simulate import plays
from genetess_cli.rules import genetess
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.board import Direction
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import bots
from genetess_cli.rules.genetess.bots.belief import believe
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.sight import PieceView, SeatMemory, remember, view
from tests.kit.shares import examples
from tests.rules.genetess.cases import drawn, read_order
from tests.rules.genetess.strategies import games, twins
from tests.rules.genetess.test_greed import duel

SLOW = [HealthCheck.too_slow]


def _hunted(game: Game, memory: SeatMemory | None = None, number: int = 0) -> Order:
    order = bots.hunt(game, str(game.to_move), Dice(lambda: b"a key", number), memory)
    assert isinstance(order, Order)
    return order


def _of(text: str) -> str:
    return str(_hunted(replace(drawn(text), to_move="red")))


def _remembered(game: Game) -> SeatMemory:
    """What a seat remembers that sees its first turn, of a map without walls."""
    rows = "\n".join(["." * game.grid.columns] * game.grid.rows)
    return remember(Board(rows, {}), None, view(game, str(game.to_move)), ())


def test_a_king_in_reach_is_taken() -> None:
    board = "before:\n    .c...\n    gab..\n    .....\n"
    assert _of(board + "a: red AF\nb: green ABBBB\nc: red K\ng: green K") == "MOVE B2 W"


def test_a_king_that_may_be_on_a_start_out_of_sight_is_taken_there() -> None:
    board = "before:\n    k.....a..g\nk: red K\na: red ABB\ng: green K\ne: red 0\nstarting squares: A1 J1"
    assert _of(board) == "MOVE G1 E-E-E"


@pytest.mark.parametrize("attacker", ["A", "AB"])
def test_the_own_king_is_not_left_where_it_can_be_taken(attacker: str) -> None:
    """It is taken by whoever can do so, or the King goes out of its way."""
    board = "before:\n    ......\n    .k.b..\n    ..a...\n    .....g\n"
    pieces = f"k: red K\na: red ABF\nb: green {attacker}BF\ng: green K\ne: red 0"
    game = replace(drawn(board + pieces), to_move="red")
    after = genetess.play(game, "red", _hunted(game), Dice(bytes, 0)).game
    for text in genetess.legal(after, "green"):
        if text.startswith("MOVE"):
            answer = genetess.play(after, "green", read_order(text), Dice(bytes, 0))
            assert not answer.game.players["red"].eliminated


def test_a_piece_that_was_seen_is_believed_where_it_was_until_that_is_long_ago() -> None:
    game = replace(drawn("before:\n    k........g\nk: red K\ng: green K\ne: red 0"), to_move="red", round=9)
    memory = _remembered(game)
    seen = PieceView("F1", "green", "ABC", phased=False, flare=False)
    for last, ages in ((7, [2]), (0, [])):
        believed = believe(game, "red", replace(memory, pieces={"F1": (seen, last)}))
        assert [*believed.ages.values()] == ages


def test_walls_out_of_sight_are_those_of_the_map_at_the_start() -> None:
    board = "before:\n    k.....a..g\n    ..........\n    ..........\n    ..........\n"
    game = replace(
        drawn(board + "k: red K\na: red AB\ng: green K\ne: red 0\nstarting squares: A1 J1"), to_move="red"
    )
    walls = ".........+\n.......+++\n..........\n.........."
    memory = remember(Board(walls, {}), None, view(game, "red"), ())
    assert "J1" in map(str, game.grid.of(believe(game, "red", memory).ground.interior))
    assert believe(game, "red", None).ground.interior == 0


def test_a_king_that_left_its_start_is_sought_where_nobody_looked_for_longest() -> None:
    board = "before:\n    k.a.....g..\nk: red K\na: red A\ng: green K\ne: red 0\nstarting squares: A1 H1"
    game = replace(drawn(board), to_move="red", round=9)
    memory = replace(_remembered(game), map=["..........."], lately=[(8, "3f0"), (2, "7ff")])
    assert [str(square) for square in believe(game, "red", memory).quarry] == ["K1"]


def test_once_an_order_has_failed_the_others_of_that_turn_keep_out_of_the_dark() -> None:
    game = replace(drawn("before:\n    k.a.....g\nk: red K\na: red ABB\ng: green K\ne: red 0"), to_move="red")
    memory = _remembered(game)
    assert not believe(game, "red", memory).shunned
    again = remember(Board(".........", {}), memory, view(game, "red"), ())
    assert game.grid.of(believe(game, "red", again).shunned) == game.grid.of(believe(game, "red", again).dark)
    assert not _hunted(game, again).path or _hunted(game, again).path.count(Direction.E) < 3


@settings(max_examples=examples(40), suppress_health_check=SLOW)
@given(games(), st.integers(0, 2**32))
def test_whatever_is_hunted_is_accepted_and_reads_back(game: Game, number: int) -> None:
    order = _hunted(game, _remembered(game), number)
    assert genetess.check(game, str(game.to_move), order) is None
    assert read_order(str(order)) == order


@settings(max_examples=examples(40), suppress_health_check=SLOW)
@given(games(), st.data())
def test_the_hunter_knows_nothing_that_its_seat_does_not_know(game: Game, data: st.DataObject) -> None:
    twin = data.draw(twins(game, str(game.to_move)))
    assert _hunted(game, _remembered(game)) == _hunted(twin, _remembered(twin))


def test_the_hunter_beats_greed() -> None:
    """On the board for two, from either side of it; 200 games are in docs/performance.md."""
    rules, won = genetess.RULES, {"hunter": 0, "greedy": 0}
    for number in range(8):
        seats = dict(
            zip(("red", "green"), ("hunter", "greedy") if number % 2 else ("greedy", "hunter"), strict=True)
        )
        game, files = duel()
        for _, last in zip(range(300), plays(rules, game, f"{number}", seats, files), strict=False):
            result = rules.view(last.outcome.game, PUBLIC).result
        for seat in result.winners if result else []:
            won[seats[seat]] += 1
    assert won["hunter"] > won["greedy"]
