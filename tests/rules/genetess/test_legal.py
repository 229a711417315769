"""The list of orders that a seat may give; that it is right and complete on any board is in `test_properties.py`."""

from __future__ import annotations

from genetess_cli.rules import genetess
from genetess_cli.rules.genetess.codes import LETTERS
from tests.rules.genetess.cases import drawn


def _legal(text: str) -> list[str]:
    return genetess.legal(drawn(text), "red")


def test_pass_is_always_there() -> None:
    assert _legal("before:\n    b\nb: green A") == ["PASS"]


def test_a_player_who_is_out_has_no_orders() -> None:
    assert _legal("before:\n    ab\na: red A\nb: green A\nout: red\nseats: red green blue") == []


def test_pieces_come_in_row_order_with_what_they_can_do() -> None:
    assert _legal("before:\n    a.\n    .b\na: red A\nb: red AR") == [
        "PASS", "MOVE A1 E", "MOVE A1 S", "MOVE B2 N", "MOVE B2 W", "PHASE B2",
    ]  # fmt: skip


def test_create_is_a_template_and_says_what_the_square_needs() -> None:
    found = _legal("before:\n    ka+\n    .+#\nk: red K\na: red A\ne: red 50")
    assert [text for text in found if text.startswith("CREATE")] == [
        "CREATE B1 <codes with I>", "CREATE A2 <codes>", "CREATE B2 <codes with O>",
    ]  # fmt: skip


def test_who_cannot_pay_has_no_create() -> None:
    assert not [text for text in _legal("before:\n    k.\nk: red K\ne: red 1") if text.startswith("CREATE")]


def test_a_step_into_the_fog_is_listed_for_all_that_is_known() -> None:
    assert "MOVE A1 E-E" in _legal("before:\n    a.+\na: red AB")
    assert "MOVE A1 E-E" not in _legal("before:\n    a.#\na: red AB")


def test_a_long_sequence_divides_by_a_template() -> None:
    found = _legal("before:\n    a.\na: red AABCDEFGHIJ")
    assert [text for text in found if text.startswith("DIVIDE")] == ["DIVIDE A1 <codes> B1"]


def test_the_longest_sequence_is_listed_at_once() -> None:
    assert "DIVIDE A1 <codes> B1" in _legal(f"before:\n    a.\na: red AA{LETTERS * 3}")
    one = LETTERS.replace("K", "")
    assert not [text for text in _legal(f"before:\n    a.\na: red {one}") if text.startswith("DIVIDE")]


def test_a_piece_with_very_many_ways_is_listed_with_one_to_each_square() -> None:
    found = _legal("before:\n    a....\n    ..#..\na: red ABBBBBB")
    assert len(found) < 20
    assert all(text.count("-") == 6 for text in found[1:])
    jumping = _legal("before:\n    ab...\n    ..#..\na: red ABBBBBBE\nb: green A")
    assert len(jumping) >= len(found)


def test_charges_of_very_many_legs_are_left_out() -> None:
    found = _legal("before:\n    a..\n    ...\na: red AZZZZZZZ")
    assert max(text.count("-") for text in found) == 5
