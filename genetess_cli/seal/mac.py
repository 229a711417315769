"""SHA-256, and HMAC with it (RFC 2104), without what makes `hashlib` and `hmac` slow to load: all of OpenSSL.

A turn of a sealed game takes a few hundred bytes of these; loading the modules would be a third of what sealing costs.
`tests/seal/test_mac.py` holds them to the standard library's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256  # Python 3.12 and newer
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:  # an interpreter without either
            from hashlib import sha256

__all__ = ["hmac_sha256", "sha256"]

_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


def hmac_sha256(key: bytes, text: bytes) -> bytes:
    """The 32 bytes of HMAC-SHA256."""
    if len(key) > _BLOCK:
        key = sha256(key).digest()
    key = key.ljust(_BLOCK, b"\0")
    return sha256(key.translate(_OUTER) + sha256(key.translate(_INNER) + text).digest()).digest()
