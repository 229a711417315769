"""Keys and sealed texts: the known answers, and that nothing but what was sealed is ever opened."""

from __future__ import annotations

import base64
import tracemalloc
import zlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.store.seal import box, keyring, keys, orders
from genetess_cli.store.seal.box import BLOCK, OVERHEAD, Misshapen, SealContext, SealedFile, Unopened
from genetess_cli.store.seal.orders import SealedOrders
from tests.store.seal import reference, vectors

KNOWN = vectors.load()
GAME_KEY = keys.game_key(bytes.fromhex(KNOWN["master"]), KNOWN["game"])
KEY = bytes(range(32, 64))
PLACE = SealContext(KNOWN["game"], "sheet", "red", "0012-3b")
MOST = 1 << 20

EVERY_SEALED = pytest.mark.parametrize(
    "vector", KNOWN["sealed"], ids=lambda vector: f"{vector['place']['kind']} {vector['place']['turn']}"
)


def _place(vector: dict[str, Any]) -> SealContext:
    return SealContext(**vector["place"])


def test_the_vectors_are_those_of_the_description() -> None:
    """All but the gzip, which another library may write otherwise."""
    made = vectors.made()
    for name in ("master", "game", "commitment", "derived"):
        assert made[name] == KNOWN[name]


@pytest.mark.parametrize("vector", KNOWN["derived"], ids=lambda vector: vector["name"])
def test_every_key_comes_from_the_one_above_it(vector: dict[str, str]) -> None:
    kind, *words = vector["name"].split()
    made = {
        "game": lambda: GAME_KEY,
        "dice": lambda: keys.dice_key(GAME_KEY),
        "state": lambda: keys.state_key(GAME_KEY),
        "print": lambda: keys.print_key(GAME_KEY),
        "seat": lambda: keys.seat_key(GAME_KEY, words[0], int(words[1])),
    }[kind]()
    assert made.hex() == vector["out"]
    info, salt = bytes.fromhex(vector["info"]), bytes.fromhex(vector["salt"])
    assert keys.hkdf(bytes.fromhex(vector["key"]), info, salt).hex() == vector["out"]


def test_the_commitment_is_known() -> None:
    assert keys.commitment(GAME_KEY) == KNOWN["commitment"]


def test_hkdf_is_that_of_rfc_5869() -> None:
    """Its first test case."""
    info, salt = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9"), bytes(range(13))
    okm = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert keys.hkdf(b"\x0b" * 22, info, salt, 42).hex() == okm


@EVERY_SEALED
def test_every_known_text_is_opened(vector: dict[str, Any]) -> None:
    sealed = base64.b64decode(vector["sealed"])
    opened = box.unseal(bytes.fromhex(vector["key"]), _place(vector), sealed, MOST)
    assert opened.decode() == vector["text"]


@EVERY_SEALED
def test_the_same_gzip_is_sealed_to_the_known_bytes(vector: dict[str, Any]) -> None:
    gz = base64.b64decode(vector["gz"])
    sealed = box.seal_packed(bytes.fromhex(vector["key"]), _place(vector), gz, vector["least"])
    assert base64.b64encode(sealed).decode() == vector["sealed"]


def test_the_known_orders_are_opened() -> None:
    vector = KNOWN["slip"]
    key, wanted = bytes.fromhex(vector["key"]), vector["slip"]
    found = orders.unseal_orders(key, wanted["game"], wanted["slug"], wanted["seat"], vector["file"].encode())
    assert found == SealedOrders("riot", "red", "3b", wanted["number"], vector["text"].encode())
    assert keyring.seat_text(key) == vector["link"]


# What goes in comes out


@given(text=st.binary(max_size=9_000), least=st.sampled_from([0, BLOCK, 4 * BLOCK]))
def test_what_was_sealed_is_opened_again(text: bytes, least: int) -> None:
    sealed = box.seal(KEY, PLACE, text, least)
    assert box.unseal(KEY, PLACE, sealed, MOST) == text
    assert len(sealed) == max(box.size(box.compress(text)), least) + OVERHEAD


@given(st.binary(max_size=4_000))
def test_the_same_text_makes_the_same_bytes(text: bytes) -> None:
    assert box.seal(KEY, PLACE, text) == box.seal(KEY, PLACE, text)


@given(text=st.binary(max_size=4_096), number=st.integers(0, orders.MOST_NUMBER - 1))
def test_orders_that_were_sealed_are_opened_again(text: bytes, number: int) -> None:
    sent = SealedOrders("riot", "red", "3b", number, text)
    assert (
        orders.unseal_orders(KEY, PLACE.game, "riot", "red", orders.seal_orders(KEY, PLACE.game, sent))
        == sent
    )


@given(st.binary(min_size=1, max_size=10_000))
def test_an_envelope_is_read_as_it_was_written(sealed: bytes) -> None:
    letter = SealedFile("sheet", "riot", "red", "", sealed)
    assert box.read(box.write_file(letter), 10_000) == letter


# And nothing else does


@given(st.binary(max_size=300), st.data())
def test_any_flipped_bit_is_noticed(text: bytes, data: st.DataObject) -> None:
    sealed = bytearray(box.seal(KEY, PLACE, text))
    bit = data.draw(st.integers(0, 8 * len(sealed) - 1))
    sealed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Unopened):
        box.unseal(KEY, PLACE, bytes(sealed), MOST)


