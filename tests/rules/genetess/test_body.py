"""What a sequence makes of a piece (rulings G2, G7, G10, G13, G19, G26), and the table of the codes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.codes import (
    CODES,
    LETTERS,
    body,
    cost,
    holds,
    may_lose,
    merge,
    minus,
    plus,
    sequence,
)

sequences = st.text(LETTERS, max_size=12).map(sequence)


@pytest.mark.parametrize(
    ("codes", "price"),
    [
        ("ABBBD", 34), ("ABC", 9), ("ABE", 12), ("A", 2), ("AB", 5), ("K", 0), ("KK", 0), ("AK", 2),
        ("ABBBC", 25), ("ABCDDDDDEF", 11691), ("KN", 14),
    ],
)  # fmt: skip
def test_a_piece_costs_sum_plus_product(codes: str, price: int) -> None:
    assert cost(codes) == body(codes).cost == price  # ruling G7


def test_the_codes_cost_what_the_page_says() -> None:
    prices = [1, 2, 2, 3, 3, 4, 5, 5, 8, 9, None, 10, 7, 7, 20, 2, 19, 7, 4, 9, 9, 4, 4, 9, 13, 20]
    assert [code.price for code in CODES.values()] == prices
    assert list(CODES) == list(LETTERS)


def test_every_action_is_enabled_by_a_code_and_every_enabled_verb_is_an_action() -> None:
    assert {verb for code in CODES.values() for verb in code.verbs} == set(ACTIONS)


@pytest.mark.parametrize(
    ("codes", "steps", "radius", "legs", "kings", "viable"),
    [
        ("A", 1, 1, 0, 0, True),
        ("ABBDD", 3, 5, 0, 0, True),
        ("KK", 1, 1, 0, 2, True),
        ("BDZZ", 2, 3, 2, 0, False),
        ("", 1, 1, 0, 0, False),
    ],
)
def test_a_body_counts_letters(
    codes: str, steps: int, radius: int, legs: int, kings: int, viable: bool
) -> None:
    made = body(codes)
    assert (made.steps, made.radius, made.legs, made.kings, made.viable) == (
        steps,
        radius,
        legs,
        kings,
        viable,
    )
    assert made.codes == codes
    assert made.has("B") == ("B" in codes)


def test_only_its_codes_let_a_piece_act() -> None:
    assert body("A").verbs == {"MOVE"}
    assert body("K").verbs == {"MOVE", "CREATE"}
    assert body("Z").verbs == {"CHARGE"}
    assert body(LETTERS).verbs == set(ACTIONS)


@given(sequences, sequences)
def test_what_is_added_can_be_taken_away(codes: str, more: str) -> None:
    assert minus(plus(codes, more), more) == codes
    assert holds(plus(codes, more), more)


@given(sequences, sequences)
def test_a_part_is_held_if_and_only_if_it_can_be_taken_away(codes: str, part: str) -> None:
    if holds(codes, part):
        assert len(minus(codes, part)) == len(codes) - len(part)
    else:
        with pytest.raises(ValueError, match="not in list"):
            minus(codes, part)


@given(sequences, sequences)
def test_a_merge_adds_one_copy_of_each_code_that_is_lacking(codes: str, taken: str) -> None:
    gained = merge(codes, taken)  # ruling G10
    assert set(codes + gained) == set(codes + taken)
    assert len(set(gained)) == len(gained)
    assert not set(gained) & set(codes)


@pytest.mark.parametrize(
    ("codes", "last_a", "losable"),
    [
        ("AB", False, "B"), ("AB", True, "AB"), ("AAB", False, "AAB"), ("AK", False, ""), ("AK", True, "A"),
        ("KK", True, ""), ("A", False, ""), ("BBK", False, "BB"),
    ],
)  # fmt: skip
def test_radiation_spares_k_and_where_told_the_last_a(codes: str, last_a: bool, losable: str) -> None:
    assert may_lose(codes, last_a) == losable  # ruling G19
