"""SHA-256 and HMAC without the standard library's modules: the same bytes as theirs."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.store.seal.keys import hmac_sha256, sha256


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_hmac_is_that_of_the_standard_library(key: bytes, text: bytes) -> None:
    assert hmac_sha256(key, text) == hmac.new(key, text, hashlib.sha256).digest()


@pytest.mark.parametrize("length", [0, 1, 31, 32, 63, 64, 65, 128])
def test_keys_around_the_length_of_a_block_are_as_in_the_standard_library(length: int) -> None:
    key = bytes(range(length))
    assert hmac_sha256(key, b"text") == hmac.new(key, b"text", hashlib.sha256).digest()


@given(st.binary(max_size=300))
def test_sha256_is_that_of_the_standard_library(text: bytes) -> None:
    assert sha256(text).digest() == hashlib.sha256(text).digest()


def test_hmac_of_rfc_4231() -> None:
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex() == expected
