"""The words of Genie's rules are whole: rulings and orders are told, examples can be done, boards are shown."""

from __future__ import annotations

import pytest

from genetess_cli.manual.explain import asides, find
from genetess_cli.manual.genie import BOOK
from genetess_cli.manual.genie.boards import figure
from genetess_cli.rules.genie import notation, parse
from genetess_cli.rules.genie.reading import WORDS
from genetess_cli.rules.genie.sight import Diagram, GenieView
from genetess_cli.rules.orders import HOLIDAY, entries


def test_every_order_has_a_text() -> None:
    assert {*BOOK.names("orders")} >= {*WORDS} - {HOLIDAY}
    assert find(f"genie {HOLIDAY}").name == HOLIDAY


@pytest.mark.parametrize("name", ["GENIE", "NOTATION", *BOOK.names("moves"), *BOOK.names("orders")])
def test_the_examples_of_orders_are_orders(name: str) -> None:
    for example in BOOK.entries[name].examples:
        assert parse(entries(example)[0]).problem is None, example


def test_the_examples_of_fen_are_read() -> None:
    # ruling L7
    for example in BOOK.entries["FEN"].examples:
        assert notation.read(example).fen() == example


# Boards


def _marked(name: str) -> set[str]:
    view = figure(name).panels[0].view
    assert isinstance(view, Diagram)
    return set(view.marked)


def _seen(name: str) -> GenieView:
    view = figure(name).panels[0].view
    assert isinstance(view, GenieView)
    return view


def test_the_board_of_entrances_shows_pawns_that_can_be_flipped_and_some_that_cannot() -> None:
    # ruling L1
    pawns = {piece.at for piece in _seen("entrance").pieces if (piece.owner, piece.letter) == ("white", "P")}
    assert pawns - _marked("entrance") == {"b5", "d6", "f5"}
    assert _marked("entrance") < pawns


def test_the_board_of_steps_shows_no_double_jump() -> None:
    # ruling L2
    assert all(abs(ord(at[0]) - ord("d")) <= 2 and abs(int(at[1]) - 4) <= 2 for at in _marked("step"))
    pieces = {piece.at for piece in _seen("step").pieces if piece.owner == "black"}
    assert len(_marked("step") & pieces) == 3


def test_the_board_of_double_jumps_shows_those_that_its_caption_names() -> None:
    # ruling L3
    far = {at for at in _marked("jumps") if at not in _within_two("d4")}
    assert far == {"h4", "f8", "h8", "b8", "d8"}
    assert _seen("jump").via == "f6"


def _within_two(square: str) -> set[str]:
    file, rank = ord(square[0]), int(square[1])
    return {f"{chr(file + across)}{rank + up}" for across in range(-2, 3) for up in range(-2, 3)}


def test_the_boards_of_check_and_promotion_show_what_they_tell_of() -> None:
    assert _seen("check").check == "e8"
    assert any((piece.at, piece.letter) == ("e8", "G") for piece in _seen("promotion").pieces)  # ruling L4


def test_words_of_several_games_are_told_apart() -> None:
    assert find("end").series == "G"
    assert asides("end") == [
        "In DNA it means something else: `genetess explain DNA END`.",
        "In GENIE it means something else: `genetess explain GENIE END`.",
    ]
    assert find("leaving").series == "D"
    assert asides("leaving") == [
        "In GENIE it means something else: `genetess explain GENIE LEAVING`.",
    ]
    assert asides("claim") == []


def test_a_word_that_genie_does_not_have_is_refused_with_the_nearest() -> None:
    with pytest.raises(
        Exception, match=r"“ENTRACNE” is no word of GENIE\. Did you mean ENTRANCE\? There is GENIE, "
    ):
        find("genie entracne")


def test_the_game_is_found_by_its_whole_name_and_its_letter() -> None:
    assert find("Genie of the Lamp").name == find("genie g").name == "GENIE"
    assert find("g").series == "G"
