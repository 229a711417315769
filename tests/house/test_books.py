"""Every book of rules is whole: its sentences, its references, its words, and the rulings that it tells of."""

from __future__ import annotations

from itertools import chain

import pytest

from genetess_cli.manual.books import book
from genetess_cli.manual.explain import OTHERS, find, lines
from genetess_cli.rules import RULESETS
from genetess_cli.site.places import TITLES
from tests.house.tree import rulings, sentences_of

EVERY_ENTRY = pytest.mark.parametrize(
    ("ruleset", "name"), [(each, name) for each in RULESETS for name in book(each).entries]
)
EVERY_RULING = pytest.mark.parametrize(
    ("ruleset", "number"), [(each, number) for each in RULESETS for number in rulings(each)]
)
EVERY_BOOK = pytest.mark.parametrize("ruleset", RULESETS)


def _asked(ruleset: str, word: str) -> str:
    """What is asked of `explain`: words of Genetess alone need no name of a game before them."""
    return f"{ruleset} {word}" if ruleset in OTHERS else word


def test_every_ruleset_has_a_book_and_a_page() -> None:
    assert list(RULESETS) == list(TITLES)
    assert [name for name in RULESETS if name != "genetess"] == OTHERS


@EVERY_ENTRY
def test_a_sentence_is_a_whole_sentence(ruleset: str, name: str) -> None:
    for text, flaws in sentences_of(book(ruleset).entries[name]):
        assert not flaws, f"{name}: {text!r}: {flaws}"


@EVERY_ENTRY
def test_every_name_that_is_referred_to_is_explained(ruleset: str, name: str) -> None:
    entries = book(ruleset).entries
    assert set(entries[name].see) <= entries.keys() - {name}
    assert set(entries[name].boards) <= book(ruleset).figures().keys()


@EVERY_ENTRY
def test_it_is_found_by_its_name_and_its_other_names(ruleset: str, name: str) -> None:
    for word in (name, *book(ruleset).entries[name].aliases):
        assert find(_asked(ruleset, word.lower())).name == name
    assert find(_asked(ruleset, name)) == book(ruleset).article(name)
    assert max(map(len, lines(find(_asked(ruleset, name)), 80))) <= 80


@EVERY_BOOK
def test_every_board_is_on_the_page_with_a_sentence_under_it(ruleset: str) -> None:
    boards = book(ruleset).figures()
    assert set(chain.from_iterable(entry.boards for entry in book(ruleset).entries.values())) == set(boards)
    assert boards
    assert all(figure.caption[-1] == "." for figure in boards.values())


@EVERY_BOOK
def test_no_word_means_two_things(ruleset: str) -> None:
    entries = book(ruleset).entries
    words = [*entries, *(alias for entry in entries.values() for alias in entry.aliases)]
    assert len(words) == len(set(words))


@EVERY_BOOK
def test_no_ruling_is_told_that_there_is_not(ruleset: str) -> None:
    for entry in book(ruleset).entries.values():
        assert set(entry.rulings) <= set(rulings(ruleset))
        assert list(entry.rulings) == sorted(set(entry.rulings))


@EVERY_RULING
def test_every_ruling_is_told_and_found(ruleset: str, number: int) -> None:
    cited = f"{book(ruleset).cover.series}{number}"
    told = [name for name, entry in book(ruleset).entries.items() if number in entry.rulings]
    found = find(_asked(ruleset, cited))
    assert found.name in told
    assert cited in " ".join(lines(find(_asked(ruleset, cited)), 80))