@given(st.binary(max_size=9_000), st.data())
def test_whatever_is_cut_off_or_added_is_noticed(text: bytes, data: st.DataObject) -> None:
    sealed = box.seal(KEY, PLACE, text, 3 * BLOCK)
    cut = data.draw(st.integers(0, len(sealed) - 1))
    for other in (
        sealed[:cut],
        sealed[cut + 1 :],
        sealed + sealed[:cut] + b"\0",
        sealed[: -(cut // BLOCK + 1) * BLOCK],
    ):
        with pytest.raises(Unopened):
            box.unseal(KEY, PLACE, other, MOST)


@pytest.mark.parametrize(
    "place",
    [
        SealContext("f" * 32, "sheet", "red", "0012-3b"),
        SealContext(PLACE.game, "order", "red", "0012-3b"),
        SealContext(PLACE.game, "sheet", "blue", "0012-3b"),
        SealContext(PLACE.game, "sheet", "red", "0013-3b"),
        SealContext(PLACE.game, "sheet", "", "0012-3b"),
    ],
    ids=["game", "kind", "seat", "turn", "no seat"],
)
def test_a_text_opens_only_in_its_own_place(place: SealContext) -> None:
    with pytest.raises(Unopened):
        box.unseal(KEY, place, box.seal(KEY, PLACE, b"a sheet"), MOST)


@given(st.binary(min_size=32, max_size=32).filter(lambda key: key != KEY))
def test_no_other_key_opens_it(key: bytes) -> None:
    with pytest.raises(Unopened):
        box.unseal(key, PLACE, box.seal(KEY, PLACE, b"a sheet"), MOST)


def _sealed(plain: bytes, nonce: bytes | None = None) -> bytes:
    return reference.sealed(KEY, PLACE.aad, plain, nonce)


@pytest.mark.parametrize(
    "plain",
    [
        (5_000).to_bytes(4, "big").ljust(BLOCK, b"\0"),
        reference.plain_of(reference.packed(b"a"))[:-1] + b"\1",
        reference.plain_of(b"no gzip at all"),
        reference.plain_of(reference.packed(b"a")[:-3]),
        reference.plain_of(reference.packed(b"a") + b"more"),
        reference.plain_of(reference.packed(b"a") * 2),
        reference.plain_of(zlib.compress(b"of another format")),
        reference.plain_of(b""),
    ],
    ids=["too long", "no zeros", "no gzip", "half a gzip", "more behind it", "two of them", "zlib", "empty"],
)
def test_what_the_key_sealed_otherwise_is_refused(plain: bytes) -> None:
    with pytest.raises(Unopened, match="well formed"):
        box.unseal(KEY, PLACE, _sealed(plain), MOST)


def test_a_nonce_that_does_not_come_from_the_text_is_refused() -> None:
    with pytest.raises(Unopened, match="not sealed by this program"):
        box.unseal(KEY, PLACE, _sealed(reference.plain_of(reference.packed(b"a")), bytes(12)), MOST)


@pytest.mark.exhaustive
def test_of_a_bomb_no_more_is_inflated_than_a_text_may_have() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    gigabyte = b"".join(packer.compress(bytes(1 << 20)) for _ in range(1 << 10)) + packer.flush()
    sealed = _sealed(reference.plain_of(gigabyte))
    tracemalloc.start()
    with pytest.raises(Unopened, match="longer than"):
        box.unseal(KEY, PLACE, sealed, MOST)
    assert tracemalloc.get_traced_memory()[1] < 50 << 20
    tracemalloc.stop()


def test_a_text_of_the_most_bytes_is_opened_and_one_more_is_not() -> None:
    assert box.unseal(KEY, PLACE, box.seal(KEY, PLACE, b"a" * 5_000), 5_000) == b"a" * 5_000
    with pytest.raises(Unopened, match="longer than 5000"):
        box.unseal(KEY, PLACE, box.seal(KEY, PLACE, b"a" * 5_001), 5_000)


# Files


def _file(text: bytes = b"MOVE B2 E\n", seat: str = "red") -> bytes:
    return orders.seal_orders(KEY, PLACE.game, SealedOrders("riot", seat, "3b", 7, text))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "first line"),
        (b"\xff\xfe\x00NaN\n", "first line"),
        (_file().replace(b"genetess/v1", b"genetess/v2"), "first line"),
        (_file().replace(b"order", b"sheet", 1), "no sealed orders"),
        (_file().replace(b"\n", b"\n!", 2), "not base64"),
        (_file()[:-3], "not base64"),
        (_file().partition(b"\n")[0] + b"\n", "part of it is missing"),
        (_file() + b"A" * 40_000, "too many for a sealed text of its kind"),
        (_file() * 2, "base64|so many|holds"),
        (_file().replace(b"3b", b"3c"), "changed"),
        (_file(seat="blue"), "another seat or game"),
    ],
)
def test_a_file_that_is_not_as_it_was_sealed_is_refused(data: bytes, words: str) -> None:
    with pytest.raises((Unopened, Misshapen), match=words):
        orders.unseal_orders(KEY, PLACE.game, "riot", "red", data)


def test_line_ends_of_another_machine_do_no_harm() -> None:
    data = _file().replace(b"\n", b"\r\n")
    assert orders.unseal_orders(KEY, PLACE.game, "riot", "red", data).text == b"MOVE B2 E\n"


def test_orders_sealed_for_another_game_of_the_same_key_are_refused() -> None:
    with pytest.raises(Unopened, match="another seat or game"):
        orders.unseal_orders(KEY, PLACE.game, "duel", "red", _file())


def test_orders_that_are_too_long_are_not_sealed() -> None:
    with pytest.raises(ValueError, match="too long"):
        _file(b"#" * 4_300)


def test_the_cipher_is_the_one_that_its_package_makes_public() -> None:
    assert type(box._aes(bytes(32))) is AESGCM
