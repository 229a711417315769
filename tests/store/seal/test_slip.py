"""A seat's sealed queue: whose it is, for which turn, and the number that grows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.store.seal import box, orders
from genetess_cli.store.seal.box import Misshapen, SealContext, SealedFile, Unopened
from genetess_cli.store.seal.orders import SealedOrders
from tests.store.seal.bombs import held, zeros

KEY, OTHER = bytes(range(32)), bytes(32)
GAME = "00" * 16
SLIP = SealedOrders("riot", "red", "3b", 1_795_257_600, b"MOVE B2 E\nPASS\n")
DATA = orders.seal_orders(KEY, GAME, SLIP)


def _opened(
    data: bytes, key: bytes = KEY, game: str = GAME, slug: str = "riot", seat: str = "red"
) -> SealedOrders:
    return orders.unseal_orders(key, game, slug, seat, data)


@given(st.binary(max_size=4000), st.integers(0, orders.MOST_NUMBER - 1))
def test_what_was_sealed_is_opened(text: bytes, number: int) -> None:
    queue = SealedOrders("riot", "red", "3b", number, text)
    assert _opened(orders.seal_orders(KEY, GAME, queue)) == queue


def test_the_text_begins_with_what_it_is_for() -> None:
    letter = box.read(DATA, orders.MOST_SEALED)
    text = box.unseal(KEY, SealContext(GAME, "order", "red", "3b"), letter.sealed, orders.MOST_TEXT)
    assert text == b"order riot red 3b 1795257600\nMOVE B2 E\nPASS\n"


def test_four_kilobytes_of_orders_fit_however_badly_they_compress() -> None:
    text = random.Random(1).randbytes(4096)
    longest = SealedOrders("s" * 40, "r" * 40, "t" * 40, orders.MOST_NUMBER - 1, text)
    assert (
        orders.unseal_orders(KEY, GAME, "s" * 40, "r" * 40, orders.seal_orders(KEY, GAME, longest)) == longest
    )


def test_longer_orders_are_refused_before_they_are_sealed() -> None:
    with pytest.raises(ValueError, match="too long for a sealed file"):
        orders.seal_orders(KEY, GAME, SealedOrders("riot", "red", "3b", 1, b"a" * 4300))


def test_another_key_game_or_seat_opens_nothing() -> None:
    with pytest.raises(Unopened, match="another key or for another place"):
        _opened(DATA, key=OTHER)
    with pytest.raises(Unopened, match="another key or for another place"):
        _opened(DATA, game="01" * 16)
    with pytest.raises(Unopened, match="from another seat or game"):
        _opened(DATA, seat="green")


def test_the_clear_line_cannot_be_changed_either() -> None:
    with pytest.raises(Unopened, match="another place"):
        _opened(DATA.replace(b" 3b", b" 4b", 1))
    for data in (DATA.replace(b" red", b" green", 1), DATA.replace(b" riot", b" feud", 1)):
        with pytest.raises(Unopened, match="from another seat or game"):
            _opened(data)
    with pytest.raises(Unopened, match="another place"):
        _opened(DATA.replace(b" red", b" green", 1), seat="green")


def test_any_flipped_bit_of_the_file_is_noticed() -> None:
    for bit in [
        *range(60 * 8),
        *range(60 * 8, len(DATA) * 8, 97),
        *range((len(DATA) - 8) * 8, len(DATA) * 8),
    ]:
        broken = bytearray(DATA)
        broken[bit // 8] ^= 1 << bit % 8
        with pytest.raises((Unopened, Misshapen)):
            _opened(bytes(broken))


def test_the_first_line_inside_has_to_be_for_this_place() -> None:
    for first in (b"order feud red 3b 7\n", b"order riot green 3b 7\n", b"order riot red 3c 7\n"):
        sealed = box.seal(KEY, SealContext(GAME, "order", "red", "3b"), first + b"PASS\n")
        with pytest.raises(Unopened, match="it was sealed for"):
            _opened(box.write_file(SealedFile("order", "riot", "red", "3b", sealed)))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"PASS\n",
        b"order riot red 3b\nPASS\n",
        b"order riot red 3b -1\n",
        b"order riot red 3b 1e9\n",
        b"order riot red 3b NaN\n",
        b"order riot red 3b 1234567890123456\n",
        b"order riot red 3b 7",
        b"order riot red 3b 7\r\nPASS\n",
        b"\norder riot red 3b 7\n",
        "order riot red 3b \u0667\n".encode(),
    ],
)
def test_a_text_without_that_line_is_refused(text: bytes) -> None:
    sealed = box.seal(KEY, SealContext(GAME, "order", "red", "3b"), text)
    with pytest.raises(Unopened, match="does not begin like orders"):
        _opened(box.write_file(SealedFile("order", "riot", "red", "3b", sealed)))


def test_a_sealed_text_of_another_kind_is_no_queue() -> None:
    for kind in ("state", "record", "specials", "sheet", "story"):
        sealed = box.seal(KEY, SealContext(GAME, kind, "red", "3b"), b"order riot red 3b 7\nPASS\n")
        with pytest.raises(Unopened, match=f"a sealed {kind}"):
            _opened(box.write_file(SealedFile(kind, "riot", "red", "3b", sealed)))
        with pytest.raises(Unopened, match="another place"):
            _opened(box.write_file(SealedFile("order", "riot", "red", "3b", sealed)))


def test_a_bomb_and_a_file_too_large_are_refused_at_once() -> None:
    bomb = box.seal_packed(KEY, SealContext(GAME, "order", "red", "3b"), zeros(7))
    files = [
        box.write_file(SealedFile("order", "riot", "red", "3b", bomb)),
        box.write_file(SealedFile("order", "riot", "red", "3b", bytes(20_000_000))),
    ]

    def refused() -> None:
        for data in files:
            with pytest.raises((Unopened, Misshapen)):
                _opened(data)

    assert held(refused) < 1
