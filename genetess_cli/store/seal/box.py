"""Sealed text: what goes in comes out again for who has the key, whole and unchanged, and tells nobody else anything.

    aad    = "genetess/v1" NUL game id (hex) NUL kind NUL seat NUL turn
    okm    = HKDF-SHA256(key, info = "genetess/v1 message" NUL aad, 64 bytes)
    plain  = uint32 big-endian length of gz ‖ gz ‖ zero bytes up to the next multiple of 4096
    nonce  = HMAC-SHA256(okm[32:], plain)[:12]
    sealed = nonce ‖ AES-256-GCM(okm[:32], nonce, plain, aad)

The nonce comes from the very bytes that are encrypted, under a key that only this aad has. So the same text makes the
same bytes, and two texts never share a nonce. The browser's side is `site_templates/scripts/seal.js`; both are held
to `tests/store/seal/vectors.json`. Which keys there are is `keys.py`'s matter.
"""

from __future__ import annotations

import binascii
import hmac
import re
import zlib
from typing import TYPE_CHECKING

from genetess_cli.store.seal.keys import SIZE, hkdf
from genetess_cli.values import Value

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM


BLOCK = 4096
OVERHEAD = 12 + 16
"""Bytes that sealing adds to the padded text: nonce and tag."""
_LENGTH = 4  # bytes in front of the packed text
_GZIP = 31  # zlib's number for gzip's format with the largest window


class Unopened(ValueError):
    """The text was not sealed under this key for this place, or is too large to be."""


class SealContext(Value):
    """The place of a sealed text, which nobody can change without breaking it."""

    game: str  # the game's id as hex
    kind: str  # state, record, specials, sheet, past, order or story; of a person mail or away
    seat: str = ""  # a word of a-z, 0-9 and `-`, or ""; so is the turn. Of a person the ID
    turn: str = ""

    @property
    def aad(self) -> bytes:
        """The place as the bytes that are authenticated with the text."""
        return "\0".join(("genetess/v1", self.game, self.kind, self.seat, self.turn)).encode()


def compress(text: bytes) -> bytes:
    """Return `text` in gzip's format, as it is sealed."""
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, _GZIP)
    return packer.compress(text) + packer.flush()


