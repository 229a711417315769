"""A problem as it is shown to a person: where it stands, and a caret below what did not fit."""

from __future__ import annotations

import pytest

from genetess_cli.rules.problems import Problem, Span, problem_of, render, to_finding, told

ORDERS = "PASS\nJUMP\n"
PLACE = Span(2, 0, 4)


@pytest.mark.parametrize(("numbered", "heading"), [(True, "line 2: no order"), (False, "no order")])
def test_the_line_is_named_where_there_are_several(numbered: bool, heading: str) -> None:
    assert render(Problem("slug", "no order", PLACE), ORDERS, numbered).splitlines() == [
        heading,
        "    JUMP",
        "    ^^^^",
    ]


def test_a_hint_follows_below() -> None:
    assert render(Problem("slug", "no orders", None, "write one")) == "no orders\n  write one"


def test_of_a_very_long_line_only_what_stands_around_the_caret_is_shown() -> None:
    row = f"{'a' * 500}!{'b' * 500}"
    _, shown, carets = render(Problem("slug", "no order", Span(1, 500, 501)), row).splitlines()
    assert shown.strip().startswith("…a")
    assert shown.endswith("b…")
    assert shown[carets.index("^")] == "!"


def test_a_problem_of_a_file_is_a_finding_with_its_line_and_what_stands_below() -> None:
    problem = Problem("off-grid", "There is no square Z9.", Span(2, 5, 7), hint="Columns go from A to K.")
    found = to_finding(problem, "PASS\nMOVE Z9 N\n", "games/riot/orders/red.txt")
    assert (found.path, found.line, found.message) == ("games/riot/orders/red.txt", 2, problem.message)
    assert str(found).splitlines()[1:] == render(problem, "PASS\nMOVE Z9 N\n").splitlines()[1:]


def test_a_problem_without_a_place_is_a_finding_of_the_whole_file() -> None:
    problem = Problem("not-utf-8", "This is no text.")
    assert str(to_finding(problem, "", "red.txt")) == "red.txt: This is no text."


SENTENCES = {
    "far": "{piece} goes {steps:step} at most, {times:time} a turn.",
    "none": "No piece has {codes:or}.",
}


def test_a_problem_keeps_the_parts_that_its_sentence_says() -> None:
    problem = problem_of(SENTENCES, "far", piece="AB", steps=3, times=1, board="is not said")
    assert problem.message == "AB goes 3 steps at most, once a turn."
    assert problem.facts == {"piece": "AB", "steps": 3, "times": 1}


def test_the_sentence_is_made_again_of_a_key_and_the_parts() -> None:
    assert told(SENTENCES, "none", {"codes": ["A", "B", "C"]}) == "No piece has A, B or C."
    assert told(SENTENCES, "far", {"piece": "AB", "steps": 1}) == "AB goes 1 step at most, … times a turn."


def test_a_sentence_that_no_table_has_is_told_as_it_was_written() -> None:
    problem = Problem("odd", "Never say {never}.")
    assert problem.message == told(SENTENCES, "odd", problem.facts) == "Never say {never}."
    assert told(SENTENCES, "gone", {}) == "gone"


def test_a_list_stays_one() -> None:
    assert problem_of(SENTENCES, "none", codes=["A", PLACE]).facts == {"codes": ["A", str(PLACE)]}
