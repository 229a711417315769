"""Nothing of Genetess is without its text, and every text fits the rules."""

from __future__ import annotations

import re

import pytest

from genetess_cli.manual.book import Book
from genetess_cli.manual.genetess.articles import BOOK, when
from genetess_cli.rules.board import column_name
from genetess_cli.rules.genetess import codes, order, parse, specials
from genetess_cli.rules.genetess.specials import SPECIALS, fields
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem

EVERY_ORDER = pytest.mark.parametrize("verb", order.USAGES)
EVERY_SPECIAL = pytest.mark.parametrize("special", specials.NAMES)
MAP = [
    "##########",
    *("#........#" for _ in range(6)),
    "##########",
]


def test_every_code_order_and_special_has_a_text() -> None:
    assert BOOK.names("codes") == list(codes.CODES)
    assert set(Book.names(BOOK, "orders")) == order.USAGES.keys()
    assert BOOK.names("specials") == list(specials.NAMES)


@EVERY_ORDER
def test_the_examples_of_an_order_are_such_orders(verb: str) -> None:
    for example in BOOK.entries[verb].examples:
        reading = parse(entries(example)[0])
        assert not isinstance(reading.problem, Problem), example
        assert reading.order
        assert reading.order.verb == verb
        assert not reading.ignored


@EVERY_SPECIAL
def test_the_parameters_of_a_special_are_those_it_takes(special: str) -> None:
    assert tuple(BOOK.entries[special].parameters) == SPECIALS[special].parameters


@EVERY_SPECIAL
def test_the_examples_of_a_special_are_such_specials(special: str) -> None:
    assert BOOK.entries[special].examples
    for example in BOOK.entries[special].examples:
        given = _flow(example)
        assert given["type"] == special
        assert not list(fields.faults([given], MAP)), example


def _flow(text: str) -> dict[str, object]:
    """A flow mapping of YAML, as plain as the examples are."""
    pairs = re.findall(r"(\w+): (\[[^\]]*\]|[^,{}\[\]]+)", text)
    return {key: _value(value) for key, value in pairs}


def _value(text: str) -> object:
    if text.startswith("["):
        return text.strip("[]").split(", ")
    return int(text) if text.isdigit() else text


def test_when_a_special_fires_is_told_as_the_rules_have_it() -> None:
    # ruling G28
    assert "as soon as a piece arrives" in when("S8")
    assert "whenever anybody’s turn begins" in when("S5")
    assert "at the start of each turn" in when("S16")


def test_the_map_of_these_tests_has_the_squares_of_the_examples() -> None:
    assert column_name(len(MAP[0]) - 1) == "J"
