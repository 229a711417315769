"""Which key comes from which, and that no two are the same."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.errors import Refused
from genetess_cli.store.seal import keys

MASTER = bytes(range(32))
ID, OTHER = "000102030405060708090a0b0c0d0e0f", "ff" * 16


@given(
    st.binary(min_size=1, max_size=80), st.binary(max_size=80), st.binary(max_size=40), st.integers(1, 200)
)
def test_hkdf_is_that_of_the_cryptography_package(key: bytes, info: bytes, salt: bytes, length: int) -> None:
    expected = HKDF(SHA256(), length, salt or None, info).derive(key)
    assert keys.hkdf(key, info, salt, length) == expected


def test_hkdf_of_rfc_5869() -> None:
    key, salt, info = b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA))
    expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert keys.hkdf(key, info, salt, 42).hex() == expected


def test_no_two_keys_of_a_game_are_the_same() -> None:
    key = keys.game_key(MASTER, ID)
    found = [
        MASTER,
        key,
        keys.dice_key(key),
        keys.state_key(key),
        keys.print_key(key),
        *(keys.seat_key(key, seat, epoch) for seat in ("red", "green", "red1", "r") for epoch in (0, 1, 10)),
    ]
    assert len({*found}) == len(found)
    assert {len(each) for each in found} == {32}


def test_seats_and_epochs_do_not_run_into_each_other() -> None:
    key = keys.game_key(MASTER, ID)
    assert keys.seat_key(key, "red-1", 1) != keys.seat_key(key, "red-11", 0)
    assert keys.seat_key(key, "p1", 12) != keys.seat_key(key, "p11", 2)


def test_another_game_has_another_key() -> None:
    assert keys.game_key(MASTER, ID) != keys.game_key(MASTER, OTHER)
    assert keys.new_id() != keys.new_id()


def test_the_commitment_tells_the_right_master_key_from_any_other() -> None:
    key = keys.game_key(MASTER, ID)
    promised = keys.commitment(key)
    assert keys.check_key([MASTER], ID, promised) == key
    with pytest.raises(Refused, match="not the one that the game was made with") as refused:
        keys.check_key([bytes(32)], ID, promised)
    assert key.hex() not in str(refused.value)
    assert keys.check_key([bytes(32)], ID, None) != key  # nothing was promised yet


def test_a_revealed_key_has_to_be_the_one_that_was_promised() -> None:
    key = keys.game_key(MASTER, ID)
    assert keys.revealed_key(key.hex(), keys.commitment(key)) == key
    with pytest.raises(Refused, match="another key") as refused:
        keys.revealed_key("00" * 32, keys.commitment(key))
    assert "00" * 32 not in str(refused.value)


def test_a_print_tells_copies_apart_and_is_no_part_of_the_key() -> None:
    assert keys.fingerprint(MASTER) == keys.fingerprint(bytes(range(32)))
    assert keys.fingerprint(MASTER) != keys.fingerprint(bytes(32))
    assert keys.fingerprint(MASTER) not in MASTER.hex()
