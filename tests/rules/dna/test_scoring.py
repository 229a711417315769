"""Strands with their bonuses, and captures for all that was scored."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import scoring
from genetess_cli.rules.dna.events import Counted
from genetess_cli.rules.dna.game import SIZES, Game, Piece, Settings, Stock, Strand
from genetess_cli.rules.dna.order import Scoring
from genetess_cli.rules.dna.scoring import BONUSES, Ware
from genetess_cli.rules.dna.turn import drop
from tests.rules.dna.positions import (
    FOUR,
    NO_LUCK,
    archive,
    archived,
    done,
    emptied,
    laid,
    play,
    pool,
    refused,
    started,
)


def example() -> Game:
    """The page's example with green to move: from D4 down two small greens, to the right yellow and red."""
    pieces = {"D5": "S green", "D6": "S green", "E4": "M yellow", "F4": "L red"}
    return replace(laid(started(), pieces), to_move="green")


def found(pieces: dict[str, str], at: str) -> tuple[Strand, ...]:
    return scoring.strands(
        {Square.named(name): Piece(*text.split()) for name, text in pieces.items()}, Square.named(at)
    )


def test_the_example_of_the_rules_scores_six() -> None:
    outcome = play(example(), "PLACE S D4; SCORE TAKE L FROM red, L FROM blue; MUTATE D5 TO red")
    counted = next(event for event in outcome.events if isinstance(event, Counted))
    assert counted.points == 6  # ruling D10
    assert scoring.describe_strands(counted.strands) == (
        "2 strands, 6 points: 1+1+1 for D4-E4-F4 (three colours, sizes in succession), "
        "1+1+1 for D4-D5-D6 (one colour, one size)"
    )


def test_the_example_of_the_rules_captures_six_at_the_prices_of_the_rules_text() -> None:
    game = archived(example(), "red", "S blue", "L blue")
    after = done(game, "PLACE S D4; SCORE TAKE S FROM red ARCHIVE, L FROM yellow; MUTATE D5 TO red")
    assert archive(after, "green") == ["1 S blue", "1 L yellow"]  # ruling D11
    both = refused(game, "PLACE S D4; SCORE TAKE S FROM red ARCHIVE, L FROM red ARCHIVE; MUTATE D5 TO red")
    assert both.slug == "takes-too-much"
    assert both.message.startswith(
        "The captures come to 8 points, more than the score: 2 strands, 6 points: 1+1+1 for"
    )
    assert both.hint.startswith("This whole order would do: ")
    done(game, both.hint.partition(" would do: ")[2])


def test_captures_that_are_too_many_are_counted_to_the_last() -> None:
    order = "PLACE S D4; SCORE TAKE L FROM red, L FROM blue, {}, M FROM yellow; MUTATE D5 TO red"
    whole = refused(example(), order.format("L FROM yellow"))
    assert whole.message.startswith("The captures come to 11 points, more than")  # ruling D11
    one_missing = refused(example(), order.format("L FROM yellow ARCHIVE"))
    assert one_missing.message.startswith("The captures come to at least 8 points, more than")
    assert [other.slug for other in one_missing.also] == ["no-piece"]


@pytest.mark.parametrize(
    ("row", "bonuses"),
    [
        (("S red", "L green", "S red"), ()),
        (("S red", "L green", "S blue"), ("three colours",)),
        (("S red", "L red", "S red"), ("one colour",)),
        (("S red", "M green", "L red"), ("sizes in succession",)),
        (("L red", "M green", "S red"), ("sizes in succession",)),
        (("M red", "M green", "M red"), ("one size",)),
        (("L red", "M red", "S red"), ("one colour", "sizes in succession")),
        (("M red", "L green", "S red"), ()),
    ],
)
def test_a_strand_has_a_bonus_for_each_that_holds(row: tuple[str, ...], bonuses: tuple[str, ...]) -> None:
    (strand,) = found(dict(zip(("A1", "B2", "C3"), row, strict=True)), "A1")
    assert strand.bonuses == bonuses  # ruling D10
    assert strand.points == 1 + len(bonuses)


def test_the_placed_piece_is_at_the_end_of_a_strand() -> None:
    row = dict.fromkeys(("A1", "B1", "C1"), "S red")
    assert not found(row, "B1")  # ruling D10
    assert len(found(row, "A1")) == len(found(row, "C1")) == 1


def test_a_strand_goes_each_of_eight_ways() -> None:
    everywhere = {f"{column}{row}": "S red" for column in "ABCDE" for row in range(1, 6)}
    assert len(found(everywhere, "C3")) == 8  # ruling D10
    assert scoring.points(found(everywhere, "C3")) == 24
    assert list(BONUSES) == ["three colours", "one colour", "sizes in succession", "one size"]


