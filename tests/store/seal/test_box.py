"""Sealed text: what goes in comes out for the key and the place, and for nothing else."""

from __future__ import annotations

import struct

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.store.seal import box
from genetess_cli.store.seal.box import BLOCK, OVERHEAD, SealContext, Unopened
from tests.kit.shares import examples
from tests.store.seal.bombs import held, zeros

KEY = bytes(range(32))
PLACE = SealContext("00" * 16, "order", "red", "3b")
MOST = 1 << 20
SEALED = box.seal(KEY, PLACE, b"MOVE B2 E\n")


def _refused(
    words: str, sealed: bytes, key: bytes = KEY, place: SealContext = PLACE, most: int = MOST
) -> None:
    with pytest.raises(Unopened, match=words):
        box.unseal(key, place, sealed, most)


@given(st.binary(max_size=20_000), st.binary(min_size=32, max_size=32))
@settings(max_examples=examples(60))
def test_what_was_sealed_is_opened(text: bytes, key: bytes) -> None:
    sealed = box.seal(key, PLACE, text)
    assert box.unseal(key, PLACE, sealed, 20_000) == text
    assert (len(sealed) - OVERHEAD) == box.size(box.compress(text))
    assert box.size(box.compress(text)) % BLOCK == 0


def test_the_same_text_makes_the_same_bytes_in_the_same_place_alone() -> None:
    assert box.seal(KEY, PLACE, b"MOVE B2 E\n") == SEALED
    others = [
        msgspec.structs.replace(PLACE, **{field: value})
        for field, value in {"game": "01" * 16, "kind": "sheet", "seat": "green", "turn": "3c"}.items()
    ]
    found = [box.seal(KEY, place, b"MOVE B2 E\n") for place in others]
    assert len({SEALED, *found}) == 5
    assert len({each[:12] for each in (SEALED, *found)}) == 5  # no nonce twice
    for place in others:
        _refused("another place", SEALED, place=place)


def test_places_do_not_run_into_each_other() -> None:
    one, other = SealContext("a", "order", "red", "1"), SealContext("a", "order", "red1", "")
    assert one.aad != other.aad


def test_texts_of_up_to_four_thousand_bytes_look_alike_in_length() -> None:
    assert len({len(box.seal(KEY, PLACE, text)) for text in (b"", b"PASS\n", b"MOVE B2 E\n" * 400)}) == 1


def test_a_text_can_be_padded_to_the_length_of_a_longer_one() -> None:
    sealed = box.seal(KEY, PLACE, b"PASS\n", least=3 * BLOCK)
    assert len(sealed) == 3 * BLOCK + OVERHEAD
    assert box.unseal(KEY, PLACE, sealed, MOST) == b"PASS\n"


def test_any_flipped_bit_is_noticed() -> None:
    spots = [
        *range(12 * 8 + 64),
        *range(160, len(SEALED) * 8, 211),
        *range((len(SEALED) - 16) * 8, len(SEALED) * 8),
    ]
    for bit in spots:
        broken = bytearray(SEALED)
        broken[bit // 8] ^= 1 << bit % 8
        _refused("changed", bytes(broken))


@given(st.integers(0, len(SEALED) - 1))
def test_any_part_is_not_the_whole(length: int) -> None:
    _refused("part of it is missing|changed", SEALED[:length])


@pytest.mark.parametrize("more", [b"\0", bytes(BLOCK), SEALED])
def test_nothing_can_be_added(more: bytes) -> None:
    _refused("something was added|changed", SEALED + more)


def test_blocks_of_two_sealed_texts_cannot_be_mixed() -> None:
    two = box.seal(KEY, PLACE, b"PASS\n")
    _refused("changed", SEALED[:2000] + two[2000:])


@given(st.binary(min_size=32, max_size=32).filter(lambda key: key != KEY))
def test_another_key_opens_nothing(key: bytes) -> None:
    _refused("another key", SEALED, key=key)


def test_a_longer_text_than_allowed_is_refused() -> None:
    text = b"a" * 5000
    sealed = box.seal(KEY, PLACE, text)
    assert box.unseal(KEY, PLACE, sealed, 5000) == text
    _refused("longer than 4999 bytes", sealed, most=4999)


def test_a_gigabyte_in_a_megabyte_is_refused_without_being_inflated() -> None:
    sealed = box.seal_packed(KEY, PLACE, zeros(1024))
    assert len(sealed) < 1_100_000
    assert held(lambda: _refused("longer than 1048576", sealed)) < 50


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"no gzip at all",
        zeros(1)[:-8],  # the end is missing
        zeros(1)[:40],
        zeros(1)[:-1] + b"\xff",  # another length than it says
        zeros(1) + b"more",
        zeros(1) + zeros(1),
    ],
    ids=["empty", "garbage", "cut", "short", "wrong-length", "tail", "twice"],
)
def test_what_is_no_gzip_is_refused_though_the_key_is_right(packed: bytes) -> None:
    sealed = box.seal_packed(KEY, PLACE, packed)
    _refused("not well formed", sealed, most=2 << 20)


def _by_hand(plain: bytes, nonce: bytes | None = None) -> bytes:
    """A text sealed with the right key by another program."""
    cipher, nonces = box._keys(KEY, PLACE)
    nonce = box._nonce(nonces, plain) if nonce is None else nonce
    return nonce + bytes(box._aes(cipher).encrypt(nonce, plain, PLACE.aad))


def test_a_length_beyond_the_text_is_refused() -> None:
    for count in (BLOCK - 3, 2**32 - 1):
        _refused("not well formed", _by_hand(struct.pack(">I", count).ljust(BLOCK, b"\0")))


def test_a_padding_that_holds_something_is_refused() -> None:
    gz = box.compress(b"PASS\n")
    plain = (struct.pack(">I", len(gz)) + gz).ljust(BLOCK, b"\0")
    assert box.unseal(KEY, PLACE, _by_hand(plain), MOST) == b"PASS\n"
    _refused("not well formed", _by_hand(plain[:-1] + b"\1"))


def test_a_nonce_that_was_chosen_is_refused() -> None:
    gz = box.compress(b"PASS\n")
    plain = (struct.pack(">I", len(gz)) + gz).ljust(BLOCK, b"\0")
    _refused("not sealed by this program", _by_hand(plain, bytes(12)))


def test_no_reason_tells_of_the_text_or_the_key() -> None:
    for key in (KEY, bytes(32)):
        for most in (3, MOST):
            try:
                box.unseal(key, PLACE, SEALED, most)
            except Unopened as why:
                assert "MOVE" not in str(why)  # noqa: PT017 - both keys are tried
                assert KEY.hex()[:8] not in str(why)  # noqa: PT017
