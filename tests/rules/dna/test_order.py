"""How orders are written (ruling D5), and what is told of words that are none."""

from __future__ import annotations

import pytest

from genetess_cli.rules import dna
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import SIZES
from genetess_cli.rules.dna.order import Capture, Mutation, MutationStep, Scoring
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import render
from tests.rules.dna.positions import read

CANONICAL = [
    "PLACE L D3",
    "PLACE M red D3 FROM ARCHIVE",
    "PLACE S H8; MUTATE D4 TO green, E5 TO L, E5 TO red",
    "PLACE S H8; SCORE",
    "PLACE S H8; MUTATE; SCORE TAKE S FROM green, L red FROM yellow ARCHIVE",
    "PLACE S H8; SCORE TAKE S FROM green; MUTATE A1 TO S",
    "HOLIDAY",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_an_order_prints_as_it_is_read(text: str) -> None:
    assert str(read(text)) == text  # ruling D5


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("place large d3", "PLACE L D3"),
        ("PLACE Medium RED d3 from archive", "PLACE M red D3 FROM ARCHIVE"),
        ("* PLACE S A1;MUTATE B1 to SMALL,B2 TO Red", "PLACE S A1; MUTATE B1 TO S, B2 TO red"),
        (
            "PLACE S A1 SCORE TAKE S FROM green L FROM blue MUTATE",
            "PLACE S A1; SCORE TAKE S FROM green, L FROM blue; MUTATE",
        ),
        ("holiday.", "HOLIDAY"),
    ],
)
def test_case_and_signs_do_not_matter(text: str, meant: str) -> None:
    assert str(read(text)) == meant


def test_the_parts_of_an_order_can_be_looked_up() -> None:
    order = read(CANONICAL[4])
    assert (order.size, order.at, order.archive) == ("S", Square.named("H8"), False)
    captures = (Capture("S", "", "green"), Capture("L", "red", "yellow", True))
    assert order.clauses == (Mutation(), Scoring(captures))
    assert MutationStep(Square.named("D4"), "M").is_resize
    assert not MutationStep(Square.named("D4"), "red").is_resize


@pytest.mark.parametrize(
    ("text", "carried_out"),
    [
        ("PLACE S A1", "MUTATE; SCORE"),
        ("PLACE S A1; SCORE", "MUTATE; SCORE"),
        ("PLACE S A1; MUTATE", "MUTATE; SCORE"),
        ("PLACE S A1; SCORE; MUTATE", "SCORE; MUTATE"),
    ],
)
def test_where_a_clause_is_left_out_scoring_comes_last(text: str, carried_out: str) -> None:
    assert "; ".join(map(str, read(text).in_turn())) == carried_out  # ruling D5


@pytest.mark.parametrize(
    ("text", "slug", "word", "told"),
    [
        ("*", "no-order", "*", "There is no order here."),
        ("PASS", "no-order", "PASS", "An order of DNA begins with PLACE, not with “PASS”."),  # ruling D6
        ("PAS", "no-order", "PAS", "begins with PLACE"),
        ("PLAEC L D3", "no-order", "PLAEC", "Did you mean PLACE?"),
        ("SCORE; PLACE L D3", "no-order", "SCORE", "begins with PLACE, not with “SCORE”"),
        ("PLACE", "incomplete", "", "a size: S, M or L"),
        ("PLACE X D3", "misfit", "X", "a size: S, M or L"),
        ("PLACE L red", "incomplete", "", "a square"),
        ("PLACE L red green", "misfit", "green", "a square"),
        ("PLACE L D3 FROM POOL", "misfit", "POOL", "ARCHIVE"),
        ("PLACE L D3 FROM", "incomplete", "", "ARCHIVE"),
        ("PLACE L D3; MUTAET D4 TO red", "misfit", "MUTAET", "Did you mean MUTATE?"),
        ("PLACE L D6; TAKE S FROM green", "misfit", "TAKE", "MUTATE, SCORE or the end of the order"),
        ("PLACE L D3; PLACE L D4", "misfit", "PLACE", "the end of the order"),
        ("PLACE L D3; MUTATE D4 TO red; MUTATE E4 TO red", "twice", "MUTATE", "one MUTATE"),
        ("PLACE L D3; MUTATE red", "misfit", "red", "a square"),
        ("PLACE L D3; MUTATE D4 red", "misfit", "red", "TO and the new colour or size"),
        ("PLACE L D3; MUTATE D4 TO", "incomplete", "", "the new colour or the new size"),
        ("PLACE L D3; MUTATE D4 TO E5", "misfit", "E5", "the new colour or the new size"),
        ("PLACE L D3; SCORE TAKE", "incomplete", "", "a size: S, M or L"),
        ("PLACE L D3; SCORE S FROM green", "misfit", "S", "the end of the order"),
        ("PLACE L D3; SCORE TAKE S green", "incomplete", "", "FROM and the seat"),
        ("PLACE L D3; SCORE TAKE S FROM ARCHIVE", "misfit", "ARCHIVE", "the seat to take it from"),
        ("PLACE L D3; SCORE TAKE S FROM gr€en", "misfit", "gr€en", "the seat to take it from"),
        ("HOLIDAY soon", "unclear", "HOLIDAY", "write it alone: HOLIDAY"),
        ("I am on holiday", "unclear", "holiday", "write it alone: HOLIDAY"),
        ("on holiday, so PLACE L D3", "no-order", "on", "begins with PLACE, not with “on”"),
        ("PLACE S - D3", "misfit", "-", "a square"),
    ],
)
def test_words_that_are_no_order_are_pointed_at(text: str, slug: str, word: str, told: str) -> None:
    problem = dna.parse(entries(text)[0]).problem
    assert problem
    assert problem.slug == slug
    assert problem.span
    assert text[problem.span.start : problem.span.end] == word
    assert told in render(problem, text)


def test_a_problem_of_a_part_has_its_place_in_the_text() -> None:
    text = "PLACE L D3; MUTATE D4 TO red; SCORE TAKE S red FROM green"
    places = dna.parse(entries(text)[0]).places
    words = {name: text[span.start : span.end] for name, span in places.items()}
    assert words == {
        "verb": "PLACE", "size": "L", "at": "D3", "MUTATE": "MUTATE", "step 1": "D4", "step 1 to": "red",
        "SCORE": "SCORE", "take 1": "S", "take 1 colour": "red", "take 1 owner": "green",
    }  # fmt: skip


def test_sizes_are_no_colours() -> None:
    assert all(read(f"PLACE {size} A1").colour == "" for size in SIZES)


def test_a_word_that_can_stand_nowhere_there_is_not_suggested() -> None:
    # ruling D5
    reading = dna.parse(entries("PLACE L D3 please")[0])
    assert reading.problem
    assert "PLACE?" not in reading.problem.hint
    reading = dna.parse(entries("PLACE L D3 FORM ARCHIVE")[0])
    assert reading.problem
    assert "Did you mean FROM?" in str(reading.problem)
