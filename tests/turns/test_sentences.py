"""What a record keeps of a problem gives its sentence again, whatever stands in it."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from genetess_cli.errors import InvalidFile
from genetess_cli.rules import RULESETS, orders, ruleset
from genetess_cli.rules.board import Square
from genetess_cli.rules.problems import Problem, Sentences, problem_of, told
from genetess_cli.store.records import Cause, Failed, causes_of, plain
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns.timeline import record_in

TABLES: dict[str, Sentences] = {"all": orders.SENTENCES} | {
    name: ruleset(name).sentences for name in RULESETS
}
KEYS = [(name, key) for name, table in TABLES.items() for key in table]
WORDS = some.text(some.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=9)
PART: some.SearchStrategy[Any] = some.one_of(
    some.integers(0, 10**6),
    WORDS,
    some.lists(WORDS, min_size=1, max_size=3),
    some.builds(Square, some.integers(0, 30), some.integers(0, 30)),
)


def _again(problem: Problem, table: Sentences) -> str:
    """What is said of a problem once it has been in the file of a record."""
    head: dict[str, Any] = {"number": 1, "turn": "1a", "at": Time(0), "rules_version": 1}
    record = Failed(**head, seat="red", source="live", problems=causes_of(problem))
    read = record_in(api.read_program(api.dump(plain(record)).encode(), "a record"))
    return " ".join(told(table, cause.key, cause.parts) for cause in read.problems)


@pytest.mark.parametrize(("name", "key"), KEYS)
@settings(max_examples=5)
@given(some.data())
def test_a_record_gives_the_sentence_of_a_problem_again(name: str, key: str, data: some.DataObject) -> None:
    table = TABLES[name]
    names = {part for _, part, _, _ in Formatter().parse(table[key]) if part}
    problem = problem_of(table, key, **{part: data.draw(PART, part) for part in sorted(names)})
    assert _again(problem, table) == problem.message


def test_a_problem_that_no_table_has_is_kept_as_its_sentence() -> None:
    assert _again(Problem("odd", "Never say {never}."), {}) == "Never say {never}."


def test_several_problems_are_told_one_behind_the_other() -> None:
    problem = Problem("odd", "One.", also=(Problem("even", "Two."),))
    assert _again(problem, {}) == "One. Two."


def test_of_a_key_that_is_not_known_the_key_is_told() -> None:
    assert told({}, "of-a-newer-program", {"at": "C3"}) == "of-a-newer-program"


def test_a_part_that_a_record_lost_is_told_as_such() -> None:
    assert told({"wall": "There is a wall on {at}."}, "wall", {}) == "There is a wall on …."


def test_a_part_that_is_none_is_named() -> None:
    head: dict[str, Any] = {"number": 1, "turn": "1a", "at": Time(0), "rules_version": 1}
    cause = Cause("odd", {"steps": 3})
    text = api.dump(plain(Failed(**head, seat="red", source="live", problems=(cause,))))
    with pytest.raises(InvalidFile, match=r"problems\[0\].parts.steps: expected text or .*, got `2.5`"):
        record_in(api.read_program(text.replace("steps: 3", "steps: 2.5").encode(), "a record"))
