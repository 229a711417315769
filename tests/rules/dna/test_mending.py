"""A refusal for too much or too little ends with a whole order that would do, with the same placing."""

from __future__ import annotations

import pytest

from genetess_cli.rules import dna
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.bots import sample
from genetess_cli.rules.dna.game import Game
from tests.rules.dna.positions import done, laid, read, refused, started

WHOLE = "This whole order would do: "


def crowd() -> Game:
    """Red to move; a piece on D3 has three neighbours, and strands to the north and the east."""
    return laid(
        started(), {"D2": "L green", "D1": "S blue", "E3": "M red", "F3": "M yellow", "C4": "S yellow"}
    )


@pytest.mark.parametrize(
    "order",
    [
        "PLACE L D3",
        "PLACE M D3; MUTATE E3 TO blue",
        "PLACE L D3; MUTATE C4 TO red, D2 TO red, C4 TO L",
        "PLACE M D3; SCORE TAKE M FROM blue, M FROM green, L FROM yellow; MUTATE C4 TO green",
        "PLACE M D3; MUTATE; SCORE TAKE L FROM green, M FROM blue",
    ],
)
def test_the_whole_order_has_the_same_placing_and_can_be_carried_out(order: str) -> None:
    problem = refused(crowd(), order)
    *_, last = (problem.also or [problem])[-1].hint.splitlines()
    assert last.startswith(WHOLE + order.partition(";")[0])
    done(crowd(), last.removeprefix(WHOLE))


def test_what_is_not_too_much_or_too_little_has_its_own_hint_alone() -> None:
    problem = refused(crowd(), "PLACE M D3; MUTATE E3 TO gren")
    assert problem.hint == "Did you mean green? The colours are red, green, blue and yellow."


@pytest.mark.parametrize("number", range(10))
def test_whatever_is_refused_the_whole_order_can_be_carried_out(number: int) -> None:
    dice = Dice(lambda: b"mending", number)
    game = started(*("red", "green", "blue", "yellow")[: 2 + number % 3])
    for _ in range(12):
        assert game.to_move
        order = sample(game, game.to_move, dice)
        placing = str(order).partition(";")[0]
        if problem := dna.check(game, game.to_move, read(placing)):
            *_, last = (problem.also or [problem])[-1].hint.splitlines()
            assert dna.check(game, game.to_move, read(last.removeprefix(WHOLE))) is None
        game = dna.play(game, game.to_move, order, dice).game
