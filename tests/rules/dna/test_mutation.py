"""Mutation: what it costs, what it swaps with, and that as much of it is done as possible."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import mutation
from genetess_cli.rules.dna.events import Altered
from genetess_cli.rules.dna.game import GRID, SIZES, VALUES, Game, Piece, Settings, Stock
from genetess_cli.rules.dna.order import Mutation, MutationStep
from genetess_cli.rules.dna.plans import mutate_piece
from tests.rules.dna.positions import (
    FOUR,
    archive,
    archived,
    done,
    emptied,
    laid,
    piece,
    play,
    pool,
    refused,
    started,
)


def test_the_example_of_the_rules_spends_three_points() -> None:
    game = laid(started(), {"D4": "M red", "E5": "L blue"})
    outcome = play(game, "PLACE L E4; MUTATE D4 TO green, E5 TO M")
    assert [event.cost for event in outcome.events if isinstance(event, Altered)] == [2, 1]  # ruling D7
    assert piece(outcome.game, "D4") == "M green"
    assert piece(outcome.game, "E5") == "M blue"


@pytest.mark.parametrize(
    ("before", "to", "cost"),
    [
        ("S red", "M", 1), ("S red", "L", 2), ("M red", "S", 1), ("L red", "S", 2), ("L red", "M", 1),
        ("S red", "green", 1), ("M red", "green", 2), ("L red", "green", 3),
    ],
)  # fmt: skip
def test_a_step_costs_what_the_rules_say(before: str, to: str, cost: int) -> None:
    assert mutation.cost(before.split()[0], to) == cost  # ruling D7


def test_each_step_is_paid_at_the_size_of_that_moment() -> None:
    game = laid(started(), {"D4": "S blue"})
    grown_first = refused(game, "PLACE M D3; MUTATE D4 TO M, D4 TO red")
    assert grown_first.slug == "mutates-too-much"  # ruling D7
    assert "D4 TO red costs 2 points, 3 with what came before; the M red has 2." in grown_first.message
    assert piece(done(game, "PLACE M D3; MUTATE D4 TO red, D4 TO M"), "D4") == "M red"


@pytest.mark.parametrize("at", ["C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"])
def test_each_of_the_eight_squares_around_is_adjacent(at: str) -> None:
    game = laid(started(), {at: "S blue"})
    assert refused(game, "PLACE S D4").slug == "mutates-too-little"  # ruling D3
    assert piece(done(game, f"PLACE S D4; MUTATE {at} TO red"), at) == "S red"


def test_no_other_square_is_adjacent() -> None:
    game = laid(started(), {"F4": "S blue", "C3": "S blue"})
    far = refused(game, "PLACE S D4; MUTATE F4 TO red")
    assert far.message == "F4 is not next to D4."  # ruling D3
    assert far.hint == "Next to D4: S blue on C3."


def test_a_step_swaps_with_the_gene_pools() -> None:
    game = laid(started(), {"D4": "S blue"})
    after = done(game, "PLACE S D3; MUTATE D4 TO yellow")
    assert (pool(after, "blue"), pool(after, "yellow")) == ("5 S, 5 M, 5 L", "4 S, 5 M, 5 L")  # ruling D8


def test_archives_are_off_limits() -> None:
    game = started(settings=Settings(stash=Stock(1, 1, 1)))
    game = archived(laid(game, {"D4": "S blue"}), "red", "S yellow")
    problem = refused(game, "PLACE S D3; MUTATE D4 TO yellow")
    assert problem.message == "The yellow gene pool has no S to swap with."  # ruling D8
    assert problem.hint == "It has 1 M yellow and 1 L yellow."


def test_a_step_can_use_what_an_earlier_one_put_back() -> None:
    game = started(settings=Settings(stash=Stock(2, 1, 1)))
    game = laid(game, {"D4": "S blue", "D2": "S blue", "C4": "S green"})
    refusal = refused(game, "PLACE L D3; MUTATE C4 TO blue, D4 TO M, D4 TO green")
    assert refusal.slug == "no-swap"
    after = done(game, "PLACE M D3; MUTATE D4 TO green, C4 TO blue")
    assert (piece(after, "C4"), piece(after, "D4")) == ("S blue", "S green")  # ruling D8


def test_neutral_pools_are_swapped_with() -> None:
    game = laid(started("red", "green"), {"D4": "S blue"})
    assert pool(done(game, "PLACE S D3; MUTATE D4 TO yellow"), "yellow") == "4 S, 5 M, 5 L"  # ruling D4


def test_a_piece_grows_in_two_steps() -> None:
    game = laid(started(), {"D4": "S blue"})
    assert piece(done(game, "PLACE M D3; MUTATE D4 TO M, D4 TO L"), "D4") == "L blue"


@pytest.mark.parametrize(
    ("steps", "slug", "told"),
    [
        ("D4 TO red, D4 TO green", "recoloured-twice", "D4 was recoloured already"),
        ("D4 TO M, D4 TO S", "up-and-down", "none both grows and shrinks"),
        ("D4 TO red, D4 TO red", "no-change", "The piece on D4 is red already."),
        ("D4 TO blue", "no-change", "The piece on D4 is blue already."),
        ("D4 TO S", "no-change", "The piece on D4 is an S already."),
        ("D4 TO purple", "no-colour", "There is no colour purple in this game."),
        ("Z9 TO red", "off-grid", "Z9 is off the board."),
        ("D3 TO red", "placed-piece", "just placed on D3 does not mutate"),
        ("C3 TO red", "empty", "No piece stands on C3."),
        ("D4 TO M", "mutates-too-little", "spends 1 point; here it must spend 3"),
    ],
)
def test_a_step_that_cannot_be_is_refused(steps: str, slug: str, told: str) -> None:
    game = laid(started(), {"D4": "S blue"})
    problem = refused(game, f"PLACE L D3; MUTATE {steps}")
    assert problem.slug == slug  # ruling D7
    assert told in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    ("steps", "hint"),
    [
        ("D4 TO red, D4 TO green", "Leave one of the two steps out, or recolour another piece."),
        ("D4 TO M, D4 TO S", "Leave one of the two steps out, or resize another piece."),
        ("D4 TO S", "Leave this step out, or change something else instead."),
    ],
)
def test_a_step_that_cannot_be_is_told_how_to_mend(steps: str, hint: str) -> None:
    assert refused(laid(started(), {"D4": "S blue"}), f"PLACE L D3; MUTATE {steps}").hint == hint  # ruling D7


def test_where_there_is_nothing_to_mutate_a_step_is_told_so() -> None:
    problem = refused(started(), "PLACE L A1; MUTATE D4 TO M")
    assert problem.message == "D4 is not next to A1."  # ruling D3
    assert problem.hint == "Next to A1: nothing."


def test_a_piece_that_shrank_and_was_recoloured_may_shrink_on() -> None:
    game = laid(started(), {"D4": "L blue", "C4": "S red"})
    after = done(game, "PLACE L D3; MUTATE D4 TO M, C4 TO green, D4 TO S")
    assert (piece(after, "D4"), piece(after, "C4")) == ("S blue", "S green")


def test_as_much_as_possible_must_be_spent_and_the_refusal_shows_how() -> None:
    problem = refused(laid(started(), {"D4": "S blue"}), "PLACE M D3")
    assert problem.slug == "mutates-too-little"  # ruling D9
    assert problem.message == (
        "The mutation spends 0 points; here it must spend 2, which is the most that it can."
    )
    done(laid(started(), {"D4": "S blue"}), problem.hint.removeprefix("This whole order would do: "))


def test_less_than_the_piece_s_value_is_enough_where_no_more_can_be_spent() -> None:
    game = emptied(laid(started(), {"D4": "S blue"}), "green", "yellow", "blue")
    game = replace(game, pools={**game.pools, "red": Stock(1, 1, 0)})
    after = done(game, "PLACE M D3; MUTATE D4 TO red")
    assert piece(after, "D4") == "S red"  # ruling D9


def test_without_neighbours_nothing_is_mutated() -> None:
    assert done(laid(started(), {}), "PLACE L A1; MUTATE").to_move == "green"


def test_a_clause_left_out_is_judged_where_it_would_stand() -> None:
    """Before the capture there is a piece to mutate with, after it there is none (ruling D5)."""
    game = emptied(laid(started("red", "green"), {"A2": "S blue", "A3": "M blue"}), *FOUR)
    game = replace(game, pools={**game.pools, "red": Stock(1, 0, 0), "green": Stock(1, 0, 0)})
    left_out = refused(game, "PLACE S A1; SCORE TAKE S FROM green")
    assert left_out.slug == "mutates-too-little"
    assert archive(done(game, "PLACE S A1; SCORE TAKE S FROM green; MUTATE"), "red") == ["1 S green"]
    assert piece(done(game, "PLACE S A1; MUTATE A2 TO green"), "A2") == "S green"


# Against every sequence of steps that there is


Board = frozenset[tuple[Square, Piece]]


def _around(at: Square) -> list[Square]:
    """The squares that touch one, by their coordinates alone (ruling D3)."""
    return [
        square
        for square in GRID.squares
        if max(abs(square.column - at.column), abs(square.row - at.row)) == 1
    ]


def _brute(
    pieces: dict[Square, Piece],
    near: list[Square],
    pools: dict[Piece, int],
    left: int,
    recoloured: frozenset[Square] = frozenset(),
    ways: Mapping[Square, bool] = MappingProxyType({}),
) -> set[tuple[int, Board]]:
    """What can be spent, each with the boards that come of it, found by trying all steps in all orders."""
    found = {(0, frozenset(pieces.items()))}
    for at in near:
        old = pieces[at]
        for new in pools:
            is_recolouring = new.size == old.size and new.colour != old.colour
            is_resizing = new.size != old.size and new.colour == old.colour
            price = old.value if is_recolouring else abs(new.value - old.value)
            grows = new.value > old.value
            if not (is_recolouring or is_resizing) or price > left or not pools[new]:
                continue
            if (is_recolouring and at in recoloured) or (is_resizing and ways.get(at, grows) != grows):
                continue
            further = _brute(
                {**pieces, at: new},
                near,
                {**pools, new: pools[new] - 1, old: pools[old] + 1},
                left - price,
                recoloured | {at} if is_recolouring else recoloured,
                {**ways, at: grows} if is_resizing else ways,
            )
            found |= {(price + spent, board) for spent, board in further}
    return found


def _random(number: int) -> tuple[Game, Square]:
    """A position with none to eight neighbours, others farther off, and few pieces to swap with."""
    dice = Dice(lambda: b"mutation", number)
    at, often = dice.choice(GRID.squares, ""), dice.number(5, "")
    squares = [square for square in GRID.squares if square == at or dice.number(4, "") < often]
    kinds = [Piece(size, colour) for colour in FOUR for size in SIZES]
    game = started()
    pools = {colour: Stock(*(max(0, dice.number(4, "") - 2) for _ in SIZES)) for colour in FOUR}
    return replace(game, pieces={each: dice.choice(kinds, "") for each in squares}, pools=pools), at


@pytest.mark.by_day(40)
@pytest.mark.parametrize("number", range(120))
def test_the_greatest_mutations_are_those_of_a_search_through_everything(number: int) -> None:
    game, at = _random(number)
    near = [square for square in _around(at) if square in game.pieces]
    pools = {Piece(size, colour): stock.of(size) for colour, stock in game.pools.items() for size in SIZES}
    found = _brute(game.pieces, near, pools, game.pieces[at].value)
    best = max(spent for spent, _ in found)
    assert mutation.greatest(game, at) == best  # ruling D9
    told = [_after(game, steps) for steps in mutation.ways(game, at, best)]
    assert set(told) == {board for spent, board in found if spent == best}
    assert len(told) == len(set(told))


def test_the_random_positions_have_up_to_eight_neighbours() -> None:
    counts = {len(game.neighbours(at)) for game, at in map(_random, range(120))}
    assert counts == set(range(9))


def _after(game: Game, steps: tuple[MutationStep, ...]) -> Board:
    return frozenset(mutate_piece(game, "red", steps).pieces.items())


def test_every_way_that_is_told_can_be_ordered() -> None:
    game = laid(started(), {"D4": "S blue", "E4": "L green", "C3": "M red"})
    found = list(mutation.ways(_with(game), Square.named("D3"), 3))
    assert len(found) > 20
    for steps in found:
        done(game, f"PLACE L D3; {Mutation(steps)}")


def _with(game: Game) -> Game:
    return laid(game, {str(at): str(piece) for at, piece in game.pieces.items()} | {"D3": "L red"})


def test_values_are_one_two_three() -> None:
    assert VALUES == {"S": 1, "M": 2, "L": 3}  # ruling D1
