"""A refusal for too much or too little ends with a whole order that would do and keeps what can be kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.rules import dna
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.bots import sample
from genetess_cli.rules.dna.game import Game
from genetess_cli.rules.dna.order import Mutation, Order, Scoring
from genetess_cli.rules.dna.reading import mend
from tests.rules.dna.positions import done, laid, read, refused, started


def crowd() -> Game:
    """Red to move; a piece on D3 has three neighbours, and strands to the north and the east."""
    return laid(
        started(), {"D2": "L green", "D1": "S blue", "E3": "M red", "F3": "M yellow", "C4": "S yellow"}
    )


@pytest.mark.parametrize(
    ("order", "whole"),
    [
        # nothing but the placing
        ("PLACE L D3", "PLACE L D3; MUTATE D2 TO red; SCORE TAKE M FROM green"),
        # what was right stays as it is
        ("PLACE M D3; MUTATE E3 TO blue", "PLACE M D3; MUTATE E3 TO blue; SCORE TAKE L FROM green, M FROM green"),
        ("PLACE M D3; SCORE TAKE M FROM blue, S FROM green, S FROM green",
         "PLACE M D3; MUTATE D2 TO S; SCORE TAKE M FROM blue, S FROM green, S FROM green"),
        # of what was not, as many steps and captures as can stay
        ("PLACE L D3; MUTATE C4 TO red, D2 TO red, C4 TO L",
         "PLACE L D3; MUTATE C4 TO red, C4 TO L; SCORE TAKE L FROM green"),
        ("PLACE M D3; SCORE TAKE M FROM blue, M FROM green, L FROM yellow; MUTATE C4 TO green",
         "PLACE M D3; SCORE TAKE M FROM blue, M FROM green; MUTATE C4 TO green, D2 TO M"),
        # a mutation is looked for that leaves the captures behind it as they are
        ("PLACE M D3; MUTATE; SCORE TAKE L FROM green, M FROM blue",
         "PLACE M D3; MUTATE E3 TO green; SCORE TAKE L FROM green, M FROM blue"),
    ],
)  # fmt: skip
def test_the_whole_order_keeps_what_can_stay(order: str, whole: str) -> None:
    hints = [line for line in _last_hint(crowd(), order) if line.startswith("This whole")]
    assert hints == [f"This whole order would do: {whole}"]
    done(crowd(), whole)


def _last_hint(game: Game, order: str) -> list[str]:
    problem = refused(game, order)
    return (problem.also or [problem])[-1].hint.splitlines()


def test_what_it_scores_is_told_unless_the_refusal_tells_it() -> None:
    assert _last_hint(crowd(), "PLACE M D3")[-1] == (
        "It scores 2 strands, 4 points: 1+1 for D3-D2-D1 (three colours), 1+1 for D3-E3-F3 (one size)."
    )
    assert _last_hint(crowd(), "PLACE M D3; MUTATE E3 TO blue")[-1].startswith("This whole order")
    assert _last_hint(laid(started(), {"D4": "S blue"}), "PLACE M D3")[-1].startswith("This whole order")


def test_what_is_not_too_much_or_too_little_is_mended_by_its_own_hint() -> None:
    problem = refused(crowd(), "PLACE M D3; MUTATE E3 TO gren")
    assert problem.hint == "Did you mean green? The colours are red, green, blue and yellow."


def test_a_wrong_placing_has_no_whole_order() -> None:
    assert mend(crowd(), "red", read("PLACE L D2; MUTATE E3 TO blue")) is None


def _spoilt(order: Order, dice: Dice) -> Order:
    """An order that lacks clauses, parts or squares of its own."""
    clauses = [
        clause.only(n for n in range(len(clause.parts)) if dice.number(3, "")) for clause in order.clauses
    ]
    if not dice.number(3, ""):
        clauses = [Mutation() if isinstance(clause, Mutation) else Scoring() for clause in reversed(clauses)]
    return replace(order, clauses=tuple(clauses[: 1 + dice.number(2, "")]))


@pytest.mark.parametrize("number", range(30))
def test_whatever_is_refused_the_whole_order_can_be_carried_out(number: int) -> None:
    dice = Dice(lambda: b"mending", number)
    game = started(*("red", "green", "blue", "yellow")[: 2 + number % 3])
    for _ in range(12):
        assert game.to_move
        order = sample(game, game.to_move, dice)
        whole = mend(game, game.to_move, _spoilt(order, dice))
        assert whole
        assert str(read(str(whole))) == str(whole)
        assert dna.check(game, game.to_move, whole) is None
        game = dna.play(game, game.to_move, order, dice).game
