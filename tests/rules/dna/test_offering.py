"""What the order builder is offered: the position in numbers, and what costs and strands come to."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna import offering
from genetess_cli.rules.dna.game import Player, Settings
from genetess_cli.rules.dna.scoring import points, strands
from genetess_cli.rules.turn import Result
from tests.rules.dna.positions import archived, laid, started

KINDS = [f"{size} {colour}" for size, colour in product("SML", ("red", "green", "blue"))]


def _kinds(word: str) -> list[int]:
    return [word.index(letter) for letter in word]


def _worth(trio: list[str]) -> int:
    """What a strand is worth by the table."""
    colours = "".join(each.split()[1][0] for each in trio)
    number = next(at for at, each in enumerate(offering.PATTERNS) if _kinds(each) == _kinds(colours))
    return offering.trios()["".join(each[0] for each in trio)][number]


# ruling D10
@pytest.mark.by_day(3)
@pytest.mark.parametrize("first", KINDS)
def test_every_strand_has_its_worth_in_the_table(first: str) -> None:
    for others in product(KINDS, repeat=2):
        trio = [first, *others]
        game = laid(started(settings=Settings()), dict(zip(("A1", "B1", "C1"), trio, strict=True)))
        assert _worth(trio) == points(strands(game.pieces, Square(0, 0))), trio


def test_the_position_is_told_in_numbers() -> None:
    offered = offering.offers(archived(started(), "green", "L blue", "S red"), "red")
    assert offered["pieces"] == {"D4": "S red", "E4": "S green", "D5": "S blue", "E5": "S yellow"}
    assert offered["pools"]["red"] == [3, 5, 5]
    assert offered["archives"] == {
        "red": {},
        "green": {"red": [1, 0, 0], "blue": [0, 0, 1]},
        "blue": {},
        "yellow": {},
    }


# ruling D4
def test_a_gene_pool_is_its_owners_or_nobodys() -> None:
    assert offering.offers(started("red", "green"), "green")["owners"] == {"red": "red", "green": "green"}
    double = offering.offers(started("red", "green", settings=Settings(two_player="double")), "green")
    assert double["owners"] == {"red": "red", "blue": "red", "green": "green", "yellow": "green"}


@pytest.mark.parametrize("gone", ["over", "left", "nobody"])
def test_who_has_no_turns_any_more_is_offered_nothing(gone: str) -> None:
    game = started()
    if gone == "over":
        game = replace(game, result=Result(("red",), "it is over"))
    if gone == "left":
        game = replace(game, players={**game.players, "red": Player(("red",), out=True)})
    assert offering.offers(game, "purple" if gone == "nobody" else "red") == {}
