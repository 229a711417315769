"""The words of DNA's rules are whole, and its examples and boards are such as the rules allow."""

from __future__ import annotations

import re

import pytest

from genetess_cli.explain import OTHERS, WIDTH, asides, explain, find
from genetess_cli.glossary import books
from genetess_cli.glossary.dna import ENTRIES, article, boards
from genetess_cli.glossary.dna.boards import BOARDS
from genetess_cli.glossary.dna.orders import ORDERS
from genetess_cli.glossary.entry import Entry
from genetess_cli.rules import RULESETS
from genetess_cli.rules.dna import parse
from genetess_cli.rules.dna.order import MUTATE, PLACE, SCORE
from genetess_cli.rules.dna.strands import BONUSES
from genetess_cli.rules.orders import entries
from genetess_cli.site.places import TITLES
from tests.house.test_glossary import are_whole_sentences
from tests.house.tree import ROOT

EVERY_ENTRY = pytest.mark.parametrize(("name", "entry"), ENTRIES.items(), ids=list(ENTRIES))
RULINGS = {
    int(number)
    for number in re.findall(
        r"^\*\*D(\d+) ", (ROOT / "docs" / "rulings-dna.md").read_text(encoding="utf-8"), re.MULTILINE
    )
}


def test_every_book_is_that_of_a_ruleset_and_has_a_page() -> None:
    assert books.BOOKS.keys() <= RULESETS.keys()
    assert books.BOOKS.keys() == TITLES.keys()
    assert [name for name in books.BOOKS if name != "genetess"] == OTHERS


@EVERY_ENTRY
def test_a_sentence_is_a_whole_sentence(name: str, entry: Entry) -> None:
    are_whole_sentences(name, entry)


@EVERY_ENTRY
def test_every_name_that_is_referred_to_is_explained(name: str, entry: Entry) -> None:
    assert set(entry.see) <= ENTRIES.keys() - {name}
    assert set(entry.boards) <= BOARDS.keys()


@EVERY_ENTRY
def test_it_is_found_behind_the_name_of_the_game(name: str, entry: Entry) -> None:
    for word in (name, *entry.aliases):
        assert find(f"dna {word.lower()}") == article(name)
    assert max(map(len, explain(f"dna {name}"))) <= WIDTH


@pytest.mark.parametrize("number", sorted(RULINGS))
def test_every_ruling_is_told_and_found(number: int) -> None:
    told = [name for name, entry in ENTRIES.items() if number in entry.rulings]
    assert told
    assert find(f"D{number}").name in told
    others = [name for name in told if name != find(f"D{number}").name]
    assert [name for aside in asides(f"dna d{number}") for name in others if name in aside] == others
    assert f"D{number}" in " ".join(explain(f"DNA D{number}"))


def test_no_ruling_is_told_that_there_is_not() -> None:
    for entry in ENTRIES.values():
        assert set(entry.rulings) <= RULINGS
        assert list(entry.rulings) == sorted(set(entry.rulings))


def test_no_word_means_two_things() -> None:
    words = [*ENTRIES, *(alias for entry in ENTRIES.values() for alias in entry.aliases)]
    assert len(words) == len(set(words))


def test_every_part_of_an_order_and_every_bonus_has_a_text() -> None:
    assert list(ORDERS) == [PLACE, MUTATE, SCORE]
    assert books.words("dna")["D11"] == "CAPTURE"
    told = " ".join(ENTRIES["BONUS"].says).lower()
    assert all(bonus in told for bonus in BONUSES)


@pytest.mark.parametrize("name", ["DNA", "ORDER", PLACE, MUTATE, SCORE])
def test_the_examples_of_orders_are_orders(name: str) -> None:
    for example, _ in ENTRIES[name].examples:
        whole_turn = example if PLACE in example else f"PLACE S A1; {example}"
        reading = parse(entries(whole_turn)[0])
        assert reading.problem is None, example


@pytest.mark.parametrize("name", BOARDS)
def test_the_order_of_a_board_can_be_carried_out(name: str) -> None:
    view, caption = boards()[name]
    assert caption[-1] == "."
    assert view.hides_nothing


def test_the_board_of_bonuses_shows_each_of_them() -> None:
    # ruling D10
    view, _ = boards()["strands"]
    strands = view.last["strands"]  # type: ignore[attr-defined]
    assert {bonus for strand in strands for bonus in strand["bonuses"]} == set(BONUSES)
    mutated = {step["at"] for step in view.last["steps"]}  # type: ignore[attr-defined]
    assert not mutated & {square for strand in strands for square in strand["squares"]}


def test_words_of_two_games_are_told_apart() -> None:
    assert find("score").series == "G"
    assert asides("score") == ["In DNA it is something else: `genetess explain DNA SCORE`."]
    assert find("bonus").series == "D"
    assert asides("dna bonus") == []
    assert asides("bonus") == ["Ask for other words of DNA behind its name: `genetess explain DNA board`."]
    assert asides("DNA") == ["Ask for other words of DNA behind its name: `genetess explain DNA board`."]
    assert asides("CHARGE") == asides("HOLIDAY") == []


def test_a_whole_order_is_explained_part_by_part() -> None:
    found = find("dna * place l d3; score take s from green; mutate d4 to green, e4 to m")
    assert [block.heading.split()[0] for block in found.blocks] == ["PLACE", "SCORE", "MUTATE"]
    assert found.see == ("PLACE", "SCORE", "MUTATE")
    assert ENTRIES["MUTATE"].says[-1] in [line.text for line in found.blocks[-1].lines]
    assert find("dna place l d3") == article("PLACE")


def test_what_every_game_shares_is_found_for_dna() -> None:
    assert find("dna star").name == "STORED"
    assert find("dna holiday").brief == find("holiday").brief


@pytest.mark.parametrize("codes", ["ROW", "POOL", "ADN"])
def test_a_short_word_that_is_no_name_is_a_piece(codes: str) -> None:
    assert find(codes).name == "".join(sorted(codes))


def test_a_word_that_dna_does_not_have_is_refused_with_the_nearest() -> None:
    with pytest.raises(Exception, match=r"“BONSU” is no word of DNA\. Did you mean BONUS\? There is DNA, "):
        find("dna bonsu")
    with pytest.raises(Exception, match=r"is no piece, .* Did you mean STRAND\?"):
        find("strnad")
