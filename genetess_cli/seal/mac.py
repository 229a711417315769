"""SHA-256, and HMAC with it (RFC 2104), without what makes `hashlib` and `hmac` slow to load: all of OpenSSL.

A turn of a sealed game takes a few hundred bytes of these; loading the modules would be a third of what sealing costs.
A build has loaded OpenSSL's for its templates by the time it seals a thousand sheets, and that is five times as fast on
one: so it is taken where it is there already. `tests/seal/test_mac.py` holds both to the standard library's.
"""

from __future__ import annotations

import sys
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
    loaded = sys.modules.get("hashlib")
    made = loaded.sha256 if loaded else sha256
    if len(key) > _BLOCK:
        key = made(key).digest()
    key = key.ljust(_BLOCK, b"\0")
    inner: bytes = made(key.translate(_INNER) + text).digest()
    return bytes(made(key.translate(_OUTER) + inner).digest())
