"""An order with several mistakes is told all those that would be mistakes without the others too."""

from __future__ import annotations

import pytest

from genetess_cli.rules import dna
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem, render
from tests.rules.dna.positions import refused, started


def _slugs(problem: Problem) -> list[str]:
    return [problem.slug, *(other.slug for other in problem.also)]


@pytest.mark.parametrize(
    ("order", "slugs"),
    [
        # the square and the piece of a placing
        ("PLACE L green D4", ["taken", "no-piece"]),
        # without the square nothing can be said of what is next to it, but names are names
        ("PLACE L D4; MUTATE Z9 TO red, A1 TO red; SCORE TAKE S FROM gren, M pink FROM blue",
         ["taken", "off-grid", "no-rival", "no-colour"]),
        ("PLACE L D4; MUTATE D5 TO rde", ["taken", "no-colour"]),
        # the square of a step and its colour, the first step that is wrong too
        ("PLACE L D4; MUTATE Z9 TO rde, A1 TO L", ["taken", "off-grid", "no-colour"]),
        ("PLACE L D3; MUTATE H8 TO rde, D4 TO red", ["not-adjacent", "no-colour", "no-change"]),
        ("PLACE L D3; MUTATE D4 TO red, H8 TO rde", ["no-change", "not-adjacent", "no-colour"]),
        # each step by itself, and captures by their names
        ("PLACE L D3; MUTATE D4 TO red, E4 TO purple, H8 TO M; SCORE TAKE S FROM red",
         ["no-change", "no-colour", "not-adjacent", "no-rival"]),
        ("PLACE L green D3; MUTATE D4 TO red; SCORE", ["no-piece", "no-change"]),
        # what an earlier mistake may have led to is not held against anybody
        ("PLACE L D3; MUTATE D4 TO purple, D4 TO S; SCORE TAKE L FROM green", ["no-colour"]),
        ("PLACE L D3; MUTATE E4 TO M", ["mutates-too-little"]),
        ("PLACE S D3; MUTATE D4 TO L, E4 TO green", ["mutates-too-much", "no-change"]),
        ("PLACE S D6; SCORE TAKE L FROM green, S FROM rde; MUTATE D5 TO blue",
         ["takes-too-much", "no-rival", "no-change"]),
        ("PLACE S D6; SCORE TAKE S FROM green ARCHIVE, S pink FROM green; MUTATE D5 TO red",
         ["no-piece", "no-colour"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_by_itself_is_named(order: str, slugs: list[str]) -> None:
    assert _slugs(refused(started(), order)) == slugs


@pytest.mark.parametrize(
    ("order", "slugs"),
    [
        ("PLACE X D3; MUTATE D4 red; SCORE TAKE FROM green", ["misfit"] * 3),
        ("PLACE L D3 please MUTATE D4 TO green; SCORE TAEK S FROM green", ["misfit"] * 2),
        ("PLACE L; MUTATE; MUTATE D4 TO red; PLACE S A1", ["misfit", "twice", "misfit"]),
        ("PLACE MUTATE D4 TO red", ["misfit"]),
        ("PLACE S A1; SCORE TAKE S FROM green; SCORE", ["twice"]),
    ],
)
def test_reading_goes_on_at_the_next_clause(order: str, slugs: list[str]) -> None:
    # ruling D5
    problem = dna.parse(entries(order)[0]).problem
    assert problem
    assert _slugs(problem) == slugs
    assert all(each.span for each in (problem, *problem.also))


def test_each_is_shown_with_its_place() -> None:
    text = "PLACE L D3; MUTATE D4 TO red, H8 TO M"
    reading = dna.parse(entries(text)[0])
    problem = refused(started(), text)
    assert render(reading.locate(problem), text).splitlines() == [
        "The piece on D4 is red already.",
        f"    {text}",
        f"    {' ' * text.index('red')}^^^",
        "  Leave this step out, or change something else instead.",
        "H8 is not next to D3.",
        f"    {text}",
        f"    {' ' * text.index('H8')}^^",
        "  Next to D3: S red on D4 and S green on E4.",
    ]
