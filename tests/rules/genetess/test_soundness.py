"""`flaws` finds what cannot be: each row takes a sound turn and breaks one thing of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Eliminated, Event, Passed, TurnBegan
from genetess_cli.rules.genetess.game import Game, Map, Piece, Player, Special
from genetess_cli.rules.problems import Problem
from tests.rules.genetess.cases import drawn, read_order
from tests.rules.genetess.soundness import flaws

A1, B1 = Square.named("A1"), Square.named("B1")
BOARD = """\
before:
    a.+#
    .bc.
a: red AK
b: green AK
c: blue AK
special B1 S5
"""


def _turn(order: str = "PASS", board: str = BOARD) -> tuple[Game, Outcome[Game, Event]]:
    before = drawn(board)
    return before, genetess.play(before, "red", read_order(order), Dice(bytes, 0))


def _with(**fields: object) -> Callable[[Game], Game]:
    return lambda game: replace(game, **fields)


def _player(seat: str, **fields: object) -> Callable[[Game], Game]:
    return lambda game: replace(game, players={**game.players, seat: replace(game.players[seat], **fields)})


def _piece(piece: Piece, square: Square = B1) -> Callable[[Game], Game]:
    return lambda game: replace(game, pieces={**game.pieces, square: piece})


@pytest.mark.parametrize("order", ["PASS", "MOVE A1 S", "MOVE A1 N"])
def test_a_sound_turn_has_no_flaws(order: str) -> None:
    assert flaws(*_turn(order)) == []


def test_an_elimination_and_an_end_are_sound() -> None:
    assert flaws(*_turn("MOVE A1 SE", BOARD.replace("AK", "ACK"))) == []
    two = "before:\n    ab\na: red AK\nb: green AK"
    before, outcome = _turn("MOVE A1 E", two)
    assert outcome.game.result
    assert flaws(before, outcome) == []


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (_with(map=Map(Grid(4, 2), 0, 0)), "exterior wall has changed"),
        (_with(map=Map(Grid(4, 3), 0, 0)), "board's size"),
        (lambda game: replace(game, map=Map(game.grid, game.map.exterior, game.map.exterior)), "both kinds of wall"),
        (_piece(Piece("red", "A"), Square.named("C1")), "the A on C1 stands in a wall"),
        (_piece(Piece("red", "A"), Square.named("A9")), "the A on A9 stands in a wall or off the board"),
        (_piece(Piece("red", "BC")), "the BC on B1 is no sequence that can live"),
        (_piece(Piece("red", "BA")), "the BA on B1 is no sequence"),
        (_piece(Piece("red", "Aä")), "is no sequence"),
        (_piece(Piece("nobody", "A")), "has no owner"),
        (_piece(Piece("green", "A"), Square.named("B2")), "green is in and has no King"),
        (_with(specials={}), "a special was lost"),
        (_with(specials={B1: Special("S6", "S6")}), "a special was lost, made or changed"),
        (_with(specials={Square.named("A9"): Special("S5", "S5")}), "the special on A9 is off the board"),
        (lambda game: replace(game, players=dict(reversed(game.players.items()))), "their order"),
        (_player("green", e=-1), "green has -1 E"),
        (_player("green", e=10**15 + 1), "green has 1000000000000001 E"),
        (_player("green", eliminated=True), "green is eliminated and has"),
        (_player("green", eliminated=True, e=0), "does not follow from the eliminations"),
        (_player("green", score=1), "green has 1 points; the eliminations make it 0"),
        (_with(to_move="red", round=1), "1a was followed by 1a, and turns began of ['green']"),
        (_with(result=genetess.play(drawn("before:\n    ab\na: red AK\nb: green AK"), "red",
               read_order("MOVE A1 E"), Dice(bytes, 0)).game.result), "the game is over with 3 still in"),
    ],
)  # fmt: skip
def test_a_broken_position_is_found(broken: Callable[[Game], Game], words: str) -> None:
    before, outcome = _turn()
    found = flaws(before, replace(outcome, game=broken(outcome.game)))
    assert words in " / ".join(found)


def test_nobody_comes_back() -> None:
    before, outcome = _turn(board=f"{BOARD}out: green\n")
    back = _player("green", eliminated=False)(outcome.game)
    assert "green was eliminated and is in again" in flaws(before, replace(outcome, game=back))


def test_somebody_is_always_in() -> None:
    before, outcome = _turn()
    nobody = {seat: Player(seat, eliminated=True) for seat in before.players}
    found = flaws(before, replace(outcome, game=replace(outcome.game, players=nobody)))
    assert "nobody is still in" in found


def test_an_elimination_must_be_scored() -> None:
    """Ruling G41."""
    before, outcome = _turn()
    out = _player("blue", eliminated=True, e=0)(outcome.game)
    events = [Eliminated("blue", "red"), *outcome.events]
    found = flaws(before, replace(outcome, game=out, events=events))
    assert found == [
        "red has 0 points; the eliminations make it 11", "green has 0 points; the eliminations make it 1",
    ]  # fmt: skip


def test_a_game_must_end_with_one_left() -> None:
    """Ruling G42."""
    before, outcome = _turn()
    alone = replace(
        outcome.game,
        players={seat: Player(seat, eliminated=seat != "red") for seat in before.players},
    )
    assert "the game is not over with 1 still in" in flaws(before, replace(outcome, game=alone))


def test_one_turn_begins_after_another() -> None:
    """Ruling G40."""
    before, outcome = _turn()
    assert flaws(before, replace(outcome, events=[])) == ["1a was followed by 1b, and turns began of []"]
    twice = [TurnBegan("blue", 1), *outcome.events]
    assert flaws(before, replace(outcome, events=twice)) == [
        "of ['blue', 'green'] one could play that was passed over"
    ]


def test_who_is_to_move_has_something_to_order_with() -> None:
    """Ruling G40."""
    before, outcome = _turn(board=f"{BOARD}out: green\nseats: red green blue\n")
    green = replace(outcome.game, to_move="green")
    events = [TurnBegan("green", 1)]
    assert flaws(before, replace(outcome, game=green, events=events)) == [
        "green is to move and has nothing to order with"
    ]


def test_a_failed_order_does_nothing() -> None:
    """Ruling G14."""
    before, outcome = _turn()
    failed = replace(outcome, problem=Problem("wall", "There is a wall."))
    assert flaws(before, failed) == [
        "an order that failed did more than reveal phased pieces", "the turn went on after an order that failed",
    ]  # fmt: skip
    assert flaws(before, replace(failed, game=before, events=[])) == []
    assert len(flaws(before, replace(failed, game=before, events=[Passed("red")]))) == 1


def test_a_start_is_held_to_the_same() -> None:
    opening = replace(drawn(BOARD), to_move=None, round=0)
    events = [TurnBegan("red", 1)]
    begun = genetess.apply(opening, events[0])
    assert flaws(opening, Outcome(begun, events)) == []
    assert flaws(opening, Outcome(opening, [])) == []
