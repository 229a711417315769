"""A problem as it is shown to a person: where it stands, and a caret below what did not fit."""

from __future__ import annotations

import pytest

from genetess_cli.rules.problems import Problem, Span, render, to_finding

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
