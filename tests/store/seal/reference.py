"""The scheme of sealed texts once more, straight from its description and with another library's HKDF.

The vectors are made with it (`vectors.py`), so that the program is not compared with itself alone.
"""

from __future__ import annotations

import hashlib
import hmac
import zlib

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derived(key: bytes, info: bytes, salt: bytes = b"", length: int = 32) -> bytes:
    """HKDF with SHA-256."""
    return HKDF(SHA256(), length, salt or bytes(32), info).derive(key)


def packed(text: bytes) -> bytes:
    """A text in gzip's format. What another library makes of it may differ, and opens all the same."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(text) + packer.flush()


def plain_of(gz: bytes, least: int = 0) -> bytes:
    """What is encrypted: the length, the gzip and zeros behind it."""
    whole = len(gz).to_bytes(4, "big") + gz
    return whole.ljust(max(-(-len(whole) // 4096) * 4096, least), b"\0")


def sealed(key: bytes, aad: bytes, plain: bytes, nonce: bytes | None = None) -> bytes:
    """What is sealed: nonce and ciphertext. `nonce` is one that the scheme would not take, for texts it refuses."""
    okm = derived(key, b"genetess/v1 message\0" + aad, length=64)
    nonce = nonce or hmac.new(okm[32:], plain, hashlib.sha256).digest()[:12]
    return nonce + AESGCM(okm[:32]).encrypt(nonce, plain, aad)


def aad_of(game: str, kind: str, seat: str, turn: str) -> bytes:
    """What a sealed text is for."""
    return b"genetess/v1\0" + "\0".join([game, kind, seat, turn]).encode()
