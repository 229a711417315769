"""Luck: keyed, named, recorded, unbiased (ruling G45)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from genetess_cli.rules.dice import Dice, Draw, Recorded


def _key() -> bytes:
    return b"a key"


def _numbers(dice: Dice, count: int = 20, of: int = 1000) -> list[int]:
    return [dice.number(of, "any") for _ in range(count)]


def test_one_key_and_turn_give_the_same_numbers() -> None:
    assert _numbers(Dice(_key, 7)) == _numbers(Dice(_key, 7))


def test_key_turn_and_attempt_each_give_other_numbers() -> None:
    others = [Dice(_key, 7), Dice(_key, 8), Dice(_key, 7, attempt=1), Dice(lambda: b"another", 7)]
    assert len({tuple(_numbers(dice)) for dice in others}) == len(others)


def test_a_draw_is_an_hmac_of_turn_attempt_and_counter() -> None:
    message = b"3\x002\x000"
    expected = int.from_bytes(hmac.new(b"a key", message, hashlib.sha256).digest(), "big") % 1000
    assert Dice(_key, 3, attempt=2).number(1000, "any") == expected


def test_the_key_is_asked_only_if_something_is_drawn() -> None:
    def locked() -> bytes:
        raise AssertionError("nobody needs the key")

    assert Dice(locked, 1).draws == []


def test_every_number_is_about_equally_likely() -> None:
    counts = Counter(_numbers(Dice(_key, 1), 3000, 3))
    assert sorted(counts) == [0, 1, 2]
    assert min(counts.values()) > 900


def test_a_number_that_would_favour_the_low_ones_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, drawn = Dice(_key, 1), [b"\xff" * 32, b"\x00" * 31 + b"\x05"]
    monkeypatch.setattr(dice, "_next", lambda: drawn.pop(0))
    assert dice.number(10, "any") == 5  # 2**256 - 1 lies in the last, incomplete ten
    assert not drawn


@pytest.mark.parametrize("of", [0, -1])
def test_nothing_cannot_be_drawn_from(of: int) -> None:
    with pytest.raises(ValueError, match="nothing to draw from: a square"):
        Dice(_key, 1).number(of, "a square")


def test_draws_are_recorded_by_name() -> None:
    dice = Dice(_key, 1)
    chosen = dice.choice("ABC", "a code")
    assert dice.draws == [Draw("a code", 3, "ABC".index(chosen))]


def test_a_record_is_drawn_again_without_the_key() -> None:
    dice = Dice(_key, 1)
    drawn = [dice.number(6, "a"), dice.number(8, "b")]
    again = Recorded(dice.draws)
    assert [again.number(6, "a"), again.number(8, "b")] == drawn
    assert again.draws == dice.draws


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ([], "holds no draw for a"),
        ([Draw("b", 6, 1)], "draw for b of 6, not for a of 6"),
        ([Draw("a", 5, 1)], "draw for a of 5, not for a of 6"),
        ([Draw("a", 6, 6)], "draw for a of 6"),
        ([Draw("a", 6, -1)], "draw for a of 6"),
    ],
)
def test_a_record_of_something_else_is_refused(record: list[Draw], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Recorded(record).number(6, "a")