def size(gz: bytes, block: int = BLOCK) -> int:
    """Return the number of bytes that a packed text takes before sealing: a multiple of `block`."""
    return -(-(_LENGTH + len(gz)) // block) * block


def seal(key: bytes, place: SealContext, text: bytes, least: int = 0, block: int = BLOCK) -> bytes:
    """Seal `text` under a key of 32 bytes; it is padded to `least` bytes, both a multiple of `block`."""
    return seal_packed(key, place, compress(text), least, block)


def seal_packed(key: bytes, place: SealContext, gz: bytes, least: int = 0, block: int = BLOCK) -> bytes:
    plain = (len(gz).to_bytes(_LENGTH) + gz).ljust(max(size(gz, block), least), b"\0")
    cipher, nonces = _keys(key, place)
    nonce = _nonce(nonces, plain)
    return nonce + bytes(_aes(cipher).encrypt(nonce, plain, place.aad))


def check_length(sealed: bytes, block: int = BLOCK) -> None:
    """Raise Unopened for a length that no sealed text has; that can be seen without a key."""
    length = len(sealed) - OVERHEAD
    if length < block or length % block:
        raise Unopened("its length is wrong for a sealed text: part of it is missing, or something was added")


def unseal(key: bytes, place: SealContext, sealed: bytes, most: int, block: int = BLOCK) -> bytes:
    """Return the text that was sealed, of at most `most` bytes.

    Raise Unopened for anything that `seal` did not make under this key for this place, and for a longer text; no more
    than `most` bytes of it are ever in memory.
    """
    check_length(sealed, block)
    cipher, nonces = _keys(key, place)
    plain = _decrypt(Sealed(cipher, place.aad, sealed))
    if plain is None:
        raise Unopened("it was changed, or sealed with another key or for another place")
    if sealed[:12] != _nonce(nonces, plain):
        raise Unopened("it was not sealed by this program")
    gz = plain[_LENGTH:]
    count = int.from_bytes(plain[:_LENGTH])
    unpacker = zlib.decompressobj(_GZIP)
    try:
        text = unpacker.decompress(gz[:count], most + 1)
    except zlib.error:
        text = b""
    if len(text) > most:
        raise Unopened(f"the sealed text is longer than {most} bytes")
    whole = unpacker.eof and not unpacker.unused_data and count <= len(gz)
    if not whole or gz[count:].strip(b"\0"):
        raise Unopened("the sealed text is not well formed")
    return text


class Sealed(Value):
    """All that it takes to decrypt a sealed text."""

    key: bytes  # of the cipher itself
    aad: bytes  # what is authenticated with it
    sealed: bytes


_decrypted: dict[Sealed, bytes] = {}
"""What was decrypted elsewhere, as a browser has the cipher and no package with it."""


def cipher_of(key: bytes, place: SealContext, sealed: bytes) -> Sealed:
    """Return what it takes to decrypt a text that was sealed under a key for a place."""
    return Sealed(_keys(key, place)[0], place.aad, sealed)


def believe(sealed: Sealed, plain: bytes) -> None:
    """Take over what was decrypted elsewhere; all else of it is checked here."""
    _decrypted[sealed] = plain


def _decrypt(what: Sealed) -> bytes | None:
    """Return what was encrypted; None for what does not fit the key."""
    if what in _decrypted:
        return _decrypted[what]
    try:
        from cryptography.exceptions import InvalidTag
    except ImportError:
        return None
    try:
        return bytes(_aes(what.key).decrypt(what.sealed[:12], what.sealed[12:], what.aad))
    except InvalidTag:
        return None


def _keys(key: bytes, place: SealContext) -> tuple[bytes, bytes]:
    both = hkdf(key, b"genetess/v1 message\0" + place.aad, length=2 * SIZE)
    return both[:SIZE], both[SIZE:]


def _nonce(key: bytes, plain: bytes) -> bytes:
    return hmac.digest(key, plain, "sha256")[:12]


def _aes(key: bytes) -> AESGCM:
    """Return the cipher. Its public module loads all others before it, a fifth of what sealing costs a turn."""
    try:
        from cryptography.hazmat.bindings._rust import openssl

        return openssl.aead.AESGCM(key)
    except (ImportError, AttributeError):  # a version of the package that keeps it elsewhere
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(key)


WIDTH = 76
_WORD = r"[a-z0-9-]{1,60}"
_FIRST = rf"genetess/v1 sealed ({_WORD}) ({_WORD}) ({_WORD}) ({_WORD})"


_ABSENT = {"-": ""}


class Misshapen(ValueError):
    """A file that holds no sealed text; the words say what is wrong with it."""


class SealedFile(Value):
    """A file of sealed text: its head, and the sealed bytes."""

    kind: str
    slug: str
    seat: str  # or ""
    turn: str  # or ""
    sealed: bytes


def write_file(letter: SealedFile) -> bytes:
    words = (letter.kind, letter.slug, letter.seat or "-", letter.turn or "-")
    text = binascii.b2a_base64(letter.sealed, newline=False)
    rows = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return b"\n".join([f"genetess/v1 sealed {' '.join(words)}".encode(), *rows, b""])


def read(data: bytes, most: int) -> SealedFile:
    """Return the sealed text of a file, of at most `most` bytes. Raise Misshapen, without looking at more than that."""
    if len(data) > size_of(most):
        raise Misshapen(f"the file has {len(data):,} bytes, too many for a sealed text of its kind")
    first, _, body = data.partition(b"\n")
    match = re.fullmatch(_FIRST, first.rstrip(b"\r").decode("ascii", "replace"))
    if match is None:
        raise Misshapen("it is no sealed text, whose first line is like `genetess/v1 sealed order …`")
    kind, slug, seat, turn = (_ABSENT.get(word, word) for word in match.groups())
    return SealedFile(kind, slug, seat, turn, _decode(body, most))


def size_of(sealed: int) -> int:
    """Return the most bytes that a file has which holds so many sealed ones, with a CR LF behind each letter even."""
    return 300 + 3 * 4 * -(-sealed // 3)


def _decode(body: bytes, most: int) -> bytes:
    text = body.translate(None, b" \t\r\n")
    try:
        sealed = binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error:
        sealed = None
    # Bits that no byte comes from are zero, or a file could be changed without being another one.
    if sealed is None or binascii.b2a_base64(sealed, newline=False) != text:
        raise Misshapen(
            "what follows its first line is not base64: part of it is missing, or something was added"
        )
    if len(sealed) > most:
        raise Misshapen(f"it holds {len(sealed):,} sealed bytes; at most {most:,} are opened")
    return sealed