def test_no_strand_is_told_as_none() -> None:
    assert scoring.describe_strands(found({"A1": "S red"}, "A1")) == "no strand, 0 points"
    assert scoring.describe_strands(found({"A1": "S red", "A2": "L blue", "A3": "S red"}, "A1")) == (
        "1 strand, 1 point: 1 for A1-A2-A3"
    )


def test_the_board_counts_as_it_stands_when_the_player_scores() -> None:
    game = laid(started(), {"A2": "L green", "A3": "S green"})
    before = play(game, "PLACE S A1; SCORE TAKE S FROM green; MUTATE A2 TO M")
    after = play(game, "PLACE S A1; MUTATE A2 TO M; SCORE TAKE S FROM green")
    points = [
        event.points for outcome in (before, after) for event in outcome.events if isinstance(event, Counted)
    ]
    assert points == [1, 1]
    green = laid(started(), {"A2": "S green", "A3": "L red"})
    bonus = play(green, "PLACE S A1; MUTATE A2 TO M; SCORE TAKE M FROM green")
    assert [event.points for event in bonus.events if isinstance(event, Counted)] == [2]  # ruling D10


def test_captured_pieces_keep_their_colour_and_leave_their_pool() -> None:
    after = done(example(), "PLACE S D4; SCORE TAKE L FROM red, M FROM red, S FROM blue; MUTATE D5 TO red")
    assert archive(after, "green") == ["1 M red", "1 L red", "1 S blue"]  # ruling D11
    assert pool(after, "red") == "4 S, 4 M, 3 L"


def test_less_than_the_score_is_refused_and_the_refusal_shows_what_is_enough() -> None:
    problem = refused(example(), "PLACE S D4; SCORE TAKE L FROM red; MUTATE D5 TO red")
    assert problem.slug == "takes-too-little"  # ruling D11
    assert "come to 3 points; they must come to 6" in problem.message
    assert "1+1+1 for D4-D5-D6 (one colour, one size)" in problem.message
    done(example(), problem.hint.removeprefix("This whole order would do: "))


def test_what_cannot_be_reached_need_not_be_taken() -> None:
    game = emptied(example(), "red", "blue", "yellow")
    game = archived(replace(game, pools={**game.pools, "red": Stock(0, 1, 0)}), "yellow", "M red")
    game = replace(game, pools={**game.pools, "red": Stock(1, 0, 0)})
    after = done(game, "PLACE S D4; SCORE TAKE S FROM red, M FROM yellow ARCHIVE; MUTATE D5 TO M")
    assert archive(after, "green") == ["1 S red", "1 M red"]  # 1 + 4 = 5 of 6, ruling D11


def test_with_nothing_to_take_score_stands_alone() -> None:
    game = emptied(example(), "red", "blue", "yellow")
    assert archive(done(game, "PLACE S D4; SCORE; MUTATE D5 TO M"), "green") == []  # ruling D5


def test_without_a_strand_nothing_is_taken() -> None:
    problem = refused(laid(started(), {}), "PLACE S A1; SCORE TAKE S FROM green")
    assert problem.message == "The captures come to 1 point, more than the score: no strand, 0 points."
    assert problem.hint == "This whole order would do: PLACE S A1"


def test_a_score_left_out_must_have_nothing_to_take() -> None:
    problem = refused(example(), "PLACE S D4; MUTATE D5 TO red")
    assert problem.slug == "takes-too-little"  # ruling D5


def test_the_colour_may_be_left_out_where_there_is_one() -> None:
    game = archived(example(), "red", "S blue", "S yellow")
    problem = refused(game, "PLACE S D4; SCORE TAKE S FROM red ARCHIVE; MUTATE D5 TO red")
    assert problem.slug == "which-colour"  # ruling D5
    assert problem.message == "The S can be blue or yellow."
    assert problem.hint == "Name its colour, like S blue FROM red ARCHIVE."
    twice = refused(
        game, "PLACE S D4; SCORE TAKE S FROM red ARCHIVE, S FROM red ARCHIVE, M FROM blue; MUTATE D5 TO red"
    )
    assert not twice.also  # once the first has its colour, the second can have one alone
    order = "PLACE S D4; SCORE TAKE S blue FROM red ARCHIVE, S FROM red ARCHIVE; MUTATE D5 TO red"
    assert archive(done(game, order), "green") == ["1 S blue", "1 S yellow"]


