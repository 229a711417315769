"""The words of DNA's rules are whole, and its examples and boards are such as the rules allow."""

from __future__ import annotations

import pytest

from genetess_cli.manual.dna import BOOK
from genetess_cli.manual.dna.boards import BOARDS, figure
from genetess_cli.manual.explain import asides, find
from genetess_cli.rules.dna import parse
from genetess_cli.rules.dna.order import MUTATE, PLACE, SCORE
from genetess_cli.rules.dna.scoring import BONUSES
from genetess_cli.rules.dna.sight import DnaView
from genetess_cli.rules.orders import entries


def test_every_part_of_an_order_and_every_bonus_has_a_text() -> None:
    assert BOOK.names("orders") == [PLACE, MUTATE, SCORE]
    assert BOOK.words["D11"] == "CAPTURE"
    told = BOOK.entries["BONUS"].says.lower()
    assert all(bonus in told for bonus in BONUSES)


@pytest.mark.parametrize("name", ["DNA", "ORDER", PLACE, MUTATE, SCORE])
def test_the_examples_of_orders_are_orders(name: str) -> None:
    for example in BOOK.entries[name].examples:
        whole_turn = example if PLACE in example else f"PLACE S A1; {example}"
        reading = parse(entries(whole_turn)[0])
        assert reading.problem is None, example


@pytest.mark.parametrize("name", BOARDS.named)
def test_the_order_of_a_board_can_be_carried_out(name: str) -> None:
    (panel,) = figure(name).panels
    assert panel.view.hides_nothing


def test_the_board_of_bonuses_shows_each_of_them() -> None:
    # ruling D10
    view = figure("strands").panels[0].view
    assert isinstance(view, DnaView)
    assert view.last
    strands = view.last["strands"]
    assert {bonus for strand in strands for bonus in strand["bonuses"]} == set(BONUSES)
    mutated = {step["at"] for step in view.last["steps"]}
    assert not mutated & {square for strand in strands for square in strand["squares"]}


def test_words_of_two_games_are_told_apart() -> None:
    assert find("score").series == "G"
    assert asides("score") == ["In DNA it means something else: `genetess explain DNA SCORE`."]
    assert find("bonus").series == "D"
    assert asides("dna bonus") == asides("bonus") == asides("DNA") == []
    assert asides("CHARGE") == asides("HOLIDAY") == []


def test_a_whole_order_is_explained_by_its_first_part() -> None:
    assert find("dna * place l d3; score take s from green") == BOOK.article("PLACE")


def test_what_every_game_shares_is_found_for_dna() -> None:
    assert find("dna star").name == "STORED"
    assert find("dna holiday").brief == find("holiday").brief


@pytest.mark.parametrize("codes", ["ROW", "POOL", "ADN"])
def test_a_short_word_that_is_no_name_is_a_piece(codes: str) -> None:
    assert find(codes).name == "".join(sorted(codes))


def test_a_word_that_dna_does_not_have_is_refused_with_the_nearest() -> None:
    with pytest.raises(Exception, match=r"“BONSU” is no word of DNA\. Did you mean BONUS\? There is DNA, "):
        find("dna bonsu")
    with pytest.raises(Exception, match=r"is no piece, .* Did you mean CAPTURE\?"):
        find("cpture")
