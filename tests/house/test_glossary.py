"""The words of the rules are whole: nothing of the rules is without its text, and every text fits the rules."""

from __future__ import annotations

import re

import pytest

from genetess_cli.explain import find
from genetess_cli.glossary import articles
from genetess_cli.glossary.codes import CODES
from genetess_cli.glossary.entry import Entry
from genetess_cli.glossary.orders import ORDERS
from genetess_cli.glossary.specials import SPECIALS
from genetess_cli.glossary.topics import TOPICS
from genetess_cli.problems import Problem
from genetess_cli.rules.board import column_name
from genetess_cli.rules.genetess import codes, order, parse, specials
from genetess_cli.rules.genetess.specials import parameters
from genetess_cli.rules.orders import entries
from tests.house.tree import ROOT

NAMED = CODES | ORDERS | SPECIALS | TOPICS
EVERY_ENTRY = pytest.mark.parametrize(("name", "entry"), NAMED.items(), ids=list(NAMED))
EVERY_ORDER = pytest.mark.parametrize("verb", order.USAGES)
EVERY_SPECIAL = pytest.mark.parametrize("special", SPECIALS)
MAP = [
    "##########",
    *("#........#" for _ in range(6)),
    "##########",
]


def test_every_code_order_and_special_has_a_text() -> None:
    assert list(CODES) == list(codes.CODES)
    assert order.USAGES.keys() <= ORDERS.keys()
    assert list(SPECIALS) == list(specials.NAMES)


def test_no_word_means_two_things() -> None:
    tables = (CODES, ORDERS, SPECIALS, TOPICS)
    assert len(NAMED) == sum(map(len, tables))
    aliases = [alias for topic in TOPICS.values() for alias in topic.aliases]
    names = [code.name.upper() for code in codes.CODES.values()]
    assert len({*aliases, *names, *NAMED}) >= len(set(aliases)) + len(NAMED)
    assert len(set(aliases)) == len(aliases)
    assert not {*aliases} & NAMED.keys()


@EVERY_ENTRY
def test_a_sentence_is_a_whole_sentence(name: str, entry: Entry) -> None:
    are_whole_sentences(name, entry)


def are_whole_sentences(name: str, entry: Entry) -> None:
    """What is said of an entry ends as sentences do, with a space between them and code between backticks."""
    for text in (
        entry.brief,
        *entry.says,
        *entry.limits,
        *entry.meets,
        *(text for _, text in entry.examples),
    ):
        assert text[-1] in ".!", f"{name}: {text!r}"
        assert not re.search(r"[a-z0-9][.:;,][A-Z][a-z]|  ", text), f"{name}: a space is missing in {text!r}"
        assert text.count("`") % 2 == 0, f"{name}: {text!r}"


@EVERY_ENTRY
def test_every_name_that_is_referred_to_is_explained(name: str, entry: Entry) -> None:
    assert set(entry.see) <= NAMED.keys() - {name}


@EVERY_ENTRY
def test_every_ruling_that_is_named_exists(name: str, entry: Entry) -> None:
    assert set(entry.rulings) <= set(_rulings())
    assert list(entry.rulings) == sorted(set(entry.rulings))


def test_every_ruling_is_told_somewhere() -> None:
    told = {number for entry in NAMED.values() for number in entry.rulings}
    assert told == set(_rulings())


def _rulings() -> list[int]:
    text = (ROOT / "docs" / "rulings-genetess.md").read_text(encoding="utf-8")
    return [int(number) for number in re.findall(r"^\*\*G(\d+) ", text, re.MULTILINE)]


@EVERY_ORDER
def test_the_examples_of_an_order_are_such_orders(verb: str) -> None:
    for example, _ in ORDERS[verb].examples:
        reading = parse(entries(example)[0])
        assert not isinstance(reading.problem, Problem), example
        assert reading.order.verb == verb
        assert not reading.ignored


@EVERY_SPECIAL
def test_the_parameters_of_a_special_are_those_it_takes(special: str) -> None:
    assert tuple(SPECIALS[special].parameters) == parameters.PARAMETERS[special].names


@EVERY_SPECIAL
def test_the_examples_of_a_special_are_such_specials(special: str) -> None:
    assert SPECIALS[special].examples
    for example, _ in SPECIALS[special].examples:
        given = _flow(example)
        assert given["type"] == special
        assert not list(parameters.faults([given], MAP)), example


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
    assert "as soon as a piece arrives" in articles.when("S8")
    assert "whenever anybody’s turn begins" in articles.when("S5")
    assert "at the start of each turn" in articles.when("S16")


@pytest.mark.parametrize("name", [*codes.CODES, *order.USAGES, *specials.NAMES, *TOPICS])
def test_every_article_can_be_asked_for_by_its_name(name: str) -> None:
    assert find(name) == articles.article(name)


@pytest.mark.parametrize(
    ("alias", "name"), [(alias, name) for name, topic in TOPICS.items() for alias in topic.aliases]
)
def test_a_topic_is_found_by_its_other_names(alias: str, name: str) -> None:
    assert find(alias).name == name


def test_the_map_of_these_tests_has_the_squares_of_the_examples() -> None:
    assert column_name(len(MAP[0]) - 1) == "J"