@pytest.mark.parametrize(
    ("capture", "slug", "told"),
    [
        ("S FROM green", "no-rival", "You cannot take anything from green."),
        ("S FROM gren", "no-rival", "You cannot take anything from gren."),
        ("S FROM red ARCHIVE", "no-piece", "There is no S in red’s archive."),
        ("S blue FROM red", "no-piece", "There is no S blue in red’s gene pool."),
        ("S pink FROM red", "no-colour", "There is no colour pink in this game."),
    ],
)
def test_a_capture_that_cannot_be_is_refused(capture: str, slug: str, told: str) -> None:
    problem = refused(example(), f"PLACE S D4; SCORE TAKE {capture}; MUTATE D5 TO red")
    assert (problem.slug, problem.message) == (slug, told)
    assert problem.hint


def test_nobody_captures_from_a_neutral_pool() -> None:
    game = laid(started("red", "green"), {"A2": "L green", "A3": "S green"})
    problem = refused(game, "PLACE S A1; SCORE TAKE S FROM blue; MUTATE A2 TO M")
    assert problem.slug == "no-rival"  # ruling D4


def test_nobody_captures_what_a_player_who_left_has_left_behind() -> None:
    game = drop(example(), "red", NO_LUCK).game
    problem = refused(game, "PLACE S D4; SCORE TAKE S FROM red; MUTATE D5 TO red")
    assert problem.slug == "no-rival"
    assert problem.hint == "You can take from blue or yellow."


def test_no_archive_of_a_player_who_left_is_offered() -> None:
    game = archived(example(), "red", "S blue")
    assert ("red", True) in {(ware.owner, ware.archive) for ware in scoring.wares(game, "green")}
    left = drop(game, "red", NO_LUCK).game
    assert {ware.owner for ware in scoring.wares(left, "green")} == {"blue", "yellow"}
    problem = refused(left, "PLACE S D4; SCORE TAKE S FROM red ARCHIVE; MUTATE D5 TO red")
    assert problem.slug == "no-rival"


def double() -> Game:
    game = started("red", "green", settings=Settings(two_player="double"))
    return laid(game, {"A2": "L green", "A3": "S green"})


def test_in_double_a_seat_means_both_its_pools() -> None:
    order = "PLACE S red A1; SCORE TAKE S yellow FROM green; MUTATE A2 TO M"
    assert archive(done(double(), order), "red") == ["1 S yellow"]  # ruling D4
    ambiguous = refused(double(), order.replace("S yellow FROM", "S FROM"))
    assert ambiguous.message == "The S can be green or yellow."


# ruling D4
@pytest.mark.parametrize(
    ("taken", "message", "hint"),
    [
        (
            "S FROM yellow",
            "yellow is a colour of green’s, not a seat.",
            "Write S yellow FROM green.",
        ),
        (
            "S yellow FROM yellow",
            "yellow is a colour of green’s, not a seat.",
            "Write S yellow FROM green.",
        ),
        (
            "S red FROM yellow",
            "yellow is a colour of green’s, not a seat.",
            "You can take from green.",
        ),
        ("S FROM blue", "You cannot take anything from blue.", "You can take from green."),
    ],
)
def test_in_double_a_second_colour_is_no_seat(taken: str, message: str, hint: str) -> None:
    problem = refused(double(), f"PLACE S red A1; SCORE TAKE {taken}; MUTATE A2 TO M")
    assert (problem.slug, problem.message, problem.hint) == ("no-rival", message, hint)


# Against every choice that there is


def _random(number: int) -> tuple[list[Ware], int]:
    dice = Dice(lambda: b"captures", number)
    kinds = [(size, colour, archive) for archive in (False, True) for size in SIZES for colour in FOUR[:2]]
    wares = [Ware(size, colour, "green", archive, dice.number(3, "")) for size, colour, archive in kinds]
    left = [ware for ware in wares if ware.count]
    return left[: dice.number(8, "")], dice.number(24 + 1, "")


@pytest.mark.parametrize("number", range(120))
def test_the_greatest_capture_is_that_of_a_search_through_everything(number: int) -> None:
    wares, score = _random(number)
    choices = list(product(*(range(ware.count + 1) for ware in wares)))
    totals = [sum(ware.price * count for ware, count in zip(wares, each, strict=True)) for each in choices]
    best = max(total for total in totals if total <= score)
    assert scoring.greatest(wares, score) == best  # ruling D11
    ways = list(scoring.ways(wares, best))
    assert len(set(ways)) == len(ways) == totals.count(best)


def test_captures_from_gene_pools_are_told_first() -> None:
    game = archived(example(), "red", "S blue")
    first = next(scoring.ways(scoring.wares(game, "green"), 6))
    assert str(Scoring(first)) == "SCORE TAKE L red FROM red, L red FROM red"
