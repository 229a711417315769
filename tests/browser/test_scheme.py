"""The browser's half of the scheme: the known answers, and each side opens what the other one sealed."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from genetess_cli.store.seal import box
from genetess_cli.store.seal import orders as slip
from genetess_cli.store.seal.box import SealContext
from tests.store.seal import reference, vectors

KNOWN = vectors.load()
SLIP = KNOWN["slip"]
MOST = 4 << 20
BYTES = "const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));"
HEX = "const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));"
OPEN = f"""async ([key, place, sealed, most]) => {{
  {BYTES} {HEX}
  try {{
    return base64(await openSealed(hex(key), place, bytes(sealed), most));
  }} catch (error) {{
    return error.why;
  }}
}}"""


@pytest.fixture
def page(reopens: Callable[..., Page]) -> Page:
    """A page that has the script, its sheet not opened."""
    return reopens("riot/sheet/red/index.html")


def _open(page: Page, key: str, place: dict[str, str], sealed: bytes, most: int = MOST) -> bytes | str:
    """What the browser makes of sealed bytes: the text, or why it does not open them."""
    found: str = page.evaluate(OPEN, [key, place, base64.b64encode(sealed).decode(), most])
    return found if found in ("key", "damaged") else base64.b64decode(found)


def test_every_key_comes_from_the_one_above_it(page: Page) -> None:
    derive = (
        f"async (one) => {{ {HEX} return base64(await hkdf(hex(one.key), hex(one.info), hex(one.salt))); }}"
    )
    for one in KNOWN["derived"]:
        assert base64.b64decode(page.evaluate(derive, one)).hex() == one["out"], one["name"]


def test_every_known_text_is_opened(page: Page) -> None:
    for one in KNOWN["sealed"]:
        opened = _open(page, one["key"], one["place"], base64.b64decode(one["sealed"]))
        assert opened == one["text"].encode()


def test_the_same_gzip_is_sealed_to_the_same_bytes(page: Page) -> None:
    sealing = f"""async (one) => {{
      {BYTES} {HEX}
      return base64(await sealPacked(hex(one.key), one.place, bytes(one.gz), one.least));
    }}"""
    for one in KNOWN["sealed"]:
        assert page.evaluate(sealing, one) == one["sealed"]


def test_python_opens_what_the_browser_sealed(page: Page) -> None:
    sealing = f"""async (one) => {{
      {HEX}
      return base64(await sealText(hex(one.key), one.place, utf8(one.text), one.least));
    }}"""
    for one in KNOWN["sealed"]:
        sealed = base64.b64decode(page.evaluate(sealing, one))
        assert (
            box.unseal(bytes.fromhex(one["key"]), SealContext(**one["place"]), sealed, MOST)
            == one["text"].encode()
        )


def test_the_browser_opens_what_python_sealed(page: Page) -> None:
    for one in KNOWN["sealed"]:
        sealed = box.seal(
            bytes.fromhex(one["key"]), SealContext(**one["place"]), one["text"].encode(), 12_288
        )
        assert _open(page, one["key"], one["place"], sealed) == one["text"].encode()


def test_the_known_orders_are_sealed_to_the_known_file(page: Page) -> None:
    sealing = f"async (one) => {{ {BYTES} {HEX} return sealedSlip(hex(one.key), one.slip, bytes(one.gz)); }}"
    assert page.evaluate(sealing, SLIP) == SLIP["file"]


@pytest.mark.parametrize(
    "orders",
    [SLIP["text"], "PASS", "\r\n MOVE B2 E\r\nPASS \n\n", "# Größe ♟ \u202e\n*PASS", "#" + "x" * 4_094],
)
def test_python_opens_orders_that_the_browser_sealed(page: Page, orders: str) -> None:
    sealing = f"async ([one, orders]) => {{ {HEX} return sealOrders(hex(one.key), one.slip, orders); }}"
    file = page.evaluate(sealing, [SLIP, orders])
    wanted = SLIP["slip"]
    found = slip.unseal_orders(bytes.fromhex(SLIP["key"]), wanted["game"], "riot", "red", file.encode())
    assert (found.turn, found.number) == (wanted["turn"], wanted["number"])
    assert found.text.decode() == orders.replace("\r\n", "\n").strip() + "\n"


def test_the_key_at_the_end_of_a_link_is_read(page: Page) -> None:
    assert base64.b64decode(page.evaluate("(text) => base64(keyOf(text))", SLIP["link"])).hex() == SLIP["key"]
    for text in ("", SLIP["link"][:-1], SLIP["link"] + "A", "!" * 43, "ä" * 43):
        assert page.evaluate("(text) => keyOf(text)", text) is None


# What is not as it was sealed


def _one() -> dict[str, Any]:
    one: dict[str, Any] = KNOWN["sealed"][4]
    return one


def test_another_key_or_place_opens_nothing(page: Page) -> None:
    one = _one()
    sealed = base64.b64decode(one["sealed"])
    assert _open(page, "00" * 32, one["place"], sealed) == "key"
    for name, value in {"game": "f" * 32, "kind": "order", "seat": "blue", "turn": "0031-3c"}.items():
        assert _open(page, one["key"], one["place"] | {name: value}, sealed) == "key"


def test_flipped_bits_and_cut_texts_are_noticed(page: Page) -> None:
    one = _one()
    sealed = base64.b64decode(one["sealed"])
    for place in (0, 11, 12, 700, len(sealed) - 17, len(sealed) - 1):
        flipped = bytearray(sealed)
        flipped[place] ^= 4
        assert _open(page, one["key"], one["place"], bytes(flipped)) == "key"
    for other in (b"", sealed[:-1], sealed[:4_000], sealed + b"\0"):
        assert _open(page, one["key"], one["place"], other) == "damaged"


def test_what_the_key_sealed_otherwise_is_refused(page: Page) -> None:
    gz = reference.packed(b"a")
    plains = [
        (5_000).to_bytes(4, "big").ljust(4_096, b"\0"),
        reference.plain_of(gz)[:-1] + b"\1",
        *map(reference.plain_of, (b"no gzip", gz[:-3], gz + b"more", gz * 2, zlib.compress(b"a"), b"")),
    ]
    for plain in plains:
        assert _open(page, _one()["key"], _one()["place"], _sealed(plain)) == "damaged"
    assert _open(page, _one()["key"], _one()["place"], _sealed(plains[0], bytes(12))) == "damaged"


COUNTING = """
  let size = 0;
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const next = await read.call(this);
    size += next.value?.length ?? 0;
    return next;
  };"""


def _sealed(plain: bytes, nonce: bytes | None = None) -> bytes:
    place = SealContext(**_one()["place"])
    return reference.sealed(bytes.fromhex(_one()["key"]), place.aad, plain, nonce)


@pytest.mark.exhaustive
def test_of_a_bomb_no_more_is_inflated_than_a_text_may_have(page: Page) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    gigabyte = b"".join(packer.compress(bytes(1 << 20)) for _ in range(1 << 10)) + packer.flush()
    plain = reference.plain_of(gigabyte)
    counted = OPEN.replace("try {", f"{COUNTING} try {{").replace(
        "return error.why", "return [error.why, size]"
    )
    text = base64.b64encode(_sealed(plain)).decode()
    why, size = page.evaluate(counted, [_one()["key"], _one()["place"], text, MOST])
    assert why == "damaged"
    assert MOST < size < MOST + (2 << 20)


def test_a_text_of_the_most_bytes_is_opened_and_one_more_is_not(page: Page) -> None:
    place = _one()["place"]
    for length, wanted in ((5_000, b"a" * 5_000), (5_001, "damaged")):
        sealed = _sealed(reference.plain_of(reference.packed(b"a" * length)))
        assert _open(page, _one()["key"], place, sealed, 5_000) == wanted


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(
    "text", ["", "????", "AAA", "A===", "AA=A", "NaN\0\ufffd", "Ä" * 8, "A" * 12_000_000], ids=range(8)
)
def test_what_is_no_base64_of_a_sheet_is_refused(page: Page, text: str) -> None:
    reading = (
        "(text) => { try { return bytesOf(text, MOST.sheet).length } catch (error) { return error.why } }"
    )
    assert page.evaluate(reading, text) == "damaged"
